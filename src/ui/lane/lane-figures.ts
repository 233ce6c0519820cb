/** Figures of a lane since its warm-up, from its frame: those in its head, and those that findings compare. */
import type { Frame } from '../../engine/frame.ts';
import { dropRate, fairness, linkBusy, markRate, meanDelayMs, throughputBps } from '../../engine/metrics/figures.ts';
import { VC_STRIDE, VcColumn } from '../../engine/policy.ts';

/** The throughput of a VC since the warm-up, and its guaranteed rate, bit/s. */
export interface VcRate {
  readonly throughputBps: number;
  readonly minimumBps: number;
  /** Its part of what all get, by the guarantees, bit/s. */
  readonly shareBps: number;
}

const minimumBps = ({ vcs }: Frame, index: number) => vcs[index * VC_STRIDE + VcColumn.minimumBps];

/** Empty where packets are buffered. */
export function vcRates(frame: Frame): VcRate[] {
  const rates = Array.from({ length: frame.vcs.length / VC_STRIDE }, (_, index) => ({
    throughputBps: throughputBps(frame.measured, index),
    minimumBps: minimumBps(frame, index) as number,
  }));
  const all = rates.reduce((sum, rate) => sum + rate.throughputBps, 0);
  const guaranteed = rates.reduce((sum, rate) => sum + rate.minimumBps, 0);
  return rates.map((rate) => ({ ...rate, shareBps: (all * rate.minimumBps) / guaranteed }));
}

/** Jain's index over the classes, of VCs by what is guaranteed to them. */
export function laneFairness(frame: Frame): number {
  return fairness(frame.measured, (index) => minimumBps(frame, index));
}

export interface Figures {
  /** Share of the time in which the link transmits. */
  readonly busy: number;
  readonly delayMs: number;
  readonly loss: number;
  readonly marked: number;
  /** Of VCs, by what is guaranteed to them. */
  readonly fairness: number | undefined;
}

/** Figures since the warm-up, from the counters of a frame. */
export function figuresOf(frame: Frame | undefined): Figures | undefined {
  if (frame === undefined) return undefined;
  const { measured } = frame;
  return {
    busy: linkBusy(measured),
    delayMs: meanDelayMs(measured),
    loss: dropRate(measured),
    marked: markRate(measured),
    fairness: frame.vcs.length > 0 ? laneFairness(frame) : undefined,
  };
}
