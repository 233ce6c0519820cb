/** A pool of workers that answer when the test lets them. */
import { describe, expect, test } from 'vitest';
import {
  answerTask,
  estimateRemainingSeconds,
  type TaskAnswer,
  TaskPool,
  type TaskWorker,
} from '../../src/studies/task-pool.ts';
import type { SearchTask, SearchTaskResult, Task } from '../../src/studies/tasks.ts';

const task = (place: number): SearchTask => ({ kind: 'search', experiment: 'e1', place, replications: 1, reading: {} });
const result = (runs: number): SearchTaskResult => ({
  kind: 'search',
  experiment: 'e1',
  points: [],
  runs,
  simulatedSeconds: 0,
});

class Hand implements TaskWorker {
  onAnswer: (answer: TaskAnswer) => void = () => {};
  closed = false;
  readonly started: number[] = [];

  start(task: Task): void {
    this.started.push((task as SearchTask).place);
  }

  close(): void {
    this.closed = true;
  }
}

function harness(tasks: number, workers: number) {
  const hands: Hand[] = [];
  const progress: number[] = [];
  const failures: string[] = [];
  const done: number[] = [];
  let look: ((ms: number) => void) | undefined;
  const awake = (looker: (ms: number) => void) => {
    look = looker;
    return () => {
      look = undefined;
    };
  };
  /** Lets seconds pass in which workers could send messages. */
  const pass = (seconds: number) => {
    for (let index = 0; index < seconds; index++) look?.(1_000);
  };
  const pool = new TaskPool(
    Array.from({ length: tasks }, (_, place) => task(place)),
    {
      onProgress: (part) => progress.push(part),
      onDone: ({ runs }) => done.push(runs),
      onFailure: ({ place }, message) => failures.push(`${place}: ${message}`),
    },
    undefined,
    awake,
  );
  const finished = pool.run(workers, () => {
    const hand = new Hand();
    hands.push(hand);
    return hand;
  });
  return { pool, hands, progress, failures, done, finished, pass, looking: () => look !== undefined };
}

test('each worker takes the next task when it has done one; all are closed at the end', async () => {
  const { hands, progress, done, finished } = harness(3, 2);
  const [one, other] = hands as [Hand, Hand];
  one.onAnswer({ type: 'progress', progress: 0.5 });
  one.onAnswer({ type: 'result', result: result(1) });
  expect([one.started, other.started]).toEqual([[0, 2], [1]]);
  other.onAnswer({ type: 'result', result: result(2) });
  expect([one.closed, other.closed]).toEqual([false, true]);
  one.onAnswer({ type: 'result', result: result(3) });
  await finished;
  expect(done).toEqual([1, 2, 3]);
  expect(one.closed).toBe(true);
  expect(progress.map((part) => Number(part.toFixed(3)))).toEqual([0.167, 0.333, 0.667, 1]);
});

test('a task that fails is reported, and the rest is done', async () => {
  const { hands, failures, done, finished } = harness(2, 1);
  const [hand] = hands as [Hand];
  hand.onAnswer({ type: 'failed', message: 'out of memory' });
  hand.onAnswer({ type: 'result', result: result(7) });
  await finished;
  expect(done).toEqual([7]);
  expect(failures).toEqual(['0: out of memory']);
});

test('a worker that breaks down is replaced; another one takes its task, once; the rest goes on', async () => {
  const { hands, failures, done, finished } = harness(3, 1);
  hands[0]?.onAnswer({ type: 'crashed', message: 'gone' });
  expect(hands.map(({ closed, started }) => [closed, started])).toEqual([
    [true, [0]],
    [false, [0]],
  ]);
  hands[0]?.onAnswer({ type: 'result', result: result(9) });
  hands[1]?.onAnswer({ type: 'result', result: result(1) });
  hands[1]?.onAnswer({ type: 'crashed', message: 'gone' });
  hands[2]?.onAnswer({ type: 'crashed', message: 'gone too' });
  hands[3]?.onAnswer({ type: 'result', result: result(3) });
  await finished;
  expect(hands.map(({ started }) => started)).toEqual([[0], [0, 1], [1], [2]]);
  expect(done).toEqual([1, 3]);
  expect(failures).toEqual(['1: gone too']);
});

test('a task that takes longer than its limit fails, although its worker reports progress', async () => {
  const hands: Hand[] = [];
  const failures: string[] = [];
  let look: (ms: number) => void = () => {};
  const schedule = (check: (ms: number) => void) => {
    look = check;
    return () => {};
  };
  const events = {
    onProgress: () => {},
    onFailure: ({ place }: SearchTask, reason: string) => failures.push(`${place}: ${reason}`),
  };
  const pool = new TaskPool([task(0), task(1)], events, undefined, schedule, 3_000);
  const finished = pool.run(1, () => {
    const hand = new Hand();
    hands.push(hand);
    return hand;
  });
  for (let second = 0; second < 3; second++) {
    hands[0]?.onAnswer({ type: 'progress', progress: 0.1 });
    look(1_000);
  }
  expect(failures).toEqual(['0: it takes longer than 3 seconds']);
  expect(hands.map(({ closed, started }) => [closed, started])).toEqual([
    [true, [0]],
    [false, [1]],
  ]);
  hands[1]?.onAnswer({ type: 'result', result: result(1) });
  await finished;
});

