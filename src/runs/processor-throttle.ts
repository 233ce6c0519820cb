/** The pace of a lane that runs ahead of the shown time, so that the page answers inputs quickly. */

/** Limits of a lane's share of a processor. */
const MIN_PROCESSOR_SHARE = 0.1;
const MAX_PROCESSOR_SHARE = 0.8;
/** Processors that are left to the page and to the browser, which draws it. */
const PAGE_PROCESSORS = 1.5;
/** Browsers make a shorter pause of a timer as long as this, ms. */
const MIN_PAUSE_MS = 4;

export class ProcessorThrottle {
  /** Share of a processor, 0 to 1. */
  readonly processorShare: number;
  private duePauseMs = 0;

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

  /**
   * @param busyMs duration of the work since the last call, ms
   * @returns the pause before the next work, ms; 0 for none
   */
  pauseMs(busyMs: number): number {
    this.duePauseMs += busyMs * (1 / this.processorShare - 1);
    if (this.duePauseMs < MIN_PAUSE_MS) return 0;
    const pauseMs = this.duePauseMs;
    this.duePauseMs = 0;
    return pauseMs;
  }
}
