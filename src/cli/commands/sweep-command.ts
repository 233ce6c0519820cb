/** `sweep`: does the runs of a sweep file on all processors and prints a row for each point. */

import { formatCsv } from '../../export/csv.ts';
import { encodeParquet } from '../../export/parquet.ts';
import { weightOfTask } from '../../papers/measurement-plan.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { formatRunTask, sweepTasks } from '../../studies/sweep.ts';
import { formatSweepJson, type SweepWithResults, sweepFile, sweepTable } from '../../studies/sweep-report.ts';
import { SweepResults } from '../../studies/sweep-results.ts';
import type { RunTask, RunTaskResult, Task } from '../../studies/tasks.ts';
import { version } from '../../version.ts';
import { type CommandWork, runCommandWork } from '../command-work.ts';
import { outputFormat, type ParsedArguments, parseArguments } from '../input/arguments.ts';
import { readRequestedProgram } from '../input/policy-file.ts';
import { readInput } from '../input/read-input.ts';
import { parseSweep, parseSweepData } from '../input/sweep-file.ts';
import { type CommandIo, InputError } from '../io.ts';
import { alignColumns } from '../output/report.ts';
import { jobsOption } from '../thread-pool.ts';

/** Longest file of a sweep, bytes: the page saves the results with the sweep. */
const MAX_SWEEP_BYTES = 1 << 26;

export interface SweepRequest {
  readonly kind: 'sweep';
  readonly sweep: ReturnType<typeof sweepFile>;
}

/**
 * Runs `sweep`.
 * @throws InputError for arguments or a file that are not allowed
 */
export async function sweepCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  const parsedArguments = parseArguments(argv, ['--jobs', '--policy-file', '--parquet'], ['--json', '--csv'], 1);
  const [file] = parsedArguments.positionals;
  if (file === undefined) throw new InputError('sweep: a file is missing; allowed: a sweep that the page saved');
  const work = sweepWork(parseSweepRequest(file, parsedArguments, io));
  const path = parsedArguments.last('--parquet');
  // Opened before the sweep, so that an error is reported before it.
  const parquet = path === undefined ? undefined : io.openBytes(path, '--parquet');
  try {
    await runCommandWork(work, outputFormat(parsedArguments), jobsOption(parsedArguments), io);
    parquet?.write(parquetBytes(work.measuredSweep()));
  } finally {
    parquet?.close();
  }
}

const parquetBytes = (measuredSweep: SweepWithResults) =>
  encodeParquet(sweepTable(measuredSweep), {
    bufferscope: `Bufferscope ${version}`,
    sweep: formatSweepJson(measuredSweep),
  });

/**
 * The sweep of a file, with the program of `--policy-file` if there is one.
 * @throws InputError
 */
export function parseSweepRequest(file: string, parsedArguments: ParsedArguments, io: CommandIo): SweepRequest {
  const text = readInput('file', file, () => decodeUtf8(io.readBytes(file, MAX_SWEEP_BYTES)));
  const givenProgram = readRequestedProgram(parsedArguments, io);
  const sweep = parseSweep(text, file, givenProgram);
  if (sweep.lanes.some(({ program }) => program !== undefined))
    io.err(`${givenProgram?.name ?? `${file}: its program`} runs in the sandbox`);
  return { kind: 'sweep', sweep: sweepFile(sweep) };
}

/** The tasks of a sweep file, and the report on their results. */
export function sweepWork({
  sweep: file,
}: SweepRequest): CommandWork & { readonly measuredSweep: () => SweepWithResults } {
  const sweep = parseSweepData(file, 'sweep');
  const results = new SweepResults(sweep);
  const failures: string[] = [];
  // The replications of a point share its scenario.
  const weights = new Map<RunTask['scenario'], number>();
  const weightOf = (task: Task) => {
    const { scenario } = task as RunTask;
    const weight = weights.get(scenario) ?? weightOfTask(task);
    weights.set(scenario, weight);
    return weight;
  };
  const measuredSweep = () => ({ sweep, points: results.points() });
  return {
    measuredSweep,
    groups: [{ name: 'sweep', tasks: sweepTasks(sweep), weightOf }],
    reportFormats: ['text', 'json', 'csv'],
    failures,
    addResult: (result) => results.add(result as RunTaskResult),
    addFailure: (task, message) => void failures.push(`${formatRunTask(task as RunTask, sweep)}: ${message}`),
    formatReport: (format) => {
      if (format === 'json') return formatSweepJson(measuredSweep());
      const { head, rows } = sweepTable(measuredSweep());
      if (format === 'csv') return formatCsv([head, ...rows]);
      const formatCell = (cell: string | number | undefined) =>
        typeof cell === 'number' ? String(Number(cell.toPrecision(6))) : (cell ?? '');
      return alignColumns([head, ...rows.map((row) => row.map(formatCell))]);
    },
  };
}
