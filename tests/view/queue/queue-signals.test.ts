/** The words of the triangle below a queue. */
import { beforeAll, expect, test } from 'vitest';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import type { QueueDrawing } from '../../../src/view/queue/queue-drawing.ts';
import type { QueueAxis } from '../../../src/view/queue/queue-model.ts';
import { drawQueueSignals } from '../../../src/view/queue/queue-signals.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** The drawing of 136 packets of 450 bytes, in a box of a width, px. */
function drawn(
  widthPx: number,
  more: { readonly bufferUnit?: string; readonly isVirtual?: boolean; readonly limit?: number } = {},
) {
  const { canvas, texts, strokes } = fakeCanvas(900, 200);
  const { bufferUnit = 'bytes', isVirtual = true, limit = 75_000 } = more;
  const queueText = isVirtual ? 'in one shared queue' : 'average';
  const signal = { label: 'queue', queueText, unit: 'packets', axis: 'queue', isVirtual };
  const model = {
    description: { bufferUnit, hints: { signals: [signal], thresholds: [] } },
    frame: { signals: Float64Array.of(136), virtual: new Float64Array(8) },
    shownSignals: Float64Array.of(136),
  };
  const box = { left: 100, right: 100 + widthPx, top: 20, bottom: 120 };
  const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model } as unknown as QueueDrawing;
  const format = (bytes: number) => `${bytes / 1e3} kB`;
  const axis = { limit, signals: 'queue', signalUnit: 450, millisecondLength: 1, format } as unknown as QueueAxis;
  drawQueueSignals(drawing, { axis, x: () => 100, thresholds: [], thresholdXs: [], minLeft: 100 });
  return { texts: texts(), strokes };
}

const wordsOf = (...given: Parameters<typeof drawn>) => drawn(...given).texts;

test('a virtual queue beside a buffer in bytes has its packets and their bytes, or only the bytes without room', () => {
  // A letter has 6 px here: the long words have 39 letters.
  expect(wordsOf(260)).toEqual(['in one shared queue 136 packets, 61.2 kB']);
  expect(wordsOf(200)).toEqual(['in one shared queue 61.2 kB']);
});

test('a signal that is no virtual queue, or beside a buffer in packets, has one number', () => {
  expect(wordsOf(260, { isVirtual: false })).toEqual(['average 136 packets']);
  expect(wordsOf(260, { isVirtual: false, bufferUnit: 'packets' })).toEqual(['average 136 packets']);
  expect(wordsOf(100, { isVirtual: false, bufferUnit: 'packets' })).toEqual(['average 136']);
  expect(wordsOf(260, { bufferUnit: 'packets' })).toEqual(['in one shared queue 136 packets']);
});

test('a virtual queue without room for one more packet is full: its triangle is at the end of the buffer', () => {
  expect(wordsOf(300, { limit: 61_600 })).toEqual(['in one shared queue 136 packets, 61.2 kB, full']);
  expect(wordsOf(210, { limit: 61_600 })).toEqual(['in one shared queue 61.2 kB, full']);
  expect(wordsOf(300, { limit: 61_650 })).toEqual(['in one shared queue 136 packets, 61.2 kB']);
});

test('the sign of a virtual queue is hollow and grey with its words, because the drawn queue has another length', () => {
  const signOf = (isVirtual: boolean) => {
    const { strokes } = drawn(260, { isVirtual });
    const { muted } = drawingTheme();
    return {
      isFilled: strokes.some(({ what }) => what === 'fill'),
      isOutlined: strokes.some(({ what }) => what === 'stroke'),
      areWordsGrey: strokes.find(({ what }) => what === 'fillText')!.style === muted,
    };
  };
  expect(signOf(true)).toEqual({ isFilled: false, isOutlined: true, areWordsGrey: true });
  expect(signOf(false)).toEqual({ isFilled: true, isOutlined: false, areWordsGrey: false });
});

