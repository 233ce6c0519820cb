/** PIE and FQ-PIE in tc. Source: iproute2, tc/q_pie.c and q_fq_pie.c; Linux, net/sched. */
import type { ParameterValue, ParameterValues } from '../../params/schema.ts';
import {
  flagOf,
  flagWords,
  given,
  noteIgnored,
  numberOf,
  numberWords,
  PIE_TICK_NS,
  type TcContext,
  type TcDiscipline,
  TcLineError,
  type TcWords,
  times,
  timeWords,
  withHeldTimes,
} from './tc-words.ts';

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

export const tcPie: TcDiscipline = {
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

export const tcFqPie: TcDiscipline = {
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
