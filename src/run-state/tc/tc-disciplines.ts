/**
 * The queue disciplines of tc that have a policy here: their words, what each word sets, and the way back. Values that a
 * line does not have are those of tc, where they differ from those of the policy.
 * Source: iproute2, tc/q_*.c; Linux, net/sched.
 */
import { powInt } from '../../engine/numbers/exact-math.ts';
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import { usualMemoryBytes } from '../../policies/packets/mechanisms/cake/cake-rates.ts';
import type { LinuxRedValues } from '../../policies/packets/mechanisms/linux/linux-red-parameters.ts';
import {
  averagingLog,
  burstLog,
  createIdleTable,
  weightLog,
} from '../../policies/packets/mechanisms/linux/linux-red-table.ts';
import { redBurst } from './tc-red.ts';
import { formatTcRate, formatTcTime, readTcNumber, type TcUnit } from './tc-units.ts';

/** The words of a line, with their numbers; `true` for a word without one. */
export type TcWords = ReadonlyMap<string, number | string | true>;

/** The limit of a port's buffer. */
export type TcBuffer = { readonly packets: number } | { readonly bytes: number };

/** A lane, as a line of tc describes it. */
export interface TcLane {
  readonly policy: string;
  readonly values: Record<string, ParameterValue>;
  /** For policies without a limit of their own. */
  readonly buffer?: TcBuffer;
  /** What has no counterpart, or is ignored, a sentence each. */
  readonly notes: string[];
}

/** The words of tc by the parameter that each sets. */
const WORDS_BY_PARAMETER: Readonly<Record<string, string>> = {
  ...{ limit: 'limit', packets: 'limit', bytes: 'limit', flowLimit: 'flow_limit', depth: 'depth', divisor: 'divisor' },
  ...{ targetMs: 'target', intervalMs: 'interval', updateMs: 'tupdate', alpha: 'alpha', beta: 'beta' },
  ...{ quantumBytes: 'quantum', initialQuantumBytes: 'initial_quantum', queues: 'flows', markLimit: 'ecn_prob' },
  ...{ minThreshold: 'min', maxThreshold: 'max', meanPacketBytes: 'avpkt', queueWeight: 'burst' },
  ...{ bandwidthBps: 'bandwidth', maxProbability: 'probability' },
  ...{ redMinBytes: 'min', redMaxBytes: 'max', redMaxProbability: 'probability', redQueueWeight: 'burst' },
  ...{ stepMs: 'step_thresh', stepPackets: 'step_thresh', minStepPackets: 'min_qlen_step' },
  ...{ couplingFactor: 'coupling_factor', classicShare: 'classic_protection' },
  ...{ maxRateBps: 'maxrate', lowRateBps: 'low_rate_threshold', refillDelayMs: 'refill_delay' },
  ...{ ceThresholdMs: 'ce_threshold', timerSlackUs: 'timer_slack' },
};

/** A parameter in a message: with the word of tc in front, such as `limit (buffer.packets)`. */
export function withTcWord(path: string): string {
  const word = WORDS_BY_PARAMETER[path.split('.').at(-1) as string];
  return word === undefined ? path : `${word} (${path})`;
}

export class TcLineError extends Error {}

/** Where a line comes from. */
export interface TcContext {
  /** The words are those that tc prints, not those that it reads. */
  readonly isPrinted: boolean;
  /** The words are those of JSON, which has whole microseconds. Text has three digits. */
  readonly isJson: boolean;
  /** Rate of the link, bit/s. */
  readonly rateBps: number;
}

export interface TcDiscipline {
  /** Name of the discipline in tc. */
  readonly kind: string;
  readonly policy: string;
  /** The unit of the number that follows a word; undefined for a word alone. */
  readonly words: Readonly<Record<string, TcUnit | undefined>>;
  /** @throws TcLineError */
  read(words: TcWords, context: TcContext): Omit<TcLane, 'policy'>;
  /** In what tc counts a limit that the policy does not have itself: it is the buffer. */
  readonly bufferUnit?: 'packets' | 'bytes';
  /** Words whose 0 tc does not send, or the kernel does not take, so that the default stays. */
  readonly zeroIsDefault?: readonly string[];
  /** The commands for the shell that set it for a device, if its line alone is not enough. */
  commands?(values: ParameterValues, device: string): readonly string[];
  /**
   * The words of a lane in the order in which tc prints them.
   * @param limit the buffer in `bufferUnit`
   * @param notes gets what the line cannot say, a sentence each
   * @returns undefined if tc would refuse each line; a note says why
   */
  write(values: ParameterValues, limit: number | undefined, notes: string[]): readonly string[] | undefined;
}

/** MTU of the device, bytes. It has no header of the link, as the ports here. */
export const MTU_BYTES = 1500;
/** Length of a device's queue (`txqueuelen`), packets. */
const DEVICE_PACKETS = 1000;

function numberOf(words: TcWords, word: string, otherwise: number): number {
  const value = words.get(word);
  return typeof value === 'number' ? value : otherwise;
}

/** The number of a word, under the id of a parameter; empty without the word. */
function given(words: TcWords, word: string, id: string, factor = 1): Record<string, ParameterValue> {
  const value = words.get(word);
  return typeof value === 'number' ? { [id]: value * factor } : {};
}

/** `word` sets true, `noword` sets false. */
function flagOf(words: TcWords, word: string, otherwise: boolean, opposite = `no${word}`): boolean {
  return words.has(word) || (otherwise && !words.has(opposite));
}

const MS_PER_US = 1e-3;
const times = (words: TcWords, ...pairs: readonly (readonly [word: string, id: string])[]) =>
  Object.assign({}, ...pairs.map(([word, id]) => given(words, word, id, MS_PER_US))) as Record<string, ParameterValue>;

