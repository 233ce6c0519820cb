/** Lenses of one kind, side by side: their drawings have one scale. */
import { beforeAll, expect, test } from 'vitest';
import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../../src/engine/contract/policy-tables.ts';
import { type Frame, type RunDescription, WAITING_STRIDE, WaitingColumn } from '../../../src/engine/frame/frame.ts';
import { VideoFrameKind } from '../../../src/engine/packets/packet.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { classGlyph, packetGlyph, packetGlyphs } from '../../../src/view/draw/palette.ts';
import type { CanvasLens } from '../../../src/view/lenses/canvas-lens.ts';
import type { LensLaneData, LensModel } from '../../../src/view/lenses/lens-model.ts';
import { TurnsLens } from '../../../src/view/lenses/turns-lens.ts';
import { BuffersLens } from '../../../src/view/lenses/video/buffers-lens.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

function descriptionOf(preset: string, policy: string): RunDescription {
  return openRun({ scenario: findPreset(preset)!, policy, seed: 1 }).description;
}

/** A lane with these rows of its table of buffers. */
function laneWith(description: RunDescription, rows: readonly Readonly<Record<number, number>>[]): LensLaneData {
  const buffers = new Float64Array(rows.length * BUFFER_STRIDE);
  for (const [row, columns] of rows.entries())
    for (const [column, value] of Object.entries(columns)) buffers[row * BUFFER_STRIDE + Number(column)] = value;
  const frame: Partial<Frame> = {
    timeNs: 3e9,
    buffers,
    flows: new Float64Array(),
    waiting: new Float64Array(),
    videoFrames: new Float64Array(),
    limitPackets: Number.POSITIVE_INFINITY,
    limitBytes: 40_000,
  };
  const series = { rowCount: 0, at: () => Number.NaN };
  return { frame: frame as Frame, description, series, values: { quantumBytes: 1500 } };
}

/**
 * The heights of the bars of each lane with a given style, px.
 * @param argument of the method; 3 is the height, and 2 the width
 */
function heightsOf(
  makeLens: (canvas: HTMLCanvasElement) => CanvasLens,
  lanes: readonly LensLaneData[],
  method: string,
  argument = 3,
): number[][] {
  const lenses = lanes.map((lane) => {
    const { canvas, strokes } = fakeCanvas(640, 180);
    const lens = makeLens(canvas);
    return { lens, strokes, model: { ...lane, lanes: () => lanes } as unknown as LensModel };
  });
  // Twice: a scale that grows with a later lane is the same for all in the next drawing.
  for (const { lens, model } of lenses) lens.draw(model);
  return lenses.map(({ lens, model, strokes }) => {
    strokes.length = 0;
    lens.draw(model);
    return strokes.filter(({ what }) => what === method).map(({ values }) => Number(values[argument]));
  });
}

test('the queues of two lanes: a kilobyte has the same height', () => {
  const queue = (flow: number, waitingBytes: number) => ({
    [BufferColumn.flow]: flow,
    [BufferColumn.waitingBytes]: waitingBytes,
    [BufferColumn.turn]: TurnList.old,
  });
  const [one, other] = ['fq-codel', 'cake-parts'].map((policy) => descriptionOf('home-hosts', policy));
  const lanes = [laneWith(one!, [queue(0, 3_000)]), laneWith(other!, [queue(0, 30_000), queue(1, 15_000)])];
  const ratiosOf = (shown: readonly LensLaneData[]) => {
    const [[low], [high, middle]] = heightsOf((canvas) => new TurnsLens(canvas), shown, 'rect') as [number[], number[]];
    return [high! / low!, middle! / low!];
  };
  expect(ratiosOf(lanes)).toEqual([expect.closeTo(10, 9), expect.closeTo(5, 9)]);
  // The names of groups need space, in one lane or in both.
  const grouped = laneWith(other!, [
    { ...queue(0, 30_000), [BufferColumn.group]: 1 },
    { ...queue(1, 15_000), [BufferColumn.group]: 1 },
  ]);
  expect(ratiosOf([lanes[0]!, grouped])).toEqual([expect.closeTo(10, 9), expect.closeTo(5, 9)]);
});

