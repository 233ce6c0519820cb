/** Handing in: asks for a name, makes the file, saves it, and tells how far it is. */
import { messageOf } from '../../../app/loading.ts';
import type { download } from '../../saving/download.ts';
import { Cancelled } from '../measuring/measuring-worker.ts';
import type { DeskState, HandInState } from '../reading/desk-state.ts';
import type { HandInFormat } from './hand-in-file.ts';
import { type Making, madeHandIn } from './making-hand-in.ts';

/** The part of the desk that a hand-in needs. */
interface Desk extends Pick<Making, 'lesson' | 'text' | 'queue' | 'loadRest'> {
  readonly state: () => Pick<DeskState, 'student' | 'answers'>;
  readonly tell: (handIn: HandInState) => void;
  readonly save: typeof download;
}

export class HandingIn {
  private readonly desk: Desk;
  /** Cancels the present hand-in. */
  private handing: AbortController | undefined;
  private closed = false;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /**
   * Saves a file of the answers: every run is measured again, with several seeds for its intervals. It continues while
   * other steps are shown, and after the lesson is left. A student who was not asked for a name is asked first.
   */
  async start(format: HandInFormat): Promise<void> {
    if (this.handing !== undefined) return;
    const { lesson, text, queue, loadRest, state, tell, save } = this.desk;
    const { student, answers } = state();
    if (student === undefined) return tell({ kind: 'name', format });
    const stop = new AbortController();
    this.handing = stop;
    const progress = (share: number) => tell({ kind: 'making', share });
    progress(0);
    addEventListener('beforeunload', askBefore);
    try {
      const making = { lesson, text, student, answers, format, queue, loadRest, progress };
      const { name, type, content } = await madeHandIn(making, stop.signal);
      save(name, type, content);
      tell({ kind: 'saved', file: name });
    } catch (error) {
      tell(error instanceof Cancelled ? { kind: 'none' } : { kind: 'failed', why: messageOf(error) });
    }
    removeEventListener('beforeunload', askBefore);
    this.handing = undefined;
    if (this.closed) queue.close();
  }

  /** Cancels the hand-in, or the question for a name. */
  cancel(): void {
    if (this.handing === undefined) this.desk.tell({ kind: 'none' });
    else this.handing.abort();
  }

  /** Closes the queue of measurements, after a running hand-in. */
  close(): void {
    this.closed = true;
    if (this.handing === undefined) this.desk.queue.close();
  }
}

/** The browser asks before the page is left. */
const askBefore = (event: Event) => event.preventDefault();