/** Linux counts the times of CoDel in ticks of this length, and those of PIE in shorter ones, ns. */
const CODEL_TICK_NS = 1024;
const PIE_TICK_NS = 64;
const NS_PER_US = 1000;
/** Text has shorter times in whole microseconds. */
const EXACT_TEXT_US = 1000;

/**
 * The words, of which these are times that the kernel counts in ticks, rounded down, and prints in microseconds, rounded
 * down again. A printed time becomes the one that gives the same ticks.
 */
function withHeldTimes(
  words: TcWords,
  { isPrinted, isJson }: TcContext,
  tickNs: number,
  timeWords: readonly string[],
): TcWords {
  const printedOf = (us: number) => Math.floor((Math.floor((us * NS_PER_US) / tickNs) * tickNs) / NS_PER_US);
  const held = new Map(words);
  for (const word of timeWords) {
    const us = words.get(word);
    if (!isPrinted || typeof us !== 'number' || !(isJson || us < EXACT_TEXT_US)) continue;
    held.set(word, [us, us + 1].find((guess) => printedOf(guess) === us) ?? us);
  }
  return held;
}

const usOf = (milliseconds: ParameterValue | undefined) => Math.round(Number(milliseconds) * 1e3);
const timeWords = (word: string, milliseconds: ParameterValue | undefined) => [word, formatTcTime(usOf(milliseconds))];
/** A word with its number; nothing if the policy has no such value. */
const numberWords = (word: string, value: ParameterValue | undefined) =>
  value === undefined ? [] : [word, String(value)];
const flagWords = (word: string, isSet: ParameterValue | undefined) => (isSet === true ? [word] : []);

/** Words that change nothing here, each with its reason. */
function noteIgnored(words: TcWords, reasons: Readonly<Record<string, string>>): string[] {
  return Object.entries(reasons)
    .filter(([word]) => words.has(word))
    .map(([word, reason]) => `${word} ${reason}`);
}

/** A word whose value is the one that the policy has anyway. */
function refuseOther(words: TcWords, word: string, only: number): void {
  const value = words.get(word);
  if (value !== undefined && value !== only)
    throw new TcLineError(
      `${word}: ${value} is not allowed; allowed: ${only}, because the policy has no such parameter`,
    );
}

function refuseWord(words: TcWords, word: string, missing: string): void {
  if (words.has(word)) throw new TcLineError(`${word}: not allowed; ${missing} is missing here`);
}

const pfifo: TcDiscipline = {
  kind: 'pfifo',
  policy: 'pfifo',
  words: { limit: 'packets' },
  read: (words) => ({
    values: { limit: numberOf(words, 'limit', DEVICE_PACKETS) },
    notes: words.has('limit') ? [] : [`limit ${DEVICE_PACKETS}: the queue length of a device (txqueuelen)`],
  }),
  write: ({ limit }) => numberWords('limit', Math.floor(Number(limit))),
};

/** The discipline that devices have if nobody sets one. It is read as pfifo, and pfifo is written. */
const pfifoFast: TcDiscipline = {
  kind: 'pfifo_fast',
  policy: 'pfifo',
  words: { bands: 'text', priomap: 'text' },
  read: () => ({
    values: { limit: DEVICE_PACKETS },
    notes: [
      `bands are ignored: all packets have the same priority, so it is pfifo with limit ${DEVICE_PACKETS}, the queue length of a device`,
    ],
  }),
  write: pfifo.write,
};

const bfifo: TcDiscipline = {
  kind: 'bfifo',
  policy: 'bfifo',
  words: { limit: 'bytes' },
  read: (words) => ({
    values: { limit: numberOf(words, 'limit', DEVICE_PACKETS * MTU_BYTES) },
    notes: words.has('limit')
      ? []
      : [`limit ${DEVICE_PACKETS * MTU_BYTES}: the queue length of a device in frames of ${MTU_BYTES} bytes`],
  }),
  write: ({ limit }) => numberWords('limit', Math.floor(Number(limit))),
};

/** The largest time, which stands for "no threshold". */
const NO_THRESHOLD_US = 0xffff_ffff;

function thresholdOf(words: TcWords): Record<string, ParameterValue> {
  const threshold = words.get('ce_threshold');
  return typeof threshold === 'number' && threshold < NO_THRESHOLD_US ? { ceThresholdMs: threshold * MS_PER_US } : {};
}

/** Nothing for a value that means "no threshold", or that the policy has not. */
const thresholdWords = (milliseconds: ParameterValue | undefined) =>
  Number(milliseconds) < NO_THRESHOLD_US * MS_PER_US - 1 ? timeWords('ce_threshold', milliseconds) : [];

function codelTimes(words: TcWords, context: TcContext): Record<string, ParameterValue> {
  const held = withHeldTimes(words, context, CODEL_TICK_NS, ['target', 'interval', 'ce_threshold']);
  return { ...times(held, ['target', 'targetMs'], ['interval', 'intervalMs']), ...thresholdOf(held) };
}

const codel: TcDiscipline = {
  kind: 'codel',
  policy: 'codel',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'interval'],
  words: { limit: 'packets', target: 'time', interval: 'time', ce_threshold: 'time', ecn: undefined, noecn: undefined },
  read(words, context) {
    return {
      values: {
        variant: 'linux',
        ...codelTimes(words, context),
        ecn: flagOf(words, 'ecn', false),
      },
      buffer: { packets: numberOf(words, 'limit', 1000) },
      notes: [],
    };
  },
  write: ({ targetMs, intervalMs, ecn, ceThresholdMs }, limit) => [
    ...numberWords('limit', limit),
    ...timeWords('target', targetMs),
    ...thresholdWords(ceThresholdMs),
    ...timeWords('interval', intervalMs),
    ...flagWords('ecn', ecn),
  ],
};

