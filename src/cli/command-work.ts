/**
 * The work of a command: its tasks, and the report of their results. It runs on one machine, or in parts on several.
 */
import { TaskPool } from '../studies/task-pool.ts';
import type { Task, TaskResult } from '../studies/tasks.ts';
import type { CommandIo } from './io.ts';
import { createProgressPrinter } from './output/progress-printer.ts';
import { taskSeconds } from './task-seconds.ts';
import { startThreadWorker } from './thread-pool.ts';

/** The format of a report. */
export type ReportFormat = 'text' | 'json' | 'csv';

/** Tasks that belong together, and the order in which they run. */
export interface TaskGroup {
  /** Name of the work, for messages. */
  readonly name: string;
  /** In order: the longest first, or those of one curve together. */
  readonly tasks: readonly Task[];
  /** Relative duration of a task: the amount that its link can carry, bit (`weightOfTask`). */
  readonly weightOf: (task: Task) => number;
}

/** The time that the runs of a part needed. */
export interface GroupDuration {
  readonly wallSeconds: number;
  /** Threads that worked at the same time. */
  readonly jobs: number;
}

export interface CommandWork {
  readonly groups: readonly TaskGroup[];
  /** Possible formats of the report. */
  readonly reportFormats: readonly ReportFormat[];
  /** Adds a result: each result once, in any order. */
  addResult(result: TaskResult, task: Task): void;
  /** A task failed; the message gives the reason. */
  addFailure(task: Task, message: string): void;
  /**
   * The report of all results so far.
   * @param durations of each group
   * @param date of the measurement, YYYY-MM-DD
   */
  formatReport(format: ReportFormat, durations: readonly GroupDuration[], date: string): string;
  /** Messages of failed tasks. */
  readonly failures: readonly string[];
}

/**
 * Least work of a thread, estimated s of processor time. Each thread loads and compiles the program, which takes about
 * half of it.
 */
const MIN_THREAD_SECONDS = 1;

/** The number of threads that is worth their start: each has enough work. */
export function usefulJobCount({ tasks, weightOf }: TaskGroup, jobCount: number): number {
  const seconds = tasks.reduce((sum, task) => sum + taskSeconds(weightOf(task)), 0);
  return Math.max(1, Math.min(jobCount, Math.floor(seconds / MIN_THREAD_SECONDS)));
}

/** Does all tasks with at most this number of threads, and prints the report. */
export async function runCommandWork(
  work: CommandWork,
  format: ReportFormat,
  jobCount: number,
  io: CommandIo,
): Promise<void> {
  const groupDurations: GroupDuration[] = [];
  for (const group of work.groups) {
    const { name, tasks, weightOf } = group;
    const jobs = usefulJobCount(group, jobCount);
    const startSeconds = io.seconds();
    const onProgress = createProgressPrinter(io, startSeconds, name);
    const events = { onProgress, onDone: work.addResult.bind(work), onFailure: work.addFailure.bind(work) };
    await new TaskPool(tasks, events, weightOf).run(jobs, () => startThreadWorker(io.programFile));
    groupDurations.push({ wallSeconds: io.seconds() - startSeconds, jobs });
  }
  printReport(io, work, { format, groupDurations, date: io.date() });
}

interface ReportOptions {
  readonly format: ReportFormat;
  readonly groupDurations: readonly GroupDuration[];
  readonly date: string;
}

/**
 * Prints the report.
 * @throws Error if tasks have failed
 */
export function printReport(io: CommandIo, work: CommandWork, { format, groupDurations, date }: ReportOptions): void {
  io.out(work.formatReport(format, groupDurations, date));
  if (work.failures.length > 0) throw new Error(work.failures.join('\n'));
}
