/** The span over which a lane's figures count. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { countsFromStart } from '../../quantities/figures/counted-frame.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { editTimesWhileCounted } from '../../run-state/run-values.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';

/**
 * The time from which figures count, s, and whether the warm-up still lasts. The figures restart when the warm-up ends.
 */
export interface CountedSpan {
  readonly fromSeconds: number;
  readonly isWarmingUp: boolean;
  /** ", changed at 12.4 s" if the lane was changed in the counted time. */
  readonly changeText: string;
}

/** Whether the figures mix two settings. */
export const mixesSettings = ({ isWarmingUp, changeText }: CountedSpan) => !isWarmingUp && changeText !== '';

export function countedSpan({ description, frame }: LaneSnapshot, run: RunState, lane: number): CountedSpan {
  const isWarmingUp = countsFromStart({ description, frame });
  const warmupNs = description?.warmupNs ?? 0;
  const timeNs = frame?.timeNs ?? 0;
  const lastEditSeconds = editTimesWhileCounted(run, lane, timeNs).at(-1);
  const changeText = lastEditSeconds === undefined ? '' : `, changed at ${formatShortSeconds(lastEditSeconds)}`;
  return { fromSeconds: warmupNs / 1e9, isWarmingUp, changeText };
}
