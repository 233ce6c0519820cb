/** The threads of the command line. They compile the program once, also for several pools. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startThreadWorker } from '../../src/cli/thread-pool.ts';
import { TaskPool } from '../../src/studies/task-pool.ts';
import type { Task } from '../../src/studies/tasks.ts';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose threads answer with their number, or end at the task `end`. */
const programFile = join(folder, 'program.mjs');
writeFileSync(
  programFile,
  `import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ key }) => {
    if (key === 'end') process.exit(3);
    parentPort.postMessage({ type: 'progress', progress: 0.5 });
    parentPort.postMessage({ type: 'result', result: threadId });
  });`,
);

/** The numbers of the threads that do the tasks, and the messages of failures. */
async function threadsOf(keys: readonly string[], threadCount: number) {
  const threads: unknown[] = [];
  const failures: string[] = [];
  const events = {
    onProgress: () => {},
    onDone: (result: unknown) => threads.push(result),
    onFailure: (_: Task, message: string) => failures.push(message),
  };
  const tasks = keys.map((key) => ({ key }) as unknown as Task);
  await new TaskPool<Task>(tasks, events).run(threadCount, () => startThreadWorker(programFile));
  return { threads, failures };
}

test('the next pool uses the threads of the one before', async () => {
  const first = new Set((await threadsOf(['a', 'b', 'c', 'd'], 2)).threads);
  const second = new Set((await threadsOf(['e', 'f', 'g', 'h'], 2)).threads);
  expect([...second].filter((thread) => !first.has(thread))).toEqual([]);
});

test('a thread that ended is not used again', async () => {
  const { threads, failures } = await threadsOf(['end', 'a'], 1);
  expect(failures).toEqual(['the thread ended with code 3']);
  expect(threads).toHaveLength(1);
  expect((await threadsOf(['b', 'c'], 1)).threads).toEqual([threads[0], threads[0]]);
});
