/** Holds one program to the rules of the contract: the program in, progress and what was found out. */
import { judge } from '../src/contract/judge.ts';
import { ownDefinition } from '../src/own/own-policy.ts';
import { ProgramError } from '../src/own/program-error.ts';
import type { ProgramJudged } from '../src/protocol/program.ts';
import { interpreter } from './interpreter.ts';

const send = (answer: ProgramJudged) => self.postMessage(answer);

self.onmessage = async ({ data: source }: MessageEvent<string>) => {
  let box: Awaited<ReturnType<typeof interpreter>>;
  try {
    box = await interpreter();
  } catch (error) {
    return send({ missing: (error as Error).message });
  }
  try {
    send({ judged: judge(ownDefinition(box, source), (share) => send({ share })) });
  } catch (error) {
    const { message } = error as Error;
    send(error instanceof ProgramError ? { problem: { message, line: error.line } } : { stopped: message });
  }
};
