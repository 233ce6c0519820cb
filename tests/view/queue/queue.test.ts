/** The legend of a narrow queue, the numbers of classes, and the number of drops that a falling packet stands for. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  CLASS_STRIDE,
  ClassColumn,
  DEPARTURE_STRIDE,
  DepartureColumn,
  LOST_ON_LINK,
  VERDICT_STRIDE,
  VerdictColumn,
} from '../../../src/engine/frame/frame.ts';
import type { SourceKind } from '../../../src/engine/packets/source-kind.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { addPacket, MIN_NUMBERED_PX } from '../../../src/view/draw/packet-shape.ts';
import { drawClassNumbers, drawPacket } from '../../../src/view/draw/packets.ts';
import { classGlyph, packetGlyphs } from '../../../src/view/draw/palette.ts';
import { type DropSign, drawDropReason } from '../../../src/view/queue/drop-reason.ts';
import { drawLinkPackets } from '../../../src/view/queue/link-packets.ts';
import { drawAcks, drawReturnPath, lowerBox, surfaceInsidePath } from '../../../src/view/queue/path-drawing.ts';
import type { QueueDrawing } from '../../../src/view/queue/queue-drawing.ts';
import { drawQueueLegend } from '../../../src/view/queue/queue-legend.ts';
import type { QueueModel } from '../../../src/view/queue/queue-model.ts';
import { drawSourceStreams } from '../../../src/view/queue/queue-texts.ts';
import { VerdictMoves } from '../../../src/view/queue/verdict-moves.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

const classes = (labels: readonly string[]) => labels.map((label) => ({ id: label, label, kind: 'tcp' as const }));

describe('the legend of a narrow queue', () => {
  const texts = (width: number, labels: readonly string[]) => {
    const { canvas, texts: written } = fakeCanvas(width, 200);
    drawQueueLegend(
      { ...prepareCanvas(canvas)!, theme: drawingTheme() },
      { description: { classes: classes(labels) } } as unknown as QueueModel,
      MIN_NUMBERED_PX - 1,
    );
    return written();
  };

  test.each([360, 300])('names every one of five classes at %d px', (width) => {
    expect(texts(width, ['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5'])).toEqual(['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5']);
  });

  test('long names are shortened, and none is left out', () => {
    const labels = ['long TCP connections', 'short TCP connections', 'constant rate traffic', 'video conferences'];
    const named = texts(300, labels);
    expect(named).toHaveLength(4);
    for (const [index, name] of named.entries()) expect(labels[index]).toContain(name.replace('…', ''));
  });
});

test('the stream of a class that chooses its colour has a half of each colour, as its glyph', () => {
  const { canvas, strokes } = fakeCanvas(500, 200);
  const description = { classes: [{ id: 'voice', label: 'voice', kind: 'onOff', colour: 'both' }] };
  const model = { description, namesEnds: true } as unknown as QueueModel;
  const box = { left: 128, right: 420, top: 40, bottom: 140 };
  const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model } as unknown as QueueDrawing;
  drawSourceStreams(drawing, 2, () => 49, 8, Float64Array.of(0.5));
  const { colour, secondColour } = classGlyph(description.classes as QueueModel['description']['classes'], 0);
  // The arrow is 22 px long and ends 4 px before the queue: the shaft, its second half, and its tip.
  const shaft = strokes.filter(({ what, values: [left] }) => what === 'fillRect' && Number(left) > 90);
  expect(shaft.map(({ values: [left], style }) => [left, style])).toEqual([
    [102, colour],
    [113, secondColour],
  ]);
  expect(strokes.filter(({ what }) => what === 'fill').at(-1)?.style).toBe(secondColour);
});

describe('the meaning of the streams', () => {
  const meaningOf = (labels: readonly string[], more: Partial<QueueModel> = {}, bottom = 140) => {
    const { canvas, textBoxes } = fakeCanvas(500, 200);
    const model = { description: { classes: classes(labels) }, namesEnds: true, ...more } as unknown as QueueModel;
    const box = { left: 128, right: 420, top: 40, bottom };
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model } as unknown as QueueDrawing;
    drawSourceStreams(
      drawing,
      2,
      (index) => 49 + 18 * index,
      8,
      Float64Array.from(labels, () => 0.5),
    );
    const lines = textBoxes().filter(({ text }) => !labels.includes(text) && !/^\d$/.test(text));
    for (const { left, right } of lines) {
      expect(left).toBeGreaterThan(0);
      expect(right).toBeLessThan(box.left);
    }
    return lines.map(({ text }) => text);
  };

  test('is below the streams of the first lane in one line or two, if there is room beside the box', () => {
    expect(meaningOf(['download', 'ping'])).toEqual(['arrow width:', 'share of packets']);
    expect(meaningOf(['download', 'ping'], {}, 100)).toEqual(['arrow: packet share']);
    expect(meaningOf(['download', 'ping'], { repeatsLegend: true })).toEqual([]);
    expect(meaningOf(['VC 1', 'VC 2', 'VC 3', 'VC 4', 'VC 5'])).toEqual([]);
  });

  test('is left out with one stream', () => {
    expect(meaningOf(['download'])).toEqual([]);
  });
});

describe('the kinds of frames of a video', () => {
  /** All words beside a queue of a first class of this kind. */
  const wordsBeside = (kind: SourceKind, label: string, boxLeft: number, boxBottom: number) => {
    const { canvas, textBoxes } = fakeCanvas(500, 200);
    const list = classes([label, 'data']).map((one, index) => ({
      ...one,
      kind: index === 0 ? kind : one.kind,
      colour: undefined,
    }));
    const model = { description: { classes: list }, namesEnds: true } as unknown as QueueModel;
    const box = { left: boxLeft, right: 420, top: 40, bottom: boxBottom };
    const glyphs = packetGlyphs(list, false);
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), box, model, glyphs } as unknown as QueueDrawing;
    drawSourceStreams(drawing, 2, (index) => 49 + 18 * index, 8, Float64Array.of(0.5, 0.5));
    return textBoxes();
  };

  test.each([
    { kind: 'video', boxBottom: 160, isNamed: true },
    { kind: 'tcp', boxBottom: 160, isNamed: false },
    // There is no room beside the box.
    { kind: 'video', boxBottom: 90, isNamed: false },
  ] as const)('have their letters below the streams: $kind, $boxBottom px', ({ kind, boxBottom, isNamed }) => {
    const texts = wordsBeside(kind, 'film', 128, boxBottom).map(({ text }) => text);
    expect(texts.slice(-4).join(' ') === 'frames:  I P B').toBe(isNamed);
  });

  test.each([
    { boxLeft: 128, words: ['frames: ', 'I', 'P', 'B'] },
    { boxLeft: 100, words: ['I', 'P', 'B'] },
    { boxLeft: 60, words: [] },
  ])('end before the queue beside $boxLeft px, with the word frames if there is room', ({ boxLeft, words }) => {
    const boxes = wordsBeside('video', 'film', boxLeft, 160).filter(({ text }) => /^[IPB]$|: $/.test(text));
    expect(boxes.map(({ text }) => text)).toEqual(words);
    for (const { right } of boxes) expect(right).toBeLessThan(boxLeft);
  });
});

