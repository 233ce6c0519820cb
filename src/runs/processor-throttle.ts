/**
 * The pace of a lane that runs ahead of the shown time, so that the page answers inputs quickly. If the lanes share
 * their processors with the page, they leave them to a page that draws few frames.
 */

/** Limits of a lane's share of a processor. */
const MIN_PROCESSOR_SHARE = 0.1;
const MAX_PROCESSOR_SHARE = 0.8;
/** Processors that are left to the page and to the browser, which draws it. */
const PAGE_PROCESSORS = 1.5;
/** A shorter pause is left out, ms: browsers would make it as long as this. The work after it waits longer instead. */
const MIN_PAUSE_MS = 4;
/**
 * If a lane answers the frames of the page at longer intervals, ms, the page needs the processors: 40 frames per
 * second.
 */
const BUSY_FRAME_MS = 25;
/** Part of its share that a lane takes while the page needs the processors. */
const BUSY_PART = 1 / 8;
/** Weight of a new time between two frames in the mean. */
const FRAME_WEIGHT = 1 / 8;
/** Without a frame for this time, ms, the page is not playing. */
const MAX_FRAME_MS = 250;

/** The throttle of one lane. It gets the times of frames, and gives the share of its work. */
export class ProcessorThrottle {
  /** Share of a processor, 0 to 1, while the page draws its frames in time. */
  readonly processorShare: number;
  /** Time from which the work so far took no more than the share, ms. */
  private dueMs = 0;
  private lastFrameMs = Number.NEGATIVE_INFINITY;
  /** Mean time between the last answers to the page, ms. */
  private frameMs = 0;

  /**
   * @param processorCount number of processors of the machine; some browsers do not report it
   * @param laneCount number of lanes that run ahead at the same time
   */
  constructor(processorCount: number | undefined, laneCount: number) {
    this.processorShare = Math.min(
      MAX_PROCESSOR_SHARE,
      Math.max(MIN_PROCESSOR_SHARE, ((processorCount || 2) - PAGE_PROCESSORS) / laneCount),
    );
  }

  /** Counts the answer with a frame for the page at `nowMs`. */
  addFrame(nowMs: number): void {
    const intervalMs = nowMs - this.lastFrameMs;
    this.lastFrameMs = nowMs;
    if (intervalMs > MAX_FRAME_MS) this.frameMs = 0;
    else this.frameMs += FRAME_WEIGHT * (intervalMs - this.frameMs);
  }

  /** Counts work from `beganMs` to `endedMs`, in ms of one clock. */
  addWork(beganMs: number, endedMs: number): void {
    const isPageBusy = this.frameMs > BUSY_FRAME_MS && endedMs - this.lastFrameMs <= MAX_FRAME_MS;
    const share = this.processorShare * (isPageBusy && this.processorShare < MAX_PROCESSOR_SHARE ? BUSY_PART : 1);
    const dueMs = Math.max(this.dueMs, beganMs) + (endedMs - beganMs) / share;
    // A long slice leaves no pause that goes on after the page has stopped.
    this.dueMs = Math.min(dueMs, endedMs + MAX_FRAME_MS);
  }

  /** The rest of the pause before the next work, ms; 0 for none. */
  pauseMs(nowMs: number): number {
    const pauseMs = this.dueMs - nowMs;
    return pauseMs < MIN_PAUSE_MS ? 0 : pauseMs;
  }
}
