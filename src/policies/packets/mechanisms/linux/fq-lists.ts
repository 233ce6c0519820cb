/**
 * The lists of fq: in each band, new flows and old flows, which take turns; and the flows that wait for their time, in
 * its order.
 * Source: Linux 7.2, net/sched/sch_fq.c.
 */

const NONE = -1;
export const NEW_FLOWS = 0;
export const OLD_FLOWS = 1;
/** Lists of a band. */
const LISTS = 2;
export const BANDS = 3;

/** The lists of all bands, as links between flows. */
export class FqLists {
  /**
   * By flow: its band. A flow enters the first list before its band is known, so that it begins in band 0, as in Linux.
   */
  readonly band: Uint8Array;
  /** By flow: the time before which it sends nothing, ns; 0 if it was never paced. */
  readonly timeNextNs: Float64Array;
  throttledCount = 0;
  private readonly head = new Int32Array(BANDS * LISTS).fill(NONE);
  private readonly tail = new Int32Array(BANDS * LISTS).fill(NONE);
  private readonly next: Int32Array;
  private firstThrottled = NONE;

  constructor(flowCount: number) {
    this.band = new Uint8Array(flowCount);
    this.timeNextNs = new Float64Array(flowCount);
    this.next = new Int32Array(flowCount).fill(NONE);
  }

  /** The first flow of a list, or -1. */
  first(band: number, list: number): number {
    return this.head[LISTS * band + list];
  }

  /** Appends a flow to a list of its own band. */
  append(flow: number, list: number): void {
    const { head, tail, next } = this;
    const index = LISTS * this.band[flow] + list;
    if (head[index] === NONE) head[index] = flow;
    else next[tail[index]] = flow;
    tail[index] = flow;
    next[flow] = NONE;
  }

  /** Removes the first flow of a list. */
  shift(band: number, list: number): void {
    const index = LISTS * band + list;
    this.head[index] = this.next[this.head[index]];
  }

  /** The flow waits for its time, behind those with an earlier or the same time. */
  throttle(flow: number): void {
    const { next, timeNextNs } = this;
    let flowBefore = NONE;
    let flowAfter = this.firstThrottled;
    while (flowAfter !== NONE && timeNextNs[flowAfter] <= timeNextNs[flow]) {
      flowBefore = flowAfter;
      flowAfter = next[flowAfter];
    }
    next[flow] = flowAfter;
    if (flowBefore === NONE) this.firstThrottled = flow;
    else next[flowBefore] = flow;
    this.throttledCount++;
  }

  /** The flows whose time has come become old flows. */
  release(nowNs: number): void {
    while (this.firstThrottled !== NONE && this.timeNextNs[this.firstThrottled] <= nowNs) {
      const flow = this.firstThrottled;
      this.firstThrottled = this.next[flow];
      this.throttledCount--;
      this.append(flow, OLD_FLOWS);
    }
  }

  /** The earliest time of a flow that waits for it, ns; Infinity if none does. */
  get nextTimeNs(): number {
    return this.firstThrottled === NONE ? Number.POSITIVE_INFINITY : this.timeNextNs[this.firstThrottled];
  }
}
