/** The texts of the lenses, on a canvas that only records calls. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BUFFER_STRIDE,
  BufferColumn,
  VC_STRIDE,
  VcColumn,
  VIRTUAL_STRIDE,
  VirtualColumn,
} from '../../../src/engine/contract/policy-tables.ts';
import {
  VIDEO_FRAME_STRIDE,
  VideoFrameColumn,
  VideoFrameStatus,
  WAITING_STRIDE,
  WaitingColumn,
} from '../../../src/engine/frame/frame.ts';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { formatAmount, formatNumber } from '../../../src/shared/number-text.ts';
import { required } from '../../../src/shared/required.ts';
import { rowAt } from '../../../src/shared/tables.ts';
import { deleteCanvasSizes, prepareCanvas, type Surface } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { BucketLens } from '../../../src/view/lenses/bucket-lens.ts';
import { RegionsLens } from '../../../src/view/lenses/cells/regions-lens.ts';
import { StatesLens } from '../../../src/view/lenses/cells/states-lens.ts';
import { ClockLens } from '../../../src/view/lenses/clock-lens.ts';
import { ControllerLens } from '../../../src/view/lenses/controller-lens.ts';
import { CouplingLens } from '../../../src/view/lenses/coupling-lens.ts';
import { actionAndTitle, CurveLens } from '../../../src/view/lenses/curve-lens.ts';
import { drawLatestStart } from '../../../src/view/lenses/deadline-marks.ts';
import { DeadlineAxis, deadlineQueues } from '../../../src/view/lenses/deadline-queues.ts';
import { DeadlinesLens } from '../../../src/view/lenses/deadlines-lens.ts';
import { occupancyHistogram } from '../../../src/view/lenses/histogram.ts';
import { drawLensGrid } from '../../../src/view/lenses/lens-axes.ts';
import type { LensDrawing } from '../../../src/view/lenses/lens-drawing.ts';
import {
  type LensLaneData,
  type LensModel,
  seriesRowsSince,
  signalColumn,
} from '../../../src/view/lenses/lens-model.ts';
import { LensSet } from '../../../src/view/lenses/lenses.ts';
import { drawHistogramBars, occupancyAxis } from '../../../src/view/lenses/occupancy-axis.ts';
import { OccupancyLens } from '../../../src/view/lenses/occupancy-lens.ts';
import { maxShownValue, OverTimeLens } from '../../../src/view/lenses/over-time-lens.ts';
import { Trail } from '../../../src/view/lenses/trail.ts';
import { TurnsLens } from '../../../src/view/lenses/turns-lens.ts';
import { BuffersLens } from '../../../src/view/lenses/video/buffers-lens.ts';
import { exampleVideoLoss, type VideoFrame, videoLossTexts } from '../../../src/view/lenses/video/video-losses.ts';
import type { Occupancy } from '../../../src/view/queue/on-queue-axis.ts';
import { queueSpan } from '../../../src/view/queue/queue-model.ts';
import { fakeCanvas, overlapsOf, stubBrowser, type TextBox } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const occupancy = (over: Partial<Occupancy>): Occupancy => ({
  unit: 'packets',
  timesNs: new Float64Array(0),
  step: 1,
  binWidth: 1,
  capacity: 100,
  waitingAmount: 0,
  ...over,
});

describe('histogram of the queue', () => {
  test('small packets under a curve over packets: the axis holds the 97 that there were', () => {
    const timesNs = new Float64Array(98);
    timesNs[97] = 10;
    timesNs[20] = 30;
    const { end, barWidth, shares } = occupancyHistogram(occupancy({ capacity: 50, timesNs }));
    expect(end).toBeGreaterThanOrEqual(97);
    expect(shares[Math.floor(97 / barWidth)]).toBe(0.25);
    expect(shares[Math.floor(20 / barWidth)]).toBe(0.75);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
  });

  test('a buffer of 100 kB: the axis ends with it, also if the queue of bytes is rounded to more', () => {
    const timesNs = new Float64Array(68);
    timesNs[67] = 10;
    timesNs[2] = 30;
    const bytes = occupancy({ unit: 'kB', step: 1.5, binWidth: 1.5, capacity: 100, timesNs });
    const { end, barWidth, shares } = occupancyHistogram(bytes);
    expect(end).toBe(100);
    expect(barWidth).toBe(6);
    expect(shares[Math.floor(67 / 4)]).toBe(0.25);
    expect(shares[0]).toBe(0.75);
  });

  test('after the buffer was made smaller, more packets wait than fit: the axis shows them', () => {
    expect(occupancyHistogram(occupancy({ capacity: 50, waitingAmount: 97 })).end).toBe(97);
  });

  test('beside a lane with a larger buffer, the bars end at the own buffer', () => {
    const timesNs = new Float64Array(34).fill(1);
    const { end, barWidth } = occupancyHistogram(occupancy({ capacity: 34, timesNs }), 536);
    expect(barWidth).toBe(32);
    expect(end).toBe(34);
    // Queues from the time before the buffer was made smaller are beyond it.
    expect(occupancyHistogram(occupancy({ capacity: 20, timesNs }), 536).end).toBe(536);
  });

  test('a buffer that is far from full does not flatten the histogram', () => {
    expect(occupancyHistogram(occupancy({ capacity: 100_000, waitingAmount: 5 })).end).toBe(64);
    expect(occupancyHistogram(occupancy({ capacity: 100_000, waitingAmount: 20_000 })).end).toBe(100_000);
  });

  test.each([10, 120, 500, 1_000])(
    'a buffer of %d packets has at most 32 bars, which count all of its places',
    (limit) => {
      const { barWidth, shares } = occupancyHistogram(occupancy({ capacity: limit }));
      expect(shares.length).toBeLessThanOrEqual(32);
      expect(shares.length * barWidth).toBeGreaterThan(limit);
    },
  );
});

/** A run of a preset with its series, as lenses are given it. */
function lane(preset: string, policy: string, seconds: number, values = {}, recordsPackets = false): LensLaneData {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1, recordsPackets });
  simulation.advance(seconds * 1e9);
  const frame = simulation.frame();
  const stride = frame.series.length / Math.max(1, Math.round((seconds * 1e9) / simulation.description.sampleNs));
  return {
    frame,
    description: simulation.description,
    series: {
      rowCount: frame.series.length / stride,
      at: (row, column) => frame.series[row * stride + column] as number,
    },
    values: { ...frame.policyValues, ...values },
  };
}

