/** How often the page shows new figures. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeWorker } from '../fake-worker.ts';
import { opened, S, seek } from '../opened-page.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('key moments that arrive quickly cause four updates per second, and the last one is shown', () => {
  const page = opened();
  seek(page, 2);
  vi.advanceTimersByTime(1_000);
  let updateCount = 0;
  page.store.subscribe((state, before) => {
    if (state.lanes !== before.lanes) updateCount++;
  });
  const worker = FakeWorker.of(page.session.lanes[1]);
  for (let message = 1; message <= 100; message++) {
    const moments = [{ kind: 'drop', timeNs: message * 0.01 * S, detail: 0 }] as const;
    worker.say((runId) => ({ type: 'moments', runId, moments: [...moments] }));
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(250);
  expect(updateCount).toBeGreaterThanOrEqual(4);
  expect(updateCount).toBeLessThanOrEqual(6);
  expect(page.state.lanes[1]?.moments[0]?.timeNs).toBe(1 * S);
});
