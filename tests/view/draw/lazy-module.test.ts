/** Drawings that are loaded apart from the page. */
import { expect, test, vi } from 'vitest';
import { lazyModule, whenPartLoads } from '../../../src/view/draw/lazy-module.ts';

test('a drawing is loaded when it is first asked for, and then the page is drawn again', async () => {
  const redraw = vi.fn();
  whenPartLoads(redraw);
  const load = vi.fn(() => Promise.resolve('drawing'));
  const part = lazyModule(load);
  expect(load).not.toHaveBeenCalled();
  expect(part(0)).toBeUndefined();
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledTimes(1));
  expect(part(1)).toBe('drawing');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed load is repeated after five seconds', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  const part = lazyModule(load);
  for (const wallMs of [0, 1_000, 5_000, 5_001, 9_000]) part(wallMs);
  await Promise.resolve();
  expect(load).toHaveBeenCalledTimes(2);
});
