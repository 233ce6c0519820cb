/** The drops and marks over a plot. */
import { describe, expect, test } from 'vitest';
import type { TextMark } from '../../../src/scene/marks.ts';
import { placeTexts } from '../../../src/scene/place-texts.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { linearScale } from '../../../src/view/draw/scale.ts';
import type { PlotModel, PlotRug } from '../../../src/view/plots/plot-model.ts';
import { PlotView } from '../../../src/view/plots/plot-view.ts';
import { fullBarCount, Rug, samplesOfBar } from '../../../src/view/plots/rug.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

stubBrowser();

/** Windows of 0.1 s up to 10 s. Lane A drops 2 packets at 3.95 s; lane B drops one per second, and marks two. */
const lane = (index: number) => ({
  ...{ lane: index, rowCount: 100, droppedPackets: index === 0 ? 2 : 10, markedPackets: index === 0 ? 0 : 20 },
  openWindow: { drops: 0, marks: 0 },
  timeSeconds: (row: number) => (row + 1) / 10,
  drops: (row: number) => (index === 0 ? (row === 39 ? 2 : 0) : row % 10 === 5 ? 1 : 0),
  marks: (row: number) => (index === 1 && row % 10 === 7 ? 2 : 0),
});
const rug: PlotRug = { lanes: [lane(0), lane(1)], sampleSeconds: 0.1, hasMarks: true };

const model: PlotModel = {
  ...{ rows: [], hasOneScale: false, fromSeconds: 0, toSeconds: 10, nowSeconds: 10, warmupSeconds: 0 },
  ...{
    cursorSeconds: undefined,
    stretch: undefined,
    settledSeconds: undefined,
    isSigned: false,
    isFilled: false,
    moments: [],
    note: '',
    meaning: '',
    rug,
  },
};

const heights = { dropHeight: 12, markHeight: 6 };
const place = { top: 0, letter: 0, textX: 460, textEnd: 600 };

/** The words of texts in a drawing of the size of the rug. */
const wordsOf = (marks: readonly TextMark[]) =>
  placeTexts(marks, { width: 600, height: 100 }, (text) => 6 * text.length).texts.map(({ lines }) => lines.join('\n'));

function drawn(shown: Partial<PlotModel>, x = linearScale(0, 10, 50, 450)) {
  const { canvas, strokes } = fakeCanvas(600, 100);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const bars = new Rug();
  const drawing = { context, theme: drawingTheme(), rug, model: { ...model, ...shown }, x, heights };
  bars.countBars(drawing);
  const lanes = [0, 1].map((index) => {
    strokes.length = 0;
    bars.draw(drawing, index, place);
    const rects = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values.map(Number));
    // The first one is the base line.
    return { rects: rects.slice(1), texts: wordsOf(bars.marks(drawing, index, place)) };
  });
  return {
    lanes,
    words: bars.footTexts(rug, false),
    namesBeside: wordsOf([bars.besideMark(rug, 50)]),
    foot: bars.footTexts(rug, true),
  };
}

test('a bar with drops after the present time is faint, also if the present is within it', () => {
  const opacities = (nowSeconds: number, rowCount: number, openDrops = 0) => {
    const { canvas, strokes } = fakeCanvas(600, 100);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const alphas: number[] = [];
    const known = { ...lane(0), rowCount, openWindow: { drops: openDrops, marks: 0 } };
    const shownRug = { ...rug, lanes: [known] };
    const drawing = { theme: drawingTheme(), rug: shownRug, model: { ...model, nowSeconds }, heights };
    const recorder = new Proxy(context, {
      get: (target, name: keyof CanvasRenderingContext2D) => target[name],
      set: (target, name: 'globalAlpha', value: number) => {
        if (name === 'globalAlpha') alphas.push(value);
        return Reflect.set(target, name, value);
      },
    });
    const bars = new Rug();
    const all = { ...drawing, context: recorder, x: linearScale(0, 10, 50, 450) };
    bars.countBars(all);
    bars.draw(all, 0, place);
    expect(strokes.length).toBeGreaterThan(1);
    // The last one is for what comes after the bars.
    return alphas.slice(0, -1);
  };
  // Lane A drops in the window from 3.9 to 4 s.
  expect(opacities(3.93, 100)).toEqual([0.25]);
  expect(opacities(4, 100)).toEqual([1]);
  // The run has never been later: the drops of the open window have happened.
  expect(opacities(3.93, 39, 2)).toEqual([1]);
});

