/** Counters of the queue's drawing between frames: the rate at which packets pass, and the classes that arrive. */

import { CLASS_STRIDE, ClassColumn, type Frame } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/lists.ts';
import type { QueueModel } from './queue-model.ts';

/** Averaging time of rates, ms of wall time. */
const AVERAGING_MS = 400;
/** A change of the simulated time that is faster than this multiple of the speed is a jump. */
const MIN_JUMP_RATIO = 4;

export class QueueRates {
  /** Packets that pass per second of wall time. */
  passingRate = 0;
  /** Shares of the classes in the latest arrivals. */
  arrivals = new Float64Array(0);
  private countedMs = Number.NaN;
  private countedNs = 0;
  private countedArrivals = 0;
  /** Arrivals by class. */
  private arrivedPackets = new Float64Array(0);

  /** Counts the packets that passed or arrived since the last frame. */
  count(model: QueueModel): void {
    this.countPassing(model);
    this.countArrivals(model.frame);
  }

  private countArrivals({ classes, timeNs }: Frame): void {
    const count = classes.length / CLASS_STRIDE;
    // At the beginning of a run nothing has arrived, so older counts are deleted.
    if (this.arrivals.length !== count || timeNs === 0) {
      this.arrivals = new Float64Array(count);
      this.arrivedPackets = new Float64Array(count);
    }
    let fresh = 0;
    for (let index = 0; index < count; index++)
      fresh +=
        numberAt(classes, index * CLASS_STRIDE + ClassColumn.arrivedPackets) - numberAt(this.arrivedPackets, index);
    // Averaged over a few hundred packets, so that a burst is visible but nothing flickers.
    const weight = Math.min(1, Math.max(0, fresh) / 200);
    for (let index = 0; index < count; index++) {
      const total = numberAt(classes, index * CLASS_STRIDE + ClassColumn.arrivedPackets);
      const share = fresh > 0 ? (total - numberAt(this.arrivedPackets, index)) / fresh : 0;
      this.arrivals[index] = numberAt(this.arrivals, index) + weight * (share - numberAt(this.arrivals, index));
      this.arrivedPackets[index] = total;
    }
  }

  private countPassing({ frame, wallMs, speed }: QueueModel): void {
    let departed = 0;
    for (let index = ClassColumn.departedPackets; index < frame.classes.length; index += CLASS_STRIDE)
      departed += numberAt(frame.classes, index);
    const passed = departed - this.countedArrivals;
    const elapsedMs = wallMs - this.countedMs;
    this.countedArrivals = departed;
    this.countedMs = wallMs;
    const simulatedMs = (frame.timeNs - this.countedNs) / 1e6;
    this.countedNs = frame.timeNs;
    // The run is paused, or it went to another time: these packets were not shown.
    const hasLeapt =
      passed < 0 || simulatedMs <= 0 || (Number.isFinite(speed) && simulatedMs > MIN_JUMP_RATIO * elapsedMs * speed);
    if (hasLeapt || !(elapsedMs > 0) || elapsedMs > 1_000) return;
    // The rate of the link is known before anything has passed.
    if (this.passingRate === 0) this.passingRate = (frame.rateBps / 8e3) * Math.min(speed, 1_000);
    const weight = Math.min(1, elapsedMs / AVERAGING_MS);
    this.passingRate += weight * ((1_000 * passed) / elapsedMs - this.passingRate);
  }
}
