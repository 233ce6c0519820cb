/**
 * An element that must exist. If it does not, this is an error of the program.
 * @throws RangeError if it does not exist
 */
export function required<T>(element: T | null | undefined): T {
  if (element === undefined || element === null) throw new RangeError('No such element');
  return element;
}
