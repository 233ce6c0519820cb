/** Writes src/scenarios/thumbnails/thumbnails.ts: the small pictures of all presets (npm run thumbnails). */
import { writeFileSync } from 'node:fs';
import '../../engine/simulation/all-optional-parts.ts';
import { presetFamilies } from '../../scenarios/index.ts';
import { openingPolicies } from '../../scenarios/loaded-presets.ts';
import { drawThumbnail } from './thumbnail.ts';

const lines = presetFamilies.flatMap(({ presets }) =>
  presets.map((preset) => {
    console.log(preset.id);
    return `  '${preset.id}': '${drawThumbnail(preset, openingPolicies(preset))}',`;
  }),
);
const head =
  '/** The occupancy of the buffers of each preset. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */';
const declared = 'export const thumbnails: Readonly<Record<string, string>> = {';
writeFileSync('src/scenarios/thumbnails/thumbnails.ts', [head, declared, ...lines, '};', ''].join('\n'));
