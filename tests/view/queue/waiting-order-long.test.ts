/** The order of the waiting packets in the drawing of a policy with several queues, or with cells. */
import { beforeAll, describe, expect, test } from 'vitest';
import { BUFFER_STRIDE, BufferColumn } from '../../../src/engine/contract/policy-tables.ts';
import { FLOW_RATE_STRIDE, WAITING_STRIDE, WaitingColumn } from '../../../src/engine/frame/frame.ts';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { formatAmount } from '../../../src/shared/number-text.ts';
import { numberAt } from '../../../src/shared/tables.ts';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { packetGlyphs } from '../../../src/view/draw/palette.ts';
import { hasDelayPlaces } from '../../../src/view/queue/queue-drawing.ts';
import { type QueueModel, queueAxis } from '../../../src/view/queue/queue-model.ts';
import { drawQueueSignals } from '../../../src/view/queue/queue-signals.ts';
import { detailWords, drawTextUnder } from '../../../src/view/queue/queue-texts.ts';
import {
  drawThresholds,
  grippedThresholds,
  type PlacedThreshold,
  THRESHOLD_KNOB_RADIUS_PX,
} from '../../../src/view/queue/queue-thresholds.ts';
import { drawThresholdNames } from '../../../src/view/queue/threshold-names.ts';
import { type OrderWords, orderTexts, waitingOrder } from '../../../src/view/queue/waiting-order.ts';
import { drawRowBorders, drawRowNames, drawVcBands, numberBlocks } from '../../../src/view/queue/waiting-rows.ts';
import { WaitingView } from '../../../src/view/queue/waiting-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** By their arguments: several tests draw the same run. */
const known = new Map<string, Pick<QueueModel, 'frame' | 'description'>>();

function playedTo(
  preset: string,
  policy: string,
  seconds: number,
  policyValues: Readonly<Record<string, number | string>> = {},
) {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1, policyValues });
  simulation.advance(seconds * 1e9);
  return { frame: simulation.frame(), description: simulation.description };
}

function modelOf(preset: string, policy: string, seconds: number): QueueModel {
  const key = JSON.stringify([preset, policy, seconds]);
  const played = known.get(key) ?? playedTo(preset, policy, seconds);
  known.set(key, played);
  return {
    ...played,
    shownSignals: played.frame.signals,
    speed: 1,
    delayMsOf: () => 2.5,
    delayMsOfColour: (colour: string) => (colour === 'green' ? 4.5 : 480),
  } as unknown as QueueModel;
}

const BOX = { left: 128, right: 524, top: 36, bottom: 196 };
const orderOf = (model: QueueModel) => waitingOrder(model, packetGlyphs(model.description.classes, false), BOX, false);
const columnOf = ({ frame }: QueueModel, column: number) =>
  Array.from({ length: frame.waiting.length / WAITING_STRIDE }, (_, packet) =>
    numberAt(frame.waiting, packet * WAITING_STRIDE + column),
  );
const names = (model: QueueModel) => orderOf(model).rows.map(({ name }) => name);

