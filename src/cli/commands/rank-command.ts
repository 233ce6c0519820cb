/**
 * `rank`: ranks a program beside built-in policies, as the page's editor does. Without a file it ranks only the
 * built-in policies.
 */
import { programChallenges } from '../../lessons/challenges/challenges.ts';
import { formatPlace, type RankRow, rankingTasks, rankPolicies } from '../../lessons/challenges/ranking.ts';
import { lessonFigures } from '../../lessons/measurement/lesson-figures.ts';
import { measureRuns } from '../../lessons/measurement/measure-runs.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { registerProgram } from '../../policies/loaded-policies.ts';
import { findPolicy } from '../../policies/registry.ts';
import { findPreset } from '../../scenarios/index.ts';
import { formatSpread } from '../../shared/format-spread.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';
import { parseArguments } from '../input/arguments.ts';
import { readNewestVersion } from '../input/policy-file.ts';
import { type CommandIo, InputError } from '../io.ts';

/**
 * Runs `rank`.
 * @throws InputError for arguments or a program that are not allowed
 */
export function rankCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(argv, ['--challenge'], ['--json'], 1);
  const id = parsedArguments.last('--challenge') ?? programChallenges[0]?.id;
  const challenge = programChallenges.find((candidate) => candidate.id === id);
  const scenario = findPreset(challenge?.preset ?? '');
  if (challenge === undefined || scenario === undefined)
    throw new InputError(
      `--challenge: ${id} is unknown; allowed: ${programChallenges.map((programChallenge) => programChallenge.id).join(', ')}`,
    );
  const [path] = parsedArguments.positionals;
  if (path !== undefined) registerProgram(readNewestVersion(path, io, 'rank'));
  // The program is registered here, so a task does not need its source.
  const tasks = rankingTasks(challenge, scenario, path === undefined ? undefined : '');
  const rows = rankPolicies(
    challenge,
    tasks.map((task) => measureRuns(task)),
    path !== undefined,
  );
  if (parsedArguments.flags.has('--json')) {
    io.out(
      JSON.stringify({
        challenge: challenge.id,
        scenario: challenge.preset,
        seeds: challenge.seeds,
        score: challenge.score,
        rows: rows.map(jsonRow),
      }),
    );
    return;
  }
  io.out(`${challenge.title}: ${challenge.text}`);
  const definitions = [{ figure: challenge.score }, ...challenge.goals].map(({ figure }) => lessonFigures[figure]);
  io.out(
    ['', 'policy', ...definitions.map(({ label, unit }) => `${label}${unit === '' ? '' : `, ${unit}`}`)].join('\t'),
  );
  for (const [index, row] of rows.entries()) io.out(formatRow(row, index));
  io.out(
    `Means of ${challenge.seeds.length} runs with other seeds, ± half of their 95 % interval; without ±, the same for every seed.`,
  );
}

/** A row with the keys of the output. */
function jsonRow({ goals, isMet, ...row }: RankRow) {
  return { ...row, goals: goals.map((goal) => ({ found: goal.mean, met: goal.isMet })), met: isMet };
}

function formatRow(row: RankRow, index: number): string {
  const { policy, score, goals, isMet, isApart } = row;
  const name = policy === PROGRAM_POLICY ? `${findPolicy(policy)?.name} (yours)` : (findPolicy(policy)?.name ?? policy);
  const figureTexts = goals.map(
    ({ mean: goalMean, isMet: isReached }) => `${formatMean(goalMean)} ${isReached ? 'reached' : 'MISSED'}`,
  );
  const notes = [
    ...(isMet ? [] : ['not all goals']),
    ...(isApart === false ? ['does not differ clearly from the row above'] : []),
  ];
  return [formatPlace(row, index), name, formatMean(score), ...figureTexts, notes.join('; ')].join('\t');
}

const formatMean = ({ mean, ci95 }: ReplicatedFigure) =>
  Number.isNaN(mean)
    ? 'nothing to read'
    : `${mean.toPrecision(4)}${formatSpread(ci95, (half) => half.toPrecision(2), ' ± ')}`;
