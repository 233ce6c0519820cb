/** The axis of the queue in a lens below it. */
import { expect, test } from 'vitest';
import type { Frame, RunDescription } from '../../../src/engine/frame/frame.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import type { LensModel } from '../../../src/view/lenses/lens-model.ts';
import { occupancyAxis } from '../../../src/view/lenses/occupancy-axis.ts';
import { homeLink } from '../../engine/simulation/two-way-scenario.ts';

test('a queue has its head at the side of its link: down at the right, up at the left', () => {
  const run = openRun({ scenario: homeLink, policy: 'droptail', seed: 1 });
  run.advance(2e9);
  const frame = run.frame();
  const { description } = run;
  const axisOf = (queue: { readonly frame: Frame; readonly description: RunDescription }) => {
    const model = { ...queue, values: {}, lanes: () => [queue] } as unknown as LensModel;
    const { x, occupancy } = occupancyAxis({ width: 600, height: 150 } as never, model);
    return [x(0), x(occupancy.capacity), occupancy.capacity];
  };
  expect(axisOf({ frame, description })).toEqual([600 - 76, 128, 40]);
  expect(axisOf({ frame: frame.up!, description: description.up! })).toEqual([128, 600 - 76, 12]);
});
