/**
 * Records the sender of one chosen flow, in limited memory. It replays the run from its beginning with a probe. The
 * record is not part of the run, and it costs nothing while no flow is chosen.
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import {
  type RowUpdate,
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  type SenderUpdate,
  senderEvents,
} from '../engine/frame/sender-columns.ts';
import { SendRule } from '../engine/packets/packet.ts';
import type { Edit } from '../engine/scenario/edits.ts';
import { firstDifferenceNs, sortByTime } from '../engine/scenario/edits.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { openRunOfPolicy, type RunArguments } from './open-run-of-policy.ts';
import { type SenderObserver, SenderProbe } from './sender-probe.ts';
import { Tape } from './tape.ts';

/** Number of states for a whole run, evenly spaced. Changes of phase and threshold are added, up to the limit. */
const SPACED_STATES = 30_000;
const MAX_STATES = 2 * SPACED_STATES;
/** Number of stored packets, acknowledgements and blocks, the newest ones. About 6 MB. */
const MAX_EVENTS = 200_000;
/** Memory for the checkpoints of this tape, bytes. */
const CHECKPOINT_BYTES = 4e6;

/**
 * Rows by number. Each row has the run's count of events at the time of writing, so that it can be removed after a
 * rewind.
 */
class RowLog {
  readonly stride: number;
  /** Number of written rows, and number of the oldest rows that were deleted. */
  count = 0;
  base = 0;
  private readonly maxRows: number;
  private returnedRowCount = 0;
  private entries: Float64Array;
  private writtenRows: Float64Array;

  constructor(stride: number, maxRows: number) {
    this.stride = stride;
    this.maxRows = maxRows;
    this.entries = new Float64Array(256 * stride);
    this.writtenRows = new Float64Array(256);
  }

  /**
   * A new row for the caller to fill.
   * @param executedEventCount events of the run so far
   */
  add(executedEventCount: number): Float64Array {
    if (this.count - this.base === this.maxRows) this.removeRows(this.maxRows >> 1);
    const row = this.count - this.base;
    if (row === this.writtenRows.length) this.grow();
    this.writtenRows[row] = executedEventCount;
    this.count++;
    return this.row(this.count - 1);
  }

  /** The last row, which the caller overwrites. */
  lastRow(executedEventCount: number): Float64Array {
    this.writtenRows[this.count - 1 - this.base] = executedEventCount;
    this.returnedRowCount = Math.min(this.returnedRowCount, this.count - 1);
    return this.row(this.count - 1);
  }

  row(number: number): Float64Array {
    const offset = (number - this.base) * this.stride;
    return this.entries.subarray(offset, offset + this.stride);
  }

  removeAfterEvent(executedEventCount: number): void {
    while (this.count > this.base && this.writtenRows[this.count - 1 - this.base] > executedEventCount) this.count--;
    this.returnedRowCount = Math.min(this.returnedRowCount, this.count);
  }

  removeAfterTime(timeNs: number): void {
    while (this.count > this.base && this.row(this.count - 1)[0] > timeNs) this.count--;
    this.returnedRowCount = Math.min(this.returnedRowCount, this.count);
  }

  /** Rows that were not returned yet. */
  takeUpdate(): RowUpdate {
    const { base, stride } = this;
    const from = Math.max(base, this.returnedRowCount);
    this.returnedRowCount = this.count;
    return { base, from, entries: this.entries.slice((from - base) * stride, (this.count - base) * stride) };
  }

  private removeRows(rowCount: number): void {
    this.entries.copyWithin(0, rowCount * this.stride);
    this.writtenRows.copyWithin(0, rowCount);
    this.base += rowCount;
  }

  private grow(): void {
    const length = Math.min(this.maxRows, 2 * this.writtenRows.length);
    const entries = new Float64Array(length * this.stride);
    entries.set(this.entries);
    this.entries = entries;
    const writtenRows = new Float64Array(length);
    writtenRows.set(this.writtenRows);
    this.writtenRows = writtenRows;
  }
}

