/** Reads a program, and registers it in a worker that runs it. */

import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { registerProgram } from '../../src/policies/loaded-policies.ts';
import type { PrintedLine, PrintHandler } from '../../src/program/printed-line.ts';
import { ProgramError } from '../../src/program/program-error.ts';
import { programDeclarations } from '../../src/program/sandbox/program-declarations.ts';
import { compileProgram } from '../../src/program/sandbox/program-policy.ts';
import type { ProgramAnalysis } from '../../src/protocol/program-messages.ts';
import { errorMessage } from '../../src/shared/error-message.ts';
import { loadInterpreter } from './interpreter.ts';

/** Runs a program in its sandbox, without packets, for its declarations. */
export async function analyseProgram(source: string): Promise<ProgramAnalysis> {
  try {
    return { declarations: programDeclarations(await loadInterpreter(), source) };
  } catch (error) {
    return error instanceof ProgramError
      ? { problem: { message: error.message, line: error.line } }
      : { loadError: errorMessage(error) };
  }
}

/** The lines that the program of the run has printed. */
export class PrintedLineStore {
  /** Printed lines by number. */
  private lines = new Map<number, PrintedLine>();
  /** Whether they have changed since they were taken. */
  private areNew = false;

  /** Of the lines that are only counted, the first one says that there are more. */
  readonly store: PrintHandler = (line) => {
    if (line.text === undefined && this.lines.get(line.index - 1)?.text === undefined) return;
    this.lines.set(line.index, line);
    this.areNew = true;
  };

  /** The run prints its later lines again. A line of this time stays: the run may continue from this time. */
  removeAfter(timeNs: number): void {
    for (const line of this.lines.values()) if (line.timeNs > timeNs) this.lines.delete(line.index);
    this.areNew = true;
  }

  clear(): void {
    this.lines.clear();
    this.areNew = true;
  }

  /** All lines, if they have changed. */
  take(): readonly PrintedLine[] | undefined {
    const lines = this.areNew ? [...this.lines.values()] : undefined;
    this.areNew = false;
    return lines;
  }
}

/** The printed lines of a lane's worker. */
export const printedLines = new PrintedLineStore();

/** The last program of this worker, so that a run that is opened again does not read it again. */
let lastProgram: { readonly source: string; readonly definition: PolicyDefinition } | undefined;

/**
 * @param onPrint the same for all programs of this worker
 * @returns the problem of the program, if there is one
 * @throws Error if the interpreter cannot be loaded
 */
export async function adoptProgram(source: string, onPrint?: PrintHandler): Promise<ProgramError | undefined> {
  const module = await loadInterpreter();
  try {
    if (lastProgram?.source !== source) lastProgram = { source, definition: compileProgram(module, source, onPrint) };
    registerProgram(lastProgram.definition);
    return undefined;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}
