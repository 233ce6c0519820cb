/** RED and CHOKe in tc. Source: iproute2, tc/q_red.c and q_choke.c; Linux, net/sched. */
import { powInt } from '../../engine/numbers/exact-math.ts';
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import type { LinuxRedValues } from '../../policies/packets/mechanisms/linux/linux-red-parameters.ts';
import { averagingLog, burstLog, createIdleTable } from '../../policies/packets/mechanisms/linux/linux-red-table.ts';
import { redBurst } from './tc-red.ts';
import { formatTcRate } from './tc-units.ts';
import {
  flagWords,
  numberOf,
  numberWords,
  refuseWord,
  type TcContext,
  type TcDiscipline,
  TcLineError,
  type TcWords,
} from './tc-words.ts';

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

export const DEFAULT_MEAN_BYTES = 1000;
const DEFAULT_BANDWIDTH_BPS = 10e6;
export const DEFAULT_PROBABILITY = 0.02;

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

/**
 * tc sends the probability for each byte between the thresholds as a power of two of 32 bits, and refuses a smaller
 * one.
 */
export const leastProbabilityOf = (rangeBytes: number) => (rangeBytes > 0 ? rangeBytes / 2 ** 31 : -1);

/** A printed line has the step of the table for idle times, but not the sizes from which tc computed it. */
function readBandwidth(words: TcWords, ewma: number, meanBytes: number, rateBps: number, notes: string[]): number {
  const bandwidth = numberOf(words, 'bandwidth', DEFAULT_BANDWIDTH_BPS);
  const step = words.get('Scell_log');
  if (typeof step !== 'number' || words.has('bandwidth')) return bandwidth;
  const fittingRate = [bandwidth, rateBps].find((rate) => createIdleTable(ewma, meanBytes, rate).cellLog === step);
  if (fittingRate !== undefined) {
    notes.push(
      `bandwidth ${formatTcRate(fittingRate)}, avpkt ${meanBytes}: fit Scell_log ${step}, but so do others: rates up to twice as high or low share a step, and tc prints neither word`,
    );
    return fittingRate;
  }
  notes.push(
    `Scell_log ${step} fits neither 10 Mbit nor the rate of the link: the average may fall otherwise while the link is idle`,
  );
  return bandwidth;
}

export const tcRed: TcDiscipline = {
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
    const isAdaptive = words.has('adaptive') || words.has('adaptative');
    return {
      values: { ...values, nodrop: words.has('nodrop'), adaptive: isAdaptive },
      buffer: { bytes: limit },
      notes,
    };
  },
  write(values, limit, notes) {
    const mean = Number(values.meanPacketBytes);
    const min = Math.round(Number(values.minThreshold) * mean);
    const max = Math.round(Number(values.maxThreshold) * mean);
    const burst = burstOf(values, min / mean, notes);
    if (burst === undefined || refusesProbability(values, max - min, notes)) return undefined;
    return [
      ...numberWords({ limit, min, max, avpkt: mean, burst }),
      ...redTail(values),
      ...flagWords({ nodrop: values.nodrop, adaptive: values.adaptive }),
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

/** Whether tc refuses the probability of the values, because it is too small for this range; a note says so. */
export function refusesProbability({ maxProbability }: ParameterValues, rangeBytes: number, notes: string[]): boolean {
  const leastProbability = leastProbabilityOf(rangeBytes);
  const isRefused = Number(maxProbability) <= leastProbability;
  if (isRefused) notes.push(`tc refuses a probability, ${maxProbability}, that is not above ${leastProbability}`);
  return isRefused;
}

const redTail = ({ bandwidthBps, maxProbability, ecn, harddrop }: ParameterValues) => [
  ...(bandwidthBps === undefined ? [] : ['bandwidth', formatTcRate(Number(bandwidthBps))]),
  ...numberWords({ probability: maxProbability }),
  ...flagWords({ ecn, harddrop }),
];

export const tcChoke: TcDiscipline = {
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
    return [...numberWords({ limit, min, max, avpkt: values.meanPacketBytes, burst }), ...redTail(values)];
  },
};
