/**
 * The lanes of a page on one simulated clock. All lanes are told to advance to the same time, and a set of frames is
 * shown only when every lane (that has not failed) has answered: no lane is ever seen at another time than its
 * neighbours. One advance is under way at a time.
 */

import type { RunEdit, RunState } from '../run-state/run-state.ts';
import { editsForLane, laneRun } from '../run-state/selectors.ts';
import { Lane, type LaneOpening, type MakeWorker } from './lane.ts';
import { checkpointBytes } from './lane-memory.ts';

/** Fastest: each advance is as long as the workers manage in FULL_SPEED_WALL_MS. */
export const FULL_SPEED = Number.POSITIVE_INFINITY;
const FULL_SPEED_WALL_MS = 20;
/** A stalled or hidden page does not leap: at most this much wall time passes between two frames. */
const LONGEST_STEP_MS = 50;
const FIRST_CHUNK_NS = 20e6;
/** A playing run is too dense to be shown live when a step takes longer than DENSE_MS, until a step takes less than LIVELY_MS. */
const DENSE_MS = 2_000;
const LIVELY_MS = 500;

export interface SessionEvents {
  /** A new set of frames is shown. */
  shown(): void;
  /** Some lanes have come nearer to where all were sent. */
  waited(): void;
  /** A lane failed, or the run ended or was opened: something slow changed. */
  changed(): void;
}

/** The arguments with which lane `index` is opened: its run, and its part of the memory. */
export function openingOf(run: RunState, index: number): LaneOpening {
  const lanes = run.lanes.length;
  return { ...laneRun(run, index), lanes, checkpointBytes: checkpointBytes(lanes) };
}

export class Session {
  lanes: Lane[] = [];
  /** Simulated time that is shown, ns. */
  timeNs = 0;
  /** Simulated time to which the lanes were told to advance, ns. */
  commandedNs = 0;
  endNs = 0;
  playing = false;
  /** Simulated seconds a second of wall time, or FULL_SPEED. */
  speed = 1;
  /** Frames shown since the run was opened. */
  shownFrames = 0;
  private waiting = false;
  /** A change was made that the frames which are awaited may not show. */
  private stale = false;
  /** How fast lanes come on that are too dense to be shown live, simulated seconds a second; undefined while none is. */
  denseRate: number | undefined;
  private lastTickMs = Number.NaN;
  private lastLookMs = Number.NaN;
  /** The session waits for the next step of a playing run. */
  private stepping = false;
  /** Wall time since the session began to wait for this step, ms. */
  private waitedMs = 0;
  private chunkNs = FIRST_CHUNK_NS;
  private readonly makeWorker: MakeWorker;
  private readonly events: SessionEvents;

  constructor(makeWorker: MakeWorker, events: SessionEvents) {
    this.makeWorker = makeWorker;
    this.events = events;
  }

  /** The lanes have been sent somewhere and have not all answered. */
  get underWay(): boolean {
    return this.waiting;
  }

  get ended(): boolean {
    return this.endNs > 0 && Math.min(this.timeNs, this.commandedNs) >= this.endNs;
  }

  /** Opens a run in all lanes and asks for its frames at `atNs` at once. */
  open(run: RunState, endNs: number, atNs = 0): void {
    while (this.lanes.length > run.lanes.length) this.lanes.pop()?.close();
    while (this.lanes.length < run.lanes.length)
      this.lanes.push(new Lane(this.makeWorker, (slow) => this.laneAnswered(slow)));
    this.timeNs = 0;
    this.commandedNs = 0;
    this.endNs = endNs;
    this.shownFrames = 0;
    this.denseRate = undefined;
    this.chunkNs = FIRST_CHUNK_NS;
    this.lastTickMs = Number.NaN;
    this.lanes.forEach((lane, index) => {
      lane.open(openingOf(run, index));
    });
    this.command(Math.min(atNs, endNs));
    this.events.changed();
  }

  /** Opens one lane again after it failed, and brings it to the others' time. */
  reopen(run: RunState, index: number): void {
    const lane = this.lanes[index];
    lane?.open(openingOf(run, index));
    lane?.goTo(this.commandedNs);
    this.waiting = true;
    this.stepping = false;
    this.laneAnswered(true);
  }

  play(): void {
    if (this.ended) return;
    this.playing = true;
    this.lastTickMs = Number.NaN;
    this.events.changed();
  }

  pause(): void {
    this.playing = false;
    this.events.changed();
  }