describe('the rows', () => {
  test('a queue for each flow: a row for each, and a name for the flows of a class', () => {
    const model = modelOf('greedy-and-sparse', 'fq-codel', 14);
    expect(names(model)).toEqual(['download', 'voice (2 rows)', '', 'web pages (2 rows)', '', 'ping']);
    expect(orderOf(model).rows.map(({ repeatedName }) => repeatedName)).toEqual([
      ...[undefined, undefined, 'voice'],
      ...[undefined, 'web pages', undefined],
    ]);
    expect([...orderOf(model).rowOf]).toEqual(columnOf(model, WaitingColumn.flow));
  });

  test('a narrow queue: rows high enough for names, which replace the legend', () => {
    const model = modelOf('greedy-and-sparse', 'fq-codel', 14);
    const box = { top: 54, bottom: 92 };
    const narrow = waitingOrder(model, [], box, true);
    // Six rows of 56 px have no room for names, four have.
    expect(narrow.rows.map(({ name }) => name)).toEqual(['download', 'voice', 'web pages', 'ping']);
    expect([narrow.replacesLegend, orderTexts(narrow.words)]).toEqual([true, ['mean delays']]);
    expect(waitingOrder(model, [], { top: 54, bottom: 80 }, true).replacesLegend).toBeUndefined();
  });

  test('queues in one buffer have rows of one height, also if every class has one of them', () => {
    const model = modelOf('home-hosts', 'cake-parts', 14);
    const { rows } = waitingOrder(model, [], { top: 54, bottom: 92 }, true);
    for (const { share } of rows) expect(share).toBeCloseTo(1 / 3, 9);
  });

  test.each([0.3, 1, 2, 4])(
    'CAKE before a modem: its own bytes are those of its queues, and the others are in the modem (%s s)',
    (seconds) => {
      const played = playedTo('busy-evening', 'cake', seconds, { modemPackets: 200, isolation: 'flows' });
      const model = played as unknown as QueueModel;
      const { rows, rowOf } = orderOf(model);
      expect(rows.map(({ name }) => name)).toEqual(['downloads', 'film', 'call', 'in the modem']);
      expect(rows.at(-1)!.shareAbove + rows.at(-1)!.share).toBeCloseTo(1, 9);
      const bytes = columnOf(model, WaitingColumn.bytes);
      const ownBytes = bytes.filter((_, packet) => rowOf[packet] !== 3).reduce((sum, size) => sum + size, 0);
      const { buffers } = model.frame;
      let queuedBytes = 0;
      for (let offset = BufferColumn.waitingBytes; offset < buffers.length; offset += BUFFER_STRIDE)
        queuedBytes += numberAt(buffers, offset);
      expect(ownBytes).toBe(queuedBytes);
      expect(rowOf.filter((row) => row === 3).length).toBeGreaterThan(10);
    },
  );

  test('tbf has one queue: its row is above that of the modem, whose packets come first', () => {
    const values = { bandwidthBps: 50e6, modemPackets: 100 };
    const model = playedTo('home-bufferbloat', 'tbf', 3, values) as unknown as QueueModel;
    const { rows, rowOf } = orderOf(model);
    expect(rows.map(({ name }) => name)).toEqual(['in the queue', 'in the modem']);
    expect([...rowOf]).toEqual([...rowOf].sort((a, b) => b - a));
    expect(rowOf.filter((row) => row === 1).length).toBeGreaterThan(10);
  });

  test('ABE: the queue of a colour belongs to its class, if there is only one', () => {
    const classesOf = (preset: string) =>
      orderOf(modelOf(preset, 'abe-dsd', 6)).rows.map(({ name, classIndex }) => [name, classIndex]);
    const [blue, green] = [0, 1];
    expect(classesOf('abe-100k-blue4')).toEqual([
      ['green', green],
      ['blue', blue],
    ]);
    // The filler is blue too.
    expect(classesOf('abe-appendix-b')).toEqual([
      ['green', green],
      ['blue', undefined],
    ]);
  });

  test('more than twelve flows: a row for each class', () => {
    const model = modelOf('opening', 'fq-codel', 14);
    expect(names(model)).toEqual(['long TCP', 'short TCP', 'constant rate']);
    expect([...orderOf(model).rowOf]).toEqual(columnOf(model, WaitingColumn.classIndex));
  });

  test('DualPI2: packets with ECT(1) above the others, also after a mark', () => {
    const model = modelOf('l4s-beside-classic', 'dualpi2', 1);
    const { rowOf } = orderOf(model);
    const flags = columnOf(model, WaitingColumn.flags);
    expect(names(model)).toEqual(['L4S', 'classic']);
    // The mean delay of a class belongs to its queue: Prague is the first class, Reno the second.
    expect(orderOf(model).rows.map(({ classIndex }) => classIndex)).toEqual([0, 1]);
    expect([...rowOf]).toEqual(flags.map((bits) => ((bits & PacketFlag.ect1) === 0 ? 1 : 0)));
    expect(new Set(rowOf)).toEqual(new Set([0, 1]));
  });

  test('the buffers of ABD: their heights are their shares of the whole, here three videos and one flow of data', () => {
    const { rows } = orderOf(modelOf('bm-lesson', 'abd', 12));
    expect(rows.map(({ name, share, shareAbove }) => [name, share, shareAbove])).toEqual([
      ['video', 0.75, 0],
      ['data', 0.25, 0.75],
    ]);
  });
});

