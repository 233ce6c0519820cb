/** Writes src/scenarios/thumbnails/thumbnails.ts: the small pictures of all presets (npm run thumbnails). */
import { writeWholeFile } from '../output/unfinished-file.ts';
import '../../engine/simulation/all-optional-parts.ts';
import { presetFamilies } from '../../scenarios/index.ts';
import { openingLanes } from '../../scenarios/loaded-presets.ts';
import type { ThumbnailTable } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { createThumbnail } from './thumbnail.ts';

const tables = new Map<string, ThumbnailTable>();
for (const preset of presetFamilies.flatMap(({ presets }) => presets)) {
  console.log(preset.id);
  const { quantity, unit, ...picture } = createThumbnail(preset, openingLanes(preset));
  const presets = { ...tables.get(quantity)?.presets, [preset.id]: picture };
  tables.set(quantity, { quantity, unit, presets });
}
const lines = [
  '/** The small pictures and results of all presets. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */',
  "import type { ThumbnailTable } from './thumbnail-code.ts';",
  `export const thumbnailTables: readonly ThumbnailTable[] = ${JSON.stringify([...tables.values()])};`,
  '',
];
writeWholeFile('src/scenarios/thumbnails/thumbnails.ts', lines.join('\n'));
