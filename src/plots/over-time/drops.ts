import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import { linesByClass, samplesPerSecond } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The dropped packets of each class. */
export const dropsPlot: PlotOverTime = {
  id: 'drops',
  title: 'Drops by class',
  unit: 'packets/s',
  help: 'Packets that the policy dropped, by class, counted in each sample window (usually 100 ms).',
  term: 'loss',
  isOfOneQueue: true,
  lines: (lane) => linesByClass(lane, SeriesClassColumn.drops, samplesPerSecond(lane)),
};
