/** Reads a program, and makes one known in a worker that runs it. */
import { ownDefinition } from '../src/own/own-policy.ts';
import { ProgramError } from '../src/own/program-error.ts';
import { readProgram } from '../src/own/read-program.ts';
import { knowProgram } from '../src/policies/loaded.ts';
import type { ProgramRead } from '../src/protocol/program.ts';
import { interpreter } from './interpreter.ts';

/** Runs a program in its box, without packets, for what it declares. */
export async function read(source: string): Promise<ProgramRead> {
  try {
    return { declarations: readProgram(await interpreter(), source) };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof ProgramError ? { problem: { message, line: error.line } } : { missing: message };
  }
}

/** @returns what is wrong with the program, if anything @throws where the interpreter does not come */
export async function adopt(source: string): Promise<ProgramError | undefined> {
  const module = await interpreter();
  try {
    knowProgram(ownDefinition(module, source));
    return undefined;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}
