/** The messages between the page, the worker that judges the hand-ins of a class, and the workers that read them. */
import type { LimitedMeasureTask } from '../measurement/measure-runs.ts';
import type { MeasuredRun } from '../measurement/measured-run.ts';
import type { ClassMember } from './class-member.ts';
import type { ReadHandIn } from './read-hand-in.ts';

/**
 * A run that must be measured before some answers can be judged. The page gets its task when the run begins: the tasks
 * of a large class would need most of the memory.
 */
export interface ClassTask {
  /** Equal runs have equal keys. */
  readonly key: string;
}

/** A file that is not shown, or only in part. */
export interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * @typeParam F a file, as the platform has it
 * @typeParam P a port, as the platform has it
 */
export interface MessageToReader<F, P> {
  readonly files: readonly { readonly name: string; readonly file: F }[];
  /** Gets what is read. */
  readonly judge: P;
}

/** What the worker that reads hand-ins reports. */
export type MessageFromReader =
  /** Its lesson is empty if the reader has sent a hand-in with the same one before. */
  | { readonly type: 'handIn'; readonly handIn: ReadHandIn }
  | ({ readonly type: 'refused' } & RefusedFile)
  /** A lesson that was given as a file of its own. */
  | { readonly type: 'lessonGiven'; readonly id: string; readonly text: string }
  /** All files have been read. */
  | { readonly type: 'end' };

/** @typeParam P a port, as the platform has it */
export type MessageToClass<P> =
  /** A worker that reads sends to this port. */
  | { readonly type: 'reader'; readonly port: P }
  /** The teacher's copy of a lesson; undefined if there is none. */
  | { readonly type: 'lesson'; readonly id: string; readonly text: string | undefined }
  | { readonly type: 'measured'; readonly key: string; readonly result: MeasuredRun }
  | { readonly type: 'failed'; readonly key: string; readonly reason: string }
  /** The answer is `task`. */
  | { readonly type: 'begin'; readonly key: string };

/** What the worker that judges a class reports. */
export type MessageFromClass =
  /** New or newly judged members, files that were refused, and runs to measure. */
  | {
      readonly type: 'progress';
      readonly members: readonly ClassMember[];
      readonly refusedFiles: readonly RefusedFile[];
      readonly tasks: readonly ClassTask[];
    }
  /** Undefined if nothing waits for the run any more. */
  | { readonly type: 'task'; readonly key: string; readonly task: LimitedMeasureTask | undefined }
  | { readonly type: 'lessonNeeded'; readonly id: string }
  | Extract<MessageFromReader, { type: 'lessonGiven' }>
  /** A reader has read all of its files. */
  | { readonly type: 'readAll' };
