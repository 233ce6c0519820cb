/** The lenses beside the plots of a step: those of the queue up beside a plot of the way up. */
import { expect, test } from 'vitest';
import { drawingsBeside } from '../../../../src/ui/lessons/steps/plots-of-step.ts';

test('beside a plot of the direction up, each lane shows the lens of the queue up', () => {
  for (const plots of [
    ['class-delay-up', 'queue-up'],
    ['round-trip', 'delay-up'],
  ])
    expect(new Set(drawingsBeside(plots))).toEqual(new Set(['lensUp']));
  for (const plots of [undefined, [], ['queue']]) expect(drawingsBeside(plots)).toBeUndefined();
});
