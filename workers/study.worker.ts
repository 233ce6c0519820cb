/** A worker of a study: a task in, its progress and its result out. */
import { runTask, type Task } from '../src/studies/bhattacharjee.ts';
import { answerTask } from '../src/studies/pool.ts';

self.onmessage = (event: MessageEvent<Task>) => answerTask(event.data, runTask, (answer) => self.postMessage(answer));
