/** An element that must exist. If it does not, this is an error of the program. */
export function required<T>(element: T | null | undefined): T {
  if (element === undefined || element === null) throw new RangeError('No such element');
  return element;
}
