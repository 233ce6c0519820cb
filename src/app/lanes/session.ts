/**
 * The lanes of a page on one simulated clock. All lanes advance to the same time. A set of frames is shown only when
 * every lane without a failure has answered. So all lanes always show the same time. There is only one advance at a
 * time.
 */

import type { RunEdit, RunState } from '../../run-state/run-state.ts';
import { editsForLane, laneRun } from '../../run-state/run-values.ts';
import { Lane, type LaneOpening, type LaneSnapshot, type LaneWorkerFactory } from './lane.ts';
import { checkpointBytes } from './lane-memory.ts';

/** Full speed: each advance is the time that the workers simulate in FULL_SPEED_WALL_MS. */
export const FULL_SPEED = Number.POSITIVE_INFINITY;
const FULL_SPEED_WALL_MS = 20;
/** Largest wall time that counts between two frames, so that a stalled or hidden page does not jump. */
const MAX_STEP_MS = 50;
const FIRST_CHUNK_NS = 20e6;
/**
 * A playing run is too dense to be shown live if a step takes longer than MIN_DENSE_STEP_MS. This ends when a step
 * takes less than MAX_LIVE_STEP_MS.
 */
const MIN_DENSE_STEP_MS = 2_000;
const MAX_LIVE_STEP_MS = 500;

export interface SessionEvents {
  /** A new set of frames is shown. */
  onFrames(): void;
  /** Some lanes have come nearer to the requested time, or have found other key moments. */
  onProgress(): void;
  /** Called before a user moves the run to another time, plays it or stops it. */
  onMove(): void;
  /** The run begins to play, or its speed is another one. The lanes are as before. */
  onPlayback(): void;
  /** A rare change: a lane failed, or the run ended or was opened. */
  onChange(): void;
}

/** The arguments for opening a lane: its run, and its part of the memory. */
export function laneOpening(run: RunState, lane: number): LaneOpening {
  const laneCount = run.lanes.length;
  return { ...laneRun(run, lane), laneCount, checkpointBytes: checkpointBytes(laneCount) };
}

/** The session at one moment, for rendering. */
export type SessionSnapshot = Readonly<
  Pick<Session, 'isPlaying' | 'hasEnded' | 'speed' | 'timeNs' | 'commandedNs' | 'progressNs' | 'possibleSpeed'>
> & { readonly lanes: readonly LaneSnapshot[] };

/** The clock of the page and its lanes. It commands the workers, and keeps their last complete set of frames. */
export class Session {
  lanes: readonly Readonly<Lane>[] = [];
  /** Simulated time that is shown, ns. */
  timeNs = 0;
  /** Simulated time to which the lanes were told to advance, ns. */
  commandedNs = 0;
  endNs = 0;
  isPlaying = false;
  /** Simulated seconds per second of wall time, or FULL_SPEED. */
  speed = 1;
  /** Frames shown since the run was opened. */
  shownFrameCount = 0;
  /** Shown frames that do not continue the frames before: of an opened run, or after a way to another time. */
  jumpCount = 0;
  /** Open dialogs over a run that played before the first of them. */
  private dialogCount = 0;
  /** The lanes were sent to a time, and not all have answered. Only the session changes it. */
  isWaiting = false;
  /** A change was made that the next frames may not show. */
  private isStale = false;
  /** Speed of lanes that are too dense to be shown live, simulated seconds per second; otherwise undefined. */
  possibleSpeed: number | undefined;
  private lastTickMs = Number.NaN;
  private lastLaneCheckMs = Number.NaN;
  /** The session waits for the next step of a playing run. */
  private isStepping = false;
  /** Wall time since the session began to wait for this step, ms. */
  private waitedMs = 0;
  private chunkNs = FIRST_CHUNK_NS;
  private readonly createWorker: LaneWorkerFactory;
  private readonly events: SessionEvents;

  constructor(createWorker: LaneWorkerFactory, events: SessionEvents) {
    this.createWorker = createWorker;
    this.events = events;
  }

  get hasEnded(): boolean {
    return this.endNs > 0 && Math.min(this.timeNs, this.commandedNs) >= this.endNs;
  }

