/**
 * RED drops early and at random, more often with a longer average queue. It uses the average so that bursts pass, and a
 * random choice so that flows do not slow down in step. Source: Floyd & Jacobson 1993; Zhao & Reddy, section II, run it
 * with max_th = 3 min_th, max_p = 0.1, w = 0.002. Variant: Linux 7.2 (sch_red).
 */
import {
  baseProbability,
  redConstraints,
  redParameters,
  redSignals,
  redThresholds,
} from '../mechanisms/random-early-detection.ts';
import { redQuantities } from '../mechanisms/red-steps.ts';
import { linuxOnlyRedParameters, linuxRedParameters } from './mechanisms/linux/linux-red-parameters.ts';
import { linuxBaseProbability, linuxRedQuantities, reasonsWithLinux } from './mechanisms/linux/linux-red-reasons.ts';
import { createLinuxRed } from './mechanisms/linux/loaded-linux-red.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';
import { RedQueue } from './mechanisms/red-queue.ts';

const parameters = { ...redParameters, ...linuxRedParameters, ...linuxOnlyRedParameters };

export const red = packetPolicy({
  id: 'red',
  name: 'RED',
  summary: 'Drops early and at random, with a probability that grows with the average queue.',
  source: 'Floyd & Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993',
  taxonomy: {
    accounting: 'single',
    thresholds: 'single',
    threshold: 'static',
    drop: 'probabilistic',
    tagSensitive: false,
  },
  parameters,
  constraints: redConstraints,
  reasons: reasonsWithLinux,
  quantities: { ...redQuantities, ...linuxRedQuantities },
  hints: { lens: 'curve', thresholds: redThresholds, signals: redSignals },
  curve: (average, values) =>
    values.variant === 'linux' ? linuxBaseProbability(average, values) : baseProbability(average, values),
  create: (host, values) => (values.variant === 'linux' ? createLinuxRed(host, values) : new RedQueue(host, values)),
});
