/** CoDel and FQ-CoDel in tc. Source: iproute2, tc/q_codel.c and q_fq_codel.c; Linux, net/sched. */
import type { ParameterValue } from '../../params/schema.ts';
import {
  CODEL_TICK_NS,
  flagOf,
  flagWords,
  given,
  MS_PER_US,
  numberOf,
  numberWords,
  refuseWord,
  type TcContext,
  type TcDiscipline,
  type TcWords,
  times,
  timeWords,
  withHeldTimes,
} from './tc-words.ts';

/** The largest time, which stands for "no threshold". */
const NO_THRESHOLD_US = 0xffff_ffff;

export function thresholdOf(words: TcWords): Record<string, ParameterValue> {
  const threshold = words.get('ce_threshold');
  return typeof threshold === 'number' && threshold < NO_THRESHOLD_US ? { ceThresholdMs: threshold * MS_PER_US } : {};
}

/** Nothing for a value that means "no threshold", or that the policy has not. */
export const thresholdWords = (milliseconds: ParameterValue | undefined) =>
  Number(milliseconds) < NO_THRESHOLD_US * MS_PER_US - 1 ? timeWords('ce_threshold', milliseconds) : [];

function codelTimes(words: TcWords, context: TcContext): Record<string, ParameterValue> {
  const held = withHeldTimes(words, context, CODEL_TICK_NS, ['target', 'interval', 'ce_threshold']);
  return { ...times(held, ['target', 'targetMs'], ['interval', 'intervalMs']), ...thresholdOf(held) };
}

export const tcCodel: TcDiscipline = {
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

export const tcFqCodel: TcDiscipline = {
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
