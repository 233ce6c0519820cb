/** JSON of measuring tools: several values in a file, a file that was cut off, and numbers that are not JSON. */

import { errorMessage } from '../shared/error-message.ts';
import { isFields, type JsonFields } from '../shared/nesting.ts';
import { required } from '../shared/required.ts';
import { MeasurementError } from './measurement.ts';
import { formatLineNumbers } from './text-lines.ts';

export interface ParsedJson {
  readonly values: readonly unknown[];
  /** Changes that were needed, as sentences. */
  readonly notes: readonly string[];
  /** Path of the value in which the file ends, if it is cut off. */
  readonly cutPath?: string;
}

/** The object at a key; an empty one if there is none. */
export function fieldsAt(fields: unknown, key: string): JsonFields {
  const value = isFields(fields) && Object.hasOwn(fields, key) ? fields[key] : undefined;
  return isFields(value) ? value : {};
}

/** The list at a key of some data; empty if the data have none. */
export function listAt(fields: unknown, key: string): readonly unknown[] {
  const value = isFields(fields) ? fields[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** The finite number at a key, or undefined. */
export function numberAtKey(fields: unknown, key: string): number | undefined {
  const value = isFields(fields) ? fields[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The text at a key of some data; undefined if the data have none. */
export function textAt(fields: unknown, key: string): string | undefined {
  const value = isFields(fields) ? fields[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * All JSON values of a text, one after another. Of a file that was cut off, everything up to the last whole element of
 * its outermost open list is read.
 * @throws MeasurementError that names the line
 */
export function parseJsonText(text: string): ParsedJson {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return { values: [JSON.parse(json)], notes: [] };
  } catch {
    return parseSeveral(json);
  }
}

/** A bracket that is open at a place of a text. */
interface OpenBracket {
  readonly closer: string;
  key: string | undefined;
  /** Number of whole elements so far. */
  elementCount: number;
  /** End of the last whole element. */
  elementEnd: number;
}

function parseSeveral(json: string): ParsedJson {
  const values: unknown[] = [];
  const notes: string[] = [];
  const textLines: number[] = [];
  const addTextLines = () => {
    if (textLines.length > 0) notes.unshift(`Not JSON, and left out: ${formatLineNumbers(textLines)}.`);
  };
  let from = 0;
  const lineOf = lineCounter(json);
  while (from < json.length) {
    const start = from + (/\S/.exec(json.slice(from, from + 1_000))?.index ?? 1_000);
    if (start >= json.length) break;
    if (json[start] !== '{' && json[start] !== '[') {
      // Lines of text between the values, such as warnings of a shell.
      const end = json.indexOf('\n', start);
      textLines.push(lineOf(start));
      from = end < 0 ? json.length : end + 1;
      continue;
    }
    const { end, open } = scanValue(json, start);
    if (open.length === 0) {
      values.push(parseJsonPiece(json, start, json.slice(start, end), notes));
      from = end;
      continue;
    }
    const outerList = open.find(({ closer }) => closer === ']') ?? required(open.at(-1));
    const closers = open.slice(0, open.indexOf(outerList) + 1).map(({ closer }) => closer);
    const piece = json.slice(start, outerList.elementEnd) + closers.reverse().join('');
    const cutPath = open
      .map(({ closer, key, elementCount }) => (closer === ']' ? `[${elementCount}]` : `.${key ?? ''}`))
      .join('')
      .replace(/^\./, '')
      .replace(/\.$/, '');
    notes.push(
      `The file is cut off in line ${lineNumberAt(json, json.length)}, at ${cutPath}. It is read up to the last whole element before.`,
    );
    values.push(parseJsonPiece(json, start, piece, notes));
    addTextLines();
    return { values, notes, cutPath };
  }
  if (values.length === 0) throw new MeasurementError(`line ${lineNumberAt(json, from)}: not JSON`);
  addTextLines();
  return { values, notes };
}

/** Python and old versions of iperf3 write nan and inf, which are not JSON. */
const NOT_JSON_NUMBER = /([:[,]\s*)-?(?:nan|inf|infinity)(?=\s*[,}\]])/gi;

/**
 * Parses a piece of a text.
 * @param start place of the piece in the text
 * @throws MeasurementError that names the line
 */
export function parseJsonPiece(json: string, start: number, piece: string, notes: string[]): unknown {
  try {
    return JSON.parse(piece);
  } catch (error) {
    let replacedCount = 0;
    const replacedText = piece.replace(NOT_JSON_NUMBER, (_, before: string) => {
      replacedCount++;
      return `${before}null`;
    });
    if (replacedCount > 0)
      try {
        const value = JSON.parse(replacedText);
        notes.push(`${replacedCount} numbers are nan or inf. They are read as missing.`);
        return value;
      } catch {}
    const position = Number(/position (\d+)/.exec(errorMessage(error))?.[1] ?? 0);
    throw new MeasurementError(`line ${lineNumberAt(json, start + position)}: not JSON`);
  }
}

/** Reads over one value. It returns the open brackets if the text ends inside of the value. */
function scanValue(json: string, start: number): { readonly end: number; readonly open: readonly OpenBracket[] } {
  const open: OpenBracket[] = [];
  let isInText = false;
  let textStart = 0;
  let lastText = '';
  for (let index = start; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (isInText) {
      if (code === 92) index++;
      else if (code === 34) {
        isInText = false;
        lastText = json.slice(textStart, index);
      }
      continue;
    }
    const top = open.at(-1);
    switch (code) {
      case 34:
        isInText = true;
        textStart = index + 1;
        break;
      case 58: // :
        if (top !== undefined) top.key = lastText;
        break;
      case 44: // ,
        if (top !== undefined) {
          top.elementCount++;
          top.elementEnd = index;
        }
        break;
      case 123: // {
      case 91: // [
        open.push({ closer: code === 123 ? '}' : ']', key: undefined, elementCount: 0, elementEnd: index + 1 });
        break;
      case 125: // }
      case 93: // ]
        open.pop();
        if (open.length === 0) return { end: index + 1, open };
        // A closed value is whole, also without the comma after it.
        required(open.at(-1)).elementEnd = index + 1;
        break;
    }
  }
  return { end: json.length, open };
}

const lineNumberAt = (text: string, position: number) => lineCounter(text)(position);

/** Gives the number of the line at a place, counted on from the place before. */
function lineCounter(text: string): (position: number) => number {
  let lineNumber = 1;
  let countedTo = 0;
  return (position) => {
    for (let at = text.indexOf('\n', countedTo); at >= 0 && at < position; at = text.indexOf('\n', countedTo)) {
      lineNumber++;
      countedTo = at + 1;
    }
    return lineNumber;
  };
}