test('drops while a packet falls are counted with the next one', () => {
  const moves = new VerdictMoves();
  const draw = (wallMs: number, drops: number) => {
    const verdicts = new Float64Array(drops * VERDICT_STRIDE);
    for (let row = 0; row < drops; row++) verdicts[row * VERDICT_STRIDE + VerdictColumn.serial] = wallMs + row;
    const description = { classes: classes(['TCP']), reasons: [{ verdict: 'drop', label: 'full' }] };
    const model = { frame: { verdicts }, description, wallMs, isStill: true } as unknown as QueueModel;
    moves.collect(model, 'packets', () => 50);
    return model;
  };
  draw(1_000, 3);
  draw(1_050, 4);
  expect(moves.fallingPackets.map(({ dropCount }) => dropCount)).toEqual([3]);
  const model = draw(1_200, 2);
  expect(moves.fallingPackets.map(({ dropCount }) => dropCount)).toEqual([3, 6]);
  // Without movement, both are one packet with their sum.
  const { canvas, texts } = fakeCanvas(300, 200);
  const glyphs = packetGlyphs(model.description.classes, false);
  moves.drawFalling({ ...prepareCanvas(canvas)!, theme: drawingTheme() }, model, glyphs, 150);
  expect(texts()).toEqual(['9']);
});

