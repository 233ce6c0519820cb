/** The parameters of DualPI2. */
import { booleanParameter, choiceParameter } from '../../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../../params/number-parameter.ts';
import { type DefaultContext, numberValue, type ParameterSchema, type ValuesOf } from '../../../../params/schema.ts';

const RFC_SOURCE = 'RFC 9332';

const LINUX_SOURCE = 'Linux, sch_dualpi2';

/** Shares of the classic queue, by variant. */
const RFC_SHARE = 0.0625;
const LINUX_SHARE = 0.1;

/** The kernel has it in 32 bits. */
const MAX_MEMORY_BYTES = 2 ** 32 - 1;

export const dualPi2Parameters = {
  variant: choiceParameter('DualPI2 as in', {
    options: { rfc: 'RFC 9332', linux: 'Linux' },
    default: 'rfc',
    live: false,
    help: 'In Linux, random draws choose the packets, and nothing is dropped or marked by the probabilities while less than two packets of the largest size wait in both queues together. An L4S packet that waited longer than the threshold is marked even if it is alone. The queues have a limit of their own, and the buffer of the scenario does not count.',
    source: LINUX_SOURCE,
  }),
  targetMs: numberParameter('Classic target', 'ms', [0.001, 10_000, 1], {
    symbol: 'target',
    default: 15,
    primary: true,
    help: 'Target of the controller for the queueing delay of the classic queue.',
    source: `${RFC_SOURCE}, figure 2`,
  }),
  couplingFactor: numberParameter('Coupling factor', '', [0, 100, 0.5], {
    symbol: 'k',
    default: 2,
    primary: true,
    help: 'The L4S queue is marked with k times the base probability. With 2, an L4S flow and a classic flow of the same round trip get similar rates. With 0, the L4S flows take nearly the whole link.',
    source: `${RFC_SOURCE}, figure 2 and appendix C`,
  }),
  stepMs: numberParameter('L4S threshold', 'ms', [0, 10_000, 0.1], {
    symbol: 'step',
    default: 1,
    primary: true,
    help: 'L4S packets that waited for this time or longer are marked, if at least two packets wait behind them.',
    source: `${RFC_SOURCE}, figure 5 and note c`,
  }),
  rampMs: numberParameter('L4S ramp', 'ms', [0, 10_000, 0.1], {
    symbol: 'ramp',
    default: 0,
    help: 'Width of a ramp around the L4S threshold in which the probability grows from 0 to 1. With 0, the ramp is a step. RFC 9332 has 0.4 ms.',
    source: `${RFC_SOURCE}, figures 2 and 5`,
  }),
  updateMs: numberParameter('Update period', 'ms', [0.1, 10_000, 1], {
    symbol: 'T_update',
    default: 16,
    help: 'Time between two updates of the base probability.',
    source: `${RFC_SOURCE}, appendix A.1`,
  }),
  alpha: numberParameter('Weight of the deviation', '1/s', [0, 1000, 0.02], {
    symbol: 'alpha',
    default: 0.16,
    help: 'Change of the base probability at an update, for each second of difference between the delay and the target. Linux rounds it to 1/256.',
    source: `${RFC_SOURCE}, appendix A.1`,
  }),
  beta: numberParameter('Weight of the trend', '1/s', [0, 1000, 0.2], {
    symbol: 'beta',
    default: 3.2,
    help: 'Change of the base probability at an update, for each second of difference between the delay now and at the last update. Linux rounds it to 1/256.',
    source: `${RFC_SOURCE}, appendix A.1`,
  }),
  scheduler: choiceParameter('Next packet', {
    options: { wrr: 'weighted round robin', tsFifo: 'time-shifted FIFO' },
    default: 'wrr',
    help: 'Both schedulers prefer the L4S queue. Weighted round robin keeps a share of the link for the classic queue. Time-shifted FIFO sends the packet that has waited longest, and counts an L4S packet as if it had arrived earlier.',
    source: `${RFC_SOURCE}, section 4.2.2 and appendix A.2`,
  }),
  classicShare: numberParameter('Classic share', '', [0.001, 0.5, 0.01], {
    default: {
      rule: '0.0625 as in the RFC, 0.1 in Linux',
      compute: ({ values }) => (values.variant === 'linux' ? LINUX_SHARE : RFC_SHARE),
    },
    help: 'Weighted round robin: share of the bytes that the classic queue sends while both queues wait. Linux rounds it to whole percents.',
    source: `${RFC_SOURCE}, appendix A.2`,
  }),
  shiftMs: numberParameter('Time shift', 'ms', [0, 10_000, 5], {
    symbol: 'tshift',
    default: 50,
    help: 'Time-shifted FIFO: an L4S packet leaves before a classic packet that arrived earlier, if the difference is at most this time.',
    source: `${RFC_SOURCE}, appendix A.2`,
  }),
  limit: integerParameter('Limit', 'packets', [1, 1e6, 100], {
    symbol: 'limit',
    default: 10_000,
    help: 'Only Linux: packets that may wait in both queues together. The packet in transmission does not count.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8)`,
  }),
  stepPackets: integerParameter('L4S threshold in packets', 'packets', [0, 1e6, 1], {
    default: 0,
    help: 'Only Linux: if it is above 0, an L4S packet is marked if more than this number of packets wait behind it, whatever its delay.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), step_thresh`,
  }),
  stepInPackets: booleanParameter('L4S threshold of 0 packets', {
    default: false,
    help: 'Only Linux: the threshold counts packets although it is 0, so an L4S packet is marked if any packet waits behind it. Above 0 it always counts packets.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), step_thresh`,
  }),
  minStepPackets: integerParameter('Least L4S queue', 'packets', [0, 1e6, 1], {
    symbol: 'min_qlen_step',
    default: 0,
    help: 'Only Linux: the threshold applies to an L4S packet that found at least this number of packets in its queue. With 0 it applies to every packet.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), min_qlen_step`,
  }),
  dropsOnOverload: booleanParameter('Drop in an overload', {
    default: true,
    help: 'Only Linux: when the L4S queue would mark every packet, it drops some, too. Without it, the base probability ends at 1/k, and the queue grows to its limit.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), drop_on_overload`,
  }),
  dropsAt: choiceParameter('Decide', {
    options: { dequeue: 'when a packet leaves', enqueue: 'when a packet arrives' },
    default: 'dequeue',
    help: 'Only Linux: when the probabilities decide on a packet.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), drop_dequeue and drop_enqueue`,
  }),
  anyEct: booleanParameter('All ECN packets in the L4S queue', {
    default: false,
    live: false,
    help: 'Only Linux: packets with ECT(0) go to the L4S queue, too. Then senders such as DCTCP, which send ECT(0), are marked at a short delay.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), any_ect`,
  }),
  mtuBytes: integerParameter('Largest packet', 'bytes', [64, 65_000, 100], {
    default: 1500,
    help: 'Only Linux: the probabilities act if at least two packets of this size wait. Linux takes the MTU with the header of the link layer, if packets have one.',
    source: LINUX_SOURCE,
  }),
  memoryLimitBytes: integerParameter('Limit on memory', 'bytes', [1, MAX_MEMORY_BYTES, 1e6], {
    symbol: 'memlimit',
    default: {
      rule: '2 MTU limit',
      compute: ({ values }: DefaultContext) =>
        Math.min(MAX_MEMORY_BYTES, 2 * numberValue(values, 'mtuBytes') * numberValue(values, 'limit')),
    },
    help: 'Only Linux: a packet of up to 1664 bytes takes 2304 bytes of memory. A packet that does not fit below this limit is dropped. The default holds all packets of the limit.',
    source: `${LINUX_SOURCE}; tc-dualpi2(8), memlimit`,
  }),
} as const satisfies ParameterSchema;

export type DualPi2Values = ValuesOf<typeof dualPi2Parameters>;
