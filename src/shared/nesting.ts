/** Data that was JSON: its objects, and its nesting. Recursive functions would use up the stack on very deep data. */

export type JsonFields = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object, and not a list. */
export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Level by level, not by recursion: the data may be too deep for recursion.
 * @param maxDepth limit of levels below the data itself; deeper levels are not read
 */
export function isDeeperThan(data: unknown, maxDepth: number): boolean {
  let level: unknown[] = [data];
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
