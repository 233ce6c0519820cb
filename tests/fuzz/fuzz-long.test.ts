/**
 * The first tries of each attack; `npm run fuzz` makes more of them, for a given time. Command lines are only in `npm
 * run fuzz`, because each is a process.
 */
import { expect, test } from 'vitest';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import { amount } from '../amount.ts';
import { files } from './files.ts';
import { journeys } from './journeys.ts';
import { handIns, lessons } from './lessons.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { openedLinks } from './opened-links.ts';

test.each([
  [links, 1_000],
  [openedLinks, 200],
  [files, 1_000],
  [lists, 500],
  [lessons, 100],
  [handIns, 200],
  [journeys, 15],
] as const)('$name', async ({ name, attempt }, tries) => {
  for (let number = 0; number < tries / amount(4, 1); number++)
    expect(await attempt(new RandomStream(number, name)), `try ${number}`).toBeUndefined();
});
