import { expect, test, vi } from 'vitest';
import { Listeners } from '../../src/shared/listeners.ts';

test('each listener is called until it is removed', () => {
  const listeners = new Listeners();
  const [first, second] = [vi.fn(), vi.fn()];
  const remove = listeners.add(first);
  listeners.add(second);
  listeners.call();
  remove();
  listeners.call();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});
