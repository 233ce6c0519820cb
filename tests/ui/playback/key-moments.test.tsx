/** Key moments on the timeline as buttons with names. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyMoment } from '../../../src/runs/answers/moment-kinds.ts';
import { KeyMomentList } from '../../../src/ui/playback/key-moments.tsx';
import { FakeWorker } from '../../app/fake-worker.ts';
import { HASH, opened, S } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

/** @param knownLanes the lanes whose whole run is explored */
function withMoments(lane: number, moments: readonly KeyMoment[], knownLanes: readonly number[] = []) {
  const page = opened(`${HASH}&lanes=droptail,red`);
  for (const [index, { moments: others }] of page.session.lanes.entries())
    FakeWorker.of(page.session.lanes[index]).say((runId) => ({
      type: 'moments',
      runId,
      moments: index === lane ? moments : others,
      areAll: knownLanes.includes(index),
    }));
  // They are shown with the next figures.
  vi.advanceTimersByTime(250);
  return page;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FULL: KeyMoment = { kind: 'full', timeNs: 0.83 * S, causeIndex: 0 };

test('a moment says its lane, what happens and when', () => {
  const { name } = render(<KeyMomentList />, withMoments(1, [FULL])).get('button', /B buffer full/);
  expect(name).toContain('B buffer full for the first time at 0.83 s');
});

test('moments that would lie on each other are one button that names all of them', () => {
  const later: KeyMoment = { ...FULL, kind: 'slowStart', timeNs: 0.84 * S };
  const { name, text } = render(<KeyMomentList />, withMoments(0, [FULL, later], [0, 1])).get('button', /slow start/);
  expect(name).toMatch(/^Key moments: /);
  expect(name).toMatch(/A buffer full for the first time at 0.83 s; A the last long flow leaves slow start at 0.84 s/);
  expect(text).toBe('');
});

test('the number of moments is one so far until the runs of all lanes are known', () => {
  const later: KeyMoment = { ...FULL, kind: 'slowStart', timeNs: 0.84 * S };
  const { name } = render(<KeyMomentList />, withMoments(0, [FULL, later], [0])).get('button', /slow start/);
  expect(name).toMatch(/^Key moments so far: /);
});

test('no card is open before a moment is chosen', () => {
  expect(render(<KeyMomentList />, withMoments(0, [FULL])).names('region')).toEqual([]);
});
