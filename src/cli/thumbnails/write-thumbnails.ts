/** Writes src/scenarios/thumbnails/thumbnails.ts: the small pictures of all presets (npm run thumbnails). */
import { writeWholeFile } from '../output/unfinished-file.ts';
import '../../engine/simulation/all-optional-parts.ts';
import { presetFamilies } from '../../scenarios/index.ts';
import { openingLanes } from '../../scenarios/loaded-presets.ts';
import { thumbnailLine } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { createThumbnail } from './thumbnail.ts';

/** Lines of the scenarios, by their quantity and unit. */
const tables = new Map<string, { readonly quantity: string; readonly unit: string; readonly lines: string[] }>();
for (const preset of presetFamilies.flatMap(({ presets }) => presets)) {
  console.log(preset.id);
  const { quantity, unit, ...picture } = createThumbnail(preset, openingLanes(preset));
  const lines: string[] = tables.get(quantity)?.lines ?? [];
  lines.push(thumbnailLine(preset.id, picture));
  tables.set(quantity, { quantity, unit, lines });
}
const literals = [...tables.values()].map(
  ({ quantity, unit, lines }) => `  {
    quantity: '${quantity}',
    unit: '${unit}',
    pictures: \`
${lines.join('\n')}
\`,
  },
`,
);
const text = `/** The small pictures and results of all presets. \`npm run thumbnails\` writes it (src/cli/thumbnails/thumbnail.ts). */
import type { ThumbnailTable } from './thumbnail-code.ts';

export const thumbnailTables: readonly ThumbnailTable[] = [
${literals.join('')}];
`;
writeWholeFile('src/scenarios/thumbnails/thumbnails.ts', text);
