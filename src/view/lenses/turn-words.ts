/**
 * Words of the lens of turns for a policy whose queues belong to hosts, such as CAKE: which packet is next and why, and
 * the meaning of new, old and debt.
 */
import { GroupTurn } from '../../engine/contract/policy-tables.ts';
import { classOfHost } from '../../engine/packets/label-numbers.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { modemPackets } from '../draw/modem-packets.ts';
import type { LensModel } from './lens-model.ts';

/** A queue as the lens of turns has it. */
export interface TurnQueue {
  readonly flow: number;
  readonly waitingBytes: number;
  readonly creditBytes: number;
  readonly isNew: boolean;
  /** 1 and the index of the name of its group; 0 without groups. */
  readonly group: number;
  /** Number of its host; 0 if hosts have no shares, or nothing waits. */
  readonly host: number;
  /** Bytes that it gets for a turn; 0 if the policy has one quantum for all. */
  readonly grantBytes: number;
  /** One of `GroupTurn`. */
  readonly groupTurn: number;
}

/** A queue has sent more than its credit. A policy with shares of a host has parts of a byte. */
export const isInDebt = ({ creditBytes }: Pick<TurnQueue, 'creditBytes'>) => Math.round(creditBytes) < 0;

/** Turns until a queue has credit: 0 if it has some now. */
const turnsToCredit = ({ creditBytes, grantBytes }: TurnQueue) =>
  creditBytes > 0 ? 0 : Math.floor(-creditBytes / Math.max(1, grantBytes)) + 1;

/**
 * The index of the queue that sends next, or -1: of those with a packet, the first that has credit, or gets it first.
 */
export function nextQueueIndex(queues: readonly TurnQueue[]): number {
  let next = -1;
  for (const [index, queue] of queues.entries()) {
    const nextQueue = queues[next];
    if (queue.waitingBytes === 0 || queue.group !== queues[0]?.group) continue;
    if (nextQueue === undefined || turnsToCredit(queue) < turnsToCredit(nextQueue)) next = index;
  }
  return next;
}

/** "host 7", or the name of the class that is a host of its own. */
export function hostName(host: number, { description }: Pick<LensModel, 'description'>): string {
  return description.classes[classOfHost(host)]?.label ?? `host ${host}`;
}

/** Why the next packet is that of this queue, the longest words first. */
export function whyNext(
  queues: readonly TurnQueue[],
  model: Pick<LensModel, 'description' | 'frame'>,
): readonly string[] {
  const queue = queues[nextQueueIndex(queues)];
  const inModem = modemPackets(model.frame, model.description);
  if (queue === undefined && inModem > 0)
    return [
      `No queue of this policy has a packet: ${inModem} ${inModem === 1 ? 'waits' : 'wait'} in the modem`,
      `Queues empty; ${inModem} in the modem`,
    ];
  if (queue === undefined) return ['No queue has a packet'];
  const { flow, host, isNew, group } = queue;
  const name = host === 0 ? `flow ${flow}` : `flow ${flow} of ${hostName(host, model)}`;
  const tin = group === 0 ? undefined : model.description.hints.groups?.[group - 1];
  const tinWords = tin === undefined ? '' : (TIN_WORDS[queue.groupTurn]?.(tin) ?? '');
  const [long, short] = queueWords(queue);
  return [
    `Next: ${name}. ${tinWords}${long}.`,
    `Next: ${name}. ${long}.`,
    `Next: ${name}: ${short}`,
    `Next: flow ${flow}, ${isNew ? 'new' : 'old'}`,
  ];
}

function queueWords(queue: TurnQueue): readonly [long: string, short: string] {
  if (turnsToCredit(queue) > 0) {
    const grant = `${formatAmount(queue.grantBytes)} bytes in a turn`;
    return [`All are in debt. It is out of debt first, with ${grant}`, `first out of debt, with ${grant}`];
  }
  return queue.isNew
    ? ['Its queue is new, so it comes before the old ones', 'new, before the old ones']
    : ['Of the old queues, it is the first with credit', 'first old one with credit'];
}

const TIN_WORDS: Readonly<Record<number, (tin: string) => string>> = {
  [GroupTurn.belowShare]: (tin) => `Tin ${tin} is the highest below its share. `,
  [GroupTurn.soonest]: (tin) => `All tins have used their shares, and that of ${tin} is free again first. `,
};

/** How many queues with packets are new and old, how many are empty, and how many of all are in debt. */
function countQueues(queues: readonly TurnQueue[]) {
  const filledQueues = queues.filter(({ waitingBytes }) => waitingBytes > 0);
  const newCount = filledQueues.filter(({ isNew }) => isNew).length;
  return {
    newCount,
    oldCount: filledQueues.length - newCount,
    emptyCount: queues.length - filledQueues.length,
    debtCount: queues.filter(isInDebt).length,
  };
}

/** The title of the lens with these numbers, the longest first. */
export function turnTitles(queues: readonly TurnQueue[]): readonly string[] {
  if (queues.length === 0) return ['No queue is waiting for its turn', 'No queue waits'];
  const { newCount, oldCount, emptyCount } = countQueues(queues);
  const countsText = `${newCount} new, ${oldCount} old`;
  const counts = `${countsText}, ${emptyCount} empty`;
  return [`Queues in the order of their turns: ${counts}`, `Turns: ${counts}`, counts, countsText];
}

/**
 * The numbers of queues, and the meaning of the words, the longest first. An empty queue keeps its place until its next
 * turn.
 */
export function turnLegends(queues: readonly TurnQueue[]): readonly string[] {
  const { newCount, oldCount, emptyCount, debtCount } = countQueues(queues);
  return [
    `${newCount} new: just begun to send, go first · ${oldCount} old: take turns · ${emptyCount} empty: in the list until their turn · of all, ${debtCount} in debt: no credit, wait for a turn`,
    `${newCount} new: go first · ${oldCount} old: take turns · ${emptyCount} empty · of all, ${debtCount} in debt: wait a turn`,
    `${newCount} new · ${oldCount} old · ${emptyCount} empty · of all, ${debtCount} in debt`,
  ];
}