/** Records the newest packets, and states at the given spacing; also each change of phase or threshold. */
export class SenderRecorder implements SenderObserver {
  readonly states = new RowLog(SENDER_STRIDE, MAX_STATES);
  readonly events: RowLog;
  private readonly simulation: Simulation;
  private readonly spacingNs: number;

  constructor(simulation: Simulation, spacingNs = simulation.endNs / SPACED_STATES, maxEvents = MAX_EVENTS) {
    this.simulation = simulation;
    this.spacingNs = spacingNs;
    this.events = new RowLog(SENDER_EVENT_STRIDE, maxEvents);
  }

  addState(row: Float64Array): void {
    const { states } = this;
    const { executedEventCount } = this.simulation.clock;
    if (states.count === 0) {
      states.add(executedEventCount).set(row);
      return;
    }
    const last = states.row(states.count - 1);
    const sinceNs = row[SenderColumn.timeNs] - last[SenderColumn.timeNs];
    if (sinceNs === 0) {
      states.lastRow(executedEventCount).set(row);
      return;
    }
    const hasChanged =
      row[SenderColumn.phase] !== last[SenderColumn.phase] ||
      row[SenderColumn.slowStartThreshold] !== last[SenderColumn.slowStartThreshold];
    if (hasChanged || sinceNs >= this.spacingNs) states.add(executedEventCount).set(row);
  }

  addEvent(event: SenderEvent, low: number, high: number, rule: number = SendRule.inOrder): void {
    const { clock } = this.simulation;
    const row = this.events.add(clock.executedEventCount);
    row[SenderEventColumn.timeNs] = clock.nowNs;
    row[SenderEventColumn.event] = senderEvents.indexOf(event);
    row[SenderEventColumn.low] = low;
    row[SenderEventColumn.high] = high;
    row[SenderEventColumn.rule] = rule;
  }
}

/** Plays a run on another tape, and records the sender of one flow. */
export class SenderReplay {
  readonly flow: number;
  private readonly recorder: SenderRecorder;
  private readonly tape: Tape;
  private edits: readonly Edit[];
  private reachedNs = -1;
  private hasChanged = false;

  constructor(policy: PolicyDefinition, { edits = [], ...run }: RunArguments, flow: number) {
    const simulation = openRunOfPolicy(policy, { ...run, recordsPackets: true });
    this.flow = flow;
    this.recorder = new SenderRecorder(simulation);
    const probe = new SenderProbe(simulation, flow, this.recorder);
    this.tape = new Tape(simulation, CHECKPOINT_BYTES);
    this.tape.observer = {
      probe,
      onPlayed: () => {},
      onRestored: () => {
        this.recorder.states.removeAfterEvent(simulation.clock.executedEventCount);
        this.recorder.events.removeAfterEvent(simulation.clock.executedEventCount);
        probe.resume();
      },
    };
    this.edits = sortByTime(edits);
    this.tape.setEdits(this.edits);
  }

  setEdits(edits: readonly Edit[]): void {
    const orderedEdits = sortByTime(edits);
    const changedNs = firstDifferenceNs(this.edits, orderedEdits);
    this.edits = orderedEdits;
    this.tape.setEdits(orderedEdits);
    if (changedNs >= this.reachedNs) return;
    this.reachedNs = changedNs;
    this.recorder.states.removeAfterTime(changedNs);
    this.recorder.events.removeAfterTime(changedNs);
    this.hasChanged = true;
  }

  /** Records up to `untilNs` with at most `events` events; call it again until it returns true. */
  advance(untilNs: number, events?: number): boolean {
    if (untilNs <= this.reachedNs) return true;
    const { tape } = this;
    const isThere = tape.goTowards(untilNs, events);
    this.reachedNs = isThere ? untilNs : Math.min(untilNs, tape.simulation.nowNs - 1);
    this.hasChanged = true;
    return isThere;
  }

  /** The rows that were recorded or removed since the last call; undefined if there are none. */
  takeUpdate(): SenderUpdate | undefined {
    if (!this.hasChanged) return undefined;
    this.hasChanged = false;
    const { states, events } = this.recorder;
    return {
      flow: this.flow,
      untilNs: Math.max(0, this.reachedNs),
      states: states.takeUpdate(),
      events: events.takeUpdate(),
    };
  }
}
