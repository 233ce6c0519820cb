/**
 * Estimates how long a queue takes to drain, from the departure rate of its packets. PIE uses it without time stamps on
 * packets. Source: RFC 8033, section 5.2 and appendix B, which averages the time that 16 KB take; ns-3.37 averages the
 * rate.
 */

/** Bytes in one measurement: DQ_THRESHOLD. */
const THRESHOLD_BYTES = 16_384;
/** Weights of a new measurement: DQ_THRESHOLD / 2^16, and the weight in ns-3. */
const AVERAGE_WEIGHT = 0.25;
const NS3_WEIGHT = 0.5;

/**
 * Slots: start of the measurement, bytes departed since then, and the average (time for 16 KB, ns, or bytes per second;
 * 0 for none).
 */
const BEGAN_SLOT = 0;
const COUNT_SLOT = 1;
const AVERAGE_SLOT = 2;

/** The estimate for one queue, as in RFC 8033 or ns-3. */
export class DepartureRate {
  private readonly slots = new Float64Array(3);
  private isMeasuring = false;
  private readonly isNs3: boolean;

  constructor(isNs3: boolean) {
    this.isNs3 = isNs3;
  }

  /** There is no average yet. */
  get isUnknown(): boolean {
    return this.slots[AVERAGE_SLOT] === 0;
  }

  /**
   * A packet was taken out.
   * @param remainingBytes bytes that wait after it
   */
  onSent(bytes: number, remainingBytes: number, nowNs: number): void {
    if (this.isNs3) this.beginMeasurement(remainingBytes, nowNs);
    const { slots } = this;
    if (this.isMeasuring) {
      slots[COUNT_SLOT] = slots[COUNT_SLOT] + bytes;
      if (slots[COUNT_SLOT] >= THRESHOLD_BYTES) this.endMeasurement(remainingBytes, nowNs);
    }
    if (!this.isNs3) this.beginMeasurement(remainingBytes, nowNs);
  }

  /** Time that the queue takes to drain, ns; 0 while there is no average. */
  delayNs(waitingBytes: number): number {
    const average = this.slots[AVERAGE_SLOT];
    if (average === 0) return 0;
    return this.isNs3 ? Math.floor((waitingBytes / average) * 1e9) : (waitingBytes * average) / THRESHOLD_BYTES;
  }

  /** ns-3: deletes the average. A running measurement continues, and its count restarts at -1. */
  deleteAverage(): void {
    this.slots[AVERAGE_SLOT] = 0;
    this.slots[COUNT_SLOT] = -1;
  }

  private beginMeasurement(remainingBytes: number, nowNs: number): void {
    if (this.isMeasuring || remainingBytes < THRESHOLD_BYTES) return;
    this.isMeasuring = true;
    this.slots[BEGAN_SLOT] = nowNs;
    this.slots[COUNT_SLOT] = 0;
  }

  private endMeasurement(remainingBytes: number, nowNs: number): void {
    const { slots, isNs3 } = this;
    const tookNs = nowNs - slots[BEGAN_SLOT];
    const weight = slots[AVERAGE_SLOT] === 0 ? 1 : isNs3 ? NS3_WEIGHT : AVERAGE_WEIGHT;
    const newSample = isNs3 ? slots[COUNT_SLOT] / (tookNs / 1e9) : tookNs;
    if (tookNs > 0) slots[AVERAGE_SLOT] = (1 - weight) * slots[AVERAGE_SLOT] + weight * newSample;
    this.isMeasuring = isNs3 && remainingBytes > THRESHOLD_BYTES;
    slots[BEGAN_SLOT] = nowNs;
    slots[COUNT_SLOT] = 0;
  }
}