  /** Goes to a time, backwards too; a way that is still being gone is given up for it. */
  seek(timeNs: number): void {
    this.command(Math.min(this.endNs, Math.max(0, Math.round(timeNs))));
    this.events.changed();
  }

  /** Advances, or with a negative step goes back, and stays there. */
  step(stepNs: number): void {
    this.playing = false;
    this.seek(this.commandedNs + stepNs);
  }

  /** Tells the lanes all the changes of the run. */
  setEdits(edits: readonly RunEdit[]): void {
    this.lanes.forEach((lane, index) => {
      lane.setEdits(editsForLane(edits, index));
    });
    if (this.waiting || this.playing) this.stale = true;
    else this.command(this.commandedNs);
  }

  /** Called once a display frame with the wall time: asks for the next advance when the last is done. */
  tick(wallMs: number): void {
    this.watch(wallMs);
    const elapsedMs = Number.isNaN(this.lastTickMs) ? 16 : Math.min(LONGEST_STEP_MS, wallMs - this.lastTickMs);
    if (!this.playing || this.waiting) return;
    this.lastTickMs = wallMs;
    if (this.speed === FULL_SPEED) this.commandNextChunk();
    else this.command(Math.min(this.endNs, this.timeNs + Math.max(1, Math.round(elapsedMs * 1e6 * this.speed))), true);
  }

  /** Counts only while the page is drawn: a hidden tab may be put to sleep with all its workers. */
  private watch(wallMs: number): void {
    const lookedMs = Math.min(LONGEST_STEP_MS, wallMs - this.lastLookMs);
    this.lastLookMs = wallMs;
    for (const lane of this.lanes) if (lane.failure === undefined) lane.watch(lookedMs);
    if (!this.waiting || !this.stepping || !(lookedMs > 0)) return;
    this.waitedMs += lookedMs;
    const { progressNs } = this;
    if (this.waitedMs < DENSE_MS || progressNs === undefined) return;
    this.denseRate = (progressNs - this.timeNs) / 1e6 / this.waitedMs;
  }

  /** Plays on at a speed that lanes too dense for the last one can keep, from where they have come to. */
  slowTo(speed: number): void {
    this.speed = speed;
    if (this.waiting && this.stepping && this.progressNs !== undefined) this.command(this.progressNs);
    this.events.changed();
  }

  close(): void {
    for (const lane of this.lanes) lane.close();
    this.lanes = [];
  }

  /** Time that the slowest lane has reached on a long way, ns; undefined unless one is being gone. */
  get progressNs(): number | undefined {
    const reached = this.lanes.flatMap((lane) => (lane.busy && lane.progressNs !== undefined ? [lane.progressNs] : []));
    return reached.length === 0 ? undefined : Math.min(...reached);
  }

  private commandNextChunk(): void {
    const slowestMs = Math.max(0.5, ...this.lanes.map((lane) => lane.wallMs));
    this.chunkNs = Math.min(
      10e9,
      Math.max(1e6, this.chunkNs * Math.min(2, Math.max(0.5, FULL_SPEED_WALL_MS / slowestMs))),
    );
    this.command(Math.min(this.endNs, this.timeNs + Math.round(this.chunkNs)), true);
  }

  /** @param stepping as the next step of a run that plays */
  private command(untilNs: number, stepping = false): void {
    if (!stepping) this.denseRate = undefined;
    this.stepping = stepping;
    this.waitedMs = 0;
    this.commandedNs = untilNs;
    this.waiting = true;
    this.stale = false;
    for (const lane of this.lanes) {
      lane.reopenBefore(untilNs);
      if (lane.failure === undefined) lane.goTo(untilNs);
    }
    this.laneAnswered(false);
  }

  private laneAnswered(slow: boolean): void {
    const alive = this.lanes.filter((lane) => lane.failure === undefined);
    if (slow || alive.length < this.lanes.length) this.events.changed();
    if (alive.length === 0) this.playing = false;
    if (!this.waiting) return;
    if (alive.some((lane) => lane.busy)) {
      this.events.waited();
      return;
    }
    this.waiting = false;
    if (this.stepping && this.waitedMs < LIVELY_MS) this.denseRate = undefined;
    if (alive.length === 0) return;
    for (const lane of alive) lane.show();
    this.timeNs = this.commandedNs;
    this.shownFrames++;
    if (this.ended) this.playing = false;
    this.events.shown();
    if (this.ended) this.events.changed();
    else if (this.playing && this.speed === FULL_SPEED) this.commandNextChunk();
    else if (!this.playing && this.stale) this.command(this.commandedNs);
  }
}
