/** Questions about single packets and events of a lane. The run pauses at the answer. */

import type { EventSearchKind } from '../../runs/answers/moment-kinds.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import type { Session } from '../lanes/session.ts';
import type { NoticeList } from './notice-list.ts';
import type { PageState } from './page-state.ts';

/** The parts of the page that the questions need. */
interface PageOfQuestions {
  readonly state: PageState;
  readonly session: Readonly<Pick<Session, 'lanes' | 'timeNs' | 'commandedNs' | 'pause' | 'seek'>>;
  readonly notices: Pick<NoticeList, 'show'>;
  redraw(): void;
}

/** Changes the part of the page's state that belongs to the questions. */
type QuestionSetter = (change: Partial<Pick<PageState, 'question' | 'pausedAt'>>) => void;

/** Finds an event or a packet in a lane, and goes to its time. */
export class PacketQuestions {
  private readonly page: PageOfQuestions;
  private readonly setState: QuestionSetter;

  constructor(page: PageOfQuestions, write: QuestionSetter) {
    this.page = page;
    this.setState = write;
  }

  /** Goes to the next (or the last) event of a kind in one lane, and pauses there. Shows a message if there is none. */
  async stepTo(lane: number, kind: EventSearchKind, isForward: boolean): Promise<void> {
    const { session } = this.page;
    session.pause();
    const fromNs = session.commandedNs;
    const timeNs = await session.lanes[lane]?.find({ kind, fromNs, isForward });
    if (fromNs !== session.commandedNs) return;
    if (typeof timeNs === 'number') this.pauseAt(lane, kind, timeNs);
    else if (timeNs === 'none')
      this.page.notices.show(`Lane ${laneLetter(lane)} has no ${kind} ${isForward ? 'after' : 'before'} this time.`);
  }

  /** Pauses at a time, and marks the packet with a verdict of this kind there with a ring. */
  pauseAt(lane: number, kind: EventSearchKind, timeNs: number): void {
    this.page.session.pause();
    this.page.session.seek(timeNs);
    if (kind === 'drop' || kind === 'mark') this.setState({ pausedAt: { lane, kind, timeNs } });
  }

  /** Serial number of the marked packet of a lane: the packet of the question, or of the pause. */
  highlightedSerial(lane: number): number | undefined {
    const { session, state } = this.page;
    const { question, pausedAt } = state;
    if (question?.lane === lane) return question.serial;
    if (pausedAt?.lane !== lane || pausedAt.timeNs !== session.timeNs) return undefined;
    const { verdicts, up } = session.lanes[lane] ?? {};
    const [pausedPacket] = [verdicts, up?.verdicts].flatMap(
      (log) => log?.newestVerdicts([pausedAt.kind], 1, ({ timeNs }) => timeNs === pausedAt.timeNs) ?? [],
    );
    return pausedPacket?.serial;
  }

  /** Asks a lane for the history of a packet. The run pauses until the answer. */
  async ask(lane: number, serial: number, arrivedNs: number): Promise<void> {
    const { session } = this.page;
    session.pause();
    this.setState({ question: { lane, serial, arrivedNs, history: 'requested' } });
    const history = (await session.lanes[lane]?.explain(serial, arrivedNs)) ?? 'unknown';
    const { question } = this.page.state;
    if (question?.lane === lane && question.serial === serial) this.setState({ question: { ...question, history } });
    this.page.redraw();
  }

  /** Asks for the newest packet of all lanes that was dropped or marked, if there is one. */
  async askNewest(): Promise<void> {
    const [newest] = this.page.session.lanes
      .flatMap(({ verdicts, up }, lane) =>
        [verdicts, up?.verdicts].flatMap(
          (log) => log?.newestVerdicts(['drop', 'mark'], 1, () => true).map((verdict) => ({ lane, ...verdict })) ?? [],
        ),
      )
      .sort((a, b) => b.timeNs - a.timeNs);
    if (newest !== undefined) await this.ask(newest.lane, newest.serial, newest.arrivedNs);
  }

  clear(): void {
    if (this.page.state.question === undefined) return;
    this.setState({ question: undefined });
    this.page.redraw();
  }
}
