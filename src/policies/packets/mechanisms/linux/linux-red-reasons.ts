/** The reasons, quantities and curve of RED as the Linux kernel has it: what describes a run before it starts. */
import type { Quantities } from '../../../../engine/contract/explanation.ts';
import type { Reason } from '../../../../engine/contract/policy.ts';
import { baseProbability, redReasons } from '../../../mechanisms/random-early-detection.ts';
import { acceptReason, dropReason, markReason } from '../../../mechanisms/reasons.ts';
import type { RedCurve } from '../../../mechanisms/red-steps.ts';

const SOURCE = 'Linux 7.2, include/net/red.h';
const CHOSEN_TEMPLATE =
  'The average queue {average} is between the thresholds. This is packet {count} since R was drawn: {count} · {excess} is at least R = {distance}';

/** Reasons that RED as published does not have. */
const linuxRedReasons = [
  acceptReason('not-due', 'accepted', {
    template:
      'The average queue {average} is between the thresholds. This is packet {count} since R was drawn: {count} · {excess} is below R = {distance}: accepted.',
    source: SOURCE,
  }),
  dropReason('due', 'early drop', { template: `${CHOSEN_TEMPLATE}: dropped early.`, source: SOURCE }),
  markReason('due-marked', 'marked', {
    template: `${CHOSEN_TEMPLATE}: marked, not dropped.`,
    source: SOURCE,
  }),
  markReason('above-marked', 'marked: average too high', {
    template: 'The average queue {average} is not below max_th = {maxThreshold}: every packet is marked.',
    source: SOURCE,
  }),
  acceptReason('kept', 'accepted: cannot be marked', {
    template: 'The packet was chosen, but its sender does not understand marks: kept, because of `nodrop`.',
    source: SOURCE,
  }),
] as const satisfies readonly Reason[];

/** The list of a policy begins with these. */
export const reasonsWithLinux = [...redReasons, ...linuxRedReasons] as const satisfies readonly Reason[];

/** Quantities in addition to those of RED as published. */
export const linuxRedQuantities: Quantities = {
  excess: {
    symbol: String.raw`\delta`,
    meaning: 'average above min_th, rounded down to whole bytes (in CHOKe: packets)',
    unit: '',
  },
  distance: { symbol: 'R', meaning: 'random number that spaces the drops', unit: '' },
};

/** The curve of the mean probability: a ramp that jumps to 1 at max_th. */
export function linuxBaseProbability(average: number, values: RedCurve): number {
  return baseProbability(average, { ...values, gentle: false });
}
