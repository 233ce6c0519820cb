import { beforeAll, expect, test } from 'vitest';
import { IN_SERVICE_STRIDE, InServiceColumn } from '../../../src/engine/frame/frame.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/palette.ts';
import { drawNewPacketWait, waitOfNewPacketMs } from '../../../src/view/queue/new-packet-wait.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

test('a new packet waits for all waiting bytes and for the rest of the packet in transmission', () => {
  const inService = new Float64Array(IN_SERVICE_STRIDE);
  inService[InServiceColumn.startNs] = 1e9;
  inService[InServiceColumn.endNs] = 1e9 + 1.2e6;
  // 100 kB at 10 Mb/s are 80 ms; a third of 1.2 ms is over.
  const frame = { waitingBytes: 100_000, rateBps: 10e6, inService, timeNs: 1e9 + 0.4e6 };
  expect(waitOfNewPacketMs(frame)).toBeCloseTo(80.8, 9);
  expect(waitOfNewPacketMs({ ...frame, waitingBytes: 0, inService: new Float64Array() })).toBe(0);
});

test('the line is as long as the queue, and a policy with more thresholds has none', () => {
  const drawn = (policy: string) => {
    const run = openRun({ scenario: findPreset('home-bufferbloat')!, policy, seed: 1 });
    run.advance(1e9);
    const { canvas, strokes, texts } = fakeCanvas(600, 240);
    const model = { frame: run.frame(), description: run.description } as unknown as QueueModel;
    const box = { left: 128, right: 524, top: 36, bottom: 196 };
    drawNewPacketWait(
      { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined },
      224,
    );
    const xs = strokes.filter(({ what }) => what === 'moveTo').map(({ values: [x] }) => x);
    return { xs, texts: texts() };
  };
  const { xs, texts } = drawn('droptail');
  expect(xs).toEqual([224, 524, 224]);
  expect(texts).toEqual([expect.stringMatching(/^a new packet waits [\d.]+ ms$/)]);
  expect(drawn('codel').texts).toEqual([]);
});
