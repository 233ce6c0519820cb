/** Figures of a lane since its warm-up, from its frame: for its head and for findings. */
import { VC_STRIDE, VcColumn } from '../engine/contract/policy-tables.ts';
import type { Frame } from '../engine/frame/frame.ts';
import { dropRate, fairness, linkBusyShare, markRate, meanDelayMs } from '../engine/metrics/run-figures.ts';

/** The guaranteed rate of a VC, bit/s. */
export const guaranteedBps = ({ vcs }: Frame, index: number) => vcs[index * VC_STRIDE + VcColumn.minimumBps];

/** Jain's index over the classes; for VCs, in proportion to their guarantees. */
export function laneFairness(frame: Frame): number {
  return fairness(frame.measured, (index) => guaranteedBps(frame, index));
}

export interface LaneFigures {
  /** Share of the time in which the link transmits. */
  readonly linkBusyShare: number;
  readonly delayMs: number;
  readonly dropRate: number;
  readonly markRate: number;
  /** For VCs, in proportion to their guarantees. */
  readonly fairness: number | undefined;
}

/** Figures since the warm-up, from the counters of a frame. */
export function laneFigures(frame: Frame | undefined): LaneFigures | undefined {
  if (frame === undefined) return undefined;
  const { measured } = frame;
  return {
    linkBusyShare: linkBusyShare(measured),
    delayMs: meanDelayMs(measured),
    dropRate: dropRate(measured),
    markRate: markRate(measured),
    fairness: frame.vcs.length > 0 ? laneFairness(frame) : undefined,
  };
}
