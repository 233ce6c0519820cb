/** The life of a thread of the pool. */
import { parentPort } from 'node:worker_threads';
import { runTask } from '../papers/run-task.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import { registerProgram } from '../policies/loaded-policies.ts';
import { answerTask } from '../studies/task-pool.ts';
import type { Task } from '../studies/tasks.ts';
import { definitionOfProgram } from './input/policy-file.ts';

/** Does the tasks that the program sends, one after the other. */
export function servePool(): void {
  let program: string | undefined;
  const run = (task: Task, onProgress: (progress: number) => void) => {
    if (task.kind === 'run' && task.program !== undefined && task.program !== program) {
      registerProgram(definitionOfProgram({ source: task.program, name: PROGRAM_POLICY }));
      ({ program } = task);
    }
    return runTask(task, onProgress);
  };
  parentPort?.on('message', (task: Task) => answerTask(task, run, (answer) => parentPort?.postMessage(answer)));
}
