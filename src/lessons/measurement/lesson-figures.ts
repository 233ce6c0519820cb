/** The figures and curves of runs for lessons: for each its computation, name and unit. */

import { counterTotal, durationMs, throughputBps } from '../../engine/figures/run-figures.ts';
import {
  ClassColumn,
  type DurationKind,
  type Frame,
  type RunDescription,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
  seriesStride,
} from '../../engine/frame/frame.ts';
import type { LaneSummary } from '../../engine/metrics/summary.ts';
import { ln } from '../../engine/numbers/exact-math.ts';
import { type DurationStatistic, durationLabel } from '../../quantities/figures/duration-figures.ts';
import { type QueueFigureId, queueFigures } from '../../quantities/figures/queue-figures.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';

/** A lane at the time at which a figure is read. */
export interface LaneMoment {
  readonly frame: Frame;
  readonly summary: LaneSummary;
  /** Rows of the sample windows since the start, as in `Frame.series`. */
  readonly series: Float64Array;
  readonly description: RunDescription;
}

/** Ids of the plots that show a figure over time: for all classes together, and for one class. */
interface FigurePlot {
  readonly lane: string;
  readonly class: string;
  readonly hasSameUnit: boolean;
}

export interface FigureDefinition {
  readonly label: string;
  readonly unit: string;
  /** The highest possible value, of a share. */
  readonly highest?: number | undefined;
  /** The span over which it counts. */
  readonly span: 'since the warm-up' | 'since the start' | 'at this time';
  /** Whether it exists for one class, for all together, or for both. NaN without data. */
  readonly of: 'lane' | 'class' | 'both';
  readonly plot: FigurePlot;
  /** @param index of the class; undefined for all */
  value(lane: LaneMoment, index: number | undefined): number;
}

const onPlot = (lane: string, ofClass = lane, hasSameUnit = true) => ({ lane, class: ofClass, hasSameUnit });
const sinceWarmup = 'since the warm-up';

/** The highest values of shares, in their unit. */
const highestValues: Partial<Record<QueueFigureId, number>> = {
  busy: 100,
  loss: 100,
  marked: 100,
  useful: 100,
};

/** A figure of the queue down, or of the only one. */
const ofQueue = (id: QueueFigureId, plot: FigurePlot): FigureDefinition => ({
  ...queueFigures[id],
  highest: highestValues[id],
  span: sinceWarmup,
  of: 'both',
  plot,
  value: ({ frame }, index) => queueFigures[id].value(frame.measured, index),
});

/** A figure of the queue up; NaN in a run with one queue. */
const ofQueueUp = (id: QueueFigureId, plot: FigurePlot, label: string): FigureDefinition => ({
  ...ofQueue(id, plot),
  label,
  value: ({ frame: { up } }, index) => (up === undefined ? Number.NaN : queueFigures[id].value(up.measured, index)),
});

const ofDurations = (kind: DurationKind, statistic: DurationStatistic): FigureDefinition => ({
  label: durationLabel(kind, statistic),
  unit: 'ms',
  span: sinceWarmup,
  of: 'class',
  plot: onPlot(kind === 'completion' ? 'completion' : 'round-trip'),
  value: ({ summary }, index = -1) => durationMs(summary.classes[index]?.[kind], statistic),
});

const fairnessAmong = (flowsOrClasses: string, key: 'fairnessIndex' | 'flowFairnessIndex'): FigureDefinition => ({
  label: `Fairness among ${flowsOrClasses} (Jain’s index)`,
  unit: '',
  highest: 1,
  span: sinceWarmup,
  of: 'lane',
  plot: onPlot('goodput', 'goodput', false),
  value: ({ summary }) => summary[key] ?? Number.NaN,
});