const fqCodel: TcDiscipline = {
  kind: 'fq_codel',
  policy: 'fq-codel',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'flows', 'quantum', 'target', 'interval', 'drop_batch'],
  words: {
    limit: 'packets',
    flows: 'packets',
    quantum: 'bytes',
    target: 'time',
    interval: 'time',
    ce_threshold: 'time',
    ce_threshold_selector: 'text',
    memory_limit: 'bytes',
    ecn: undefined,
    noecn: undefined,
    drop_batch: 'packets',
  },
  read(words, context) {
    refuseWord(words, 'ce_threshold_selector', 'a threshold for some packets only');
    return {
      values: {
        variant: 'linux',
        ...given(words, 'flows', 'queues'),
        ...given(words, 'quantum', 'quantumBytes'),
        ...codelTimes(words, context),
        // tc prints `ecn`, but not `noecn`.
        ecn: flagOf(words, 'ecn', !context.isPrinted),
        ...given(words, 'drop_batch', 'dropBatch'),
        ...given(words, 'memory_limit', 'memoryLimitBytes'),
        hash: 'number',
      },
      buffer: { packets: numberOf(words, 'limit', 10_240) },
      notes: words.has('memory_limit')
        ? ['memory_limit: each packet counts 2304 bytes, as one of up to 1664 bytes']
        : [],
    };
  },
  write: ({ queues, quantumBytes, targetMs, intervalMs, ecn, dropBatch, ceThresholdMs, memoryLimitBytes }, limit) => [
    ...numberWords('limit', limit),
    ...numberWords('flows', queues),
    ...numberWords('quantum', quantumBytes),
    ...timeWords('target', targetMs),
    ...thresholdWords(ceThresholdMs),
    ...timeWords('interval', intervalMs),
    ...numberWords('memory_limit', memoryLimitBytes),
    ecn === true ? 'ecn' : 'noecn',
    ...numberWords('drop_batch', dropBatch),
  ],
};

/** tc and the kernel have alpha and beta in sixteenths. */
const PIE_SCALE = 16;

/** The largest alpha and beta of tc. */
const MAX_PIE_GAIN = 32;
/** The largest ecn_prob of fq_pie, percent. */
const MAX_ECN_PROB = 99;

const pieWords = {
  limit: 'packets',
  target: 'time',
  tupdate: 'time',
  alpha: 'number',
  beta: 'number',
  ecn: undefined,
  noecn: undefined,
  bytemode: undefined,
  nobytemode: undefined,
  dq_rate_estimator: undefined,
  no_dq_rate_estimator: undefined,
} as const;

/** Refuses a number above what tc takes. */
function refuseAbove(words: TcWords, word: string, most: number): void {
  const value = numberOf(words, word, 0);
  if (value > most) throw new TcLineError(`${word}: ${value} is not allowed; allowed: at most ${most}`);
}

/** Whether tc refuses one of the numbers of a lane: a note says which. */
function isAbove(word: string, value: number, most: number, notes: string[]): boolean {
  if (value > most) notes.push(`tc refuses ${word} ${value}: at most ${most}`);
  return value > most;
}

const gainOf = (value: ParameterValue | undefined) => Math.round(Number(value) * PIE_SCALE);
const hasLargeGain = ({ alpha, beta }: ParameterValues, notes: string[]) =>
  isAbove('alpha', gainOf(alpha), MAX_PIE_GAIN, notes) || isAbove('beta', gainOf(beta), MAX_PIE_GAIN, notes);

function pieValues(words: TcWords, context: TcContext): Record<string, ParameterValue> {
  refuseAbove(words, 'alpha', MAX_PIE_GAIN);
  refuseAbove(words, 'beta', MAX_PIE_GAIN);
  return {
    variant: 'linux',
    ...times(withHeldTimes(words, context, PIE_TICK_NS, ['target']), ['target', 'targetMs']),
    ...times(words, ['tupdate', 'updateMs']),
    ...given(words, 'alpha', 'alpha', 1 / PIE_SCALE),
    ...given(words, 'beta', 'beta', 1 / PIE_SCALE),
    ecn: flagOf(words, 'ecn', false),
    byteMode: flagOf(words, 'bytemode', false),
    delayFrom: flagOf(words, 'dq_rate_estimator', false, 'no_dq_rate_estimator') ? 'departures' : 'sojourn',
  };
}

const pieTail = ({ ecn, byteMode, delayFrom }: ParameterValues) => [
  ...flagWords('ecn', ecn),
  ...flagWords('bytemode', byteMode),
  ...flagWords('dq_rate_estimator', delayFrom === 'departures'),
];

const pieHead = ({ targetMs, updateMs, alpha, beta }: ParameterValues) => [
  ...timeWords('target', targetMs),
  ...timeWords('tupdate', updateMs),
  ...numberWords('alpha', gainOf(alpha)),
  ...numberWords('beta', gainOf(beta)),
];

const pie: TcDiscipline = {
  kind: 'pie',
  policy: 'pie',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'tupdate', 'alpha', 'beta'],
  words: pieWords,
  read: (words, context) => ({
    values: pieValues(words, context),
    buffer: { packets: numberOf(words, 'limit', 1000) },
    notes: [],
  }),
  write: (values, limit, notes) =>
    hasLargeGain(values, notes) ? undefined : [...numberWords('limit', limit), ...pieHead(values), ...pieTail(values)],
};

const fqPie: TcDiscipline = {
  kind: 'fq_pie',
  policy: 'fq-pie',
  bufferUnit: 'packets',
  zeroIsDefault: ['limit', 'target', 'tupdate', 'alpha', 'beta', 'flows', 'quantum', 'memory_limit', 'ecn_prob'],
  words: { ...pieWords, flows: 'packets', quantum: 'bytes', memory_limit: 'bytes', ecn_prob: 'percent' },
  read(words, context) {
    refuseAbove(words, 'ecn_prob', MAX_ECN_PROB);
    return {
      values: {
        ...pieValues(words, context),
        ...given(words, 'flows', 'queues'),
        ...given(words, 'quantum', 'quantumBytes'),
        ...given(words, 'ecn_prob', 'markLimit', 0.01),
        hash: 'number',
      },
      buffer: { packets: numberOf(words, 'limit', 10_240) },
      notes: noteIgnored(words, { memory_limit: 'is not counted: fq_pie drops no packet because of it' }),
    };
  },
  write(values, limit, notes) {
    const share = Math.round(Number(values.markLimit) * 100);
    if (hasLargeGain(values, notes) || isAbove('ecn_prob', share, MAX_ECN_PROB, notes)) return undefined;
    return [
      ...numberWords('limit', limit),
      ...numberWords('flows', values.queues),
      ...pieHead(values),
      ...numberWords('quantum', values.quantumBytes),
      ...numberWords('ecn_prob', share),
      ...pieTail(values),
    ];
  },
};