test('a delay beside rows with mean delays is the present one', () => {
  const { canvas, texts } = fakeCanvas(900, 200);
  const signal = { label: 'classic delay', unit: 'ms', axis: 'delay' };
  const model = {
    description: { bufferUnit: 'packets', classes: [], hints: { signals: [signal], thresholds: [] } },
    frame: { signals: Float64Array.of(2.56), virtual: new Float64Array(0) },
    shownSignals: Float64Array.of(2.56),
  };
  const box = { left: 100, right: 700, top: 20, bottom: 120 };
  const axis = { limit: 500, signals: 'queue', signalUnit: 1, millisecondLength: 1, format: String };
  const orders = [
    { order: 'two queues', hasDelays: true },
    { order: '', hasDelays: true },
    { order: 'two queues' },
    undefined,
  ];
  for (const words of orders) {
    const order = words === undefined ? undefined : { rows: [], words };
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model, order } as unknown as QueueDrawing;
    const space = { axis: axis as unknown as QueueAxis, x: () => 300, thresholds: [], thresholdXs: [], minLeft: 100 };
    drawQueueSignals(drawing, space);
  }
  const [now, plain] = ['classic delay now 2.56 ms', 'classic delay 2.56 ms'];
  expect(texts()).toEqual([now, now, plain, plain]);
});

test('a queue of cells has the time in which the link sends it, unless the rate varies or there is no room', () => {
  const wordsOfCells = (boxPx: number, varies = false) => {
    const { canvas, texts } = fakeCanvas(900, 200);
    const signal = { label: 'queue', unit: 'cells', axis: 'cells' };
    // 1 257 cells of 53 bytes at 149.76 Mb/s.
    // The buffer has other cells now: the words are of the shown ones.
    const frame = { signals: Float64Array.of(900), virtual: new Float64Array(0) };
    const model = {
      description: { bufferUnit: 'cells', varies, hints: { signals: [signal], thresholds: [] } },
      frame: { ...frame, rateBps: 149.76e6, limitCells: 25_000, limitBytes: 25_000 * 53 },
      shownSignals: Float64Array.of(1257),
    };
    const box = { left: 100, right: 100 + boxPx, top: 20, bottom: 120 };
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model } as unknown as QueueDrawing;
    const axis = { limit: 25_000, signals: 'cells', signalUnit: 1, millisecondLength: 1, format: String };
    const space = { axis: axis as unknown as QueueAxis, x: () => 100, thresholds: [], thresholdXs: [], minLeft: 100 };
    drawQueueSignals(drawing, space);
    return texts()[0];
  };
  expect(wordsOfCells(300)).toBe('queue 1\u202f257 cells: 3.56 ms to send');
  expect(wordsOfCells(200)).toBe('queue 1\u202f257: 3.56 ms to send');
  expect(wordsOfCells(150)).toBe('queue 1\u202f257: 3.56 ms');
  expect(wordsOfCells(100)).toBe('queue 1\u202f257');
  expect(wordsOfCells(300, true)).toBe('queue 1\u202f257');
});

test('without places for delays, the delay and its own threshold come first, and the rest if there is room', () => {
  const wordsOfDelays = (right: number) => {
    const { canvas, texts, textBoxes } = fakeCanvas(900, 200);
    const thresholds = [
      { symbol: 'step', parameter: 'stepMs', axis: 'delay', row: 0 },
      { symbol: 'target', parameter: 'targetMs', axis: 'delay', row: 1 },
    ];
    const classes = [
      { kind: 'tcp', isL4s: true },
      { kind: 'tcp', isL4s: false },
    ];
    const signal = { label: 'classic delay', unit: 'ms', axis: 'delay', row: 1 };
    const hints = { rows: { by: 'codepoint' }, signals: [signal], thresholds };
    const model = {
      description: { bufferUnit: 'packets', classes, hints },
      // A flow of each class.
      frame: { signals: Float64Array.of(17.9), virtual: new Float64Array(0), flows: Float64Array.of(0, 1e6, 1, 1e6) },
      shownSignals: Float64Array.of(17.9),
      values: { stepMs: 1, targetMs: 15 },
    };
    const order = { rows: [{ name: 'L4S' }, { name: 'classic' }], words: { order: 'two queues', hasDelays: true } };
    const box = { left: 44, right, top: 20, bottom: 120 };
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model, order } as unknown as QueueDrawing;
    const axis = { limit: 500, signals: 'queue', signalUnit: 1, millisecondLength: 1, format: String };
    const space = { axis: axis as unknown as QueueAxis, x: () => 300, thresholds: [], thresholdXs: [], minLeft: 100 };
    drawQueueSignals(drawing, space);
    for (const { left } of textBoxes()) expect(left).toBeGreaterThanOrEqual(0);
    return texts();
  };
  expect(wordsOfDelays(500)).toEqual(['classic delay now 17.9 ms · target 15.0 ms · L4S step 1.00 ms']);
  expect(wordsOfDelays(280)).toEqual(['classic delay now 17.9 ms · target 15.0 ms']);
  expect(wordsOfDelays(160)).toEqual(['classic delay now 17.9 ms']);
});
