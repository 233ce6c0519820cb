/** Figures of a lane since its warm-up, from the counters of its frame. */
import { CLASS_STRIDE, ClassColumn, type Frame } from '../engine/frame.ts';
import { jainIndex } from '../engine/metrics/fairness.ts';
import { VC_STRIDE, VcColumn } from '../engine/policy.ts';

export function total(frame: Frame, column: number): number {
  let sum = 0;
  for (let at = column; at < frame.measured.length; at += CLASS_STRIDE) sum += frame.measured[at] as number;
  return sum;
}

export function ofClass(frame: Frame, index: number, column: number): number {
  return frame.measured[index * CLASS_STRIDE + column] as number;
}

/** Time since the warm-up, s: what the link could have carried, over its rate. */
export function measuredSeconds(frame: Frame): number {
  return frame.measuredCapacityBits / frame.rateBps;
}

/** What a VC gets since the warm-up, and what is guaranteed to it, bit/s. */
export interface VcRate {
  readonly throughputBps: number;
  readonly minimumBps: number;
  /** Its part of what all get, by the guarantees, bit/s. */
  readonly shareBps: number;
}

/** Empty where packets are buffered. */
export function vcRates(frame: Frame): VcRate[] {
  const seconds = measuredSeconds(frame);
  const rates = Array.from({ length: frame.vcs.length / VC_STRIDE }, (_, index) => ({
    throughputBps: (ofClass(frame, index, ClassColumn.countedBytes) * 8) / seconds,
    minimumBps: frame.vcs[index * VC_STRIDE + VcColumn.minimumBps] as number,
  }));
  const all = rates.reduce((sum, { throughputBps }) => sum + throughputBps, 0);
  const guaranteed = rates.reduce((sum, { minimumBps }) => sum + minimumBps, 0);
  return rates.map((rate) => ({ ...rate, shareBps: (all * rate.minimumBps) / guaranteed }));
}

/** Jain's index: of VCs over what they get for their guarantees, else over the classes' throughput. */
export function laneFairness(frame: Frame): number {
  const vcs = vcRates(frame);
  if (vcs.length > 0) return jainIndex(vcs.map(({ throughputBps, minimumBps }) => throughputBps / minimumBps));
  const classes = frame.measured.length / CLASS_STRIDE;
  return jainIndex(Array.from({ length: classes }, (_, index) => ofClass(frame, index, ClassColumn.countedBytes)));
}
