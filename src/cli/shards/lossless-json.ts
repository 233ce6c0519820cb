/** JSON for all numbers, including NaN, infinities and negative zero. */

/** Such a number is an object with this one key. */
const NUMBER_KEY = '$number';

/** The value as JSON, in which NaN, infinities and -0 are objects with their names. */
export function toLossless(value: unknown): string {
  return JSON.stringify(value, (_, item) => {
    if (typeof item !== 'number' || (Number.isFinite(item) && !Object.is(item, -0))) return item;
    return { [NUMBER_KEY]: Object.is(item, -0) ? '-0' : String(item) };
  });
}

/** @throws SyntaxError if the text is not JSON */
export function fromLossless(text: string): unknown {
  // Most texts have no such number, and are then read much faster.
  if (!text.includes(`"${NUMBER_KEY}"`)) return JSON.parse(text);
  return JSON.parse(text, (_, item) =>
    typeof item === 'object' && item !== null && Object.hasOwn(item, NUMBER_KEY) ? Number(item[NUMBER_KEY]) : item,
  );
}
