/**
 * Many runs on a pool of threads: the speed of two threads beside one, the time until a cancelled pool has ended, and
 * the memory after ten thousand runs.
 */
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { sweepTasks } from '../../src/studies/sweep.ts';
import { SweepResults } from '../../src/studies/sweep-results.ts';
import { answerTask, TaskPool, type TaskWorker } from '../../src/studies/task-pool.ts';
import type { RunTask, Task } from '../../src/studies/tasks.ts';

const ROUNDS = 5;
const AT_LEAST = 1.7;
const CANCEL_MS = 200;
const MANY = 10_000;

/** Packets of constant load, `seconds` long. */
function tasks(seconds: number, places: number, replications: number): RunTask[] {
  const scenario = findPreset('md1') as Scenario;
  const definition = findPolicy('droptail') as PolicyDefinition;
  const axes = [{ path: 'load', from: 0.5, to: 1, pointCount: places, isLogarithmic: false }];
  return sweepTasks({
    scenario,
    lanes: [{ definition, values: {} }],
    axes,
    replications,
    seed: 1,
    seconds,
    warmupSeconds: 0,
  });
}

function thread(): TaskWorker & { readonly ended: Promise<void> } {
  const own = new Worker(fileURLToPath(import.meta.url), { workerData: 'runs' });
  const ended = new Promise<void>((resolve) => own.once('exit', () => resolve()));
  const worker = {
    start: (task: Task) => own.postMessage(task),
    onAnswer: (() => {}) as TaskWorker['onAnswer'],
    close: () => void own.terminate(),
    ended,
  };
  own.on('message', (answer) => worker.onAnswer(answer));
  return worker;
}

async function seconds(threads: number): Promise<number> {
  const began = performance.now();
  await new TaskPool(tasks(60, 10, 20), {
    onProgress: () => {},
    onFailure: (_, message) => console.error(message),
  }).run(threads, thread);
  return (performance.now() - began) / 1_000;
}

const median = (samples: readonly number[]) => [...samples].sort((a, b) => a - b)[samples.length >> 1] as number;
const range = (samples: readonly number[], digits: number) =>
  `${median(samples).toFixed(digits)} (${Math.min(...samples).toFixed(digits)}..${Math.max(...samples).toFixed(digits)})`;

async function speedUp(): Promise<void> {
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await seconds(1));
    two.push(await seconds(2));
  }
  const ratio = median(one) / median(two);
  if (ratio < AT_LEAST) process.exitCode = 1;
  console.log(`200 runs: one thread ${range(one, 2)} s, two ${range(two, 2)} s, ratio ${ratio.toFixed(2)}`);
}

/** From the call until the last thread has ended. */
async function cancelled(): Promise<void> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const threads: ReturnType<typeof thread>[] = [];
    const pool = new TaskPool(tasks(600, 10, 1), { onProgress: () => {}, onFailure: () => {} });
    void pool.run(2, () => {
      const own = thread();
      threads.push(own);
      return own;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    pool.cancel();
    await Promise.all(threads.map(({ ended }) => ended));
    samples.push(performance.now() - began);
  }
  if (median(samples) > CANCEL_MS) process.exitCode = 1;
  console.log(`cancelled after ${range(samples, 0)} ms`);
}

/** Heap in use after a garbage collection, MB: after each thousand runs. */
async function memory(): Promise<void> {
  const all = tasks(0.05, 50, MANY / 50);
  const results = new SweepResults({ scenario: findPreset('md1') as Scenario, seed: 1 });
  const heaps: number[] = [];
  let runs = 0;
  const collect = (globalThis as { gc?: () => void }).gc;
  await new TaskPool(all, {
    onProgress: () => {},
    onFailure: (_, message) => console.error(message),
    onDone: (result) => {
      results.add(result);
      if (++runs % (MANY / 10) !== 0) return;
      collect?.();
      heaps.push(process.memoryUsage().heapUsed / 1e6);
    },
  }).run(2, thread);
  console.log(
    `${runs} runs, heap in use after each tenth of them, MB: ${heaps.map((heap) => heap.toFixed(1)).join(' ')}`,
  );
}

if (workerData === 'runs')
  parentPort?.on('message', (task: Task) => answerTask(task, runTask, (answer) => parentPort?.postMessage(answer)));
else {
  console.log(`\nStudies on a pool of threads, median of ${ROUNDS} (lowest..highest), Node ${process.versions.node}\n`);
  await speedUp();
  await cancelled();
  await memory();
}
