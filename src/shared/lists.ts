/** Elements of lists and keys of records that the caller knows to exist. */

/** The number at a place of a table; NaN outside of it. Tables have one type, so that this stays fast in every drawing. */
export function numberAt(table: Float64Array, index: number): number {
  return table[index] ?? Number.NaN;
}

/** Reads the numbers of a row of a table by column, from the place where the row begins. */
export const rowAt = (table: Float64Array, start: number) => (column: number) => numberAt(table, start + column);

/** An element that must exist. If it does not, this is an error of the program. */
export function required<T>(element: T | null | undefined): T {
  if (element === undefined || element === null) throw new RangeError('No such element');
  return element;
}

/** A list with one element or more. */
export type NonEmptyList<T> = readonly [T, ...T[]];

/** The element at a place of a list that begins again after its end. */
export function elementInCycle<T>(list: NonEmptyList<T>, index: number): T {
  return list[index % list.length] ?? list[0];
}

/** The keys of a record that has no others. */
export function keysOfRecord<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[];
}

export function isKeyOf<K extends string>(record: Readonly<Record<K, unknown>>, key: string): key is K {
  return Object.hasOwn(record, key);
}
