/** DualPI2 in tc. Source: iproute2, tc/q_dualpi2.c; Linux, net/sched/sch_dualpi2.c. */
import type { ParameterValue } from '../../params/schema.ts';
import { createTableDiscipline, type TcTableWord } from './tc-table.ts';
import { formatTcTime, readTcNumber } from './tc-units.ts';
import { MS_PER_US, type TcContext, TcLineError, usOf } from './tc-words.ts';

/** tc has alpha and beta of dualpi2 in 1/256 per second, and the kernel prints a little less than it was given. */
const DUALPI2_SCALE = 256;
const DUALPI2_KERNEL = 0xffff_ffff / 4e9;

/** The setting in 1/256 that gives a printed one. */
function dualPi2Gain(value: number, isPrinted: boolean): number {
  const units = Math.floor(Number((value * DUALPI2_SCALE).toPrecision(12)));
  if (!isPrinted) return units / DUALPI2_SCALE;
  const printedSetting = (setting: number) => Math.floor(Math.floor(setting * DUALPI2_KERNEL) / DUALPI2_KERNEL);
  const setting = [Math.round(value * DUALPI2_SCALE), Math.round(value * DUALPI2_SCALE) + 1].find(
    (guess) => printedSetting(guess) === Math.round(value * DUALPI2_SCALE),
  );
  return (setting ?? units) / DUALPI2_SCALE;
}

const gainWord = (word: string): TcTableWord => ({
  unit: 'number',
  read: (value, { isPrinted }: TcContext) => ({ [word]: dualPi2Gain(Number(value), isPrinted) }),
  write: (values) => [word, String(Math.round(Number(values[word]) * DUALPI2_SCALE) / DUALPI2_SCALE)],
});

const roundTripWord: TcTableWord = { unit: 'time', missing: 'the automatic setting from round trips' };

export const tcDualPi2 = createTableDiscipline({
  kind: 'dualpi2',
  policy: 'dualpi2',
  zeroIsDefault: ['limit', 'memlimit', 'target', 'tupdate', 'step_thresh'],
  words: {
    limit: { unit: 'packets', sets: 'limit', valueWithout: 10_000 },
    memlimit: {
      unit: 'byteCount',
      sets: 'memoryLimitBytes',
      note: 'memlimit counts 2304 bytes for each packet, as for one of up to 1664 bytes',
    },
    target: { unit: 'time', sets: 'targetMs' },
    tupdate: { unit: 'time', sets: 'updateMs' },
    alpha: gainWord('alpha'),
    beta: gainWord('beta'),
    step_thresh: {
      unit: 'text',
      read: readStep,
      write: ({ stepPackets, stepInPackets, stepMs }) => [
        'step_thresh',
        Number(stepPackets) > 0 || stepInPackets === true ? `${stepPackets}p` : formatTcTime(usOf(stepMs)),
      ],
    },
    min_qlen_step: { unit: 'packets', sets: 'minStepPackets', valueWithout: 0 },
    coupling_factor: { unit: 'number', sets: 'couplingFactor' },
    drop_on_overload: {},
    overflow: { sets: 'dropsOnOverload', choices: [false, true], opposite: 'drop_on_overload' },
    drop_dequeue: {},
    drop_enqueue: { sets: 'dropsAt', choices: ['enqueue', 'dequeue'], opposite: 'drop_dequeue' },
    classic_protection: {
      unit: 'percent',
      sets: 'classicShare',
      write: ({ classicShare }) => ['classic_protection', `${Math.round(Number(classicShare) * 100)}%`],
    },
    l4s_ect: {},
    any_ect: { sets: 'anyEct' },
    split_gso: {},
    no_split_gso: { note: 'no_split_gso is ignored: packets here are never larger than segments' },
    max_rtt: roundTripWord,
    typical_rtt: roundTripWord,
  },
  printedWords:
    'limit memlimit target tupdate alpha beta step_thresh min_qlen_step coupling_factor overflow drop_enqueue classic_protection any_ect',
});

/** A time, or a number of packets. */
function readStep(value: number | string | true): Record<string, ParameterValue> {
  const text = String(value);
  const microseconds = readTcNumber('time', text);
  if (typeof microseconds === 'number') return { stepMs: microseconds * MS_PER_US, stepPackets: 0 };
  const packets = readTcNumber('packets', text);
  if (typeof packets !== 'number')
    throw new TcLineError(`step_thresh: ${text} is not allowed; allowed: a time such as 1ms, or packets such as 2p`);
  return packets > 0 ? { stepPackets: packets } : { stepPackets: 0, stepInPackets: true };
}
