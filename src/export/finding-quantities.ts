/**
 * The quantities in which the lanes of a run are compared, chosen by the traffic of the run: for the finding of the page,
 * and for the cards of the scenarios. Their figures count since the warm-up, or since the start if it is not over.
 */

import { VC_STRIDE, VcColumn } from '../engine/contract/policy-tables.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
} from '../engine/frame/frame.ts';
import type { StartedLaneData } from '../engine/frame/lane-data.ts';
import {
  colourDelayMs,
  counterTotal,
  fairness,
  meanDelayMs,
  usefulPacketShare,
} from '../engine/metrics/run-figures.ts';
import { colourCountsInSample, greenPacketShare } from './colour-lines.ts';
import { type Competitor, competingClasses, equalSharePercent, isEqualByHost, sharePercent } from './goodput-shares.ts';
import { laneFigures } from './lane-figures.ts';
import { openingPlotIds } from './opening-plots.ts';
import { classGoodputMbps, rateMbps, VIDEO_SPAN_NS } from './plot-kinds.ts';
import { shownVideoGoal } from './shown-video-goals.ts';

export interface FindingQuantity {
  /** Unique in a finding. Its name is not, because two classes may have the same label. */
  readonly id: string;
  readonly name: string;
  readonly term: 'bitrate' | 'delay' | 'roundTrip' | 'loss' | 'mark' | 'busy' | 'fairness' | 'goodput' | 'abe';
  readonly unit: string;
  /** The words before its name for a lower and for a higher value; without them, the figures stand alone. */
  readonly lowerHigher?: readonly [lower: string, higher: string];
  /** The name as subject and verb, in a sentence before the figures; without it: `name`. */
  readonly clause?: string;
  /** The ratio of two lanes says more than their difference. */
  readonly isRatio: boolean;
  /** A value to compare the figures with, in the same unit. */
  readonly yardstick?: { readonly name: string; readonly value: number; readonly isGoal?: boolean } | undefined;
  /** Its values are whole numbers. */
  readonly isCount?: boolean;
  /** It counts so few packets, each at a given time, that every difference is of the policies. */
  readonly isExact?: boolean;
  /** A smaller difference is not named, in its unit. */
  readonly minNamedDifference?: number;
  /** Least simulated time of a part of the run for the estimate of the noise, ns, if it is longer than usual. */
  readonly minBatchNs?: number;
  /** The figure since the warm-up, in its unit, as in the lane's head. */
  value(lane: StartedLaneData): number;
  /** Its value in one sample window, for the estimate of the noise. NaN without data. */
  sample(lane: StartedLaneData, row: number): number;
}

/** The packets of a run are followed one by one if fewer than this arrive on a link that is slower than this. */
const MAX_FOLLOWED_PACKETS = 50;
const MAX_FOLLOWED_BPS = 1e5;

/** Delays of two classes whose ratio exceeds this are of two queues, not of one. */
const MIN_QUEUE_DELAY_RATIO = 2;

function sumOverClasses({ description, series }: StartedLaneData, row: number, column: number): number {
  return description.classes.reduce((sum, _, index) => sum + series.at(row, seriesClassColumn(index, column)), 0);
}

export const lossQuantity: FindingQuantity = {
  id: 'loss',
  name: 'loss',
  term: 'loss',
  unit: '%',
  lowerHigher: ['less', 'more'],
  isRatio: false,
  value: ({ frame }) => 100 * (laneFigures(frame)?.dropRate ?? Number.NaN),
  // All lanes get nearly the same offered traffic, so drops represent the drop rate.
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.drops),
};

const dropsQuantity: FindingQuantity = {
  ...lossQuantity,
  id: 'drops',
  name: 'drops',
  unit: '',
  lowerHigher: ['fewer', 'more'],
  isCount: true,
  isExact: true,
  value: ({ frame }) => counterTotal(frame.measured, ClassColumn.droppedPackets),
};

const markedQuantity: FindingQuantity = {
  id: 'marked',
  name: 'marked',
  term: 'mark',
  unit: '%',
  isRatio: false,
  value: ({ frame }) => 100 * (laneFigures(frame)?.markRate ?? Number.NaN),
  sample: (lane, row) => sumOverClasses(lane, row, SeriesClassColumn.marks),
};

/** A smaller difference of the link's busy time says nothing, %, unless the scenario asks about it. */
const MIN_NAMED_BUSY_PERCENT = 2;