test('a number that counts drops of several classes stands beside the cross alone', () => {
  const moves = new VerdictMoves();
  const description = { classes: classes(['TCP', 'voice']), reasons: [{ verdict: 'drop', label: 'full' }] };
  const draw = (wallMs: number, classIndexes: readonly number[], isStill = false) => {
    const verdicts = new Float64Array(classIndexes.length * VERDICT_STRIDE);
    for (const [row, classIndex] of classIndexes.entries()) {
      verdicts[row * VERDICT_STRIDE + VerdictColumn.classIndex] = classIndex;
      verdicts[row * VERDICT_STRIDE + VerdictColumn.serial] = wallMs + row;
    }
    const model = { frame: { verdicts }, description, wallMs, isStill } as unknown as QueueModel;
    moves.collect(model, 'packets', () => 50);
    const { canvas } = fakeCanvas(300, 200);
    const glyphs = packetGlyphs(model.description.classes, false);
    moves.drawFalling({ ...prepareCanvas(canvas)!, theme: drawingTheme() }, model, glyphs, 20);
    return moves.fallingPackets.map(({ shownDropCount, isShownMixed }) => [shownDropCount, isShownMixed]);
  };
  expect(draw(1_000, [1, 1])).toEqual([[2, false]]);
  expect(draw(1_200, [0, 0, 1])).toEqual([
    [2, false],
    [3, true],
  ]);
  expect(draw(1_400, [0]).at(-1)).toEqual([1, false]);
  // Without movement they are one sign, of both classes.
  expect(draw(1_600, [0], true).at(-1)).toEqual([7, true]);
});

describe('the reason of a drop', () => {
  const LINE = 208;
  const drawn = (reason: string, falls: readonly DropSign[], walls: readonly number[], height = 240) => {
    const { canvas, textBoxes } = fakeCanvas(500, height);
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme() } as QueueDrawing;
    const space = { line: LINE, end: 430, takenSpans: [[2, 60] as const, [260, 350] as const], thresholdXs: walls };
    drawDropReason(drawing, [reason, 'early drop'], { ...space, sign: falls.at(-1)!, falls });
    return textBoxes();
  };
  const WALLS = [
    [],
    [144],
    [144, 340, 390],
    [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360, 390, 420],
    Array.from({ length: 20 }, (_, index) => 100 + 15 * index),
  ];

  test.each([20, 150, 280, 305, 400])('is near its packet and covers nothing, at %d px', (x) => {
    for (const walls of WALLS)
      for (const height of [LINE + 12, LINE + 22, LINE + 32, LINE + 90])
        for (const shownDropCount of [1, 42, 1_234]) {
          const falls = [
            { x: x - 50, shownDropCount: 7 },
            { x: x + 60, shownDropCount: 1 },
            { x, shownDropCount },
          ];
          const boxes = drawn('early drop, 13.978 s', falls, walls, height);
          for (const { left, right, y } of boxes) {
            expect(left).toBeGreaterThan(0);
            expect(right).toBeLessThan(500);
            expect(y).toBeLessThanOrEqual(height - 6);
            expect(walls.filter((wall) => wall > left && wall < right)).toEqual([]);
            // Its packet ends with the number.
            const end = x + 17 + (shownDropCount > 1 ? 6 * String(shownDropCount).length : 3);
            expect(left).toBeLessThan(end + 60);
            expect(right).toBeGreaterThan(x - 60);
            if (y < LINE + 12) expect(right < 260 || left > 350).toBe(true);
            else
              for (const fall of falls)
                expect(right < fall.x - 4 || left > fall.x + 17 + 6 * String(fall.shownDropCount).length).toBe(true);
          }
        }
  });

  test('is over its packet, else below beside it', () => {
    const at = (x: number) =>
      drawn('full', [{ x, shownDropCount: 12 }], []).map(({ text, left, y }) => [text, left, y]);
    expect(at(150)).toEqual([['dropped: full', 146, LINE]]);
    // Over it are other words.
    expect(at(290)).toEqual([['dropped: full', 290 + 17 + 12 + 10, LINE + 22]]);
  });

  test('has fewer words where only they fit near it', () => {
    expect(drawn('early drop, 13.978 s', [{ x: 298 }], [130, 258, 352]).map(({ text }) => text)).toEqual([
      'dropped: early drop',
    ]);
    expect(drawn('early drop, 13.978 s', [{ x: 298 }], [225, 262, 395], LINE + 32).map(({ text }) => text)).toEqual([
      'early drop',
    ]);
  });

  test('is left out where its only places are far', () => {
    expect(drawn('early drop', [{ x: 305 }], [360], LINE + 12)).toEqual([]);
  });
});

