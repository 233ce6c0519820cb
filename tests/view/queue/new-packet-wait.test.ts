import { beforeAll, describe, expect, test } from 'vitest';
import { IN_SERVICE_STRIDE, InServiceColumn } from '../../../src/engine/frame/frame.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
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

describe('the line of the wait', () => {
  const fullBox = { left: 128, right: 524, top: 36, bottom: 196 };

  function drawn(
    policy: string,
    {
      tail = 224,
      isUnderFree = true,
      height = 240,
      preset = 'home-bufferbloat',
      box = fullBox,
      over = {},
      isPlaying = false,
      takenSpans = [] as (readonly [from: number, to: number])[],
      walls = [] as number[],
      thresholdXs = [] as number[],
    } = {},
  ) {
    const run = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
    run.advance(2e9);
    const { canvas, strokes, texts, textBoxes } = fakeCanvas(600, height);
    const model = {
      frame: { ...run.frame(), ...over },
      description: run.description,
      isPlaying,
    } as unknown as QueueModel;
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined };
    drawNewPacketWait(drawing, tail, { isFree: isUnderFree, walls, thresholdXs, takenSpans });
    const begins = strokes.filter(({ what }) => what === 'moveTo').map(({ values }) => values);
    return { xs: begins.map(([x]) => x), ys: begins.map(([, y]) => Number(y)), texts: texts(), textBoxes: textBoxes() };
  }

  test('is as long as the queue, and at the same place below it whatever thresholds there are', () => {
    const { xs, ys, texts } = drawn('droptail');
    expect(xs).toEqual([224, 524, 224]);
    expect(Math.min(...ys)).toBeGreaterThan(fullBox.bottom);
    expect(texts).toEqual([expect.stringMatching(/^new packet waits [\d.]+ ms$/)]);
    expect(drawn('red').ys).toEqual(ys);
  });

  test('in a pause of the link it has no time, full or not', () => {
    const over = { pauses: true, rateBps: 1_000 };
    expect(drawn('droptail', { over }).texts).toEqual(['the link pauses']);
    const full = { ...over, waitingPackets: 1_000, limitPackets: 1_000, limitBytes: Infinity };
    expect(drawn('droptail', { over: full }).texts).toEqual(['full, and the link pauses']);
  });

  test('a buffer with room behind the packet in transmission is not full, if only waiting packets have places', () => {
    const waiting = { waitingPackets: 99, waitingBytes: 99 * 1_500, limitPackets: 100, limitBytes: Infinity };
    expect(drawn('droptail', { over: waiting }).texts).toEqual([expect.stringMatching(/^full:/)]);
    expect(drawn('pfifo', { over: waiting }).texts).toEqual([expect.stringMatching(/^new packet waits/)]);
  });

  test('is over the queue where drops or a playing run leave no room below it, unless knobs are there', () => {
    for (const reason of [{ isUnderFree: false }, { isPlaying: true }]) {
      const { ys, texts } = drawn('droptail', reason);
      expect(Math.max(...ys)).toBeLessThan(fullBox.top);
      expect(texts).toHaveLength(1);
    }
    expect(drawn('red', { isUnderFree: false }).texts).toEqual([]);
  });

  test('is in the line of words on a low canvas, and only in words before others that are there', () => {
    const low = drawn('droptail', { height: 228, takenSpans: [[2, 100]] });
    expect(Math.max(...low.ys)).toBeLessThan(fullBox.bottom + 20);
    expect(low.xs).toHaveLength(3);
    const beside = drawn('red', {
      height: 228,
      takenSpans: [
        [2, 100],
        [430, 520],
      ],
    });
    expect(beside.xs).toEqual([]);
    expect(beside.texts).toEqual([expect.stringMatching(/^new packet waits [\d.]+ ms$/)]);
    expect(beside.textBoxes[0]!.right).toBe(430 - 12);
    expect(beside.textBoxes[0]!.left).toBeGreaterThan(100 + 12);
    // The words of a signal count also where the queue is too short to reach them.
    const short = drawn('red', {
      height: 228,
      tail: 515,
      takenSpans: [
        [2, 100],
        [430, 500],
      ],
    });
    expect([short.xs, short.textBoxes[0]!.right]).toEqual([[], 430 - 12]);
    // Words before a short queue keep away from those at the left end.
    const shortAlone = drawn('droptail', { height: 228, tail: 440, takenSpans: [[2, 300]] });
    expect(shortAlone.textBoxes[0]!.left).toBeGreaterThan(300 + 12);
    // No room for any words.
    expect(
      drawn('red', {
        height: 228,
        takenSpans: [
          [2, 360],
          [430, 520],
        ],
      }).texts,
    ).toEqual([]);
  });

  test('has its words between two thresholds if there is room, and over one if there is none', () => {
    const wordsOf = (walls: number[]) => {
      const [{ text, left, right } = { text: '', left: 0, right: 0 }] = drawn('red', { tail: 460, walls }).textBoxes;
      return { text, left, right };
    };
    const free = wordsOf([]);
    expect(free.text).toMatch(/^new packet waits/);
    const wall = free.right - 20;
    // They end before the threshold, with the same words.
    const moved = wordsOf([wall]);
    expect(moved.text).toBe(free.text);
    expect(moved.right).toBeLessThan(wall);
    // Fewer words fit between two thresholds.
    const narrow = wordsOf([wall, wall - 110]);
    expect(narrow.text).toMatch(/^waits/);
    expect(narrow.left).toBeGreaterThan(wall - 110);
    expect(narrow.right).toBeLessThan(wall);
    // Thresholds everywhere.
    expect(wordsOf(Array.from({ length: 40 }, (_, index) => 120 + 10 * index))).toEqual(free);
  });

  test('is beside the delay that a policy measures, but not while the run plays', () => {
    for (const policy of ['codel', 'pie']) {
      expect(drawn(policy).texts).toEqual([expect.stringMatching(/^new packet waits [\d.]+ ms$/)]);
      expect(drawn(policy, { isPlaying: true }).texts).toEqual([]);
    }
  });

  test('over the queue it ends beside the knob of the buffer, without a cap there', () => {
    const full = { isUnderFree: false, tail: 128 };
    expect(drawn('droptail', { ...full, thresholdXs: [300] }).xs).toEqual([524, 306.5]);
    // A shorter queue ends before the knob.
    expect(drawn('droptail', { ...full, tail: 224, thresholdXs: [128] }).xs).toEqual([224, 524, 224]);
    expect(drawn('droptail', { tail: 128, thresholdXs: [300] }).xs).toEqual([128, 524, 128]);
  });

  test('has a line of its own below the words where the canvas has the height', () => {
    const spans = [
      [2, 100],
      [430, 520],
    ] as (readonly [number, number])[];
    const { xs, ys } = drawn('red', { height: 196 + 34, takenSpans: spans });
    expect(xs).toHaveLength(3);
    expect(Math.min(...ys)).toBeGreaterThan(196 + 12 + 7);
    expect(Math.max(...ys)).toBeLessThan(196 + 34);
  });

  test('its words alone never pass the wall of the buffer: fewer are written', () => {
    const { textBoxes } = drawn('red', {
      height: 228,
      takenSpans: [
        [2, 30],
        [260, 300],
      ],
    });
    expect(textBoxes).toHaveLength(1);
    expect(textBoxes[0]!.text).not.toMatch(/^new packet waits/);
    expect(textBoxes[0]!.left).toBeGreaterThan(fullBox.left);
  });

  test('has its words before it if it is short, and fewer words without room', () => {
    expect(drawn('droptail', { tail: 440 }).texts[0]).toMatch(/^new packet waits/);
    expect(drawn('droptail', { tail: 250, box: { ...fullBox, right: 415 } }).texts[0]).toMatch(/^waits [\d.]+ ms$/);
    expect(drawn('droptail', { tail: 500 }).textBoxes[0]!.right).toBeLessThan(500);
    expect(drawn('droptail', { tail: 224 }).textBoxes[0]!.left).toBeGreaterThan(224);
  });

  test('says that the buffer is full: a new packet would not wait', () => {
    // A packet of 1 500 bytes is on the link. 100 kB have room for 65 others, and not for 66.
    const frame = (waitingBytes: number) => ({ waitingPackets: waitingBytes / 1500, waitingBytes });
    expect(drawn('droptail', { over: frame(96_000) }).texts).toEqual([expect.stringMatching(/^new packet waits/)]);
    expect(drawn('droptail', { over: frame(97_500) }).texts).toEqual([
      expect.stringMatching(/^full: [\d.]+ ms to send$/),
    ]);
  });

  test('says that the rate of the link can change', () => {
    expect(drawn('droptail', { preset: 'mobile-link' }).texts).toEqual([expect.stringMatching(/ms at this rate$/)]);
  });

  test('an empty queue says so at its head, left of the line of a threshold there, and not while the run plays', () => {
    const empty = { over: { waitingPackets: 0, waitingBytes: 0 } };
    const { textBoxes, xs } = drawn('droptail', empty);
    expect([textBoxes[0]!.text, xs]).toEqual(['empty now', []]);
    expect(textBoxes[0]!.right).toBeLessThan(fullBox.right);
    expect(textBoxes[0]!.y).toBe((fullBox.top + fullBox.bottom) / 2);
    const [beside] = drawn('codel', { ...empty, thresholdXs: [128, 520] }).textBoxes;
    expect(beside!.right).toBeLessThan(520);
    expect(drawn('droptail', { ...empty, isPlaying: true }).texts).toEqual([]);
    expect(drawn('droptail', { over: { ...empty.over, timeNs: 0 } }).texts).toEqual([]);
  });
});