const linkBusyQuantity: FindingQuantity = {
  id: 'busy',
  name: 'link busy',
  clause: 'the link is busy',
  term: 'busy',
  unit: '%',
  isRatio: false,
  minNamedDifference: MIN_NAMED_BUSY_PERCENT,
  value: ({ frame }) => 100 * (laneFigures(frame)?.linkBusyShare ?? Number.NaN),
  sample: ({ series }, row) => series.at(row, SeriesColumn.busy),
};

export const delayQuantity: FindingQuantity = {
  id: 'delay',
  name: 'delay',
  term: 'delay',
  unit: 'ms',
  lowerHigher: ['shorter', 'longer'],
  isRatio: true,
  value: ({ frame }) => laneFigures(frame)?.delayMs ?? Number.NaN,
  sample: ({ series }, row) => series.at(row, SeriesColumn.meanDelayNs),
};

const vcFairnessQuantity: FindingQuantity = {
  id: 'fairness',
  name: 'fairness',
  term: 'fairness',
  unit: '',
  lowerHigher: ['less', 'more'],
  isRatio: false,
  value: ({ frame }) => laneFigures(frame)?.fairness ?? Number.NaN,
  sample: ({ description, frame, series }, row) => {
    const classes = new Float64Array(description.classes.length * CLASS_STRIDE);
    for (const index of description.classes.keys()) {
      classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = 1;
      classes[index * CLASS_STRIDE + ClassColumn.countedBytes] = series.at(
        row,
        seriesClassColumn(index, SeriesClassColumn.throughputBps),
      );
    }
    const measuredSpan = { ...frame.measured, classes, spanNs: 8e9 };
    return fairness(measuredSpan, (index) => frame.vcs[index * VC_STRIDE + VcColumn.minimumBps]);
  },
};

function roundTripQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `roundTrip ${index}`,
    name: `${label} round trip`,
    term: 'roundTrip',
    unit: 'ms',
    lowerHigher: ['shorter', 'longer'],
    isRatio: true,
    value: ({ frame }) => {
      const { count = 0, meanMs = Number.NaN } = frame.durations[index] ?? {};
      return count > 0 ? meanMs : Number.NaN;
    },
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.durationMeanNs)),
  };
}

function classDelayQuantity(label: string, index: number): FindingQuantity {
  return {
    ...delayQuantity,
    id: `delay ${index}`,
    name: `${label} delay`,
    value: ({ frame }) => meanDelayMs(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.meanDelayNs)),
  };
}

/** As in the plot of the delay by colour. */
const greenDelayQuantity: FindingQuantity = {
  ...delayQuantity,
  id: 'delay green',
  name: 'green delay',
  value: ({ frame }) => colourDelayMs(frame.measured, 'green'),
  sample: (lane, row) => {
    const { packets, delaySumNs } = colourCountsInSample(lane, lane.description.classes.length, row, 'green');
    return delaySumNs / packets / 1e6;
  },
};

/** The green share of the packets of a class that chooses its colour. */
function greenShareQuantity(label: string, index: number): FindingQuantity {
  const { greenPackets, startedPackets } = SeriesClassColumn;
  return {
    id: `green ${index}`,
    name: `${label} in green`,
    term: 'abe',
    unit: '%',
    lowerHigher: ['less', 'more'],
    isRatio: false,
    value: ({ frame }) => 100 * greenPacketShare(frame.measured, index),
    sample: ({ series }, row) =>
      (100 * series.at(row, seriesClassColumn(index, greenPackets))) /
      series.at(row, seriesClassColumn(index, startedPackets)),
  };
}

/** As in the plot of goodput by class. */
function classGoodputQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `goodput ${index}`,
    name: `${label} goodput`,
    term: 'goodput',
    unit: 'Mb/s',
    lowerHigher: ['less', 'more'],
    isRatio: true,
    value: ({ frame }) => rateMbps(frame.measured, SeriesClassColumn.goodputBps, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}

/** The share that one of two competing classes gets of their goodput, %. */
function goodputShareQuantity(
  competitor: Competitor,
  competitors: readonly Competitor[],
  yardstick: FindingQuantity['yardstick'],
): FindingQuantity {
  const goodputShare = (rateOf: (index: number) => number) => sharePercent(competitor, competitors, rateOf);
  return {
    id: `share ${competitor.index}`,
    name: `share of ${competitor.label}`,
    term: 'goodput',
    unit: '%',
    lowerHigher: ['smaller', 'larger'],
    isRatio: false,
    yardstick,
    value: ({ frame }) => goodputShare((classIndex) => classGoodputMbps(frame, classIndex)),
    sample: ({ series }, row) =>
      goodputShare((classIndex) => series.at(row, seriesClassColumn(classIndex, SeriesClassColumn.goodputBps))),
  };
}