function model(
  shown: LensLaneData,
  lanes: readonly LensLaneData[] = [shown],
  over: Partial<LensModel> = {},
): LensModel {
  return {
    ...shown,
    lanes: () => lanes,
    curve: undefined,
    dropProbability: undefined,
    decisions: () => [],
    departures: new Float64Array(),
    requestedPacket: undefined,
    focus: undefined,
    lens: shown.description.hints.lens,
    ...over,
  };
}

test('the curves of all lanes have one scale: the highest that a lane needs', () => {
  const low = { ...lane('opening', 'red', 5), curve: () => 0.01 };
  const high = { ...lane('opening', 'red', 5), curve: () => 0.5 };
  const numbersOf = (lanes: readonly LensLaneData[]) => {
    const { canvas, texts } = fakeCanvas(500, 200);
    new CurveLens(canvas).draw(model(low, lanes, { curve: low.curve }));
    return texts().filter((text) => /^[01]?\.?\d*$/.test(text));
  };
  expect(numbersOf([low])).toEqual(expect.arrayContaining(['0.1', '0.2']));
  const beside = numbersOf([low, high]);
  expect(beside).toEqual(expect.arrayContaining(['0.5', '1']));
  expect(beside).not.toContain('0.2');
});

test('the lens of RED rings the average at which the packet of the question arrived', () => {
  const shown = lane('opening', 'red', 5);
  const rings = (average: number | undefined) => {
    const { canvas, strokes } = fakeCanvas(500, 200);
    const requestedPacket = average === undefined ? undefined : { history: { verdicts: [{ operands: { average } }] } };
    const over = { curve: () => 0.1, requestedPacket };
    new CurveLens(canvas).draw(model(shown, [shown], over));
    return strokes
      .filter(({ what, values }) => what === 'arc' && values[2] === 9)
      .map(({ values }) => Number(values[0]));
  };
  expect(rings(undefined)).toEqual([]);
  const [short, long] = [rings(10), rings(30)];
  expect([short.length, long.length]).toEqual([1, 1]);
  // Long queues are at the left.
  expect(long[0]).toBeLessThan(short[0]!);
});

test.each([
  ['red', {}, 'Drop probability'],
  ['red', { variant: 'linux', ecn: true }, 'Mark or drop probability'],
  ['red-ecn', { markLimit: 0.1 }, 'Mark or drop probability'],
  ['red-ecn', { markLimit: 2 }, 'Mark probability'],
])('the lens of %s with %o says what its curve gives', (policy, values, title) => {
  expect(actionAndTitle(lane('opening', policy, 0.1, values)).title).toBe(title);
});

test('the lens of a policer has the tokens of this moment, not of the last sample', () => {
  const shown = lane('policed-downloads', 'policer', 1.234567);
  const tokens = shown.frame.signals[0] as number;
  const lastSample = seriesRowsSince(shown, 0)[1] - 1;
  expect(shown.series.at(lastSample, signalColumn(shown, 'tokens'))).not.toBe(tokens);
  const { canvas, texts } = fakeCanvas(500, 200);
  new BucketLens(canvas).draw(model(shown));
  expect(texts()).toContain(`Tokens in the bucket, kB, now ${formatAmount(tokens / 1e3)}`);
});

test.each([false, true])('the words of the lens of RED are outside its plot; for a question: %s', (isRequested) => {
  const shown = lane('opening', 'red', 5);
  const requested = isRequested ? { history: { verdicts: [{ operands: { average: 20 } }] } } : undefined;
  for (const width of [500, 370]) {
    const { canvas, textBoxes } = fakeCanvas(width, 130);
    new CurveLens(canvas).draw(model(shown, [shown], { curve: () => 0.1, requestedPacket: requested }));
    const { left, right } = queueSpan(width);
    const [top, bottom] = [20, 110];
    const inside = (box: TextBox) => box.right > left && box.left < right && box.y > top && box.y < bottom;
    expect(textBoxes().filter(inside)).toEqual([]);
    expect(overlapsOf(textBoxes())).toEqual([]);
  }
});

test('in a low lens of RED, the probability and the direction of the axis are both legible', () => {
  const shown = lane('opening', 'red', 5);
  for (let height = 90; height <= 200; height += 5) {
    const { canvas, textBoxes } = fakeCanvas(700, height);
    new CurveLens(canvas).draw(model(shown, [shown], { curve: () => 0.1 }));
    const yOf = (pattern: RegExp) => textBoxes().find(({ text }) => pattern.test(text))?.y ?? Number.NaN;
    const distance = yOf(/mirrored/) - yOf(/^ = 0\.1/);
    if (height >= 105) expect(distance).toBeGreaterThanOrEqual(12);
    expect(overlapsOf(textBoxes())).toEqual([]);
  }
});

