/** Makes a program of one's own known in a lane's worker. */
import { ownDefinition } from '../src/own/own-policy.ts';
import { ProgramError } from '../src/own/program-error.ts';
import { knowOwn } from '../src/policies/loaded.ts';
import { interpreter } from './interpreter.ts';

/** @returns what is wrong with the program, if anything @throws where the interpreter does not come */
export async function adopt(source: string): Promise<ProgramError | undefined> {
  const module = await interpreter();
  try {
    knowOwn(ownDefinition(module, source));
    return undefined;
  } catch (error) {
    if (error instanceof ProgramError) return error;
    throw error;
  }
}
