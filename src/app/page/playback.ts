/** Play, pause, speed and time of the run. None of it is a step of undo. */
import type { Session } from '../lanes/session.ts';
import type { Editor } from './editor.ts';
import type { PageState } from './page-state.ts';

/** The parts of the page that the playback needs. */
interface PageOfPlayback {
  readonly session: Session;
  readonly editor: Pick<Editor, 'endChange'> | undefined;
}

/** Changes the part of the page's state that belongs to the playback. */
type SetState = (change: Pick<PageState, 'speed'>) => void;

export class PlaybackControl {
  private readonly page: PageOfPlayback;
  private readonly setState: SetState;
  /** The run played when a dialog was opened over it. */
  private resting = false;

  constructor(page: PageOfPlayback, write: SetState) {
    this.page = page;
    this.setState = write;
  }

  /** Goes to a time. A change that is being made is completed first, because it belongs to the present time. */
  seek(timeNs: number): void {
    this.page.editor?.endChange();
    this.page.session.seek(timeNs);
  }

  restart(): void {
    this.seek(0);
  }

  toggle(): void {
    const { session } = this.page;
    this.page.editor?.endChange();
    if (session.playing) session.pause();
    else {
      if (session.ended) session.seek(0);
      session.play();
    }
  }

  /**
   * Pauses the run while a dialog is open over it.
   * @returns a function that continues the run, if it played
   */
  pauseUnderDialog(): () => void {
    const { session } = this.page;
    const { playing } = session;
    this.resting = playing;
    session.pause();
    return () => {
      this.resting = false;
      if (playing) session.play();
    };
  }

  /** Whether the run plays, or will play after the dialogs over it are closed. */
  get plays(): boolean {
    return this.page.session.playing || this.resting;
  }

  setSpeed(speed: number): void {
    this.page.session.speed = speed;
    this.setState({ speed });
  }

  /** Continues at a slower speed, which a dense run can keep. */
  slowTo(speed: number): void {
    this.setState({ speed });
    this.page.session.slowTo(speed);
  }
}
