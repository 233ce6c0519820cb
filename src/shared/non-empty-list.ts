/** A list with one element or more. */
export type NonEmptyList<T> = readonly [T, ...T[]];

/** The element at a place of a list that begins again after its end. */
export function elementInCycle<T>(list: NonEmptyList<T>, index: number): T {
  return list[index % list.length] ?? list[0];
}
