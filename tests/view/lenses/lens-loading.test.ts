/** Lenses load by themselves. After a failure, they load again only when the user asks for it. */
import { expect, test } from 'vitest';
import type { LensModel } from '../../../src/view/lenses/lens-model.ts';
import { Lenses } from '../../../src/view/lenses/lenses.ts';

function lensesWith(loadPart: () => Promise<never>) {
  let loads = 0;
  const lenses = new Lenses({} as HTMLCanvasElement, () => {}, {
    loadPart: () => {
      loads++;
      return loadPart();
    },
    onLoad: () => {},
    onError: () => {},
  });
  const model = { overTime: false, description: { hints: { lens: 'occupancy' } } } as unknown as LensModel;
  return { lenses, draw: () => lenses.draw(model), loads: () => loads };
}

test('a failed lens loads again after a retry, and not before', async () => {
  const { lenses, draw, loads } = lensesWith(() => Promise.reject(new Error('offline')));
  draw();
  await Promise.resolve();
  await Promise.resolve();
  draw();
  expect(loads()).toBe(1);
  lenses.retry();
  draw();
  expect(loads()).toBe(2);
});

test('a retry does not load a lens twice that still loads', () => {
  const { lenses, draw, loads } = lensesWith(() => new Promise(() => {}));
  draw();
  lenses.retry();
  draw();
  expect(loads()).toBe(1);
});
