/** The lines of values in lenses over time. */
import { expect, test } from 'vitest';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { levelStart } from '../../../src/view/lenses/lens-axes.ts';
import type { LensDrawing } from '../../../src/view/lenses/lens-drawing.ts';

test('the line of a value begins at its last edit, or a little before the end if the edit has just come', () => {
  const drawing = {
    model: { frame: { lastEditNs: { 'policy.minThreshold': 3e9, buffer: 5e9 } } },
  } as unknown as LensDrawing;
  // From 0 s to 5 s, 100 px for each second.
  const x = linearScale(0, 5, 50, 550);
  const startOf = (key: string) => levelStart(drawing, x, key);
  expect(startOf('policy.minThreshold')).toBe(350);
  expect(startOf('policy.maxThreshold')).toBe(50);
  expect(startOf('buffer')).toBe(542);
  // An edit before the shown time.
  const later = linearScale(4, 9, 50, 550);
  expect(levelStart(drawing, later, 'policy.minThreshold')).toBe(50);
});
