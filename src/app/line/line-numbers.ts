/** The numbers of a line in the fields of its form, and lines to start from. */
import { linkParameters } from '../../engine/scenario/scenario.ts';
import type { GivenNumbers } from '../../measurements/fit/four-numbers.ts';
import { formatAllowedValues } from '../../params/check-value.ts';
import type { NumberParameter } from '../../params/schema.ts';
import { typedNumber } from '../../shared/typed-number.ts';

export const LINE_FIELDS = ['downMbps', 'upMbps', 'idleMs', 'loadedDownMs', 'loadedUpMs'] as const;
/** A field of the form of the user's line. */
export type LineField = (typeof LINE_FIELDS)[number];

/** The texts of the fields; empty for a number that is not given. */
export type LineTexts = Readonly<Record<LineField, string>>;

export const NO_TEXTS: LineTexts = { downMbps: '', upMbps: '', idleMs: '', loadedDownMs: '', loadedUpMs: '' };

const MBPS = 1e6;
const inMbps = ({ min, max, ...rest }: NumberParameter): NumberParameter => ({
  ...rest,
  min: min / MBPS,
  max: max / MBPS,
  unit: 'Mb/s',
});

const isRate = (field: LineField) => field === 'downMbps' || field === 'upMbps';

const parameterOf = (field: LineField): NumberParameter =>
  isRate(field) ? inMbps(linkParameters.rateBps) : linkParameters.delayMs;

/** The numbers that the user typed, read. */
export interface ParsedLine {
  readonly given: GivenNumbers;
  /** By field: the reason why its text is not used. */
  readonly problems: Readonly<Partial<Record<LineField, string>>>;
}

/** A number with a decimal point or comma. A text that is not allowed is not used, and has a problem. */
export function parseLine(texts: LineTexts, queueKind: string | undefined): ParsedLine {
  const givenNumbers: Partial<Record<LineField, number>> = {};
  const problems: Partial<Record<LineField, string>> = {};
  for (const field of LINE_FIELDS) {
    const text = texts[field];
    if (text.trim() === '') continue;
    const value = typedNumber(text);
    const parameter = parameterOf(field);
    if (value !== undefined && value >= parameter.min && value <= parameter.max) givenNumbers[field] = value;
    else problems[field] = `“${text}” is not allowed; allowed: ${formatAllowedValues(parameter)}`;
  }
  return { given: queueKind === undefined ? givenNumbers : { ...givenNumbers, queueKind }, problems };
}

export interface TypicalLine {
  readonly name: string;
  readonly texts: LineTexts;
}

const lineOf = (name: string, ...[downMbps, upMbps, idleMs, loadedDownMs, loadedUpMs]: readonly number[]) => ({
  name,
  texts: {
    downMbps: String(downMbps),
    upMbps: String(upMbps),
    idleMs: String(idleMs),
    loadedDownMs: String(loadedDownMs),
    loadedUpMs: String(loadedUpMs),
  },
});

/** Invented, in the range of such lines: down and up, Mb/s; round trips idle, beside a download and an upload, ms. */
export const TYPICAL_LINES: readonly TypicalLine[] = [
  lineOf('Fibre', 300, 100, 8, 25, 30),
  lineOf('Cable', 100, 10, 18, 90, 300),
  lineOf('DSL', 16, 1, 30, 130, 600),
  lineOf('LTE', 40, 10, 45, 250, 400),
];