test.each([500, 370, 330])('the words of the lens of RED end within its %s px', (width) => {
  const shown = lane('opening', 'red', 5);
  const { canvas, textBoxes } = fakeCanvas(width, 130);
  new CurveLens(canvas).draw(model(shown, [shown], { curve: () => 0.1 }));
  expect(textBoxes().filter(({ right }) => right > width)).toEqual([]);
});

test('bars stay between the ends of the queue, and fit the lanes that have bars', () => {
  const shown = lane('opening', 'droptail', 20);
  const axis = (lanes: readonly LensLaneData[]) =>
    occupancyAxis({ width: 500, height: 130 } as Surface, model(shown, lanes));
  const { canvas, strokes } = fakeCanvas(500, 130);
  const full = {
    ...axis([shown]),
    histogram: { end: 120, step: 1, barWidth: 4, shares: new Float64Array(31).fill(0.1) },
  };
  drawHistogramBars({ ...prepareCanvas(canvas)!, theme: drawingTheme() } as LensDrawing, full);
  const { left, right } = queueSpan(500);
  for (const { values } of strokes.filter(({ what }) => what === 'fillRect')) {
    expect(Number(values[0])).toBeGreaterThanOrEqual(left);
    expect(Number(values[0]) + Number(values[2])).toBeLessThanOrEqual(right);
  }
  // The lens of RED has no bars. A queue that was empty until now has the highest bar.
  expect(axis([shown, lane('opening', 'red', 20)]).share.to).toBe(axis([shown]).share.to);
  const early = lane('opening', 'droptail', 0.1);
  expect(axis([shown, early]).share.to).toBeGreaterThan(axis([shown]).share.to);
});

test.each([
  { share: 0.66, height: 120, ticks: [0, 0.2, 0.4, 0.6, 0.8] },
  { share: 0.66, height: 90, ticks: [0, 0.5, 1] },
  { share: 0.66, height: 70, ticks: [0, 1] },
  { share: 0.13, height: 120, ticks: [0, 0.05, 0.1, 0.15] },
  { share: 1, height: 120, ticks: [0, 0.5, 1] },
])('the axis of bars ends at a number that no bar exceeds: $share in $height px', ({ share, height, ticks }) => {
  const shown = lane('opening', 'droptail', 1);
  const occupancyNs = new Float64Array(shown.frame.occupancyNs.length);
  occupancyNs[0] = share;
  for (let bin = 10; bin < 110; bin += 10) occupancyNs[bin] = (1 - share) / 10;
  const axis = occupancyAxis(
    { width: 500, height } as Surface,
    model({ ...shown, frame: { ...shown.frame, occupancyNs } }, []),
  );
  expect(axis.shareTicks).toEqual(ticks);
  expect(axis.share.to).toBeGreaterThanOrEqual(ticks.at(-1)!);
});

describe('the words of a lens do not cover each other', () => {
  const LENSES = [
    ['bm-lesson', 'shb', BuffersLens],
    ['bm-lesson', 'abd', BuffersLens],
    ['bm-e1', 'abd', BuffersLens],
    ['greedy-and-sparse', 'fq-codel', TurnsLens],
    ['home-hosts', 'fq-codel', TurnsLens],
    ['abe-100k-blue4', 'abe-dsd', DeadlinesLens],
    ['l4s-beside-classic', 'dualpi2', CouplingLens],
    ['l4s-beside-classic', 'pie', ControllerLens],
    ['hu-fig9', 'vbs', StatesLens],
    ['opening', 'codel', ClockLens],
  ] as const;
  test.each(LENSES)('%s with %s', (preset, policy, LensClass) => {
    const shown = lane(preset, policy, 3);
    for (const [width, height] of [
      [504, 160],
      [740, 300],
    ] as const) {
      const { canvas, textBoxes } = fakeCanvas(width, height);
      new LensClass(canvas).draw(model(shown));
      const boxes = textBoxes();
      expect(boxes.length).toBeGreaterThan(4);
      expect(overlapsOf(boxes)).toEqual([]);
      for (const { text, left } of boxes) expect(left, text).toBeGreaterThanOrEqual(0);
    }
  });
});

test.each([0.01, 0.03, 0.1, 0.17, 0.29, 0.8])(
  'the numbers beside the curves of DualPI2 are not cut at a base of %d',
  (base) => {
    const shown = lane('l4s-beside-classic', 'dualpi2', 3);
    const signals = shown.description.hints.signals.map(({ id }) => (id === 'base' ? base : 0));
    for (const [width, height] of [
      [330, 130],
      [504, 160],
      [740, 300],
    ] as const) {
      const { canvas, textBoxes } = fakeCanvas(width, height);
      new CouplingLens(canvas).draw(
        model({ ...shown, frame: { ...shown.frame, signals: Float64Array.from(signals) } }),
      );
      const boxes = textBoxes();
      expect(overlapsOf(boxes)).toEqual([]);
      for (const { text, left } of boxes) expect(left, text).toBeGreaterThanOrEqual(0);
      // The letters of the page are wider than those here.
      const numbers = boxes.filter(({ text, right }) => right < 44 && /^[\d.]+( %)?$/.test(text));
      for (const { text } of numbers) expect(text.length, text).toBeLessThanOrEqual(5);
      expect(numbers.filter(({ text }) => text.endsWith(' %'))).toHaveLength(2);
    }
  },
);

