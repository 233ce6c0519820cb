/** Numbers as texts for the eye. */

/** A number as text: three significant digits, thin spaces between thousands, and a true minus sign. */
export function figure(value: number): string {
  return shorter(value, 3);
}

/** The same with a largest number of digits after the point. */
export function shorter(value: number, mostPlaces: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(Number(value.toPrecision(3)));
  const text = value.toFixed(Math.min(mostPlaces, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3));
  return grouped(Number(text) === 0 ? text.replace('-', '') : text);
}

/** A threshold or a count as text: all digits of a whole number, otherwise as `figure`. */
export function amount(value: number): string {
  return Number.isInteger(value) ? grouped(String(value)) : figure(value);
}

/** The number at a tick of an axis, as short as possible. */
export function tickText(value: number): string {
  return grouped(String(Number(value.toPrecision(6))));
}

/** A difference as text, always with its sign. */
export function signed(value: number, mostPlaces: number): string {
  return value > 0 ? `+${shorter(value, mostPlaces)}` : shorter(value, mostPlaces);
}

function grouped(digits: string): string {
  const [whole = '', fraction] = digits.replace('-', '\u2212').split('.');
  const parted = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}