export const lessonFigures = {
  delayMs: ofQueue('delay', onPlot('delay', 'class-delay')),
  p95DelayMs: {
    label: '95th percentile of the queueing delay',
    unit: 'ms',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('delay', 'class-delay'),
    value: ({ summary }, index) =>
      index === undefined ? summary.p95DelayMs : (summary.classes[index]?.p95DelayMs ?? Number.NaN),
  },
  power: {
    label: 'Power: ln(throughput / p95 delay)',
    unit: '',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('delay', 'delay', false),
    // Mb/s over s; NaN if no packet waits.
    value: ({ frame, summary }) =>
      summary.p95DelayMs > 0 ? ln(throughputBps(frame.measured) / 1e3 / summary.p95DelayMs) : Number.NaN,
  },
  lossPercent: ofQueue('loss', onPlot('drops', 'drops', false)),
  markPercent: ofQueue('marked', onPlot('marks', 'marks', false)),
  throughputMbps: ofQueue('throughput', onPlot('throughput')),
  busyPercent: { ...ofQueue('busy', onPlot('busy')), of: 'lane' },
  usefulPercent: ofQueue('useful', onPlot('total', 'goodput', false)),
  fairness: fairnessAmong('classes or VCs', 'fairnessIndex'),
  flowFairness: fairnessAmong('flows', 'flowFairnessIndex'),
  completionMs: ofDurations('completion', 'meanMs'),
  p95CompletionMs: ofDurations('completion', 'p95Ms'),
  roundTripMs: ofDurations('roundTrip', 'meanMs'),
  p95RoundTripMs: ofDurations('roundTrip', 'p95Ms'),
  p99RoundTripMs: ofDurations('roundTrip', 'p99Ms'),
  upDelayMs: ofQueueUp('delay', onPlot('delay-up', 'class-delay-up'), 'Mean delay in the queue up'),
  upThroughputMbps: ofQueueUp('throughput', onPlot('throughput-up'), 'Throughput up'),
  upBusyPercent: { ...ofQueueUp('busy', onPlot('busy-up'), 'Link up busy'), of: 'lane' },
  upLossPercent: ofQueueUp('loss', onPlot('drops-up', 'drops-up', false), 'Loss in the queue up'),
  waitingPackets: {
    label: 'Waiting packets',
    unit: 'packets',
    span: 'at this time',
    of: 'lane',
    plot: onPlot('queue'),
    value: ({ frame }) => frame.waitingPackets,
  },
  meanQueuePackets: {
    label: 'Mean queue',
    unit: 'packets',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('queue'),
    value: ({ series, description, frame }) => {
      const stride = strideOfRun(description);
      const { warmupNs, sampleNs } = description;
      const firstRow = frame.timeNs <= warmupNs ? 0 : Math.ceil(warmupNs / sampleNs);
      const rowCount = series.length / stride;
      if (rowCount <= firstRow) return Number.NaN;
      let sum = 0;
      for (let row = firstRow; row < rowCount; row++) sum += series[row * stride + SeriesColumn.meanWaitingPackets];
      return sum / (rowCount - firstRow);
    },
  },
  droppedPackets: {
    label: 'Packets dropped since the start',
    unit: 'packets',
    span: 'since the start',
    of: 'both',
    plot: onPlot('drops', 'drops', false),
    value: ({ frame }, index) =>
      counterTotal({ ...frame.measured, classes: frame.classes }, ClassColumn.droppedPackets, index),
  },
} satisfies Record<string, FigureDefinition>;
export type FigureId = keyof typeof lessonFigures;
export const figureIds = keysOfRecord(lessonFigures);

/** The plots of one queue of two, which is the queue down without `-up`. */
const PLOTS_OF_QUEUE: readonly string[] = ['delay', 'drops', 'marks', 'throughput', 'busy', 'queue'];

/** @param isTwoWay of a run with two queues: a figure of the queue down names it, as those of the queue up do */
export function figureLabel(figure: FigureId, isTwoWay: boolean): string {
  const { label, plot } = lessonFigures[figure];
  return isTwoWay && PLOTS_OF_QUEUE.includes(plot.lane) ? `${label}, down` : label;
}

/** Values in a row of the series of this run. */
export const strideOfRun = ({ classes, hints }: RunDescription) => seriesStride(classes.length, hints.signals.length);

export interface CurveDefinition {
  readonly label: string;
  readonly unit: string;
  /** Whether the figure is one of a lane, of one class, or of either. */
  readonly of: 'lane' | 'class' | 'both';
  readonly plot: FigurePlot;
  /** The value of a sample window that begins at index `rowStart` of the series; NaN without any. */
  value(series: Float64Array, rowStart: number, description: RunDescription, index: number | undefined): number;
}

/** The value of a column for one class or, without an index, its sum over all. */
function classOrSum(
  series: Float64Array,
  rowStart: number,
  { classes }: RunDescription,
  column: number,
  index: number | undefined,
): number {
  if (index !== undefined) return series[rowStart + seriesClassColumn(index, column)];
  let sum = 0;
  for (let other = 0; other < classes.length; other++) sum += series[rowStart + seriesClassColumn(other, column)];
  return sum;
}

export const lessonCurves = {
  queuePackets: {
    label: 'Queue',
    unit: 'packets',
    of: 'lane',
    plot: onPlot('queue'),
    value: (series, rowStart) => series[rowStart + SeriesColumn.meanWaitingPackets],
  },
  delayMs: {
    label: 'Queueing delay',
    unit: 'ms',
    of: 'both',
    plot: onPlot('delay', 'class-delay'),
    value: (series, rowStart, _, index) =>
      series[
        rowStart +
          (index === undefined ? SeriesColumn.meanDelayNs : seriesClassColumn(index, SeriesClassColumn.meanDelayNs))
      ] / 1e6,
  },
  throughputMbps: {
    label: 'Throughput',
    unit: 'Mb/s',
    of: 'both',
    plot: onPlot('throughput'),
    value: (series, rowStart, description, index) =>
      classOrSum(series, rowStart, description, SeriesClassColumn.throughputBps, index) / 1e6,
  },
  drops: {
    label: 'Drops',
    unit: 'packets per second',
    of: 'both',
    plot: onPlot('drops'),
    value: (series, rowStart, description, index) =>
      (classOrSum(series, rowStart, description, SeriesClassColumn.drops, index) * 1e9) / description.sampleNs,
  },
  roundTripMs: {
    label: 'Round trip',
    unit: 'ms',
    of: 'class',
    plot: onPlot('round-trip'),
    value: (series, rowStart, _, index) =>
      index === undefined
        ? Number.NaN
        : series[rowStart + seriesClassColumn(index, SeriesClassColumn.durationMeanNs)] / 1e6,
  },
} satisfies Record<string, CurveDefinition>;
export type CurveId = keyof typeof lessonCurves;
export const curveIds = keysOfRecord(lessonCurves);
