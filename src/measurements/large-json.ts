/**
 * JSON with long lists. The objects of a million samples would take several times the memory of the text. Here a long
 * list is parsed in pieces, each when it is read.
 */

import { required } from '../shared/required.ts';
import { type ParsedJson, parseJsonPiece, parseJsonText } from './json-text.ts';

/** Shorter texts are parsed at once, characters. */
const MIN_LARGE_TEXT = 4_000_000;
/** Shorter lists are parsed at once, characters. */
const MIN_LONG_LIST = 500_000;
const PIECE_ELEMENTS = 1_000;
/** Begins the text that stands in place of a long list. JSON of tools has no such character. */
const LIST_MARK = '\u0001list ';

/** A list that is read once, in order. */
export interface JsonList extends Iterable<unknown> {
  readonly length: number;
}

/** The list that a value is, if it is one. */
export function jsonListOf(value: unknown): JsonList | undefined {
  return Array.isArray(value) || value instanceof PiecewiseList ? value : undefined;
}

/** As `parseJsonText`, but a long list of a large text is a `JsonList` and no array. */
export function parseLargeJson(text: string): ParsedJson {
  if (text.length < MIN_LARGE_TEXT) return parseJsonText(text);
  const lists = findLongLists(text);
  if (lists === undefined || lists.length === 0) return parseJsonText(text);
  let from = 0;
  const parts: string[] = [];
  lists.forEach((list, index) => {
    parts.push(text.slice(from, list.start), JSON.stringify(`${LIST_MARK}${index}`));
    from = list.end;
  });
  parts.push(text.slice(from));
  const { values, notes } = parseJsonText(parts.join(''));
  const allNotes = [...notes];
  return { values: values.map((value) => withLists(value, lists, text, allNotes)), notes: allNotes };
}

/** Puts the lists into the places of their marks. */
function withLists(value: unknown, lists: readonly LongList[], text: string, notes: string[]): unknown {
  if (typeof value === 'string' && value.startsWith(LIST_MARK))
    return new PiecewiseList(required(lists[Number(value.slice(LIST_MARK.length))]), text, notes);
  if (Array.isArray(value)) return value.map((item) => withLists(item, lists, text, notes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withLists(item, lists, text, notes)]));
}

/** A long list in a text. */
interface LongList {
  /** Place of its brackets; `end` is behind the last one. */
  readonly start: number;
  readonly end: number;
  readonly length: number;
  /** Places of the commas between its pieces. */
  readonly commas: readonly number[];
}

class PiecewiseList implements JsonList {
  private readonly list: LongList;
  private readonly text: string;
  private readonly notes: string[];

  constructor(list: LongList, text: string, notes: string[]) {
    this.list = list;
    this.text = text;
    this.notes = notes;
  }

  get length(): number {
    return this.list.length;
  }

  *[Symbol.iterator](): Generator<unknown> {
    const { start, end, commas } = this.list;
    let from = start + 1;
    for (const to of [...commas, end - 1]) {
      yield* parseJsonPiece(this.text, from, `[${this.text.slice(from, to)}]`, this.notes) as unknown[];
      from = to + 1;
    }
  }
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];

/** The long lists of a text, the inner ones of nested ones; undefined if its brackets are not closed. */
function findLongLists(text: string): readonly LongList[] | undefined {
  const foundLists: LongList[] = [];
  const open: { start: number; commaCount: number; commas: number[]; foundBefore: number }[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      do index = text.indexOf('"', index + 1);
      while (index > 0 && isEscaped(text, index));
      if (index < 0) return undefined;
    } else if (code === COMMA) {
      const top = open.at(-1);
      if (top === undefined) return undefined;
      if (++top.commaCount % PIECE_ELEMENTS === 0) top.commas.push(index);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET)
      open.push({ start: index, commaCount: 0, commas: [], foundBefore: foundLists.length });
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const closedEntry = open.pop();
      if (closedEntry === undefined) return undefined;
      const isLong = code === CLOSE_BRACKET && index - closedEntry.start >= MIN_LONG_LIST;
      if (isLong && closedEntry.foundBefore === foundLists.length)
        foundLists.push({
          start: closedEntry.start,
          end: index + 1,
          length: closedEntry.commaCount + 1,
          commas: closedEntry.commas,
        });
    }
  }
  return open.length === 0 ? foundLists : undefined;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, index: number): boolean {
  let count = 0;
  while (text.charCodeAt(index - 1 - count) === BACKSLASH) count++;
  return count % 2 === 1;
}
