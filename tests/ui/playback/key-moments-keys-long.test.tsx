/** Key moments are reached by clicks and by keys, in slow motion. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyMoment } from '../../../src/runs/answers/moment-kinds.ts';
import { KeyMomentList } from '../../../src/ui/playback/key-moments.tsx';
import { FakeWorker, settle } from '../../app/fake-worker.ts';
import { HASH, opened, S } from '../../app/opened-page.ts';
import { click, mount, pressKey, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  unmountAll();
  vi.useRealTimers();
});

const moments: readonly KeyMoment[] = [
  { kind: 'full', timeNs: 0.8 * S, causeIndex: 0 },
  { kind: 'slowStart', timeNs: 2 * S, causeIndex: 0 },
];

function list() {
  const page = opened(`${HASH}&lanes=droptail`);
  FakeWorker.of(page.session.lanes[0]).say((runId) => ({ type: 'moments', runId, moments, areAll: true }));
  vi.advanceTimersByTime(250);
  const mounted = mount(<KeyMomentList />, page);
  const card = () => mounted.all('.key-moment-card').map(({ textContent }) => textContent);
  return { page, card, ...mounted };
}

test('clicks on a sign play slowly towards its moments, one after the other, and the card says which one it is', () => {
  const { page, card, get } = list();
  expect(card()).toEqual([]);
  click(get('button[aria-label*="buffer full"]'));
  expect(page.session.isPlaying).toBe(true);
  expect(page.session.speed).toBeLessThanOrEqual(0.1);
  expect(page.session.commandedNs).toBeLessThan(0.8 * S);
  expect(card()[0]).toMatch(/buffer full/);
  click(get('button[aria-label*="buffer full"]'));
  expect(card()[0]).toMatch(/warm-up ends/);
});

test('N and P go to the next and the previous moment, and Escape closes the card', () => {
  const { card, container } = list();
  pressKey(container, 'n');
  expect(card()[0]).toMatch(/buffer full/);
  pressKey(container, 'N');
  expect(card()[0]).toMatch(/warm-up ends/);
  pressKey(container, 'p');
  expect(card()[0]).toMatch(/buffer full/);
  pressKey(container, 'Escape');
  expect(card()).toEqual([]);
});

test('the card is closed when the run is moved to another time', () => {
  const { page, card, container, drawFrame } = list();
  pressKey(container, 'n');
  page.session.pause();
  settle();
  drawFrame();
  expect(card()).toHaveLength(1);
  page.session.seek(3 * S);
  settle();
  drawFrame();
  expect(card()).toEqual([]);
});
