/** One lane: its worker, its latest frame, its history. Messages in, plain data out. */
import { type Frame, type RunDescription, seriesStride } from '../engine/frame.ts';
import type { Scenario, Values } from '../engine/scenario.ts';
import { type FromLane, type LiveEdit, PROTOCOL_VERSION, type ToLane } from '../protocol/messages.ts';
import { History } from './history.ts';

export interface LaneOpening {
  readonly scenario: Scenario;
  readonly policy: string;
  readonly policyValues: Values;
  readonly seed: number;
  readonly edits: readonly LiveEdit[];
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
  failure: LaneFailure | undefined;
  /** Wall time of the last advance, ms. */
  wallMs = 0;
  /** Told to advance, and has not answered yet. */
  busy = false;
  private worker: Worker | undefined;
  private run = 0;
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
    this.failure = undefined;
    this.busy = false;
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

  advance(untilNs: number): void {
    this.busy = true;
    this.send({ type: 'advance', run: this.run, untilNs });
  }

  edit(edit: LiveEdit): void {
    this.send({ type: 'edit', run: this.run, edit });
  }

  /** Makes the frame that has come the one that is shown. */
  show(): void {
    if (this.arrived === undefined) return;
    this.frame = this.arrived;
    this.history.append(this.arrived.series);
    this.arrived = undefined;
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
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
      this.history = new History(seriesStride(description.classes.length, description.hints.signals.length));
    } else {
      this.arrived = message.frame;
      this.busy = false;
      this.wallMs = message.wallMs;
      this.changed();
    }
  }

  private fail(message: string, stack: string): void {
    this.failure = { message, stack };
    this.close();
    this.changed();
  }
}
