/** docs/VALIDATION.md: published figures beside measured ones, from the records of the papers. */

import { required } from '../shared/required.ts';
import { formatEvidence, formatStatement } from './evidence-text.ts';
import { findPaper, papers } from './index.ts';
import {
  CLAIM_JUDGEMENTS,
  formatScore,
  type JudgedNumber,
  type JudgedPaper,
  type JudgedTable,
  judgeFindings,
  NUMBER_JUDGEMENTS,
} from './judge-paper.ts';
import { formatCitation, type MeasurementMode, type PaperReading, type PaperTable } from './paper.ts';
import { findingsOfRecord, type PaperRecord } from './paper-record.ts';
import { formatTolerance, type ToleranceId, tolerances } from './tolerances.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

/** The measurements and their cost: the same in a browser as in Node. */
export interface PaperMeasurements {
  readonly mode: MeasurementMode;
  readonly papers: readonly JudgedPaper[];
  readonly runs: number;
  readonly simulatedSeconds: number;
  /** Runs that failed, with their messages. */
  readonly failures: readonly string[];
}

/** The output of `paper --json`. */
export interface PapersReport extends PaperMeasurements {
  readonly wallSeconds: number;
  readonly jobs: number;
  /** One for each paper; they are published with the page. */
  readonly records: readonly PaperRecord[];
}

/** The judged papers with the time that their runs took. */
export function paperMeasurements(
  mode: MeasurementMode,
  papers: readonly JudgedPaper[],
  failures: readonly string[],
): PaperMeasurements {
  return { mode, papers, failures, ...spentOn(papers) };
}

/** The measurements as JSON. The evidence of a claim, and what was measured for it, are in words. */
export const paperMeasurementsJson = (report: PaperMeasurements): string =>
  JSON.stringify(
    {
      ...report,
      papers: report.papers.map((paper) => ({
        ...paper,
        claims: paper.claims.map(({ measured, ...claim }) => ({
          ...claim,
          evidence: formatEvidence(claim.evidence),
          ...(measured === undefined ? {} : { measuredText: formatStatement(measured) }),
        })),
      })),
    },
    null,
    2,
  );

function spentOn(papers: readonly JudgedPaper[]): Pick<PaperMeasurements, 'runs' | 'simulatedSeconds'> {
  const sum = (count: (paper: JudgedPaper) => number) => papers.reduce((total, paper) => total + count(paper), 0);
  return { runs: sum(({ runs }) => runs), simulatedSeconds: sum(({ simulatedSeconds }) => simulatedSeconds) };
}

/** A whole number as the documents write it, in groups of three digits. */
const formatGroupedInteger = (value: number) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [formatLine(head), formatLine(head.map(() => '---')), ...rows.map(formatLine)].join('\n');
}

/** A recorded paper, judged by its record. */
interface RecordedPaper extends JudgedPaper {
  readonly record: PaperRecord;
}

/** The papers that have a record, in their own order. */
function judgedByRecord(records: readonly PaperRecord[]): RecordedPaper[] {
  return papers.flatMap((paper) => {
    const record = records.find((candidate) => candidate.paper === paper.id);
    return record === undefined ? [] : [{ ...judgeFindings(paper, findingsOfRecord(record)), record }];
  });
}

const nullModelCount = (tables: readonly JudgedTable[]) =>
  tables.reduce((sum, { nullModel }) => sum + nullModel.within, 0);

function formatCounts(papers: readonly RecordedPaper[]): string {
  const rows = papers.map(({ id, record, tables, cells, claims, counts, runs, simulatedSeconds }) => [
    `[${id}](#${id})`,
    record.date,
    record.version,
    record.mode,
    ...[cells.length, ...NUMBER_JUDGEMENTS.map((judgement) => counts[judgement]), nullModelCount(tables)].map(String),
    ...[claims.length, ...CLAIM_JUDGEMENTS.map((judgement) => counts.claims[judgement])].map(String),
    formatGroupedInteger(runs),
    formatGroupedInteger(simulatedSeconds),
  ]);
  const formatJudgements = (judgements: readonly string[], subject: string) =>
    judgements.map((judgement) => (judgement === 'missing' ? `${subject} missing` : judgement));
  const figures = ['figures', ...formatJudgements(NUMBER_JUDGEMENTS, 'figures'), 'within by null models'];
  const claims = ['claims', ...formatJudgements(CLAIM_JUDGEMENTS, 'claims')];
  return formatMarkdownTable(
    ['', 'measured on', 'version', 'mode', ...figures, ...claims, 'runs', 'simulated s'],
    rows,
  );
}

function formatCells({ id, title, source, unit, digits, note }: PaperTable, judgedPaper: JudgedPaper): string {
  const formatFigure = (value: number | undefined, half?: number) =>
    value === undefined ? '' : `${value.toFixed(digits)}${half === undefined ? '' : ` ± ${half.toFixed(digits)}`}`;
  const cells = judgedPaper.cells.filter((cell) => cell.table === id);
  const rows = cells.map(({ row, column, printed, interval, measured, ci95, difference, verdict }) => [
    row,
    column,
    formatFigure(printed, interval),
    formatFigure(measured, ci95),
    formatFigure(difference),
    verdict === 'outside' || verdict === 'missing' ? `**${verdict}**` : verdict,
  ]);
  const score = required(judgedPaper.tables.find((table) => table.id === id));
  const { what, why } = score.nullModel;
  return [
    `### ${source}: ${title}${unit === '' ? '' : ` (${unit})`}`,
    ...(note === undefined ? [] : [note]),
    `Within: ${formatScore(score)}. Null model: ${what} (${why}).`,
    formatMarkdownTable(['', '', 'published', 'measured', 'difference', ''], rows),
  ].join('\n\n');
}