test('a number without room beside its axis is left out, not cut', () => {
  const { canvas, texts } = fakeCanvas(300, 120);
  const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme() } as LensDrawing;
  const y = linearScale(0, 1e6, 100, 10);
  const margin = { left: 40, right: 10, top: 10, bottom: 20 };
  drawLensGrid(drawing, { margin, x: () => 0, xTicks: [], y, yTicks: [0, 1e3, 1e6], formatY: String });
  expect(texts()).toEqual(['0', '1000']);
});

test('the number of the present queue stands on the plot, not on the numbers beside it', () => {
  const shown = lane('opening', 'droptail', 5);
  for (const width of [300, 370, 504, 740])
    for (let waitingPackets = 0; waitingPackets <= shown.frame.limitPackets; waitingPackets++) {
      const { canvas, textBoxes } = fakeCanvas(width, 160);
      new OccupancyLens(canvas).draw(model({ ...shown, frame: { ...shown.frame, waitingPackets } }));
      const now = textBoxes().find(({ text }) => text.startsWith('now '))!;
      const { left, right } = queueSpan(width);
      expect(now.left, `${width} ${now.text}`).toBeGreaterThanOrEqual(left);
      expect(now.right, `${width} ${now.text}`).toBeLessThanOrEqual(right);
      expect(now.text).toContain(`now ${waitingPackets}`);
    }
});

test('the histogram of a buffer in bytes is on the axis of the queue, and ends with its buffer', () => {
  const shown = lane('abe-voice', 'flat-be', 20);
  const axis = occupancyAxis({ width: 504, height: 160 } as Surface, model(shown));
  const { left, right } = queueSpan(504);
  expect(axis.x.to).toBe(75);
  expect([axis.x(75), axis.x(0)]).toEqual([left, right]);
  const { canvas, strokes, textBoxes } = fakeCanvas(504, 160);
  new OccupancyLens(canvas).draw(model(shown));
  expect(textBoxes().map(({ text }) => text)).toContain('kB');
  // The wall of the buffer comes from the queue above.
  expect(strokes.filter(({ what, values }) => what === 'moveTo' && values[0] === left + 0.5)).toEqual([
    expect.objectContaining({ values: [left + 0.5, 0] }),
  ]);
});

test('the title of a lens on the axis of the queue ends before the plot, so no line of a threshold crosses it', () => {
  for (const [preset, title] of [
    ['opening', 'Packets waiting'],
    ['home-bufferbloat', 'Queue in kB'],
  ] as const) {
    const { canvas, strokes, textBoxes } = fakeCanvas(504, 160);
    new OccupancyLens(canvas).draw(model(lane(preset, 'droptail', 3)));
    const plotLeft = queueSpan(504).left;
    for (const name of [title, 'share of time'])
      expect(textBoxes().find(({ text }) => text === name)!.right).toBeLessThan(plotLeft);
    expect(strokes.filter(({ what, values }) => what === 'clearRect' && values[3] === 18)).toEqual([]);
  }
});

test('VBS: a VC has 600 virtual cells, and the line of its share of 400 is at two thirds of its bar', () => {
  const shown = lane('hu-fig9', 'vbs', 3);
  const vcs = new Float64Array(VC_STRIDE);
  vcs[VcColumn.heldCells] = 600;
  vcs[VcColumn.virtualCells] = 600;
  vcs[VcColumn.thresholdCells] = 400;
  vcs[VcColumn.state] = 2;
  const signals = shown.description.hints.signals.map(({ id }) => (id === 'scale' ? 1 : 0));
  const { canvas, texts, strokes } = fakeCanvas(504, 160);
  new StatesLens(canvas).draw(model({ ...shown, frame: { ...shown.frame, vcs, signals: Float64Array.from(signals) } }));
  expect(texts()).toContain('600');
  const [bar] = strokes.filter(({ what }) => what === 'rect');
  const [left, , width] = bar!.values.map(Number) as [number, number, number];
  const line = strokes.find(({ what }) => what === 'moveTo')!.values[0];
  expect(line).toBeCloseTo(left + (2 / 3) * width, 9);
});

