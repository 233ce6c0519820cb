/**
 * The queue disciplines of tc that have a policy here: their words, what each word sets, and the way back. Values that
 * a line does not have are those of tc, where they differ from those of the policy. Source: iproute2, tc/q_*.c; Linux,
 * net/sched.
 */
import { tcCake, tcCobaltAsCake } from './tc-cake.ts';
import { tcCodel, tcFqCodel } from './tc-codel.ts';
import { tcDualPi2 } from './tc-dualpi2.ts';
import { tcDrr, tcFq, tcSfq } from './tc-fair.ts';
import { tcBfifo, tcPfifo, tcPfifoFast } from './tc-fifo.ts';
import { tcFqPie, tcPie } from './tc-pie.ts';
import { tcChoke, tcRed } from './tc-red-choke.ts';
import type { TcDiscipline } from './tc-words.ts';

export const tcDisciplines: readonly TcDiscipline[] = [
  tcPfifo,
  tcBfifo,
  tcPfifoFast,
  tcRed,
  tcChoke,
  tcCodel,
  tcFqCodel,
  tcPie,
  tcFqPie,
  tcDualPi2,
  tcSfq,
  tcDrr,
  tcFq,
  tcCake,
  tcCobaltAsCake,
];

/** The policy, as a discipline of Linux, has limits of its own: the buffer does not count. */
export const hasOwnLimit = (policy: string) =>
  tcDisciplines.some((discipline) => discipline.policy === policy && discipline.bufferUnit === undefined);
