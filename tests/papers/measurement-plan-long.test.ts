/** From papers to tasks: each run once, the longest first, the same seeds everywhere; and tasks that are done. */
import { describe, expect, test } from 'vitest';
import { papers } from '../../src/papers/index.ts';
import { measurementPlan, runsOfPaper } from '../../src/papers/measurement-plan.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { zhaoReddy } from '../../src/papers/zhao/paper.ts';
import { answerTask, type TaskAnswer, TaskPool, type TaskWorker } from '../../src/studies/task-pool.ts';
import type { RunTask, Task } from '../../src/studies/tasks.ts';

describe('a plan', () => {
  test('has every run once, however many figures are read from it', () => {
    const { tasks } = measurementPlan([zhaoReddy], 'quick');
    // 27 cells of Table III, 6 more of Table V, 12 more of figure 6: three seeds. 27 of figure 4, on and off: two.
    expect(tasks).toHaveLength(3 * (27 + 6 + 12) + 2 * 27);
    expect(runsOfPaper(zhaoReddy).size).toBeLessThan(zhaoReddy.cells.length + 1);
    expect(measurementPlan([zhaoReddy, zhaoReddy], 'quick').tasks).toHaveLength(tasks.length);
  });

  test.each(['quick', 'full'] as const)('%s: the longest first, seeds from 1', (mode) => {
    const { tasks, weightOf } = measurementPlan(papers, mode);
    const weights = tasks.map(weightOf);
    expect(weights).toEqual([...weights].sort((one, other) => other - one));
    expect(Math.min(...weights)).toBeGreaterThan(0);
    for (const paper of papers.filter(({ experiments }) => experiments.length === 0)) {
      const own = measurementPlan([paper], mode).tasks as RunTask[];
      const seeds = [...new Set(own.map(({ seed }) => seed))].sort((one, other) => one - other);
      expect(seeds).toEqual(Array.from({ length: paper.simulationAmounts[mode].seedCount }, (_, index) => index + 1));
    }
  });

  test('quick runs are shorter; the results are filed under the same names', () => {
    const [quick, full] = (['quick', 'full'] as const).map((mode) => measurementPlan(papers, mode));
    const total = (plan: typeof quick) => plan?.tasks.reduce((sum, task) => sum + plan.weightOf(task), 0) ?? 0;
    expect(total(full) / total(quick)).toBeGreaterThan(8);
    const keys = (plan: typeof quick) => new Set(plan?.tasks.map((task) => (task.kind === 'run' ? task.key : '')));
    expect(keys(quick)).toEqual(keys(full));
  });
});

const short: RunTask = {
  kind: 'run',
  key: 'short',
  preset: 'zhao-5mb-1bwdp-stf30',
  settings: { 'run.durationSeconds': 2, 'run.warmupSeconds': 1 },
  policy: 'red',
  seed: 3,
};

describe('a run as a task', () => {
  test('gives the same result at any time, and leaves out single flows', () => {
    const [first, again] = [runTask(short), runTask(short)];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ kind: 'run', key: 'short', seed: 3, simulatedSeconds: 2 });
    expect('flows' in first.figures).toBe(false);
    expect(JSON.stringify(first).length).toBeLessThan(2_000);
    expect(runTask({ ...short, seed: 4 }).figures).not.toEqual(first.figures);
  });

  test('takes values of the policy', () => {
    const figures = (policyValues: RunTask['policyValues']) =>
      runTask({ ...short, settings: { 'run.durationSeconds': 5 }, ...(policyValues ? { policyValues } : {}) }).figures;
    expect(figures({ minThreshold: 1, maxThreshold: 3 })).not.toEqual(figures(undefined));
  });

  test('a task that fails is named, and the rest is done', async () => {
    const tasks: Task[] = [{ ...short, key: 'broken', preset: 'nothing' }, short, { ...short, key: 'last', seed: 5 }];
    const failures: string[] = [];
    const done: string[] = [];
    const pool = new TaskPool(tasks, {
      onProgress: () => {},
      onDone: (result) => done.push(result.kind === 'run' ? result.key : ''),
      onFailure: (task, message) => failures.push(`${task.kind === 'run' ? task.key : ''}: ${message}`),
    });
    await pool.run(2, () => {
      const worker: TaskWorker = {
        start: (task) =>
          queueMicrotask(() => answerTask(task, runTask, (answer: TaskAnswer) => worker.onAnswer(answer))),
        onAnswer: () => {},
        close: () => {},
      };
      return worker;
    });
    expect(failures).toEqual(['broken: unknown preset: nothing']);
    expect(done).toEqual(['short', 'last']);
  });
});

test('papers name their parts', () => {
  const ids = papers.map(({ id }: Paper) => id);
  expect(ids).toEqual(['bhattacharjee-mckinnon', 'goyal-dfba', 'zhao-reddy', 'abe', 'hu-vbs']);
});
