import { afterEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../../src/app/page/page.ts';
import { AnimationLoop } from '../../../../src/ui/shell/drawing/animation-loop.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A loop whose display frames come when the test says so. */
function drawnByHand() {
  let nowMs = 0;
  let next: FrameRequestCallback = () => {};
  const inputs = new EventTarget();
  vi.stubGlobal('addEventListener', inputs.addEventListener.bind(inputs));
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
  const loop = new AnimationLoop({
    session: { isPlaying: true },
    tick: () => {},
    state,
    onRedraw: () => {},
  } as unknown as Page);
  loop.start();
  const frameAt = (ms: number) => {
    nowMs = ms;
    next(ms);
  };
  const press = () => inputs.dispatchEvent(new Event('keydown'));
  return { loop, state, frameAt, press, spend: (ms: number) => (nowMs += ms) };
}

test('where display frames are seconds apart, everything is still drawn after a change, and then no more', () => {
  const { loop, frameAt, spend } = drawnByHand();
  const drawn = [0, 0, 0];
  for (const place of drawn.keys())
    loop.addSlow(() => {
      drawn[place]!++;
      spend(10);
    });
  for (let frame = 1; frame <= 10; frame++) frameAt(frame * 2_000);
  expect(drawn).toEqual([1, 1, 1]);
  loop.redraw();
  for (let frame = 11; frame <= 20; frame++) frameAt(frame * 2_000);
  expect(drawn).toEqual([2, 2, 2]);
});

test('a drawing that throws is reported once and does not stop the others', () => {
  const { loop, frameAt } = drawnByHand();
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const error = new Error('no such colour');
  let drawn = 0;
  loop.addSlow(() => {
    throw error;
  });
  loop.addSlow(() => drawn++);
  loop.addSmooth(() => drawn++);
  loop.addText(() => drawn++);
  frameAt(100);
  expect(drawn).toBe(3);
  frameAt(200);
  expect(drawn).toBe(6);
  loop.drawAll();
  expect(drawn).toBe(9);
  expect(reported).toEqual([error]);
});

test('smooth drawings are drawn in every frame', () => {
  const { loop, frameAt, spend } = drawnByHand();
  const drawn = [0, 0, 0, 0];
  for (const place of drawn.keys())
    loop.addSmooth(() => {
      drawn[place]!++;
      spend(2);
    });
  for (let frame = 1; frame <= 6; frame++) frameAt(frame * 17);
  expect(drawn).toEqual([6, 6, 6, 6]);
});

test('where frames take long, each lane is drawn in every second frame, and words ten times per second', () => {
  const { loop, frameAt, spend } = drawnByHand();
  const drawn = [0, 0, 0, 0];
  let words = 0;
  for (const lane of drawn.keys())
    loop.addSmooth(() => {
      drawn[lane]!++;
      spend(10);
    }, lane);
  loop.addText(() => words++);
  for (let frame = 1; frame <= 40; frame++) frameAt(frame * 50);
  const before = [...drawn];
  words = 0;
  loop.redraw();
  for (let frame = 41; frame <= 60; frame++) frameAt(frame * 50);
  expect(drawn.map((count, lane) => count - before[lane]!)).toEqual([10, 10, 10, 10]);
  expect(words).toBe(10);
});

test('where frames take long, a frame with new figures has no drawings, but each second one has', () => {
  const { loop, state, frameAt, spend } = drawnByHand();
  let drawn = 0;
  loop.addSmooth(() => {
    drawn++;
    spend(40);
  });
  for (let frame = 1; frame <= 40; frame++) frameAt(frame * 50);
  const count = (updates: boolean) => {
    drawn = 0;
    loop.redraw();
    for (let frame = 0; frame < 10; frame++) {
      if (updates) state.lanes = [];
      frameAt(2_050 + frame * 50);
    }
    return drawn;
  };
  expect(count(false)).toBe(10);
  expect(count(true)).toBe(5);
});

test('where frames take long, the frame that answers an input has no drawings, but never two in a row', () => {
  const { loop, frameAt, press, spend } = drawnByHand();
  const drawn = { plots: 0, queues: 0 };
  let drawMs = 40;
  loop.addSlow(() => drawn.plots++);
  loop.addSmooth(() => {
    drawn.queues++;
    spend(drawMs);
  });
  const framesOfPressedKeys = (fromMs: number) => {
    Object.assign(drawn, { plots: 0, queues: 0 });
    for (let frame = 0; frame < 10; frame++) {
      press();
      loop.redraw();
      frameAt(fromMs + frame * 250);
    }
    return { ...drawn };
  };
  for (let frame = 1; frame <= 40; frame++) frameAt(frame * 50);
  expect(framesOfPressedKeys(2_250)).toEqual({ plots: 5, queues: 5 });
  drawMs = 1;
  for (let frame = 0; frame < 1_000; frame++) {
    loop.redraw();
    frameAt(5_000 + frame * 100);
  }
  expect(loop.isBusy).toBe(false);
  expect(framesOfPressedKeys(106_000)).toEqual({ plots: 10, queues: 10 });
});
