/** Rankings of made-up figures, whose order is obvious. */
import { expect, test } from 'vitest';
import {
  areApart,
  formatPlace,
  type ProgramChallenge,
  rankingTasks,
  rankPolicies,
} from '../../../src/lessons/challenges/ranking.ts';
import { openingPreset } from '../../../src/scenarios/presets/opening.ts';

const challenge: ProgramChallenge = {
  id: 'x',
  title: '',
  text: '',
  preset: 'opening',
  seconds: 10,
  warmupSeconds: 1,
  against: ['droptail', 'red', 'codel'],
  seeds: [4, 5, 6],
  score: 'power',
  goals: [{ figure: 'lossPercent', below: 5 }],
};

/** By seed: score and loss of own, droptail, red, codel. */
const measured = [
  [2, 1, 1, 1, 3, 9, 2.2, 1],
  [2.1, 1, 1.2, 1, 3, 9, 2, 1],
  [2.2, 2, 1.1, 1, 3, 9, 2.1, 1],
].map((figures) => ({ figures, curves: [], digest: '' }));

test('those that reach the goals come first, then the score decides, and neighbours are compared seed by seed', () => {
  const rows = rankPolicies(challenge, measured, true);
  expect(rows.map(({ policy }) => policy)).toEqual(['own', 'codel', 'droptail', 'red']);
  expect(rows.map(({ isMet }) => isMet)).toEqual([true, true, true, false]);
  // own − codel: -0.2, 0.1, 0.1: mean 0, told apart from nothing. codel − droptail: 1.2, 0.8, 1.0.
  // Red misses the goal: its score, 3, is the best, and says nothing of its place.
  expect(rows.map(({ isApart }) => isApart)).toEqual([undefined, false, true, undefined]);
  expect(rows.map(formatPlace)).toEqual(['1', '2 =', '3', '4 ✗']);
  expect(rows[0]?.score.mean).toBeCloseTo(2.1, 12);
  // t(0.975, 2) = 4.303; s = 0.1; 4.303 × 0.1 / √3
  expect(rows[0]?.score.ci95).toBeCloseTo(0.2484, 4);
  expect(rows[0]?.goals[0]?.mean.mean).toBeCloseTo(4 / 3, 12);
});

test('a policy without a score comes last in its group', () => {
  const silent = measured.map(({ figures }) => ({
    curves: [],
    digest: '',
    figures: [Number.NaN, 1, ...figures.slice(2)],
  }));
  const rows = rankPolicies(challenge, silent, true);
  expect(rows.map(({ policy }) => policy)).toEqual(['codel', 'droptail', 'own', 'red']);
  // Nothing is compared with a score that is not there.
  expect(rows.map(({ isApart }) => isApart)).toEqual([undefined, true, undefined, undefined]);
  expect(rows.map(formatPlace)).toEqual(['1', '2', '–', '4 ✗']);
});

test('two policies are distinguished by their differences for each seed, however much both vary', () => {
  expect(areApart([1, 5, 9], [0.9, 4.9, 8.9])).toBe(true);
  expect(areApart([1, 5, 9], [1.1, 4.9, 9])).toBe(false);
  expect(areApart([1, 5, 9], [1, 5, 9])).toBe(false);
  expect(areApart([3], [1])).toBe(false);
});

test('all policies get the same packets: one task for each seed, with the times of the challenge', () => {
  const tasks = rankingTasks(challenge, openingPreset, 'source');
  expect(tasks.map(({ lanes }) => lanes.map(({ policy, seed }) => `${policy} ${seed}`))).toEqual(
    [4, 5, 6].map((seed) => ['own', 'droptail', 'red', 'codel'].map((policy) => `${policy} ${seed}`)),
  );
  expect(tasks[0]?.lanes[2]?.scenario.run).toMatchObject({ durationSeconds: 10, warmupSeconds: 1 });
  expect(tasks[0]?.program).toBe('source');
  expect(tasks[0]?.figures.slice(0, 3)).toMatchObject([
    { lane: 1, figure: 'power' },
    { lane: 1, figure: 'lossPercent' },
    { lane: 2, figure: 'power' },
  ]);
});
