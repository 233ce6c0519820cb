/** Lines and numbers of texts that tools print. */

import { required } from '../shared/required.ts';
import type { Measurement } from './measurement.ts';

/** Each line of a text without its end, with its number from 1. A list of all lines would double the memory. */
export function* numberedLines(text: string): Generator<readonly [line: string, lineNumber: number]> {
  let from = 0;
  for (let lineNumber = 1; from <= text.length; lineNumber++) {
    let end = text.indexOf('\n', from);
    if (end < 0) end = text.length;
    yield [text.slice(from, text.charCodeAt(end - 1) === 13 && end > from ? end - 1 : end), lineNumber];
    from = end + 1;
  }
}

/** One run of a tool, as its lines tell it. */
interface ReportedRun {
  readonly hasContent: boolean;
  readLine(line: string, lineNumber: number, isStart: boolean): void;
  finish(): Measurement;
}

/**
 * The measurements of all runs in a text.
 * @param isStart whether a line begins another run, beside the latest one
 */
export function readRuns<Run extends ReportedRun>(
  text: string,
  RunClass: new () => Run,
  isStart: (line: string, latest: Run | undefined) => boolean,
): Measurement[] {
  const runs: Run[] = [];
  for (const [line, lineNumber] of numberedLines(text)) {
    const begins = isStart(line, runs.at(-1));
    if (begins || runs.length === 0) runs.push(new RunClass());
    required(runs.at(-1)).readLine(line, lineNumber, begins);
  }
  return runs.filter(({ hasContent }) => hasContent).map((run) => run.finish());
}

/** A text without its last line if that has no end and is not whole. */
export function withoutCutLine(text: string, isWhole: (line: string) => boolean): string {
  const start = text.lastIndexOf('\n') + 1;
  return start === text.length || isWhole(text.slice(start)) ? text : text.slice(0, start);
}

/** Longest line that a reader tries, characters. Some patterns take a time that grows with the square of the length. */
const MAX_LINE_LENGTH = 300;
/** Whether a reader tries a line of this length. */
export const isShortLine = (line: string): boolean => line.length <= MAX_LINE_LENGTH;

/** The short ones of the first lines of a text, by which a reader finds its tool. */
export const firstShortLines = (text: string, count = 200): string[] => text.split('\n', count).filter(isShortLine);

/** The number that begins the first group of a pattern in a text; undefined without one. */
export function numberIn(text: string, pattern: RegExp): number | undefined {
  const value = Number.parseFloat(pattern.exec(text)?.[1] ?? '');
  return Number.isNaN(value) ? undefined : value;
}

/** Number of a text with a decimal point or comma. */
export const parseDecimal = (text: string): number => Number(text.replace(',', '.'));

/** `lines 3, 8 and 12`, or the first ones of many. */
export function formatLineNumbers(numbers: readonly number[]): string {
  const MAX_SHOWN = 5;
  const shownNumbers = numbers.slice(0, MAX_SHOWN).join(', ');
  const moreText = numbers.length > MAX_SHOWN ? ` and ${numbers.length - MAX_SHOWN} more` : '';
  return `${numbers.length === 1 ? 'line' : 'lines'} ${shownNumbers}${moreText}`;
}

/** Says which parts of a file are left out, and why; undefined if there are none. */
export function leftOutNote(subject: string, reason: string, paths: readonly string[]): string | undefined {
  const MAX_SHOWN = 5;
  if (paths.length === 0) return undefined;
  const shownPaths = paths.slice(0, MAX_SHOWN).join(', ');
  return `${paths.length} ${subject} are left out, since ${reason}: ${shownPaths}${paths.length > MAX_SHOWN ? ' and more' : ''}.`;
}

/** A number rounded to six decimals: finer digits of quotients are not measured. */
export const roundMeasured = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The number of bits per second in 10^6; undefined stays so. */
export function megabits(bitsPerSecond: number): number;
export function megabits(bitsPerSecond: number | undefined): number | undefined;
export function megabits(bitsPerSecond: number | undefined): number | undefined {
  return bitsPerSecond === undefined ? undefined : roundMeasured(bitsPerSecond / 1e6);
}

const BEFORE_LETTER: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
/** Factor of a decimal prefix, such as that of Kbit. */
export const decimalPrefix = (letter: string): number => BEFORE_LETTER[letter.toUpperCase()] ?? Number.NaN;

const BINARY_LETTER: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
/** Factor of a binary prefix, such as that of a KByte. */
export const binaryPrefix = (letter: string): number => BINARY_LETTER[letter.toUpperCase()] ?? Number.NaN;
