/** The values that a policy computes. */
import { signalLines } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The probability that a policy computes. */
export const probabilityPlot: PlotOverTime = {
  id: 'probability',
  title: 'Probability',
  unit: '0 to 1',
  help: 'Probability that the policy uses, at the end of each sample window. RED: the probability of a drop, before RED spreads the drops evenly over the packets. ABE: the probability that green goes first. A policy without such a probability has no line.',
  term: 'red',
  hasKeyedRows: true,
  isOfOneQueue: true,
  lines: (lane) => signalLines(lane, 'probability'),
};

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
