/** Messages between the page and the worker that writes a capture. One worker writes one file. */
import type { Comments, Tap } from '../capture/options.ts';
import type { OpenLane } from './messages.ts';

/** A lane's run, and what is wanted of it. */
export interface CaptureTask {
  readonly lane: Pick<OpenLane, 'scenario' | 'policy' | 'policyValues' | 'program' | 'seed' | 'edits'>;
  readonly taps: readonly Tap[];
  readonly comments: Comments;
  readonly fromNs: number;
  readonly toNs: number;
  readonly application: string;
  /** Lines that say which run this is. */
  readonly about: readonly string[];
}

/** @typeParam F the file: what a browser calls a blob */
export type FromCapture<F> =
  | { readonly type: 'progress'; readonly timeNs: number; readonly packets: number; readonly bytes: number }
  /** The whole file. Browsers keep a large one on disk. */
  | { readonly type: 'done'; readonly file: F; readonly packets: number }
  | { readonly type: 'failed'; readonly message: string };
