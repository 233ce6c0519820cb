/** The rates of the VCs of a lane since the warm-up. */
import { VC_STRIDE } from '../../engine/contract/policy-tables.ts';
import { throughputBps } from '../../engine/figures/run-figures.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { guaranteedBps } from './lane-figures.ts';

/** The throughput of a VC since the warm-up, and its guaranteed rate, bit/s. */
export interface VcRate {
  readonly throughputBps: number;
  readonly guaranteedBps: number;
  /** Its share of the total throughput, in proportion to the guarantees, bit/s. */
  readonly shareBps: number;
}

/** Empty where packets are buffered. */
export function vcRates(frame: Frame): VcRate[] {
  const rates = Array.from({ length: frame.vcs.length / VC_STRIDE }, (_, index) => ({
    throughputBps: throughputBps(frame.measured, index),
    guaranteedBps: guaranteedBps(frame, index),
  }));
  const totalBps = rates.reduce((sum, rate) => sum + rate.throughputBps, 0);
  const totalGuaranteedBps = rates.reduce((sum, rate) => sum + rate.guaranteedBps, 0);
  return rates.map((rate) => ({ ...rate, shareBps: (totalBps * rate.guaranteedBps) / totalGuaranteedBps }));
}
