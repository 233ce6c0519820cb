/** Messages between the page and the worker that writes a capture. One worker writes one file. */
import type { CaptureComments, CapturePoint } from '../capture/options.ts';
import type { LaneRun } from './messages.ts';

/** A lane's run, and the wanted file. */
export interface CaptureTask {
  readonly lane: LaneRun;
  readonly capturePoints: readonly CapturePoint[];
  readonly comments: CaptureComments;
  /** The part of the run that is written, ns. */
  readonly fromNs: number;
  readonly toNs: number;
  /** Name and version of the program, for the head of the file. */
  readonly application: string;
  /** Lines that identify the run. */
  readonly runLines: readonly string[];
}

/** @typeParam F the type of the file: a browser's Blob */
export type MessageFromCapture<F> =
  /** The time up to which the run is written, and what has been written so far. */
  | { readonly type: 'progress'; readonly timeNs: number; readonly packets: number; readonly bytes: number }
  /** The whole file. Browsers keep a large one on disk. */
  | { readonly type: 'done'; readonly file: F; readonly packets: number }
  | { readonly type: 'failed'; readonly message: string };