test('only the first blue packet has a mark: at the start of its duplicate, with the time until then', () => {
  const shown = lane('abe-100k-blue4', 'abe-dsd', 40);
  const { frame } = shown;
  const { canvas, strokes, texts } = fakeCanvas(504, 160);
  new DeadlinesLens(canvas).draw(model(shown));
  expect(frame.waitingPackets).toBeGreaterThan(5);
  const rows = Array.from({ length: frame.waitingPackets }, (_, row) => rowAt(frame.waiting, row * WAITING_STRIDE));
  const first = rows.find((entry) => (entry(WaitingColumn.flags) & PacketFlag.green) === 0)!;
  const duplicates = Array.from({ length: frame.virtual.length / VIRTUAL_STRIDE }, (_, row) =>
    rowAt(frame.virtual, row * VIRTUAL_STRIDE),
  );
  const duplicate = duplicates.find((entry) => entry(VirtualColumn.serial) === first(WaitingColumn.serial))!;
  const dueMs = (duplicate(VirtualColumn.startNs) - frame.timeNs) / 1e6;
  expect(dueMs).toBeGreaterThan(0);
  const marks = texts().filter((text) => text.startsWith('first blue'));
  expect(marks).toEqual([`first blue must start within ${formatNumber(dueMs)} ms`]);
  // In a phone, fewer words are inside the axis.
  const narrow = fakeCanvas(358, 160);
  new DeadlinesLens(narrow.canvas).draw(model(shown));
  const words = required(narrow.textBoxes().find(({ text }) => text.includes('within ') && text.endsWith(' ms')));
  expect(words.left).toBeGreaterThan(88);
  expect(words.right).toBeLessThanOrEqual(358 - 24);
  // The bound d is 20 ms. The axis goes from 88 px (5 d) to 480 px (now). More packets wait than it shows.
  const outlines = strokes.filter(({ what, values }) => what === 'strokeRect' && values.length === 4);
  const ends = outlines.map(({ values: [left, , width] }) => Number(left) + Number(width));
  expect(outlines).toHaveLength(2);
  expect(Math.abs(ends[0]! - (480 - (392 * dueMs) / 100))).toBeLessThan(2);
  // A link leads from the sign of the latest start, below the words, to the middle of the first blue packet.
  const [blueLeft, blueTop, blueWidth] = outlines[1]!.values.map(Number) as [number, number, number];
  const path = strokes
    .filter(({ what }) => what === 'moveTo' || what === 'lineTo')
    .map(({ values }) => values.map(Number));
  const linkEnd = path.findIndex(
    ([pathX, pathY]) => pathY === blueTop - 1 && Math.abs(pathX! - blueLeft - blueWidth / 2) < 2,
  );
  const [sign, corner, overBlue] = path.slice(linkEnd - 3, linkEnd) as [number[], number[], number[]];
  expect(Math.abs(sign[0]! - ends[0]!)).toBeLessThan(2);
  expect(corner).toEqual([sign[0], overBlue[1]]);
  expect(overBlue[0]).toBe(path[linkEnd]![0]);
  const wordsY = Number(strokes.find(({ what, values }) => what === 'fillText' && values[0] === marks[0])!.values[2]);
  expect(corner[1]! - wordsY).toBeGreaterThanOrEqual(6);
  // The first number has the unit, and the words before it stand for all numbers.
  expect(texts()).toEqual(expect.arrayContaining(['leaves in', '100 ms', '80', '20', 'now']));
  // Both rows go on beyond the axis: they fade out without a sign, and packets have no words on them.
  expect(texts()).toContain('can wait');
  expect(texts().filter((text) => text === '…' || /^\d$/.test(text))).toEqual([]);
});

test('a latest start beyond the axis of ABE is an arrow at its left end, with its words', () => {
  const { strokes, textBoxes, canvas } = fakeCanvas(504, 160);
  const drawing = { context: prepareCanvas(canvas)!.context, theme: drawingTheme() };
  const x = linearScale(100, 0, 88, 480);
  drawLatestStart(drawing, 140, x, 40);
  const [tip, ...corners] = strokes
    .filter(({ what }) => what === 'moveTo' || what === 'lineTo')
    .map(({ values }) => Number(values[0])) as [number, ...number[]];
  expect(tip).toBe(88);
  for (const corner of corners) expect(corner).toBeGreaterThan(88);
  const [words] = textBoxes();
  expect(words!.text).toBe('first blue must start within 140 ms');
  expect(words!.left).toBeGreaterThan(Math.max(...corners));
});

test('ABE: waiting packets leave one after the other, green first while blue can wait, by hand', () => {
  const shown = lane('abe-100k-blue4', 'abe-dsd', 40);
  const { frame } = shown;
  const colours = [...'bgg'];
  // At 1 Mb/s: blue takes 8 ms, and each green packet 2 ms.
  const waiting = (latestMs: number) => {
    const table = new Float64Array(colours.length * WAITING_STRIDE);
    for (const [row, colour] of colours.entries()) {
      const offset = row * WAITING_STRIDE;
      table[offset + WaitingColumn.serial] = row;
      table[offset + WaitingColumn.bytes] = colour === 'b' ? 1000 : 250;
      table[offset + WaitingColumn.flags] = colour === 'b' ? 0 : PacketFlag.green;
      table[offset + WaitingColumn.deadlineNs] = frame.timeNs + latestMs * 1e6;
    }
    return table;
  };
  const starts = (latestMs: number) => {
    const queues = deadlineQueues(
      model({
        ...shown,
        frame: { ...frame, rateBps: 1e6, inService: new Float64Array(0), waiting: waiting(latestMs) },
      }),
      drawingTheme(),
    );
    return queues.slice(1).map(({ blocks }) => blocks.map(({ startNs }) => startNs / 1e6));
  };
  // In the order blue, green. The second green packet ends at 4 ms.
  expect(starts(4)).toEqual([[4], [0, 2]]);
  expect(starts(3)).toEqual([[2], [0, 10]]);
  expect(starts(1)).toEqual([[0], [8, 10]]);
});

