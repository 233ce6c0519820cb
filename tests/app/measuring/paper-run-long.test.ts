/** Measuring papers with fake workers and a fake store: the requested, shown, stored and repeated runs. */
import { expect, test, vi } from 'vitest';
import { PaperRun } from '../../../src/app/measuring/paper-run.ts';
import type { ResultStore } from '../../../src/app/stores/stored-results.ts';
import { bhattacharjeeMcKinnon } from '../../../src/papers/bhattacharjee/paper.ts';
import { hurleyAbe } from '../../../src/papers/hurley/paper.ts';
import { judgePaper } from '../../../src/papers/judge-paper.ts';
import type { MeasurementMode } from '../../../src/papers/paper.ts';
import type { TaskAnswer, TaskWorker } from '../../../src/studies/task-pool.ts';
import type { RunTask, Task, TaskResult } from '../../../src/studies/tasks.ts';
import { plainFigures } from '../../papers/made-up.ts';

const RUNS = 60;

class Hand implements TaskWorker {
  onAnswer: (answer: TaskAnswer) => void = () => {};
  closed = false;
  task: Task | undefined;

  start(task: Task): void {
    this.task = task;
  }

  close(): void {
    this.closed = true;
  }

  finish(): void {
    const { key, seed } = this.task as RunTask;
    const figures = plainFigures(this.task as RunTask);
    this.onAnswer({ type: 'result', result: { kind: 'run', key, seed, figures, digest: '', simulatedSeconds: 240 } });
  }
}

class MapKeeper implements ResultStore {
  readonly kept = new Map<string, TaskResult>();

  async read() {
    return this.kept;
  }

  async put(name: string, result: TaskResult) {
    this.kept.set(name, result);
  }

  async deleteResults() {
    this.kept.clear();
  }
}

const refusing: ResultStore = {
  read: () => Promise.reject(new Error('not allowed')),
  put: () => Promise.reject(new Error('not allowed')),
  deleteResults: () => Promise.reject(new Error('not allowed')),
};

function harness(keeper: ResultStore = new MapKeeper()) {
  const hands: Hand[] = [];
  const run = new PaperRun(
    [bhattacharjeeMcKinnon, hurleyAbe],
    () => {
      const hand = new Hand();
      hands.push(hand);
      return hand;
    },
    keeper,
  );
  const finishAll = async () => {
    while (hands.some(({ closed }) => !closed)) for (const hand of hands) if (!hand.closed) hand.finish();
    await Promise.resolve();
  };
  return { run, hands, finishAll, state: () => run.store.getState() };
}

const judged = ({ run, state }: ReturnType<typeof harness>, mode: MeasurementMode = 'quick') =>
  run.plans.judge(hurleyAbe, mode, state().results);

test('all processors except one run the paper; results are judged when they arrive, and kept', async () => {
  const keeper = new MapKeeper();
  const own = harness(keeper);
  await own.run.whenReady;
  own.run.start([hurleyAbe], 'quick', undefined, 4);
  expect(own.hands).toHaveLength(3);
  expect(judged(own).counts.missing).toBe(50);
  own.hands[0]?.finish();
  await vi.waitFor(() => expect(own.state().progress).toBeGreaterThan(0));
  expect(own.state().progress).toBeLessThan(0.05);
  expect(judged(own)).toMatchObject({ runs: 1, simulatedSeconds: 240 });
  // One seed has no interval: nothing is judged yet.
  expect(judged(own).counts.missing).toBe(50);
  await own.finishAll();
  expect(own.state()).toMatchObject({ state: 'done', progress: 1, failures: [], storage: 'yes' });
  expect(own.state().results.finishedTasks.size).toBe(RUNS);
  expect(judged(own)).toMatchObject({ runs: RUNS, simulatedSeconds: RUNS * 240, counts: { missing: 0 } });
  expect(judged(own, 'full')).toMatchObject({ runs: 0, counts: { missing: 50 } });
  expect(keeper.kept.size).toBe(RUNS);
});

