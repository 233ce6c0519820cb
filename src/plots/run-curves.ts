/** The curve beside a figure of the whole run: a line of a plot over time, or the sum of its lines. */
import { SeriesClassColumn } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { type LaneLine, linesByClass, type RowValue, samplesPerSecond } from '../quantities/plots/lane-lines.ts';
import { classDelayPlot, delayPlot } from './over-time/delay.ts';
import { dropsPlot, marksPlot } from './over-time/drops-and-marks.ts';
import { throughputPlot } from './over-time/goodput.ts';
import { busyPlot } from './over-time/link.ts';
import type { PlotOverTime } from './over-time/plot-over-time.ts';

/** The curve of a figure of the whole run: its unit, and its class (or all classes together). */
export interface RunCurve {
  readonly unit: string;
  /** Its quantity, if it is not that of the figure: a share of the packets has a curve of packets per second. */
  readonly name?: string | undefined;
  value(lane: LaneData): RowValue | undefined;
}

/** @param index of the class; undefined for the sum of all lines */
export const curveOfPlot = (
  { unit, lines }: Pick<PlotOverTime, 'unit' | 'lines'>,
  index?: number,
  name?: string,
  of = (line: LaneLine): RowValue | undefined => line.value,
): RunCurve => ({
  name,
  unit,
  value: (lane) => {
    const shownLines = lines(lane).filter(({ classIndex }) => index === undefined || classIndex === index);
    return (row) => shownLines.reduce((sum, line) => sum + (of(line)?.(row) ?? Number.NaN), 0);
  },
});

/** The plot of the delay without the lines of the policy. */
const meanDelay = { ...delayPlot, lines: (lane: LaneData) => delayPlot.lines(lane).slice(0, 1) };

const linkLosses = {
  ...dropsPlot,
  lines: (lane: LaneData) => linesByClass(lane, SeriesClassColumn.lostPackets, samplesPerSecond(lane)),
};

export const runCurves = {
  throughput: (index?: number) => curveOfPlot(throughputPlot, index, 'throughput'),
  busy: () => curveOfPlot(busyPlot),
  delay: (index?: number) => curveOfPlot(index === undefined ? meanDelay : classDelayPlot, index),
  drops: (index?: number) => curveOfPlot(dropsPlot, index, 'drops'),
  marks: (index?: number) => curveOfPlot(marksPlot, index, 'marks'),
  linkLosses: (index?: number) => curveOfPlot(linkLosses, index, 'losses'),
};
