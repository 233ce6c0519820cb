/** The curve beside a figure of the whole run. */
import { SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { columnValue, type RowValue, samplesPerSecond, sumOverClasses } from './lane-lines.ts';
import { ratesByClass, totalRateLine } from './rate-lines.ts';

/** The curve of a figure of the whole run: its unit, and its class (or all classes together). */
export interface RunCurve {
  readonly unit: string;
  /** Its quantity, if it is not that of the figure: a share of the packets has a curve of packets per second. */
  readonly name?: string;
  value(lane: LaneData): RowValue | undefined;
}

export const runCurves = {
  throughput: (index?: number): RunCurve => ({
    name: 'throughput',
    unit: 'Mb/s',
    value: (lane) =>
      index === undefined
        ? totalRateLine(lane, SeriesClassColumn.throughputBps).value
        : ratesByClass(lane, SeriesClassColumn.throughputBps)[index]?.value,
  }),
  busy: (): RunCurve => ({ unit: '%', value: (lane) => columnValue(lane, SeriesColumn.busy, 100) }),
  delay: (index?: number): RunCurve => ({
    unit: 'ms',
    value: (lane) =>
      columnValue(
        lane,
        index === undefined ? SeriesColumn.meanDelayNs : seriesClassColumn(index, SeriesClassColumn.meanDelayNs),
        1e-6,
      ),
  }),
  duration: (index: number, column: 'durationMeanNs' | 'durationP95Ns'): RunCurve => ({
    unit: 'ms',
    value: (lane) => columnValue(lane, seriesClassColumn(index, SeriesClassColumn[column]), 1e-6),
  }),
  drops: (index?: number): RunCurve => verdictCurve('drops', SeriesClassColumn.drops, index),
  marks: (index?: number): RunCurve => verdictCurve('marks', SeriesClassColumn.marks, index),
  linkLosses: (index?: number): RunCurve => verdictCurve('losses', SeriesClassColumn.lostPackets, index),
};

function verdictCurve(name: string, column: number, index: number | undefined): RunCurve {
  return {
    name,
    unit: 'packets/s',
    value: (lane) =>
      index === undefined
        ? sumOverClasses(lane, column, samplesPerSecond(lane))
        : columnValue(lane, seriesClassColumn(index, column), samplesPerSecond(lane)),
  };
}
