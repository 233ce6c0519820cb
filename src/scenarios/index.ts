/** All presets by id, in families. */
import type { Scenario } from '../engine/scenario/scenario.ts';
import { firstFamily, type PresetFamily, registerPresets } from './loaded-presets.ts';
import { bhattacharjeePresets } from './presets/bhattacharjee.ts';
import { goyalPresets } from './presets/goyal.ts';
import { huPresets } from './presets/hu.ts';
import { hurleyPresets } from './presets/hurley.ts';
import { quicPresets } from './presets/quic.ts';
import { simplePresets } from './presets/simple.ts';
import { internetPresets } from './presets/todays-internet.ts';
import { bothWaysPresets } from './presets/upload-and-download.ts';
import { zhaoPresets } from './presets/zhao.ts';

export const presetFamilies: readonly PresetFamily[] = [
  firstFamily,
  { name: 'Simple scenarios', presets: simplePresets },
  { name: 'Upload and download', presets: bothWaysPresets },
  { name: 'Today’s internet', presets: [...internetPresets, ...quicPresets] },
  { name: 'Zhao & Reddy', presets: zhaoPresets },
  { name: 'Bhattacharjee & McKinnon', presets: bhattacharjeePresets },
  { name: 'Hurley et al. (ABE)', presets: hurleyPresets },
  { name: 'Goyal et al.', presets: goyalPresets },
  { name: 'Hu & Jan', presets: huPresets },
];

registerPresets(presetFamilies);

const byId = new Map(presetFamilies.flatMap((family) => family.presets.map((preset) => [preset.id, preset] as const)));

export const presetIds: readonly string[] = [...byId.keys()];

/** The preset with this id; undefined without one. */
export function findPreset(id: string): Scenario | undefined {
  return byId.get(id);
}