test('delays have places on the axis unless several rows of long flows share the link', () => {
  const hasPlaces = (preset: string, policy: string) => {
    const model = modelOf(preset, policy, 14);
    return hasDelayPlaces({ model, order: orderOf(model) });
  };
  expect(hasPlaces('home-hosts', 'fq-codel')).toBe(false);
  expect(hasPlaces('greedy-and-sparse', 'fq-codel')).toBe(true);
  // A row for all long flows together drains at nearly the rate of the link.
  expect(hasPlaces('opening', 'fq-codel')).toBe(true);
  // Two queues share the link too, if both have long flows.
  expect(hasPlaces('l4s-beside-classic', 'dualpi2')).toBe(false);
  expect(hasPlaces('single-tcp', 'dualpi2')).toBe(true);
  // A class without flows keeps no queue.
  const bothKinds = modelOf('l4s-beside-classic', 'dualpi2', 14);
  const flowsOfPrague = bothKinds.frame.flows.slice(0, 2 * FLOW_RATE_STRIDE);
  const withoutClassic = { ...bothKinds, frame: { ...bothKinds.frame, flows: flowsOfPrague } };
  expect(hasDelayPlaces({ model: withoutClassic, order: orderOf(withoutClassic) })).toBe(true);
  const model = modelOf('home-hosts', 'codel', 14);
  expect(hasDelayPlaces({ model, order: undefined })).toBe(true);
});

test('each row counts its packets from the head', () => {
  const model = modelOf('home-hosts', 'fq-codel', 14);
  const { rows, rowOf, positionInRow, lengths } = orderOf(model);
  for (let row = 0; row < rows.length; row++) {
    const places = [...positionInRow].filter((_, packet) => rowOf[packet] === row);
    expect(places).toEqual(places.map((_, place) => place));
    expect(lengths[row]).toBe(places.length);
  }
});

test('the cells of each VC are one block, and no two packets have one place', () => {
  const model = modelOf('goyal-r4', 'dfba', 3);
  const { blocks, positionInRow } = orderOf(model);
  const vcs = columnOf(model, WaitingColumn.classIndex);
  expect(blocks.map(({ packets }) => packets)).toEqual(
    [0, 1, 2, 3, 4].map((vc) => vcs.filter((one) => one === vc).length),
  );
  for (const [packet, vc] of vcs.entries()) {
    const { from, packets } = blocks[vc]!;
    expect(positionInRow[packet]).toBeGreaterThanOrEqual(from);
    expect(positionInRow[packet]).toBeLessThan(from + packets);
  }
  expect(new Set(positionInRow).size).toBe(vcs.length);
});

