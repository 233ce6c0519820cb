/** Reads a program, and makes one known in a worker that runs it. */

import { knowProgram } from '../src/policies/loaded.ts';
import { ProgramError } from '../src/program/program-error.ts';
import { compiledProgram } from '../src/program/program-policy.ts';
import { readProgram } from '../src/program/read-program.ts';
import type { ProgramRead } from '../src/protocol/program.ts';
import { interpreter } from './interpreter.ts';

/** Runs a program in its box, without packets, for its declarations. */
export async function read(source: string): Promise<ProgramRead> {
  try {
    return { declarations: readProgram(await interpreter(), source) };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof ProgramError ? { problem: { message, line: error.line } } : { missing: message };
  }
}

/** @returns the problem of the program, if there is one @throws where the interpreter does not come */
export async function adopt(source: string): Promise<ProgramError | undefined> {
  const module = await interpreter();
  try {
    knowProgram(compiledProgram(module, source));
    return undefined;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}
