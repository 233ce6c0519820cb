/**
 * Reads a typed number: with a point or a comma before the decimals, and spaces between groups of digits.
 * @returns undefined where it is not a number, or can be read in two ways (`1,500`)
 */
export function numberOf(text: string): number | undefined {
  // \s has the narrow and the no-break space too.
  const typed = text
    .trim()
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '')
    .replace('−', '-');
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)) return undefined;
  const number = Number(typed.replace(',', '.'));
  return typed === '' || !Number.isFinite(number) ? undefined : number;
}
