/** The quantities of a whole lane, all classes together. */
import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import { counterTotal, fairness } from '../../engine/figures/run-figures.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
} from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { comparedSenders, laneFigures } from '../figures/lane-figures.ts';
import type { FindingQuantity } from './finding-quantity.ts';

function sumInSample({ description, series }: StartedLaneData, row: number, column: number): number {
  return description.classes.reduce((sum, _, index) => sum + series.at(row, seriesClassColumn(index, column)), 0);
}

export const lossQuantity: FindingQuantity = {
  id: 'loss',
  name: 'loss',
  term: 'loss',
  unit: '%',
  lowerHigher: ['less', 'more'],
  better: 'lower',
  isRatio: false,
  hasRatioNoise: true,
  value: ({ frame }) => 100 * (laneFigures(frame)?.dropRate ?? Number.NaN),
  // All lanes get nearly the same offered traffic, so drops represent the drop rate.
  sample: (lane, row) => sumInSample(lane, row, SeriesClassColumn.drops),
};

export const dropsQuantity: FindingQuantity = {
  ...lossQuantity,
  id: 'drops',
  name: 'drops',
  unit: '',
  lowerHigher: ['fewer', 'more'],
  isCount: true,
  isExact: true,
  value: ({ frame }) => counterTotal(frame.measured, ClassColumn.droppedPackets),
};

export const markRateQuantity: FindingQuantity = {
  id: 'marked',
  name: 'marked',
  term: 'mark',
  unit: '%',
  isRatio: false,
  value: ({ frame }) => 100 * (laneFigures(frame)?.markRate ?? Number.NaN),
  sample: (lane, row) => sumInSample(lane, row, SeriesClassColumn.marks),
};

/** A smaller difference of the link's busy time is not named, %, unless the scenario asks about it. */
const MIN_NAMED_BUSY_PERCENT = 2;

export const linkBusyQuantity: FindingQuantity = {
  id: 'busy',
  name: 'link busy',
  term: 'busy',
  unit: '%',
  isRatio: false,
  better: 'higher',
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
  better: 'lower',
  isRatio: true,
  value: ({ frame }) => laneFigures(frame)?.delayMs ?? Number.NaN,
  sample: ({ series }, row) => series.at(row, SeriesColumn.meanDelayNs),
};

/** The fairness index of the VCs' rates in these sample windows together. */
function fairnessOver({ description, frame, series }: StartedLaneData, rows: readonly number[]): number {
  const classes = new Float64Array(description.classes.length * CLASS_STRIDE);
  for (const index of description.classes.keys()) {
    const column = seriesClassColumn(index, SeriesClassColumn.throughputBps);
    classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = 1;
    for (const row of rows) classes[index * CLASS_STRIDE + ClassColumn.countedBytes] += series.at(row, column);
  }
  // The index does not depend on the unit of the rates.
  const measuredSpan = { ...frame.measured, classes, spanNs: 8e9 };
  return fairness(measuredSpan, (index) => frame.vcs[index * VC_STRIDE + VcColumn.guaranteedBps]);
}

export const vcFairnessQuantity: FindingQuantity = {
  id: 'fairness',
  name: `fairness among ${comparedSenders(true)}`,
  term: 'fairness',
  unit: '',
  lowerHigher: ['less', 'more'],
  better: 'higher',
  isRatio: false,
  value: ({ frame }) => laneFigures(frame)?.fairness ?? Number.NaN,
  sample: (lane, row) => fairnessOver(lane, [row]),
  // In a short window, bursts make the VCs look less equal than they are over a long time.
  overSamples: fairnessOver,
};
