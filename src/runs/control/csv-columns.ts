/** Reads a list in CSV line by line, by the names of its columns. */
import { TimeListError } from '../../engine/time-lists/time-list-error.ts';
import { required } from '../../shared/required.ts';

/** Reads the named columns of one text, line by line. */
export class CsvColumns {
  private readonly lines: readonly string[];
  private readonly indices = new Map<string, number>();
  private cells: readonly string[] = [];
  private line = 0;

  /** @throws TimeListError if one of the columns is not in the header */
  constructor(csv: string, names: readonly string[]) {
    this.lines = csv.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
    const header = required(this.lines[0])
      .split(',')
      .map((name) => name.trim());
    for (const name of names) {
      const index = header.indexOf(name);
      if (index < 0) throw new TimeListError(1, name, '', `a header with ${names.join(', ')}`);
      if (header.lastIndexOf(name) > index) throw new TimeListError(1, name, 'twice', 'one column of each name');
      this.indices.set(name, index);
    }
  }

  /**
   * Goes to the next line that is not empty.
   * @returns whether there is one
   */
  next(): boolean {
    do this.line++;
    while (this.lines[this.line]?.trim() === '');
    const text = this.lines[this.line];
    if (text === undefined) return false;
    this.cells = text.split(',');
    return true;
  }

  text(name: string): string {
    return this.cells[required(this.indices.get(name))]?.trim() ?? '';
  }

  /** @throws TimeListError if it is no number from `min` */
  number(name: string, min = 0): number {
    return this.checkedNumber(name, this.text(name), min);
  }

  /** @throws TimeListError if it is no whole number from 0 */
  wholeNumber(name: string): number {
    return this.checkedWhole(name, this.text(name));
  }

  /**
   * Whole numbers with blanks between them.
   * @throws TimeListError if one of them is no whole number from 0
   */
  wholeNumbers(name: string): number[] {
    return this.text(name)
      .split(/ +/)
      .map((part) => this.checkedWhole(name, part));
  }

  /**
   * The word in a column.
   * @throws TimeListError if it is none of the allowed ones
   */
  choice<Value extends string>(name: string, allowed: readonly Value[]): Value {
    const text = this.text(name);
    const value = allowed.find((candidate) => candidate === text);
    if (value === undefined)
      throw this.error(name, text, allowed.map((candidate) => candidate || 'nothing').join(', '));
    return value;
  }

  /**
   * A number and its unit, such as 2.5s.
   * @returns the number in the unit that counts as 1
   * @throws TimeListError if the unit is none of these, or there is no number
   */
  duration(name: string, units: Readonly<Record<string, number>>): number {
    const text = this.text(name);
    const [, number = '', unit = ''] = /^([\d.]+)(.*)$/.exec(text) ?? [];
    const factor = Object.hasOwn(units, unit) ? required(units[unit]) : Number.NaN;
    const value = Number(number) * factor;
    if (number === '' || !Number.isFinite(value))
      throw this.error(name, text, `a number and one of ${Object.keys(units).join(', ')}`);
    return value;
  }

  private checkedWhole(name: string, text: string): number {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw this.error(name, text, 'a whole number from 0');
  }

  private checkedNumber(name: string, text: string, min: number): number {
    const value = text === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value) && value >= min) return value;
    throw this.error(name, text, `a number from ${min}`);
  }

  error(name: string, text: string, allowed: string): TimeListError {
    return new TimeListError(this.line + 1, name, text, allowed);
  }
}
