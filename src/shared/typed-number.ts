/**
 * Reads a typed number. A point or a comma stands before the decimals. Spaces may separate groups of digits.
 * @param unit of the field; it may stand after the number
 * @returns undefined if it is not a number, or if it has two meanings (`1,500`)
 */
export function typedNumber(text: string, unit = ''): number | undefined {
  const trimmedText = text.trim();
  // \s also matches the narrow and the no-break space.
  const typedText = (trimmedText.endsWith(unit) ? trimmedText.slice(0, trimmedText.length - unit.length) : trimmedText)
    .trim()
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '')
    .replace('−', '-');
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(typedText)) return undefined;
  const number = Number(typedText.replace(',', '.'));
  return typedText === '' || !Number.isFinite(number) ? undefined : number;
}