test('packets that leave together do not cover each other on the link', () => {
  const departures = new Float64Array(5 * DEPARTURE_STRIDE);
  for (let row = 0; row < 5; row++) departures[row * DEPARTURE_STRIDE + DepartureColumn.timeNs] = 1e9 - 2e6;
  const model = {
    departures,
    frame: { timeNs: 1e9, inService: [], classes: new Float64Array(0), rateBps: 1e7 },
    description: { classes: [] },
  } as unknown as QueueModel;
  const { canvas } = fakeCanvas(500, 200);
  const line = { from: 402, length: 90, y: 98 };
  const placedPackets = drawLinkPackets(
    { ...prepareCanvas(canvas)!, theme: drawingTheme() },
    model,
    packetGlyphs(VCS, false),
    line,
  );
  const xs = placedPackets.map(({ x }) => x).sort((one, other) => one - other);
  expect(xs.length).toBeGreaterThan(1);
  for (const [index, x] of xs.slice(1).entries()) expect(x - xs[index]!).toBeGreaterThanOrEqual(8);
});

test('a packet that the link loses vanishes half way, where a sign says so for a while', () => {
  const { canvas, strokes, texts } = fakeCanvas(500, 200);
  const line = { from: 402, length: 90, y: 98 };
  // The drawn way: the link without the packet in transmission, a packet and the arrowhead. A packet of 1,000 bytes
  // needs 0.8 ms.
  const wayPx = 90 - 14 - 12 - 8;
  const spanNs = (wayPx / (12 + 1.5)) * 0.8e6;
  const drawnAt = (share: number, flags: number) => {
    strokes.length = 0;
    const before = texts().length;
    const departures = new Float64Array(DEPARTURE_STRIDE);
    departures[DepartureColumn.timeNs] = 1e9 - share * spanNs;
    departures[DepartureColumn.flags] = flags;
    const counts = new Float64Array(CLASS_STRIDE);
    counts[ClassColumn.departedPackets] = 1;
    counts[ClassColumn.departedBytes] = 1_000;
    const model = {
      departures,
      frame: { timeNs: 1e9, inService: [], classes: counts, rateBps: 1e7 },
      description: { classes: [{ packetBytes: 1_000 }] },
    } as unknown as QueueModel;
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme() };
    const packets = drawLinkPackets(drawing, model, packetGlyphs(VCS, false), line);
    return [packets.length, texts().slice(before).includes('lost')];
  };
  expect(drawnAt(0.4, LOST_ON_LINK)).toEqual([1, false]);
  expect(drawnAt(0.6, LOST_ON_LINK)).toEqual([0, true]);
  expect(drawnAt(0.9, LOST_ON_LINK)).toEqual([0, false]);
  for (const share of [0.4, 0.6, 0.9]) expect(drawnAt(share, 0)).toEqual([1, false]);
});

