/** Detects whether a drawing continues the one before: the same run and policy, a later time, and no jump. */
import type { LensModel } from './lens-model.ts';

/** Simulated time between two drawings that counts as a jump, ns. */
const LEAP_NS = 3e9;

export class Continuity {
  private shown: LensModel['description'] | undefined;
  private shownNs = 0;

  /** Call it once for each drawing. */
  advance({ description, frame }: LensModel): 'same' | 'next' | 'new' {
    const sinceNs = frame.timeNs - this.shownNs;
    const same = description === this.shown;
    this.shown = description;
    this.shownNs = frame.timeNs;
    if (!same || sinceNs < 0 || sinceNs > LEAP_NS) return 'new';
    return sinceNs === 0 ? 'same' : 'next';
  }
}
