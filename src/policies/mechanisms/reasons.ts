/** The reasons of a policy, and their indices by their ids, which the engine gets. */
import type { Reason } from '../../engine/contract/policy.ts';

type Words = Omit<Reason, 'id' | 'verdict' | 'label'>;

/* @__NO_SIDE_EFFECTS__ */
/** A reason to accept a packet, with its id as a literal type. */
export const acceptReason = <Id extends string>(id: Id, label: string, words: Words) =>
  ({ id, verdict: 'accept', label, ...words }) as const;

/* @__NO_SIDE_EFFECTS__ */
/** A reason to mark a packet, with its id as a literal type. */
export const markReason = <Id extends string>(id: Id, label: string, words: Words) =>
  ({ id, verdict: 'mark', label, ...words }) as const;

/* @__NO_SIDE_EFFECTS__ */
/** A reason to drop a packet, with its id as a literal type. */
export const dropReason = <Id extends string>(id: Id, label: string, words: Words) =>
  ({ id, verdict: 'drop', label, ...words }) as const;

interface Item {
  readonly id: string;
}

/**
 * The index of a reason or a choice.
 * @throws Error if the list has no such id
 */
/* @__NO_SIDE_EFFECTS__ */
export function indexOfItem(list: readonly Item[], id: string): number {
  const index = list.findIndex((item) => item.id === id);
  if (index < 0) throw new Error(`${id} is not in the list; allowed: ${list.map((item) => item.id).join(', ')}`);
  return index;
}

/** The index of each item of a list by its id, such as of the signals of a policy: `into[SIGNAL_INDEX.delay] = …`. */
/* @__NO_SIDE_EFFECTS__ */
export function indexById<Id extends string>(list: readonly { readonly id: Id }[]): Readonly<Record<Id, number>> {
  return Object.fromEntries(list.map(({ id }, index) => [id, index])) as Record<Id, number>;
}

/**
 * The index of each reason of a part in the list of the policy. A control law that several policies share has reasons
 * of its own.
 * @throws Error if the list lacks one of them
 */
/* @__NO_SIDE_EFFECTS__ */
export function indicesOfItems(items: readonly Item[], list: readonly Item[]): readonly number[] {
  return items.map(({ id }) => indexOfItem(list, id));
}

/** Whether a reason puts the packet into the queue, with a mark or without one. */
export function isAccepted(reasons: readonly Reason[], index: number): boolean {
  return reasons[index].verdict !== 'drop';
}
