/** The lessons of the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosen } from '../amount.ts';

export const lessonsFolder = join(import.meta.dirname, '../../public/lessons');

/** File name and text of each. */
export const ownLessons = readdirSync(lessonsFolder)
  .filter((name) => name.endsWith('.json') && !['index.json', 'lesson.schema.json'].includes(name))
  .map((name) => [name, readFileSync(join(lessonsFolder, name), 'utf8')] as const);

/** Short runs, and each kind of question. */
const QUICK = ['bufferbloat-at-home', 'why-a-queue-fills', 'is-it-true', 'theory-beside-the-run'];

/** Those whose runs are measured. */
export const measuredLessons = chosen(ownLessons, ([name]) => QUICK.includes(name.replace('.json', '')));
