/** Figures of a lane since its warm-up, from its frame: those in its head, and those that findings compare. */
import type { Frame } from '../../engine/frame.ts';
import { dropRate, fairness, linkBusy, markRate, meanDelayMs } from '../../engine/metrics/figures.ts';
import { minimumBps } from '../../export/vc-rates.ts';

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
