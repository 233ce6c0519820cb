/**
 * A run that can be looked at from any side: sent to any time, told other edits, asked when something happens and why.
 * Of its two tapes one is shown; the other runs ahead while there is time, so that every moment is near a checkpoint,
 * and answers questions. They change places when the other is nearer to where the run is sent.
 */
import { firstDifference } from '../engine/edits.ts';
import type { Frame, RunDescription } from '../engine/frame.ts';
import type { PolicyDefinition } from '../engine/policy.ts';
import type { Edit, Probe } from '../engine/simulation.ts';
import type { PacketStory, SoughtKind } from '../engine/story.ts';
import { openWith, type RunArguments } from './open-with.ts';
import { Finder, StoryTeller } from './probes.ts';
import { Tape } from './tape.ts';

/** Simulated time that is worth changing tapes for, ns. */
const WORTH_CHANGING_NS = 50e6;

export class SeekableRun {
  readonly description: RunDescription;
  readonly endNs: number;
  private readonly policy: PolicyDefinition;
  private readonly run: Omit<RunArguments, 'edits'>;
  private edits: readonly Edit[];
  private shown: Tape;
  private other: Tape | undefined;
  private aheadDone = false;
  /** Rows of the series that frames have brought, as far as they still hold. */
  private rowsSent = 0;

  constructor(policy: PolicyDefinition, { edits = [], ...run }: RunArguments) {
    this.policy = policy;
    this.run = run;
    this.edits = inOrder(edits);
    this.shown = this.newTape();
    this.description = this.shown.simulation.description;
    this.endNs = this.shown.simulation.endNs;
  }

  get nowNs(): number {
    return this.shown.simulation.nowNs;
  }

  setEdits(edits: readonly Edit[]): void {
    const ordered = inOrder(edits);
    const changedNs = firstDifference(this.edits, ordered);
    this.edits = ordered;
    this.shown.setEdits(ordered);
    this.other?.setEdits(ordered);
    this.aheadDone = false;
    this.rowsSent = Math.min(this.rowsSent, Math.floor(changedNs / this.description.sampleNs));
  }

  /** Goes to `timeNs` with some `events` events at most; call again until it answers true. */
  seek(timeNs: number, events?: number): boolean {
    const target = Math.min(timeNs, this.endNs);
    const { shown, other } = this;
    if (other !== undefined && other.distance(target) + WORTH_CHANGING_NS < shown.distance(target)) {
      this.shown = other;
      this.other = shown;
    }
    return this.shown.towards(target, events);
  }

  frame(): Frame {
    const frame = this.shown.simulation.frame(this.rowsSent);
    const rows = frame.series.length / this.shown.simulation.seriesStride;
    this.rowsSent = frame.seriesFrom + rows;
    return frame;
  }

  /** Goes on exploring the run by some `events` events. @returns whether there is more to explore */
  runAhead(events: number): boolean {
    if (this.aheadDone) return false;
    this.aheadDone = this.spare().towards(this.endNs, events);
    return !this.aheadDone;
  }

  /** Time of the next (or, backwards, the last) thing of this kind after (before) `fromNs`; undefined if there is none. */
  find(kind: SoughtKind, fromNs: number, forward: boolean): number | undefined {
    return forward ? this.findNext(kind, fromNs) : this.findLast(kind, fromNs);
  }

  /** The story of packet `serial`, which was offered at `offeredNs`, as far as it is known at the time shown. */
  explain(serial: number, offeredNs: number): PacketStory | undefined {
    const tape = this.spare();
    tape.towards(Math.max(0, offeredNs - 1));
    const teller = new StoryTeller(tape.simulation, serial);
    tape.simulation.port.explaining = true;
    this.probing(tape, teller.probe, this.nowNs, () => teller.over || teller.story === undefined);
    tape.simulation.port.explaining = false;
    return teller.story;
  }

  private findNext(kind: SoughtKind, fromNs: number): number | undefined {
    const tape = this.spare();
    tape.towards(fromNs);
    const finder = new Finder(tape.simulation, kind, fromNs + 1);
    this.probing(tape, finder.probe, this.endNs, () => finder.firstNs !== undefined);
    return finder.firstNs;
  }

  /** Looks in ever longer spans before `fromNs`. */
  private findLast(kind: SoughtKind, fromNs: number): number | undefined {
    for (let spanNs = this.description.sampleNs; ; spanNs *= 8) {
      const startNs = Math.max(0, fromNs - spanNs);
      const tape = this.spare();
      tape.towards(startNs);
      const finder = new Finder(tape.simulation, kind, startNs);
      this.probing(tape, finder.probe, fromNs - 1, () => false);
      if (finder.lastNs !== undefined || startNs === 0) return finder.lastNs;
    }
  }

  /** Advances a tape with a probe until `untilNs`, or until `enough`, which is asked once a sample window. */
  private probing(tape: Tape, probe: Probe, untilNs: number, enough: () => boolean): void {
    const { simulation } = tape;
    simulation.probe = probe;
    try {
      do {
        const step = Math.min(untilNs, simulation.nowNs + this.description.sampleNs);
        if (step < simulation.nowNs) return;
        tape.towards(step, undefined, false);
      } while (simulation.nowNs < untilNs && !enough());
    } finally {
      simulation.probe = undefined;
    }
  }

  private spare(): Tape {
    this.other ??= this.newTape();
    return this.other;
  }

  private newTape(): Tape {
    const tape = new Tape(openWith(this.policy, { ...this.run, watch: true }));
    tape.setEdits(this.edits);
    return tape;
  }
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((one, other) => one.timeNs - other.timeNs);
}
