/** The sentence of each scenario. */
import { expect, test } from 'vitest';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';

/** One line of the headline at 1280 px, letters. */
const ONE_LINE = 155;

test('the sentence of each scenario fits into one line of the headline', () => {
  const long = presetIds.filter((id) => findPreset(id)!.summary.length > ONE_LINE);
  expect(long).toEqual([]);
});
