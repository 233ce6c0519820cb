/**
 * One simulation that can seek to any time, forwards and backwards. It makes checkpoints and applies the edits itself.
 * A run is a function of its arguments and edits. So to go back, the tape continues from an earlier checkpoint.
 */

import type { Edit } from '../engine/scenario/edits.ts';
import type { Probe } from '../engine/simulation/probe.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import type { Checkpoint } from '../engine/state/checkpoint.ts';
import { required } from '../shared/required.ts';

interface SavedPoint {
  readonly timeNs: number;
  /** Number of applied edits. */
  readonly appliedEditCount: number;
  /** Number of executed events. */
  readonly eventCount: number;
  readonly checkpoint: Checkpoint;
  /** Its memory, bytes. */
  readonly bytes: number;
}

/** An observer of everything that a tape plays. Its data are not part of checkpoints. */
export interface TapeObserver {
  readonly probe: Probe;
  /** The tape has played this whole span of simulated time, ns. */
  onPlayed(fromNs: number, toNs: number): void;
  /** The tape has gone back to a checkpoint and continues from there. */
  onRestored?(): void;
}

/** Events between two checkpoints: about 50 ms of work. */
const SPACING_EVENTS = 400_000;
/** Events between two checkpoints before an edit. During a drag, such an edit changes again soon. */
const EDIT_SPACING_EVENTS = 5_000;
/**
 * Bytes of a checkpoint that take as long to copy as an event takes to execute. So large checkpoints are made less
 * often.
 */
const BYTES_PER_EVENT = 16;
/** Default memory for all checkpoints of a tape, bytes. */
const CHECKPOINT_BYTES = 32e6;

/** One simulation with its edits and its checkpoints. The memory of the checkpoints is limited. */
export class Tape {
  readonly simulation: Simulation;
  observer: TapeObserver | undefined;
  /** An event threw an error, so the state is lost and this tape cannot be used any more. */
  isBroken = false;
  private readonly edits: Edit[] = [];
  /** Edits in the present state. */
  private appliedEditCount = 0;
  /** The present state contains an edit that is no longer valid, or lacks a valid one. */
  private isStale = false;
  private savedPoints: SavedPoint[] = [];
  private spacingEvents = SPACING_EVENTS;
  private readonly maxBytes: number;

  /**
   * @param simulation a new one without edits
   * @param maxBytes memory for all checkpoints together, bytes: with less memory there are fewer checkpoints; the first
   * is always kept
   */
  constructor(simulation: Simulation, maxBytes = CHECKPOINT_BYTES) {
    this.simulation = simulation;
    this.maxBytes = maxBytes;
    this.savePoint();
  }

  /** Sets the new list of edits, in order of their times. Checkpoints before the first difference are kept. */
  setEdits(edits: readonly Edit[]): void {
    let sameCount = 0;
    while (
      sameCount < edits.length &&
      sameCount < this.edits.length &&
      isSameEdit(edits[sameCount], this.edits[sameCount])
    )
      sameCount++;
    const holds = (appliedEditCount: number, timeNs: number) =>
      appliedEditCount <= sameCount && timeNs <= (edits[sameCount]?.timeNs ?? Number.POSITIVE_INFINITY);
    this.savedPoints = this.savedPoints.filter(
      (point, index) => index === 0 || holds(point.appliedEditCount, point.timeNs),
    );
    this.isStale ||= !holds(this.appliedEditCount, this.simulation.nowNs);
    this.edits.splice(0, this.edits.length, ...edits);
  }

  /** Simulated time from which this tape would continue to reach `timeNs`, ns. */
  distanceTo(timeNs: number): number {
    return timeNs - this.nearestStartNs(timeNs);
  }

  /**
   * Goes to `timeNs` with at most `maxEventCount` events, and makes checkpoints on the way; call it again until it
   * returns true.
   * @returns whether it has reached the time
   */
  goTowards(timeNs: number, maxEventCount = Number.POSITIVE_INFINITY): boolean {
    return this.playFrom(timeNs, timeNs, maxEventCount);
  }

  /**
   * Plays to `timeNs` as {@link goTowards} does, but through every event after `fromNs`, for an observer that has seen
   * the run until then.
   */
  playFrom(fromNs: number, timeNs: number, maxEventCount: number): boolean {
    if (this.nearestStartNs(fromNs) !== this.presentNs) this.restore(this.savedPointBefore(fromNs));
    return this.continueTowards(timeNs, maxEventCount, true);
  }

