/**
 * F-GCRA(T, tau): decides which frames conform to the minimum cell rate. The first cell of a frame decides for the
 * whole frame. The cells of all other frames are tagged (GFR.2). Any unit of time can be used. The callers use cell
 * slots.
 * Source: ATM Forum, Traffic Management 4.1, section 4.5.5; ITU-T I.371.1, section 6.3.2.
 */
export class FrameGcra {
  /** T is the time that each eligible cell uses up. tau is the time by which cells may come early. */
  increment: number;
  tolerance: number;
  private level = 0;
  private lastEligible = 0;

  constructor(increment: number, tolerance: number) {
    this.increment = increment;
    this.tolerance = tolerance;
  }

  /**
   * Tests a frame whose first cell comes at `time`, and accounts for its cells if it is eligible.
   * @param gap time between its cells
   * @returns whether its cells stay untagged
   */
  test(time: number, cells: number, gap: number): boolean {
    if (this.level - (time - this.lastEligible) > this.tolerance) return false;
    for (let cell = 0; cell < cells; cell++) {
      const now = time + cell * gap;
      this.level = Math.max(0, this.level - (now - this.lastEligible)) + this.increment;
      this.lastEligible = now;
    }
    return true;
  }
}
