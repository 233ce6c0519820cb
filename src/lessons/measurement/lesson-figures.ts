/** The figures and curves of runs for lessons: for each its computation, name and unit. */

import {
  counterTotal,
  dropRate,
  linkBusyShare,
  markRate,
  meanDelayMs,
  throughputBps,
  usefulPacketShare,
} from '../../engine/figures/run-figures.ts';
import {
  ClassColumn,
  type Frame,
  type MeasuredSpan,
  type RunDescription,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
  seriesStride,
} from '../../engine/frame/frame.ts';
import type { LaneSummary } from '../../engine/metrics/summary.ts';
import { ln } from '../../engine/numbers/exact-math.ts';

/** A lane at the time at which a figure is read. */
export interface LaneMoment {
  readonly frame: Frame;
  readonly summary: LaneSummary;
  /** By sample window, since the start. */
  readonly series: Float64Array;
  readonly description: RunDescription;
}

export interface FigureDefinition {
  readonly label: string;
  readonly unit: string;
  /** The span over which it counts. */
  readonly span: 'since the warm-up' | 'since the start' | 'at this time';
  /** Whether it exists for one class, for all together, or for both. NaN without data. */
  readonly of: 'lane' | 'class' | 'both';
  /** Id of the plot that shows it over time: for all classes together, and for one class. */
  readonly plot: { readonly lane: string; readonly class: string; readonly hasSameUnit: boolean };
  /** @param index of the class; undefined for all */
  value(lane: LaneMoment, index: number | undefined): number;
}

const onPlot = (lane: string, ofClass = lane, hasSameUnit = true) => ({ lane, class: ofClass, hasSameUnit });

type DurationFigure = 'completion' | 'roundTrip';
const timedMs =
  (key: DurationFigure, statistic: 'meanMs' | 'p95Ms' | 'p99Ms') => (lane: LaneMoment, index: number | undefined) => {
    const durations = index === undefined ? undefined : lane.summary.classes[index]?.[key];
    return durations === undefined || durations.count === 0 ? Number.NaN : durations[statistic];
  };
const sinceWarmup = 'since the warm-up';

/** A figure of the queue up; NaN in a run with one queue. */
const ofQueueUp =
  (figure: (span: MeasuredSpan, index: number | undefined) => number) =>
  ({ frame: { up } }: LaneMoment, index: number | undefined) =>
    up === undefined ? Number.NaN : figure(up.measured, index);

