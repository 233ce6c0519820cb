/** The quantities of one class of traffic. */

import { colourDelayMs, durationMs, meanDelayMs, usefulPacketShare } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { classGoodputMbps, rateMbps, VIDEO_SPAN_NS } from '../figures/class-rates.ts';
import { colourCountsInSample, greenPacketShare } from '../figures/colour-counts.ts';
import { greenSourceShare, greenTimeShare } from '../figures/colour-histories.ts';
import { type Competitor, sharePercent } from '../figures/goodput-shares.ts';
import { propagationMs } from '../figures/propagation.ts';
import type { FindingQuantity } from './finding-quantity.ts';
import { delayQuantity } from './lane-quantities.ts';

/** Mean round trip or duration of the class with this index, ms. */
export function roundTripQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `roundTrip ${index}`,
    name: `${label} round trip`,
    term: 'roundTrip',
    unit: 'ms',
    lowerHigher: ['shorter', 'longer'],
    better: 'lower',
    isRatio: true,
    value: ({ frame }) => durationMs(frame.durations[index], 'meanMs'),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.durationMeanNs)),
  };
}

/** The mean and the 95th percentile of the completion times of a class of transfers, as in the table. */
export function completionQuantities(label: string, index: number): readonly FindingQuantity[] {
  return (['mean', 'p95'] as const).map((statistic) => ({
    ...roundTripQuantity(label, index),
    id: `${statistic} ${index}`,
    name: `${statistic} completion of ${label}`,
    term: 'completion',
    value: ({ frame }) => durationMs(frame.durations[index], `${statistic}Ms`),
    sample: ({ series }, row) =>
      series.at(
        row,
        seriesClassColumn(index, SeriesClassColumn[statistic === 'mean' ? 'durationMeanNs' : 'durationP95Ns']),
      ),
  }));
}

/** Mean queueing delay of the class with this index, ms. */
export function classDelayQuantity(label: string, index: number): FindingQuantity {
  return {
    ...delayQuantity,
    id: `delay ${index}`,
    name: `${label} delay`,
    value: ({ frame }) => meanDelayMs(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.meanDelayNs)),
  };
}

/** The mean delay of green packets, as in the plot of the delay by colour. */
export const greenDelayQuantity: FindingQuantity = {
  ...delayQuantity,
  id: 'delay green',
  name: 'green delay',
  value: ({ frame }) => colourDelayMs(frame.measured, 'green'),
  sample: (lane, row) => {
    const { packets, delaySumNs } = colourCountsInSample(lane, lane.description.classes.length, row, 'green');
    return delaySumNs / packets / 1e6;
  },
};

/**
 * The share of the time in which the sources of a class that choose their colour are green, as in the plot of their
 * colours.
 */
export function greenTimeQuantity(index: number): FindingQuantity {
  return {
    id: `greenTime ${index}`,
    name: 'time in green',
    term: 'abe',
    unit: '%',
    lowerHigher: ['less', 'more'],
    isRatio: false,
    value: ({ frame }) => 100 * greenTimeShare(frame, index),
    sample: ({ frame, series }, row) => 100 * greenSourceShare(frame, index, series.at(row, SeriesColumn.timeNs)),
  };
}

/** The green share of the packets of a class that sends both colours in a fixed ratio. */
export function greenShareQuantity(label: string, index: number): FindingQuantity {
  const { greenPackets, startedPackets } = SeriesClassColumn;
  return {
    id: `green ${index}`,
    name: `green ${label}`,
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

/** The goodput of a class, as in the plot of goodput by class. */
export function classGoodputQuantity(label: string, index: number): FindingQuantity {
  return {
    id: `goodput ${index}`,
    name: `${label} goodput`,
    term: 'goodput',
    unit: 'Mb/s',
    lowerHigher: ['less', 'more'],
    better: 'higher',
    isRatio: true,
    rateOfClass: index,
    value: ({ frame }) => rateMbps(frame.measured, SeriesClassColumn.goodputBps, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}

/** How much longer the round trip of the first class is, as in the plot of the round trips of classes. */
export function roundTripRatioQuantity(first: string, second: string): FindingQuantity {
  const ratio = (lane: StartedLaneData, delayMs: (index: number) => number) =>
    (propagationMs(lane, 0) + delayMs(0)) / (propagationMs(lane, 1) + delayMs(1));
  return {
    id: 'roundTrips',
    name: `round trips ${first} : ${second}`,
    clause: 'round trip',
    term: 'roundTrip',
    unit: `× the ${second}’`,
    isRatio: false,
    isCause: true,
    value: (lane) => ratio(lane, (index) => meanDelayMs(lane.frame.measured, index)),
    sample: (lane, row) =>
      ratio(lane, (index) => lane.series.at(row, seriesClassColumn(index, SeriesClassColumn.meanDelayNs)) / 1e6),
  };
}

/** The share that one of two competing classes gets of their goodput, %. */
export function goodputShareQuantity(
  competitor: Competitor,
  competitors: readonly Competitor[],
  yardstick: FindingQuantity['yardstick'],
): FindingQuantity {
  const goodputShare = (rateOf: (index: number) => number) => sharePercent(competitor, competitors, rateOf);
  return {
    id: `share ${competitor.index}`,
    name: `share of ${competitor.label}`,
    clauseByLane: `${competitor.label} gets`,
    isAnswer: true,
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

/** Share of the packets of a video class that can be shown, percent; the goal is a share, 0 to 1. */
export function shownVideoQuantity(label: string, index: number, goal: number | undefined): FindingQuantity {
  return {
    id: `shown ${index}`,
    name: `${label} that can be shown`,
    isAnswer: true,
    term: 'goodput',
    unit: '%',
    lowerHigher: ['less', 'more'],
    better: 'higher',
    isRatio: false,
    minBatchNs: VIDEO_SPAN_NS,
    yardstick: goal === undefined ? undefined : { name: 'goal', value: 100 * goal, isGoal: true },
    value: ({ frame }) => 100 * usefulPacketShare(frame.measured, index),
    sample: ({ series }, row) => series.at(row, seriesClassColumn(index, SeriesClassColumn.goodputBps)),
  };
}
