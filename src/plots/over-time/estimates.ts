import { signalLines } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The rates that ABE estimates. */
export const estimatesPlot: PlotOverTime = {
  id: 'estimates',
  title: 'Estimated rates',
  unit: 'kbit/s',
  help: 'Rate of a TCP-friendly flow in each colour. ABE estimates it every second from losses and waiting times. It is 0 while there is no estimate. Other policies have no line.',
  term: 'abe',
  hasKeyedRows: true,
  lines: (lane) => signalLines(lane, 'rate'),
};
