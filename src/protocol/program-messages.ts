/** Requests to the worker that reads or judges a program, and its answers. */
import type { JudgedRule } from '../judging/rules/contract-rules.ts';
import type { Declaration } from '../program/declaration.ts';

/** A lane's worker reads a program too: it has the code that runs it. */
export interface AnalyseProgramRequest {
  readonly type: 'analyseProgram';
  readonly source: string;
}

/** Its answer, among the other messages of a lane's worker. */
export interface AnalyseProgramAnswer {
  readonly type: 'programAnalysed';
  readonly result: ProgramAnalysis;
}

/** What a program declares, or why it does not run. */
export type ProgramAnalysis =
  /** The declaration of each version, the oldest first. */
  | { readonly declarations: readonly Declaration[] }
  /** The problem of the program, and its line from 1. */
  | { readonly problem: { readonly message: string; readonly line: number | undefined } }
  /** The interpreter could not be loaded. */
  | { readonly loadError: string };

/** The answer of the worker that judges a program, after its progress. */
export type JudgeProgramAnswer =
  /** The share of the tests that is done, 0 to 1. */
  | { readonly progress: number }
  | { readonly judgedRules: readonly JudgedRule[] }
  /** The tests stopped because of an error of their own. */
  | { readonly stopError: string }
  | Exclude<ProgramAnalysis, { readonly declarations: unknown }>;