describe('the rug', () => {
  test('counts the drops of the window that is not over, and draws them as those of the past', () => {
    const unfinishedRug = {
      ...rug,
      lanes: [{ ...lane(0), rowCount: 60, openWindow: { drops: 2, marks: 0 } }, lane(1)],
    };
    const { canvas, strokes } = fakeCanvas(600, 100);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const bars = new Rug();
    const x = linearScale(0, 10, 50, 450);
    const drawing = {
      ...{ context, theme: drawingTheme(), rug: unfinishedRug, x, heights },
      model: { ...model, nowSeconds: 6.02 },
    };
    const opacities: number[] = [];
    const setOpacity = (value: number) => opacities.push(value);
    Object.defineProperty(context, 'globalAlpha', { set: setOpacity, configurable: true });
    bars.countBars(drawing);
    bars.draw(drawing, 0, place);
    const rects = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values.map(Number));
    // The windows of 3.9 s and, unfinished, of 6 s: 240 px from the left end.
    expect(rects.slice(1).map(([left]) => left)).toEqual([206, 290]);
    expect(opacities.slice(0, 2)).toEqual([1, 1]);
  });

  test('has a bar at the time of the drops, as high as their number', () => {
    const { lanes, words, namesBeside, foot } = drawn({});
    // 0.1 s are 4 px, with a gap of 1 px. 3.9 s are 156 px from the left end.
    expect(lanes[0]!.rects).toEqual([[206, 0, 3, 12]]);
    const drops = lanes[1]!.rects.filter(([, y]) => y! < heights.dropHeight);
    expect(drops).toHaveLength(10);
    for (const [, , , high] of drops) expect(high).toBe(6);
    expect(words).toEqual(['bars up: drops, down: marks, per 0.1 s', 'drops, marks per 0.1 s']);
    expect(namesBeside).toEqual(['drops\nmarks\nper 0.1 s']);
    // No bar is cut.
    expect(foot).toEqual([]);
  });

  test('has marks below the drops, in bars with a scale of their own', () => {
    const marks = drawn({}).lanes[1]!.rects.filter(([, y]) => y! > heights.dropHeight);
    expect(marks.length).toBeGreaterThanOrEqual(10);
    for (const [, , , high] of marks) expect(high).toBe(heights.markHeight);
  });

  test('names the counts: of the time of the means, or of the bar at the cursor', () => {
    expect(drawn({}).lanes.map(({ texts }) => texts.at(-1))).toEqual(['2 drops', '10 drops, 20 marks']);
    const at = drawn({ cursorSeconds: 3.95 });
    expect(at.lanes.map(({ texts }) => texts.at(-1))).toEqual(['2 drops', '0 drops']);
  });

  test('joins windows that are narrower than a bar, and loses no drop', () => {
    expect([10, 2, 1, 0.5, 0.3, 0.02].map(samplesOfBar)).toEqual([1, 1, 2, 5, 10, 100]);
    const narrow = drawn({}, linearScale(0, 10, 50, 100));
    expect(narrow.words[0]).toContain('per 0.5 s');
    expect(narrow.lanes[0]!.rects).toHaveLength(1);
    expect(narrow.lanes[1]!.rects.filter(([, y]) => y! < heights.dropHeight)).toHaveLength(10);
  });

  test('has the same bars in a chosen span', () => {
    const { lanes } = drawn({ fromSeconds: 3, toSeconds: 5 }, linearScale(3, 5, 50, 450));
    // A window of 20 px, from 230 px on, has a bar of 5 px in its middle.
    expect(lanes[0]!.rects).toEqual([[237, 0, 5, 12]]);
    expect(lanes[1]!.rects.filter(([, y]) => y! < heights.dropHeight)).toHaveLength(2);
  });
});

