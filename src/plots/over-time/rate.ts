import { SeriesColumn } from '../../engine/frame/frame.ts';
import { columnValue, lineOfKey } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The rate of the link. */
export const ratePlot: PlotOverTime = {
  id: 'rate',
  title: 'Rate of the link',
  unit: 'Mb/s',
  help: 'Bits that the link can send in each sample window, per second. A link with a constant rate has a flat line.',
  lines: (lane) => [lineOfKey('link', columnValue(lane, SeriesColumn.rateBps, 1e-6))],
};
