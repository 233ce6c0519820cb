/** Digests of the presets under the policies that they name, seed 1: `digests.json`. */
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import digests from './digests.json' with { type: 'json' };

type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface RecordedRuns {
  /** By preset and policy: after two seconds, and of the whole run. */
  readonly twoSeconds: Recorded;
  readonly whole: Recorded;
}

/** Those of the presets, and those of links of version 1 to presets that have other values now. */
export const recorded: RecordedRuns & { readonly version1: RecordedRuns } = digests;

/** @param seconds of the run; without it all of it */
export function digestOf(id: string, policy: string, seconds?: number): string {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  return digestOfScenario(preset, policy, seconds);
}

/** @param seconds of the run; without it all of it */
export function digestOfScenario(scenario: Scenario, policy: string, seconds?: number): string {
  const simulation = openRun({ scenario, policy, seed: 1 });
  simulation.advance(seconds === undefined ? simulation.endNs : seconds * 1e9);
  return simulation.digest();
}
