/** Numbers in files. */

/** Twelve digits, because further digits of a product of doubles are rounding errors. */
export const formatDigits = (value: number) => String(Number(value.toPrecision(12)));

/** A number for JSON, with twelve digits; null for a value that is not a number. */
export const jsonNumber = (value: number) => (Number.isFinite(value) ? Number(formatDigits(value)) : null);
