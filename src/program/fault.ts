/** Faults of a student's program during a run. */

/** A rule that a program breaks during a run; `runs` if the program itself fails. */
export type FaultRule = 'runs' | 'verdict' | 'conserves' | 'buffer';

/** The error and its place. */
export interface FaultReport {
  readonly message: string;
  readonly line?: number | undefined;
  readonly rule: FaultRule;
  /** The packet of the fault: its number and the index of its class. */
  readonly packet?: { readonly serial: number; readonly classIndex: number } | undefined;
}

/** The error of a program that failed during a run. Its message is complete; the other fields are for an editor. */
export class ProgramRunError extends Error {
  readonly line: number | undefined;
  readonly timeNs: number;
  readonly rule: FaultRule;
  readonly packet: FaultReport['packet'];
  /** The problem, without line and time. */
  readonly text: string;

  constructor(callName: string, timeNs: number, { message, line, rule, packet }: FaultReport) {
    const lineText = line === undefined ? '' : `line ${line}, `;
    super(`${lineText}${callName} at ${(timeNs / 1e9).toFixed(6)} s: ${message}`);
    // The message has all information.
    this.stack = '';
    this.line = line;
    this.timeNs = timeNs;
    this.rule = rule;
    this.packet = packet;
    this.text = message;
  }
}
