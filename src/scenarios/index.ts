/** All presets by id, in families. */
import type { Scenario } from '../engine/scenario.ts';
import { bhattacharjeePresets } from './bhattacharjee.ts';
import { hurleyPresets } from './hurley.ts';
import { openingPreset, smallPresets } from './small.ts';
import { zhaoPresets } from './zhao.ts';

/** Id of the scenario that the page opens with. */
export const OPENING = openingPreset.id;

export const presetFamilies: readonly { readonly name: string; readonly presets: readonly Scenario[] }[] = [
  { name: 'Start here', presets: [openingPreset] },
  { name: 'One thing at a time', presets: smallPresets },
  { name: 'Zhao & Reddy', presets: zhaoPresets },
  { name: 'Bhattacharjee & McKinnon', presets: bhattacharjeePresets },
  { name: 'ABE', presets: hurleyPresets },
];

const byId = new Map(presetFamilies.flatMap((family) => family.presets.map((preset) => [preset.id, preset] as const)));

export const presetIds: readonly string[] = [...byId.keys()];

export function findPreset(id: string): Scenario | undefined {
  return byId.get(id);
}
