/** Digests of the presets under the policies that they name, seed 1: `digests.json`. */
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import digests from './digests.json' with { type: 'json' };

type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface RecordedRuns {
  /** By preset and policy: after two seconds, and of the whole run. */
  readonly twoSeconds: Recorded;
  readonly whole: Recorded;
}

/** Those of the presets, and those of links of versions 1 and 3 to presets that have other values now. */
export const recorded: RecordedRuns & Readonly<Record<'version1' | 'version3', RecordedRuns>> = digests;

/** @param seconds of the run; without it all of it */
export function digestOf(id: string, policy: string, seconds?: number): string {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  return digestOfScenario(preset, policy, seconds);
}

/**
 * @param seconds of the run; without it all of it
 * @param policyValues that differ from the scenario's
 */
export function digestOfScenario(
  scenario: Scenario,
  policy: string,
  seconds?: number,
  policyValues?: ParameterValues,
): string {
  const simulation = openRun({ scenario, policy, policyValues, seed: 1 });
  simulation.advance(seconds === undefined ? simulation.endNs : seconds * 1e9);
  return simulation.digest();
}
