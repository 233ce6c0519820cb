/**
 * The page's challenges: their rankings against runs that are measured here in another way, and against known results.
 */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { programChallenges } from '../../../src/lessons/challenges/challenges.ts';
import {
  type ProgramChallenge,
  type RankRow,
  rankingTasks,
  rankPolicies,
} from '../../../src/lessons/challenges/ranking.ts';
import { measureRuns } from '../../../src/lessons/measurement/measure-runs.ts';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import { runLanes } from '../../../src/runs/run-lanes.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount, validatedTest } from '../../amount.ts';
import { compiled, templateOf } from '../../program/program.ts';

const challengeOf = (id: string) => programChallenges.find((one) => one.id === id) as ProgramChallenge;
const SECONDS = amount(15, 30);
/** Three seeds are enough to see who is ahead. */
const fewer = (challenge: ProgramChallenge) => ({
  ...challenge,
  seeds: challenge.seeds.slice(0, 3),
  seconds: SECONDS,
});
const scenarioOf = ({ preset }: ProgramChallenge) => findPreset(preset) as Scenario;

function ranked(challenge: ProgramChallenge, program?: string): readonly RankRow[] {
  registerProgram(program === undefined ? undefined : compiled(program));
  const tasks = rankingTasks(challenge, scenarioOf(challenge), program);
  return rankPolicies(
    challenge,
    tasks.map((task) => measureRuns(task)),
    program !== undefined,
  );
}

const scoreOf = (rows: readonly RankRow[], policy: string) =>
  rows.find((row) => row.policy === policy)?.score.mean ?? Number.NaN;

test('power: the policies that keep the queue short lead, and their scores are those of separate runs', {
  timeout: 300_000,
}, () => {
  const challenge = fewer(challengeOf('power'));
  const rows = ranked(challenge);
  expect(rows.slice(3).map(({ policy }) => policy)).toEqual(['random-drop', 'droptail']);
  expect(rows[3]?.isApart).toBe(true);
  expect(rows.every(({ isMet }) => isMet)).toBe(true);
  const timed = withValue(withValue(scenarioOf(challenge), 'run.durationSeconds', SECONDS), 'run.warmupSeconds', 5);
  for (const policy of ['droptail', 'codel']) {
    const powers = challenge.seeds.map((seed) => {
      const [lane] = runLanes({ scenario: timed, policies: [policy], seed, wallSeconds: () => 0 }).lanes;
      const bps = lane?.classes.reduce((sum, { throughputBps }) => sum + throughputBps, 0) ?? 0;
      return Math.log(bps / 1e6 / ((lane?.p95DelayMs ?? 0) / 1e3));
    });
    const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
    expect(scoreOf(rows, policy)).toBeCloseTo(mean, 10);
  }
});

test('home: with a buffer of 100 kB at 10 Mb/s only DropTail misses the goal of 80 ms', {
  timeout: 300_000,
}, () => {
  const rows = ranked(fewer(challengeOf('home')));
  expect(rows.filter(({ isMet }) => !isMet).map(({ policy }) => policy)).toEqual(['droptail']);
  expect(rows.at(-1)?.policy).toBe('droptail');
});

validatedTest('fair: queues of their own give flows equal shares, one queue does not', { timeout: 300_000 }, () => {
  // With three seeds the third place cannot be told apart: Student's t is 4.3 then.
  const rows = ranked({ ...challengeOf('fair'), seconds: SECONDS });
  expect(rows.slice(0, 2).map(({ policy }) => policy)).toEqual(['drr', 'fq-codel']);
  expect(rows[2]?.isApart).toBe(true);
  for (const policy of ['drr', 'fq-codel']) expect(scoreOf(rows, policy)).toBeGreaterThan(0.98);
  for (const policy of ['droptail', 'red', 'codel']) expect(scoreOf(rows, policy)).toBeLessThan(0.9);
});

validatedTest(
  'a program that is RED gets the score of RED, and cannot be told apart from it',
  { timeout: 300_000 },
  () => {
    const challenge = { ...challengeOf('power'), against: ['droptail', 'red'], seeds: [1, 2], seconds: 12 };
    const rows = ranked(challenge, templateOf('red'));
    expect(scoreOf(rows, 'own')).toBe(scoreOf(rows, 'red'));
    expect(rows[1]?.isApart).toBe(false);
    expect(rows[2]).toMatchObject({ policy: 'droptail', isApart: true });
  },
);
