/** The lessons of the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const lessonsFolder = join(import.meta.dirname, '../../public/lessons');

/** File name and text of each. */
export const ownLessons = readdirSync(lessonsFolder)
  .filter((name) => name.endsWith('.json') && !['index.json', 'lesson.schema.json'].includes(name))
  .map((name) => [name, readFileSync(join(lessonsFolder, name), 'utf8')] as const);
