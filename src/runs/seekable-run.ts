/**
 * A run that can seek to any time, take other edits, and answer questions about events and reasons. It has two tapes.
 * The page shows one. The other runs ahead in idle time, so that every time is near a checkpoint, and it answers
 * questions. The tapes change places if the other one is nearer to the wanted time.
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Frame, RunDescription } from '../engine/frame/frame.ts';
import type { Edit } from '../engine/scenario/edits.ts';
import { firstDifferenceNs, sortByTime } from '../engine/scenario/edits.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { openRunOfPolicy, type RunArguments } from './open-run-of-policy.ts';
import { Tape, type TapeObserver } from './tape.ts';

/** Smallest saved simulated time for a change of tapes, ns. */
const MIN_SAVED_NS = 50e6;

/** A question in steps. Each step gets the number of events that it may execute. */
export type QuestionSteps<T> = Generator<void, T, number>;

/** A question about the shown run. The tape that is not shown answers it. */
export type RunQuestion<T> = (tape: Tape, run: SeekableRun) => QuestionSteps<T>;

export type RunAnswer<T> =
  | { readonly state: 'open' }
  | { readonly state: 'answered'; readonly answer: T }
  /** The question will not be answered: the run was sent elsewhere, changed, or asked something else. */
  | { readonly state: 'ended' };

/** A question that is being answered. */
export interface OpenQuestion<T> {
  /** Continues with at most `events` events; call it again while the question is open. */
  step(events: number): RunAnswer<T>;
}

/** Watches every tape of a run. */
export interface RunObserver {
  tapeObserverOf(simulation: Simulation): TapeObserver;
  /** The run was observed without gaps until this time, ns. */
  readonly observedNs: number;
  /** Observations after this time are no longer valid. */
  removeAfter(timeNs: number): void;
}

export interface SeekableArguments extends RunArguments {
  readonly checkpointBytes?: number;
}

/** The run of one lane, at any time that is asked for. */
export class SeekableRun {
  readonly description: RunDescription;
  readonly endNs: number;
  private readonly policy: PolicyDefinition;
  private readonly runArguments: Omit<RunArguments, 'edits'>;
  private readonly tapeBytes: number | undefined;
  private edits: readonly Edit[];
  private shownTape: Tape;
  private spareTape: Tape | undefined;
  private hasExploredToEnd = false;
  private observer: RunObserver | undefined;
  /** The question that is being answered. */
  private question: QuestionSteps<unknown> | undefined;
  /** Rows of the series from earlier frames that are still valid. */
  private sentRowCount = 0;

  /** @param checkpointBytes memory for the checkpoints of both tapes together */
  constructor(policy: PolicyDefinition, { edits = [], checkpointBytes, ...runArguments }: SeekableArguments) {
    this.policy = policy;
    this.runArguments = runArguments;
    this.tapeBytes = checkpointBytes === undefined ? undefined : checkpointBytes / 2;
    this.edits = sortByTime(edits);
    this.shownTape = this.createTape();
    this.description = this.shownTape.simulation.description;
    this.endNs = this.shownTape.simulation.endNs;
  }

  /** A recorder of the sender of a flow, beside this run (see sender-recorder.ts). */
  createRecorder<T>(
    RecorderClass: new (policy: PolicyDefinition, run: RunArguments, flow: number) => T,
    flow: number,
  ): T {
    return new RecorderClass(this.policy, { ...this.runArguments, edits: this.edits }, flow);
  }

  /** Sets an observer of the whole run, from its beginning. */
  setObserver(observer: RunObserver): void {
    this.endQuestion();
    this.observer = observer;
    this.shownTape.observer = observer.tapeObserverOf(this.shownTape.simulation);
    // The other tape starts again, because its earlier events were not observed.
    this.spareTape = undefined;
    this.hasExploredToEnd = false;
  }

  get nowNs(): number {
    return this.shownTape.simulation.nowNs;
  }

  /** @returns the time until which the run stays the same, ns; Infinity if nothing changes */
  setEdits(edits: readonly Edit[]): number {
    this.endQuestion();
    const orderedEdits = sortByTime(edits);
    const changedNs = firstDifferenceNs(this.edits, orderedEdits);
    this.edits = orderedEdits;
    this.observer?.removeAfter(changedNs);
    this.shownTape.setEdits(orderedEdits);
    this.spareTape?.setEdits(orderedEdits);
    this.hasExploredToEnd = false;
    this.sentRowCount = Math.min(this.sentRowCount, Math.floor(changedNs / this.description.sampleNs));
    return changedNs;
  }

  /** Goes to `timeNs` with at most `events` events; call it again until it returns true. Ends a question. */
  seek(timeNs: number, events?: number): boolean {
    this.endQuestion();
    const target = Math.min(timeNs, this.endNs);
    const { shownTape, spareTape } = this;
    if (
      spareTape !== undefined &&
      !spareTape.isBroken &&
      spareTape.distanceTo(target) + MIN_SAVED_NS < shownTape.distanceTo(target)
    ) {
      this.shownTape = spareTape;
      this.spareTape = shownTape;
    }
    return this.shownTape.goTowards(target, events);
  }

  takeFrame(): Frame {
    const frame = this.shownTape.simulation.frame(this.sentRowCount);
    const rows = frame.series.length / this.shownTape.simulation.seriesStride;
    this.sentRowCount = frame.seriesFrom + rows;
    return frame;
  }

  /**
   * Explores the run further, by at most `events` events. Ends a question.
   * @returns whether there is more to explore
   */
  runAhead(events: number): boolean {
    this.endQuestion();
    if (this.hasExploredToEnd) return false;
    try {
      const tape = this.openSpareTape();
      this.hasExploredToEnd =
        this.observer === undefined
          ? tape.goTowards(this.endNs, events)
          : tape.playFrom(this.observer.observedNs, this.endNs, events);
    } catch {
      // The run fails after the shown time. The failure is reported when that time is shown.
      this.hasExploredToEnd = true;
    }
    return !this.hasExploredToEnd;
  }

  /** Starts a question (see run-questions.ts), in place of a present one. */
  ask<T>(question: RunQuestion<T>): OpenQuestion<T> {
    this.endQuestion();
    const steps = question(this.openSpareTape(), this);
    this.question = steps;
    return {
      step: (events) => {
        if (this.question !== steps) return { state: 'ended' };
        const step = steps.next(events);
        if (step.done !== true) return { state: 'open' };
        this.question = undefined;
        return { state: 'answered', answer: step.value };
      },
    };
  }

  /** The tape of the question is needed for something else. */
  private endQuestion(): void {
    this.question?.return(undefined);
    this.question = undefined;
  }

  private openSpareTape(): Tape {
    if (this.spareTape === undefined || this.spareTape.isBroken) this.spareTape = this.createTape();
    return this.spareTape;
  }

  private createTape(): Tape {
    const tape = new Tape(openRunOfPolicy(this.policy, { ...this.runArguments, recordsPackets: true }), this.tapeBytes);
    tape.setEdits(this.edits);
    tape.observer = this.observer?.tapeObserverOf(tape.simulation);
    return tape;
  }
}
