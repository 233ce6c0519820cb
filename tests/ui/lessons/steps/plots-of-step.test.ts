/** The lenses beside the plots of a step: those of the queue up beside plots of the way up alone. */
import { expect, test } from 'vitest';
import { drawingsBeside } from '../../../../src/ui/lessons/steps/plots-of-step.ts';

test('beside plots of the direction up alone, each lane shows the lens of the queue up', () => {
  expect(new Set(drawingsBeside(['class-delay-up', 'queue-up']))).toEqual(new Set(['lensUp']));
  for (const plots of [undefined, [], ['queue'], ['round-trip', 'delay-up']])
    expect(drawingsBeside(plots)).toBeUndefined();
});
