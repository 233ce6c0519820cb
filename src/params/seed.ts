/** Seeds of random numbers in the form of texts and links. */

export const ALLOWED_SEEDS = `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;

/** The seed of a text with digits only; undefined for any other text. */
export function parseSeed(text: string): number | undefined {
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(seed) ? seed : undefined;
}
