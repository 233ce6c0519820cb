/** The rate at which packets pass a queue, between its drawings. */

import { CLASS_STRIDE, ClassColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import type { QueueModel } from './queue-model.ts';

/** Averaging time of rates, ms of wall time. */
const AVERAGING_MS = 400;
/** A change of the simulated time that is faster than this multiple of the speed is a jump. */
const MIN_JUMP_RATIO = 4;

/** The rate of one queue, as an average over wall time. */
export class QueueRates {
  /** Packets that pass per second of wall time. */
  passingPacketsPerSecond = 0;
  private countedMs = Number.NaN;
  private countedNs = 0;
  private countedArrivals = 0;

  /** Counts the packets that passed since the last frame. */
  count({ frame, wallMs, speed }: QueueModel): void {
    let departedPackets = 0;
    for (let index = ClassColumn.departedPackets; index < frame.classes.length; index += CLASS_STRIDE)
      departedPackets += numberAt(frame.classes, index);
    const passedPackets = departedPackets - this.countedArrivals;
    const elapsedMs = wallMs - this.countedMs;
    this.countedArrivals = departedPackets;
    this.countedMs = wallMs;
    const simulatedMs = (frame.timeNs - this.countedNs) / 1e6;
    this.countedNs = frame.timeNs;
    // The run is paused, or it went to another time: these packets were not shown.
    const hasLeapt =
      passedPackets < 0 ||
      simulatedMs <= 0 ||
      (Number.isFinite(speed) && simulatedMs > MIN_JUMP_RATIO * elapsedMs * speed);
    if (hasLeapt || !(elapsedMs > 0) || elapsedMs > 1_000) return;
    // The rate of the link is known before anything has passed.
    if (this.passingPacketsPerSecond === 0)
      this.passingPacketsPerSecond = (frame.rateBps / 8e3) * Math.min(speed, 1_000);
    const weight = Math.min(1, elapsedMs / AVERAGING_MS);
    this.passingPacketsPerSecond += weight * ((1_000 * passedPackets) / elapsedMs - this.passingPacketsPerSecond);
  }
}