test('a bar of full height has the largest count, unless that is more than twice the 98th percentile', () => {
  const counts = (most: number) => [...Array.from({ length: 99 }, () => 10), 0, most];
  expect(fullBarCount(counts(20))).toBe(20);
  expect(fullBarCount(counts(413))).toBe(10);
  expect(fullBarCount([])).toBe(0);
});

test.each([
  { otherRow: 9, isFree: true },
  { otherRow: 5, isFree: false },
])(
  'a much taller bar has a slit; the foot has its number, which is also beside it where no bar is: $otherRow',
  ({ otherRow, isFree }) => {
    const tall = { ...rug.lanes[0]!, drops: (row: number) => (row === 39 ? 413 : row % 10 === otherRow ? 4 : 0) };
    const { canvas, strokes } = fakeCanvas(600, 100);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const bars = new Rug();
    const shown = { lanes: [tall], sampleSeconds: 0.1, hasMarks: false };
    const x = linearScale(0, 10, 50, 450);
    const drawing = { context, theme: drawingTheme(), rug: shown, model: { ...model, rug: shown }, x, heights };
    bars.countBars(drawing);
    bars.draw(drawing, 0, place);
    const rects = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values.map(Number));
    // All bars have the full height, and only the tall one has a slit, which begins and ends beside it.
    expect(rects.filter(([, , width, high]) => width === 3 && high === heights.dropHeight)).toHaveLength(
      isFree ? 10 : 11,
    );
    const corners = strokes
      .filter(({ what, values: [left] }) => (what === 'moveTo' || what === 'lineTo') && Number(left) < 450)
      .map(({ values }) => values.map(Number));
    expect(corners).toEqual([
      [205, 5.25],
      [210, 2.75],
    ]);
    expect(wordsOf(bars.marks(drawing, 0, place)).includes('413')).toBe(isFree);
    expect(bars.footTexts(shown, true)).toEqual(['tallest: 413 drops']);
    expect(bars.footTexts(shown, false)).toEqual([
      'bars: drops per 0.1 s (tallest: 413 drops)',
      'bars: drops per 0.1 s',
      'drops per 0.1 s (tallest: 413 drops)',
      'drops per 0.1 s',
    ]);
  },
);

test('a plot without room for its lines and the rug has only its lines', () => {
  const line = (index: number) => ({
    ...{ label: '', lane: index, symbol: '', colour: 'ink', dash: [], width: 1, rowCount: 100, mean: 5 },
    timeSeconds: (row: number) => (row + 1) / 10,
    value: () => 5,
  });
  const rows = [{ name: '', glyph: undefined, lines: [line(0), line(1)], references: [] }];
  const words = (height: number) => {
    const { canvas, texts } = fakeCanvas(600, height);
    new PlotView(canvas).draw({ ...model, rows });
    return texts().filter((text) => text.includes('drops')).length > 0;
  };
  expect(words(190)).toBe(true);
  expect(words(100)).toBe(false);
});

