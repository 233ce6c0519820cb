/**
 * `paper`: measures the printed numbers and claims of a paper again, on all processors, and compares them cell by cell.
 */

import { formatEvidence } from '../../papers/evidence-text.ts';
import { findPaper, paperIds } from '../../papers/index.ts';
import {
  formatScore,
  type JudgedNumber,
  type JudgedPaper,
  type JudgedPaperClaim,
  type JudgedTable,
  judgePaper,
} from '../../papers/judge-paper.ts';
import { measurementPlan } from '../../papers/measurement-plan.ts';
import type { MeasurementMode, PaperTable } from '../../papers/paper.ts';
import { type CheckSample, checkSampleTask, paperRecord } from '../../papers/paper-record.ts';
import { TaskResults } from '../../papers/task-results.ts';
import { formatTolerance, tolerances } from '../../papers/tolerances.ts';
import {
  formatReading,
  type PapersReport,
  paperMeasurements,
  paperMeasurementsJson,
} from '../../papers/validation-report.ts';
import { formatSpread } from '../../shared/format-spread.ts';
import { required } from '../../shared/required.ts';
import { formatTask } from '../../studies/tasks.ts';
import { version } from '../../version.ts';
import { type CommandWork, type GroupDuration, runCommandWork } from '../command-work.ts';
import { type ParsedArguments, parseArguments } from '../input/arguments.ts';
import { type CommandIo, InputError } from '../io.ts';
import { alignColumns } from '../output/report.ts';
import { jobsOption } from '../thread-pool.ts';

export interface PaperRequest {
  readonly kind: 'paper';
  /** Ids. */
  readonly papers: readonly string[];
  readonly mode: MeasurementMode;
}

/** Runs the command: prints the comparison as text or JSON. */
export async function paperCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, ['--jobs'], ['--quick', '--json'], 1);
  const request = readPaperRequest(parsedArguments.positionals[0], parsedArguments);
  await runCommandWork(
    paperWork(request),
    parsedArguments.flags.has('--json') ? 'json' : 'text',
    jobsOption(parsedArguments),
    io,
  );
}

/**
 * The papers that are measured, and how.
 * @param id of a paper; all papers without it
 * @throws InputError if there is no such paper
 */
export function readPaperRequest(id: string | undefined, { flags }: Pick<ParsedArguments, 'flags'>): PaperRequest {
  if (id !== undefined && findPaper(id) === undefined)
    throw new InputError(`paper: ${id} is unknown; allowed: ${paperIds.join(', ')}`);
  return { kind: 'paper', papers: id === undefined ? paperIds : [id], mode: flags.has('--quick') ? 'quick' : 'full' };
}

/** The tasks of the papers, and the report on their results. */
export function paperWork({ papers: ids, mode }: PaperRequest): CommandWork {
  const papers = ids.map((id) => required(findPaper(id)));
  const { tasks, weightOf } = measurementPlan(papers, mode);
  const results = new TaskResults();
  const failures: string[] = [];
  const checkSamples = new Map<string, CheckSample | undefined>(
    papers.map((paper) => [formatTask(checkSampleTask(paper, mode)), undefined]),
  );
  const createReport = (duration: GroupDuration, date: string): PapersReport => {
    const judgedPapers = papers.map((paper) => judgePaper(paper, results));
    const records = papers.map((paper) =>
      paperRecord(paper, mode, results, { version, date }, checkSamples.get(formatTask(checkSampleTask(paper, mode)))),
    );
    return { ...paperMeasurements(mode, judgedPapers, failures), ...duration, records };
  };
  return {
    groups: [{ name: papers.length === 1 ? required(papers[0]).id : 'papers', tasks, weightOf }],
    reportFormats: ['text', 'json'],
    failures,
    addResult: (result, task) => {
      results.add(result);
      if (checkSamples.has(formatTask(task))) checkSamples.set(formatTask(task), { task, result });
    },
    addFailure: (task, message) => void failures.push(`${formatTask(task)}: ${message}`),
    formatReport: (format, [duration], date) => {
      const report = createReport(duration as GroupDuration, date);
      return format === 'json' ? paperMeasurementsJson(report) : formatPapers(report);
    },
  };
}

