/** Detects whether a drawing continues the one before: the same run and policy, a later time, and no jump. */
import type { LensModel } from './lens-model.ts';

/** Simulated time between two drawings that counts as a jump, ns. */
const MIN_JUMP_NS = 3e9;

/** What is remembered of the last drawing, to compare it with the next. */
export class DrawingContinuity {
  private lastDescription: LensModel['description'] | undefined;
  private lastNs = 0;

  /** Call it once for each drawing. */
  advance({ description, frame }: LensModel): 'same' | 'next' | 'new' {
    const sinceNs = frame.timeNs - this.lastNs;
    const isSameRun = description === this.lastDescription;
    this.lastDescription = description;
    this.lastNs = frame.timeNs;
    if (!isSameRun || sinceNs < 0 || sinceNs > MIN_JUMP_NS) return 'new';
    return sinceNs === 0 ? 'same' : 'next';
  }
}