export const lessonFigures = {
  delayMs: {
    label: 'Mean queueing delay',
    unit: 'ms',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('delay', 'class-delay'),
    value: ({ frame }, index) => meanDelayMs(frame.measured, index),
  },
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
  lossPercent: {
    label: 'Loss',
    unit: '%',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('drops', 'drops', false),
    value: ({ frame }, index) => 100 * dropRate(frame.measured, index),
  },
  markPercent: {
    label: 'Marked',
    unit: '%',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('marks', 'marks', false),
    value: ({ frame }, index) => 100 * markRate(frame.measured, index),
  },
  throughputMbps: {
    label: 'Throughput',
    unit: 'Mb/s',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('throughput'),
    value: ({ frame }, index) => throughputBps(frame.measured, index) / 1e6,
  },
  busyPercent: {
    label: 'Link busy',
    unit: '%',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('busy'),
    value: ({ frame }) => 100 * linkBusyShare(frame.measured),
  },
  usefulPercent: {
    label: 'Useful to the receiver',
    unit: '%',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('total', 'goodput', false),
    value: ({ frame }, index) => 100 * usefulPacketShare(frame.measured, index),
  },
  fairness: {
    label: 'Fairness among classes (Jain’s index)',
    unit: '',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('goodput', 'goodput', false),
    value: ({ summary }) => summary.fairnessIndex ?? Number.NaN,
  },
  flowFairness: {
    label: 'Fairness among flows (Jain’s index)',
    unit: '',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('goodput', 'goodput', false),
    value: ({ summary }) => summary.flowFairnessIndex ?? Number.NaN,
  },
  completionMs: {
    label: 'Mean completion time',
    unit: 'ms',
    span: sinceWarmup,
    of: 'class',
    plot: onPlot('completion'),
    value: timedMs('completion', 'meanMs'),
  },
  p95CompletionMs: {
    label: '95th percentile of the completion time',
    unit: 'ms',
    span: sinceWarmup,
    of: 'class',
    plot: onPlot('completion'),
    value: timedMs('completion', 'p95Ms'),
  },
  roundTripMs: {
    label: 'Mean round trip',
    unit: 'ms',
    span: sinceWarmup,
    of: 'class',
    plot: onPlot('round-trip'),
    value: timedMs('roundTrip', 'meanMs'),
  },
  p95RoundTripMs: {
    label: '95th percentile of the round trip',
    unit: 'ms',
    span: sinceWarmup,
    of: 'class',
    plot: onPlot('round-trip'),
    value: timedMs('roundTrip', 'p95Ms'),
  },
  p99RoundTripMs: {
    label: '99th percentile of the round trip',
    unit: 'ms',
    span: sinceWarmup,
    of: 'class',
    plot: onPlot('round-trip'),
    value: timedMs('roundTrip', 'p99Ms'),
  },
  upDelayMs: {
    label: 'Mean delay in the queue up',
    unit: 'ms',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('delay-up', 'class-delay-up'),
    value: ofQueueUp(meanDelayMs),
  },
  upThroughputMbps: {
    label: 'Throughput up',
    unit: 'Mb/s',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('throughput-up'),
    value: ofQueueUp((span, index) => throughputBps(span, index) / 1e6),
  },
  upBusyPercent: {
    label: 'Link up busy',
    unit: '%',
    span: sinceWarmup,
    of: 'lane',
    plot: onPlot('busy-up'),
    value: ofQueueUp((span) => 100 * linkBusyShare(span)),
  },
  upLossPercent: {
    label: 'Loss in the queue up',
    unit: '%',
    span: sinceWarmup,
    of: 'both',
    plot: onPlot('drops-up', 'drops-up', false),
    value: ofQueueUp((span, index) => 100 * dropRate(span, index)),
  },
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
export const figureIds = Object.keys(lessonFigures) as FigureId[];

/** The plots of one queue of two, which is the queue down without `-up`. */
const PLOTS_OF_QUEUE: readonly string[] = ['delay', 'drops', 'marks', 'throughput', 'busy', 'queue'];

/** @param isTwoWay of a run with two queues: a figure of the queue down names it, as those of the queue up do */
export function figureLabel(figure: FigureId, isTwoWay: boolean): string {
  const { label, plot } = lessonFigures[figure];
  return isTwoWay && PLOTS_OF_QUEUE.includes(plot.lane) ? `${label}, down` : label;
}

export const strideOfRun = ({ classes, hints }: RunDescription) => seriesStride(classes.length, hints.signals.length);

export interface CurveDefinition {
  readonly label: string;
  readonly unit: string;
  /** Of a lane, of one class, or of either. */
  readonly of: 'lane' | 'class' | 'both';
  /** Id of the plot that shows it: for all classes together, and for one class. */
  readonly plot: FigureDefinition['plot'];
  /** The value of a sample window that begins at index `rowStart` of the series; NaN without any. */
  value(series: Float64Array, rowStart: number, description: RunDescription, index: number | undefined): number;
}

function rowSumOverClasses(
  series: Float64Array,
  rowStart: number,
  { classes }: RunDescription,
  column: number,
): number {
  let sum = 0;
  for (let index = 0; index < classes.length; index++) sum += series[rowStart + seriesClassColumn(index, column)];
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
    value: (series, rowStart, description, index) => {
      const column = SeriesClassColumn.throughputBps;
      return (
        (index === undefined
          ? rowSumOverClasses(series, rowStart, description, column)
          : series[rowStart + seriesClassColumn(index, column)]) / 1e6
      );
    },
  },
  drops: {
    label: 'Drops',
    unit: 'packets per second',
    of: 'both',
    plot: onPlot('drops'),
    value: (series, rowStart, description, index) => {
      const column = SeriesClassColumn.drops;
      const count =
        index === undefined
          ? rowSumOverClasses(series, rowStart, description, column)
          : series[rowStart + seriesClassColumn(index, column)];
      return (count * 1e9) / description.sampleNs;
    },
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
export const curveIds = Object.keys(lessonCurves) as CurveId[];
