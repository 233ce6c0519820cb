/** Tests one program by the rules of the contract. It gets the program and sends its progress and the results. */
import { judgePolicy } from '../src/judging/judge-policy.ts';
import { ProgramError } from '../src/program/program-error.ts';
import { compileProgram } from '../src/program/sandbox/program-policy.ts';
import type { JudgeProgramAnswer } from '../src/protocol/program-messages.ts';
import { loadInterpreter } from './shared/interpreter.ts';

const send = (answer: JudgeProgramAnswer) => self.postMessage(answer);

self.onmessage = async ({ data: source }: MessageEvent<string>) => {
  let interpreter: Awaited<ReturnType<typeof loadInterpreter>>;
  try {
    interpreter = await loadInterpreter();
  } catch (error) {
    return send({ loadError: (error as Error).message });
  }
  try {
    send({ judgedRules: judgePolicy(compileProgram(interpreter, source), (progress) => send({ progress })) });
  } catch (error) {
    const { message } = error as Error;
    send(error instanceof ProgramError ? { problem: { message, line: error.line } } : { stopError: message });
  }
};
