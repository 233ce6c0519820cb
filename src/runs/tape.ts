/**
 * One simulation that can be sent to any time, forwards and backwards. It makes checkpoints and applies the edits itself. A run
 * is a function of its arguments and edits, so going back means going on again from a checkpoint.
 */
import type { Checkpoint } from '../engine/checkpoint.ts';
import type { Edit, Probe, Simulation } from '../engine/simulation.ts';

interface Mark {
  readonly timeNs: number;
  /** Edits that had been applied. */
  readonly applied: number;
  /** Events that had been executed. */
  readonly events: number;
  readonly checkpoint: Checkpoint;
  /** Its memory, bytes. */
  readonly bytes: number;
}

/** Somebody who sees all that a tape plays on its way, and remembers it beyond every checkpoint. */
export interface Watcher {
  readonly probe: Probe;
  /** All of this span of simulated time was seen, ns. */
  passed(fromNs: number, toNs: number): void;
  /** The tape has gone back to a checkpoint, and goes on from there. */
  restored?(): void;
}

/** Events between two checkpoints: some 50 ms of work. */
const SPACING_EVENTS = 200_000;
/** The same before an edit, which is likely to be changed again at once: while it is dragged. */
const EDIT_SPACING_EVENTS = 5_000;
/** Bytes of a checkpoint that take as long to gather as an event to execute: a large one is not worth laying often. */
const BYTES_AN_EVENT = 16;
/** Default memory for all checkpoints of a tape, bytes. */
const CHECKPOINT_BYTES = 32e6;

export class Tape {
  readonly simulation: Simulation;
  watcher: Watcher | undefined;
  /** An event threw an error, so the state is lost and this tape cannot be used any more. */
  broken = false;
  private readonly edits: Edit[] = [];
  /** Edits that the present state contains. */
  private applied = 0;
  /** The present state contains edits that are no longer meant, or lacks one that is. */
  private stale = false;
  private marks: Mark[] = [];
  private spacing = SPACING_EVENTS;
  private readonly room: number;

  /**
   * @param simulation newly made, without edits of its own
   * @param room for all checkpoints together, bytes: the less there is, the sparser they are; the first is always kept
   */
  constructor(simulation: Simulation, room = CHECKPOINT_BYTES) {
    this.simulation = simulation;
    this.room = room;
    this.mark();
  }

  /** The edits from now on, in order of their times. Checkpoints before them are kept. */
  setEdits(edits: readonly Edit[]): void {
    let same = 0;
    while (same < edits.length && same < this.edits.length && equal(edits[same] as Edit, this.edits[same] as Edit))
      same++;
    const holds = (applied: number, timeNs: number) =>
      applied <= same && timeNs <= (edits[same]?.timeNs ?? Number.POSITIVE_INFINITY);
    this.marks = this.marks.filter((mark, index) => index === 0 || holds(mark.applied, mark.timeNs));
    this.stale ||= !holds(this.applied, this.simulation.nowNs);
    this.edits.splice(0, this.edits.length, ...edits);
  }

  /** Simulated time from where this tape would have to go on to reach `timeNs`, ns. */
  distance(timeNs: number): number {
    return timeNs - this.start(timeNs);
  }

  /**
   * Goes to `timeNs`, executing `events` events at most, and lays checkpoints on the way; call again until it is there.
   * @returns whether it is there
   */
  towards(timeNs: number, events = Number.POSITIVE_INFINITY): boolean {
    if (this.start(timeNs) !== this.presentNs) this.restore(this.markBefore(timeNs));
    return this.goOn(timeNs, events, true);
  }

  /**
   * Goes on from the present to `timeNs`, which lies ahead, through every event and past every checkpoint: for those who
   * watch the way. Lays no checkpoints, since they would hold the watcher too.
   */
  through(timeNs: number, events: number): boolean {
    return this.goOn(timeNs, events, false);
  }

  private goOn(timeNs: number, events: number, marking: boolean): boolean {
    try {
      return this.play(timeNs, events, marking);
    } catch (error) {
      this.broken = true;
      throw error;
    }
  }

  private play(timeNs: number, events: number, marking: boolean): boolean {
    const { simulation, watcher } = this;
    const last = simulation.clock.executed + events;
    const fromNs = simulation.nowNs;
    let there = false;
    // A checkpoint brings back the probe of its time.
    if (marking) simulation.probe = watcher?.probe;
    do {
      const edit = this.edits[this.applied];
      const { sampleNs } = simulation.description;
      const boundary = (Math.floor(simulation.nowNs / sampleNs) + 1) * sampleNs;
      const stop = Math.min(timeNs, boundary, edit?.timeNs ?? Number.POSITIVE_INFINITY);
      // A window may have more events than there are between two checkpoints.
      const stopped = simulation.advance(stop, Math.min(last - simulation.clock.executed, this.spacing));
      if (stopped) {
        if (marking && edit !== undefined && edit.timeNs <= stop) this.markAfter(EDIT_SPACING_EVENTS);
        this.applyUntil(stop);
      }
      if (marking) this.markAfter(this.spacing);
      there = stopped && (stop >= timeNs || simulation.ended);
    } while (!there && simulation.clock.executed < last);
    if (marking) watcher?.passed(fromNs, simulation.nowNs);
    return there;
  }

  private get presentNs(): number {
    return this.stale ? Number.POSITIVE_INFINITY : this.simulation.nowNs;
  }

  /** Time from which `timeNs` is reached soonest: the present or a checkpoint. */
  private start(timeNs: number): number {
    const mark = this.markBefore(timeNs).timeNs;
    return this.presentNs <= timeNs && this.presentNs >= mark ? this.presentNs : mark;
  }

  private markBefore(timeNs: number): Mark {
    return this.marks.filter((mark) => mark.timeNs <= timeNs).at(-1) ?? (this.marks[0] as Mark);
  }

  private applyUntil(timeNs: number): void {
    for (let edit = this.edits[this.applied]; edit !== undefined && edit.timeNs <= timeNs; ) {
      this.simulation.edit(edit.path, edit.value);
      edit = this.edits[++this.applied];
    }
  }

  private restore(mark: Mark): void {
    mark.checkpoint.restore();
    this.applied = mark.applied;
    this.stale = false;
    this.watcher?.restored?.();
  }

  /** Lays a checkpoint where the last one is at least `events` events ago, and there is room. */
  private markAfter(events: number): void {
    const { simulation } = this;
    const last = this.marks.at(-1) as Mark;
    if (simulation.nowNs <= last.timeNs || simulation.clock.executed - last.events < events) return;
    // The next one will be as large as the last.
    const { bytes } = last;
    if (!this.hasRoom(bytes)) {
      this.marks = this.marks.filter((_, index) => index % 2 === 0);
      this.spacing *= 2;
    }
    if (this.hasRoom(bytes)) this.mark();
  }

  private hasRoom(bytes: number): boolean {
    return this.marks.reduce((sum, mark) => sum + mark.bytes, bytes) <= this.room;
  }

  private mark(): void {
    const { simulation, applied } = this;
    const checkpoint = simulation.checkpoint();
    const { bytes } = checkpoint;
    this.marks.push({ timeNs: simulation.nowNs, applied, events: simulation.clock.executed, checkpoint, bytes });
    this.spacing = Math.max(this.spacing, bytes / BYTES_AN_EVENT);
  }
}

function equal(one: Edit, other: Edit): boolean {
  return (
    one.timeNs === other.timeNs && one.path === other.path && JSON.stringify(one.value) === JSON.stringify(other.value)
  );
}