test('the first green packet has the number of waiting blue packets that came before it, by hand', () => {
  const shown = lane('abe-100k-blue4', 'abe-dsd', 40);
  const rows = (['blue', 'green', 'blue', 'blue'] as const).map((colour, index) => {
    const row = new Float64Array(WAITING_STRIDE);
    row[WaitingColumn.serial] = index;
    row[WaitingColumn.bytes] = 1_000;
    row[WaitingColumn.flags] = colour === 'green' ? PacketFlag.green : 0;
    row[WaitingColumn.deadlineNs] = shown.frame.timeNs + 30e6;
    return row;
  });
  const wordsWith = (arrivalsNs: readonly number[]) => {
    for (const [index, row] of rows.entries()) row[WaitingColumn.arrivedNs] = arrivalsNs[index]!;
    const waiting = Float64Array.from(rows.flatMap((row) => [...row]));
    const { canvas, texts } = fakeCanvas(504, 160);
    const lens = new DeadlinesLens(canvas);
    lens.draw(model({ ...shown, frame: { ...shown.frame, waiting } }));
    const { title } = canvas;
    lens.hide();
    expect(canvas.title).toBe('');
    expect(texts().join(' ')).not.toMatch(/Last sent|came after/);
    expect(title).toMatch(/^Last sent: /);
    return title.match(/The first green .*/)?.[0];
  };
  expect(wordsWith([1, 3, 2, 4])).toBe('The first green packet came after 2 waiting blue packets.');
  expect(wordsWith([1, 3, 4, 4])).toBe('The first green packet came after 1 waiting blue packet.');
  expect(wordsWith([5, 3, 4, 4])).toBeUndefined();
});

test('a video lens says how full a nearly full buffer is, and only that', () => {
  const shown = lane('bm-lesson', 'abd', 8);
  const buffers = Float64Array.from(shown.frame.buffers);
  const wordsWith = (...shares: readonly number[]) => {
    for (const [row, share] of shares.entries()) {
      const offset = row * BUFFER_STRIDE;
      buffers[offset + BufferColumn.waitingBytes] =
        share * buffers[offset + BufferColumn.share]! * shown.frame.limitBytes;
    }
    const { canvas, texts } = fakeCanvas(504, 160);
    new BuffersLens(canvas).draw(model({ ...shown, frame: { ...shown.frame, buffers } }));
    return texts().filter((text) => text.endsWith('% full'));
  };
  expect(wordsWith(0.89, 0.5)).toEqual([]);
  expect(wordsWith(0.957, 0.5)).toEqual(['96 % full']);
  // Only a full buffer is 100 % full.
  expect(wordsWith(0.998, 0.5)).toEqual(['99 % full']);
});

test('the axis of ABE grows for a blue packet that can wait longer, stays during the run, and ends at a full buffer', () => {
  const shown = lane('abe-100k-blue4', 'abe-dsd', 40);
  const { frame } = shown;
  const isGreen = (row: number) =>
    (rowAt(frame.waiting, row * WAITING_STRIDE)(WaitingColumn.flags) & PacketFlag.green) !== 0;
  const firstBlue = Array.from({ length: frame.waitingPackets }, (_, row) => row).find((row) => !isGreen(row))!;
  const withDue = (dueMs: number, timeNs = frame.timeNs, greenBoundMs = 20) => {
    const waiting = Float64Array.from(frame.waiting);
    waiting[firstBlue * WAITING_STRIDE + WaitingColumn.deadlineNs] = timeNs + dueMs * 1e6;
    return model({ ...shown, frame: { ...frame, timeNs, waiting }, values: { ...shown.values, greenBoundMs } });
  };
  const axis = new DeadlineAxis();
  const spanMs = (...input: Parameters<typeof withDue>) => axis.fit(withDue(...input)) / 1e6;
  expect([spanMs(30), spanMs(140), spanMs(30)]).toEqual([100, 200, 200]);
  // The user went back in time, and another bound is another axis. The buffer of 75,000 bytes takes 600 ms at 1 Mb/s.
  expect([spanMs(30, frame.timeNs - 1), spanMs(30, frame.timeNs, 50), spanMs(700)]).toEqual([100, 250, 600]);
});