test('the path has its boxes on one line, and its way back below the queue', () => {
  const { canvas, strokes, texts } = fakeCanvas(880, 440);
  const whole = prepareCanvas(canvas)!;
  const surface = surfaceInsidePath(whole);
  const box = { left: 128, right: surface.width - 76, top: 36, bottom: surface.height - 44 };
  const counts = new Float64Array(CLASS_STRIDE);
  counts[ClassColumn.departedPackets] = 10;
  // The first packets are small. The time of a packet is that of the data packets, also while none waits.
  counts[ClassColumn.departedBytes] = 9_400;
  const frame = { classes: counts, rateBps: 1.5e6, linkDelayNs: 20e6, waitingPackets: 0, waitingBytes: 0 };
  const [tcp] = classes(['TCP']);
  const model = {
    frame,
    description: { classes: [{ ...tcp, accessDelayNs: 4e6, packetBytes: 1_040 }] },
  } as unknown as QueueModel;
  drawReturnPath({ ...surface, theme: drawingTheme(), model, glyphs: [], box, order: undefined }, whole.height);
  expect(texts()).toEqual([
    'receiver',
    'sender',
    'queue',
    'link',
    'acknowledgements (ACKs)',
    // 1,040 bytes at 1.5 Mb/s; 4 and 20 ms on each way.
    'send: 5.5 ms',
    'wires: 24 ms',
    '(drawn short)',
    'wires back: 24 ms',
  ]);
  const boxes = strokes.filter(({ what }) => what === 'roundRect').map(({ values }) => values as number[]);
  expect(boxes).toHaveLength(2);
  const [sender, receiver] = boxes as [number[], number[]];
  expect(sender[1]! + sender[3]! / 2).toBe(receiver[1]! + receiver[3]! / 2);
  expect(sender[0]! + sender[2]!).toBeLessThan(box.left);
  expect(receiver[0]).toBeGreaterThan(box.right);
  expect(receiver[0]! + receiver[2]!).toBeLessThanOrEqual(whole.width);
  const lowest = Math.max(...strokes.filter(({ what }) => what === 'lineTo').map(({ values }) => Number(values[1])));
  expect(lowest).toBeGreaterThan(surface.height);
  expect(lowest).toBeLessThan(whole.height);
});

test('an acknowledgement is on its way back for half of the time without a queue', () => {
  const { canvas, strokes } = fakeCanvas(880, 440);
  const whole = prepareCanvas(canvas)!;
  const surface = surfaceInsidePath(whole);
  const box = { left: 128, right: surface.width - 76, top: 100, bottom: 180 };
  const [tcp] = classes(['TCP']);
  // 20 ms to the receiver and on the link, and 4 ms of access links: 22 ms each way.
  const frame = { timeNs: 100e6, linkDelayNs: 20e6 };
  const departures = new Float64Array(4 * DEPARTURE_STRIDE);
  for (const [row, agoMs] of [45, 44, 22, 21].entries())
    departures[row * DEPARTURE_STRIDE + DepartureColumn.timeNs] = 100e6 - agoMs * 1e6;
  const acksWith = (acksEveryPacket: boolean, flags = 0) => {
    strokes.length = 0;
    for (let row = 0; row < 4; row++) departures[row * DEPARTURE_STRIDE + DepartureColumn.flags] = flags;
    const model = {
      frame,
      departures,
      description: { classes: [{ ...tcp, accessDelayNs: 4e6 }] },
      acksEveryPacket: () => acksEveryPacket,
    } as unknown as QueueModel;
    const glyphs = packetGlyphs([item('tcp')], false);
    drawAcks({ ...surface, theme: drawingTheme(), model, glyphs, box, order: undefined }, whole.height);
    return strokes
      .filter(({ what }) => what === 'fillRect')
      .map(({ values: [x, y] }) => [Number(x) + 2.5, Number(y) + 2.5]);
  };
  // At the lower edge of the sender, and at that of the receiver.
  expect(acksWith(true)).toEqual([
    [49, 140 + (18 + 20) / 2],
    [surface.width + 2 + 33, 140 + 24],
  ]);
  expect(acksWith(false)).toEqual([]);
  // A packet that the link has lost gets none.
  expect(acksWith(true, LOST_ON_LINK)).toEqual([]);
});

test('the box of a single line of packets is lower; several lines keep it', () => {
  const lowered = (pitchPx: number) => {
    const box = { left: 0, right: 600, top: 40, bottom: 240 };
    lowerBox(box, pitchPx);
    return [box.top, box.bottom];
  };
  // Packets of 44 px with 18 px over and under them.
  expect(lowered(30)).toEqual([100, 180]);
  expect(lowered(8)).toEqual([40, 240]);
  expect(lowered(190)).toEqual([100, 180]);
});

const item = (kind: SourceKind, label: string = kind, colour?: 'green' | 'blue') => ({
  id: label,
  label,
  kind,
  colour,
});
const VCS = [1, 2, 3, 4, 5].map((number) => item('vc', `VC ${number}`));

