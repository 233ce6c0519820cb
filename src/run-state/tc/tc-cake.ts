/** CAKE and COBALT in tc. Source: iproute2, tc/q_cake.c; Linux, net/sched/sch_cake.c. */
import type { ParameterValue } from '../../params/schema.ts';
import { usualMemoryBytes } from '../../policies/packets/mechanisms/cake/cake-rates.ts';
import { required } from '../../shared/required.ts';
import { formatTcRate, formatTcTime, readTcNumber, type TcUnit } from './tc-units.ts';
import {
  MS_PER_US,
  noteIgnored,
  numberOf,
  refuseWord,
  type TcContext,
  type TcDiscipline,
  TcLineError,
  type TcWords,
  usOf,
  valuesOfWord,
} from './tc-words.ts';

/** Percent of CAKE's interval (rtt) that its target is. */
const CAKE_TARGET_PERCENT = 5;

/** Links behind CAKE: how they pack packets, the bytes that they add, and the size of their smallest packet. */
const CAKE_LINKS: Readonly<
  Record<string, { readonly framing: string; readonly bytes?: number; readonly mpu?: number }>
> = {
  raw: { framing: 'raw' },
  noatm: { framing: 'noatm' },
  atm: { framing: 'atm' },
  ptm: { framing: 'ptm' },
  conservative: { framing: 'atm', bytes: 48 },
  'ipoa-vcmux': { framing: 'atm', bytes: 8 },
  'ipoa-llcsnap': { framing: 'atm', bytes: 16 },
  'bridged-vcmux': { framing: 'atm', bytes: 24 },
  'bridged-llcsnap': { framing: 'atm', bytes: 32 },
  'pppoa-vcmux': { framing: 'atm', bytes: 10 },
  'pppoa-llc': { framing: 'atm', bytes: 14 },
  'pppoe-vcmux': { framing: 'atm', bytes: 32 },
  'pppoe-llcsnap': { framing: 'atm', bytes: 40 },
  'pppoe-ptm': { framing: 'ptm', bytes: 30 },
  'bridged-ptm': { framing: 'ptm', bytes: 22 },
  docsis: { framing: 'noatm', bytes: 18, mpu: 64 },
  ethernet: { framing: 'noatm', bytes: 38, mpu: 84 },
};
/** A tag of a VLAN adds this. */
const VLAN_BYTES = 4;

/** Names of round-trip times, us. */
const CAKE_TIMES: Readonly<Record<string, number>> = {
  datacentre: 100,
  lan: 1_000,
  metro: 10_000,
  regional: 30_000,
  internet: 100_000,
  oceanic: 300_000,
  satellite: 1_000_000,
};

/** The modes of tins of CAKE, and then its kinds of isolation, as tc writes them. */
export const CAKE_TINS = ['besteffort', 'precedence', 'diffserv3', 'diffserv4', 'diffserv8'] as const;
export const CAKE_ISOLATIONS = [
  'flowblind',
  'srchost',
  'dsthost',
  'hosts',
  'flows',
  'dual-srchost',
  'dual-dsthost',
  'triple-isolate',
] as const;
const CAKE_ACK_FILTERS: Readonly<Record<string, string>> = {
  'no-ack-filter': 'no',
  'ack-filter': 'filter',
  'ack-filter-aggressive': 'aggressive',
};

const cakeWords: Readonly<Record<string, TcUnit | undefined>> = {
  bandwidth: 'text',
  rtt: 'time',
  overhead: 'number',
  mpu: 'number',
  memlimit: 'bytes',
  fwmark: 'text',
  ...Object.fromEntries(
    [
      'unlimited',
      'autorate-ingress',
      ...CAKE_TINS,
      ...CAKE_ISOLATIONS,
      ...Object.keys(CAKE_ACK_FILTERS),
      'nat',
      'nonat',
      'wash',
      'nowash',
      'ingress',
      'egress',
      'split-gso',
      'no-split-gso',
      'split_gso',
      ...Object.keys(CAKE_LINKS),
      'ether-vlan',
      ...Object.keys(CAKE_TIMES),
    ].map((word) => [word, undefined]),
  ),
};

/** The last of some words in the line. */
const lastOf = (words: TcWords, names: readonly string[]) =>
  [...words.keys()].filter((word) => names.includes(word)).at(-1);

