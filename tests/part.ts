/**
 * One part of a list: every `count`-th item, so that neighbours, which cost about the same, are spread over the parts.
 * @param part `2/8` is the second of eight; undefined is the whole list
 */
export function partOf<T>(items: readonly T[], part: string | undefined): readonly T[] {
  if (part === undefined) return items;
  const [, number, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(part) ?? []).map(Number);
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new Error(`BUFFERSCOPE_PART: ${part}; allowed: NUMBER/COUNT, such as 2/8`);
  return items.filter((_, index) => index % count === number - 1);
}
