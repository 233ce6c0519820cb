/** The pace of a lane that runs ahead of the shown time, so that the page answers inputs quickly. */

/** Limits of a lane's share of a processor. */
const MIN_PROCESSOR_SHARE = 0.1;
const MAX_PROCESSOR_SHARE = 0.8;
/** Processors that are left to the page and to the browser, which draws it. */
const PAGE_PROCESSORS = 1.5;
/** A shorter pause is left out, ms: browsers would make it as long as this. The work after it waits longer instead. */
const MIN_PAUSE_MS = 4;

export class ProcessorThrottle {
  /** Share of a processor, 0 to 1. */
  readonly processorShare: number;
  /** Time from which the work so far took no more than the share, ms. */
  private dueMs = 0;

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

  /** Counts work from `beganMs` to `endedMs`, in ms of one clock. */
  addWork(beganMs: number, endedMs: number): void {
    this.dueMs = Math.max(this.dueMs, beganMs) + (endedMs - beganMs) / this.processorShare;
  }

  /** The rest of the pause before the next work, ms; 0 for none. */
  pauseMs(nowMs: number): number {
    const pauseMs = this.dueMs - nowMs;
    return pauseMs < MIN_PAUSE_MS ? 0 : pauseMs;
  }
}
