/**
 * Makes the file of a hand-in: every run is measured again, with several seeds for its intervals. It can be cancelled
 * at any time.
 */

import type { LessonAnswer } from '../../lessons/answers/answers.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { required } from '../../shared/required.ts';
import { loadPart } from '../loading/loading.ts';
import type { HandInFile, HandInFormat } from './hand-in-file.ts';
import type { MeasuringQueue } from './measuring-queue.ts';
import { MeasurementCancelledError } from './measuring-worker.ts';

export interface HandInJob {
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly text: string;
  readonly student: string;
  /** By step, from 0. */
  readonly answers: Readonly<Record<number, LessonAnswer>>;
  /** By step, from 0: the time for which it was shown until its answer, s. */
  readonly seconds?: Readonly<Record<number, number>> | undefined;
  readonly format: HandInFormat;
  readonly queue: MeasuringQueue;
  /** Loads all policies and presets. */
  readonly loadEditorAndCatalog: () => Promise<unknown>;
  /** Called with the finished share, 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

/** @throws MeasurementCancelledError as soon as `stop` is aborted, while code is loading too; NotLoadedError if the code cannot be loaded */
export function prepareHandIn(job: HandInJob, stop: AbortSignal): Promise<HandInFile> {
  const cancellation = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(new MeasurementCancelledError('cancelled')), { once: true });
  });
  return Promise.race([createHandInFile(job, stop), cancellation]);
}

async function createHandInFile(job: HandInJob, stop: AbortSignal): Promise<HandInFile> {
  const { lesson, text, student, answers, seconds = {}, format, queue, loadEditorAndCatalog, onProgress } = job;
  const [{ createHandIn }, { handInFile }] = await Promise.all([
    loadPart(() => import('../../lessons/hand-in/hand-in.ts')),
    loadPart(() => import('./hand-in-file.ts')),
    loadEditorAndCatalog(),
  ]);
  stop.throwIfAborted();
  const handIn = await createHandIn({
    lesson,
    file: JSON.parse(text),
    student,
    answers: new Map(Object.entries(answers).map(([stepIndex, answer]) => [Number(stepIndex), answer])),
    seconds: new Map(Object.entries(seconds).map(([stepIndex, shown]) => [Number(stepIndex), Math.round(shown)])),
    madeAtMs: Date.now(),
    measure: (task) => queue.measure(task, stop),
    onProgress: (progress) => stop.aborted || onProgress(progress),
  });
  return handInFile(handIn, format, required(location.href.split('#')[0]));
}