test('results that were read before do not change', async () => {
  const own = harness();
  await own.run.whenReady;
  const { results } = own.state();
  own.run.start([hurleyAbe], 'quick', undefined, 2);
  await own.finishAll();
  expect(own.state().results).not.toBe(results);
  expect(results.finishedTasks.size).toBe(0);
  expect(judgePaper(hurleyAbe, results.quick).runs).toBe(0);
});

test('one processor is enough', async () => {
  const own = harness();
  own.run.start([hurleyAbe], 'quick', undefined, 1);
  expect(own.hands).toHaveLength(1);
});

test('cancelled: every worker is closed at once, the results so far stay, and the rest can be run later', async () => {
  const own = harness();
  await own.run.whenReady;
  own.run.start([hurleyAbe], 'quick', undefined, 3);
  own.hands[0]?.finish();
  own.run.cancel();
  expect(own.hands.map(({ closed }) => closed)).toEqual([true, true]);
  expect(own.state().state).toBe('cancelled');
  own.hands[1]?.finish();
  expect(judged(own).runs).toBe(1);
  expect(own.run.plans.plan([hurleyAbe], 'quick', own.state().results).missingTasks).toHaveLength(RUNS - 1);
  own.run.start([hurleyAbe], 'quick', undefined, 3);
  await own.finishAll();
  expect(judged(own).runs).toBe(RUNS);
});

test('after a reload only the missing runs are made; the other mode has its own results', async () => {
  const keeper = new MapKeeper();
  const first = harness(keeper);
  await first.run.whenReady;
  first.run.start([hurleyAbe], 'quick', undefined, 2);
  for (let index = 0; index < 10; index++) first.hands[0]?.finish();
  const second = harness(keeper);
  await second.run.whenReady;
  expect(judged(second).runs).toBe(10);
  expect(second.run.plans.plan([hurleyAbe], 'quick', second.state().results).missingTasks).toHaveLength(RUNS - 10);
  expect(second.run.plans.plan([hurleyAbe], 'full', second.state().results).missingTasks).toHaveLength(200);
  second.run.start([hurleyAbe], 'quick', undefined, 2);
  expect(second.state().progress).toBeGreaterThan(0.1);
  await second.finishAll();
  expect(judged(second).runs).toBe(RUNS);
  await second.run.deleteResults();
  expect(judged(second).runs).toBe(0);
  expect(judged(second).counts.missing).toBe(50);
  expect(keeper.kept.size).toBe(0);
});

test('a run that fails is named, and its cell has one seed less', async () => {
  const own = harness();
  await own.run.whenReady;
  own.run.start([hurleyAbe], 'quick', undefined, 2);
  const [hand] = own.hands as [Hand];
  const { key, seed } = hand.task as RunTask;
  hand.onAnswer({ type: 'failed', message: 'out of memory' });
  await own.finishAll();
  expect(own.state()).toMatchObject({ state: 'done', failures: [`${key}, seed ${seed}: out of memory`] });
  expect(judged(own)).toMatchObject({ runs: RUNS - 1, counts: { missing: 0 } });
  expect(own.run.plans.plan([hurleyAbe], 'quick', own.state().results).missingTasks).toHaveLength(1);
});

test('an experiment can be run alone', () => {
  const own = harness();
  const { tasks } = own.run.plans.plan([bhattacharjeeMcKinnon], 'quick', own.state().results, 'e6');
  expect(tasks.length).toBeGreaterThan(5);
  expect(tasks.every((task) => task.kind === 'search' && task.experiment === 'e6')).toBe(true);
});

test('where the browser stores nothing, the page says so and still measures', async () => {
  const own = harness(refusing);
  await own.run.whenReady;
  expect(own.state().storage).toBe('no');
  own.run.start([hurleyAbe], 'quick', undefined, 2);
  await own.finishAll();
  expect(judged(own).runs).toBe(RUNS);
  await own.run.deleteResults();
  expect(judged(own).runs).toBe(0);
});
