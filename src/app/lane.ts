/** One lane: its worker, its latest frame, its history. Messages in, plain data out. */
import { firstDifference } from '../engine/edits.ts';
import { type Frame, type RunDescription, seriesStride } from '../engine/frame.ts';
import type { VerdictKind } from '../engine/policy.ts';
import type { Scenario, Values } from '../engine/scenario.ts';
import type { PacketStory } from '../engine/story.ts';
import { type FromLane, type LiveEdit, PROTOCOL_VERSION, type Sought, type ToLane } from '../protocol/messages.ts';
import { History } from './history.ts';
import { VerdictLog } from './verdict-log.ts';

export interface LaneOpening {
  readonly scenario: Scenario;
  readonly policy: string;
  readonly policyValues: Values;
  readonly seed: number;
  readonly edits: readonly LiveEdit[];
  readonly lanes: number;
}

export interface LaneFailure {
  readonly message: string;
  readonly stack: string;
}

/** Makes the worker of a lane; tests put their own in its place. */
export type MakeWorker = () => Worker;

export class Lane {
  description: RunDescription | undefined;
  /** The frame that is shown. */
  frame: Frame | undefined;
  /** The frame that has come and waits for the other lanes. */
  arrived: Frame | undefined;
  history = new History(1);
  verdicts = new VerdictLog();
  failure: LaneFailure | undefined;
  /** Wall time of the last advance, ms. */
  wallMs = 0;
  /** Sent to a time, and has not answered yet. */
  busy = false;
  /** Simulated time to which it has come on a long way, ns; undefined while it goes none. */
  progressNs: number | undefined;
  private worker: Worker | undefined;
  private verdictKinds: readonly VerdictKind[] = [];
  private edits: readonly LiveEdit[] = [];
  private run = 0;
  private asked = 0;
  /** Number of the last `goTo`. */
  private goal = 0;
  private readonly waiting = new Map<number, (answer: unknown) => void>();
  private readonly makeWorker: MakeWorker;
  private readonly changed: () => void;

  /** @param changed called whenever a frame has come or the lane has failed */
  constructor(makeWorker: MakeWorker, changed: () => void) {
    this.makeWorker = makeWorker;
    this.changed = changed;
  }

  open(opening: LaneOpening): void {
    this.run++;
    this.description = undefined;
    this.frame = undefined;
    this.arrived = undefined;
    this.history = new History(1);
    this.verdicts = new VerdictLog();
    this.edits = opening.edits;
    this.failure = undefined;
    this.busy = false;
    this.forgetQuestions();
    try {
      this.worker ??= this.started();
      this.send({ type: 'open', version: PROTOCOL_VERSION, run: this.run, ...opening });
    } catch (error) {
      this.fail(
        error instanceof Error ? error.message : String(error),
        error instanceof Error ? (error.stack ?? '') : '',
      );
    }
  }

  goTo(timeNs: number): void {
    this.busy = true;
    this.progressNs = undefined;
    this.goal = ++this.asked;
    this.send({ type: 'goTo', run: this.run, ask: this.goal, timeNs });
  }

  setEdits(edits: readonly LiveEdit[]): void {
    this.verdicts.forgetAfter(firstDifference(this.edits, edits));
    this.edits = edits;
    this.send({ type: 'edits', run: this.run, edits });
  }

  /** Time of what is sought, ns; undefined where there is none, or when the lane can no longer answer. */
  find(sought: Sought): Promise<number | undefined> {
    return this.question((ask) => ({ type: 'find', run: this.run, ask, sought }));
  }

  /** The story of the packet that was offered at `offeredNs`. */
  explain(serial: number, offeredNs: number): Promise<PacketStory | undefined> {
    return this.question((ask) => ({ type: 'explain', run: this.run, ask, serial, offeredNs }));
  }

  /** Makes the frame that has come the one that is shown. */
  show(): void {
    if (this.arrived === undefined) return;
    this.frame = this.arrived;
    this.verdicts.append(this.frame, this.verdictKinds);
    this.arrived = undefined;
  }

  /** Takes the worker for lost. */
  giveUp(message: string): void {
    this.fail(message, '');
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.forgetQuestions();
  }

  private question<T>(message: (ask: number) => ToLane): Promise<T | undefined> {
    if (this.worker === undefined) return Promise.resolve(undefined);
    const ask = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(ask, resolve as (answer: unknown) => void);
      this.send(message(ask));
    });
  }

  private forgetQuestions(): void {
    for (const resolve of this.waiting.values()) resolve(undefined);
    this.waiting.clear();
  }

  private started(): Worker {
    const worker = this.makeWorker();
    worker.onmessage = (event: MessageEvent<FromLane>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail(
        event.message || 'The worker of this lane could not be started.',
        `${event.filename ?? ''}:${event.lineno ?? ''}`,
      );
    };
    return worker;
  }

  private send(message: ToLane): void {
    this.worker?.postMessage(message);
  }

  private receive(message: FromLane): void {
    if (message.run !== this.run) return;
    if (message.type === 'failed') {
      this.fail(message.message, message.stack);
    } else if (message.type === 'opened') {
      const { description } = message;
      this.description = description;
      this.verdictKinds = description.reasons.map(({ verdict }) => verdict);
      this.history = new History(seriesStride(description.classes.length, description.hints.signals.length));
    } else if (message.type === 'found') this.answer(message.ask, message.timeNs);
    else if (message.type === 'explained') this.answer(message.ask, message.story);
    else if (message.type === 'progress') {
      this.progressNs = message.timeNs;
      this.changed();
    } else this.take(message);
  }

  private take({ ask, frame, wallMs }: Extract<FromLane, { type: 'frame' }>): void {
    this.history.place(frame.seriesFrom, frame.series);
    if (ask !== this.goal) return;
    this.arrived = frame;
    this.busy = false;
    this.progressNs = undefined;
    this.wallMs = wallMs;
    this.changed();
  }

  private answer(ask: number, answer: unknown): void {
    this.waiting.get(ask)?.(answer);
    this.waiting.delete(ask);
  }

  private fail(message: string, stack: string): void {
    this.failure = { message, stack };
    this.close();
    this.changed();
  }
}
