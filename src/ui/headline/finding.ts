/**
 * The finding of a run, from its lanes' figures since the warm-up: the differences of each lane from lane A. A
 * difference counts only if it exceeds the noise of this one run.
 */
import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
} from '../../engine/frame/frame.ts';
import { fairness, meanDelayMs, throughputBps, usefulPacketRate } from '../../engine/metrics/figures.ts';
import { Moments } from '../../studies/statistics.ts';
import { figuresOf } from '../lane/lane-figures.ts';

/** The data of a lane that a finding needs. */
export interface FoundLane {
  readonly description: RunDescription;
  readonly frame: Frame;
  /** Rows of sample windows; `at` gives NaN for an unknown row. */
  readonly series: { readonly rows: number; at(row: number, column: number): number };
}

/** The form of a difference in words: a ratio, percentage points, or the plain difference. */
type Comparison = 'ratio' | 'points' | 'difference';

export interface FindingQuantity {
  readonly name: string;
  readonly term: 'delay' | 'roundTrip' | 'loss' | 'mark' | 'busy' | 'fairness' | 'throughput' | 'goodput';
  readonly unit: string;
  readonly comparison: Comparison;
  /** The figure since the warm-up, in its unit, as in the lane's head. */
  value(lane: FoundLane): number;
  /** Its value in one sample window, for the estimate of the noise. NaN without data. */
  sample(lane: FoundLane, row: number): number;
}

export interface LaneDifference {
  readonly quantity: FindingQuantity;
  /** The figures of lane A and of the other lane. */
  readonly reference: number;
  readonly value: number;
  /** The difference exceeds the half-width of its 95 % interval within this run. */
  readonly clear: boolean;
}

/** Number of parts of the time since the warm-up, for the estimate of the noise. */
const BATCHES = 20;
/** Least simulated time of each part for a finding, ns. */
const LEAST_BATCH_NS = 100e6;

function sumOverClasses({ description, series }: FoundLane, row: number, column: number): number {
  return description.classes.reduce((sum, _, index) => sum + series.at(row, seriesClassColumn(index, column)), 0);
}

const loss: FindingQuantity = {
  name: 'loss',
  term: 'loss',
  unit: '%',
  comparison: 'points',
  value: ({ frame }) => 100 * (figuresOf(frame)?.loss ?? Number.NaN),
  // All lanes get nearly the same offered traffic, so drops represent the drop rate.
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.drops),
};

const marked: FindingQuantity = {
  name: 'marked',
  term: 'mark',
  unit: '%',
  comparison: 'points',
  value: ({ frame }) => 100 * (figuresOf(frame)?.marked ?? Number.NaN),
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.marks),
};

const busy: FindingQuantity = {
  name: 'link busy',
  term: 'busy',
  unit: '%',
  comparison: 'points',
  value: ({ frame }) => 100 * (figuresOf(frame)?.busy ?? Number.NaN),
  sample: ({ series }, row) => series.at(row, SeriesColumn.busy),
};

const delay: FindingQuantity = {
  name: 'delay',
  term: 'delay',
  unit: 'ms',
  comparison: 'ratio',
  value: ({ frame }) => figuresOf(frame)?.delayMs ?? Number.NaN,
  sample: ({ series }, row) => series.at(row, SeriesColumn.meanDelayNs),
};

const vcFairness: FindingQuantity = {
  name: 'fairness',
  term: 'fairness',
  unit: '',
  comparison: 'difference',
  value: ({ frame }) => figuresOf(frame)?.fairness ?? Number.NaN,
  sample: ({ description, frame, series }, row) => {
    const classes = new Float64Array(description.classes.length * CLASS_STRIDE);
    for (const index of description.classes.keys()) {
      classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = 1;
      classes[index * CLASS_STRIDE + ClassColumn.countedBytes] = series.at(
        row,
        seriesClassColumn(index, SeriesClassColumn.throughputBps),
      );
    }
    const window = { ...frame.measured, classes, spanNs: 8e9 };
    return fairness(window, (index) => frame.vcs[index * VC_STRIDE + VcColumn.minimumBps]);
  },
};

function roundTrip(label: string, index: number): FindingQuantity {
  return {
    name: `${label} round trip`,
    term: 'roundTrip',
    unit: 'ms',
    comparison: 'ratio',
    value: ({ frame }) => {
      const { count = 0, meanMs = Number.NaN } = frame.durations[index] ?? {};
      return count > 0 ? meanMs : Number.NaN;
    },
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.durationMeanNs)),
  };
}

