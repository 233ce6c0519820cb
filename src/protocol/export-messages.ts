/** Messages between the page and the worker that writes a run as a file. One worker writes one file. */
import type { Scenario } from '../engine/scenario/scenario.ts';
import type { FileFormatId } from '../export/file-formats.ts';
import type { FormatOptions } from '../export/format-files.ts';
import type { MeasuredTable } from '../export/measured-table.ts';
import type { AboutRun } from '../export/series-table.ts';
import type { LaneRun, LiveEdit } from './messages.ts';

/** A run, and the wanted file. */
export interface ExportTask {
  readonly format: FileFormatId;
  readonly options: FormatOptions;
  /** The end of the part of the run that is written, ns. */
  readonly untilNs: number;
  readonly aboutRun: AboutRun;
  readonly scenario: Scenario;
  /** Edits of all lanes, by path. */
  readonly edits: readonly LiveEdit[];
  readonly lanes: readonly LaneRun[];
  /** Measured series that the file has besides the run. */
  readonly measured?: readonly MeasuredTable[] | undefined;
}

/** @typeParam F the type of the file: a browser's Blob */
export type MessageFromExport<F> =
  /** Part of the runs that is done, 0 to 1. */
  | { readonly type: 'progress'; readonly progress: number }
  | { readonly type: 'done'; readonly file: F }
  | { readonly type: 'failed'; readonly message: string };
