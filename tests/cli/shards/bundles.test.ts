/** Tasks in bundles, bundles in shards: each task once, whatever the number of shards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPaperRequest } from '../../../src/cli/commands/paper-command.ts';
import { balancedShards, workBundles } from '../../../src/cli/shards/bundles.ts';
import { requestedWork } from '../../../src/cli/shards/manifest.ts';
import type { Task } from '../../../src/studies/tasks.ts';

const work = requestedWork(readPaperRequest(undefined, { flags: new Set(['--quick']) }));
const tasks = work.groups.flatMap((part) => part.tasks);
const bundles = workBundles(work, 'build');

test('the bundles of all papers hold each task once, in their order', () => {
  expect(tasks.length).toBeGreaterThan(300);
  expect(bundles.flatMap((bundle) => bundle.tasks)).toEqual(tasks);
  expect(new Set(bundles.map(({ name }) => name)).size).toBe(bundles.length);
});

test('another program, another task or another order of tasks gives other names', () => {
  const names = new Set(bundles.map(({ name }) => name));
  expect(workBundles(work, 'another').some(({ name }) => names.has(name))).toBe(false);
  const [part] = work.groups;
  const moved = { ...work, groups: [{ ...part, tasks: [...tasks].reverse() } as typeof part] } as typeof work;
  const single = new Set(bundles.filter((bundle) => bundle.tasks.length === 1).map(({ name }) => name));
  const again = workBundles(moved, 'build').filter((bundle) => bundle.tasks.length > 1);
  expect(again.some(({ name }) => names.has(name) && !single.has(name))).toBe(false);
});

test('any number of shards gets each bundle once, and no shard gets much more than the others', () => {
  const longest = Math.max(...bundles.map(({ seconds }) => seconds));
  const sum = bundles.reduce((total, { seconds }) => total + seconds, 0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
      const shards = balancedShards(bundles, count);
      expect(shards).toHaveLength(count);
      const dealt = shards.flat().flatMap((bundle) => bundle.tasks);
      expect(dealt).toHaveLength(tasks.length);
      expect(new Set<Task>(dealt).size).toBe(tasks.length);
      // Graham 1969: the greedy rule is never further from the mean than one bundle.
      for (const own of shards)
        expect(own.reduce((total, { seconds }) => total + seconds, 0)).toBeLessThanOrEqual(
          sum / count + longest + 1e-9,
        );
    }),
    { seed: 3, numRuns: 30 },
  );
});
