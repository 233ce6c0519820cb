/**
 * Reads and writes a list of arrivals as CSV: with a header `t_ns,flow,bytes,ect`, or with `time_s,bytes` and optional
 * columns. Semicolons, tabs and blanks can separate the columns too. Files on disk and lists in scenario files use this
 * reader only.
 */
import { ALLOWED_IDS, ID_PATTERN } from '../../params/id.ts';
import { copyIntoGrown } from '../numbers/grown-array.ts';
import type { Arrivals, DrawWords } from './arrivals.ts';
import {
  cellNumber,
  columnNames,
  lacksNames,
  listSeparator,
  MAX_COLUMNS,
  type Separator,
  splitCsvLine,
  timeUnitNs,
} from './csv-line.ts';
import { TimeListError } from './time-list-error.ts';

/** Latest time, eleven days: at later times, sums would lose whole nanoseconds. */
export const MAX_TIME_NS = 1e15;
/** A list that begins later has times since 1970: 2001-09-09. */
const MIN_EPOCH_NS = 1e18;
const MAX_FLOW = 999_999;
/** Longest packet: of IPv4. */
export const MAX_PACKET_BYTES = 65_535;
const MAX_CLASSES = 255;
/** The class of all packets if the list names no classes. */
export const DEFAULT_CLASS_ID = 'all';
const COLOUR_NAMES = ['blue', 'green'];
/** A random word of 16, 32 or 64 bits. A decimal number below 1 with that many digits has a point, or is 0. */
const WORD_PATTERN = /^(?:[0-9a-f]{4}|(?:[0-9a-f]{8}){1,2})$/i;
/** Words of 16 bits are those of CAKE's turns between flows, which decide on no packet. */
const TURN_WORD_DIGITS = 4;

const COLUMN_NAMES = [
  ...(['t_ns', 'time_s', 'flow', 'bytes', 'ect', 'u', 'class', 'colour'] as const),
  ...(['dscp', 'source_host', 'destination_host'] as const),
] as const;
type Column = (typeof COLUMN_NAMES)[number];
const OPTIONAL_NAMES = 'u, class, colour, dscp, source_host, destination_host';
const HEADER_WORDS = `a header of t_ns,flow,bytes,ect and, in any order, ${OPTIONAL_NAMES}; or of time_s,bytes and, in any order, flow, ect, ${OPTIONAL_NAMES}`;
const MAX_CODE_POINT = 63;
const MAX_HOST = 999_999;

/** How much of a list is read. */
export interface ArrivalsLimits {
  /** Arrivals that are read; those after them are left out. Default all. */
  readonly maxPackets?: number;
  /** Latest time, ns. Default `MAX_TIME_NS`. */
  readonly timeNs?: number;
  /** Most flows of all classes together. Default any number. */
  readonly maxFlows?: number;
  /** Most classes. Default 255, because the index of a class is one byte. */
  readonly maxClasses?: number;
}

/** A list of arrivals that was read. */
export interface ParsedArrivals {
  readonly arrivals: Arrivals;
  /** Omissions and changes, as sentences. */
  readonly notes: readonly string[];
}

/** There are more packets than the limit allows. */
export const formatMore = (packets: number) => `Only the first ${packets} packets are read: the file has more.`;

/** @throws TimeListError */
export function parseArrivalsCsv(text: string, limits: ArrivalsLimits = {}): ParsedArrivals {
  return new ArrivalsParser(limits).parse(text);
}