function classDelay(label: string, index: number): FindingQuantity {
  return {
    ...delay,
    name: `${label} delay`,
    value: ({ frame }) => meanDelayMs(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.meanDelayNs)),
  };
}

function classThroughput(label: string, index: number): FindingQuantity {
  return {
    name: `${label} throughput`,
    term: 'throughput',
    unit: 'Mb/s',
    comparison: 'ratio',
    value: ({ frame }) => throughputBps(frame.measured, index) / 1e6,
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.throughputBps)),
  };
}

function shownVideo(label: string, index: number): FindingQuantity {
  return {
    name: `${label} in frames that can be shown`,
    term: 'goodput',
    unit: '%',
    comparison: 'points',
    value: ({ frame }) => 100 * usefulPacketRate(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}

/** The compared quantities, chosen by the traffic of the lanes; marks only if one of them marks. */
export function quantitiesOf(lanes: readonly [FoundLane, ...FoundLane[]]): readonly FindingQuantity[] {
  const marks = lanes.some((lane) => marked.value(lane) > 0);
  return ofTraffic(lanes[0].description).flatMap((quantity) =>
    quantity === loss && marks ? [loss, marked] : quantity,
  );
}

function ofTraffic({ classes, bufferUnit }: RunDescription): readonly FindingQuantity[] {
  if (bufferUnit === 'cells') return [vcFairness, loss, busy];
  const ofClasses = classes.flatMap(({ kind, label, colour, timed }, index) => {
    if (kind === 'video') return shownVideo(label, index);
    if (timed === 'roundTrip') return roundTrip(label, index);
    if (colour === 'green') return classDelay(label, index);
    return colour === 'blue' ? classThroughput(label, index) : [];
  });
  return ofClasses.length > 0 ? [...ofClasses.slice(0, 2), loss] : [delay, loss, busy];
}

/** The differences of a lane from lane A; undefined while the counted time is too short. */
export function differences(
  reference: FoundLane,
  lane: FoundLane,
  quantities = quantitiesOf([reference, lane]),
): readonly LaneDifference[] | undefined {
  const { warmupNs, sampleNs } = reference.description;
  const first = Math.ceil(warmupNs / sampleNs);
  const rows = Math.min(reference.series.rows, lane.series.rows, Math.floor(reference.frame.timeNs / sampleNs));
  const each = Math.floor((rows - first) / BATCHES);
  if (each < 1 || each * sampleNs < LEAST_BATCH_NS) return undefined;
  return quantities.map((quantity) => {
    const batches = Array.from({ length: BATCHES }, (_, batch) => {
      const from = first + batch * each;
      return meanDifference(reference, lane, quantity, from, from + each);
    });
    return {
      quantity,
      reference: quantity.value(reference),
      value: quantity.value(lane),
      clear: exceedsNoise(batches.filter((batch) => !Number.isNaN(batch))),
    };
  });
}

function meanDifference(one: FoundLane, other: FoundLane, quantity: FindingQuantity, from: number, to: number): number {
  const mean = (lane: FoundLane) => {
    let sum = 0;
    let known = 0;
    for (let row = from; row < to; row++) {
      const sample = quantity.sample(lane, row);
      if (Number.isNaN(sample)) continue;
      sum += sample;
      known++;
    }
    return sum / known;
  };
  return mean(other) - mean(one);
}

/**
 * Whether the mean of these differences is significantly different from 0, by Student's 95 % interval. If neighbouring
 * parts of the run are correlated, the interval is widened by sqrt((1 + r) / (1 - r)), where r is the correlation of
 * neighbours. This assumes a first-order autoregressive process (Law & Kelton, Simulation Modeling and Analysis,
 * section 4.4).
 */
export function exceedsNoise(batches: readonly number[]): boolean {
  if (batches.length < BATCHES / 2) return false;
  const moments = new Moments();
  for (const batch of batches) moments.add(batch);
  const { mean, ci95 } = moments.result();
  let squares = 0;
  let products = 0;
  for (const [at, batch] of batches.entries()) {
    squares += (batch - mean) ** 2;
    if (at > 0) products += (batch - mean) * ((batches[at - 1] as number) - mean);
  }
  const r = squares === 0 ? 0 : Math.min(0.9, Math.max(0, products / squares));
  return Math.abs(mean) > ci95 * Math.sqrt((1 + r) / (1 - r));
}
