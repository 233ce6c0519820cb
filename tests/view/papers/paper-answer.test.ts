/** The answer of a page in words: its figures are counted, and its words agree with them. */
import { describe, expect, test } from 'vitest';
import { findPaper, papers } from '../../../src/papers/index.ts';
import { judgePaper } from '../../../src/papers/judge-paper.ts';
import { type ShownClaim, shownPaper } from '../../../src/papers/measured-or-recorded.ts';
import { TaskResults } from '../../../src/papers/task-results.ts';
import { required } from '../../../src/shared/required.ts';
import {
  claimTopics,
  formatClaimAnswer,
  formatNumberAnswer,
  formatWrittenAnswer,
  shortNumberName,
} from '../../../src/view/papers/paper-answer.ts';
import { madeUp } from '../../papers/made-up.ts';

const paperOf = (id: string) => required(findPaper(id));
const goyal = paperOf('goyal-dfba');
const videos = paperOf('bhattacharjee-mckinnon');
const shown = (paper: typeof goyal, results = madeUp([paper])) =>
  shownPaper(paper, judgePaper(paper, results), undefined);

describe('claims', () => {
  const judged = (judgementOf: (claim: ShownClaim) => ShownClaim['verdict']) => ({
    claims: shown(videos, new TaskResults()).claims.map((claim) => ({ ...claim, verdict: judgementOf(claim) })),
  });

  test('those that fail are counted by topic; those without a judgement have their own sentence', () => {
    const judgements: Record<string, ShownClaim['verdict']> = {
      'C0.4': 'fails',
      'C0.5': 'fails',
      'C0.13': 'fails',
      'C0.8': 'not checkable',
    };
    expect(
      formatClaimAnswer(
        videos,
        judged(({ id }) => judgements[id] ?? 'holds'),
      ),
    ).toBe('Of 27 claims, 23 hold in our runs and 3 do not: 2 on buffer size and 1 on delay. 1 is not checkable.');
  });

  test('if none fails, none is said to; without measurements, there is no count', () => {
    expect(
      formatClaimAnswer(
        videos,
        judged(() => 'holds'),
      ),
    ).toBe('Of 27 claims, 27 hold in our runs.');
    expect(
      formatClaimAnswer(
        videos,
        judged(() => 'missing'),
      ),
    ).toBe('The claims of this paper are not measured yet.');
  });

  test('topics are in the order of the paper, and have all its claims', () => {
    for (const paper of papers) {
      const { claims } = shown(paper, new TaskResults());
      expect(claimTopics(paper, claims).flatMap((topic) => topic.claims)).toEqual(claims);
    }
    expect(claimTopics(videos, shown(videos, new TaskResults()).claims).map(({ topic }) => topic)).toEqual([
      'Buffer size',
      'Delay',
      'Faster links',
      'Goodput',
      'Videos in step',
    ]);
  });
});

describe('numbers', () => {
  const { cells } = shown(goyal);
  const withOutside = (count: number) => {
    let left = count;
    const judgedCells = cells.map((cell) => {
      if (cell.verdict !== 'within' && cell.verdict !== 'outside') return cell;
      left--;
      return { ...cell, verdict: left >= 0 ? ('outside' as const) : ('within' as const) };
    });
    const counts = { ...shown(goyal).counts, within: 35 - count, outside: count };
    return formatNumberAnswer(goyal, { cells: judgedCells, counts });
  };

  test('a few are left to the picture; of many, their tables are named', () => {
    expect(withOutside(0)).toBe('Of 35 printed numbers, 35 are within the tolerance (●).');
    expect(withOutside(1)).toBe('Of 35 printed numbers, 34 are within the tolerance (●) and 1 is not (×).');
    expect(withOutside(7)).toBe(
      'Of 35 printed numbers, 28 are within the tolerance (●) and 7 are not (×): 5 in R1 and 2 in R2.',
    );
  });

  test('a paper without printed numbers says nothing about them', () => {
    expect(formatNumberAnswer(videos, shown(videos, new TaskResults()))).toBe('');
  });

  test('a name has the column only where the table counts several', () => {
    const [first] = cells;
    expect(shortNumberName(goyal, cells, required(first))).toBe('R1 VC 1');
    const abe = paperOf('abe');
    const { cells: cellsOfAbe } = shown(abe);
    expect(shortNumberName(abe, cellsOfAbe, required(cellsOfAbe[0]))).toBe('Table 1, 4 blue, d = 10 ms');
  });
});

test('the words for what was measured instead have no figures of results', () => {
  const texts = papers.flatMap(({ claims }) => claims.flatMap(({ instead = [] }) => instead));
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/\d\.\d/);
  }
});

describe('an answer in words', () => {
  test('is shown as long as its claims have their judgements, and rests on claims of its paper', () => {
    const answered = papers.filter(({ answer }) => answer !== undefined);
    expect(answered.map(({ id }) => id)).toEqual(expect.arrayContaining(['goyal-dfba', 'zhao-reddy', 'abe', 'hu-vbs']));
    for (const paper of answered) {
      const { text, holding, failing } = required(paper.answer);
      const claims = paper.claims.map(({ id }) => ({
        id,
        verdict: holding.includes(id) ? ('holds' as const) : ('fails' as const),
      }));
      const withVerdicts = (changed?: string) => ({
        claims: shown(paper, new TaskResults()).claims.map((claim, index) => ({
          ...claim,
          verdict: claim.id === changed ? ('not distinguishable' as const) : required(claims[index]).verdict,
        })),
      });
      expect(formatWrittenAnswer(paper, withVerdicts())).toBe(text);
      for (const id of [...holding, ...failing]) {
        expect(claims.map((claim) => claim.id)).toContain(id);
        expect(formatWrittenAnswer(paper, withVerdicts(id))).toBeUndefined();
      }
    }
  });
});
