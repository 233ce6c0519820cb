/** What a command measures: tasks, and what is printed of their results. On one machine, or in parts on several. */
import type { Task, TaskResult } from '../studies/tasks.ts';
import type { Io } from './io.ts';
import { progressLine } from './progress.ts';
import { runAll } from './task-pool.ts';

/** How a report is written. */
export type Form = 'text' | 'json' | 'csv';

/** Tasks that are measured together. */
export interface Part {
  /** For messages. */
  readonly name: string;
  /** The longest first, or those of one curve together. */
  readonly tasks: readonly Task[];
  /** How long a task takes beside others: bits that its link can carry (`weightOfTask`). */
  readonly weightOf: (task: Task) => number;
}

/** What the runs of a part took. */
export interface Spent {
  readonly wallSeconds: number;
  /** Threads that worked at the same time. */
  readonly jobs: number;
}

export interface Work {
  readonly parts: readonly Part[];
  /** Forms in which it can be reported. */
  readonly forms: readonly Form[];
  /** Takes a result: each once, in any order. */
  done(result: TaskResult, task: Task): void;
  /** A task has no result; the message says why. */
  failed(task: Task, message: string): void;
  /**
   * Of all results so far.
   * @param spent for each part
   * @param date of the measurement, YYYY-MM-DD
   */
  report(form: Form, spent: readonly Spent[], date: string): string;
  /** Of tasks that failed. */
  readonly failures: readonly string[];
}

/** Does all tasks with so many threads of this program and prints the report. */
export async function measure(work: Work, form: Form, jobs: number, io: Io): Promise<void> {
  const spent: Spent[] = [];
  for (const { name, tasks, weightOf } of work.parts) {
    const began = io.seconds();
    const progress = progressLine(io, began, name);
    const events = { progress, done: work.done.bind(work), failed: work.failed.bind(work) };
    await runAll(tasks, jobs, events, weightOf);
    spent.push({ wallSeconds: io.seconds() - began, jobs });
  }
  printReport(work, form, spent, io.date(), io);
}

/** Prints the report. @throws when tasks have failed */
export function printReport(work: Work, form: Form, spent: readonly Spent[], date: string, io: Io): void {
  io.out(work.report(form, spent, date));
  if (work.failures.length > 0) throw new Error(work.failures.join('\n'));
}
