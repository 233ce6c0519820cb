/** Writes src/scenarios/thumbnails/thumbnails.ts: the small pictures of all presets (npm run thumbnails). */
import { writeWholeFile } from '../output/unfinished-file.ts';
import '../../engine/simulation/all-optional-parts.ts';
import { presetFamilies } from '../../scenarios/index.ts';
import { openingLanes } from '../../scenarios/loaded-presets.ts';
import { createThumbnail } from './thumbnail.ts';

const lines = presetFamilies.flatMap(({ presets }) =>
  presets.map((preset) => {
    console.log(preset.id);
    return `'${preset.id}': ${JSON.stringify(createThumbnail(preset, openingLanes(preset)))},`;
  }),
);
const head = [
  '/** The small pictures and results of all presets. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */',
  "import type { Thumbnail } from './thumbnail-code.ts';",
  'export const thumbnailsByPreset: Readonly<Record<string, Thumbnail>> = {',
];
writeWholeFile('src/scenarios/thumbnails/thumbnails.ts', [...head, ...lines, '};', ''].join('\n'));
