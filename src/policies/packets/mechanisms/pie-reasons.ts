/** The reasons of PIE's verdicts, and their indices. */
import type { Reason } from '../../../engine/contract/policy.ts';
import { acceptReason, dropReason, indexById, isAccepted, markReason } from '../../mechanisms/reasons.ts';

const RFC_SOURCE = 'RFC 8033';

const DRAWN_TEMPLATE = 'The drop probability is {probability}, and the draw {draw} chose this packet';
const SUMMED_TEMPLATE = 'The drop probabilities since the last drop add up to {sum}';

export const pieReasons = [
  acceptReason('in-burst', 'accepted: burst allowance', {
    template: 'The burst allowance has {burstLeft} ms left: accepted.',
    source: `${RFC_SOURCE}, section 4.4`,
  }),
  acceptReason('short-delay', 'accepted: short delay', {
    template:
      'The queueing delay is below half the target, {targetMs} ms, and the drop probability {probability} is below 0.2: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  }),
  acceptReason('short-queue', 'accepted: short queue', {
    template: 'At most two full packets wait, {waitingBytes} bytes: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  }),
  acceptReason('too-soon', 'accepted: soon after a drop', {
    template: `${SUMMED_TEMPLATE}, less than 0.85: accepted.`,
    source: `${RFC_SOURCE}, section 5.4`,
  }),
  acceptReason('passed', 'accepted', {
    template: 'The drop probability is {probability}. The draw {draw} did not choose this packet: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  }),
  dropReason('early', 'early drop', {
    template: `${DRAWN_TEMPLATE}: dropped early.`,
    source: `${RFC_SOURCE}, section 4.1`,
  }),
  dropReason('overdue', 'drop overdue', {
    template: `${SUMMED_TEMPLATE}, at least 8.5: dropped without a draw.`,
    source: `${RFC_SOURCE}, section 5.4`,
  }),
  dropReason('full', 'buffer full', {
    template: 'The buffer was full: the packet did not fit and was dropped.',
  }),
  markReason('marked', 'marked', {
    template: `${DRAWN_TEMPLATE}: marked, not dropped.`,
    source: `${RFC_SOURCE}, section 5.1`,
  }),
  markReason('overdue-marked', 'mark overdue', {
    template: `${SUMMED_TEMPLATE}, at least 8.5: marked without a draw.`,
    source: `${RFC_SOURCE}, section 5.4`,
  }),
] as const satisfies readonly Reason[];
export const PIE_REASON = indexById(pieReasons);
/** True for a reason that accepts the packet. */

export function pieAccepts(reason: number): boolean {
  return isAccepted(pieReasons, reason);
}
