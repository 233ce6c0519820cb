/** DualPI2 in tc. Source: iproute2, tc/q_dualpi2.c; Linux, net/sched/sch_dualpi2.c. */
import type { ParameterValue } from '../../params/schema.ts';
import { readTcNumber } from './tc-units.ts';
import {
  flagWords,
  given,
  MS_PER_US,
  noteIgnored,
  numberOf,
  numberWords,
  refuseWord,
  type TcDiscipline,
  TcLineError,
  type TcWords,
  times,
  timeWords,
} from './tc-words.ts';

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

export const tcDualPi2: TcDiscipline = {
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