const redWords = {
  burst: 'number',
  bandwidth: 'rate',
  probability: 'number',
  ecn: undefined,
  harddrop: undefined,
  nodrop: undefined,
  ewma: 'number',
  Plog: 'number',
  Scell_log: 'number',
} as const;

const DEFAULT_MEAN_BYTES = 1000;
const DEFAULT_BANDWIDTH_BPS = 10e6;
const DEFAULT_PROBABILITY = 0.02;

/**
 * The common part of RED and CHOKe.
 * @param perPacket the size of a packet in the unit of the thresholds: bytes (RED), or 1 (CHOKe)
 */
function readRed(words: TcWords, { isPrinted, rateBps }: TcContext, limit: number, perPacket: number) {
  refuseWord(words, 'Plog', 'a probability as a power of two');
  const isRed = perPacket > 1;
  const minGiven = numberOf(words, 'min', 0);
  // Floyd's recommendations, as tc computes them.
  const max = numberOf(words, 'max', 0) || (isRed && minGiven > 0 ? 3 * minGiven : Math.floor(limit / 4));
  const min = minGiven || Math.floor(max / 3);
  // RED with equal thresholds is a step.
  if (isRed ? min > max : min >= max)
    throw new TcLineError(`min: ${min} is not allowed; allowed: ${isRed ? 'at most' : 'less than'} max, ${max}`);
  const meanBytes = numberOf(words, 'avpkt', DEFAULT_MEAN_BYTES);
  const probability = numberOf(words, 'probability', DEFAULT_PROBABILITY);
  const leastProbability = leastProbabilityOf((max - min) * (isRed ? 1 : meanBytes));
  if (!isPrinted && probability <= leastProbability)
    throw new TcLineError(`probability: ${probability} is not allowed; allowed: more than ${leastProbability}`);
  const notes: string[] = [];
  let ewma = words.get('ewma');
  if (typeof ewma !== 'number') {
    if (isPrinted)
      throw new TcLineError('ewma is missing; allowed: the line that `tc -d qdisc show` prints, which has it');
    const burst = numberOf(words, 'burst', 0) || Math.floor((2 * min + max) / (3 * perPacket));
    ewma = burstLog(burst, min / perPacket);
    if (ewma === undefined)
      throw new TcLineError(
        `burst: ${burst} is not allowed; allowed: at least min in packets, ${Math.ceil(min / perPacket)}, and not far more`,
      );
  }
  const bandwidth = readBandwidth(words, ewma, meanBytes, rateBps, notes);
  if (!words.has('probability') && isPrinted)
    notes.push(`probability ${DEFAULT_PROBABILITY}: tc's default, because the line has none`);
  return {
    values: {
      variant: 'linux',
      minThreshold: min / perPacket,
      maxThreshold: max / perPacket,
      meanPacketBytes: meanBytes,
      queueWeight: 1 / powInt(2, ewma),
      bandwidthBps: bandwidth,
      maxProbability: probability,
      ecn: words.has('ecn'),
      harddrop: words.has('harddrop'),
    } as Record<string, ParameterValue>,
    notes,
  };
}

/** tc sends the probability for each byte between the thresholds as a power of two of 32 bits, and refuses a smaller one. */
const leastProbabilityOf = (rangeBytes: number) => (rangeBytes > 0 ? rangeBytes / 2 ** 31 : -1);

/** A printed line has the step of the table for idle times, but not the sizes from which tc computed it. */
function readBandwidth(words: TcWords, ewma: number, meanBytes: number, rateBps: number, notes: string[]): number {
  const bandwidth = numberOf(words, 'bandwidth', DEFAULT_BANDWIDTH_BPS);
  const step = words.get('Scell_log');
  if (typeof step !== 'number' || words.has('bandwidth')) return bandwidth;
  const fitting = [bandwidth, rateBps].find((rate) => createIdleTable(ewma, meanBytes, rate).cellLog === step);
  if (fitting !== undefined) {
    notes.push(
      `bandwidth ${formatTcRate(fitting)}, avpkt ${meanBytes}: fit Scell_log ${step}, but so do others: rates up to twice as high or low share a step, and tc prints neither word`,
    );
    return fitting;
  }
  notes.push(
    `Scell_log ${step} fits neither 10 Mbit nor the rate of the link: the average may fall otherwise while the link is idle`,
  );
  return bandwidth;
}

