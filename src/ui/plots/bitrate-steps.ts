/** The bitrates that the video players of a run choose from, and why a player chooses a higher one. */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';

export interface BitrateSteps {
  /** In ascending order, kbit/s. */
  readonly stepsKbps: readonly number[];
  readonly riseCause: string;
}

/** Undefined without players, or if two classes of players have different bitrates or rules. */
export function bitrateSteps(run: RunState): BitrateSteps | undefined {
  const players = resolveScenario(scenarioOfRun(run)).sources.filter(({ kind }) => kind === 'player');
  const choices = new Set(players.map(({ values }) => JSON.stringify([values.ladderKbps, values.rule])));
  const [player] = players;
  if (player === undefined || choices.size > 1) return undefined;
  const { ladderKbps, rule } = player.values;
  const stepsKbps = [ladderKbps].flat().map(Number);
  return {
    stepsKbps: stepsKbps.sort((a, b) => a - b),
    riseCause: rule === 'throughput' ? 'it measures a higher rate' : 'its buffer is fuller',
  };
}
