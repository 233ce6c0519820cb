/** The reasons of PIE's verdicts, and their indices. */
import type { Reason } from '../../../engine/contract/policy.ts';
import { indexById, isAccepted } from '../../mechanisms/reasons.ts';

const RFC_SOURCE = 'RFC 8033';

const DRAWN_TEMPLATE = 'The drop probability is {probability}, and the draw {draw} chose this packet';
const SUMMED_TEMPLATE = 'The drop probabilities since the last drop add up to {sum}';

export const pieReasons = [
  {
    id: 'in-burst',
    verdict: 'accept',
    label: 'accepted: burst allowance',
    template: 'The burst allowance has {burstLeft} ms left: accepted.',
    source: `${RFC_SOURCE}, section 4.4`,
  },
  {
    id: 'short-delay',
    verdict: 'accept',
    label: 'accepted: short delay',
    template:
      'The queueing delay is below half the target, {targetMs} ms, and the drop probability {probability} is below 0.2: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  },
  {
    id: 'short-queue',
    verdict: 'accept',
    label: 'accepted: short queue',
    template: 'At most two full packets wait, {waitingBytes} bytes: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  },
  {
    id: 'too-soon',
    verdict: 'accept',
    label: 'accepted: soon after a drop',
    template: `${SUMMED_TEMPLATE}, less than 0.85: accepted.`,
    source: `${RFC_SOURCE}, section 5.4`,
  },
  {
    id: 'passed',
    verdict: 'accept',
    label: 'accepted',
    template: 'The drop probability is {probability}. The draw {draw} did not choose this packet: accepted.',
    source: `${RFC_SOURCE}, section 4.1`,
  },
  {
    id: 'early',
    verdict: 'drop',
    label: 'early drop',
    template: `${DRAWN_TEMPLATE}: dropped early.`,
    source: `${RFC_SOURCE}, section 4.1`,
  },
  {
    id: 'overdue',
    verdict: 'drop',
    label: 'drop overdue',
    template: `${SUMMED_TEMPLATE}, at least 8.5: dropped without a draw.`,
    source: `${RFC_SOURCE}, section 5.4`,
  },
  {
    id: 'full',
    verdict: 'drop',
    label: 'buffer full',
    template: 'The buffer was full: the packet did not fit and was dropped.',
  },
  {
    id: 'marked',
    verdict: 'mark',
    label: 'marked',
    template: `${DRAWN_TEMPLATE}: marked, not dropped.`,
    source: `${RFC_SOURCE}, section 5.1`,
  },
  {
    id: 'overdue-marked',
    verdict: 'mark',
    label: 'mark overdue',
    template: `${SUMMED_TEMPLATE}, at least 8.5: marked without a draw.`,
    source: `${RFC_SOURCE}, section 5.4`,
  },
] as const satisfies readonly Reason[];
export const PIE_REASON = indexById(pieReasons);
/** True for a reason that accepts the packet. */

export function pieAccepts(reason: number): boolean {
  return isAccepted(pieReasons, reason);
}