function formatPapers({ mode, papers: judged, runs, simulatedSeconds, wallSeconds, jobs }: PapersReport): string {
  const formattedDuration = `${mode}: ${runs} runs, ${Math.round(simulatedSeconds)} simulated seconds in ${wallSeconds.toFixed(1)} s on ${jobs} threads`;
  return [...judged.map(formatPaper), formattedDuration].join('\n\n');
}

function formatPaper(judgedPaper: JudgedPaper): string {
  const paper = required(findPaper(judgedPaper.id));
  const tables = paper.tables.map((table, index) =>
    formatPaperTable(
      table,
      required(judgedPaper.tables[index]),
      judgedPaper.cells.filter((cell) => cell.table === table.id),
    ),
  );
  return [
    `${judgedPaper.id}: ${judgedPaper.title}\n${paper.authors}`,
    ['how we read it', ...judgedPaper.readings.map((reading) => `  ${formatReading(reading)}`)].join('\n'),
    ...tables,
    judgedPaper.claims.map(formatClaim).join('\n'),
    formatCounts(judgedPaper),
  ].join('\n\n');
}

function formatPaperTable(
  { source, title, unit, note, digits }: PaperTable,
  score: JudgedTable,
  cells: readonly JudgedNumber[],
): string {
  const formatFigure = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(digits));
  const rows = cells.map((cell) => [
    cell.row,
    cell.column,
    `${formatFigure(cell.printed)}${cell.interval === undefined ? '' : `±${formatFigure(cell.interval)}`}`,
    `${formatFigure(cell.measured)}${formatSpread(cell.ci95, formatFigure, '±')}`,
    formatFigure(cell.difference),
    cell.verdict,
  ]);
  const reasons = [...new Set(cells.flatMap(({ suspect, cause }) => suspect ?? cause ?? []))];
  const toleranceTexts = [...new Set(cells.map(({ tolerance }) => tolerance))].map((id) => {
    const tolerance = tolerances[id as keyof typeof tolerances];
    return `tolerance ${id}, ${formatTolerance(tolerance)}: ${tolerance.why}`;
  });
  return [
    `${source}: ${title}${unit === '' ? '' : ` (${unit})`}`,
    alignColumns([['row', 'column', 'published', 'measured', 'difference', 'verdict'], ...rows]),
    ...(note === undefined ? [] : [note]),
    `within: ${formatScore(score)}`,
    `null model: ${score.nullModel.what} (${score.nullModel.why})`,
    ...toleranceTexts,
    ...reasons,
  ].join('\n');
}

function formatClaim({ id, verdict, sentence, evidence, cause }: JudgedPaperClaim): string {
  return `${id} ${verdict}: ${sentence}\n  ${formatEvidence(evidence)}${cause === undefined ? '' : `\n  cause: ${cause}`}`;
}

function formatCounts({ tables, cells, claims, counts, runs, simulatedSeconds }: JudgedPaper): string {
  const formatTally = (tally: Readonly<Record<string, number>>) =>
    Object.entries(tally)
      .filter(([, count]) => typeof count === 'number' && count > 0)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(', ');
  const sum = (summedTables: readonly JudgedTable[]) =>
    summedTables.reduce((total, { nullModel }) => total + nullModel.within, 0);
  const { claims: claimCounts, ...cellCounts } = counts;
  const figures =
    cells.length === 0
      ? ''
      : `${cells.length} figures: ${formatTally(cellCounts)} (null models: ${sum(tables)} within); `;
  return `${figures}${claims.length} claims: ${formatTally(claimCounts)}; ${runs} runs, ${Math.round(simulatedSeconds)} simulated seconds`;
}