  get snapshot(): SessionSnapshot {
    const { isPlaying, hasEnded, speed, timeNs, commandedNs, progressNs, possibleSpeed } = this;
    const lanes = this.lanes.map(({ snapshot }) => snapshot);
    return { isPlaying, hasEnded, speed, timeNs, commandedNs, progressNs, possibleSpeed, lanes };
  }

  /** Opens a run in all lanes and immediately requests its frames at `atNs`. At its end it does not play. */
  open(run: RunState, endNs: number, atNs: number, isPlaying: boolean): void {
    for (const lane of this.lanes.slice(run.lanes.length)) lane.close();
    this.lanes = run.lanes.map((_, index) => this.lanes[index] ?? this.createLane());
    this.isPlaying = isPlaying && atNs < endNs;
    this.timeNs = 0;
    this.commandedNs = 0;
    this.endNs = endNs;
    this.shownFrameCount = 0;
    this.possibleSpeed = undefined;
    this.chunkNs = FIRST_CHUNK_NS;
    this.lastTickMs = Number.NaN;
    this.nameLanes([]);
    this.lanes.forEach((lane, index) => {
      lane.open(laneOpening(run, index));
    });
    this.advanceTo(Math.min(atNs, endNs));
    this.events.onChange();
  }

  /** @param names by lane; without one, a lane has its policy's name */
  nameLanes(names: readonly string[]): void {
    this.lanes.forEach((lane, index) => {
      lane.rename(names[index]);
    });
  }

  private createLane(): Lane {
    return new Lane(this.createWorker, {
      onAnswer: () => this.onLaneAnswer(),
      onProgress: () => this.events.onProgress(),
      onChange: () => this.onLaneChange(),
    });
  }

  /** Opens one lane again after it failed, and moves it to the time of the others. */
  reopen(run: RunState, lane: number): void {
    const reopenedLane = this.lanes[lane];
    reopenedLane?.open(laneOpening(run, lane));
    reopenedLane?.goTo(this.commandedNs);
    this.isWaiting = true;
    this.isStepping = false;
    this.onLaneChange();
  }

  play(): void {
    if (this.hasEnded) return;
    this.isPlaying = true;
    this.lastTickMs = Number.NaN;
    this.events.onPlayback();
  }

  pause(): void {
    this.isPlaying = false;
    this.events.onChange();
  }

  /** Pauses a run that plays. Plays a paused run, and an ended run from its start. */
  toggle(): void {
    this.events.onMove();
    if (this.isPlaying) this.pause();
    else {
      if (this.hasEnded) this.goTo(0);
      this.play();
    }
  }

  /** Goes to a time, also backwards. This cancels a present way to another time. */
  seek(timeNs: number): void {
    this.events.onMove();
    this.goTo(timeNs);
  }

  restart(): void {
    this.seek(0);
  }

  /** Advances by a step (negative: goes back) and pauses there. */
  step(stepNs: number): void {
    this.events.onMove();
    this.isPlaying = false;
    this.goTo(this.commandedNs + stepNs);
  }

  private goTo(timeNs: number): void {
    this.advanceTo(Math.min(this.endNs, Math.max(0, Math.round(timeNs))));
    this.events.onChange();
  }

  /**
   * Pauses the run while a dialog is open over it.
   * @returns a function that ends this pause. After the last one, the run continues, if it played
   */
  pauseUnderDialog(): () => void {
    if (!this.playsAfterDialogs) return () => {};
    this.dialogCount++;
    if (this.isPlaying) this.pause();
    return () => {
      this.dialogCount--;
      if (this.dialogCount === 0) this.play();
    };
  }

  /** Whether the run plays, or will play after the dialogs over it are closed. */
  get playsAfterDialogs(): boolean {
    return this.isPlaying || this.dialogCount > 0;
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.events.onPlayback();
  }

  /** Sends all changes of the run to the lanes. */
  setEdits(edits: readonly RunEdit[]): void {
    this.lanes.forEach((lane, index) => {
      lane.setEdits(editsForLane(edits, index));
    });
    if (this.isWaiting || this.isPlaying) this.isStale = true;
    else this.advanceTo(this.commandedNs);
  }

