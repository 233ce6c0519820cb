/** The bounds of goals in words. */
import { expect, test } from 'vitest';
import { formatBounds } from '../../../src/lessons/answers/bounds.ts';

test.each([
  [{ above: 3, below: 9 }, 'above 3 and below 9'],
  [{ above: 3 }, 'above 3'],
  [{ below: 0.05 }, 'below 0.05'],
  // As a hand-in from a file has them.
  [{ above: null, below: 9 } as unknown as { below: number }, 'below 9'],
])('the bounds of a goal: %o', (bounds, words) => expect(formatBounds(bounds)).toBe(words));