const red: TcDiscipline = {
  kind: 'red',
  policy: 'red',
  bufferUnit: 'bytes',
  words: {
    limit: 'bytes',
    min: 'bytes',
    max: 'bytes',
    avpkt: 'bytes',
    ...redWords,
    adaptive: undefined,
    adaptative: undefined,
  },
  read(words, context) {
    const limit = numberOf(words, 'limit', 0);
    if (limit === 0) throw new TcLineError('limit is missing; allowed: a size, such as limit 1Mb');
    if (!context.isPrinted && !words.has('avpkt'))
      throw new TcLineError('avpkt is missing; allowed: a size, such as avpkt 1000');
    const { values, notes } = readRed(words, context, limit, numberOf(words, 'avpkt', DEFAULT_MEAN_BYTES));
    const adaptive = words.has('adaptive') || words.has('adaptative');
    return { values: { ...values, nodrop: words.has('nodrop'), adaptive }, buffer: { bytes: limit }, notes };
  },
  write(values, limit, notes) {
    const mean = Number(values.meanPacketBytes);
    const min = Math.round(Number(values.minThreshold) * mean);
    const max = Math.round(Number(values.maxThreshold) * mean);
    const burst = burstOf(values, min / mean, notes);
    if (burst === undefined || refusesProbability(values, max - min, notes)) return undefined;
    return [
      ...numberWords('limit', limit),
      ...numberWords('min', min),
      ...numberWords('max', max),
      ...numberWords('avpkt', mean),
      ...numberWords('burst', burst),
      ...redTail(values),
      ...flagWords('nodrop', values.nodrop),
      ...flagWords('adaptive', values.adaptive),
    ];
  },
};

/**
 * The burst of a lane's weight; undefined if tc refuses all or computes another weight.
 * @param minLength the lower threshold, packets
 */
function burstOf(values: ParameterValues, minLength: number, notes: string[]): number | undefined {
  const log = averagingLog(values as LinuxRedValues, minLength);
  const burst = redBurst(minLength, log);
  if (burst === undefined)
    notes.push(`no burst of tc gives an averaging weight of 1/${powInt(2, log)} with a min of ${minLength} packets`);
  return burst;
}

function refusesProbability({ maxProbability }: ParameterValues, rangeBytes: number, notes: string[]): boolean {
  const least = leastProbabilityOf(rangeBytes);
  const isRefused = Number(maxProbability) <= least;
  if (isRefused) notes.push(`tc refuses a probability, ${maxProbability}, that is not above ${least}`);
  return isRefused;
}

const redTail = ({ bandwidthBps, maxProbability, ecn, harddrop }: ParameterValues) => [
  ...(bandwidthBps === undefined ? [] : ['bandwidth', formatTcRate(Number(bandwidthBps))]),
  ...numberWords('probability', maxProbability),
  ...flagWords('ecn', ecn),
  ...flagWords('harddrop', harddrop),
];

const choke: TcDiscipline = {
  kind: 'choke',
  policy: 'choke',
  bufferUnit: 'packets',
  words: { limit: 'packets', min: 'packets', max: 'packets', avpkt: 'bytes', ...redWords },
  read(words, context) {
    const limit = numberOf(words, 'limit', 0);
    if (limit === 0) throw new TcLineError('limit is missing; allowed: a number of packets, such as limit 1000');
    refuseWord(words, 'nodrop', 'nodrop of CHOKe');
    const max = numberOf(words, 'max', 0);
    if (!context.isPrinted && max > limit)
      throw new TcLineError(`max: ${max} is not allowed; allowed: at most limit, ${limit}`);
    return { ...readRed(words, context, limit, 1), buffer: { packets: limit } };
  },
  write(values, limit, notes) {
    const min = Math.round(Number(values.minThreshold));
    const max = Math.round(Number(values.maxThreshold));
    if (min >= max) {
      notes.push(`tc refuses a min, ${min}, that is not below max, ${max}`);
      return undefined;
    }
    if (limit !== undefined && max > limit) {
      notes.push(`tc refuses a max, ${max}, above limit, ${limit}`);
      return undefined;
    }
    const burst = burstOf(values, min, notes);
    const rangeBytes = (max - min) * Number(values.meanPacketBytes);
    if (burst === undefined || refusesProbability(values, rangeBytes, notes)) return undefined;
    return [
      ...numberWords('limit', limit),
      ...numberWords('min', min),
      ...numberWords('max', max),
      ...numberWords('avpkt', values.meanPacketBytes),
      ...numberWords('burst', burst),
      ...redTail(values),
    ];
  },
};

/** The limit and the largest depth, which the kernel takes if the line has none, packets. */
const SFQ_PACKETS = 127;

const SFQ_RED_WORDS = ['redflowlimit', 'min', 'max', 'avpkt', 'burst', 'probability', 'ewma', 'ecn', 'harddrop'];

/** RED of each queue of SFQ. As tc computes it: a third and a quarter of `redflowlimit`, and the weight from a burst. */
function readSfqRed(words: TcWords, isPrinted: boolean): Record<string, ParameterValue> {
  if (!SFQ_RED_WORDS.some((word) => words.has(word))) return {};
  const limit = numberOf(words, 'redflowlimit', 0);
  if (limit === 0 && !isPrinted)
    throw new TcLineError('redflowlimit is missing; allowed: a number of bytes, such as redflowlimit 100000');
  const max = numberOf(words, 'max', 0) || Math.floor(limit / 4);
  const min = numberOf(words, 'min', 0) || Math.floor(max / 3);
  if (!isPrinted && max > limit)
    throw new TcLineError(`max: ${max} is not allowed; allowed: at most redflowlimit, ${limit}`);
  if (min >= max) throw new TcLineError(`min: ${min} is not allowed; allowed: less than max, ${max}`);
  const probability = numberOf(words, 'probability', DEFAULT_PROBABILITY);
  const leastProbability = leastProbabilityOf(max - min);
  if (!isPrinted && probability <= leastProbability)
    throw new TcLineError(`probability: ${probability} is not allowed; allowed: more than ${leastProbability}`);
  const log = sfqLogOf(words, min, max);
  if (heldBits(max) + log > MAX_HELD_BITS)
    throw new TcLineError(`burst: an averaging weight of 1/${powInt(2, log)} is too small for a max of ${max} bytes`);
  return {
    ...{ redMinBytes: min, redMaxBytes: max, redMaxProbability: probability, redQueueWeight: 1 / powInt(2, log) },
    ...{ ecn: words.has('ecn'), harddrop: words.has('harddrop') },
  };
}

/** The kernel holds an average and a threshold in 32 bits, with the binary places of the weight. */
const MAX_HELD_BITS = 31;
const heldBits = (bytes: number) => 32 - Math.clz32(bytes);