  /** Called once per display frame with the wall time. Requests the next advance after the last one is finished. */
  tick(wallMs: number): void {
    this.countWaits(wallMs);
    const elapsedMs = Number.isNaN(this.lastTickMs) ? 16 : Math.min(MAX_STEP_MS, wallMs - this.lastTickMs);
    if (!this.isPlaying || this.isWaiting) return;
    this.lastTickMs = wallMs;
    if (this.speed === FULL_SPEED) this.advanceChunk();
    else
      this.advanceTo(Math.min(this.endNs, this.timeNs + Math.max(1, Math.round(elapsedMs * 1e6 * this.speed))), true);
  }

  /** Counts only while the page is drawn, because a browser may stop a hidden tab with all its workers. */
  private countWaits(wallMs: number): void {
    const visibleMs = Math.min(MAX_STEP_MS, wallMs - this.lastLaneCheckMs);
    this.lastLaneCheckMs = wallMs;
    for (const lane of this.lanes) if (lane.failure === undefined) lane.countWait(visibleMs);
    if (!this.isWaiting || !this.isStepping || !(visibleMs > 0)) return;
    this.waitedMs += visibleMs;
    const { progressNs } = this;
    if (this.waitedMs < MIN_DENSE_STEP_MS || progressNs === undefined) return;
    this.possibleSpeed = (progressNs - this.timeNs) / 1e6 / this.waitedMs;
  }

  /** Continues at a slower speed that dense lanes can keep, from the time that they have reached. */
  slowDownTo(speed: number): void {
    this.speed = speed;
    if (this.isWaiting && this.isStepping && this.progressNs !== undefined) this.advanceTo(this.progressNs);
    this.events.onChange();
  }

  close(): void {
    for (const lane of this.lanes) lane.close();
    this.lanes = [];
  }

  /** Time that the slowest lane has reached on the way to a distant time, ns; undefined otherwise. */
  get progressNs(): number | undefined {
    const reachedTimes = this.lanes.flatMap((lane) =>
      lane.isBusy && lane.progressNs !== undefined ? [lane.progressNs] : [],
    );
    return reachedTimes.length === 0 ? undefined : Math.min(...reachedTimes);
  }

  private advanceChunk(): void {
    const slowestMs = Math.max(0.5, ...this.lanes.map((lane) => lane.wallMs));
    this.chunkNs = Math.min(
      10e9,
      Math.max(1e6, this.chunkNs * Math.min(2, Math.max(0.5, FULL_SPEED_WALL_MS / slowestMs))),
    );
    this.advanceTo(Math.min(this.endNs, this.timeNs + Math.round(this.chunkNs)), true);
  }

  /** @param isStepping true for the next step of a playing run */
  private advanceTo(untilNs: number, isStepping = false): void {
    if (!isStepping) this.possibleSpeed = undefined;
    this.isStepping = isStepping;
    this.waitedMs = 0;
    this.commandedNs = untilNs;
    this.isWaiting = true;
    this.isStale = false;
    for (const lane of this.lanes) {
      lane.reopenBefore(untilNs);
      if (lane.failure === undefined) lane.goTo(untilNs);
    }
    this.onLaneAnswer();
  }

  private onLaneChange(): void {
    this.events.onChange();
    this.onLaneAnswer();
  }

  private onLaneAnswer(): void {
    const workingLanes = this.lanes.filter((lane) => lane.failure === undefined);
    if (workingLanes.length === 0 && this.isPlaying) this.pause();
    if (!this.isWaiting) return;
    if (workingLanes.some((lane) => lane.isBusy)) {
      this.events.onProgress();
      return;
    }
    this.isWaiting = false;
    if (this.isStepping && this.waitedMs < MAX_LIVE_STEP_MS) this.possibleSpeed = undefined;
    if (workingLanes.length === 0) return;
    for (const lane of workingLanes) lane.show();
    this.timeNs = this.commandedNs;
    this.shownFrameCount++;
    if (!this.isStepping) this.jumpCount++;
    if (this.hasEnded) this.isPlaying = false;
    this.events.onFrames();
    if (this.hasEnded) this.events.onChange();
    else if (this.isPlaying && this.speed === FULL_SPEED) this.advanceChunk();
    else if (!this.isPlaying && this.isStale) this.advanceTo(this.commandedNs);
  }
}
