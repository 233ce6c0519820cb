/** The rates of the VCs of a lane since the warm-up. */
import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import { throughputBps } from '../../engine/figures/run-figures.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { required } from '../../shared/required.ts';
import { guaranteedBps } from './lane-figures.ts';

/** The throughput of a VC since the warm-up, bit/s. */
export interface VcRate {
  readonly throughputBps: number;
  /** Its minimum, counted as the throughput: what it gets if just its guaranteed cells carry full frames. */
  readonly minimumBps: number;
  /** Its share of the total throughput, in proportion to the guarantees, bit/s. */
  readonly shareBps: number;
}

/** Empty where packets are buffered. */
export function vcRates(frame: Frame): VcRate[] {
  const rates = Array.from({ length: frame.vcs.length / VC_STRIDE }, (_, index) => ({
    throughputBps: throughputBps(frame.measured, index),
    minimumBps: frame.vcs[index * VC_STRIDE + VcColumn.minimumBps] as number,
    guaranteedBps: required(guaranteedBps(frame, index)),
  }));
  const totalBps = rates.reduce((sum, rate) => sum + rate.throughputBps, 0);
  const totalGuaranteedBps = rates.reduce((sum, rate) => sum + rate.guaranteedBps, 0);
  return rates.map(({ guaranteedBps, ...rate }) => ({
    ...rate,
    shareBps: (totalBps * guaranteedBps) / totalGuaranteedBps,
  }));
}
