/**
 * The queue disciplines of tc that have a policy here: their words, what each word sets, and the way back. Values that a
 * line does not have are those of tc, where they differ from those of the policy.
 * Source: iproute2, tc/q_*.c; Linux, net/sched.
 */
import { cake, cobaltAsCake } from './tc-cake.ts';
import { codel, fqCodel } from './tc-codel.ts';
import { dualPi2 } from './tc-dualpi2.ts';
import { drr, fq, sfq } from './tc-fair.ts';
import { bfifo, pfifo, pfifoFast } from './tc-fifo.ts';
import { fqPie, pie } from './tc-pie.ts';
import { choke, red } from './tc-red-choke.ts';
import type { TcDiscipline } from './tc-words.ts';

export const tcDisciplines: readonly TcDiscipline[] = [
  ...[pfifo, bfifo, pfifoFast, red, choke, codel, fqCodel, pie, fqPie, dualPi2, sfq, drr, fq, cake, cobaltAsCake],
];

/** The policy, as a discipline of Linux, has limits of its own: the buffer does not count. */
export const hasOwnLimit = (policy: string) =>
  tcDisciplines.some((known) => known.policy === policy && known.bufferUnit === undefined);
