/** Numbers of edits that stay when edits are moved, removed and brought back. */
import { expect, test } from 'vitest';
import type { RunEdit } from '../../../src/run-state/run-state.ts';
import { EditIds } from '../../../src/ui/playback/edit-markers.tsx';

const edit = (timeNs: number): RunEdit => ({ timeNs, path: 'link.rateBps', value: 1 }) as RunEdit;

test('an edit that is moved past another one keeps its number', () => {
  const ids = new EditIds();
  const [one, two] = [edit(1), edit(2)];
  expect(ids.idsOf([one, two])).toEqual([0, 1]);
  const moved = edit(3);
  expect(ids.idsOf([two, moved])).toEqual([1, 0]);
  // Drawn again, and taken back.
  expect(ids.idsOf([two, moved])).toEqual([1, 0]);
  expect(ids.idsOf([one, two])).toEqual([0, 1]);
});

test('a removed edit does not give its number away, and a new edit has a new one', () => {
  const ids = new EditIds();
  const [one, two] = [edit(1), edit(2)];
  ids.idsOf([one, two]);
  expect(ids.idsOf([two])).toEqual([1]);
  expect(ids.idsOf([two, edit(4)])).toEqual([1, 2]);
  expect(ids.idsOf([one, two])).toEqual([0, 1]);
});