/** The averaging weight is 2^-n: this is n. */
function sfqLogOf(words: TcWords, min: number, max: number): number {
  const printed = words.get('ewma');
  if (typeof printed === 'number') return printed;
  const meanBytes = numberOf(words, 'avpkt', DEFAULT_MEAN_BYTES);
  const burst = numberOf(words, 'burst', 0) || Math.floor((2 * min + max) / (3 * meanBytes));
  const log = burstLog(burst, min / meanBytes);
  if (log !== undefined) return log;
  const least = Math.ceil(min / meanBytes);
  throw new TcLineError(`burst: ${burst} is not allowed; allowed: at least min in packets, ${least}, and not far more`);
}

/** The words of RED in SFQ; undefined if tc refuses it. */
function sfqRedWords(values: ParameterValues, notes: string[]): readonly string[] | undefined {
  const { redMinBytes, redMaxBytes, redMaxProbability, redQueueWeight, ecn, harddrop } = values;
  const [min, max] = [Number(redMinBytes), Number(redMaxBytes)];
  if (!(min > 0)) return [];
  const log = weightLog(Number(redQueueWeight));
  const burst = redBurst(min / DEFAULT_MEAN_BYTES, log);
  if (burst === undefined || heldBits(max) + log > MAX_HELD_BITS) {
    notes.push(`tc has no burst for an averaging weight of 1/${powInt(2, log)} with a min of ${min} bytes`);
    return undefined;
  }
  if (refusesProbability({ maxProbability: redMaxProbability as ParameterValue }, max - min, notes)) return undefined;
  return [
    ...['redflowlimit', String(max), 'min', String(min), 'max', String(max)],
    ...['avpkt', String(DEFAULT_MEAN_BYTES), 'burst', String(burst), 'probability', String(redMaxProbability)],
    ...flagWords('ecn', ecn),
    ...flagWords('harddrop', harddrop),
  ];
}

const sfq: TcDiscipline = {
  kind: 'sfq',
  policy: 'sfq',
  zeroIsDefault: ['quantum', 'depth', 'flows', 'divisor'],
  words: {
    limit: 'packets',
    quantum: 'bytes',
    depth: 'packets',
    headdrop: undefined,
    flows: 'text',
    divisor: 'number',
    perturb: 'text',
    redflowlimit: 'bytes',
    min: 'bytes',
    max: 'bytes',
    avpkt: 'bytes',
    burst: 'number',
    probability: 'number',
    ewma: 'number',
    ecn: undefined,
    harddrop: undefined,
  },
  read(words, { isPrinted }) {
    const red = readSfqRed(words, isPrinted);
    // Some versions print flows and divisor as one word.
    const [flowsText, divisorText] = String(words.get('flows') ?? '128').split('/');
    const divisor = numberOf(words, 'divisor', Number(divisorText ?? 1024));
    const depth = Math.min(numberOf(words, 'depth', SFQ_PACKETS), SFQ_PACKETS);
    const flows = Math.min(Number(flowsText), divisor);
    if (!Number.isInteger(flows) || flows < 1)
      throw new TcLineError(`flows: ${words.get('flows')} is not allowed; allowed: a whole number from 1`);
    // The kernel bounds a given limit by what the queues can hold, and the queues by the limit. It prints the result.
    const isBounded = words.has('limit') && !isPrinted;
    const limit = Math.min(numberOf(words, 'limit', SFQ_PACKETS), isBounded ? depth * flows : Number.POSITIVE_INFINITY);
    if (limit < 2) throw new TcLineError(`limit: ${limit} is not allowed; allowed: from 2`);
    return {
      values: {
        variant: 'linux',
        limit,
        quantumBytes: numberOf(words, 'quantum', MTU_BYTES),
        depth,
        headdrop: words.has('headdrop'),
        queues: isBounded ? Math.min(flows, limit) : flows,
        divisor,
        hash: 'number',
        ...red,
      },
      notes: noteIgnored(words, {
        perturb: 'is ignored: the hash stays the same',
        redflowlimit: 'limits nothing in Linux: tc computes defaults of min and max from it',
      }),
    };
  },
  write(values, _, notes) {
    const { limit, quantumBytes, depth, headdrop, queues, divisor } = values;
    const red = sfqRedWords(values, notes);
    if (red === undefined) return undefined;
    // With a limit in the line, the kernel lowers the number of queues.
    const isLowered = Number(queues) > Number(limit);
    const isDefault = isLowered && limit === SFQ_PACKETS;
    if (isLowered && !isDefault) notes.push(`with a limit of ${limit}, Linux has at most ${limit} queues`);
    return [
      ...(isDefault ? [] : numberWords('limit', limit)),
      ...numberWords('quantum', quantumBytes),
      ...numberWords('depth', depth),
      ...flagWords('headdrop', headdrop),
      ...numberWords('flows', queues),
      ...numberWords('divisor', divisor),
      ...red,
    ];
  },
};

const drr: TcDiscipline = {
  kind: 'drr',
  policy: 'drr',
  words: { quantum: 'bytes' },
  read: (words) => ({
    values: { variant: 'linux', hash: 'number', ...given(words, 'quantum', 'quantumBytes') },
    notes: ['each flow has a class of its own with a pfifo, of 100 packets if no line says another limit'],
  }),
  // A class has a number from 1, in hexadecimal; the filter hashes flows as others do.
  commands: ({ queues, quantumBytes, classLimit }, device) => [
    `tc qdisc replace dev ${device} root handle 1: drr`,
    `for class in $(seq 1 ${queues}); do`,
    `  id=1:$(printf %x $class)`,
    `  tc class replace dev ${device} parent 1: classid $id drr quantum ${quantumBytes}`,
    `  tc qdisc replace dev ${device} parent $id pfifo limit ${classLimit}`,
    'done',
    `tc filter replace dev ${device} parent 1: protocol all prio 1 handle 1 flow hash keys src,dst,proto,proto-src,proto-dst divisor ${queues} baseclass 1:1`,
  ],
  write(_values, _limit, notes) {
    notes.push('its line alone is not enough: tc makes a class and a queue for each number of the hash, and a filter');
    return [];
  },
};

