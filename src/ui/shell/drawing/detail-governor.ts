/**
 * The pace of the drawing, from the time that frames take. On a slow device, words and plots are drawn less often. Then
 * lanes take turns. The time of a frame does not depend on the screen, but the interval of display frames does.
 */

/** All is drawn; words and plots less often; lanes also take turns. */
export type ReductionLevel = 0 | 1 | 2;

/** Time of the main thread for a frame that leaves room for input, ms. */
const MAX_DISPLAY_FRAME_MS = 12;
/** Frames of the running mean. */
const AVERAGED_DISPLAY_FRAMES = 6;
/** Shortest time between two steps, and time after which a step back counts as failed, ms. */
const MIN_STEP_INTERVAL_MS = 150;
const FAILURE_SPAN_MS = 2_000;
/** Time until a step back is tried, ms. It doubles after each failure. */
const FIRST_TRY_MS = 8_000;
const MAX_TRY_MS = 60_000;

export class DetailGovernor {
  level: ReductionLevel = 0;
  private meanMs = 0;
  private steppedMs = 0;
  private raisedMs = Number.NEGATIVE_INFINITY;
  private tryMs = FIRST_TRY_MS;

  /**
   * Counts a frame that was drawn.
   * @param nowMs wall time
   * @param busyMs time that the main thread needed for it: scripts, layout and paint
   */
  addDisplayFrame(nowMs: number, busyMs: number): void {
    // One long frame is no reason.
    this.meanMs += (Math.min(busyMs, 2 * MAX_DISPLAY_FRAME_MS) - this.meanMs) / AVERAGED_DISPLAY_FRAMES;
    const sinceMs = nowMs - this.steppedMs;
    const { level } = this;
    if (this.meanMs > MAX_DISPLAY_FRAME_MS && level < 2 && sinceMs > MIN_STEP_INTERVAL_MS) {
      if (nowMs - this.raisedMs < FAILURE_SPAN_MS) this.tryMs = Math.min(MAX_TRY_MS, 2 * this.tryMs);
      this.step(level === 0 ? 1 : 2, nowMs);
    } else if (this.meanMs < MAX_DISPLAY_FRAME_MS && level > 0 && sinceMs > this.tryMs) {
      this.raisedMs = nowMs;
      this.step(level === 2 ? 1 : 0, nowMs);
    }
  }

  private step(level: ReductionLevel, nowMs: number): void {
    this.level = level;
    this.steppedMs = nowMs;
    // Frames of the last level do not measure this level.
    this.meanMs = MAX_DISPLAY_FRAME_MS / 2;
  }
}
