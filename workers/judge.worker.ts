/** Tests one program by the rules of the contract. It gets the program and sends its progress and the results. */
import { judgePolicy } from '../src/judging/judge-policy.ts';
import { ProgramError } from '../src/program/program-error.ts';
import { compileProgram } from '../src/program/sandbox/program-policy.ts';
import type { JudgeProgramAnswer } from '../src/protocol/program-messages.ts';
import { errorMessage } from '../src/shared/error-message.ts';
import { loadInterpreter } from './shared/interpreter.ts';

const send = (answer: JudgeProgramAnswer) => self.postMessage(answer);

self.onmessage = async ({ data: source }: MessageEvent<string>) => {
  let interpreter: Awaited<ReturnType<typeof loadInterpreter>>;
  try {
    interpreter = await loadInterpreter();
  } catch (error) {
    return send({ loadError: errorMessage(error) });
  }
  try {
    send({ judgedRules: judgePolicy(compileProgram(interpreter, source), (progress) => send({ progress })) });
  } catch (error) {
    send(
      error instanceof ProgramError
        ? { problem: { message: error.message, line: error.line } }
        : { stopError: errorMessage(error) },
    );
  }
};