/** Lines at the upper end, in the middle and at the lower end of the axis. */
test.each([9.9, 5, 0.1])('each strip has the counts of its lane, wherever its line is: %d', (value) => {
  const line = (index: number, symbol = '') => ({
    ...{ label: '', lane: index, symbol, colour: 'ink', dash: [], width: 1, rowCount: 100, mean: value },
    timeSeconds: (row: number) => (row + 1) / 10,
    value: () => value,
  });
  for (const laneCount of [2, 3, 4])
    for (const hasMarks of [false, true])
      for (const symbols of [[''], ['', 'avg']]) {
        const lanes = Array.from({ length: laneCount }, (_, index) => index);
        const rows = lanes.map((index) => ({
          ...{ name: '', glyph: undefined, references: [], isStrip: true },
          lines: symbols.map((symbol) => line(index, symbol)),
        }));
        const lanesOfRug = lanes.map((index) => ({ ...lane(index), markedPackets: hasMarks ? 1 : 0 }));
        const shown: PlotModel = {
          ...{ ...model, rows, hasOneScale: true, maxValue: 10, meaning: 'mean from 5 s on' },
          rug: { ...rug, lanes: lanesOfRug, hasMarks },
        };
        for (let height = 140; height <= 300; height += 10) {
          const { canvas, textBoxes, texts } = fakeCanvas(600, height);
          new PlotView(canvas).draw(shown);
          // A low plot has no rug at all.
          const hasRug = texts().some((text) => text.startsWith('drops and'));
          const counts = texts().filter((text) => /^\d+ drops?/.test(text));
          expect({ height, counts: counts.length }).toEqual({ height, counts: hasRug ? laneCount : 0 });
          expect(overlapsOf(textBoxes())).toEqual([]);
          if (height === 300) expect(hasRug).toBe(true);
        }
      }
});

test.each([390, 900])('the meaning of the bars is beside them, left of the letters of the lanes: %i px', (width) => {
  const line = { label: '', lane: 0, symbol: '', colour: 'ink', dash: [], width: 1, rowCount: 100, mean: 5 };
  const { canvas, strokes, textBoxes } = fakeCanvas(width, 190);
  const rows = [
    {
      ...{ name: '', glyph: undefined, references: [] },
      lines: [{ ...line, timeSeconds: (row: number) => (row + 1) / 10, value: () => 5 }],
    },
  ];
  const withoutMarks = { ...rug, hasMarks: false };
  new PlotView(canvas).draw({ ...model, rows, rug: withoutMarks });
  const texts = textBoxes();
  const beside = ['drops', 'per 0.1 s'].map((words) => texts.find(({ text }) => text === words));
  const letterX = Math.min(...strokes.flatMap(({ what, values }) => (what === 'roundRect' ? Number(values[0]) : [])));
  for (const box of beside) expect(box!.right).toBeLessThan(letterX);
  expect(beside[1]!.y - beside[0]!.y).toBe(11);
  expect(overlapsOf(texts)).toEqual([]);
});

test('the line of a moment goes through the drops and the first row, but not through the words between them', () => {
  const [bars] = rug.lanes;
  const line = { label: '', lane: 0, symbol: '', colour: 'black', dash: [], width: 1, rowCount: 100, mean: 1 };
  const rows = [
    {
      name: 'ping',
      glyph: undefined,
      references: [],
      lines: [{ ...line, timeSeconds: bars!.timeSeconds, value: () => 1 }],
    },
  ];
  const moments = [{ seconds: 0.5, lane: undefined, label: 'buffer full', symbol: undefined }];
  const { canvas, strokes, textBoxes } = fakeCanvas(600, 200);
  new PlotView(canvas).draw({ ...model, rows, moments });
  const words = textBoxes().find(({ text }) => text === 'ping')!;
  const at = strokes.findIndex(({ what, values: [x, y] }) => what === 'lineTo' && Number(x) < 110 && Number(y) < 20);
  const [lineX, lowerY] = strokes[at - 1]!.values.map(Number) as [number, number];
  expect([lowerY > words.y + 6, lineX > words.left, lineX < words.right]).toEqual([true, true, true]);
  // The words have a ground, which is painted over the line.
  const ground = strokes.findIndex(
    ({ what, values: [x, y], style }) =>
      what === 'fillRect' && style === '--surface' && Number(x) < lineX && Math.abs(Number(y) - words.y) < 8,
  );
  expect(ground).toBeGreaterThan(at);
});
