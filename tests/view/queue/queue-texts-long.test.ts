/** The words around a queue. */
import { beforeAll, expect, test } from 'vitest';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { packetGlyphs } from '../../../src/view/draw/palette.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { drawSourceStreams, drawTextUnder } from '../../../src/view/queue/queue-texts.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

function drawingOf(preset: string, policy: string, seconds: number) {
  const run = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
  run.advance(seconds * 1e9);
  const recorded = fakeCanvas(480, 240);
  const { description } = run;
  const model = { frame: run.frame(), description, namesEnds: true } as unknown as QueueModel;
  const box = { left: 128, right: 404, top: 38, bottom: 196 };
  const glyphs = packetGlyphs(description.classes, false);
  const surface = prepareCanvas(recorded.canvas)!;
  return { ...recorded, drawing: { ...surface, theme: drawingTheme(), model, glyphs, box, order: undefined } };
}

test('the name of the sign of a marked packet has this sign: a dark dot with a light ring, on a packet', () => {
  const { drawing, strokes, textBoxes } = drawingOf('l4s-beside-classic', 'pie', 8);
  const end = drawTextUnder(drawing, { order: '' }, 208);
  const { text, surface } = drawing.theme;
  const dot = strokes.find(({ what }) => what === 'arc')!;
  expect(dot.style).toBe(text);
  expect(drawing.context.strokeStyle).toBe(surface);
  const packet = strokes.find(({ what, values }) => what === 'fillRect' && values[2] === 10)!;
  expect(Number(packet.values[0]) + 5).toBe(Number(dot.values[0]));
  const words = textBoxes().find((box) => box.text === 'marked')!;
  expect(words.left).toBeGreaterThanOrEqual(Number(packet.values[0]) + 10);
  expect(end).toBe(words.right);
});

test.each([[], [60], [30, 90], [10, 20, 30]])(
  'no line of a threshold goes through the words under a queue: %s',
  (...walls) => {
    const { drawing, textBoxes } = drawingOf('l4s-beside-classic', 'pie', 8);
    const end = drawTextUnder(drawing, { order: 'several packets per sign' }, 208, 300, walls);
    const words = textBoxes().find(({ text }) => text === 'marked')!;
    const [first] = textBoxes();
    expect(words.right).toBe(end);
    expect(walls.filter((wall) => wall > first!.left && wall < words.right)).toEqual([]);
  },
);

test('the letters of the kinds of frames have the word frames before them: lanes have letters too', () => {
  const { drawing, texts } = drawingOf('bm-e1', 'shb', 2);
  drawSourceStreams(drawing, 2, (index) => 50 + 18 * index, 8, Float64Array.of(0.5, 0.5));
  const words = texts();
  expect(words.slice(words.indexOf('frames: '))).toEqual(['frames: ', 'I', 'P', 'B']);
});

test('the name of a sender is whole where it has room, and is shortened with an ellipsis before its stream', () => {
  const { drawing, textBoxes, texts } = drawingOf('l4s-beside-classic', 'pie', 8);
  const { description } = drawing.model;
  const [prague, reno] = description.classes;
  const classes = [
    { ...prague!, label: 'Prague (no flows)' },
    { ...reno!, label: 'Reno with a long name' },
  ];
  const model = { ...drawing.model, description: { ...description, classes } };
  drawSourceStreams({ ...drawing, model }, 2, (index) => 50 + 18 * index, 8, Float64Array.of(0, 1));
  expect(texts()).toContain('Prague (no flows)');
  const shortened = textBoxes().find(({ text }) => text.startsWith('Reno'))!;
  expect(shortened.text).toMatch(/…$/);
  expect(shortened.right).toBeLessThanOrEqual(drawing.box.left - 4 - 22);
});
