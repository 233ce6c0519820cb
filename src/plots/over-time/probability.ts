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
