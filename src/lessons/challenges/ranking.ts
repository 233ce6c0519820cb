/**
 * Ranks a program beside built-in policies: all get the same packets, with several seeds. Policies that reach all goals
 * come first. Among them, and among the others, the score decides. Two neighbours are compared by the differences of
 * their scores, seed by seed.
 */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { required } from '../../shared/required.ts';
import { type ReplicatedFigure, RunningStatistics } from '../../shared/statistics.ts';
import type { ChallengeGoal } from '../format/lesson.ts';
import type { FigureId } from '../measurement/lesson-figures.ts';
import type { MeasureTask } from '../measurement/measure-runs.ts';
import type { FigureRequest, MeasuredRun } from '../measurement/measured-run.ts';

/** The rules of a ranking: a scenario, goals, a score, and policies to beat. */
export interface ProgramChallenge {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Id of a preset. */
  readonly preset: string;
  /** Simulated time of each run, and the part at its beginning that figures leave out, s. */
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** Ids of built-in policies. */
  readonly against: readonly string[];
  readonly seeds: readonly number[];
  /** A larger score is better. */
  readonly score: FigureId;
  /** Bounds of means over the seeds. The lane of each goal is that of the ranked policy. */
  readonly goals: readonly Omit<ChallengeGoal, 'lane'>[];
}

/** The place of one policy in a ranking. */
export interface RankRow {
  /** Id of a policy. */
  readonly policy: string;
  readonly score: ReplicatedFigure;
  /** In the order of the challenge's goals. */
  readonly goals: readonly { readonly mean: ReplicatedFigure; readonly isMet: boolean }[];
  readonly isMet: boolean;
  /**
   * Whether its score differs from that of the row above: the 95 % interval of the differences leaves out 0. Undefined
   * if scores do not decide the order: in the first row, if only the row above reaches all goals, or if a score is
   * missing.
   */
  readonly isApart: boolean | undefined;
}

/**
 * One task for each seed, with a lane for each policy.
 * @param scenario of the challenge's preset, with its times
 * @param program source of the policy `own`, which is ranked too; undefined for built-in policies only
 */
export function rankingTasks(
  challenge: ProgramChallenge,
  scenario: Scenario,
  program?: string,
): readonly MeasureTask[] {
  const { seeds, seconds, warmupSeconds } = challenge;
  const timedScenario = { ...scenario, run: { ...scenario.run, durationSeconds: seconds, warmupSeconds } };
  const policies = competingPolicies(challenge, program !== undefined);
  const figureRequests = policies.flatMap((_, index) => rankingFigures(challenge, index + 1));
  return seeds.map((seed) => ({
    lanes: policies.map((policy) => ({ scenario: timedScenario, policy, policyValues: {}, seed, edits: [] })),
    figures: figureRequests,
    curves: [],
    ...presentFields({ program }),
  }));
}

const competingPolicies = ({ against }: ProgramChallenge, hasProgram: boolean) => [
  ...(hasProgram ? [PROGRAM_POLICY] : []),
  ...against,
];

const rankingFigures = ({ score, goals }: ProgramChallenge, lane: number): readonly FigureRequest[] => [
  { lane, figure: score },
  ...goals.map(({ figure, class: id, atSeconds }) => ({ lane, figure, class: id, atSeconds })),
];

/** @param measuredRuns the results of `rankingTasks`, in their order */
export function rankPolicies(
  challenge: ProgramChallenge,
  measuredRuns: readonly MeasuredRun[],
  hasProgram: boolean,
): readonly RankRow[] {
  const { goals } = challenge;
  const width = 1 + goals.length;
  const scoredPolicies = competingPolicies(challenge, hasProgram).map((policy, index) => {
    const samples = (column: number) =>
      measuredRuns.map(({ figures }) => figures[index * width + column] ?? Number.NaN);
    const goalOutcomes = goals.map(({ below, above }, index) => {
      const mean = replicate(samples(index + 1));
      const isMet = mean.mean < (below ?? Number.POSITIVE_INFINITY) && mean.mean > (above ?? Number.NEGATIVE_INFINITY);
      return { mean, isMet };
    });
    const scores = samples(0);
    return {
      policy,
      scores,
      score: replicate(scores),
      goals: goalOutcomes,
      isMet: goalOutcomes.every((goal) => goal.isMet),
    };
  });
  const rankValue = ({ mean }: ReplicatedFigure) => (Number.isNaN(mean) ? Number.NEGATIVE_INFINITY : mean);
  const rankedPolicies = scoredPolicies.sort(
    (a, b) => Number(b.isMet) - Number(a.isMet) || rankValue(b.score) - rankValue(a.score),
  );
  return rankedPolicies.map(({ policy, scores, score, goals: goalOutcomes, isMet }, index) => {
    const betterPolicy = rankedPolicies[index - 1];
    const isByScore =
      betterPolicy?.isMet === isMet && !Number.isNaN(betterPolicy.score.mean) && !Number.isNaN(score.mean);
    return {
      policy,
      score,
      goals: goalOutcomes,
      isMet,
      isApart: isByScore ? areApart(betterPolicy.scores, scores) : undefined,
    };
  });
}

/**
 * The place of a row with its signs: "3 =" if it does not differ clearly from the row above, "3 ✗" if it misses a goal.
 * A row whose score cannot be read has no place.
 */
export function formatPlace({ score, isMet, isApart }: RankRow, index: number): string {
  const place = Number.isNaN(score.mean) ? '–' : String(index + 1);
  return [place, ...(isApart === false ? ['='] : []), ...(isMet ? [] : ['✗'])].join(' ');
}

/** Whether the mean of the differences, seed by seed, is not 0 with 95 % confidence. */
export function areApart(scores: readonly number[], others: readonly number[]): boolean {
  const { mean, ci95, n } = replicate(scores.map((score, index) => score - required(others[index])));
  return n > 1 && Math.abs(mean) > ci95;
}

function replicate(samples: readonly number[]): ReplicatedFigure {
  const moments = new RunningStatistics();
  for (const sample of samples) moments.add(sample);
  return moments.result();
}