describe('a worker that is silent', () => {
  test('is replaced; another one takes its task, once', async () => {
    const { hands, failures, done, finished, pass } = harness(2, 2);
    for (const hand of hands) hand.onAnswer({ type: 'ready' });
    pass(40);
    hands[1]?.onAnswer({ type: 'progress', progress: 0.1 });
    pass(25);
    expect(hands.map(({ closed, started }) => [closed, started])).toEqual([
      [true, [0]],
      [false, [1]],
      [false, [0]],
    ]);
    hands[2]?.onAnswer({ type: 'ready' });
    pass(30);
    hands[1]?.onAnswer({ type: 'result', result: result(1) });
    pass(35);
    await finished;
    expect(done).toEqual([1]);
    expect(failures).toEqual([expect.stringMatching(/^0: no answer for 60 seconds/)]);
  });

  test('is waited for while it is being loaded: a slow network is not a dead worker', () => {
    const { hands, failures, pass } = harness(1, 1);
    pass(600);
    expect(hands).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  test('is not searched for when all tasks are done or cancelled', async () => {
    const { hands, finished, looking } = harness(1, 1);
    expect(looking()).toBe(true);
    hands[0]?.onAnswer({ type: 'result', result: result(1) });
    await finished;
    expect(looking()).toBe(false);
    const other = harness(1, 1);
    other.pool.cancel();
    expect(other.looking()).toBe(false);
  });
});

test('where no worker can be loaded, all tasks fail at once', async () => {
  const { hands, failures, finished } = harness(1_000, 1);
  for (let index = 0; index < hands.length && index < 100; index++)
    hands[index]?.onAnswer({ type: 'crashed', message: 'offline' });
  await finished;
  expect(hands.length).toBeLessThan(20);
  expect(failures).toHaveLength(1_000);
});

describe('where a worker cannot be made', () => {
  /** A pool of 3 tasks and 2 workers, if 2 workers can be made. */
  const poolOf = (most: number) => {
    const hands: Hand[] = [];
    const [failures, done, progress]: [string[], number[], number[]] = [[], [], []];
    const events = {
      onProgress: (part: number) => progress.push(part),
      onDone: ({ runs }: SearchTaskResult) => done.push(runs),
      onFailure: ({ place }: SearchTask, message: string) => failures.push(`${place}: ${message}`),
    };
    const finished = new TaskPool([task(0), task(1), task(2)], events).run(2, () => {
      if (hands.length >= most) throw new Error('workers are not allowed here');
      const hand = new Hand();
      hands.push(hand);
      return hand;
    });
    return { hands, failures, done, progress, finished };
  };

  test('all tasks fail, with the reason', async () => {
    const { failures, progress, finished } = poolOf(0);
    await finished;
    expect(failures).toEqual([0, 1, 2].map((place) => `${place}: workers are not allowed here`));
    expect(progress.at(-1)).toBe(1);
  });

  test('the running workers do the rest', async () => {
    const { hands, failures, done, finished } = poolOf(1);
    for (const runs of [1, 2, 3]) hands[0]?.onAnswer({ type: 'result', result: result(runs) });
    await finished;
    expect([done, failures]).toEqual([[1, 2, 3], []]);
  });

  test('to replace the last broken worker, the remaining tasks fail', async () => {
    const { hands, failures, finished } = poolOf(1);
    hands[0]?.onAnswer({ type: 'result', result: result(1) });
    hands[0]?.onAnswer({ type: 'crashed', message: 'gone' });
    await finished;
    expect(failures).toHaveLength(2);
  });
});

test('without tasks it is done at once', async () => {
  await expect(harness(0, 2).finished).resolves.toBeUndefined();
});

test('tasks count by their weight', () => {
  const progress: number[] = [];
  const hand = new Hand();
  const events = { onProgress: (part: number) => progress.push(part), onFailure: () => {} };
  const weightOf = ({ place }: SearchTask) => (place === 0 ? 3 : 1);
  void new TaskPool([task(0), task(1)], events, weightOf).run(1, () => hand);
  hand.onAnswer({ type: 'progress', progress: 0.5 });
  hand.onAnswer({ type: 'result', result: result(1) });
  hand.onAnswer({ type: 'result', result: result(2) });
  expect(progress).toEqual([0.375, 0.75, 1]);
});

test('no more workers than tasks', () => {
  expect(harness(2, 8).hands).toHaveLength(2);
});

test('cancelled: every worker is closed, and nothing new begins', () => {
  const { pool, hands } = harness(5, 2);
  pool.cancel();
  expect(hands.map(({ closed }) => closed)).toEqual([true, true]);
  hands[0]?.onAnswer({ type: 'result', result: result(1) });
  expect(hands.map(({ started }) => started)).toEqual([[0], [1]]);
});

test('an exception in a task counts as its answer', () => {
  const answers: TaskAnswer[] = [];
  const run = (_: Task, onProgress: (progress: number) => void) => {
    onProgress(0.25);
    throw new Error('too narrow');
  };
  answerTask(task(0), run, (answer) => answers.push(answer));
  expect(answers).toEqual([
    { type: 'progress', progress: 0.25 },
    { type: 'failed', message: 'too narrow' },
  ]);
});

test('the time that is left can be guessed once something is done', () => {
  expect(estimateRemainingSeconds(1, 0.01)).toBeUndefined();
  expect(estimateRemainingSeconds(10, 0.25)).toBe(30);
  expect(estimateRemainingSeconds(10, 1)).toBe(0);
});
