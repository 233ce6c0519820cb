/** Stored data of the browser are not trusted, because any code may have written them. */
import { clear, entries, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { isTaskResult, StoredResults } from '../../../src/app/stores/stored-results.ts';
import { bhattacharjeeMcKinnon } from '../../../src/papers/bhattacharjee/paper.ts';
import { papers } from '../../../src/papers/index.ts';
import { measurementPlan } from '../../../src/papers/measurement-plan.ts';
import { runTask } from '../../../src/papers/run-task.ts';
import type { RunTaskResult, SearchTaskResult } from '../../../src/studies/tasks.ts';
import { validatedTest } from '../../amount.ts';
import { plainFigures, runTasks } from '../../papers/made-up.ts';

vi.mock('idb-keyval', () => {
  const kept = new Map<string, unknown>();
  return {
    createStore: () => undefined,
    entries: async () => [...kept],
    set: async (key: string, value: unknown) => void kept.set(key, value),
    delMany: async (keys: readonly string[]) => {
      for (const key of keys) kept.delete(key);
    },
    clear: async () => kept.clear(),
  };
});

beforeEach(() => clear());

const [first] = runTasks(papers);
if (first === undefined) throw new Error('no runs');
const run: RunTaskResult = {
  kind: 'run',
  key: first.key,
  seed: 1,
  digest: 'd',
  simulatedSeconds: 5,
  figures: plainFigures(first),
};
const { classes } = run.figures;

test.each([
  ['null', null],
  ['a text', 'result'],
  ['no figures', { ...run, figures: null }],
  ['empty figures', { ...run, figures: {} }],
  ['a figure that is a text', { ...run, figures: { ...run.figures, dropRate: '0.1' } }],
  ['classes that are none', { ...run, figures: { ...run.figures, classes: [null] } }],
  [
    'a class without goodput',
    { ...run, figures: { ...run.figures, classes: [{ ...classes[0], goodput: undefined }] } },
  ],
  ['no simulated seconds', { ...run, simulatedSeconds: undefined }],
  ['no number of simulated seconds', { ...run, simulatedSeconds: Number.NaN }],
  ['no seed', { ...run, seed: undefined }],
  ['another kind', { ...run, kind: 'walk' }],
  ['a search without points', { kind: 'search', experiment: 'e1', runs: 1, simulatedSeconds: 1 }],
  ['a point that is none', { kind: 'search', experiment: 'e1', points: [null], runs: 1, simulatedSeconds: 1 }],
])('an incomplete entry is dropped: %s', async (_, result) => {
  const kept = new StoredResults('now');
  await kept.put('whole', run);
  await set('now other', result);
  expect([...(await kept.read())]).toEqual([['whole', run]]);
  expect(await entries()).toEqual([['now whole', run]]);
});

test('results that another build kept are dropped', async () => {
  await new StoredResults('before').put('one', run);
  expect((await new StoredResults('now').read()).size).toBe(0);
  expect(await entries()).toEqual([]);
});

test('the results of a run are complete', () => {
  const task = { kind: 'run', key: 'k', preset: 'opening', policy: 'droptail', seed: 1 } as const;
  expect(
    isTaskResult(structuredClone(runTask({ ...task, settings: { 'run.durationSeconds': 2, 'run.warmupSeconds': 1 } }))),
  ).toBe(true);
});

validatedTest('the results of a search are complete, and incomplete without the values read from its points', () => {
  const task = measurementPlan([bhattacharjeeMcKinnon], 'quick').tasks.find(({ kind }) => kind === 'search');
  if (task?.kind !== 'search') throw new Error('no search');
  const found = structuredClone(runTask({ ...task, replications: 1 })) as SearchTaskResult;
  expect(isTaskResult(found)).toBe(true);
  const level = found.points.find(({ result }) => result !== undefined);
  expect(level).toBeDefined();
  const spoilt = (result: unknown) => ({ ...found, points: [{ ...level, result }] });
  expect(isTaskResult(spoilt(level?.result))).toBe(true);
  expect(isTaskResult(spoilt(undefined))).toBe(true);
  for (const name of ['video', 'delayMs', 'samples', 'bytesPerFlow'])
    expect([name, isTaskResult(spoilt({ ...level?.result, [name]: null }))]).toEqual([name, false]);
});