describe('classes that would differ by their hue alone', () => {
  test('have numbers from three on; two, other shapes and the colours of ABE have none', () => {
    const signs = (classes: ReturnType<typeof item>[]) =>
      classes.map((_, index) => classGlyph(classes, index).classNumber);
    expect(signs(VCS)).toEqual([1, 2, 3, 4, 5]);
    expect(signs([item('tcp', 'Prague'), item('tcp', 'Reno')])).toEqual([undefined, undefined]);
    expect(signs([item('tcp'), item('shortTcp'), item('cbr')])).toEqual([undefined, undefined, undefined]);
    expect(signs([item('tcp', 'a', 'blue'), item('tcp', 'b', 'blue'), item('tcp', 'c', 'blue')])).toEqual(
      Array(3).fill(undefined),
    );
  });

  test('a packet with room shows its number, and a smaller one has a shape of its own', () => {
    const { canvas, strokes, texts } = fakeCanvas(100, 100);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawPacket({ context }, classGlyph(VCS, 2), 0, 0, MIN_NUMBERED_PX);
    expect(texts()).toEqual(['3']);
    const path = (index: number, size: number) => {
      strokes.length = 0;
      addPacket(context, classGlyph(VCS, index), 0, 0, size, size);
      return JSON.stringify(strokes.map(({ what, values }) => [what, values]));
    };
    expect(new Set(VCS.map((_, index) => path(index, 6))).size).toBe(5);
    expect(new Set(VCS.map((_, index) => path(index, MIN_NUMBERED_PX))).size).toBe(1);
    strokes.length = 0;
    drawClassNumbers({ context }, classGlyph(VCS, 2), [0, 0], 6, 6);
    expect(strokes).toEqual([]);
  });
});

describe('the packet of the present question', () => {
  const dropped = (timeNs: number) => {
    const refusals = new Float64Array(VERDICT_STRIDE);
    refusals[VerdictColumn.serial] = 7;
    refusals[VerdictColumn.timeNs] = 2.5e9;
    refusals[VerdictColumn.arrivedNs] = 2.4e9;
    refusals[VerdictColumn.waitingPackets] = 30;
    const description = { reasons: [{ verdict: 'drop', label: 'early drop' }] };
    return { frame: { refusals, timeNs }, description, highlight: 7, wallMs: 0 } as unknown as QueueModel;
  };
  const place = (waiting: number) => 10 * waiting;

  // The drawing is loaded with the first question.
  beforeAll(async () => {
    await import('../../../src/view/queue/later-drawings.ts');
    const moves = new VerdictMoves();
    await vi.waitFor(() => {
      moves.pin(dropped(3e9), place);
      expect(moves.pinnedDrop).toBeDefined();
    });
  });

  test('has room for its ring also in a low canvas', () => {
    const moves = new VerdictMoves();
    moves.pin(dropped(3e9), place);
    const { canvas } = fakeCanvas(500, 180);
    moves.drawFalling(
      { ...prepareCanvas(canvas)!, theme: drawingTheme() },
      dropped(3e9),
      packetGlyphs(VCS, false),
      158,
    );
    expect(moves.pinnedDrop!.y).toBeLessThanOrEqual(171);
  });

  test('stays at the place of its drop, with the time of the drop', () => {
    const moves = new VerdictMoves();
    moves.pin(dropped(3e9), place);
    expect(moves.pinnedDrop).toMatchObject({
      x: 300,
      arrivedNs: 2.4e9,
      reasons: ['early drop, 2.500 s', 'early drop'],
    });
  });

  test('goes when the run goes back before the drop, or the question is over', () => {
    const moves = new VerdictMoves();
    const at = (model: QueueModel) => {
      moves.pin(model, place);
      return moves.pinnedDrop;
    };
    expect(at(dropped(3e9))).toBeDefined();
    expect(at({ ...dropped(2e9), frame: { ...dropped(2e9).frame, refusals: new Float64Array(0) } })).toBeUndefined();
    expect(at(dropped(3e9))).toBeDefined();
    expect(at({ ...dropped(3e9), highlight: undefined })).toBeUndefined();
  });
});