/** tc has alpha and beta of dualpi2 in 1/256 per second, and the kernel prints a little less than it was given. */
const DUALPI2_SCALE = 256;
const DUALPI2_KERNEL = 0xffff_ffff / 4e9;

/** The setting in 1/256 that gives a printed one. */
function dualPi2Gain(value: number, isPrinted: boolean): number {
  const units = Math.floor(Number((value * DUALPI2_SCALE).toPrecision(12)));
  if (!isPrinted) return units / DUALPI2_SCALE;
  const printed = (setting: number) => Math.floor(Math.floor(setting * DUALPI2_KERNEL) / DUALPI2_KERNEL);
  const setting = [Math.round(value * DUALPI2_SCALE), Math.round(value * DUALPI2_SCALE) + 1].find(
    (guess) => printed(guess) === Math.round(value * DUALPI2_SCALE),
  );
  return (setting ?? units) / DUALPI2_SCALE;
}

const dualPi2: TcDiscipline = {
  kind: 'dualpi2',
  policy: 'dualpi2',
  zeroIsDefault: ['limit', 'memlimit', 'target', 'tupdate', 'step_thresh'],
  words: {
    limit: 'packets',
    memlimit: 'byteCount',
    target: 'time',
    tupdate: 'time',
    alpha: 'number',
    beta: 'number',
    step_thresh: 'text',
    min_qlen_step: 'packets',
    coupling_factor: 'number',
    drop_on_overload: undefined,
    overflow: undefined,
    drop_dequeue: undefined,
    drop_enqueue: undefined,
    classic_protection: 'percent',
    l4s_ect: undefined,
    any_ect: undefined,
    split_gso: undefined,
    no_split_gso: undefined,
    max_rtt: 'time',
    typical_rtt: 'time',
  },
  read(words, { isPrinted }) {
    refuseWord(words, 'max_rtt', 'the automatic setting from round trips');
    refuseWord(words, 'typical_rtt', 'the automatic setting from round trips');
    const gain = (word: string, id: string) => {
      const value = words.get(word);
      return typeof value === 'number' ? { [id]: dualPi2Gain(value, isPrinted) } : {};
    };
    return {
      values: {
        variant: 'linux',
        limit: numberOf(words, 'limit', 10_000),
        ...times(words, ['target', 'targetMs'], ['tupdate', 'updateMs']),
        ...gain('alpha', 'alpha'),
        ...gain('beta', 'beta'),
        ...stepOf(words),
        ...given(words, 'memlimit', 'memoryLimitBytes'),
        minStepPackets: numberOf(words, 'min_qlen_step', 0),
        ...given(words, 'coupling_factor', 'couplingFactor'),
        ...given(words, 'classic_protection', 'classicShare', 0.01),
        dropsOnOverload: !words.has('overflow'),
        dropsAt: words.has('drop_enqueue') ? 'enqueue' : 'dequeue',
        anyEct: words.has('any_ect'),
      },
      notes: noteIgnored(words, {
        memlimit: 'counts 2304 bytes for each packet, as for one of up to 1664 bytes',
        no_split_gso: 'is ignored: packets here are never larger than segments',
      }),
    };
  },
  write: (values) => [
    ...numberWords('limit', values.limit),
    ...numberWords('memlimit', values.memoryLimitBytes),
    ...timeWords('target', values.targetMs),
    ...timeWords('tupdate', values.updateMs),
    ...numberWords('alpha', Math.round(Number(values.alpha) * DUALPI2_SCALE) / DUALPI2_SCALE),
    ...numberWords('beta', Math.round(Number(values.beta) * DUALPI2_SCALE) / DUALPI2_SCALE),
    ...(Number(values.stepPackets) > 0 || values.stepInPackets === true
      ? ['step_thresh', `${values.stepPackets}p`]
      : timeWords('step_thresh', values.stepMs)),
    ...numberWords('min_qlen_step', values.minStepPackets),
    ...numberWords('coupling_factor', values.couplingFactor),
    values.dropsOnOverload === false ? 'overflow' : 'drop_on_overload',
    values.dropsAt === 'enqueue' ? 'drop_enqueue' : 'drop_dequeue',
    'classic_protection',
    `${Math.round(Number(values.classicShare) * 100)}%`,
    ...flagWords('any_ect', values.anyEct),
  ],
};

/** A time, or a number of packets. */
function stepOf(words: TcWords): Record<string, ParameterValue> {
  const text = words.get('step_thresh');
  if (typeof text !== 'string') return {};
  const microseconds = readTcNumber('time', text);
  if (typeof microseconds === 'number') return { stepMs: microseconds * MS_PER_US, stepPackets: 0 };
  const packets = readTcNumber('packets', text);
  if (typeof packets !== 'number')
    throw new TcLineError(`step_thresh: ${text} is not allowed; allowed: a time such as 1ms, or packets such as 2p`);
  return packets > 0 ? { stepPackets: packets } : { stepPackets: 0, stepInPackets: true };
}

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
  ...{ datacentre: 100, lan: 1_000, metro: 10_000, regional: 30_000, internet: 100_000, oceanic: 300_000 },
  satellite: 1_000_000,
};

const CAKE_TINS = ['besteffort', 'precedence', 'diffserv3', 'diffserv4', 'diffserv8'] as const;
const CAKE_ISOLATIONS = [
  ...['flowblind', 'srchost', 'dsthost', 'hosts', 'flows', 'dual-srchost', 'dual-dsthost', 'triple-isolate'],
] as const;
const CAKE_ACK_FILTERS: Readonly<Record<string, string>> = {
  ...{ 'no-ack-filter': 'no', 'ack-filter': 'filter', 'ack-filter-aggressive': 'aggressive' },
};

