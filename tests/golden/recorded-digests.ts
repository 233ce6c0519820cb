/** Digests of the presets under the policies that they name, seed 1: `digests.json`. */
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import digests from './digests.json' with { type: 'json' };

type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By preset and policy: after two seconds, and of the whole run. */
export const recorded: { readonly twoSeconds: Recorded; readonly whole: Recorded } = digests;

/** @param seconds of the run; without it all of it */
export function digestOf(id: string, policy: string, seconds?: number): string {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  const simulation = openRun({ scenario: preset, policy, seed: 1 });
  simulation.advance(seconds === undefined ? simulation.endNs : seconds * 1e9);
  return simulation.digest();
}
