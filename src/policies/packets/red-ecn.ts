/**
 * RED-ECN: RED that marks packets of ECN-capable senders instead of dropping them, as long as the average queue is not
 * too high. It drops packets of other senders as RED does.
 * Source: RFC 3168, section 5; ns-2.35 marks while the probability before spreading is below 0.1 (`mark_p`).
 */
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import {
  baseProbability,
  redConstraints,
  redEcnReasons,
  redParameters,
  redSignals,
  redThresholds,
} from '../mechanisms/random-early-detection.ts';
import { redQuantities } from '../mechanisms/red-steps.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';
import { RedQueue } from './mechanisms/red-queue.ts';

const parameters = {
  ...redParameters,
  markLimit: numberParameter('Mark below', '', [0, 2, 0.01], {
    symbol: 'mark_p',
    default: 0.1,
    help: 'Packets are marked while the probability is below this value, and dropped otherwise. No probability is above 1. So with 2, RED only marks.',
    source: 'ns-2.35; RFC 3168 section 7',
  }),
} as const satisfies ParameterSchema;

export const redEcn = packetPolicy({
  id: 'red-ecn',
  name: 'RED-ECN',
  summary: 'RED that marks packets of ECN-capable senders instead of dropping them.',
  source: 'RFC 3168; Floyd, "TCP and explicit congestion notification", 1994',
  parameters,
  parametersOf: 'red',
  constraints: redConstraints,
  caution: ({ minThreshold, maxThreshold, maxProbability, gentle, markLimit }) => {
    const stepProbability = gentle ? maxProbability : 1;
    if (minThreshold < maxThreshold || stepProbability < markLimit) return undefined;
    return `With equal thresholds, the probability is at least ${stepProbability} from them on. Packets are marked only while it is below ${markLimit}. So RED-ECN drops the chosen packets and marks none. With "Mark below" at 2 it marks all of them.`;
  },
  reasons: redEcnReasons,
  quantities: redQuantities,
  hints: { lens: 'curve', thresholds: redThresholds, signals: redSignals },
  curve: (average, values) => baseProbability(average, values),
  create: (host, values) => new RedQueue(host, values),
});
