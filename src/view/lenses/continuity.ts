/** Whether a drawing goes on from the one before: the same run and policy, no way back and no leap. */
import type { LensModel } from './lens-model.ts';

/** Simulated time between two drawings from which on it is a leap, ns. */
const LEAP_NS = 3e9;

export class Continuity {
  private shown: LensModel['description'] | undefined;
  private shownNs = 0;

  /** Asked once a drawing. */
  goesOn({ description, frame }: LensModel): 'still' | 'on' | 'anew' {
    const sinceNs = frame.timeNs - this.shownNs;
    const same = description === this.shown;
    this.shown = description;
    this.shownNs = frame.timeNs;
    if (!same || sinceNs < 0 || sinceNs > LEAP_NS) return 'anew';
    return sinceNs === 0 ? 'still' : 'on';
  }
}
