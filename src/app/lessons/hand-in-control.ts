/** Handing in: asks for a name, makes the file, saves it, and shows the progress. */

import type { Lesson } from '../../lessons/format/lesson.ts';
import { required } from '../../shared/required.ts';
import type { downloadFile } from '../files/download.ts';
import { errorMessage, loadPart } from '../loading/loading.ts';
import type { HandInFile, HandInFormat } from './hand-in-file.ts';
import type { MeasuringQueue } from './measuring-queue.ts';
import { MeasurementCancelledError } from './measuring-worker.ts';
import type { HandInState, OpenLessonState } from './open-lesson-state.ts';

/** The part of an open lesson that a hand-in needs. */
interface HandInHost {
  readonly lesson: Lesson;
  /** The content of the lesson's file. */
  readonly text: string;
  readonly queue: MeasuringQueue;
  /** Loads all policies and presets. */
  readonly loadEditorAndCatalog: () => Promise<unknown>;
  readonly getState: () => Pick<OpenLessonState, 'student' | 'answers' | 'seconds'>;
  readonly onChange: (handIn: HandInState) => void;
  readonly save: typeof downloadFile;
}

/** The hand-in of an open lesson. One is made at a time. */
export class HandInControl {
  private readonly host: HandInHost;
  /** Cancels the present hand-in. */
  private abort: AbortController | undefined;
  private isClosed = false;

  constructor(host: HandInHost) {
    this.host = host;
  }

  /**
   * Saves a file of the answers: every run is measured again, with several seeds for its intervals. It continues while
   * other steps are shown, and after the lesson is left. A student who was not asked for a name is asked first.
   */
  async start(format: HandInFormat): Promise<void> {
    if (this.abort !== undefined) return;
    const { queue, getState, onChange, save } = this.host;
    const { student } = getState();
    if (student === undefined) return onChange({ kind: 'name', format });
    const stop = new AbortController();
    this.abort = stop;
    onChange({ kind: 'making', progress: 0 });
    addEventListener('beforeunload', askBefore);
    try {
      // It ends at once when it is cancelled, while code is loading too.
      const cancellation = new Promise<never>((_, reject) => {
        stop.signal.addEventListener('abort', () => reject(new MeasurementCancelledError('cancelled')), { once: true });
      });
      const { name, type, content } = await Promise.race([this.createFile(student, format, stop.signal), cancellation]);
      save(name, type, content);
      onChange({ kind: 'saved', file: name });
    } catch (error) {
      onChange(
        error instanceof MeasurementCancelledError ? { kind: 'none' } : { kind: 'failed', reason: errorMessage(error) },
      );
    }
    removeEventListener('beforeunload', askBefore);
    this.abort = undefined;
    if (this.isClosed) queue.close();
  }

  /** @throws NotLoadedError if the code cannot be loaded */
  private async createFile(student: string, format: HandInFormat, stop: AbortSignal): Promise<HandInFile> {
    const { lesson, text, queue, loadEditorAndCatalog, getState, onChange } = this.host;
    const { answers, seconds = {} } = getState();
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
      onProgress: (progress) => stop.aborted || onChange({ kind: 'making', progress }),
    });
    return handInFile(handIn, format, required(location.href.split('#')[0]));
  }

  /** Cancels the hand-in, or the question for a name. */
  cancel(): void {
    if (this.abort === undefined) this.host.onChange({ kind: 'none' });
    else this.abort.abort();
  }

  /** Closes the queue of measurements, after a running hand-in. */
  close(): void {
    this.isClosed = true;
    if (this.abort === undefined) this.host.queue.close();
  }
}

/** The browser asks before the page is left. */
const askBefore = (event: Event) => event.preventDefault();
