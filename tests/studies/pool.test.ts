/** A pool of workers that answer when the test lets them. */
import { expect, test } from 'vitest';
import { answerTask, secondsLeft, type TaskAnswer, TaskPool, type TaskWorker } from '../../src/studies/pool.ts';
import type { SearchResult, SearchTask, Task } from '../../src/studies/tasks.ts';

const task = (place: number): SearchTask => ({ kind: 'search', experiment: 'e1', place, replications: 1, reading: {} });
const result = (runs: number): SearchResult => ({
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

function bench(tasks: number, workers: number) {
  const hands: Hand[] = [];
  const progress: number[] = [];
  const failures: string[] = [];
  const done: number[] = [];
  const pool = new TaskPool(
    Array.from({ length: tasks }, (_, place) => task(place)),
    {
      progress: (part) => progress.push(part),
      done: ({ runs }) => done.push(runs),
      failed: ({ place }, message) => failures.push(`${place}: ${message}`),
    },
  );
  const finished = pool.run(workers, () => {
    const hand = new Hand();
    hands.push(hand);
    return hand;
  });
  return { pool, hands, progress, failures, done, finished };
}

test('each worker takes the next task when it has done one; all are closed at the end', async () => {
  const { hands, progress, done, finished } = bench(3, 2);
  const [one, other] = hands as [Hand, Hand];
  one.onAnswer({ type: 'progress', done: 0.5 });
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

test('a task that fails is told, and the rest is done', async () => {
  const { hands, failures, done, finished } = bench(2, 1);
  const [hand] = hands as [Hand];
  hand.onAnswer({ type: 'failed', message: 'out of memory' });
  hand.onAnswer({ type: 'result', result: result(7) });
  await finished;
  expect(done).toEqual([7]);
  expect(failures).toEqual(['0: out of memory']);
});

test('a worker that breaks down is replaced', async () => {
  const { hands, failures, done, finished } = bench(3, 1);
  hands[0]?.onAnswer({ type: 'crashed', message: 'gone' });
  expect(hands.map(({ closed, started }) => [closed, started])).toEqual([
    [true, [0]],
    [false, [1]],
  ]);
  hands[0]?.onAnswer({ type: 'result', result: result(1) });
  hands[1]?.onAnswer({ type: 'result', result: result(2) });
  hands[1]?.onAnswer({ type: 'crashed', message: 'gone too' });
  await finished;
  expect(done).toEqual([2]);
  expect(failures).toEqual(['0: gone', '2: gone too']);
});

test('without tasks it is done at once', async () => {
  await expect(bench(0, 2).finished).resolves.toBeUndefined();
});

test('tasks count by their weight', () => {
  const progress: number[] = [];
  const hand = new Hand();
  const events = { progress: (part: number) => progress.push(part), failed: () => {} };
  const weightOf = ({ place }: SearchTask) => (place === 0 ? 3 : 1);
  void new TaskPool([task(0), task(1)], events, weightOf).run(1, () => hand);
  hand.onAnswer({ type: 'progress', done: 0.5 });
  hand.onAnswer({ type: 'result', result: result(1) });
  hand.onAnswer({ type: 'result', result: result(2) });
  expect(progress).toEqual([0.375, 0.75, 1]);
});

test('no more workers than tasks', () => {
  expect(bench(2, 8).hands).toHaveLength(2);
});

test('cancelled: every worker is closed, and nothing new begins', () => {
  const { pool, hands } = bench(5, 2);
  pool.cancel();
  expect(hands.map(({ closed }) => closed)).toEqual([true, true]);
  hands[0]?.onAnswer({ type: 'result', result: result(1) });
  expect(hands.map(({ started }) => started)).toEqual([[0], [1]]);
});

test('what a task throws is an answer', () => {
  const answers: TaskAnswer[] = [];
  const run = (_: Task, pause: (done: number) => void) => {
    pause(0.25);
    throw new Error('too narrow');
  };
  answerTask(task(0), run, (answer) => answers.push(answer));
  expect(answers).toEqual([
    { type: 'progress', done: 0.25 },
    { type: 'failed', message: 'too narrow' },
  ]);
});

test('the time that is left can be guessed once something is done', () => {
  expect(secondsLeft(1, 0.01)).toBeUndefined();
  expect(secondsLeft(10, 0.25)).toBe(30);
  expect(secondsLeft(10, 1)).toBe(0);
});
