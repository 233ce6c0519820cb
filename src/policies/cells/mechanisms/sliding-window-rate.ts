/**
 * TSWRE, the time-sliding window rate estimator: a smooth rate of cells over about one window, and an aggressive rate
 * that follows only its increases. Source: Hu & Jan, section 3.3.
 */
import { DOUBLE_ZERO } from '../../../engine/numbers/double-zero.ts';
/** The estimates for one VC, cells per slot. */
export class SlidingWindowRate {
  /** Cells per slot: the average, and the mean of its peaks. Neither falls below the rate at the beginning. */
  average: number;
  aggressive: number;
  private readonly minCellsPerSlot: number;
  private readonly estimateCells: number;
  private readonly windowSlots: number;
  private cells = 0;
  private lastSlot = DOUBLE_ZERO;

  /**
   * @param min rate at the beginning, cells per slot
   * @param every cells between two estimates
   * @param windowSlots slots
   */
  constructor(min: number, every: number, windowSlots: number) {
    this.minCellsPerSlot = min;
    this.average = DOUBLE_ZERO + min;
    this.aggressive = DOUBLE_ZERO + min;
    this.estimateCells = every;
    this.windowSlots = windowSlots;
  }

  onCell(slot: number): void {
    if (++this.cells < this.estimateCells) return;
    this.cells = 0;
    const span = slot - this.lastSlot + this.windowSlots;
    const previousAverage = this.average;
    this.average = Math.max(this.minCellsPerSlot, (previousAverage * this.windowSlots + this.estimateCells) / span);
    if (this.average > previousAverage)
      this.aggressive = (this.aggressive * this.windowSlots + this.estimateCells) / span;
    this.lastSlot = slot;
  }
}