/** A list as CSV, without the numbers for random decisions. */
export function formatArrivalsCsv(arrivals: Arrivals): string {
  const { count, timeNs, flow, bytes, ect, classIndex, classes, green } = arrivals;
  const hasNames = classes.length > 1 || classes[0] !== DEFAULT_CLASS_ID;
  const { codePoint, sourceHost, destinationHost } = arrivals;
  const labels = Object.entries({ dscp: codePoint, source_host: sourceHost, destination_host: destinationHost }).filter(
    (entry): entry is [string, Uint8Array | Int32Array] => entry[1] !== undefined,
  );
  const labelNames = labels.map(([name]) => `,${name}`).join('');
  const lines = [`t_ns,flow,bytes,ect${hasNames ? ',class' : ''}${green === undefined ? '' : ',colour'}${labelNames}`];
  for (let row = 0; row < count; row++) {
    const name = hasNames ? `,${classes[classIndex[row]]}` : '';
    const colour = green === undefined ? '' : `,${COLOUR_NAMES[green[row]]}`;
    const label = labels.map(([, column]) => `,${column[row]}`).join('');
    lines.push(`${timeNs[row]},${flow[row]},${bytes[row]},${ect[row]}${name}${colour}${label}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Gathers arrivals row by row. */
export class ArrivalsBuilder {
  count = 0;
  private timeNs = new Float64Array(1024);
  private flow = new Int32Array(1024);
  private bytes = new Int32Array(1024);
  private ect = new Uint8Array(1024);
  private classIndex = new Uint8Array(1024);
  private greenFlags = new Uint8Array(1024);
  private draws = new Float64Array(1024);
  private readonly labels = { codePoint: [] as number[], sourceHost: [] as number[], destinationHost: [] as number[] };
  private hasGreen = false;
  private hasDraws = false;
  private firstWord = new Int32Array(1025);
  private wordCount = 0;
  private upperHalves = new Uint32Array(1024);
  private lowerHalves = new Uint32Array(1024);

  get lastNs(): number {
    return this.count === 0 ? 0 : this.timeNs[this.count - 1];
  }

  add(
    timeNs: number,
    flow: number,
    bytes: number,
    ect: number,
    classIndex = 0,
    isGreen = false,
    draw = Number.NaN,
  ): void {
    const { count } = this;
    if (count === this.timeNs.length) this.grow(2 * count);
    this.timeNs[count] = timeNs;
    this.flow[count] = flow;
    this.bytes[count] = bytes;
    this.ect[count] = ect;
    this.classIndex[count] = classIndex;
    this.greenFlags[count] = isGreen ? 1 : 0;
    this.draws[count] = draw;
    this.firstWord[count + 1] = this.wordCount;
    this.hasGreen ||= isGreen;
    this.hasDraws ||= !Number.isNaN(draw);
    this.count = count + 1;
  }

  /** The DiffServ code point and the hosts of the packet that is added next; -1 without a column. */
  addLabels(codePoint: number, sourceHost: number, destinationHost: number): void {
    const { labels } = this;
    if (codePoint >= 0) labels.codePoint.push(codePoint);
    if (sourceHost >= 0) labels.sourceHost.push(sourceHost);
    if (destinationHost >= 0) labels.destinationHost.push(destinationHost);
  }

  /** A random word of the packet that is added next; `lower` is 0 for a word of 32 bits. */
  addWord(upper: number, lower: number): void {
    const { wordCount } = this;
    if (wordCount === this.upperHalves.length) {
      this.upperHalves = copyIntoGrown(this.upperHalves, new Uint32Array(2 * wordCount));
      this.lowerHalves = copyIntoGrown(this.lowerHalves, new Uint32Array(2 * wordCount));
    }
    this.upperHalves[wordCount] = upper;
    this.lowerHalves[wordCount] = lower;
    this.wordCount++;
  }

  build(classes: readonly string[]): Arrivals {
    const { count, labels } = this;
    const { codePoint, sourceHost, destinationHost } = labels;
    return {
      count,
      timeNs: this.timeNs.subarray(0, count),
      flow: this.flow.subarray(0, count),
      bytes: this.bytes.subarray(0, count),
      ect: this.ect.subarray(0, count),
      classIndex: this.classIndex.subarray(0, count),
      classes,
      ...(this.hasGreen ? { green: this.greenFlags.subarray(0, count) } : {}),
      ...(codePoint.length > 0 ? { codePoint: Uint8Array.from(codePoint) } : {}),
      ...(sourceHost.length > 0 ? { sourceHost: Int32Array.from(sourceHost) } : {}),
      ...(destinationHost.length > 0 ? { destinationHost: Int32Array.from(destinationHost) } : {}),
      ...(this.hasDraws ? { draws: this.draws.subarray(0, count) } : {}),
      ...(this.wordCount > 0 ? { drawWords: this.words() } : {}),
    };
  }

  private words(): DrawWords {
    const { count, wordCount } = this;
    return {
      firstWord: this.firstWord.subarray(0, count + 1),
      upper: this.upperHalves.subarray(0, wordCount),
      lower: this.lowerHalves.subarray(0, wordCount),
    };
  }

  private grow(size: number): void {
    this.timeNs = copyIntoGrown(this.timeNs, new Float64Array(size));
    this.flow = copyIntoGrown(this.flow, new Int32Array(size));
    this.bytes = copyIntoGrown(this.bytes, new Int32Array(size));
    this.ect = copyIntoGrown(this.ect, new Uint8Array(size));
    this.classIndex = copyIntoGrown(this.classIndex, new Uint8Array(size));
    this.greenFlags = copyIntoGrown(this.greenFlags, new Uint8Array(size));
    this.draws = copyIntoGrown(this.draws, new Float64Array(size));
    this.firstWord = copyIntoGrown(this.firstWord, new Int32Array(size + 1));
  }
}

/** A time in ns; undefined if it is not a plain number. Seconds since 1970 have more digits than a number can hold. */
function exactNs(text: string, unitNs: number): bigint | undefined {
  const [, whole, fraction = '0'] = /^\s*(\d+)(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(whole) * BigInt(unitNs) + BigInt(Math.round(Number(`0.${fraction}`) * unitNs));
}

class ArrivalsParser {
  private readonly limits: ArrivalsLimits;
  /** Index of each column in a row, -1 where it is missing. */
  private readonly columnIndex = Object.fromEntries(COLUMN_NAMES.map((column) => [column, -1])) as Record<
    Column,
    number
  >;
  private width = 0;
  private separator: Separator = ',';
  /** Name of the column of times, and its unit. */
  private timeName = 't_ns';
  private unitNs = 1;
  /** Times since 1970 are counted from the first one, ns. */
  private startNs: bigint | undefined = undefined;
  private readonly unknownNames: string[] = [];
  private line = 0;
  private blankLine = 0;
  private readonly builder = new ArrivalsBuilder();
  private readonly classes = new Map<string, number>();
  private readonly flows = new Set<string>();

  constructor(limits: ArrivalsLimits) {
    this.limits = limits;
  }

  parse(text: string): ParsedArrivals {
    const { builder, limits } = this;
    let hasMore = false;
    for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; ) {
      const end = text.indexOf('\n', from);
      const next = end < 0 ? text.length : end;
      const line = text.slice(from, text[next - 1] === '\r' ? next - 1 : next);
      from = next + 1;
      this.line++;
      if (this.width === 0) this.parseHeader(line);
      else if (builder.count === (limits.maxPackets ?? Number.POSITIVE_INFINITY) && line !== '') {
        hasMore = true;
        break;
      } else this.parseRow(line);
    }
    if (this.width === 0) throw new TimeListError(1, 'header', '', HEADER_WORDS);
    if (builder.count === 0) throw new TimeListError(2, this.timeName, '', 'at least one arrival');
    const notes = hasMore ? [formatMore(builder.count)] : [];
    if (this.unknownNames.length > 0)
      notes.push(
        `Not read: ${this.unknownNames.length === 1 ? 'column' : 'columns'} ${this.unknownNames.slice(0, 10).join(', ')}.`,
      );
    const classes = this.columnIndex.class < 0 ? [DEFAULT_CLASS_ID] : [...this.classes.keys()];
    return { arrivals: builder.build(classes), notes };
  }

  private parseHeader(line: string): void {
    const { columnIndex } = this;
    this.separator = listSeparator(line);
    if (lacksNames(line))
      this.refuse(
        'header',
        line,
        `a header above the numbers. If they are seconds and bytes, the first line must be "${['time_s', 'bytes'].join(this.separator)}"`,
      );
    const names = columnNames(line, this.separator);
    if (names.length > MAX_COLUMNS) this.refuse('header', line, `at most ${MAX_COLUMNS} columns`);
    for (const [index, name] of names.entries()) {
      const unitNs = timeUnitNs(name);
      // Every column of times but `t_ns` is read as `time_s`, with its own unit.
      const column = unitNs === undefined ? name : unitNs === 1 ? 't_ns' : 'time_s';
      if (unitNs !== undefined) {
        this.timeName = name;
        this.unitNs = unitNs;
      }
      if (!Object.hasOwn(columnIndex, column)) {
        this.unknownNames.push(name.slice(0, 60));
        continue;
      }
      if (columnIndex[column as Column] >= 0) this.refuse(`${index + 1}`, name, 'each column once');
      columnIndex[column as Column] = index;
    }
    if (columnIndex.t_ns >= 0 && columnIndex.time_s >= 0) this.refuse('time_s', line, 't_ns or time_s, not both');
    const requiredColumns: readonly Column[] = columnIndex.time_s >= 0 ? ['bytes'] : ['t_ns', 'flow', 'bytes', 'ect'];
    const missingColumn = requiredColumns.find((column) => columnIndex[column] < 0);
    if (missingColumn !== undefined) this.refuse(missingColumn, line, HEADER_WORDS);
    this.width = names.length;
  }

  private parseRow(line: string): void {
    // Empty lines are allowed at the end only.
    if (line === '') {
      if (this.blankLine === 0) this.blankLine = this.line;
      return;
    }
    if (this.blankLine > 0)
      throw new TimeListError(this.blankLine, this.timeName, '', 'no empty line between arrivals');
    const row = splitCsvLine(line, this.separator, this.width);
    if (row.length !== this.width)
      this.refuse(`${Math.min(row.length, this.width) + 1}`, line, `${this.width} columns, as in the header`);
    const { columnIndex, builder } = this;
    const timeNs = this.parseTime(row);
    if (timeNs < builder.lastNs) {
      const min = builder.lastNs / this.unitNs;
      this.refuse(
        this.timeName,
        row[columnIndex[this.timeColumn()]],
        `at least ${min}${this.startNs === undefined ? '' : ' after the first one'}, the time of the arrival before it`,
      );
    }
    const flow = columnIndex.flow < 0 ? 0 : this.parseInteger(row, 'flow', 0, MAX_FLOW);
    const bytes = this.parseInteger(row, 'bytes', 1, MAX_PACKET_BYTES);
    const ect = columnIndex.ect < 0 ? 0 : this.parseInteger(row, 'ect', 0, 2);
    const draw = columnIndex.u < 0 ? Number.NaN : this.parseDraw(row[columnIndex.u]);
    const classIndex = columnIndex.class < 0 ? 0 : this.parseClass(row[columnIndex.class]);
    const isGreen = columnIndex.colour >= 0 && this.isGreen(row[columnIndex.colour]);
    this.countFlow(flow, classIndex);
    builder.addLabels(
      this.parseLabel(row, 'dscp', MAX_CODE_POINT),
      this.parseLabel(row, 'source_host', MAX_HOST),
      this.parseLabel(row, 'destination_host', MAX_HOST),
    );
    builder.add(timeNs, flow, bytes, ect, classIndex, isGreen, draw);
  }

  /** -1 without the column. */
  private parseLabel(row: readonly string[], column: Column, max: number): number {
    return this.columnIndex[column] < 0 ? -1 : this.parseInteger(row, column, 0, max);
  }

  private timeColumn(): Column {
    return this.columnIndex.time_s >= 0 ? 'time_s' : 't_ns';
  }

  private parseTime(row: readonly string[]): number {
    const max = this.limits.timeNs ?? MAX_TIME_NS;
    const text = row[this.columnIndex[this.timeColumn()]];
    const { unitNs } = this;
    const value = cellNumber(text, this.separator);
    if (this.builder.count === 0 && value * unitNs >= MIN_EPOCH_NS) this.startNs = exactNs(text, unitNs);
    if (this.startNs !== undefined) {
      const timeNs = exactNs(text, unitNs);
      const sinceStartNs = timeNs === undefined ? Number.NaN : Number(timeNs - this.startNs);
      if (!(sinceStartNs <= max)) this.refuse(this.timeName, text, `at most ${max / unitNs} after the first time`);
      return sinceStartNs;
    }
    if (this.columnIndex.time_s < 0) return this.parseInteger(row, 't_ns', 0, max);
    if (!(value >= 0 && value * unitNs <= max))
      this.refuse(this.timeName, text, unitNs === 1e9 ? `seconds from 0 to ${max / 1e9}` : `from 0 to ${max / unitNs}`);
    return Math.round(value * unitNs);
  }

  private parseInteger(row: readonly string[], column: Column, min: number, max: number): number {
    const text = row[this.columnIndex[column]];
    const value = cellNumber(text, this.separator);
    if (!Number.isInteger(value) || value < min || value > max)
      this.refuse(column, text, `a whole number from ${min} to ${max}`);
    return value;
  }

  /**
   * An empty cell means that the packet has no number for random decisions.
   * @returns a decimal number, or NaN if there is none or if the cell has words
   */
  private parseDraw(cell: string): number {
    const text = cell.trim();
    if (text === '') return Number.NaN;
    const words = text.split(';');
    if (words.every((word) => WORD_PATTERN.test(word))) {
      for (const word of words)
        if (word.length !== TURN_WORD_DIGITS)
          this.builder.addWord(Number.parseInt(word.slice(0, 8), 16), Number.parseInt(word.slice(8) || '0', 16));
      return Number.NaN;
    }
    const value = Number(text);
    if (!(value >= 0 && value < 1))
      this.refuse(
        'u',
        cell,
        'a number from 0 to below 1, words of 4, 8 or 16 hexadecimal digits with ";" between them, or nothing',
      );
    return value;
  }

  private parseClass(text: string): number {
    const classIndex = this.classes.get(text);
    if (classIndex !== undefined) return classIndex;
    if (!ID_PATTERN.test(text)) this.refuse('class', text, ALLOWED_IDS);
    const max = this.limits.maxClasses ?? MAX_CLASSES;
    if (this.classes.size === max) this.refuse('class', text, `at most ${max} classes`);
    this.classes.set(text, this.classes.size);
    return this.classes.size - 1;
  }

  private isGreen(text: string): boolean {
    if (!COLOUR_NAMES.includes(text)) this.refuse('colour', text, COLOUR_NAMES.join(' or '));
    return text === 'green';
  }

  private countFlow(flow: number, classIndex: number): void {
    const { maxFlows } = this.limits;
    if (maxFlows === undefined) return;
    this.flows.add(`${classIndex}/${flow}`);
    if (this.flows.size > maxFlows) this.refuse('flow', String(flow), `at most ${maxFlows} flows`);
  }

  private refuse(column: string, given: string | undefined, allowed: string): never {
    throw new TimeListError(this.line, column, given, allowed);
  }
}
