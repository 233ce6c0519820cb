/** Copies a typed array into a longer one: `into` begins with the content of `from`. */
export function copyIntoGrown<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
