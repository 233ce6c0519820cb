/** A worker of a study: a task in, its progress and its result out. */
import type { Task } from '../src/studies/experiments.ts';
import { answerTask } from '../src/studies/pool.ts';
import { runTask } from '../src/studies/run-task.ts';

self.onmessage = (event: MessageEvent<Task>) => answerTask(event.data, runTask, (answer) => self.postMessage(answer));