function shownVideoQuantity(label: string, index: number, goal: number | undefined): FindingQuantity {
  return {
    id: `shown ${index}`,
    name: `${label} that can be shown`,
    term: 'goodput',
    unit: '%',
    lowerHigher: ['less', 'more'],
    isRatio: false,
    minBatchNs: VIDEO_SPAN_NS,
    yardstick: goal === undefined ? undefined : { name: 'goal', value: 100 * goal, isGoal: true },
    value: ({ frame }) => 100 * usefulPacketShare(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}

/** As in the plots of video players: the mean of a column over the sample windows since the warm-up. */
function playerMean(index: number, column: number): Pick<FindingQuantity, 'value' | 'sample'> {
  const sample = ({ series }: StartedLaneData, row: number) => series.at(row, seriesClassColumn(index, column));
  return {
    value: (lane) => {
      const { first, end } = countedSamples(lane);
      return meanOverSamples(first, end, (row) => sample(lane, row));
    },
    sample,
  };
}

function playerBitrateQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `bitrate ${index}`,
    name: `${label} bitrate`,
    term: 'bitrate',
    unit: 'kbit/s',
    lowerHigher: ['lower', 'higher'],
    isRatio: true,
    ...playerMean(index, SeriesClassColumn.bitrateKbps),
  };
}

function playerBufferQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `buffer ${index}`,
    name: `${label} buffer`,
    term: 'bitrate',
    unit: 's',
    lowerHigher: ['shorter', 'longer'],
    isRatio: false,
    ...playerMean(index, SeriesClassColumn.bufferSeconds),
  };
}

/** The changes of the bitrate that a player plays, since the warm-up. A stall between two equal bitrates is no change. */
function bitrateChangesQuantity(index: number): FindingQuantity {
  const bitrate = ({ series }: StartedLaneData, row: number) =>
    series.at(row, seriesClassColumn(index, SeriesClassColumn.bitrateKbps));
  const sample = (lane: StartedLaneData, row: number): number => {
    const now = bitrate(lane, row);
    let previousRow = row - 1;
    while (previousRow >= 0 && bitrate(lane, previousRow) === 0) previousRow--;
    return now > 0 && previousRow >= 0 && bitrate(lane, previousRow) !== now ? 1 : 0;
  };
  return {
    id: `changes ${index}`,
    name: 'bitrate changes',
    term: 'bitrate',
    unit: '',
    lowerHigher: ['fewer', 'more'],
    isRatio: false,
    isCount: true,
    value: (lane) => {
      const { first, end } = countedSamples(lane);
      let changeCount = 0;
      for (let row = first; row < end; row++) changeCount += sample(lane, row);
      return changeCount;
    },
    sample,
  };
}

/** The compared quantities, chosen by the traffic of the lanes; marks only if one of them marks. */
export function comparableQuantities(
  lanes: readonly [StartedLaneData, ...StartedLaneData[]],
): readonly FindingQuantity[] {
  const hasMarks = lanes.some((lane) => markedQuantity.value(lane) > 0);
  const quantities = quantitiesOfTraffic(lanes);
  return hasMarks && quantities.includes(lossQuantity) ? [...quantities, markedQuantity] : quantities;
}

/** The delay and the loss, unless they are compared already: the price of another finding. */
export function priceQuantities(comparedQuantities: readonly FindingQuantity[]): readonly FindingQuantity[] {
  const hasTerm = (...terms: readonly FindingQuantity['term'][]) =>
    comparedQuantities.some(({ term }) => terms.includes(term));
  return [...(hasTerm('delay', 'roundTrip') ? [] : [delayQuantity]), ...(hasTerm('loss') ? [] : [lossQuantity])];
}

/**
 * The delays of classes, if a lane serves its classes apart; otherwise one delay. Of more than two classes, it is the class
 * whose delay differs most between the lanes.
 */
