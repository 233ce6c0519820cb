/** The parameters of PIE. */
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { kernelHzParameter } from './linux/kernel-ticks.ts';

const RFC_SOURCE = 'RFC 8033';
const LINUX_SOURCE = 'Linux 7.2, sch_pie';

export const pieParameters = {
  targetMs: numberParameter('Target', 'ms', [0.001, 10000, 1], {
    symbol: 'target',
    default: 15,
    primary: true,
    help: 'Target of PIE for the queueing delay. While the delay is below half of this target, nothing is dropped.',
    source: `${RFC_SOURCE}, section 4.2 (QDELAY_REF)`,
  }),
  updateMs: numberParameter('Update period', 'ms', [0.1, 10000, 1], {
    symbol: 'T_update',
    default: 15,
    help: 'Time between two updates of the drop probability.',
    source: `${RFC_SOURCE}, section 4.2 (T_UPDATE)`,
  }),
  alpha: numberParameter('Weight of the deviation', '1/s', [0, 1000, 0.025], {
    symbol: 'alpha',
    default: 0.125,
    help: 'Change of the drop probability at an update, for each second of difference between the delay and the target.',
    source: `${RFC_SOURCE}, section 4.2`,
  }),
  beta: numberParameter('Weight of the trend', '1/s', [0, 1000, 0.25], {
    symbol: 'beta',
    default: 1.25,
    help: 'Change of the drop probability at an update, for each second of difference between the delay now and at the last update.',
    source: `${RFC_SOURCE}, section 4.2`,
  }),
  maxBurstMs: numberParameter('Burst allowance', 'ms', [0, 100000, 15], {
    symbol: 'burst',
    default: 150,
    primary: true,
    help: 'After the queue was short, PIE drops nothing for this time.',
    source: `${RFC_SOURCE}, section 4.4 (MAX_BURST)`,
  }),
  ecn: booleanParameter('Mark (ECN)', {
    default: true,
    help: 'Packets of ECN-capable senders are marked instead of dropped while the drop probability is low.',
    source: `${RFC_SOURCE}, section 5.1`,
  }),
  markLimit: numberParameter('Mark below', '', [0, 2, 0.01], {
    symbol: 'mark_ecnth',
    default: 0.1,
    help: 'With ECN, packets are marked while the drop probability is below this value, and dropped otherwise. No probability is above 1. So with 2, PIE only marks.',
    source: `${RFC_SOURCE}, section 5.1 (mark_ecnth)`,
  }),
  derandomise: booleanParameter('Space drops', {
    default: false,
    help: 'PIE adds up the drop probabilities since the last drop. Below a sum of 0.85, no packet is dropped. At 8.5, a packet is always dropped. Linux always counts in this way.',
    source: `${RFC_SOURCE}, section 5.4`,
  }),
  meanPacketBytes: integerParameter('Mean packet', 'bytes', [1, 65000, 10], {
    default: 1000,
    help: 'Nothing is dropped while at most two packets of this size wait. With a buffer in bytes, ns-3 also drops larger packets more often.',
    source: `${RFC_SOURCE}, section 4.1 (MEAN_PKTSIZE)`,
  }),
  delayFrom: choiceParameter('Delay measured by', {
    options: { sojourn: 'time that the last packet waited', departures: 'waiting bytes and departure rate' },
    default: 'sojourn',
    live: false,
    help: 'With time stamps, PIE measures how long the last packet waited. Without them, it divides the waiting bytes by the departure rate.',
    source: `${RFC_SOURCE}, sections 4.3 and 5.2`,
  }),
  kernelHz: {
    ...kernelHzParameter,
    help: 'Linux only: the ticks of the kernel’s clock. The update period is rounded up to whole ticks, and is one tick longer; from 64 ticks on it ends at a multiple of 8 ticks or more.',
    source: LINUX_SOURCE,
  },
  mtuBytes: integerParameter('Largest packet', 'bytes', [1, 65000, 100], {
    default: 1500,
    help: 'Linux only: nothing is dropped while less than two packets of this size wait, with their headers.',
    source: LINUX_SOURCE,
  }),
  headerBytes: integerParameter('Header of the link', 'bytes', [0, 1000, 1], {
    default: 0,
    help: 'Linux only: the header that every packet has in the queue besides its size here. On Ethernet it has 14 bytes.',
    source: LINUX_SOURCE,
  }),
  byteMode: booleanParameter('Scale by size', {
    default: false,
    help: 'Linux only: a packet smaller than the largest one is dropped less often, in proportion to its size.',
    source: `${LINUX_SOURCE} (bytemode)`,
  }),
  variant: choiceParameter('PIE as in', {
    options: { rfc: 'RFC 8033', linux: 'Linux', ns3: 'ns-3' },
    default: 'rfc',
    live: false,
    help: 'The variants differ in the burst allowance, in the definition of a short queue, and in the allowed growth of the drop probability. Linux counts in whole numbers, and its probability may pass 1.',
  }),
} as const satisfies ParameterSchema;

export type PieValues = ValuesOf<typeof pieParameters>;
