/** The definition of a quantity in which lanes are compared. */
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { countsFromStart } from '../figures/counted-frame.ts';

/** A quantity in which lanes can be compared. */
export interface FindingQuantity {
  /** Unique in a finding. Its name is not, because two classes may have the same label. */
  readonly id: string;
  readonly name: string;
  readonly term:
    | 'bitrate'
    | 'delay'
    | 'roundTrip'
    | 'completion'
    | 'loss'
    | 'mark'
    | 'busy'
    | 'fairness'
    | 'goodput'
    | 'abe';
  readonly unit: string;
  /** The words before its name for a lower and for a higher value; without them, the figures stand alone. */
  readonly lowerHigher?: readonly [lower: string, higher: string];
  /** The name as subject and verb, in a sentence before the figures; without it: `name`. */
  readonly clause?: string;
  /** The words before the figures of a sentence that names the lanes: `Reno gets 37 % in A, 9 % in B`. */
  readonly clauseByLane?: string;
  /** The quantity answers the question of the scenario, so it comes first, clear or not. */
  readonly isAnswer?: boolean;
  /** The quantity explains the answer. */
  readonly isCause?: boolean;
  /** The better value. Undefined if neither is better, such as for marks and for the share of one of two classes. */
  readonly better?: 'lower' | 'higher';
  /** The ratio of two lanes says more than their difference. */
  readonly isRatio: boolean;
  /** Its difference is also clear if its ratio is, in every part of the run: traffic that changes changes both. */
  readonly hasRatioNoise?: boolean;
  /** A value to compare the figures with, in the same unit. */
  readonly yardstick?: { readonly name: string; readonly value: number; readonly isGoal?: boolean } | undefined;
  /** The class whose rate it is: a rate counts the time before the class begins too. */
  readonly rateOfClass?: number;
  /** Its values are whole numbers. */
  readonly isCount?: boolean;
  /** The quantity counts few packets, each at a given time. So the policies cause every difference. */
  readonly isExact?: boolean;
  /** A smaller difference is not named, in its unit. */
  readonly minNamedDifference?: number;
  /** Least simulated time of a part of the run for the estimate of the noise, ns, if it is longer than usual. */
  readonly minBatchNs?: number;
  /** The figure since the warm-up, in its unit, as in the lane's head. */
  value(lane: StartedLaneData): number;
  /** Its value in one sample window, for the estimate of the noise. NaN without data. */
  sample(lane: StartedLaneData, row: number): number;
  /** Its value in these sample windows together, if it is not the mean of their values. */
  overSamples?(lane: StartedLaneData, rows: readonly number[]): number;
}

/** The sample windows whose figures are counted; `end` is not included. */
export function countedSamples(lane: StartedLaneData): {
  readonly first: number;
  readonly end: number;
} {
  const { description, frame, series } = lane;
  const { warmupNs, sampleNs } = description;
  const first = countsFromStart(lane) ? 0 : Math.ceil(warmupNs / sampleNs);
  return { first, end: Math.min(series.rowCount, Math.floor(frame.timeNs / sampleNs)) };
}

/** The mean over the windows with data; NaN without any. */
export function meanOverSamples(from: number, to: number, sample: (row: number) => number): number {
  let sum = 0;
  let knownSampleCount = 0;
  for (let row = from; row < to; row++) {
    const value = sample(row);
    if (Number.isNaN(value)) continue;
    sum += value;
    knownSampleCount++;
  }
  return sum / knownSampleCount;
}
