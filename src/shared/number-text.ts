/** The one form of numbers in texts for people: on axes, in drawings and in sentences. */

/** Puts a narrow no-break space between groups of three digits, and writes a true minus sign. */
export function groupDigits(digits: string | number): string {
  const [whole = '', fraction] = String(digits).replace('-', '\u2212').split('.');
  const groupedDigits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return fraction === undefined ? groupedDigits : `${groupedDigits}.${fraction}`;
}

/** A number as text: three significant digits, thin spaces between thousands, and a true minus sign. */
export function formatNumber(value: number): string {
  return formatDecimals(value, 3);
}

/** A number with at most `maxDecimals` digits after the point. */
export function formatDecimals(value: number, maxDecimals: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(Number(value.toPrecision(3)));
  const text = value.toFixed(Math.min(maxDecimals, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3));
  return groupDigits(Number(text) === 0 ? text.replace('-', '') : text);
}

/** A threshold or a count as text: all digits of a whole number, otherwise as `formatNumber`. */
export function formatAmount(value: number): string {
  return Number.isInteger(value) ? groupDigits(value) : formatNumber(value);
}

/** The number at a tick of an axis, as short as possible. */
export function formatTick(value: number): string {
  return groupDigits(Number(value.toPrecision(6)));
}

/** A difference as text, always with its sign. */
export function formatSigned(value: number, maxDecimals: number): string {
  return value > 0 ? `+${formatDecimals(value, maxDecimals)}` : formatDecimals(value, maxDecimals);
}

/** A number of things, with their name in singular or plural. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${groupDigits(count)} ${count === 1 ? singular : plural}`;
}
