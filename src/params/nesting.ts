/** Nesting of data that was JSON. Functions that visit every level would use up the stack on very deep data. */

/** Level by level, not by recursion: the data may be too deep for recursion. @param most levels below the data itself; the data is never looked at deeper than that */
export function deeperThan(data: unknown, most: number): boolean {
  let level: unknown[] = [data];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
