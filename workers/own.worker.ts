/** Reads one program for the page: runs it in its box, without packets, for what it declares. */
import { readProgram } from '../src/own/own-policy.ts';
import { ProgramError } from '../src/own/program-error.ts';
import type { ProgramRead } from '../src/protocol/program.ts';
import { interpreter } from './interpreter.ts';

self.onmessage = async ({ data: source }: MessageEvent<string>) => {
  let read: ProgramRead;
  try {
    read = { declarations: readProgram(await interpreter(), source) };
  } catch (error) {
    const { message } = error as Error;
    read = error instanceof ProgramError ? { problem: { message, line: error.line } } : { missing: message };
  }
  self.postMessage(read);
};