describe('the drawing', () => {
  const drawn = (
    model: QueueModel,
    pitchPx: number,
    box = BOX,
    thresholdXs: readonly number[] = [],
    thresholds: readonly PlacedThreshold[] = [],
  ) => {
    const { canvas, texts, textBoxes, strokes } = fakeCanvas(600, 240);
    const glyphs = packetGlyphs(model.description.classes, false);
    const order = waitingOrder(model, glyphs, box, false);
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs, box, order };
    const waiting = new WaitingView();
    drawRowBorders(drawing);
    waiting.draw(drawing, { pitchPx, detail: 'packets', passingPacketsPerSecond: 0, enteringPackets: new Map() });
    drawVcBands(drawing, waiting.grid);
    const words = drawRowNames(drawing, waiting.grid, { isBroken: false, thresholds, words: order.words });
    const [textUnder] = orderTexts(words);
    drawThresholdNames(drawing, thresholds);
    numberBlocks(drawing, waiting.grid, thresholdXs);
    return { waiting, textUnder, texts: texts(), boxes: textBoxes(), strokes };
  };

  test.each([0.2, 0.05])('cells that are too small are a band for each VC: %d px', (pitchPx) => {
    const model = modelOf('goyal-r4', 'dfba', 3);
    const { waiting, strokes } = drawn(model, pitchPx);
    expect(waiting.grid.hasBands).toBe(true);
    const bands = strokes.filter(({ what, values }) => what === 'fillRect' && values[3] === BOX.bottom - BOX.top - 2);
    const { blocks } = orderOf(model);
    expect(bands.map(({ values }) => Number(values[0]))).toEqual(
      blocks.map(({ from, packets }) => expect.closeTo(BOX.right - (from + packets) * pitchPx, 6)),
    );
  });

  test('thin blocks of cells have no numbers above them: there are the knobs of low thresholds', () => {
    const model = modelOf('goyal-r4', 'dfba', 3);
    const count = model.frame.waiting.length / WAITING_STRIDE;
    const numbersOf = (share: number) =>
      drawn(model, (share * (BOX.right - BOX.left)) / count).texts.filter((text) => /^\d$/.test(text));
    expect(numbersOf(0.04)).toEqual([]);
    // VCs of 7 px have no room for their numbers. In one of 20 px or more, the number is on it, and the others are
    // above.
    expect(numbersOf(0.09)).toEqual([]);
    expect([...numbersOf(0.25)].sort()).toEqual(['1', '2', '3', '4', '5']);
  });

  test('a number above a block covers no name of a threshold and no knob, and stays near its block', () => {
    const model = modelOf('goyal-r4', 'dfba', 3);
    const count = model.frame.waiting.length / WAITING_STRIDE;
    const hint = model.description.hints.thresholds.find(({ symbol }) => symbol === 'L')!;
    let shown = 0;
    for (let x = BOX.right - 160; x < BOX.right; x += 5) {
      const { boxes } = drawn(
        model,
        (0.25 * (BOX.right - BOX.left)) / count,
        BOX,
        [x],
        [{ hint, x, amount: 3_000, text: '3\u202f000' }],
      );
      const signs = boxes.filter(({ text, y }) => /^\d$/.test(text) && y < BOX.top);
      shown += signs.length;
      expect(overlapsOf(boxes), String(x)).toEqual([]);
      for (const { left, right } of signs)
        expect(left > x + THRESHOLD_KNOB_RADIUS_PX || right < x - THRESHOLD_KNOB_RADIUS_PX, String(x)).toBe(true);
    }
    expect(shown).toBeGreaterThan(24);
  });

  test('the words below bands of cells name their order, those below small packets say that a sign has several', () => {
    const cells = orderOf(modelOf('goyal-r4', 'dfba', 3));
    const rows = orderOf(modelOf('greedy-and-sparse', 'fq-codel', 3));
    expect(detailWords('density', cells, undefined).order).toBe('cells sorted by VC');
    expect(detailWords('packets', cells, 22.6).order).toBe('frames of 23 cells, sorted by VC');
    expect(detailWords('density', rows, 22.6).order).toBe('several packets per sign');
    expect(detailWords('streaks', cells, undefined).order).toBe('link: class shares');
  });

  test.each([
    ['greedy-and-sparse', 'fq-codel'],
    ['l4s-beside-classic', 'dualpi2'],
    ['bm-lesson', 'abd'],
    ['goyal-r4', 'dfba'],
  ])('%s with %s: each packet is found where it is drawn', (preset, policy) => {
    const model = modelOf(preset, policy, 14);
    const { waiting } = drawn(model, 2);
    const serials = columnOf(model, WaitingColumn.serial);
    expect(serials.length).toBeGreaterThan(2);
    for (const serial of serials) {
      const { x, y } = waiting.pointOf(serial, model.frame)!;
      expect(waiting.packetAt(x, y)?.serial).toBe(serial);
    }
  });

  test('a row without room for its delay has none, and the order then names none', () => {
    const model = modelOf('bm-lesson', 'abd', 12);
    const wide = drawn(model, 1);
    // With the word in all rows, the text below needs no meaning of the numbers.
    expect(wide.texts).toEqual(expect.arrayContaining(['video mean 2.50 ms', 'data mean 2.50 ms']));
    expect(wide.textUnder).toBe('a band per class');
    const [row] = wide.waiting.grid.rows;
    const packetsPx = Math.ceil(orderOf(model).lengths[0]! / row!.lineCount) * row!.width;
    const drawnWithRoom = (px: number) => drawn(model, 1, { ...BOX, right: BOX.left + packetsPx + 12 + px });
    // Without room for the word, a row has its number, and the text below the queue has the meaning.
    const close = drawnWithRoom(10 * 6);
    expect(close.texts).toEqual(expect.arrayContaining(['video', '2.50 ms', 'data 2.50 ms']));
    expect(close.textUnder).toBe('a band per class; mean delay');
    const closest = drawnWithRoom(5 * 6);
    expect(closest.texts).toContain('video');
    expect(closest.textUnder).toMatch(/^a band per class; mean delay.*video 2.50 ms/);
    // Three letters of 6 px name nothing.
    const texts = drawnWithRoom(3 * 6).texts;
    expect(texts.filter((text) => text.startsWith('v'))).toEqual([]);
    expect(drawn({ ...model, delayMsOf: () => Number.NaN }, 1).textUnder).toBe('a band per class');
  });

  test('a name with its delay ends before the line of a threshold in its row', () => {
    const model = modelOf('l4s-beside-classic', 'dualpi2', 14);
    const hint = model.description.hints.thresholds.find(({ parameter }) => parameter === 'targetMs')!;
    const namesWithLineAt = (x: number) => {
      const { texts } = drawn(model, 2, BOX, [], [{ hint, x, amount: 1, text: '' }]);
      return texts.filter((text) => /^(L4S|classic|mean)/.test(text));
    };
    const left = BOX.left + 6;
    const wordy = 'classic mean 2.50 ms';
    expect(namesWithLineAt(left + 6 * wordy.length + 4)).toEqual(['L4S mean 2.50 ms', wordy]);
    // The line of the classic row does not cross the other one.
    expect(namesWithLineAt(left + 6 * wordy.length)).toEqual(['L4S mean 2.50 ms', 'classic', 'mean 2.50 ms']);
    // Without room for the word in one row, no row has it.
    expect(namesWithLineAt(left + 6)).toEqual(['L4S 2.50 ms', 'classic 2.50 ms']);
  });

  test('a row without packets says so at its head, but not while the run plays', () => {
    const model = modelOf('l4s-beside-classic', 'dualpi2', 1);
    const waiting = new Float64Array(0);
    const empty = { ...model, frame: { ...model.frame, waiting } } as unknown as QueueModel;
    const wordsIn = (shown: QueueModel, box = BOX) =>
      drawn(shown, 2, box).boxes.filter(({ text }) => text === 'empty now');
    const words = wordsIn(empty);
    expect(words.map(({ right }) => right)).toEqual([BOX.right - 6, BOX.right - 6]);
    expect(words[0]!.y).toBeLessThan(words[1]!.y);
    expect(wordsIn({ ...empty, isPlaying: true })).toEqual([]);
    // Beside the longer name there is no room.
    expect(wordsIn(empty, { ...BOX, right: BOX.left + 190 })).toHaveLength(1);
  });

  test('the words below a queue become shorter until they fit', () => {
    const model = modelOf('bm-lesson', 'abd', 12);
    const wordsWithin = (words: OrderWords) => (end: number) => {
      const { canvas, texts } = fakeCanvas(600, 240);
      const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box: BOX };
      drawTextUnder({ ...drawing, order: orderOf(model) }, words, 208, end);
      return texts();
    };
    const { words } = orderOf(model);
    const listedDelays = ['video 88.9 ms'];
    const beside = { ...words, listedDelays };
    expect([280, 200, 90, 40].map(wordsWithin(beside))).toEqual([
      ['a band per class; mean delay (video 88.9 ms)'],
      ['a band per class; mean delay'],
      ['mean delays'],
      [''],
    ]);
    // Where no row shows a delay, the short words have no meaning of delays.
    const alone = { order: words.order, listedDelays };
    expect([280, 200, 40].map(wordsWithin(alone))).toEqual([
      ['a band per class; mean delay: video 88.9 ms'],
      ['a band per class'],
      [''],
    ]);
    expect([280, 100].map(wordsWithin({ order: '', listedDelays }))).toEqual([['mean delay: video 88.9 ms'], ['']]);
  });

  test('packets beyond the end of their row are counted there', () => {
    const model = modelOf('greedy-and-sparse', 'fq-codel', 8);
    const [download] = orderOf(model).lengths;
    expect(download).toBeGreaterThan(1);
    expect(download).toBeLessThanOrEqual(6);
    const countsOf = (slot: number) => drawn(model, slot).texts.filter((text) => text.startsWith('+'));
    // A row of 396 px has room for six packets of 66 px, and for one of 396 px.
    expect(countsOf(396 / 6)).toEqual([]);
    expect(countsOf(396)).toEqual([`+ ${(download as number) - 1}`]);
  });

  test('the length of a row is its part of the buffer, as in one queue', () => {
    // Queues that share one buffer: 50 packets of 4 px have 200 px in one line, 100 px in two, and so on.
    const shared = drawn(modelOf('l4s-beside-classic', 'dualpi2', 14), 4).waiting.grid.rows;
    expect(shared).toHaveLength(2);
    for (const { width, lineCount } of shared) expect(width / lineCount).toBe(4);
    // A buffer that is divided in four: a packet takes more of the row with less of the buffer.
    const divided = drawn(modelOf('bm-lesson', 'abd', 12), 4).waiting.grid.rows;
    const [video, data] = divided.map(({ width, lineCount }) => width / lineCount);
    expect(video).toBeCloseTo(4 / 0.75, 9);
    expect(data).toBeCloseTo(4 / 0.25, 9);
  });

  test.each([160, 100, 36])(
    'in a queue of %d px, names stand between the lines of their rows, and no sign looks like a packet',
    (height) => {
      const model = modelOf('home-hosts', 'fq-codel', 14);
      const box = { ...BOX, bottom: BOX.top + height };
      const { boxes, strokes } = drawn(model, 2, box);
      const lines = strokes.filter(({ what, values }) => what === 'moveTo' && values[0] === box.left);
      const rowHeight = height / orderOf(model).rows.length;
      expect(lines).toHaveLength(orderOf(model).rows.length - 1);
      // Letters of 11 px reach 5 px over and under their middle, digits 4 px.
      for (const { y, text } of boxes)
        for (const { values } of lines)
          expect(Math.abs(y - Number(values[1]))).toBeGreaterThan(/^\d$/.test(text) ? 4 : 5);
      const glyphs = strokes.filter(({ what, values }) => what === 'rect' && values[0] === box.left + 6);
      const numbers = boxes.filter(({ text }) => /^\d$/.test(text));
      expect(numbers.map(({ text }) => text).join('')).toBe(
        rowHeight < 9 ? '' : rowHeight < 12 ? '02468' : '0123456789',
      );
      // Every row has its name, also those of one class.
      expect([boxes.length - numbers.length, glyphs.length]).toEqual([rowHeight < 12 ? 0 : 10, 0]);
      const [text] = orderTexts(waitingOrder(model, [], box, false).words);
      expect(text).toBe(`a row per flow${rowHeight < 9 ? '' : ', numbered'}${rowHeight < 12 ? '' : '; mean delay'}`);
    },
  );

  test('a block has the number of its VC once', () => {
    const numbers = drawn(modelOf('goyal-r4', 'dfba', 3), 2).texts.filter((text) => /^\d$/.test(text));
    expect(numbers.sort()).toEqual(['1', '2', '3', '4', '5']);
  });

  test('the number of a block is beside the line of a threshold', () => {
    const model = modelOf('goyal-r4', 'dfba', 3);
    const middleOf = (thresholdXs: readonly number[]) => {
      const box = drawn(model, 1, BOX, thresholdXs).boxes.find(({ text }) => text === '5')!;
      return (box.left + box.right) / 2;
    };
    const lineX = middleOf([]) + 1;
    expect(lineX - middleOf([lineX])).toBeGreaterThan(8);
  });

  test('each queue of a colour has the mean delay of the colour, if sources can have both', () => {
    const model = modelOf('abe-voice', 'abe-dsd', 6);
    expect(orderTexts(orderOf(model).words)[0]).toBe('two queues; mean delay');
    expect(drawn(model, 2).texts).toEqual(expect.arrayContaining(['green mean 4.50 ms', 'blue mean 480 ms']));
    // Sources of one colour have the delay of their class; with two blue classes, the blue queue has none.
    expect(drawn(modelOf('abe-100k-blue4', 'abe-dsd', 6), 2).texts).toContain('green mean 2.50 ms');
    expect(drawn(modelOf('abe-appendix-b', 'abe-dsd', 5), 2).texts).toContain('blue');
  });

  test('a threshold of one queue is a line in its row only', () => {
    const model = modelOf('l4s-beside-classic', 'dualpi2', 14);
    const { canvas, strokes } = fakeCanvas(600, 240);
    const glyphs = packetGlyphs(model.description.classes, false);
    const drawing = {
      ...prepareCanvas(canvas)!,
      theme: drawingTheme(),
      model,
      glyphs,
      box: BOX,
      order: orderOf(model),
    };
    const linesOf = (parameter: string) => {
      const hint = model.description.hints.thresholds.find((one) => one.parameter === parameter)!;
      strokes.length = 0;
      drawThresholds(drawing, [{ hint, amount: 1, x: 300, text: '1' }], undefined);
      const ys = strokes.filter(({ what }) => what === 'moveTo' || what === 'lineTo').map(({ values }) => values[1]);
      return [ys.slice(0, 2), ys.slice(2)];
    };
    expect(linesOf('stepMs')).toEqual([
      [26.5, 36],
      [36, 116],
    ]);
    expect(linesOf('targetMs')).toEqual([
      [26.5, 36],
      [116, 196],
    ]);
    // The line of the whole queue goes on to its lower end.
    expect(linesOf('buffer')).toEqual([[26.5, 36], [200]]);
  });

  test('thresholds at one place have knobs above each other, each on its own line', () => {
    const model = modelOf('hu-fig9', 'vbs', 1);
    const { canvas, strokes } = fakeCanvas(600, 240);
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box: BOX, order: undefined };
    const [high, buffer] = model.description.hints.thresholds;
    const placed = (hint: typeof high, x: number) => ({ hint: hint!, amount: 1, x, text: '1' });
    drawThresholds(drawing, [placed(buffer, 300), placed(high, 301), placed(high, 330)], undefined);
    const knobs = strokes.filter(({ what }) => what === 'arc').map(({ values }) => values.map(Number));
    expect(knobs.map(([x]) => x)).toEqual([300, 301, 330]);
    const [upper = 0, lower = 0] = knobs.map(([, y = 0]) => y);
    // There is a gap between their outlines.
    expect(lower - upper).toBeGreaterThan(2 * THRESHOLD_KNOB_RADIUS_PX + 3);
    expect(lower).toBeLessThan(BOX.top);
    const ends = (method: string) => strokes.filter(({ what }) => what === method).map(({ values }) => values[0]);
    expect(ends('moveTo')).toEqual([300, 301, 330]);
    expect(ends('lineTo')).toEqual([300, 300, 301, 301, 330, 330]);
    // A pointer at the upper knob grips the first threshold, one at the lower knob the second, one below both of them.
    const gripped = (y: number) => grippedThresholds([300, 301], BOX.top - y);
    expect([upper, lower, BOX.top + 9].map(gripped)).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  test.each([
    [4_800, 3_000],
    [5_700, 5_400],
    [5_800, 3_000],
    [5_970, 5_400],
  ])('thresholds that the policy moves have their names and numbers, M at %i and L at %i cells', (middle, low) => {
    const shown = modelOf('hu-fig9', 'vbs', 1);
    const { hints } = shown.description;
    const [high, buffer] = hints.thresholds;
    const signals = new Float64Array(hints.signals.length);
    const indexOf = (label: string) => hints.signals.findIndex((signal) => signal.label === label);
    signals[indexOf('M')] = middle;
    signals[indexOf('L')] = low;
    const model = { ...shown, frame: { ...shown.frame, signals }, shownSignals: signals };
    const { canvas, textBoxes } = fakeCanvas(600, 240);
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box: BOX, order: undefined };
    const xs = [60, 61];
    drawQueueSignals(drawing, {
      axis: queueAxis(model),
      x: (cells: number) => 560 - cells / 12,
      thresholds: [buffer, high].map((hint, index) => ({
        hint: hint!,
        amount: 6_000 - index,
        x: xs[index]!,
        text: '',
      })),
      thresholdXs: [],
      minLeft: 6,
    });
    const boxes = textBoxes();
    expect(overlapsOf(boxes)).toEqual([]);
    for (const [symbol, cells] of [
      ['M', middle],
      ['L', low],
    ] as const) {
      const name = boxes.find(({ text }) => text === symbol)!;
      const number = boxes.find(({ text }) => text === ` ${formatAmount(cells)}`)!;
      expect([number.left, number.y]).toEqual([name.right, name.y]);
      // About over its line, or at a knob the end of its name.
      expect(Math.abs((name.left + number.right) / 2 - (560 - cells / 12))).toBeLessThan(120);
    }
  });

  test.each([
    { x: 240, expected: /^delay at the update / },
    { x: 150, expected: /^delay \d/ },
  ])('the words of a signal do not cover its triangle at $x px, and are shorter without room', ({ x, expected }) => {
    const shown = modelOf('opening', 'pie', 3);
    const model = { ...shown, shownSignals: shown.frame.signals };
    const { canvas, strokes, textBoxes } = fakeCanvas(320, 240);
    const box = { ...BOX, left: 44, right: 248 };
    const drawing = { ...prepareCanvas(canvas)!, theme: drawingTheme(), model, glyphs: [], box, order: undefined };
    drawQueueSignals(drawing, { axis: queueAxis(model), x: () => x, thresholds: [], thresholdXs: [], minLeft: 2 });
    const { left, right, text } = textBoxes().find((words) => words.text.startsWith('delay'))!;
    expect(text).toMatch(expected);
    expect(left > x || right < x).toBe(true);
    // Only the ground of the words, and no line through them.
    expect(strokes.filter(({ what, values }) => what === 'fillRect' && values[3] === 1)).toEqual([]);
  });

  test('no line of a threshold crosses the words of a signal', () => {
    const shown = modelOf('opening', 'red', 3);
    const model = { ...shown, shownSignals: shown.frame.signals };
    const leftOfWords = (walls: readonly number[]) => {
      const { canvas, textBoxes } = fakeCanvas(600, 240);
      const drawing = {
        ...prepareCanvas(canvas)!,
        theme: drawingTheme(),
        model,
        glyphs: [],
        box: BOX,
        order: undefined,
      };
      drawQueueSignals(drawing, {
        axis: queueAxis(model),
        x: () => 300,
        thresholds: [],
        thresholdXs: walls,
        minLeft: 6,
      });
      const { left, right, text } = textBoxes()[0]!;
      expect(text).toMatch(/^average /);
      return { left, right };
    };
    const { left, right } = leftOfWords([]);
    expect(left).toBe(309);
    // On the left side, where a line crosses the words on the right.
    expect(leftOfWords([right - 5]).right).toBe(291);
    // With lines on both sides, beyond the nearer one.
    expect(leftOfWords([280, right - 5]).right).toBe(271);
    expect(leftOfWords([250, left + 5]).left).toBe(left + 14);
  });
});
