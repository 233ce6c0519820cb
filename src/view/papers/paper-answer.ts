/** The result of the measurement of a paper, in one or two sentences whose figures are counted. */

import type { NumberJudgement } from '../../papers/judge-paper.ts';
import type { ShownClaim, ShownNumber, ShownPaper } from '../../papers/measured-or-recorded.ts';
import type { Paper, PaperTable } from '../../papers/paper.ts';
import { formatCount } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { formatFixed } from './paper-texts.ts';

/** Of more numbers outside, the sentence says in which tables they are. The picture names a few. */
const MAX_UNNAMED_NUMBERS = 4;

/**
 * "Of 72 printed numbers, 53 are within the tolerance (●) and 19 are not (×): 10 in …". Empty without printed numbers.
 */
export function formatNumberAnswer(paper: Paper, { cells, counts }: Pick<ShownPaper, 'cells' | 'counts'>): string {
  if (paper.cells.length === 0) return '';
  const countedNumbers = counts.within + counts.outside;
  if (countedNumbers === 0) return 'The printed numbers of this paper are not measured yet.';
  const withinText = `Of ${formatCount(countedNumbers, 'printed number')}, ${formatFixed(counts.within, 0)} ${counts.within === 1 ? 'is' : 'are'} within the tolerance (●)`;
  if (counts.outside === 0) return `${withinText}.`;
  const outsideNumbers = cells.filter(({ verdict }) => verdict === 'outside');
  const outsideText = `${formatFixed(counts.outside, 0)} ${counts.outside === 1 ? 'is' : 'are'} not (×)`;
  if (outsideNumbers.length <= MAX_UNNAMED_NUMBERS) return `${withinText} and ${outsideText}.`;
  const places = paper.tables.flatMap((table) => {
    const count = outsideNumbers.filter((cell) => cell.table === table.id).length;
    return count === 0 ? [] : [`${formatFixed(count, 0)} in ${shortTableName(table)}`];
  });
  return `${withinText} and ${outsideText}: ${joinWithAnd(places)}.`;
}

/** The answer to the question of a paper; undefined if one of its claims has another judgement. */
export function formatWrittenAnswer({ answer }: Paper, { claims }: Pick<ShownPaper, 'claims'>): string | undefined {
  if (answer === undefined) return undefined;
  const hasVerdict = (verdict: ShownClaim['verdict']) => (id: string) =>
    claims.some((claim) => claim.id === id && claim.verdict === verdict);
  return answer.holding.every(hasVerdict('holds')) && answer.failing.every(hasVerdict('fails'))
    ? answer.text
    : undefined;
}

/** "Of 27 claims, 20 hold and 6 do not: 2 on buffers, …. 1 is not checkable." */
export function formatClaimAnswer(paper: Paper, { claims }: Pick<ShownPaper, 'claims'>): string {
  const count = (verdict: ShownClaim['verdict']) => claims.filter((claim) => claim.verdict === verdict).length;
  const measuredCount = claims.length - count('missing');
  if (measuredCount === 0) return 'The claims of this paper are not measured yet.';
  const [holds, fails] = [count('holds'), count('fails')];
  const failingTopics = claimTopics(paper, claims).flatMap(({ topic, claims: claimsOfTopic }) => {
    const failingCount = claimsOfTopic.filter(({ verdict }) => verdict === 'fails').length;
    return topic === undefined || failingCount === 0 ? [] : [`${formatFixed(failingCount, 0)} on ${lowerFirst(topic)}`];
  });
  const sentences = [
    `Of ${formatCount(claims.length, 'claim')}, ${formatFixed(holds, 0)} ${holds === 1 ? 'holds' : 'hold'} in our runs${fails === 0 ? '' : ` and ${formatFixed(fails, 0)} ${fails === 1 ? 'does' : 'do'} not`}${failingTopics.length === 0 ? '' : `: ${joinWithAnd(failingTopics)}`}.`,
    ...sentenceFor(count('not distinguishable'), 'our runs do not decide'),
    ...notCheckable(count('not checkable')),
    ...sentenceFor(count('missing'), 'the runs are not done yet'),
  ];
  return sentences.join(' ');
}

const sentenceFor = (count: number, text: string) => (count === 0 ? [] : [`For ${formatFixed(count, 0)}, ${text}.`]);

const notCheckable = (count: number) =>
  count === 0 ? [] : [`${formatFixed(count, 0)} ${count === 1 ? 'is' : 'are'} not checkable.`];

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const joinWithAnd = (texts: readonly string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

export interface ClaimTopic {
  /** Undefined for the claims of a paper without topics. */
  readonly topic: string | undefined;
  readonly claims: readonly ShownClaim[];
}

/** The claims by topic, in the order of the paper. */
export function claimTopics(paper: Paper, claims: readonly ShownClaim[]): ClaimTopic[] {
  const topicsById = new Map(paper.claims.map(({ id, topic }) => [id, topic]));
  const claimsByTopic = new Map<string | undefined, ShownClaim[]>();
  for (const claim of claims) {
    const topic = topicsById.get(claim.id);
    claimsByTopic.set(topic, [...(claimsByTopic.get(topic) ?? []), claim]);
  }
  return [...claimsByTopic].map(([topic, claimsOfTopic]) => ({ topic, claims: claimsOfTopic }));
}

const shortTableName = ({ shortName, source }: PaperTable) => shortName ?? source;

const COUNTED_JUDGEMENTS: readonly NumberJudgement[] = ['within', 'outside'];

/** "R7 VC 1", "Table 1, 4 blue, flat": the column is left out if all counted numbers of the table are in it. */
export function shortNumberName(paper: Paper, cells: readonly ShownNumber[], cell: ShownNumber): string {
  const table = required(paper.tables.find(({ id }) => id === cell.table));
  const columns = new Set(
    cells
      .filter(({ table: id, verdict }) => id === table.id && COUNTED_JUDGEMENTS.includes(verdict))
      .map(({ column }) => column),
  );
  const rowName = `${shortTableName(table)}${table.shortName === undefined ? ',' : ''} ${cell.row}`;
  return columns.size < 2 ? rowName : `${rowName}, ${cell.column}`;
}
