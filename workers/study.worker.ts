/** A worker of a pool: a task in, its progress and its result out. */

import { runTask } from '../src/papers/run-task.ts';
import { answerTask, type TaskAnswer } from '../src/studies/task-pool.ts';
import type { Task } from '../src/studies/tasks.ts';

const send = (answer: TaskAnswer) => self.postMessage(answer);

/** The registered program. */
let program: string | undefined;

self.onmessage = async ({ data }: MessageEvent<Task>) => {
  try {
    if (data.kind === 'run' && data.program !== undefined && data.program !== program) {
      const { adoptProgram } = await import('./shared/program.ts');
      const programError = await adoptProgram(data.program);
      if (programError !== undefined) throw programError;
      ({ program } = data);
    }
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    return;
  }
  answerTask(data, runTask, send);
};
send({ type: 'ready' });
