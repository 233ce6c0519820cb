/** Messages between the page and the worker that writes a run as a file. One worker writes one file. */
import type { Scenario } from '../engine/scenario.ts';
import type { FormChoice } from '../export/files.ts';
import type { FormId } from '../export/forms.ts';
import type { AboutRun } from '../export/series-table.ts';
import type { LiveEdit, OpenLane } from './messages.ts';

/** A run, and the file that is wanted of it. */
export interface ExportTask {
  readonly form: FormId;
  readonly choice: FormChoice;
  readonly untilNs: number;
  readonly about: AboutRun;
  readonly scenario: Scenario;
  /** Of all lanes, by path. */
  readonly edits: readonly LiveEdit[];
  readonly lanes: readonly Pick<OpenLane, 'scenario' | 'policy' | 'policyValues' | 'program' | 'seed' | 'edits'>[];
}

/** @typeParam F the file: what a browser calls a blob */
export type FromExport<F> =
  /** Part of the runs that is done, 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly file: F }
  | { readonly type: 'failed'; readonly message: string };
