import { afterEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../../src/app/page/page.ts';
import { Painter } from '../../../../src/ui/shell/drawing/painter.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A painter whose display frames come when the test says so. */
function paintedByHand() {
  let nowMs = 0;
  let next: FrameRequestCallback = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    next = callback;
  });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  // The message after a frame comes at once.
  const ports = { port1: { onmessage: () => {} }, port2: { postMessage: () => ports.port1.onmessage() } };
  vi.stubGlobal('MessageChannel', function Ports() {
    return ports;
  });
  const state = { lanes: [] };
  const painter = new Painter({
    session: { tick: () => {}, isPlaying: true },
    state,
    onRedraw: () => {},
  } as unknown as Page);
  painter.start();
  const frameAt = (ms: number) => {
    nowMs = ms;
    next(ms);
  };
  return { painter, state, frameAt, spend: (ms: number) => (nowMs += ms) };
}

test('where display frames are seconds apart, everything is still drawn after a change, and then no more', () => {
  const { painter, frameAt, spend } = paintedByHand();
  const drawn = [0, 0, 0];
  for (const place of drawn.keys())
    painter.addSlow(() => {
      drawn[place]!++;
      spend(10);
    });
  for (let frame = 1; frame <= 10; frame++) frameAt(frame * 2_000);
  expect(drawn).toEqual([1, 1, 1]);
  painter.touch();
  for (let frame = 11; frame <= 20; frame++) frameAt(frame * 2_000);
  expect(drawn).toEqual([2, 2, 2]);
});

test('a drawing that throws is reported once and does not stop the others', () => {
  const { painter, frameAt } = paintedByHand();
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const error = new Error('no such colour');
  let drawn = 0;
  painter.addSlow(() => {
    throw error;
  });
  painter.addSlow(() => drawn++);
  painter.addSmooth(() => drawn++);
  painter.addText(() => drawn++);
  frameAt(100);
  expect(drawn).toBe(3);
  frameAt(200);
  expect(drawn).toBe(6);
  painter.paintAll();
  expect(drawn).toBe(9);
  expect(reported).toEqual([error]);
});

test('smooth drawings are drawn in every frame', () => {
  const { painter, frameAt, spend } = paintedByHand();
  const drawn = [0, 0, 0, 0];
  for (const place of drawn.keys())
    painter.addSmooth(() => {
      drawn[place]!++;
      spend(2);
    });
  for (let frame = 1; frame <= 6; frame++) frameAt(frame * 17);
  expect(drawn).toEqual([6, 6, 6, 6]);
});

test('where frames take long, each lane is drawn in every second frame, and words ten times per second', () => {
  const { painter, frameAt, spend } = paintedByHand();
  const drawn = [0, 0, 0, 0];
  let words = 0;
  for (const lane of drawn.keys())
    painter.addSmooth(() => {
      drawn[lane]!++;
      spend(10);
    }, lane);
  painter.addText(() => words++);
  for (let frame = 1; frame <= 40; frame++) frameAt(frame * 50);
  const before = [...drawn];
  words = 0;
  painter.touch();
  for (let frame = 41; frame <= 60; frame++) frameAt(frame * 50);
  expect(drawn.map((count, lane) => count - before[lane]!)).toEqual([10, 10, 10, 10]);
  expect(words).toBe(10);
});

test('where frames take long, a frame with new figures has no drawings, but each second one has', () => {
  const { painter, state, frameAt, spend } = paintedByHand();
  let drawn = 0;
  painter.addSmooth(() => {
    drawn++;
    spend(40);
  });
  for (let frame = 1; frame <= 40; frame++) frameAt(frame * 50);
  const count = (updates: boolean) => {
    drawn = 0;
    painter.touch();
    for (let frame = 0; frame < 10; frame++) {
      if (updates) state.lanes = [];
      frameAt(2_050 + frame * 50);
    }
    return drawn;
  };
  expect(count(false)).toBe(10);
  expect(count(true)).toBe(5);
});
