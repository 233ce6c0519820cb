/** The reasons of DualPI2's verdicts, and their indices. */
import type { Reason } from '../../../../engine/contract/policy.ts';
import { acceptReason, dropReason, indexById, markReason } from '../../../mechanisms/reasons.ts';
import { fullReason } from '../packet-policy.ts';

const RFC_SOURCE = 'RFC 9332';

const SQUARED_SUM_TEXT =
  "The controller gives p_C = p'^2 = {classic}. The probabilities of this queue are added up, packet by packet. With this packet, the sum passed 1";

const LINUX_SOURCE = 'Linux, sch_dualpi2';

const TWO_DRAWS_TEXT = "Both draws, {draw} and {secondDraw}, were at most the base probability p' = {base}";

export const dualPi2Reasons = [
  acceptReason('to-classic', 'accepted in the classic queue', {
    template: 'There was room in the buffer. The packet is not ECT(1): it waits in the classic queue.',
    source: `${RFC_SOURCE}, figure 3`,
  }),
  acceptReason('to-l4s', 'accepted in the L4S queue', {
    template: 'There was room in the buffer. The packet is ECT(1) or CE: it waits in the L4S queue.',
    source: `${RFC_SOURCE}, figure 3`,
  }),
  { ...fullReason, template: 'The buffer that both queues share was full: the packet did not fit and was dropped.' },
  dropReason('classic-drop', 'classic drop', {
    template: `${SQUARED_SUM_TEXT}, and it cannot be marked: dropped.`,
    source: `${RFC_SOURCE}, figure 7`,
  }),
  markReason('classic-mark', 'classic mark', {
    template: `${SQUARED_SUM_TEXT}: marked, not dropped.`,
    source: `${RFC_SOURCE}, figure 7`,
  }),
  markReason('coupled-mark', 'marked by the coupling', {
    template:
      "The controller gives p_CL = k p' = {coupled}. The probabilities of this queue are added up, packet by packet. With this packet, the sum passed 1: marked.",
    source: `${RFC_SOURCE}, figure 7`,
  }),
  markReason('native-mark', 'marked by the L4S queue', {
    template:
      'It waited {sojourn} ms in the L4S queue. After this time, the probability of a mark is {native}: marked.',
    source: `${RFC_SOURCE}, figures 5 and 7`,
  }),
  dropReason('classic-overload', 'overload: classic drop', {
    template: `${SQUARED_SUM_TEXT}. In an overload, ECN does not protect a packet: dropped.`,
    source: `${RFC_SOURCE}, appendix A.2`,
  }),
  dropReason('l4s-overload', 'overload: L4S drop', {
    template: `${SQUARED_SUM_TEXT}. All L4S packets are already marked, so marks no longer help: dropped.`,
    source: `${RFC_SOURCE}, appendix A.2`,
  }),
  dropReason('drawn-drop', 'classic drop', {
    template: `${TWO_DRAWS_TEXT}, and the packet cannot be marked: dropped.`,
    steps: ['draw <= base', 'secondDraw <= base'],
    source: LINUX_SOURCE,
  }),
  markReason('drawn-mark', 'classic mark', {
    template: `${TWO_DRAWS_TEXT}: marked, not dropped.`,
    steps: ['draw <= base', 'secondDraw <= base'],
    source: LINUX_SOURCE,
  }),
  dropReason('drawn-overload', 'overload: dropped', {
    template: `${TWO_DRAWS_TEXT}. All L4S packets would be marked, so this is an overload, and ECN does not protect a packet: dropped.`,
    steps: ['couplingFactor * base > 1', 'draw <= base', 'secondDraw <= base'],
    source: LINUX_SOURCE,
  }),
  markReason('coupled-draw', 'marked by the coupling', {
    template: "The draw {draw} was at most k p' = {coupled}: marked.",
    steps: ['coupled = couplingFactor * base', 'draw <= coupled'],
    source: LINUX_SOURCE,
  }),
  markReason('overload-mark', 'marked by the coupling', {
    template: "k p' is above 1, with p' = {base}: marked.",
    steps: ['couplingFactor * base > 1'],
    source: LINUX_SOURCE,
  }),
  markReason('step-mark', 'marked by the L4S queue', {
    template:
      'It waited {sojourn} ms in the L4S queue, and {left} packets waited behind it. One of these was above the threshold: marked.',
    source: LINUX_SOURCE,
  }),
  acceptReason('ect0-to-l4s', 'accepted in the L4S queue', {
    template:
      'There was room in the buffer. The packet is ECT(0), and the L4S queue takes all ECN packets: it waits there.',
    source: LINUX_SOURCE,
  }),
] as const satisfies readonly Reason[];

export const DUALPI2_REASON = indexById(dualPi2Reasons);