/** Values that are not within, with their causes. Cells with the same cause are in one entry. */
function formatMisses({ cells }: JudgedPaper): string[] {
  const numbersOutside = new Map<string, JudgedNumber[]>();
  for (const cell of cells) {
    if (cell.verdict !== 'outside' && cell.verdict !== 'suspect') continue;
    const causeText =
      cell.suspect === undefined ? (cell.cause ?? 'The cause is not known') : `Suspect: ${cell.suspect}`;
    numbersOutside.set(causeText, [...(numbersOutside.get(causeText) ?? []), cell]);
  }
  return [...numbersOutside].map(
    ([why, missedCells]) => `- ${missedCells.map(({ id }) => `\`${id}\``).join(', ')}: ${why.replace(/\.$/, '')}.`,
  );
}

function formatClaims({ claims }: JudgedPaper): string {
  return claims
    .map(({ id, sentence, verdict, evidence, cause }) => {
      const sign = verdict === 'holds' ? verdict : `**${verdict}**`;
      return `- **${id}** ${sentence} — ${sign}: ${formatEvidence(evidence).replace(/\.$/, '')}.${cause === undefined ? '' : ` Cause: ${cause.replace(/\.$/, '')}.`}`;
    })
    .join('\n');
}

/** The readings of a paper, one per line. */
export function formatReading({ what, basis, why, against }: PaperReading): string {
  return `${what} (${basis}). Reason: ${why}.${against === undefined ? '' : ` Against this reading: ${against}.`}`;
}

function formatPaper(judgedPaper: JudgedPaper): string {
  const paper = required(findPaper(judgedPaper.id));
  const misses = formatMisses(judgedPaper);
  return [
    `## ${judgedPaper.id}`,
    `${formatCitation(paper)}.`,
    `${paper.question} ${paper.setUp}`,
    '### How we read the paper',
    judgedPaper.readings.map((reading) => `- ${formatReading(reading)}`).join('\n'),
    ...paper.tables.map((judgedTable) => formatCells(judgedTable, judgedPaper)),
    ...(misses.length === 0 ? [] : ['### Numbers outside the tolerance, and known causes', misses.join('\n')]),
    '### Claims of the paper',
    formatClaims(judgedPaper),
  ].join('\n\n');
}

function formatTolerances(papers: readonly JudgedPaper[]): string {
  const usedTolerances = new Set(
    papers.flatMap(({ cells }) => cells.map(({ tolerance }) => tolerance)),
  ) as Set<ToleranceId>;
  return formatMarkdownTable(
    ['tolerance', 'value', 'why'],
    [...usedTolerances].map((id) => [id, formatTolerance(tolerances[id]), tolerances[id].why]),
  );
}

/**
 * @param records one for each paper
 * @param failures runs that failed in the last measurement, with their messages
 */
export function formatValidationReport(records: readonly PaperRecord[], failures: readonly string[]): string {
  const recordedPapers = judgedByRecord(records);
  const { runs, simulatedSeconds } = spentOn(recordedPapers);
  return wrapMarkdown(`# Published against measured

Written by \`npm run validate\` from the records that are published with the page. Do not edit. The records come from ${formatGroupedInteger(runs)} runs, with ${formatGroupedInteger(simulatedSeconds)} simulated seconds in total.
\`sim paper [ID] [--quick]\` repeats the runs.

This document shows every figure that the five papers print. It gives the mean of our runs, the half-width of its 95 % interval (Student's t over seeds) and the difference. It also tests every claim that runs can test, with the same seeds on both sides.

- A figure is *within* when the mean is within its tolerance, or when the printed interval and ours overlap. Otherwise it is *outside*.
- No number is counted twice. A *derived* figure is calculated from other figures of its paper. It is shown but not counted.
- A *suspect* figure contradicts its own paper. It is not counted either.
- A claim is *not distinguishable* when an interval contains values for it and values against it. A claim with the words "at least" also holds when no mean difference is negative.
- Each table has a *null model*: a guess made without the simulation. It is judged by the same tolerances. If the null model scores as well as our simulator, the table does not show that our simulator is right.
- Each reading of a paper is marked *printed* (the paper states it) or *inferred* (we conclude it).

${formatCounts(recordedPapers)}
${failures.length === 0 ? '' : `\nRuns that failed:\n\n${failures.map((failure) => `- ${failure}`).join('\n')}\n`}
[NS2.md](NS2.md) compares every cell with ns-2. [ABE.md](ABE.md) and [GFR.md](GFR.md) show the results of other readings of the papers.
[APPLICATION-BUFFERING.md](APPLICATION-BUFFERING.md) shows the figures of Bhattacharjee & McKinnon.

${recordedPapers.map(formatPaper).join('\n\n')}

## Tolerances

No tolerance comes from our results.

${formatTolerances(recordedPapers)}
`);
}
