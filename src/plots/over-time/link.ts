/** The use and the rate of the link. */
import { linkBusyShare } from '../../engine/figures/run-figures.ts';
import { SeriesColumn } from '../../engine/frame/frame.ts';
import { columnValue, lineOfKey, meanOfFrame } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The share of the time in which the link transmits. */
export const busyPlot: PlotOverTime = {
  id: 'busy',
  title: 'Link busy',
  unit: '%',
  help: 'Share of each sample window during which the link transmits. If its rate varies: the bits that it sends, divided by the bits that it could send. All bytes count, headers included.',
  term: 'busy',
  maxValue: 100,
  isOfOneQueue: true,
  lines: (lane) => [
    {
      ...lineOfKey('link', columnValue(lane, SeriesColumn.busy, 100)),
      ...meanOfFrame(lane, (span) => 100 * linkBusyShare(span)),
    },
  ],
};

/** The rate of the link. */
export const ratePlot: PlotOverTime = {
  id: 'rate',
  title: 'Rate of the link',
  unit: 'Mb/s',
  help: 'Bits that the link can send in each sample window, per second. A link with a constant rate has a flat line.',
  lines: (lane) => [lineOfKey('link', columnValue(lane, SeriesColumn.rateBps, 1e-6))],
};
