/** Writes src/scenarios/thumbnails/thumbnails.ts: the small pictures of all presets (npm run thumbnails). */
import { writeWholeFile } from '../output/unfinished-file.ts';
import '../../engine/simulation/all-optional-parts.ts';
import { presetFamilies } from '../../scenarios/index.ts';
import { openingLanes } from '../../scenarios/loaded-presets.ts';
import { thumbnailLine } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { createThumbnail } from './thumbnail.ts';

/** Lines of the scenarios, by unit and quantity. */
const tables: Record<string, Record<string, string>> = {};
for (const preset of presetFamilies.flatMap(({ presets }) => presets)) {
  console.log(preset.id);
  const { quantity, unit, ...picture } = createThumbnail(preset, openingLanes(preset));
  tables[unit] ??= {};
  tables[unit][quantity] = `${tables[unit][quantity] ?? '\n'}${thumbnailLine(preset.id, picture)}\n`;
}
const literals = Object.entries(tables).map(([unit, pictures]) => {
  const entries = Object.entries(pictures).map(([quantity, lines]) => `'${quantity}': \`${lines}\`,`);
  return `'${unit}': {${entries.join('\n')}},`;
});
const text = `/** The small pictures and results of all presets. \`npm run thumbnails\` writes it (src/cli/thumbnails/thumbnail.ts). */
import type { ThumbnailTables } from './thumbnail-code.ts';

export const thumbnailTables: ThumbnailTables = {
${literals.join('\n')}
};
`;
writeWholeFile('src/scenarios/thumbnails/thumbnails.ts', text);
