/** A typed array's longer successor: `into` with what `from` holds at its beginning. */
export function extended<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