export const tcCake: TcDiscipline = {
  kind: 'cake',
  policy: 'cake',
  words: cakeWords,
  read(words, context) {
    refuseWord(words, 'autorate-ingress', 'a shaper that finds its rate itself');
    const timeUs = CAKE_TIMES[lastOf(words, Object.keys(CAKE_TIMES)) ?? 'internet'];
    const intervalMs = numberOf(words, 'rtt', required(timeUs)) * MS_PER_US;
    const ackFilter = required(CAKE_ACK_FILTERS[lastOf(words, Object.keys(CAKE_ACK_FILTERS)) ?? 'no-ack-filter']);
    return {
      values: {
        bandwidthBps: cakeRate(words, context),
        tins: lastOf(words, CAKE_TINS) ?? 'diffserv3',
        isolation: lastOf(words, CAKE_ISOLATIONS) ?? 'triple-isolate',
        intervalMs,
        ingress: words.has('ingress'),
        ackFilter,
        ...cakeLink(words),
        ...valuesOfWord(words, 'memlimit', 'memoryBytes'),
      },
      notes: noteIgnored(words, {
        nat: 'is ignored: the hosts of packets are known here',
        wash: 'is ignored: nobody reads the code points behind this link',
        fwmark: 'is ignored: packets have no marks of a firewall here',
      }),
    };
  },
  write(values, _limit, notes) {
    const rttUs = usOf(values.intervalMs);
    if (Math.abs(usOf(values.targetMs) * 100 - rttUs * CAKE_TARGET_PERCENT) > 100)
      notes.push('the target is left out: tc sets it by rtt, a twentieth of it');
    if (Number(values.modemPackets) > 0) notes.push('the buffer of the modem is not a setting of CAKE');
    const bandwidth = Number(values.bandwidthBps);
    const mpu = Number(values.mpuBytes);
    const usualBytes = usualMemoryBytes(
      bandwidth,
      Number(values.intervalMs),
      Number(values.mtuBytes) + Number(values.headerBytes),
    );
    return [
      ...(bandwidth > 0 ? ['bandwidth', formatTcRate(bandwidth)] : ['unlimited']),
      String(values.tins),
      String(values.isolation),
      ...(values.ingress === true ? ['ingress'] : []),
      ...Object.keys(CAKE_ACK_FILTERS).filter((word) => CAKE_ACK_FILTERS[word] === values.ackFilter),
      'rtt',
      formatTcTime(rttUs),
      ...(values.framing === 'raw' && Number(values.overheadBytes) !== 0 ? [] : [String(values.framing)]),
      ...(values.framing === 'raw' && Number(values.overheadBytes) === 0
        ? []
        : ['overhead', String(values.overheadBytes)]),
      ...(mpu > 0 ? ['mpu', String(mpu)] : []),
      ...([undefined, usualBytes].includes(values.memoryBytes as number | undefined)
        ? []
        : ['memlimit', String(values.memoryBytes)]),
    ];
  },
};

/** bit/s; 0 without a rate. JSON has bytes per second. */
function cakeRate(words: TcWords, { isJson }: TcContext): number {
  const text = words.get('bandwidth');
  if (text === undefined || text === 'unlimited' || words.has('unlimited')) return 0;
  const isBytes = isJson && /^\d+$/.test(String(text));
  const rate = readTcNumber('rate', isBytes ? `${8 * Number(text)}bit` : String(text));
  if (typeof rate === 'number') return rate;
  throw new TcLineError(`bandwidth: ${text} is not allowed; allowed: a rate, such as 10Mbit, or unlimited`);
}

/** The link behind the shaper: words add up in their order, as in tc. */
function cakeLink(words: TcWords): Record<string, ParameterValue> {
  let framing = 'raw';
  let overheadBytes = 0;
  let mpuBytes = 0;
  for (const [word, value] of words) {
    const link = CAKE_LINKS[word];
    if (link !== undefined) {
      framing = link.framing;
      overheadBytes = word === 'raw' ? 0 : overheadBytes + (link.bytes ?? 0);
      mpuBytes = link.mpu ?? mpuBytes;
    } else if (word === 'ether-vlan') overheadBytes += VLAN_BYTES;
    else if (word === 'overhead' && typeof value === 'number') {
      overheadBytes = value;
      // tc prints "raw overhead 0".
      if (framing === 'raw' && !words.has('raw')) framing = 'noatm';
    } else if (word === 'mpu' && typeof value === 'number') mpuBytes = value;
  }
  return { framing, overheadBytes, mpuBytes };
}

/** The memory of this number of packets is the most that CAKE without a rate takes. */
const CAKE_PACKETS = 10_240;

/** COBALT is CAKE with one queue and no rate. */
export const tcCobaltAsCake: TcDiscipline = {
  ...tcCake,
  policy: 'cobalt',
  bufferUnit: 'packets',
  write({ intervalMs, targetMs, mtuBytes, ecn }, limit, notes) {
    const rttUs = usOf(intervalMs);
    if (Math.abs(usOf(targetMs) * 100 - rttUs * CAKE_TARGET_PERCENT) > 100)
      notes.push('CAKE sets its target by rtt: a twentieth of the interval');
    else if (Number(mtuBytes) !== 0) notes.push('CAKE without a rate has no rule of four packets: mtuBytes 0');
    else if (ecn === false) notes.push('CAKE always marks packets that are ECN-capable');
    else {
      if (limit !== CAKE_PACKETS) notes.push(`the buffer of ${limit} packets is left out: CAKE counts memory`);
      return ['unlimited', 'besteffort', 'flowblind', 'rtt', formatTcTime(rttUs)];
    }
    return undefined;
  },
};
