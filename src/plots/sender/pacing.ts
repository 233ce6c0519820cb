import { SenderColumn } from '../../engine/frame/sender-columns.ts';
import type { SenderPlot } from './sender-plot.ts';

/** The pacing rate of a sender. */
export const senderPacingPlot: SenderPlot = {
  id: 'sender-pacing',
  title: 'Pacing rate',
  unit: 'Mb/s',
  help: 'Rate at which the chosen sender sends segments, with their headers. A sender without pacing has no line.',
  series: [{ name: 'pacing', column: SenderColumn.pacingBps, unit: 1e6, stroke: 'main' }],
  noValues: 'This sender is not paced.',
};
