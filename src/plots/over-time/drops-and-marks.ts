/** The dropped and the marked packets. */
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

/** The marked packets of each class. */
export const marksPlot: PlotOverTime = {
  id: 'marks',
  title: 'Marks by class',
  unit: 'packets/s',
  help: 'Packets that were marked instead of dropped, by class, counted in each sample window (usually 100 ms).',
  term: 'mark',
  isOfOneQueue: true,
  lines: (lane) => linesByClass(lane, SeriesClassColumn.marks, samplesPerSecond(lane)),
};
