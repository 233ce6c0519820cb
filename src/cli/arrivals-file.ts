/** Reads a list of arrivals: CSV, maybe gzipped, with a header `t_ns,flow,bytes,ect` and, if there, `u` and `class`. */
import { gunzipSync } from 'node:zlib';
import { csvParseRows } from 'd3-dsv';
import { extended } from '../engine/extended.ts';
import type { Arrivals } from '../runs/replay.ts';
import { ID, ID_WORDS } from '../scenarios/file.ts';
import { BadInput, type Io } from './io.ts';

/** Longest list, in bytes of its text: some ten million arrivals. */
const MAX_TEXT_BYTES = 256 * 2 ** 20;
/** Later instants would lose whole nanoseconds in sums: eleven days. */
const MAX_TIME_NS = 1e15;
const MAX_FLOW = 999_999;
const MAX_BYTES = 65_535;
const MAX_CLASSES = 255;
/** The class of all packets where the list names none. */
const ALL = 'all';

const NEEDED = ['t_ns', 'flow', 'bytes', 'ect'] as const;
const OPTIONAL = ['u', 'class'] as const;
type Column = (typeof NEEDED)[number] | (typeof OPTIONAL)[number];

/** @throws BadInput that names file, line, column, value and what is allowed */
export function readArrivals(io: Io, path: string): Arrivals {
  let bytes: Uint8Array;
  try {
    bytes = io.readBytes(path, MAX_TEXT_BYTES);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes, { maxOutputLength: MAX_TEXT_BYTES });
  } catch (error) {
    throw new BadInput(`file: ${path} could not be read: ${(error as Error).message}`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadInput(`file: ${path} could not be read: its text is not UTF-8; save it as UTF-8`);
  }
  return new Reader(path).read(text);
}

class Reader {
  private readonly path: string;
  /** Index of each column in a row, -1 where it is missing. */
  private at: Record<Column, number> = { t_ns: -1, flow: -1, bytes: -1, ect: -1, u: -1, class: -1 };
  private width = 0;
  private count = 0;
  private blankLine = 0;
  private timeNs = new Float64Array(1024);
  private flow = new Int32Array(1024);
  private bytes = new Int32Array(1024);
  private ect = new Uint8Array(1024);
  private classIndex = new Uint8Array(1024);
  private draws = new Float64Array(1024);
  private readonly classes = new Map<string, number>();

  constructor(path: string) {
    this.path = path;
  }

  read(text: string): Arrivals {
    csvParseRows(text, (row, index) => {
      if (index === 0) this.header(row);
      else this.row(row, index + 1);
      return undefined;
    });
    const { count } = this;
    if (this.width === 0) this.refuse(1, 'header', '', `a header with ${NEEDED.join(',')}`);
    if (count === 0) this.refuse(2, 't_ns', '', 'at least one arrival');
    const arrivals = {
      count,
      timeNs: this.timeNs.subarray(0, count),
      flow: this.flow.subarray(0, count),
      bytes: this.bytes.subarray(0, count),
      ect: this.ect.subarray(0, count),
      classIndex: this.classIndex.subarray(0, count),
      classes: this.at.class < 0 ? [ALL] : [...this.classes.keys()],
    };
    return this.at.u < 0 ? arrivals : { ...arrivals, draws: this.draws.subarray(0, count) };
  }

  private header(row: readonly string[]): void {
    const allowed = `${NEEDED.join(',')} and, in any order, ${OPTIONAL.join(', ')}`;
    for (const [index, name] of row.entries()) {
      const column = name.trim();
      if (!Object.hasOwn(this.at, column)) this.refuse(1, `${index + 1}`, name, `a header of ${allowed}`);
      if (this.at[column as Column] >= 0) this.refuse(1, `${index + 1}`, name, 'each column once');
      this.at[column as Column] = index;
    }
    const missing = NEEDED.find((column) => this.at[column] < 0);
    if (missing !== undefined) this.refuse(1, missing, row.join(','), `a header of ${allowed}`);
    this.width = row.length;
  }

  private row(row: readonly string[], line: number): void {
    // Empty lines may stand at the end only.
    if (row.length === 1 && row[0] === '') {
      if (this.blankLine === 0) this.blankLine = line;
      return;
    }
    if (this.blankLine > 0) this.refuse(this.blankLine, 't_ns', '', 'no empty line between arrivals');
    if (row.length !== this.width)
      this.refuse(
        line,
        `${Math.min(row.length, this.width) + 1}`,
        row.join(','),
        `${this.width} columns, as in the header`,
      );
    const { at, count } = this;
    if (count === this.timeNs.length) this.grow(2 * count);
    const time = this.whole(row, line, 't_ns', 0, MAX_TIME_NS);
    const before = count === 0 ? 0 : (this.timeNs[count - 1] as number);
    if (time < before) this.refuse(line, 't_ns', row[at.t_ns], `at least ${before}, the time of the arrival before it`);
    this.timeNs[count] = time;
    this.flow[count] = this.whole(row, line, 'flow', 0, MAX_FLOW);
    this.bytes[count] = this.whole(row, line, 'bytes', 1, MAX_BYTES);
    this.ect[count] = this.whole(row, line, 'ect', 0, 2);
    if (at.u >= 0) this.draws[count] = this.draw(row[at.u] as string, line);
    if (at.class >= 0) this.classIndex[count] = this.classOf(row[at.class] as string, line);
    this.count = count + 1;
  }

  private whole(row: readonly string[], line: number, column: Column, min: number, max: number): number {
    const text = row[this.at[column]] as string;
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isInteger(value) || value < min || value > max)
      this.refuse(line, column, text, `a whole number from ${min} to ${max}`);
    return value;
  }

  /** An empty cell: the packet has no number of its own. */
  private draw(text: string, line: number): number {
    if (text.trim() === '') return Number.NaN;
    const value = Number(text);
    if (!(value >= 0 && value < 1)) this.refuse(line, 'u', text, 'a number from 0 to below 1, or nothing');
    return value;
  }

  private classOf(text: string, line: number): number {
    const known = this.classes.get(text);
    if (known !== undefined) return known;
    if (!ID.test(text)) this.refuse(line, 'class', text, ID_WORDS);
    if (this.classes.size === MAX_CLASSES) this.refuse(line, 'class', text, `at most ${MAX_CLASSES} classes`);
    this.classes.set(text, this.classes.size);
    return this.classes.size - 1;
  }

  private grow(size: number): void {
    this.timeNs = extended(this.timeNs, new Float64Array(size));
    this.flow = extended(this.flow, new Int32Array(size));
    this.bytes = extended(this.bytes, new Int32Array(size));
    this.ect = extended(this.ect, new Uint8Array(size));
    this.classIndex = extended(this.classIndex, new Uint8Array(size));
    this.draws = extended(this.draws, new Float64Array(size));
  }

  private refuse(line: number, column: string, given: string | undefined, allowed: string): never {
    const value = given === undefined || given === '' ? 'nothing' : given.slice(0, 60);
    throw new BadInput(`${this.path}, line ${line}, column ${column}: ${value} is not allowed; allowed: ${allowed}`);
  }
}
