/** Handing in: asks for a name, makes the file, saves it, and shows the progress. */

import type { downloadFile } from '../files/download.ts';
import { errorMessage } from '../loading/loading.ts';
import type { HandInFormat } from './hand-in-file.ts';
import { MeasurementCancelledError } from './measuring-worker.ts';
import type { HandInState, OpenLessonState } from './open-lesson-state.ts';
import { type HandInJob, prepareHandIn } from './prepare-hand-in.ts';

/** The part of an open lesson that a hand-in needs. */
interface HandInHost extends Pick<HandInJob, 'lesson' | 'text' | 'queue' | 'loadEditorAndCatalog'> {
  readonly getState: () => Pick<OpenLessonState, 'student' | 'answers' | 'seconds'>;
  readonly onChange: (handIn: HandInState) => void;
  readonly save: typeof downloadFile;
}

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
    const { lesson, text, queue, loadEditorAndCatalog, getState, onChange, save } = this.host;
    const { student, answers, seconds } = getState();
    if (student === undefined) return onChange({ kind: 'name', format });
    const stop = new AbortController();
    this.abort = stop;
    const onProgress = (progress: number) => onChange({ kind: 'making', progress });
    onProgress(0);
    addEventListener('beforeunload', askBefore);
    try {
      const handInOptions = {
        lesson,
        text,
        student,
        answers,
        seconds,
        format,
        queue,
        loadEditorAndCatalog,
        onProgress,
      };
      const { name, type, content } = await prepareHandIn(handInOptions, stop.signal);
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