test('the frames of videos count the videos that are not shown, and one loss with its useless frames', () => {
  const said = (preset: string, policy: string, seconds: number, recordsPackets: boolean) => {
    const { canvas, texts } = fakeCanvas(504, 160);
    new BuffersLens(canvas).draw(model(lane(preset, policy, seconds, {}, recordsPackets)));
    return texts();
  };
  expect(said('bm-e1', 'abd', 8, false)).toContain('Frames of 4 of 15 videos, in order');
  // Losses are known in a run that records its packets.
  const most = said('bm-e1', 'abd', 8, true);
  expect(most).toContain('4 of 15 videos that lost frames');
  // The key says what the letters name.
  expect(most).toEqual(expect.arrayContaining(['frames: ', 'I', 'P', 'B', '· arc: needs this frame']));
  expect(most).toContainEqual(expect.stringMatching(/^×: .* · hollow: useless/));
  expect(most.filter((text) => /^\d$/.test(text))).toEqual(['4', '7', '8']);
  // Beside a lane with losses, a lane without losses shows the same videos.
  const lanes = ['shb', 'abd'].map((policy) => lane('bm-e1', policy, 8, {}, true));
  for (const shown of lanes) {
    const { canvas, texts, textBoxes } = fakeCanvas(504, 160);
    new BuffersLens(canvas).draw({ ...model(shown), lanes: () => lanes });
    expect(texts()).toContain('The same 4 of 15 videos');
    expect(texts().filter((text) => text.startsWith('no loss'))).toEqual(
      shown === lanes[0] ? ['no loss in these frames'] : [],
    );
    expect(overlapsOf(textBoxes())).toEqual([]);
    expect(texts().filter((text) => /^\d$/.test(text))).toEqual(['4', '7', '8']);
  }
  // An I frame of video 1 loses two packets. Three frames need it, two of them through a P frame. A later I frame is
  // whole.
  const { underWay, whole, damaged, useless } = VideoFrameStatus;
  const rows: [video: number, number: number, needs: number, lost: number, status: number][] = [
    [0, 7, 7, 0, whole],
    [0, 8, 7, 0, underWay],
    [1, 6, 3, 0, useless],
    [1, 7, 7, 2, damaged],
    [1, 8, 7, 0, useless],
    [1, 9, 8, 0, useless],
    [1, 10, 8, 1, useless],
    [1, 11, 11, 0, whole],
  ];
  const videoFrames = new Float64Array(rows.length * VIDEO_FRAME_STRIDE);
  for (const [row, [video, number, needs, lost, status]] of rows.entries()) {
    const set = (column: number, value: number) => {
      videoFrames[row * VIDEO_FRAME_STRIDE + column] = value;
    };
    set(VideoFrameColumn.flow, video);
    set(VideoFrameColumn.frame, number);
    set(VideoFrameColumn.needs, needs);
    set(VideoFrameColumn.lost, lost);
    set(VideoFrameColumn.status, status);
  }
  const shown = lane('bm-lesson', 'shb', 1);
  const { canvas, strokes, texts } = fakeCanvas(504, 160);
  new BuffersLens(canvas).draw(model({ ...shown, frame: { ...shown.frame, videoFrames } }));
  expect(texts()).toEqual(
    expect.arrayContaining(['Frames of each video, in order', 'video 1: 2 packets lost, 4 frames not shown']),
  );
  // The arcs are over the named video: below the row of video 0. The other arc would begin before the shown frames.
  const arcs = strokes.filter(({ what }) => what === 'quadraticCurveTo').map(({ values }) => Number(values[3]));
  const numberYs = strokes.flatMap(({ what, values: [text, , y] }) =>
    what === 'fillText' && (text === '0' || text === '1') ? [Number(y)] : [],
  );
  const [firstY = 0, secondY = 0] = numberYs;
  expect(arcs).toHaveLength(3);
  for (const y of arcs) {
    expect(y).toBeGreaterThan(firstY);
    expect(y).toBeLessThan(secondY);
  }
  expect(secondY - firstY).toBeGreaterThan(30);
  // Of two losses with one useless frame each, the one with fewer lost packets shows more.
  const frame = (number: number, neededFrame: number, lostPackets: number, status: number) =>
    ({ flow: 0, number, neededFrame, lostPackets, status }) as VideoFrame;
  const frames = [frame(0, 0, 3, damaged), frame(1, 0, 0, useless), frame(2, 2, 1, damaged), frame(3, 2, 0, useless)];
  expect(exampleVideoLoss(frames)).toMatchObject({ videoFrame: { number: 2 }, to: 3, uselessFrameCount: 1 });
  expect(exampleVideoLoss(frames.slice(0, 1))).toBeUndefined();
  // Fewer words keep the numbers.
  expect(videoLossTexts(exampleVideoLoss(frames)!)).toEqual([
    'video 0: 1 packet lost, 2 frames not shown',
    'video 0: 1 lost, 2 frames not shown',
    '1 lost, 2 frames not shown',
    '2 frames not shown',
  ]);
});

