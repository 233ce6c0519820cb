/** The settings of CAKE, as tc has them. */
import { booleanParameter, choiceParameter } from '../../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../../params/number-parameter.ts';
import type { Constraint, ParameterSchema, ValuesOf } from '../../../../params/schema.ts';
import { CAKE_SOURCE } from '../cobalt-law.ts';
import { modemParameter } from '../modem-buffer.ts';
import { usualMemoryBytes } from './cake-rates.ts';

const MAN_SOURCE = `${CAKE_SOURCE}; tc-cake(8)`;

export const cakeParameters = {
  bandwidthBps: numberParameter('Shaper', 'bit/s', [0, 100e9, 1e5], {
    symbol: 'bandwidth',
    default: 0,
    primary: true,
    help: 'CAKE sends no faster than this rate. Set a little below the rate of the line, it keeps the queue here and out of the modem. 0: no shaper, and the line sets the rate.',
    source: MAN_SOURCE,
  }),
  isolation: choiceParameter('Equal shares for', {
    options: {
      'triple-isolate': 'hosts of both ends, then flows (triple-isolate)',
      'dual-srchost': 'sending hosts, then flows (dual-srchost)',
      'dual-dsthost': 'receiving hosts, then flows (dual-dsthost)',
      flows: 'flows',
      hosts: 'pairs of hosts',
      srchost: 'sending hosts, one queue each (srchost)',
      dsthost: 'receiving hosts, one queue each (dsthost)',
      flowblind: 'nobody: one queue (flowblind)',
    },
    default: 'triple-isolate',
    live: false,
    primary: true,
    help: 'Hosts first: the busy flows of a host divide its share, so a host with many flows gets no more than a host with one.',
    source: MAN_SOURCE,
  }),
  tins: choiceParameter('Tins', {
    options: {
      besteffort: 'one (besteffort)',
      diffserv3: 'three (diffserv3)',
      diffserv4: 'four (diffserv4)',
      diffserv8: 'eight (diffserv8)',
      precedence: 'eight by precedence (precedence)',
    },
    default: 'diffserv3',
    live: false,
    primary: true,
    help: 'Tins are groups of queues for kinds of traffic. The DiffServ code point of a packet chooses its tin. A tin below its part of the rate comes before the tins of lower rank. With three tins, bulk has 1/16 of the rate and voice 1/4. With eight tins, best effort starves while higher tins are full.',
    source: MAN_SOURCE,
  }),
  intervalMs: numberParameter('Round-trip time', 'ms', [0.1, 4_000, 10], {
    symbol: 'rtt',
    default: 100,
    primary: true,
    help: 'The interval of the control law: about the longest usual round trip. A slow tin has a longer one.',
    source: MAN_SOURCE,
  }),
  targetMs: numberParameter('Target', 'ms', [0.001, 1_000, 1], {
    symbol: 'target',
    default: {
      rule: 'a twentieth of the round-trip time, as tc sets it',
      compute: ({ values }) => Math.floor(Number(values.intervalMs) * 50) / 1000,
    },
    help: 'A queue in which packets wait no longer than this time is short enough. A slow tin has a longer target: the time of one and a half of the largest packets.',
    source: MAN_SOURCE,
  }),
  ingress: booleanParameter('Behind the slow link (ingress)', {
    default: false,
    help: 'For a shaper that gets packets from the slow link. Dropped packets count as sent, because they have used the link. A packet is also spared if it waited no longer than the time of two of the largest packets for each busy flow.',
    source: MAN_SOURCE,
  }),
  ackFilter: choiceParameter('ACK filter', {
    options: { no: 'off', filter: 'on (ack-filter)', aggressive: 'aggressive (ack-filter-aggressive)' },
    default: 'no',
    help: 'Drops acknowledgements that wait if later ones of the same flow say more. The usual filter keeps the last two, the aggressive one the last.',
    source: MAN_SOURCE,
  }),
  framing: choiceParameter('Link behind the shaper', {
    options: {
      raw: 'none: sizes as they are (raw)',
      noatm: 'packets (noatm)',
      atm: 'ATM cells (atm)',
      ptm: 'PTM of VDSL (ptm)',
    },
    default: 'raw',
    help: 'How the link packs a packet: ATM cells take 53 bytes for each 48, and the last one is filled. PTM adds a byte to each 64.',
    source: MAN_SOURCE,
  }),
  overheadBytes: integerParameter('Overhead', 'bytes', [-64, 256, 1], {
    symbol: 'overhead',
    default: 0,
    help: 'Bytes that the link adds to each packet. The shaper counts them.',
    source: MAN_SOURCE,
  }),
  mpuBytes: integerParameter('Smallest packet', 'bytes', [0, 256, 1], {
    symbol: 'mpu',
    default: 0,
    help: 'Smaller packets count as this size.',
    source: MAN_SOURCE,
  }),
  headerBytes: integerParameter('Header in the sizes', 'bytes', [0, 64, 1], {
    default: 0,
    help: 'Bytes of each packet that are the header of the device, 14 on Ethernet. With an overhead, CAKE takes them off first. Packets here usually have no such header.',
    source: CAKE_SOURCE,
  }),
  mtuBytes: integerParameter('Largest packet', 'bytes', [68, 65_000, 100], {
    default: 1500,
    live: false,
    help: 'Size of the largest packet of the device, without the header of the link.',
    source: CAKE_SOURCE,
  }),
  memoryBytes: integerParameter('Memory', 'bytes', [3000, 4_294_967_295, 1_000_000], {
    symbol: 'memlimit',
    default: {
      rule: 'what the shaper sends in four round-trip times, at least 4 MiB, and at most 10240 of the largest packets',
      compute: ({ values: { bandwidthBps, intervalMs, headerBytes, mtuBytes } }) =>
        usualMemoryBytes(Number(bandwidthBps), Number(intervalMs), Number(mtuBytes) + Number(headerBytes)),
    },
    help: 'Memory for packets. The kernel counts 2304 bytes for a packet of 625 to 1648 bytes. The longest queue loses its oldest packet. The buffer of the scenario does not matter.',
    source: MAN_SOURCE,
  }),
  ...modemParameter,
} as const satisfies ParameterSchema;

export const cakeConstraints: readonly Constraint[] = [{ lower: 'targetMs', upper: 'intervalMs', gap: 0.001 }];

export type CakeValues = ValuesOf<typeof cakeParameters>;
