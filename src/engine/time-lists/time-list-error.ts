/** The error of a list in a user's file: of arrivals, or of the rates of a link. */

/** The problem of a list: line (from 1), column or `header`, value, and allowed values. */
export class TimeListError extends Error {
  readonly line: number;
  readonly column: string;
  readonly given: string;
  readonly allowed: string;

  constructor(line: number, column: string, given: string | undefined, allowed: string) {
    const value = given === undefined || given === '' ? 'nothing' : given.slice(0, 60);
    const place = column === 'header' ? column : `column ${column}`;
    super(`line ${line}, ${place}: ${value} is not allowed; allowed: ${allowed}`);
    this.line = line;
    this.column = column;
    this.given = value;
    this.allowed = allowed;
  }
}