test('the buffers of two lanes: three quarters and a quarter of one buffer have these widths, and 30 buffers have their own scale', () => {
  const [shb, abd] = ['shb', 'abd'].map((policy) => descriptionOf('bm-lesson', policy));
  const buffer = (share: number) => ({ [BufferColumn.share]: share, [BufferColumn.waitingBytes]: 100 });
  const makeLens = (canvas: HTMLCanvasElement) => new BuffersLens(canvas);
  const whole = laneWith(shb!, [buffer(1)]);
  const parted = laneWith(abd!, [buffer(3 / 4), buffer(1 / 4)]);
  // A lens of 640 px without videos has 628 px for the largest buffer. The outlines have whole pixels.
  expect(heightsOf(makeLens, [whole, parted], 'strokeRect', 2)).toEqual([[627], [470, 156]]);
  const small = laneWith(
    abd!,
    Array.from({ length: 30 }, () => buffer(1 / 30)),
  );
  expect(heightsOf(makeLens, [small], 'strokeRect')).toEqual([Array(30).fill(132)]);
});

test('the bar of a buffer that all classes share has a part for each class and kind of frame, by its waiting bytes', () => {
  const { canvas, strokes } = fakeCanvas(640, 180);
  const description = descriptionOf('bm-lesson', 'shb');
  const lane = laneWith(description, [
    { [BufferColumn.share]: 1, [BufferColumn.classIndex]: -1, [BufferColumn.waitingBytes]: 20_000 },
  ]);
  // Two packets of data and one of video: 3 000 of 4 000 listed bytes are data.
  const packets = [
    { classIndex: 1, bytes: 1_500 },
    { classIndex: 0, bytes: 1_000 },
    { classIndex: 1, bytes: 1_500 },
  ];
  const waiting = new Float64Array(packets.length * WAITING_STRIDE);
  for (const [row, { classIndex, bytes }] of packets.entries()) {
    waiting[row * WAITING_STRIDE + WaitingColumn.classIndex] = classIndex;
    waiting[row * WAITING_STRIDE + WaitingColumn.bytes] = bytes;
  }
  const shown = { ...lane, frame: { ...lane.frame, waiting } };
  new BuffersLens(canvas).draw({ ...shown, lanes: () => [shown] } as unknown as LensModel);
  const parts = strokes.filter(({ what }) => what === 'rect').map(({ values }) => values.map(Number));
  // Half of 627 px are filled, a quarter of them by video.
  expect(parts.map(([left, , width]) => [left, width])).toEqual([
    [0, 627 / 8],
    [627 / 8, (3 * 627) / 8],
  ]);
  const coloursOf = () => strokes.filter(({ what }) => what === 'fill').map(({ style }) => style);
  const [intra, data] = [0, 1].map((index) => classGlyph(description.classes, index).colour);
  expect(coloursOf()).toEqual([intra, data]);
  // The packet of the video has another kind of frame: its colour is that of the packet in the queue.
  waiting[WAITING_STRIDE + WaitingColumn.glyphVariant] = VideoFrameKind.bidirectional;
  strokes.length = 0;
  new BuffersLens(canvas).draw({ ...shown, lanes: () => [shown] } as unknown as LensModel);
  const bidirectional = packetGlyph(packetGlyphs(description.classes, false), 0, VideoFrameKind.bidirectional).colour;
  expect(coloursOf()).toEqual([bidirectional, data]);
  expect(bidirectional).not.toBe(intra);
});

test('a buffer in a row: its content, and the packets dropped because it was full or because their frame cannot be shown', () => {
  const { canvas, texts } = fakeCanvas(640, 180);
  const description = descriptionOf('bm-lesson', 'abd');
  const video = {
    [BufferColumn.share]: 3 / 4,
    [BufferColumn.waitingBytes]: 8_310,
    [BufferColumn.fullPackets]: 61,
    [BufferColumn.refusedPackets]: 400,
  };
  const data = { [BufferColumn.share]: 1 / 4, [BufferColumn.classIndex]: 1, [BufferColumn.flow]: -1 };
  const lane = laneWith(description, [{ ...video, [BufferColumn.flow]: -1 }, data]);
  new BuffersLens(canvas).draw({ ...lane, lanes: () => [lane] } as unknown as LensModel);
  expect(texts()).toEqual([
    '2 buffers',
    'video: 8.31 of 30.0 kB',
    'dropped so far: 61 (buffer full), 400 (frame already lost)',
    'data: 0 of 10.0 kB',
    'dropped so far: 0 (buffer full)',
  ]);
  // Without room for the long words of a large count, no buffer has them.
  for (const [width, ...texts] of [
    [170, 'dropped: 61 (buffer full)', '400 (frame already lost)', 'dropped: 0 (buffer full)'],
    [150, 'dropped: 61 (full)', '400 (frame lost)', 'dropped: 0 (full)'],
  ] as const) {
    const narrow = fakeCanvas(width, 180);
    new BuffersLens(narrow.canvas).draw({ ...lane, lanes: () => [lane] } as unknown as LensModel);
    expect(narrow.texts()).toEqual(expect.arrayContaining(texts));
  }
});