function delayQuantities(lanes: readonly [StartedLaneData, ...StartedLaneData[]]): readonly FindingQuantity[] {
  const byClass = lanes[0].description.classes.map(({ label }, index) => classDelayQuantity(label, index));
  const areApart = lanes.some(
    (lane) => largestRatio(byClass.map((quantity) => quantity.value(lane))) > MIN_QUEUE_DELAY_RATIO,
  );
  if (!areApart) return [delayQuantity];
  const ratios = byClass.map((quantity) => largestRatio(lanes.map((lane) => quantity.value(lane))));
  const max = ratios.indexOf(Math.max(...ratios.filter(Number.isFinite)));
  return byClass.filter((_, index) => byClass.length < 3 || index === max);
}

/** The largest value divided by the smallest. */
function largestRatio(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

/**
 * The delay of the first class of each colour, and the drops, of a run whose packets are followed one by one. The delay that
 * differs most is the first.
 */
function exactQuantities(
  lanes: readonly [StartedLaneData, ...StartedLaneData[]],
): readonly FindingQuantity[] | undefined {
  const { classes } = lanes[0].description;
  const isFollowed = ({ frame: { rateBps, measured } }: StartedLaneData) =>
    rateBps < MAX_FOLLOWED_BPS && counterTotal(measured, ClassColumn.arrivedPackets) < MAX_FOLLOWED_PACKETS;
  if (!lanes.every(isFollowed)) return undefined;
  const colouredClasses = classes.flatMap(({ label, colour }, index) =>
    colour !== undefined && classes.findIndex((other) => other.colour === colour) === index
      ? [{ ...classDelayQuantity(label, index), isExact: true }]
      : [],
  );
  const ratioBetweenLanes = ({ value }: FindingQuantity) => {
    const ratio = largestRatio(lanes.map(value));
    return Number.isFinite(ratio) ? ratio : 0;
  };
  colouredClasses.sort((a, b) => ratioBetweenLanes(b) - ratioBetweenLanes(a));
  return colouredClasses.length === 0 ? undefined : [...colouredClasses, dropsQuantity];
}

function quantitiesOfTraffic(lanes: readonly [StartedLaneData, ...StartedLaneData[]]): readonly FindingQuantity[] {
  const { classes, bufferUnit, scenario } = lanes[0].description;
  if (bufferUnit === 'cells') return [vcFairnessQuantity];
  const quantities = exactQuantities(lanes);
  if (quantities !== undefined) return quantities;
  const classQuantities = classes.flatMap(({ kind, label, colour, timed }, index) => {
    if (kind === 'video') return shownVideoQuantity(label, index, shownVideoGoal(scenario));
    if (kind === 'player')
      return [playerBitrateQuantity(label, index), bitrateChangesQuantity(index), playerBufferQuantity(label, index)];
    if (timed === 'roundTrip') return roundTripQuantity(label, index);
    if (colour === 'green') return classDelayQuantity(label, index);
    return colour === 'blue' ? classGoodputQuantity(label, index) : [];
  });
  const shares = classes.flatMap(({ colour, label }, index) =>
    colour === 'both' ? [greenShareQuantity(label, index)] : [],
  );
  if (shares.length > 0) return [greenDelayQuantity, ...shares, ...classQuantities].slice(0, 3);
  const competitors = competingClasses(lanes[0]);
  const [first, second] = competitors;
  if (first !== undefined && second !== undefined && competitors.length === 2 && classQuantities.length === 0) {
    const isByHost = isEqualByHost(lanes);
    const value = equalSharePercent(second, competitors, isByHost);
    const yardstick = { name: isByHost ? 'equal per host' : 'equal per flow', value };
    return [goodputShareQuantity(second, competitors, yardstick), ...delayQuantities(lanes)];
  }
  if (classes.some(({ kind }) => kind === 'player')) return classQuantities.slice(0, 3);
  // A short round trip has its price: an idle link.
  if (classQuantities.length === 1 && classes.some(({ timed }) => timed === 'roundTrip'))
    return [...classQuantities, lossQuantity, linkBusyQuantity];
  if (classQuantities.length > 0) return [...classQuantities.slice(0, 2), lossQuantity];
  const isQuestion = openingPlotIds(lanes[0].description, lanes.length).includes('busy');
  return [delayQuantity, lossQuantity, isQuestion ? { ...linkBusyQuantity, minNamedDifference: 0 } : linkBusyQuantity];
}

/** The sample windows whose figures are counted; `end` is not included. */
export function countedSamples({ description, frame, series }: StartedLaneData): {
  readonly first: number;
  readonly end: number;
} {
  const { warmupNs, sampleNs } = description;
  const first = frame.timeNs < warmupNs ? 0 : Math.ceil(warmupNs / sampleNs);
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