  /**
   * Plays from the present to the later time `timeNs`, through every event and without a jump to a checkpoint, for a
   * probe. It makes no checkpoints, because they would contain the probe too.
   */
  playThrough(timeNs: number, maxEventCount: number): boolean {
    return this.continueTowards(timeNs, maxEventCount, false);
  }

  private continueTowards(timeNs: number, maxEventCount: number, savesPoints: boolean): boolean {
    try {
      return this.play(timeNs, maxEventCount, savesPoints);
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
  }

  private play(timeNs: number, maxEventCount: number, savesPoints: boolean): boolean {
    const { simulation, observer } = this;
    const lastEventCount = simulation.clock.executedEventCount + maxEventCount;
    const fromNs = simulation.nowNs;
    let isThere = false;
    // A checkpoint restores the probe of its time.
    if (savesPoints) simulation.probe = observer?.probe;
    do {
      const edit = this.edits[this.appliedEditCount];
      const { sampleNs } = simulation.description;
      const sampleEndNs = (Math.floor(simulation.nowNs / sampleNs) + 1) * sampleNs;
      const stop = Math.min(timeNs, sampleEndNs, edit?.timeNs ?? Number.POSITIVE_INFINITY);
      // A window may have more events than there are between two checkpoints.
      const hasStopped = simulation.advance(
        stop,
        Math.min(lastEventCount - simulation.clock.executedEventCount, this.spacingEvents),
      );
      if (hasStopped) {
        if (savesPoints && edit !== undefined && edit.timeNs <= stop) this.saveAfter(EDIT_SPACING_EVENTS);
        this.applyUntil(stop);
      }
      if (savesPoints) this.saveAfter(this.spacingEvents);
      isThere = hasStopped && (stop >= timeNs || simulation.hasEnded);
    } while (!isThere && simulation.clock.executedEventCount < lastEventCount);
    if (savesPoints) observer?.onPlayed(fromNs, simulation.nowNs);
    return isThere;
  }

  private get presentNs(): number {
    return this.isStale ? Number.POSITIVE_INFINITY : this.simulation.nowNs;
  }

  /** The nearest start for reaching `timeNs`: the present time or a checkpoint. */
  private nearestStartNs(timeNs: number): number {
    const point = this.savedPointBefore(timeNs).timeNs;
    return this.presentNs <= timeNs && this.presentNs >= point ? this.presentNs : point;
  }

  private savedPointBefore(timeNs: number): SavedPoint {
    return this.savedPoints.filter((point) => point.timeNs <= timeNs).at(-1) ?? this.savedPoints[0];
  }

  private applyUntil(timeNs: number): void {
    for (let edit = this.edits[this.appliedEditCount]; edit !== undefined && edit.timeNs <= timeNs; ) {
      this.simulation.edit(edit.path, edit.value);
      edit = this.edits[++this.appliedEditCount];
    }
  }

  private restore(point: SavedPoint): void {
    point.checkpoint.restore();
    this.appliedEditCount = point.appliedEditCount;
    this.isStale = false;
    this.observer?.onRestored?.();
  }

  /** Makes a checkpoint if the last one is at least `minEventCount` events ago and there is memory. */
  private saveAfter(minEventCount: number): void {
    const { simulation } = this;
    const lastPoint = required(this.savedPoints.at(-1));
    if (
      simulation.nowNs <= lastPoint.timeNs ||
      simulation.clock.executedEventCount - lastPoint.eventCount < minEventCount
    )
      return;
    // The next one probably has the size of the last one.
    const { bytes } = lastPoint;
    if (!this.hasFreeBytes(bytes)) {
      this.savedPoints = this.savedPoints.filter((_, index) => index % 2 === 0);
      this.spacingEvents *= 2;
    }
    if (this.hasFreeBytes(bytes)) this.savePoint();
  }

  private hasFreeBytes(bytes: number): boolean {
    return this.savedPoints.reduce((sum, point) => sum + point.bytes, bytes) <= this.maxBytes;
  }

  private savePoint(): void {
    const { simulation, appliedEditCount } = this;
    const checkpoint = simulation.checkpoint();
    const { bytes } = checkpoint;
    this.savedPoints.push({
      timeNs: simulation.nowNs,
      appliedEditCount,
      eventCount: simulation.clock.executedEventCount,
      checkpoint,
      bytes,
    });
    this.spacingEvents = Math.max(this.spacingEvents, bytes / BYTES_PER_EVENT);
  }
}

function isSameEdit(a: Edit, b: Edit): boolean {
  return a.timeNs === b.timeNs && a.path === b.path && JSON.stringify(a.value) === JSON.stringify(b.value);
}
