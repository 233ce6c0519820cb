/** All presets by id, in families. */
import type { Scenario } from '../engine/scenario/scenario.ts';
import { firstFamily, type PresetFamily, registerPresets } from './loaded-presets.ts';
import { bhattacharjeePresets } from './presets/bhattacharjee.ts';
import { goyalPresets } from './presets/goyal.ts';
import { huPresets } from './presets/hu.ts';
import { hurleyPresets } from './presets/hurley.ts';
import { smallPresets } from './presets/small.ts';
import { todayPresets } from './presets/today.ts';
import { zhaoPresets } from './presets/zhao.ts';

export const presetFamilies: readonly PresetFamily[] = [
  firstFamily,
  { name: 'Simple scenarios', presets: smallPresets },
  { name: 'Today’s internet', presets: todayPresets },
  { name: 'Zhao & Reddy', presets: zhaoPresets },
  { name: 'Bhattacharjee & McKinnon', presets: bhattacharjeePresets },
  { name: 'ABE', presets: hurleyPresets },
  { name: 'Goyal et al.', presets: goyalPresets },
  { name: 'Hu & Jan', presets: huPresets },
];

registerPresets(presetFamilies);

const byId = new Map(presetFamilies.flatMap((family) => family.presets.map((preset) => [preset.id, preset] as const)));

export const presetIds: readonly string[] = [...byId.keys()];

export function findPreset(id: string): Scenario | undefined {
  return byId.get(id);
}