const cakeWords: Readonly<Record<string, TcUnit | undefined>> = {
  ...{ bandwidth: 'text', rtt: 'time', overhead: 'number', mpu: 'number', memlimit: 'bytes', fwmark: 'text' },
  ...Object.fromEntries(
    [
      ...['unlimited', 'autorate-ingress', ...CAKE_TINS, ...CAKE_ISOLATIONS, ...Object.keys(CAKE_ACK_FILTERS)],
      ...['nat', 'nonat', 'wash', 'nowash', 'ingress', 'egress', 'split-gso', 'no-split-gso', 'split_gso'],
      ...[...Object.keys(CAKE_LINKS), 'ether-vlan', ...Object.keys(CAKE_TIMES)],
    ].map((word) => [word, undefined]),
  ),
};

/** The last of some words in the line. */
const lastOf = (words: TcWords, names: readonly string[]) =>
  [...words.keys()].filter((word) => names.includes(word)).at(-1);

const cake: TcDiscipline = {
  kind: 'cake',
  policy: 'cake',
  words: cakeWords,
  read(words, context) {
    refuseWord(words, 'autorate-ingress', 'a shaper that finds its rate itself');
    const timeUs = CAKE_TIMES[lastOf(words, Object.keys(CAKE_TIMES)) ?? 'internet'];
    const intervalMs = numberOf(words, 'rtt', timeUs as number) * MS_PER_US;
    const ackFilter = CAKE_ACK_FILTERS[lastOf(words, Object.keys(CAKE_ACK_FILTERS)) ?? 'no-ack-filter'] as string;
    return {
      values: {
        bandwidthBps: cakeRate(words, context),
        tins: lastOf(words, CAKE_TINS) ?? 'diffserv3',
        isolation: lastOf(words, CAKE_ISOLATIONS) ?? 'triple-isolate',
        intervalMs,
        ingress: words.has('ingress'),
        ackFilter,
        ...cakeLink(words),
        ...given(words, 'memlimit', 'memoryBytes'),
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
    const usual = usualMemoryBytes(
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
      ...['rtt', formatTcTime(rttUs)],
      ...(values.framing === 'raw' && Number(values.overheadBytes) !== 0 ? [] : [String(values.framing)]),
      ...(values.framing === 'raw' && Number(values.overheadBytes) === 0
        ? []
        : ['overhead', String(values.overheadBytes)]),
      ...(mpu > 0 ? ['mpu', String(mpu)] : []),
      ...([undefined, usual].includes(values.memoryBytes as number | undefined)
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
const cobaltAsCake: TcDiscipline = {
  ...cake,
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

const fq: TcDiscipline = {
  kind: 'fq',
  policy: 'fq',
  zeroIsDefault: ['buckets'],
  words: {
    limit: 'packets',
    flow_limit: 'packets',
    buckets: 'number',
    orphan_mask: 'number',
    quantum: 'byteCount',
    initial_quantum: 'byteCount',
    maxrate: 'rate',
    low_rate_threshold: 'rate',
    refill_delay: 'time',
    ce_threshold: 'time',
    timer_slack: 'nanoseconds',
    horizon: 'time',
    offload_horizon: 'time',
    horizon_drop: undefined,
    horizon_cap: undefined,
    pacing: undefined,
    nopacing: undefined,
    bands: 'text',
    priomap: 'text',
    weights: 'text',
    defrate: 'rate',
  },
  read(words) {
    refuseOther(words, 'offload_horizon', 0);
    return {
      values: {
        limit: numberOf(words, 'limit', 10_000),
        flowLimit: numberOf(words, 'flow_limit', 100),
        quantumBytes: numberOf(words, 'quantum', 2 * MTU_BYTES),
        initialQuantumBytes: numberOf(words, 'initial_quantum', 10 * MTU_BYTES),
        ...given(words, 'maxrate', 'maxRateBps'),
        ...given(words, 'low_rate_threshold', 'lowRateBps'),
        ...times(words, ['refill_delay', 'refillDelayMs']),
        ...thresholdOf(words),
        ...given(words, 'timer_slack', 'timerSlackUs', 1e-3),
        pacing: flagOf(words, 'pacing', true),
      },
      notes: noteIgnored(words, {
        buckets: 'is ignored: each flow has a queue of its own',
        orphan_mask: 'is ignored: each flow has a queue of its own',
        horizon: 'is ignored: packets here have no departure times of their own',
        bands: 'and their weights are ignored: all packets have the same priority',
        defrate: 'is ignored, as in the kernel',
      }),
    };
  },
  write: (values) => [
    ...numberWords('limit', values.limit),
    ...numberWords('flow_limit', values.flowLimit),
    ...numberWords('quantum', values.quantumBytes),
    ...numberWords('initial_quantum', values.initialQuantumBytes),
    ...(Number(values.maxRateBps) > 0 ? ['maxrate', formatTcRate(Number(values.maxRateBps))] : []),
    'low_rate_threshold',
    formatTcRate(Number(values.lowRateBps)),
    ...timeWords('refill_delay', values.refillDelayMs),
    ...thresholdWords(values.ceThresholdMs),
    'timer_slack',
    // A bare number is in ns.
    String(Math.round(Number(values.timerSlackUs) * 1e3)),
    values.pacing === false ? 'nopacing' : 'pacing',
  ],
};

export const tcDisciplines: readonly TcDiscipline[] = [
  ...[pfifo, bfifo, pfifoFast, red, choke, codel, fqCodel, pie, fqPie, dualPi2, sfq, drr, fq, cake, cobaltAsCake],
];

/** The policy, as a discipline of Linux, has limits of its own: the buffer does not count. */
export const hasOwnLimit = (policy: string) =>
  tcDisciplines.some((known) => known.policy === policy && known.bufferUnit === undefined);
