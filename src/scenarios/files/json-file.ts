/**
 * The JSON of a file that somebody wrote by hand: its length, its nesting, keys that it has twice, and where it stops
 * being JSON, in plain words.
 */
import type { ParameterProblem } from '../../params/schema.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { isDeeperThan } from '../../shared/nesting.ts';

/**
 * A token: a text in quotes, a number, a word, or a mark. Of characters that no text may have, only the usual ones are
 * named.
 */
const TOKEN =
  /(?:("(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:]))/y;
const SPACE = /[ \t\r\n]*/y;
const MAX_SHOWN_CHARACTERS = 20;
/** Longest message of the browser, which can contain a part of the file, characters. */
const MAX_MESSAGE_CHARACTERS = 80;

/** The tokens that may follow, and how a message names them. */
const EXPECTED = {
  value: 'a value: a number, a text in double quotes, true, false, null, { or [',
  item: 'a value, or ] at the end of the list',
  key: 'a name in double quotes',
  firstKey: 'a name in double quotes, or } at the end of the object',
  colon: 'a : behind the name',
  inObject: 'a comma, or } at the end of the object',
  inList: 'a comma, or ] at the end of the list',
  end: 'nothing more',
} as const;
type Expected = keyof typeof EXPECTED;

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The text that is there. */
  readonly foundText: string;
  readonly expectedText: string;
}

/** @returns the data, or the problem of a text that is too long or no JSON */
export function parseJsonFile(
  text: string,
  maxCharacters: number,
): { readonly data?: unknown; readonly problem?: ParameterProblem } {
  if (text.length > maxCharacters)
    return { problem: { path: 'file', given: `${text.length} characters`, allowed: `at most ${maxCharacters}` } };
  const json = text.replace(/^\uFEFF/, '');
  try {
    return { data: JSON.parse(json) };
  } catch (error) {
    const fault = jsonFault(json);
    const faultText = fault && `line ${fault.line}, column ${fault.column}: ${fault.foundText}`;
    const message = errorMessage(error).slice(0, MAX_MESSAGE_CHARACTERS);
    return { problem: { path: 'file', given: faultText ?? message, allowed: fault?.expectedText ?? 'JSON' } };
  }
}

/** The problem of data that is nested too deep; undefined without one. */
export const nestingProblem = (data: unknown, maxLevels: number): ParameterProblem | undefined =>
  isDeeperThan(data, maxLevels)
    ? { path: 'file', given: 'deeper nesting', allowed: `at most ${maxLevels} levels` }
    : undefined;

/**
 * A problem for each key that an object has more than once.
 * @param text valid JSON, not nested too deep
 */
export const repeatedKeyProblems = (text: string): ParameterProblem[] =>
  repeatedKeys(text).map((path) => ({
    path,
    given: 'more than one value',
    allowed: 'one value; the last one is used',
  }));

/** The first fault of a text; undefined if it finds none. */
export function jsonFault(text: string): JsonFault | undefined {
  /** The closing mark of each open object or list. */
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
    if (at === text.length && expected === 'end') return undefined;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const next: Expected | undefined = match === null ? undefined : expectedAfter(match, expected, open);
    if (match === null || next === undefined) return faultAt(text, at, EXPECTED[expected]);
    at += match[0].length;
    expected = next;
  }
}

/**
 * The tokens that are expected after a token; undefined if the token is not expected. Opens and closes objects and
 * lists.
 */
function expectedAfter([token, text]: RegExpExecArray, expected: Expected, open: string[]): Expected | undefined {
  const isMark = token.length === 1 && '{}[],:'.includes(token);
  const expectedInside = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '}' ? 'inObject' : 'inList');
  if (expected === 'key' || expected === 'firstKey') {
    if (text !== undefined) return 'colon';
    if (expected !== 'firstKey' || token !== '}') return undefined;
    open.pop();
    return expectedInside();
  }
  if (expected === 'colon') return token === ':' ? 'value' : undefined;
  if (expected === 'value' || expected === 'item') {
    if (!isMark) return expectedInside();
    if (token === '{' || token === '[') {
      open.push(token === '{' ? '}' : ']');
      return token === '{' ? 'firstKey' : 'item';
    }
    if (expected !== 'item' || token !== ']') return undefined;
    open.pop();
    return expectedInside();
  }
  if (expected === 'end') return undefined;
  if (token === ',') return expected === 'inObject' ? 'key' : 'value';
  if (token !== open.at(-1)) return undefined;
  open.pop();
  return expectedInside();
}

function faultAt(text: string, at: number, expectedText: string): JsonFault {
  const textBefore = text.slice(0, at);
  const line = textBefore.split('\n').length;
  const column = at - textBefore.lastIndexOf('\n');
  const [rest = ''] = text.slice(at, at + MAX_SHOWN_CHARACTERS).split(/[\r\n]/);
  return { line, column, foundText: at === text.length ? 'the end of the file' : rest, expectedText };
}

/**
 * Keys that an object has more than once. JSON parsers use the last one without a message.
 * @param text valid JSON
 * @returns the paths of such keys, e.g. `link.rateBps`, each once, in order
 */
export function repeatedKeys(text: string): string[] {
  const repeatedPaths = new Set<string>();
  // One entry for each open object or list: the keys so far, and the present key or place.
  const openObjects: { readonly keys: Set<string> | undefined; key: string }[] = [];
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
  let last = '';
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [word] = token;
    const openObject = openObjects.at(-1);
    if (word === '{' || word === '[') openObjects.push({ keys: word === '{' ? new Set() : undefined, key: '0' });
    else if (word === '}' || word === ']') openObjects.pop();
    else if (word === ',' && openObject !== undefined && openObject.keys === undefined)
      openObject.key = String(Number(openObject.key) + 1);
    else if (word === ':' && openObject?.keys !== undefined) {
      openObject.key = String(JSON.parse(last));
      if (openObject.keys.has(openObject.key)) repeatedPaths.add(openObjects.map(({ key }) => key).join('.'));
      openObject.keys.add(openObject.key);
    }
    last = word;
  }
  return [...repeatedPaths];
}
