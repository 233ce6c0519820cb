/** The error of a student's program: its message and its place. */
import { groupDigits } from '../shared/number-text.ts';
import { absentNameMessage } from './absent-names.ts';
import { MAX_CALL_STEPS, MAX_PROGRAM_BYTES } from './program-limits.ts';

/** Its message names the problem in words for a student. Lines and columns count from 1. */
export class ProgramError extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.stack = '';
    this.line = line;
    this.column = column;
  }
}

const ENDLESS_MESSAGE = `The call took more than ${groupDigits(MAX_CALL_STEPS)} steps: a loop does not end.`;

export const TOO_DEEP_MESSAGE = 'The functions call each other too deeply, or brackets are nested too deeply.';

/**
 * Makes a message from the interpreter's report of an exception.
 * @param prefix number of characters before the program in its first line
 */
export function parseProgramError(dump: string, source: string, prefix: number): ProgramError {
  let errorText: unknown;
  try {
    errorText = JSON.parse(dump);
  } catch {
    errorText = dump;
  }
  if (typeof errorText !== 'object' || errorText === null || !('message' in errorText))
    return new ProgramError(`The program threw ${dump.slice(0, 200) || 'a symbol, or a value without a text'}.`);
  const { name = 'Error', message, stack } = errorText as { name?: unknown; message: unknown; stack?: unknown };
  const problem = formatError(String(name), String(message).slice(0, 300));
  const match = /policy\.js:(\d+):(\d+)/.exec(String(stack));
  const line = match === null ? asyncFunctionLine(source, String(message)) : Number(match[1]);
  const absentPart = absentNameMessage({ name: String(name), message: String(message) }, source, line);
  if (absentPart !== undefined) return new ProgramError(`${absentPart}.`, line);
  if (match === null || line === undefined) return new ProgramError(problem);
  const column = Number(match[2]) - (line === 1 && name !== 'SyntaxError' ? prefix : 0);
  return problem === ENDLESS_MESSAGE
    ? new ProgramError(problem, findLoop(source, line))
    : new ProgramError(problem, line, column);
}

/**
 * The line of an asynchronous function that the interpreter does not take for a function: `enqueue must be a function`.
 */
function asyncFunctionLine(source: string, message: string): number | undefined {
  const name = /^(\w+) must be a function$/.exec(message)?.[1];
  return name === undefined
    ? undefined
    : lineOfPattern(source, `\\basync\\s+function\\s*\\*?\\s*${name}\\b|\\b${name}\\s*=\\s*async\\b`);
}

/**
 * For an endless loop, the interpreter reports only the last call before it. The loop is most likely the next one in
 * the source.
 */
function findLoop(source: string, line: number): number {
  return lineOfPattern(source, '\\b(for|while|do)\\b', line) ?? line;
}

function formatError(name: string, message: string): string {
  if (name === 'InternalError' && message === 'interrupted') return ENDLESS_MESSAGE;
  if (name === 'InternalError' && message === 'out of memory')
    return `The program uses more than ${MAX_PROGRAM_BYTES >> 20} MB.`;
  if (message === 'stack overflow') return TOO_DEEP_MESSAGE;
  if (message === '') return `${name} without a message.`;
  return name === 'Error' ? `${message}.` : `${name}: ${message}.`;
}

/** The first line, from 1, in which a pattern is found outside of a comment to the line's end. */
export function lineOfPattern(source: string, pattern: string, from = 1): number | undefined {
  const expression = new RegExp(pattern);
  const lines = source.split('\n');
  for (let index = from - 1; index < lines.length; index++)
    if (expression.test(lines[index].replace(/\/\/.*/, ''))) return index + 1;
  return undefined;
}

/** A pattern that matches exactly this text. It is needed because a program can use any names for its parameters. */
export function quotePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
