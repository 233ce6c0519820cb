/**
 * The finding of a run: the differences of each lane's figures from those of lane A, and the VCs that get less than
 * their minimum. The figures count since the warm-up. During the warm-up, they count since the start. A difference
 * counts only if it exceeds the noise of this one run.
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
import { vcRates } from '../../export/vc-rates.ts';
import { existing } from '../../params/lists.ts';
import { Moments } from '../../studies/statistics.ts';
import { figuresOf } from '../lane/lane-figures.ts';

/** The data of a lane that a finding needs. */
export interface FoundLane {
  readonly description: RunDescription;
  readonly frame: Frame;
  /** Rows of sample windows; `at` gives NaN for an unknown row. */
  readonly series: { readonly rows: number; at(row: number, column: number): number };
}

export interface FindingQuantity {
  readonly name: string;
  readonly term: 'delay' | 'roundTrip' | 'loss' | 'mark' | 'busy' | 'fairness' | 'throughput' | 'goodput';
  readonly unit: string;
  /** The ratio of two lanes says more than their difference. */
  readonly ratio: boolean;
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
  ratio: false,
  value: ({ frame }) => 100 * (figuresOf(frame)?.loss ?? Number.NaN),
  // All lanes get nearly the same offered traffic, so drops represent the drop rate.
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.drops),
};

const marked: FindingQuantity = {
  name: 'marked',
  term: 'mark',
  unit: '%',
  ratio: false,
  value: ({ frame }) => 100 * (figuresOf(frame)?.marked ?? Number.NaN),
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.marks),
};

const busy: FindingQuantity = {
  name: 'link busy',
  term: 'busy',
  unit: '%',
  ratio: false,
  value: ({ frame }) => 100 * (figuresOf(frame)?.busy ?? Number.NaN),
  sample: ({ series }, row) => series.at(row, SeriesColumn.busy),
};

const delay: FindingQuantity = {
  name: 'delay',
  term: 'delay',
  unit: 'ms',
  ratio: true,
  value: ({ frame }) => figuresOf(frame)?.delayMs ?? Number.NaN,
  sample: ({ series }, row) => series.at(row, SeriesColumn.meanDelayNs),
};

const vcFairness: FindingQuantity = {
  name: 'fairness',
  term: 'fairness',
  unit: '',
  ratio: false,
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
    ratio: true,
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
    ratio: true,
    value: ({ frame }) => throughputBps(frame.measured, index) / 1e6,
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.throughputBps)),
  };
}

function shownVideo(label: string, index: number): FindingQuantity {
  return {
    name: `${label} in frames that can be shown`,
    term: 'goodput',
    unit: '%',
    ratio: false,
    value: ({ frame }) => 100 * usefulPacketRate(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}

/** The compared quantities, chosen by the traffic of the lanes; marks only if one of them marks. */
export function quantitiesOf(lanes: readonly [FoundLane, ...FoundLane[]]): readonly FindingQuantity[] {
  const marks = lanes.some((lane) => marked.value(lane) > 0);
  const quantities = ofTraffic(lanes[0].description);
  return marks && quantities.includes(loss) ? [...quantities, marked] : quantities;
}

function ofTraffic({ classes, bufferUnit }: RunDescription): readonly FindingQuantity[] {
  if (bufferUnit === 'cells') return [vcFairness];
  const ofClasses = classes.flatMap(({ kind, label, colour, timed }, index) => {
    if (kind === 'video') return shownVideo(label, index);
    if (timed === 'roundTrip') return roundTrip(label, index);
    if (colour === 'green') return classDelay(label, index);
    return colour === 'blue' ? classThroughput(label, index) : [];
  });
  const competitors = classes.flatMap(({ kind, label }, index) =>
    kind === 'tcp' ? classThroughput(label, index) : [],
  );
  if (competitors.length === 2 && ofClasses.length === 0) return [...competitors, delay];
  return ofClasses.length > 0 ? [...ofClasses.slice(0, 2), loss] : [delay, loss, busy];
}

/** The sample windows whose figures are counted, in equal parts. Their end is not included. */
interface Batches {
  readonly first: number;
  /** Windows of each part. */
  readonly each: number;
}

/** Undefined while the counted time is too short. */
function batchesOf({ description, frame }: FoundLane, rows: number): Batches | undefined {
  const { warmupNs, sampleNs } = description;
  const first = frame.timeNs < warmupNs ? 0 : Math.ceil(warmupNs / sampleNs);
  const each = Math.floor((Math.min(rows, Math.floor(frame.timeNs / sampleNs)) - first) / BATCHES);
  return each < 1 || each * sampleNs < LEAST_BATCH_NS ? undefined : { first, each };
}

/** Whether a quantity clearly differs from 0, by its means in the parts of the run. */
function differsFromZero({ first, each }: Batches, mean: (from: number, to: number) => number): boolean {
  const means = Array.from({ length: BATCHES }, (_, batch) => mean(first + batch * each, first + (batch + 1) * each));
  return exceedsNoise(means.filter((value) => !Number.isNaN(value)));
}

/** The mean over the windows with data; NaN without any. */
function meanOf(from: number, to: number, sample: (row: number) => number): number {
  let sum = 0;
  let known = 0;
  for (let row = from; row < to; row++) {
    const value = sample(row);
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return sum / known;
}

/** The differences of a lane from lane A; undefined while the counted time is too short. */
export function differences(
  reference: FoundLane,
  lane: FoundLane,
  quantities = quantitiesOf([reference, lane]),
): readonly LaneDifference[] | undefined {
  const batches = batchesOf(reference, Math.min(reference.series.rows, lane.series.rows));
  return (
    batches &&
    quantities.map((quantity) => {
      const mean = (one: FoundLane, from: number, to: number) => meanOf(from, to, (row) => quantity.sample(one, row));
      return {
        quantity,
        reference: quantity.value(reference),
        value: quantity.value(lane),
        clear: differsFromZero(batches, (from, to) => mean(lane, from, to) - mean(reference, from, to)),
      };
    })
  );
}

/** The VCs of a lane and their guarantees. */
export interface Guarantees {
  /** Every VC gets at least its minimum. */
  readonly allKept: boolean;
  /** Names of the VCs whose throughput is clearly below their minimum. */
  readonly missed: readonly string[];
}

/** Undefined without VCs, and while the counted time is too short. */
export function guaranteesOf(lane: FoundLane): Guarantees | undefined {
  const { description, frame, series } = lane;
  const batches = batchesOf(lane, series.rows);
  const rates = vcRates(frame);
  if (batches === undefined || rates.length === 0) return undefined;
  const below = rates.flatMap(({ throughputBps, minimumBps }, index) =>
    throughputBps < minimumBps ? { index, minimumBps } : [],
  );
  const missed = below.filter(({ index, minimumBps }) => {
    const column = seriesClassColumn(index, SeriesClassColumn.throughputBps);
    return differsFromZero(batches, (from, to) => meanOf(from, to, (row) => series.at(row, column)) - minimumBps);
  });
  return {
    allKept: below.length === 0,
    missed: missed.map(({ index }) => description.classes[index]?.label ?? String(index)),
  };
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
    if (at > 0) products += (batch - mean) * (existing(batches[at - 1]) - mean);
  }
  const r = squares === 0 ? 0 : Math.min(0.9, Math.max(0, products / squares));
  return Math.abs(mean) > ci95 * Math.sqrt((1 + r) / (1 - r));
}
