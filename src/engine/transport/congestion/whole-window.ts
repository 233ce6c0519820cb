/** Windows in whole segments: growth adds up, and the window takes what makes a segment (Linux, tcp_cong_avoid_ai). */

/** Less than this below a whole number is an error of rounding. */
const ROUNDING = 1e-9;

/** The part of a segment by which one window has grown since its last whole segment. */
export class WholeWindow {
  /** The growth that is less than a segment. */
  private part = 0;

  /** @returns the window in whole segments, when the control lets `window` grow to `next` */
  grown(window: number, next: number): number {
    this.part += next - window;
    const segments = Math.floor(this.part + ROUNDING);
    this.part -= segments;
    return window + segments;
  }

  /**
   * The growth before a cut does not count after it, and the ACK that ends the recovery counts with the segment that it
   * delivers.
   * @returns the window in whole segments
   */
  cut(window: number): number {
    const segments = Math.floor(window + ROUNDING);
    this.part = 1 / Math.max(1, segments);
    return segments;
  }
}
