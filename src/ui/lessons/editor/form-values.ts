/** The values of a form as data and as typed text. */
import { typedNumber } from '../../../shared/typed-number.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number, if the text is a number. */
export const parseNumber = (text: string): number | string => typedNumber(text) ?? text;

/** One line for each entry: `name = value`. */
export const linesOfRecord = (value: unknown): readonly string[] =>
  isFields(value) ? Object.entries(value).map(([name, entry]) => `${name} = ${String(entry)}`) : [];

export const recordOfLines = (lines: readonly string[]): JsonFields =>
  Object.fromEntries(
    lines.map((line) => {
      const equalsIndex = line.includes('=') ? line.indexOf('=') : line.length;
      return [line.slice(0, equalsIndex).trim(), parseNumber(line.slice(equalsIndex + 1).trim())];
    }),
  );
