/** A worker of a pool: a task in, its progress and its result out. */

import { runTask } from '../src/papers/run-task.ts';
import { answerTask, type TaskAnswer } from '../src/studies/pool.ts';
import type { Task } from '../src/studies/tasks.ts';

const send = (answer: TaskAnswer) => self.postMessage(answer);

self.onmessage = (event: MessageEvent<Task>) => answerTask(event.data, runTask, send);
send({ type: 'ready' });