describe('lenses', () => {
  test('over time, all lanes are on one scale, and it says so', () => {
    const lanes = [lane('opening', 'droptail', 20), lane('opening', 'red', 20)] as const;
    expect(maxShownValue(lanes[0])).toBeGreaterThan(2 * maxShownValue(lanes[1]));
    const ticks = lanes.map((shown) => {
      const { canvas, texts } = fakeCanvas(500, 160);
      new OverTimeLens(canvas).draw(model(shown, lanes));
      expect(texts()[0]).toBe('Queue over time, packets; all lanes on one scale');
      return texts().slice(1, 4);
    });
    expect(ticks[0]).toEqual(ticks[1]);
  });

  test('over time, the title leaves room for its controls, and no name of a threshold covers another', () => {
    const lanes = [lane('goyal-r5', 'dfba', 0.5), lane('goyal-r5', 'double-epd', 0.5)] as const;
    const drawn = (width: number) => {
      const { canvas, textBoxes } = fakeCanvas(width, 160);
      const frame = { ...lanes[0].frame, limitCells: 1_000 };
      const values = { ...lanes[0].values, highThreshold: 990, lowThreshold: 10 };
      new OverTimeLens(canvas).draw(model({ ...lanes[0], frame, values }, lanes));
      return textBoxes();
    };
    const [title] = drawn(472);
    expect(title?.text).toBe('Queue over time, cells; one scale');
    expect(drawn(390)[0]?.text).toBe('Queue over time, cells; all lanes on one scale');
    expect(overlapsOf(drawn(472))).toEqual([]);
    expect(drawn(472).map(({ text }) => text)).toEqual(expect.arrayContaining(['H', 'L']));
  });

  test('the regions say what their axes are, also of one VC alone', () => {
    const shown = lane('goyal-r5', 'dfba', 0.5);
    const said = (focus: number | undefined) => {
      const { canvas, texts } = fakeCanvas(500, 160);
      new RegionsLens(canvas).draw(model(shown, [shown], { focus }));
      return texts();
    };
    expect(said(undefined)).toEqual(
      expect.arrayContaining([
        '↑ cells of each VC ÷ its share of the guarantees',
        'cells in the buffer →',
        'fair share',
      ]),
    );
    expect(said(2)).toEqual(expect.arrayContaining(['↑ cells of VC 3']));
  });

  test.each([
    ['goyal-r4', false],
    ['hu-fig11', true],
  ])('the regions of %s speak of tagged frames only where some are tagged', (preset, areTagged) => {
    const shown = lane(preset, 'double-epd', 0.5);
    const { canvas, texts } = fakeCanvas(700, 160);
    const dropProbability = (_: unknown, isTagged: boolean) => Number(isTagged);
    new RegionsLens(canvas).draw(model(shown, [shown], { dropProbability }));
    expect(texts().join()).toContain('grey: frames dropped');
    expect(/tagged/.test(texts().join())).toBe(areTagged);
  });

  test('buffers that come with packets: before the first packet, a sentence says so', () => {
    const said = (seconds: number) => {
      const { canvas, texts } = fakeCanvas(500, 160);
      new BuffersLens(canvas).draw(model(lane('bm-e1', 'abd', seconds)));
      return texts().join(' · ');
    };
    expect(said(0)).toContain('Buffers: no packet has come yet.');
    expect(said(0)).not.toMatch(/\b0 buffers/);
    expect(said(2)).toMatch(/[1-9]\d* buffers/);
  });

  test('the histogram says what it shows, in which unit', () => {
    const { canvas, texts } = fakeCanvas(500, 160);
    new OccupancyLens(canvas).draw(model(lane('opening', 'droptail', 5)));
    expect(texts()).toEqual(expect.arrayContaining(['Packets waiting', 'share of time', 'since warm-up']));
    expect(texts()).toContain('packets');
    expect(texts().some((text) => /^now \d+$/.test(text))).toBe(true);
  });

  test('the trail of RED keeps its place when the drawing changes size', () => {
    const { canvas, strokes, resize } = fakeCanvas(400, 160);
    const lens = new CurveLens(canvas);
    const description = lane('opening', 'red', 0.1).description;
    const at = (seconds: number, average: number) =>
      model(
        {
          frame: {
            timeNs: seconds * 1e9,
            signals: Float64Array.of(average, 0),
            occupancyNs: new Float64Array(),
            occupancyBinPackets: 1,
            waitingPackets: 0,
            limitPackets: 120,
          } as LensLaneData['frame'],
          description,
          series: { rowCount: 0, at: () => Number.NaN },
          values: { minThreshold: 10, maxThreshold: 30 },
        },
        [],
        { curve: (signal) => signal / 100 },
      );
    // A point of the trail stands for several drawings.
    const drawPoint = (seconds: number, average: number) => {
      for (let drawing = 1; drawing <= 6; drawing++) lens.draw(at(seconds + drawing / 1_000, average));
    };
    lens.draw(at(1, 10));
    drawPoint(1.1, 20);
    drawPoint(1.15, 20);
    resize(800, 160);
    deleteCanvasSizes();
    strokes.length = 0;
    lens.draw(at(1.2, 20));
    const squares = strokes.filter(({ what, values }) => what === 'fillRect' && values[2] === 3);
    const trail = squares.map(({ values }) => values[0] as number);
    const point = strokes.find(({ what }) => what === 'arc')?.values[0] as number;
    // Averages of 10, 20 and 20 on the queue's axis of 120 packets, which begins 76 px from the right and has 596 px.
    expect(trail.map((left) => 724 - (left + 1.5))).toEqual(
      [10, 20, 20].map((average) => expect.closeTo((average / 120) * 596, 6)),
    );
    expect((trail[1] as number) + 1.5).toBeCloseTo(point, 6);
  });

  test('drawing again while the run is paused adds nothing to the trail', () => {
    const { canvas, strokes } = fakeCanvas(400, 160);
    const lens = new CurveLens(canvas);
    const shown = model(lane('opening', 'red', 1), [], { curve: (signal) => signal / 100 });
    const drawn = () => {
      strokes.length = 0;
      lens.draw(shown);
      return strokes.filter(({ what }) => what === 'fillRect').length;
    };
    const once = drawn();
    for (let time = 0; time < 4; time++) expect(drawn()).toBe(once);
  });
});

test('a trail keeps the newest points, oldest first', () => {
  const trail = new Trail(3);
  for (let step = 1; step <= 5; step++) trail.push(step, -step);
  expect(Array.from({ length: trail.length }, (_, index) => [trail.x(index), trail.y(index)])).toEqual([
    [3, -3],
    [4, -4],
    [5, -5],
  ]);
  trail.clear();
  expect(trail.length).toBe(0);
});

function lensesWith(loadPart: () => Promise<never>) {
  let loads = 0;
  const lenses = new LensSet({ dataset: {} } as HTMLCanvasElement, () => {}, {
    loadPart: () => {
      loads++;
      return loadPart();
    },
    onLoad: () => {},
    onError: () => {},
  });
  const model = { lens: 'occupancy' } as unknown as LensModel;
  return { lenses, draw: () => lenses.draw(model), loads: () => loads };
}

describe('loading', () => {
  test('a failed lens loads again after a retry, and not before', async () => {
    const { lenses, draw, loads } = lensesWith(() => Promise.reject(new Error('offline')));
    draw();
    await Promise.resolve();
    await Promise.resolve();
    draw();
    expect(loads()).toBe(1);
    lenses.retry();
    draw();
    expect(loads()).toBe(2);
  });

  test('a retry does not load a lens twice that still loads', () => {
    const { lenses, draw, loads } = lensesWith(() => new Promise(() => {}));
    draw();
    lenses.retry();
    draw();
    expect(loads()).toBe(1);
  });
});
