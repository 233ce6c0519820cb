/**
 * The finding of a run: the differences of each lane's figures from those of lane A, and the VCs that get less than
 * their minimum. The figures count since the warm-up. During the warm-up, they count since the start. A difference
 * counts only if it exceeds the noise of this one run.
 */

import { SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { required } from '../../shared/required.ts';
import { RunningStatistics } from '../../shared/statistics.ts';
import { isEqualByHost } from '../figures/goodput-shares.ts';
import { vcRates } from '../figures/vc-rates.ts';
import { comparableQuantities, delayAndLossBeside, namedByDirection } from './comparable-quantities.ts';
import { countedSamples, type FindingQuantity, meanOverSamples } from './finding-quantity.ts';

/** The difference of two lanes in one quantity. */
export interface LaneDifference {
  readonly quantity: FindingQuantity;
  /** The figures of lane A and of the other lane. */
  readonly reference: number;
  readonly value: number;
  /**
   * Whether the difference exceeds the half-width of its 95 % interval within this run. For a quantity that is compared
   * as a ratio, and for the loss, the logarithm of the ratio may exceed its own interval instead. Undefined while
   * it is too early to say: the counted time is short, or few of its parts have a value.
   */
  readonly isClear: boolean | undefined;
  /** Whether it is a delay or a loss that is named because a lane is clearly worse in it. */
  readonly isWorseBeside?: boolean;
  /** Whether it is large, but not what the scenario asks about. */
  readonly isBesideQuestion?: boolean;
}

/** Number of parts of the time since the warm-up, for the estimate of the noise. */
const BATCH_COUNT = 20;
/** Least simulated time of each part for a finding, ns. */
const MIN_BATCH_NS = 100e6;

/** The sample windows whose figures are counted, in parts that are equal but for one window. */
interface Batches {
  readonly firstSample: number;
  readonly sampleCount: number;
}

/** Undefined while the counted time is too short. */
function divideIntoBatches(lane: StartedLaneData, rowCount: number, minBatchNs = MIN_BATCH_NS): Batches | undefined {
  const { first, end } = countedSamples(lane);
  const sampleCount = Math.min(rowCount, end) - first;
  const leastSamples = Math.floor(sampleCount / BATCH_COUNT);
  return leastSamples < 1 || leastSamples * lane.description.sampleNs < minBatchNs
    ? undefined
    : { firstSample: first, sampleCount };
}

/** The first window of a part, counted from the first of all. Also the end of the part before it. */
function startOfBatch({ sampleCount }: Batches, batch: number): number {
  return Math.round((batch * sampleCount) / BATCH_COUNT);
}

/** Whether a quantity clearly differs from 0, by its means in the parts of the run. */
function differsFromZero(batches: Batches, mean: (from: number, to: number) => number): boolean {
  return exceedsNoise(batchMeans(batches, mean)) === true;
}

/** The known means of the parts of the run. */
function batchMeans(batches: Batches, mean: (from: number, to: number) => number): number[] {
  const { firstSample } = batches;
  return Array.from({ length: BATCH_COUNT }, (_, batch) =>
    mean(firstSample + startOfBatch(batches, batch), firstSample + startOfBatch(batches, batch + 1)),
  ).filter((value) => !Number.isNaN(value));
}

/**
 * The pseudo-values of a figure that is not a mean over windows, one for each part of the run: n times the figure over
 * all n parts, less n - 1 times the figure over the others. Their mean and their interval are those of the figure
 * (jackknife; Miller, Biometrika 61, 1974).
 */
function pseudoValues(batches: Batches, figure: (rows: readonly number[]) => number): readonly number[] {
  const rows = Array.from({ length: batches.sampleCount }, (_, index) => batches.firstSample + index);
  const total = figure(rows);
  return Array.from({ length: BATCH_COUNT }, (_, batch) => {
    const others = [...rows.slice(0, startOfBatch(batches, batch)), ...rows.slice(startOfBatch(batches, batch + 1))];
    return BATCH_COUNT * total - (BATCH_COUNT - 1) * figure(others);
  });
}

/** The difference of two lanes in each part of the run. */
function batchDifferences(
  batches: Batches,
  quantity: FindingQuantity,
  reference: StartedLaneData,
  lane: StartedLaneData,
): readonly number[] {
  const { overSamples } = quantity;
  if (overSamples !== undefined)
    return pseudoValues(batches, (rows) => overSamples(lane, rows) - overSamples(reference, rows));
  return batchMeans(
    batches,
    (from, to) => meanOfQuantity(quantity, lane, from, to) - meanOfQuantity(quantity, reference, from, to),
  );
}

function meanOfQuantity(quantity: FindingQuantity, lane: StartedLaneData, from: number, to: number): number {
  return meanOverSamples(from, to, (row) => quantity.sample(lane, row));
}

/**
 * Half-width of the 95 % interval of a figure of a lane within this run, in its unit; NaN while it is too early to say.
 */
export function figureHalfWidth(lane: StartedLaneData, quantity: FindingQuantity): number {
  const batches = divideIntoBatches(lane, lane.series.rowCount, quantity.minBatchNs);
  if (batches === undefined) return Number.NaN;
  const { mean, halfWidth } = intervalOfBatches(
    batchMeans(batches, (from, to) => meanOfQuantity(quantity, lane, from, to)),
  );
  // The samples may have another unit, such as drops for the share of lost packets.
  return mean === 0 ? Number.NaN : quantity.value(lane) * (halfWidth / mean);
}

/**
 * The logarithm of the ratio of two lanes in each part of the run; none if their ratio does not judge them. The losses
 * of few packets have no ratio where a part has none.
 */
function logRatios(
  batches: Batches,
  quantity: FindingQuantity,
  reference: StartedLaneData,
  lane: StartedLaneData,
): readonly number[] {
  if (!quantity.isRatio && quantity.hasRatioNoise !== true) return [];
  const ratios = batchMeans(batches, (from, to) =>
    Math.log(meanOfQuantity(quantity, lane, from, to) / meanOfQuantity(quantity, reference, from, to)),
  );
  const areKnown = ratios.length === BATCH_COUNT && ratios.every(Number.isFinite);
  return quantity.isRatio || areKnown ? ratios : [];
}

/** The known differences of a lane from lane A. While the counted time is short, it is unknown which are clear. */
export function laneDifferences(
  reference: StartedLaneData,
  lane: StartedLaneData,
  quantities = comparableQuantities([reference, lane]),
): readonly LaneDifference[] {
  const rows = Math.min(reference.series.rowCount, lane.series.rowCount);
  return quantities
    .map((quantity) => {
      const batches = divideIntoBatches(reference, rows, quantity.minBatchNs);
      const values = { reference: quantity.value(reference), value: quantity.value(lane) };
      if (quantity.isExact === true) return { quantity, ...values, isClear: values.value !== values.reference };
      if (batches === undefined) return { quantity, ...values, isClear: undefined };
      const isClear =
        hasClearRatio(logRatios(batches, quantity, reference, lane), values.value - values.reference) ||
        exceedsNoise(batchDifferences(batches, quantity, reference, lane));
      return { quantity, ...values, isClear };
    })
    .filter(({ reference, value }) => Number.isFinite(reference) && Number.isFinite(value));
}

/**
 * The known differences of each other lane from lane A, with the delay and the loss where they say more. If the first
 * quantity differs clearly, they come last where a lane is clearly worse. If no quantity
 * differs clearly in any lane, they come first where a lane differs clearly and by a large factor.
 */
export function differencesWithDelayAndLoss(
  reference: StartedLaneData,
  lanes: readonly (StartedLaneData | undefined)[],
): readonly (readonly LaneDifference[])[] {
  // The plot of the shares has one yardstick for all lanes too.
  const isByHost = isEqualByHost([reference, ...lanes.flatMap((lane) => lane ?? [])]);
  const differencesOf = (lane: StartedLaneData | undefined, quantities?: readonly FindingQuantity[]) =>
    lane === undefined
      ? []
      : laneDifferences(reference, lane, quantities ?? comparableQuantities([reference, lane], isByHost));
  const differencesByLane = lanes.map((lane) => differencesOf(lane));
  const comparedDifferences = differencesByLane.flat();
  const delayAndLoss = namedByDirection(
    reference,
    delayAndLossBeside(
      reference,
      comparedDifferences.map(({ quantity }) => quantity),
    ),
  );
  if (comparedDifferences.every(({ isClear }) => isClear !== true)) {
    const largeQuantities = delayAndLoss.filter((quantity) =>
      lanes.some((lane) => differencesOf(lane, [quantity]).some(isClearlyLarge)),
    );
    return lanes.map((lane, index) => [
      ...differencesOf(lane, largeQuantities).map((difference) => ({ ...difference, isBesideQuestion: true })),
      ...(differencesByLane[index] ?? []),
    ]);
  }
  // A cause says enough beside the finding.
  const hasCause = comparedDifferences.some(({ quantity }) => quantity.isCause === true);
  const worseList = delayAndLoss.filter((quantity) =>
    lanes.some(
      (lane, index) =>
        !hasCause &&
        differencesByLane[index]?.[0]?.isClear === true &&
        differencesOf(lane, [quantity]).some(isClearlyWorse),
    ),
  );
  return lanes.map((lane, index) => [
    ...(differencesByLane[index] ?? []),
    ...differencesOf(lane, worseList).map((difference) => ({ ...difference, isWorseBeside: true })),
  ]);
}

/** Whether a delay or a loss is clearly worse than its reference. */
const isClearlyWorse = ({ isClear, reference, value }: LaneDifference) => isClear === true && value > reference;

/** From this factor on, a delay or a loss is named although the scenario asks about something else. */
const LARGE_FACTOR = 2;

function isClearlyLarge({ isClear, reference, value }: LaneDifference): boolean {
  return isClear === true && Math.max(value, reference) >= LARGE_FACTOR * Math.min(value, reference);
}

/** The VCs of a lane and their guarantees. */
export interface GuaranteeFinding {
  /** Every VC gets at least its minimum. */
  readonly keepsAll: boolean;
  /** Names of the VCs whose throughput is clearly below their minimum. */
  readonly missedVcs: readonly string[];
  /** Names of the others whose throughput is below it by more than a little: too little time has passed to be sure. */
  readonly unclearVcs: readonly string[];
}

/** A shortfall up to this share of the minimum is not named while it is unclear. */
const MAX_UNNAMED_SHORTFALL = 0.01;

/** Undefined without VCs, and while the counted time is too short. */
export function vcGuarantees(lane: StartedLaneData): GuaranteeFinding | undefined {
  const { description, frame, series } = lane;
  const batches = divideIntoBatches(lane, series.rowCount);
  const rates = vcRates(frame);
  if (batches === undefined || rates.length === 0) return undefined;
  const vcsBelow = rates.flatMap(({ throughputBps, minimumBps }, index) =>
    throughputBps < minimumBps ? { index, minimumBps, shortfall: 1 - throughputBps / minimumBps } : [],
  );
  const missedVcs = vcsBelow.filter(({ index, minimumBps }) => {
    const column = seriesClassColumn(index, SeriesClassColumn.throughputBps);
    return differsFromZero(
      batches,
      (from, to) => meanOverSamples(from, to, (row) => series.at(row, column)) - minimumBps,
    );
  });
  const vcName = ({ index }: { readonly index: number }) => description.classes[index]?.label ?? String(index);
  return {
    keepsAll: vcsBelow.length === 0,
    missedVcs: missedVcs.map(vcName),
    unclearVcs: vcsBelow.filter((vc) => !missedVcs.includes(vc) && vc.shortfall > MAX_UNNAMED_SHORTFALL).map(vcName),
  };
}

/** Whether the mean of these differences is significantly different from 0; undefined for few of them. */
export function exceedsNoise(batches: readonly number[]): boolean | undefined {
  const { mean, halfWidth } = intervalOfBatches(batches);
  return Number.isNaN(halfWidth) ? undefined : Math.abs(mean) > halfWidth;
}

/**
 * Whether the ratio of two lanes clearly differs from 1, by its logarithm in the parts of the run. If the traffic or
 * the link changes, both lanes follow it: their difference varies much more than their ratio.
 * @param difference of the two figures; the ratio must have the same direction
 */
export function hasClearRatio(logRatios: readonly number[], difference: number): boolean {
  const { mean, halfWidth } = intervalOfBatches(logRatios.filter(Number.isFinite));
  return Math.abs(mean) > halfWidth && Math.sign(mean) === Math.sign(difference);
}

/**
 * The mean of the parts of a run, with Student's 95 % interval; NaN for few parts. If neighbouring parts of the run are
 * correlated, the interval is widened by sqrt((1 + r) / (1 - r)), where r is the correlation of neighbours. This
 * assumes a first-order autoregressive process (Law & Kelton, Simulation Modeling and Analysis, section 4.4).
 */
function intervalOfBatches(batches: readonly number[]): { readonly mean: number; readonly halfWidth: number } {
  const moments = new RunningStatistics();
  for (const batch of batches) moments.add(batch);
  const { mean, ci95 } = moments.result();
  if (batches.length < BATCH_COUNT / 2) return { mean, halfWidth: Number.NaN };
  let squares = 0;
  let products = 0;
  for (const [index, batch] of batches.entries()) {
    squares += (batch - mean) ** 2;
    if (index > 0) products += (batch - mean) * (required(batches[index - 1]) - mean);
  }
  const r = squares === 0 ? 0 : Math.min(0.9, Math.max(0, products / squares));
  return { mean, halfWidth: ci95 * Math.sqrt((1 + r) / (1 - r)) };
}
