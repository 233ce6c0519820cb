/** A student's program that breaks a rule in the middle of a run. */

/** A rule that a program breaks in the middle of a run; `runs` where the program itself breaks off. */
export type FaultRule = 'runs' | 'verdict' | 'conserves' | 'buffer';

/** The error and its place. */
export interface FaultReport {
  readonly message: string;
  readonly line?: number | undefined;
  readonly rule: FaultRule;
  /** The packet at which it happened: its number and the index of its class. */
  readonly packet?: { readonly serial: number; readonly classIndex: number } | undefined;
}

/** A program that broke off in the middle of a run. Its message says all; the rest is for an editor. */
export class ProgramFault extends Error {
  readonly line: number | undefined;
  readonly timeNs: number;
  readonly rule: FaultRule;
  readonly packet: FaultReport['packet'];
  /** The problem, without line and time. */
  readonly words: string;

  constructor(where: string, timeNs: number, { message, line, rule, packet }: FaultReport) {
    const place = line === undefined ? '' : `line ${line}, `;
    super(`${place}${where} at ${(timeNs / 1e9).toFixed(6)} s: ${message}`);
    // All that is to be known is in the message.
    this.stack = '';
    this.line = line;
    this.timeNs = timeNs;
    this.rule = rule;
    this.packet = packet;
    this.words = message;
  }
}
