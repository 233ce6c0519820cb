/** What is asked of the worker that reads or judges a program, and what it answers. */
import type { Judged } from '../contract/rules.ts';
import type { Declaration } from '../own/declaration.ts';

/** A lane's worker reads a program too: it has the code that runs it. */
export interface ReadProgram {
  readonly type: 'readProgram';
  readonly source: string;
}

/** Its answer, among what else a lane's worker says. */
export interface ReadAnswer {
  readonly type: 'programRead';
  readonly read: ProgramRead;
}

export type ProgramRead =
  /** Of each version, the oldest first. */
  | { readonly declarations: readonly Declaration[] }
  /** What is wrong with the program, and its line from 1. */
  | { readonly problem: { readonly message: string; readonly line: number | undefined } }
  /** The interpreter could not be loaded. */
  | { readonly missing: string };

/** What the worker that judges a program answers, after its progress. */
export type ProgramJudged =
  /** The share of the tests that is done, 0 to 1. */
  | { readonly share: number }
  | { readonly judged: readonly Judged[] }
  /** The tests stopped because of an error of their own. */
  | { readonly stopped: string }
  | Exclude<ProgramRead, { readonly declarations: unknown }>;
