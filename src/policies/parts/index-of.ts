/**
 * The index of a reason or a choice: the engine gets indices, while a policy speaks of them by their ids.
 * @throws if the list has no such id
 */
/* @__NO_SIDE_EFFECTS__ */
export function indexOf(list: readonly { readonly id: string }[], id: string): number {
  const index = list.findIndex((item) => item.id === id);
  if (index < 0) throw new Error(`${id} is not in the list; allowed: ${list.map((item) => item.id).join(', ')}`);
  return index;
}
