/** The drawing of a plot over time: its axis after the warm-up, its strips and the labels of its moments. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisStartSeconds } from '../../../src/ui/plots/plot-span.ts';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { drawLossSigns } from '../../../src/view/plots/loss-signs.ts';
import { LINK_RATE_HEIGHTS_PX, PLOT_MARGIN } from '../../../src/view/plots/plot-layout.ts';
import type {
  PlotBands,
  PlotLine,
  PlotModel,
  PlotMoment,
  PlotReference,
  PlotRow,
} from '../../../src/view/plots/plot-model.ts';
import { PlotView } from '../../../src/view/plots/plot-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

stubBrowser();

/** A peak of 90 at 1 s, then 10. */
const line = (lane: number): PlotLine => ({
  label: 'delay',
  lane,
  symbol: '',
  colour: 'black',
  dash: [],
  width: 1,
  rowCount: 100,
  mean: 10,
  timeSeconds: (row) => (row + 1) / 10,
  value: (row) => (row === 9 ? 90 : 10),
});

const row = (lines: readonly PlotLine[]): PlotRow => ({ name: '', glyph: undefined, lines, references: [] });

const model: PlotModel = {
  rows: [row([line(0), line(1)])],
  hasOneScale: false,
  fromSeconds: 0,
  toSeconds: 20,
  nowSeconds: 10,
  warmupSeconds: 0,
  cursorSeconds: undefined,
  stretch: undefined,
  settledSeconds: 2,
  isSigned: false,
  isFilled: false,
  moments: [],
  note: '',
  meaning: 'mean from 2 s on',
};

/** The place of a time in the last drawing of 20 s, px. */
function placeOf(view: PlotView, seconds: number): number {
  const places = Array.from({ length: 1_000 }, (_, x) => x);
  return places.find((x) => (view.timeAt(x, [0, 20]) ?? -1) >= seconds)!;
}

function textsOf(shown: PlotModel, ...later: PlotModel[]): string[] {
  const { canvas, strokes, texts } = fakeCanvas(330, 190);
  const view = new PlotView(canvas);
  view.draw(shown);
  for (const one of later) {
    strokes.length = 0;
    view.draw(one);
  }
  return texts();
}

test('the labels of a measured line and of a lane have figures of one precision, at each width', () => {
  const measured: PlotLine = { ...line(0), lane: undefined, symbol: 'measured', mean: 51.04 };
  for (let width = 120; width < 600; width += 8) {
    const { canvas, texts } = fakeCanvas(width, 190);
    new PlotView(canvas).draw({ ...model, rows: [row([measured, { ...line(0), mean: 51.32 }])] });
    const labels = texts().filter((text) => /^(measured )?51\b/.test(text));
    expect(labels.length).toBeGreaterThan(0);
    expect(new Set(labels.map((label) => label.endsWith('51'))).size, `${width} px: ${labels}`).toBeLessThan(2);
  }
});

describe('the axis', () => {
  test('fits what happens since the warm-up, and the value of a higher peak before it is written', () => {
    const texts = textsOf(model);
    expect(texts).toContain('peak 90.0');
    expect(texts).not.toContain('100');
    expect(texts).toContain('mean from 2 s on');
  });

  test('fits all values until some windows have passed since the warm-up, and in a chosen span', () => {
    const all = textsOf({ ...model, settledSeconds: undefined });
    expect(all).toContain('100');
    expect(all).not.toContain('peak 90.0');
    expect(axisStartSeconds('last', 2.5, 2, 0.1)).toBeUndefined();
    expect(axisStartSeconds('last', 3, 2, 0.1)).toBe(2);
    expect(axisStartSeconds({ from: 0, to: 9 }, 8, 2, 0.1)).toBeUndefined();
    expect(axisStartSeconds('whole', 8, 0, 0.1)).toBeUndefined();
  });

  test('includes a peak before the warm-up of at most twice the values since then', () => {
    const peakOf = (highest: number) =>
      textsOf({ ...model, rows: [row([{ ...line(0), value: (index) => (index === 9 ? highest : 10) }])] });
    expect(peakOf(20).join()).not.toContain('peak');
    expect(peakOf(20)).toContain('20');
    expect(peakOf(21)).toContain('peak 21.0');
  });

  test.each([60, 200, 400, 700])('a cut peak always has its value beside it: %d px wide', (extra) => {
    for (const height of [110, 130, 160, 190, 260])
      for (const peakRow of [0, 2, 5, 12, 60])
        for (const momentSeconds of [0.2, 0.9, 3]) {
          const peaked = { ...line(0), rowCount: 500, value: (index: number) => (index === peakRow ? 53.9 : 10) };
          const moment = { label: 'first mark', seconds: momentSeconds } as PlotMoment;
          const { canvas, textBoxes } = fakeCanvas(140 + extra, height);
          new PlotView(canvas).draw({
            ...model,
            rows: [row([peaked, { ...line(1), rowCount: 500, value: () => 9 }])],
            toSeconds: 50,
            nowSeconds: 50,
            warmupSeconds: 10,
            settledSeconds: 10,
            moments: [moment],
          });
          const boxes = textBoxes();
          expect(overlapsOf(boxes)).toEqual([]);
          expect(
            boxes.map(({ text }) => text),
            `${height} px, row ${peakRow}, ${momentSeconds} s`,
          ).toContain('peak 53.9');
        }
  });

  test('is fitted again when the warm-up has passed', () => {
    expect(textsOf({ ...model, settledSeconds: undefined }, model)).not.toContain('100');
  });
});

describe('below a buffer far above the lines', () => {
  const reference = (symbol: string, value: number) => ({ symbol, value, isAlwaysShown: true, lane: undefined });
  const cells = (height: number) => {
    const lines = [{ ...line(0), value: () => 19_000 }];
    const rows = [{ ...row(lines), references: [reference('buffer', 25_000), reference('H', 22_500)] }];
    const { canvas, strokes, textBoxes, texts } = fakeCanvas(400, height);
    new PlotView(canvas).draw({ ...model, rows });
    expect(overlapsOf(textBoxes())).toEqual([]);
    const levels = strokes.flatMap(({ what, values: [x, y] }, index) => {
      const { what: next, values: [endX, endY] = [] } = strokes[index + 1] ?? {};
      const isLevel = what === 'moveTo' && next === 'lineTo' && endY === y && Number(endX) - Number(x) > 100;
      return isLevel || (what === 'fillRect' && strokes[index]?.values[3] === 1) ? [Number(y)] : [];
    });
    return { texts: texts(), levels, bottom: height - PLOT_MARGIN.bottom };
  };

  test('the axis ends at the buffer', () => {
    const { texts, levels } = cells(240);
    expect(texts.filter((text) => /^\d+\u202f000$/.test(text)).sort()).toEqual(['10\u202f000', '20\u202f000']);
    // The dotted line of the buffer is at the upper end of the plot.
    expect(Math.min(...levels)).toBeLessThan(PLOT_MARGIN.top + 1);
  });

  test('a number of the grid is left out if a line with a name is less than 12 px from it', () => {
    // H is 22 500, and 20 000 is a tenth of the axis below it: 12 px of 120 px.
    expect(cells(120 + PLOT_MARGIN.top + PLOT_MARGIN.bottom + 1).texts).toContain('20\u202f000');
    expect(cells(120 + PLOT_MARGIN.top + PLOT_MARGIN.bottom - 10).texts).not.toContain('20\u202f000');
  });

  test('a number of the grid without room has its line', () => {
    const { texts, levels, bottom } = cells(150);
    expect(texts).not.toContain('20\u202f000');
    const gridY = bottom - (20_000 / 25_000) * (bottom - PLOT_MARGIN.top);
    expect(levels.filter((y) => Math.abs(y - gridY) <= 1)).toHaveLength(1);
  });
});

test.each([
  { nowSeconds: 4, rowCount: 100, isNamed: true },
  { nowSeconds: 4, rowCount: 41, isNamed: false },
  { nowSeconds: 10, rowCount: 100, isNamed: false },
])('values after the present time are named if they have room: $rowCount rows at $nowSeconds s', (at) => {
  const texts = textsOf({ ...model, nowSeconds: at.nowSeconds, rows: [row([{ ...line(0), rowCount: at.rowCount }])] });
  expect(texts.includes('ahead')).toBe(at.isNamed);
});

describe('the tick of a mean', () => {
  /** Heights of the ticks at the right edge of the plot, px. */
  const tickHeights = (shown: PlotModel) => {
    const { canvas, strokes } = fakeCanvas(400, 260);
    new PlotView(canvas).draw(shown);
    return strokes.flatMap(({ what, values: [x, y] }, index) => {
      const { what: next, values: [nextX, nextY] = [] } = strokes[index + 1] ?? {};
      const isTick = what === 'moveTo' && next === 'lineTo' && nextY === y && Number(nextX) - Number(x) === 7;
      return isTick ? [Number(y)] : [];
    });
  };
  const lines = [line(0), { ...line(1), mean: 40 }];

  test('is at the height of the mean of each lane', () => {
    const heights = tickHeights({ ...model, rows: [row(lines)] });
    expect(heights).toHaveLength(2);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(20);
  });

  test('is left out at a cursor, and for values of the policy itself', () => {
    expect(tickHeights({ ...model, cursorSeconds: 4, rows: [row(lines)] })).toEqual([]);
    expect(tickHeights({ ...model, rows: [row([{ ...line(0), symbol: 'avg' }])] })).toEqual([]);
  });
});

test('four strips have one scale each of the same height, and the letter and the figure of their lane', () => {
  const lanes = [0, 1, 2, 3];
  const rows = lanes.map((lane) => ({
    ...row([line(lane)]),
    isStrip: true,
  }));
  const texts = textsOf({ ...model, rows, hasOneScale: true });
  for (const letter of ['A', 'B', 'C', 'D']) expect(texts.filter((text) => text === letter)).toHaveLength(1);
  expect(texts.filter((text) => text === '10.0')).toHaveLength(4);
});

describe('the numbers and the references of strips', () => {
  /** Left end of the lines, if the names beside the axis are wide, px. */
  const MAX_LEFT_PX = 56;
  /** Whether words are left of the lines, and not below them. */
  const isBeside = (height: number) => (box: { readonly right: number; readonly y: number }) =>
    box.right < MAX_LEFT_PX && box.y <= height - PLOT_MARGIN.bottom + 2;
  const lanes = [0, 1, 2, 3];
  const drawn = (height: number, target: number, full: number) => {
    const references = [
      { symbol: 'target', value: target, isAlwaysShown: true, lane: undefined },
      { symbol: 'full', value: full, isAlwaysShown: true, lane: undefined },
    ];
    const rows = lanes.map((lane) => ({
      ...row([line(lane)]),
      references: lane === 1 ? references : [],
      isStrip: true,
    }));
    const { canvas, textBoxes } = fakeCanvas(400, height);
    new PlotView(canvas).draw({ ...model, rows, hasOneScale: true });
    const boxes = textBoxes();
    expect(overlapsOf(boxes)).toEqual([]);
    const names = ['target', 'full'].map((symbol) => boxes.find(({ text }) => text === symbol));
    return { names, beside: boxes.filter(isBeside(height)).map(({ text }) => text) };
  };

  test('high strips have 0 and their top, and names at the lines', () => {
    const { beside, names } = drawn(260, 10, 10.1);
    expect(beside.sort()).toEqual([...Array(4).fill('0'), ...Array(4).fill('15')]);
    // The value of the cut peak is between them.
    for (const name of names) expect(name!.left).toBeGreaterThan(PLOT_MARGIN.left);
  });

  test('each low strip has 0, only the first one the top, and a name is left of the axis or left out', () => {
    const { beside, names } = drawn(200, 9, 14);
    expect(beside.filter((text) => text === '15')).toHaveLength(1);
    expect(beside.filter((text) => text === '0')).toHaveLength(4);
    const [target, full] = names;
    expect(target!.right).toBeLessThan(MAX_LEFT_PX);
    expect(full).toBeUndefined();
  });

  /** Dotted lines of low strips with references by lane, and the words beside and below them. */
  const lowStrips = (referencesOf: (lane: number) => PlotRow['references']) => {
    const rows = lanes.map((lane) => ({ ...row([line(lane)]), references: referencesOf(lane), isStrip: true }));
    const { canvas, strokes, textBoxes, texts } = fakeCanvas(400, 200);
    new PlotView(canvas).draw({ ...model, rows, hasOneScale: true });
    expect(overlapsOf(textBoxes())).toEqual([]);
    const dashes = strokes.filter(({ what }) => what === 'setLineDash' || what === 'stroke');
    const dotted = dashes.filter(
      ({ what }, index) => what === 'stroke' && String(dashes[index - 1]?.values[0]) === '1,3',
    ).length;
    const beside = textBoxes().filter(isBeside(200));
    return { dotted, texts: texts(), beside: beside.map(({ text }) => text) };
  };

  test('of low strips, only the first one has the line of all, with its name in place of the top, and the foot has the scale', () => {
    const full = (symbol: string) => [{ symbol, value: 14.5, isAlwaysShown: true, lane: undefined }];
    const { dotted, texts, beside } = lowStrips((lane) => full(lane < 2 ? 'full' : ''));
    expect(texts.filter((text) => text === 'full')).toHaveLength(1);
    expect(beside).not.toContain('15');
    expect(texts).toContain('each 0–15');
    expect(dotted).toBe(1);
  });

  test('a low strip has no dotted line without a name', () => {
    const near = (value: number) => [{ symbol: 'target', value, isAlwaysShown: true, lane: undefined }];
    // Close to 0, there is no room for the name.
    expect(lowStrips((lane) => (lane === 2 ? near(1) : [])).dotted).toBe(0);
    expect(lowStrips((lane) => (lane === 2 ? near(8) : [])).dotted).toBe(1);
  });
});

test.each([
  { upper: 10.4, width: 700, isSeen: true },
  { upper: 10.1, width: 700, isSeen: false },
  { upper: 10.4, width: 330, isSeen: false },
])(
  'the note of a band is below the lines only if a band is seen: up to $upper at $width px',
  ({ upper, width, isSeen }) => {
    const banded = { ...line(0), value: () => 10, upperValue: () => upper };
    const { canvas, texts } = fakeCanvas(width, 190);
    new PlotView(canvas).draw({ ...model, rows: [row([banded])], note: 'band: to p95' });
    expect(texts().includes('band: to p95')).toBe(isSeen);
  },
);

test('a band before the shown time has no note', () => {
  const banded = { ...line(0), value: () => 10, upperValue: (index: number) => (index < 40 ? 60 : 10) };
  const isNoted = (fromSeconds: number) => {
    const { canvas, texts } = fakeCanvas(700, 190);
    new PlotView(canvas).draw({ ...model, rows: [row([banded])], note: 'band: to p95', fromSeconds });
    return texts().includes('band: to p95');
  };
  expect([isNoted(0), isNoted(5)]).toEqual([true, false]);
});

describe('the warm-up', () => {
  const shadeOf = (shown: Partial<PlotModel>) => {
    const { canvas, strokes, texts } = fakeCanvas(330, 190);
    new PlotView(canvas).draw({ ...model, ...shown });
    const [shade] = strokes.filter(({ what, values }) => what === 'fillRect' && Number(values[3]) > 100);
    const isInKey = texts().some((text) => text.endsWith('grey: warm-up'));
    return { from: shade?.values[0], width: shade?.values[2], isNamed: texts().includes('warm-up'), isInKey };
  };
  const axis = linearScale(0, 20, PLOT_MARGIN.left, 330 - 64);

  test('has a ground up to its end, and a name where no line is', () => {
    const { from, width, isNamed } = shadeOf({ warmupSeconds: 5 });
    expect(from).toBe(PLOT_MARGIN.left);
    expect(Math.abs(Number(width) - (axis(5) - axis(0)))).toBeLessThan(3);
    expect(isNamed).toBe(true);
    const high = { ...line(0), value: (index: number) => (index % 2 === 0 ? 0 : 100) };
    expect(shadeOf({ warmupSeconds: 5, maxValue: 100, rows: [row([high])] }).isNamed).toBe(false);
  });

  test('has no ground if there is none or no value, or after it, and a name only with room and after its end', () => {
    expect(shadeOf({ warmupSeconds: 0 }).width).toBeUndefined();
    expect(shadeOf({ warmupSeconds: 5, rows: [row([{ ...line(0), rowCount: 0 }])] }).width).toBeUndefined();
    expect(shadeOf({ warmupSeconds: 5, fromSeconds: 5, toSeconds: 25 }).width).toBeUndefined();
    expect(shadeOf({ warmupSeconds: 2 }).isNamed).toBe(false);
    expect(shadeOf({ warmupSeconds: 11 }).isNamed).toBe(false);
  });

  test('is in the key if its ground has no room for the name, and neither without a ground nor beside a name', () => {
    const isInKey = (shown: Partial<PlotModel>) => shadeOf(shown).isInKey;
    expect(isInKey({ warmupSeconds: 2 })).toBe(true);
    expect(isInKey({ warmupSeconds: 5 })).toBe(false);
    expect(isInKey({ warmupSeconds: 0 })).toBe(false);
    // A ground of 1 px.
    expect(isInKey({ warmupSeconds: 0.1 })).toBe(false);
    // Its end has a label.
    const warmupEnd = { seconds: 2, lane: undefined, label: 'warm-up ends', symbol: undefined, isWarmupEnd: true };
    expect(isInKey({ warmupSeconds: 2, moments: [warmupEnd] })).toBe(false);
  });
});

test('lanes that share the label of a moment have a line each, at their own time and in their own strip', () => {
  const strips = [0, 1].map((lane) => ({ ...row([line(lane)]), isStrip: true }));
  const moments = [5, 5.6].map((seconds, lane) => ({ seconds, lane, label: 'first drop', symbol: undefined }));
  const { canvas, strokes } = fakeCanvas(500, 240);
  new PlotView(canvas).draw({ ...model, rows: strips, moments, fromSeconds: 0, toSeconds: 20, nowSeconds: 20 });
  const upright = strokes.flatMap(({ what, values: [x, y] }, index) => {
    const next = strokes[index + 1];
    const isLine = what === 'moveTo' && next?.what === 'lineTo' && next.values[0] === x && y !== next.values[1];
    // A tick of the axis is short.
    const isLong = Math.abs(Number(y) - Number(next?.values[1])) > 10;
    return isLine && isLong && Number(x) % 1 === 0.5 && Number(x) > 100 && Number(x) < 220
      ? [
          {
            x: Number(x),
            top: Math.min(Number(y), Number(next.values[1])),
            bottom: Math.max(Number(y), Number(next.values[1])),
          },
        ]
      : [];
  });
  expect(upright).toHaveLength(2);
  const [first, second] = upright as [(typeof upright)[0], (typeof upright)[0]];
  expect(second.x).toBeGreaterThan(first.x);
  expect(second.top).toBeGreaterThanOrEqual(first.bottom);
});

test('a strip is that of its lane also if a measured line is before the line of the lane', () => {
  const measured = { ...line(0), lane: undefined };
  const drawn = (isMeasured: boolean) => {
    const strips = [0, 1, 2].map((lane) => ({
      ...row([...(isMeasured ? [measured] : []), line(lane)]),
      isStrip: true,
    }));
    const rugLane = (lane: number) => ({
      lane,
      rowCount: 10,
      openWindow: { drops: 0, marks: 0 },
      droppedPackets: 3,
      markedPackets: 0,
      timeSeconds: (index: number) => index + 1,
      drops: () => 1,
      marks: () => 0,
    });
    const rug = { lanes: [0, 1, 2].map(rugLane), sampleSeconds: 1, hasMarks: false };
    const { canvas, textBoxes } = fakeCanvas(500, 300);
    new PlotView(canvas).draw({ ...model, rows: strips, rug, fromSeconds: 0, toSeconds: 20, nowSeconds: 20 });
    return textBoxes().flatMap(({ text, y }) => (/drops$/.test(text) ? [y] : []));
  };
  expect(drawn(false)).toHaveLength(3);
  expect(drawn(true)).toEqual(drawn(false));
});

test('strips without room for their letters become one row', () => {
  const lanes = [0, 1, 2, 3];
  const strips = lanes.map((lane) => ({ ...row([line(lane)]), isStrip: true }));
  const together = row(lanes.map(line));
  const rows = [{ ...strips[0]!, commonRow: together }, ...strips.slice(1)];
  const { canvas, texts } = fakeCanvas(330, 105);
  new PlotView(canvas).draw({ ...model, rows, hasOneScale: true });
  expect(texts().join()).not.toContain('more class');
  for (const letter of ['A', 'B', 'C', 'D']) expect(texts()).toContain(letter);
});

test.each([
  // Early in a run there is no room for a label.
  { nowSeconds: 4, isLabelled: false },
  { nowSeconds: 10, isLabelled: true },
  { nowSeconds: 19.9, isLabelled: true },
])('no label of a moment is over the line of the present time: $nowSeconds s', ({ nowSeconds, isLabelled }) => {
  const { canvas, textBoxes } = fakeCanvas(400, 190);
  const moments = [0.4, 2, 3.9].map((seconds, lane) => ({ seconds, lane, label: `event ${lane}`, symbol: undefined }));
  const view = new PlotView(canvas);
  view.draw({ ...model, moments, nowSeconds });
  const now = placeOf(view, nowSeconds);
  const labels = textBoxes().filter(({ text }) => text.startsWith('event'));
  expect(labels.length > 0).toBe(isLabelled);
  for (const { left, right } of labels) expect(left >= now || right <= now).toBe(true);
});

describe('labels of marked moments', () => {
  const labelled = (moments: readonly PlotMoment[]) => {
    const { canvas, textBoxes } = fakeCanvas(700, 190);
    const view = new PlotView(canvas);
    view.draw({ ...model, nowSeconds: 20, moments, meaning: '' });
    expect(overlapsOf(textBoxes())).toEqual([]);
    return { view, boxes: textBoxes().filter(({ text }) => moments.some(({ label }) => label === text)) };
  };
  const moment = (seconds: number, label: string, lane?: number) => ({ seconds, lane, label, symbol: undefined });

  test('there are at most three, the most important one has its label, and each is in the plot and over its line', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 195 }), { minLength: 1, maxLength: 12 }), (tenths) => {
        const { view, boxes } = labelled(tenths.map((at, index) => moment(at / 10, `event ${index}`)));
        expect(boxes.length).toBeLessThanOrEqual(3);
        expect(boxes.map(({ text }) => text)).toContain('event 0');
        // A label begins up to 2 px left of its line, which is in the middle of a pixel.
        const [from, to] = [placeOf(view, 0) - 3, placeOf(view, 19.9)];
        for (const { text, left, right } of boxes) {
          const index = Number(text.split(' ')[1]);
          const x = placeOf(view, tenths[index]! / 10);
          expect({ text, isInPlot: left >= from && right <= to }).toEqual({ text, isInPlot: true });
          expect({ text, isOverLine: left - 1 <= x && x <= right + 1 }).toEqual({ text, isOverLine: true });
          expect(view.momentAt((left + right) / 2, 9)).toBe(index);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  test('only a run that plays on keeps their places: otherwise they do not depend on what was shown before', () => {
    const moments = [moment(3, 'first drop'), moment(1.8, 'first full')];
    const labelsAfter = (lastStretch: number | undefined, stretch: number | undefined) => {
      const { canvas, strokes, texts } = fakeCanvas(700, 190);
      const view = new PlotView(canvas);
      // There is no room for the first drop, beside the line of the present time.
      view.draw({ ...model, moments, nowSeconds: 3.2, stretch: lastStretch });
      strokes.length = 0;
      view.draw({ ...model, moments, nowSeconds: 20, stretch });
      return texts().filter((text) => text.startsWith('first'));
    };
    expect(labelsAfter(1, 1)).toEqual(['first full']);
    for (const [lastStretch, stretch] of [
      [1, 2],
      [1, undefined],
      [undefined, 1],
      [undefined, undefined],
    ] as const)
      expect(labelsAfter(lastStretch, stretch)).toContain('first drop');
  });

  test('each is over its line, and the pointer finds its moment', () => {
    const { view, boxes } = labelled([moment(3, 'first'), moment(12, 'second')]);
    const x = (seconds: number) => placeOf(view, seconds);
    for (const [index, seconds] of [3, 12].entries()) {
      const { left, right } = boxes[index]!;
      expect([left <= x(seconds), x(seconds) <= right]).toEqual([true, true]);
      expect(view.momentAt((left + right) / 2, 9)).toBe(index);
    }
    expect(view.momentAt(x(18), 9)).toBeUndefined();
  });
});

test.each([
  { width: 860, hasMoments: true },
  { width: 700, hasMoments: false },
  { width: 400, hasMoments: false },
])('the meaning of bands is in the foot, beside no row and no moment: $width px', ({ width, hasMoments }) => {
  const look = { shape: 'square', colour: 'blue', edge: 'blue', textColour: 'white' } as const;
  const glyph = { ...look, name: '' } as unknown as PlotBands['high']['glyph'];
  const bands: PlotBands = { high: { name: 'green', glyph }, low: { name: 'blue', glyph }, none: 'silent' };
  // A moment at the right end has no room beside the meaning.
  const moments = [6, 19.5].map((seconds) => ({ seconds, lane: undefined, label: `at ${seconds}`, symbol: undefined }));
  const rows = [{ ...row([line(0)]), name: 'voice 1' }];
  const { canvas, textBoxes } = fakeCanvas(width, 190);
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows, bands, moments: hasMoments ? moments : [] });
  const keys = textBoxes().filter(({ text }) => text.includes('gap: silent'));
  expect(keys.map(({ y }) => y)).toEqual([190 - 6]);
  expect(overlapsOf(textBoxes())).toEqual([]);
  expect(textBoxes().some(({ text }) => text === 'at 6')).toBe(hasMoments);
});

describe('gaps and the rate over the lines', () => {
  const withGap = { ...line(0), value: (index: number) => (index % 20 < 10 ? Number.NaN : 10) };
  const withShortGap = { ...line(0), value: (index: number) => (index % 20 === 5 ? Number.NaN : 10) };

  test('a thin line leads over a gap, and the foot says why', () => {
    const shown = { ...model, rows: [row([withGap])], gapMeaning: 'no reply', note: 'band' };
    // Both meanings reach below the labels. There is no room for a longer one beside it.
    expect(textsOf(shown)).toContain('band · thin line: no reply');
    expect(textsOf({ ...shown, note: 'band: from p5 to p95' })).toContain('thin line: no reply');
    expect(textsOf({ ...shown, rows: [row([line(0)])] })).toContain('band');
    expect(textsOf({ ...shown, gapMeaning: undefined })).toContain('band');
    // A gap of 3 px.
    expect(textsOf({ ...shown, rows: [row([withShortGap])] })).toContain('band');
    expect(textsOf({ ...shown, rows: [row([{ ...withGap, joinsRows: () => true }])] })).toContain('band');
    // The windows without a value are in groups with others.
    const dense = { ...withGap, rowCount: 4000, timeSeconds: (index: number) => index / 200 };
    expect(textsOf({ ...shown, rows: [row([dense])], hasPlainLines: true }).join()).not.toContain('thin line');
  });

  test('the key of a × is there exactly if a × is drawn, at each loss on the curve, also after the last value', () => {
    /** Lines that go up to the right by 6 px in the colour of the line are the halves of a ×: the curve is level. */
    const drawnWith = (shownLine: PlotLine, lostRows: readonly number[], more: Partial<PlotModel> = {}) => {
      const { canvas, strokes, texts } = fakeCanvas(330, 190);
      const lostCount = (index: number) => (lostRows.includes(index) ? 1 : 0);
      const rows = [row([{ ...shownLine, lostCount, colour: 'red' }])];
      new PlotView(canvas).draw({ ...model, rows, gapMeaning: 'a ping was lost', ...more });
      const halfCount = strokes.filter(
        ({ what, values: [x, y] }, index) =>
          what === 'lineTo' &&
          strokes[index - 1]?.what === 'moveTo' &&
          Math.abs(Number(x) - Number(strokes[index - 1]?.values[0]) - 6) < 1e-6 &&
          Math.abs(Number(y) - Number(strokes[index - 1]?.values[1])) === 6,
      ).length;
      return { signCount: halfCount / 2, hasKey: texts().includes('×: a ping was lost') };
    };
    const withGapAt = (missing: number) => ({
      ...line(0),
      value: (index: number) => (index === missing ? Number.NaN : 10),
    });
    expect(drawnWith(withGapAt(50), [50])).toEqual({ signCount: 1, hasKey: true });
    // A gap without a loss has no ×, and a loss has one also where another ping of the window came back.
    expect(drawnWith(withGapAt(50), [])).toEqual({ signCount: 0, hasKey: false });
    expect(drawnWith(line(0), [50])).toEqual({ signCount: 1, hasKey: true });
    // After the present time too.
    expect(drawnWith(withGapAt(50), [50], { nowSeconds: 3 })).toEqual({ signCount: 1, hasKey: true });
    // No ping comes back any more.
    const ending = { ...line(0), value: (index: number) => (index > 30 ? Number.NaN : 10) };
    expect(drawnWith(ending, [40, 60])).toEqual({ signCount: 2, hasKey: true });
    // Rows in groups: each loss has a ×, and those within 8 px have one together.
    const dense = { ...line(0), rowCount: 4_000, timeSeconds: (index: number) => index / 400 };
    expect(drawnWith(dense, [1_000, 1_001, 1_002, 2_000])).toEqual({ signCount: 2, hasKey: true });
    expect(drawnWith(dense, [])).toEqual({ signCount: 0, hasKey: false });
  });

  test('over a gap, a × is on the line that leads over it', () => {
    const { canvas, strokes } = fakeCanvas(100, 100);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const [x, y] = [linearScale(0, 10, 0, 100), linearScale(0, 10, 100, 0)];
    const values = [1, Number.NaN, 3];
    const rows = { firstRow: 0, endRow: 3 };
    const course = {
      ...rows,
      timeSeconds: (index: number) => index,
      value: (index: number) => values[index] as number,
    };
    const lossy = { ...line(0), ...course, lostCount: (index: number) => (index === 1 ? 1 : 0) };
    drawLossSigns({ context, x, y }, lossy, rows, course);
    // From 1 at 0 to 3 at 2: the middle is 2 at 1, which is at (10, 80) px.
    expect(strokes.filter(({ what }) => what === 'lineTo').map(({ values: at }) => at)).toEqual([
      [13, 83],
      [13, 77],
    ]);
  });

  test('the rate has a strip of its own over the row, with its largest and its smallest value', () => {
    const linkRate = {
      label: 'link rate',
      unit: 'Mb/s',
      max: 24,
      rowCount: 3,
      timeSeconds: (index: number) => 4 * (index + 1),
      value: (index: number) => [6, 24, 12][index] as number,
    };
    const drawn = (width: number, height: number, shown: Partial<PlotModel> = {}) => {
      const { canvas, strokes, textBoxes } = fakeCanvas(width, height);
      new PlotView(canvas).draw({ ...model, rows: [{ ...row([line(0)]), name: 'ping' }], linkRate, ...shown });
      expect(overlapsOf(textBoxes())).toEqual([]);
      const boxOf = (words: string) => textBoxes().find(({ text }) => text === words);
      const steps = strokes
        .filter(({ what, style }) => what === 'lineTo' && style !== 'black')
        .map(({ values }) => values);
      return { steps, boxOf };
    };
    const { steps, boxOf } = drawn(420, 190);
    const [highest, lowest, heading] = [boxOf('24'), boxOf('6 Mb/s'), boxOf('ping')];
    expect(highest!.y).toBeLessThan(lowest!.y);
    // The row and its name are below the strip.
    expect(lowest!.y + 6).toBeLessThan(heading!.y);
    // Its name is at the left too, in one line with the largest value.
    expect(boxOf('link rate')!.right).toBeLessThan(highest!.left);
    expect(boxOf('link rate')!.y).toBe(highest!.y);
    // Two of the three windows have passed: a step of a quarter of the height, then the largest one.
    const levelsOf = (drawnSteps: typeof steps, stripPx: number) => {
      const base = PLOT_MARGIN.top + 4 + stripPx;
      return drawnSteps
        .map(([, y]) => Number(y))
        .filter((y) => y < base)
        .map((y) => base - y);
    };
    // A low plot has the lowest strip, and a high one the highest.
    const { least, most } = LINK_RATE_HEIGHTS_PX;
    expect(levelsOf(steps, least)).toEqual([least / 4, least, least]);
    expect(levelsOf(drawn(420, 400).steps, most)).toEqual([most / 4, most, most]);
    // One rate has one number, and a low plot has no strip.
    const constantRate = drawn(420, 190, { linkRate: { ...linkRate, value: () => 24 } });
    expect(constantRate.boxOf('24 Mb/s')).toBeDefined();
    expect(constantRate.boxOf('24')).toBeUndefined();
    expect(drawn(420, 80).boxOf('24')).toBeUndefined();
  });

  test('the dotted line of a reference leaves out the curve that lies on it', () => {
    const near = (value: number) => [{ symbol: 'empty', value, isAlwaysShown: true, lane: undefined }];
    /** The parts of the dotted line, px. */
    const partsAt = (value: number) => {
      const { canvas, strokes } = fakeCanvas(330, 190);
      // The windows of the curve end at half of the axis.
      new PlotView(canvas).draw({ ...model, rows: [{ ...row([line(0)]), references: near(value) }] });
      const from = strokes.findIndex(({ what, values }) => what === 'setLineDash' && String(values[0]) === '1,3');
      const steps = strokes.slice(
        from,
        strokes.findIndex(({ what }, index) => what === 'stroke' && index > from),
      );
      const xsOf = (step: string) => steps.filter(({ what }) => what === step).map(({ values }) => Number(values[0]));
      const ends = xsOf('lineTo');
      return xsOf('moveTo').map((start, index) => ends[index]! - start);
    };
    const [whole = 0, ...none] = partsAt(15);
    expect(none).toEqual([]);
    // On the curve, only the time after its last window is free.
    const parts = partsAt(10);
    expect(parts).toHaveLength(1);
    expect(parts[0]! / whole).toBeCloseTo(0.5, 1);
  });

  test('the axis includes a reference that is always shown', () => {
    const far = { symbol: 'C/3', value: 40, lane: undefined };
    const shown = (isAlwaysShown: boolean) =>
      textsOf({ ...model, rows: [{ ...row([line(0)]), references: [{ ...far, isAlwaysShown }] }] });
    expect(shown(true).join()).toContain('C');
    expect(shown(false).join()).not.toContain('C');
  });
});

test('bands: the high value is tall and the low one thin; a line that is never high stays low, and the best figure is bold', () => {
  const glyphOf = (colour: string) => ({ shape: 'square', colour, edge: colour, textColour: 'white' }) as never;
  const bands: PlotBands = {
    high: { name: 'green', glyph: glyphOf('green') },
    low: { name: 'blue', glyph: glyphOf('blue') },
    none: 'silent',
  };
  const lines = [
    { ...line(0), value: () => 0, mean: 10 },
    { ...line(1), value: () => 100, mean: 90 },
  ];
  const { canvas, strokes, texts } = fakeCanvas(700, 190);
  const fonts: string[] = [];
  const context = canvas.getContext('2d')!;
  const fillText = context.fillText.bind(context);
  context.fillText = (text: string, x: number, y: number) => {
    fonts.push(`${context.font.startsWith('bold') ? 'bold ' : ''}${text}`);
    fillText(text, x, y);
  };
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows: [{ ...row(lines), name: 'voice 1' }], bands });
  expect(texts()).toContain('stays blue');
  expect(fonts).toEqual(expect.arrayContaining(['bold 90 %', '10 %']));
  expect(texts()).toContain('green');
  expect(texts()).toEqual(expect.arrayContaining([' green (tall) · ', ' blue (thin) · gap: silent']));
  const fills = strokes.filter(({ what, style }) => what === 'fillRect' && ['blue', 'green'].includes(style));
  expect(fills.map(({ style }) => style)).toEqual(['blue', 'green']);
  // The signs of the key.
  const signs = strokes.filter(({ what, values: [text] }) => what === 'fillText' && ['■', '▬'].includes(String(text)));
  expect(signs.map(({ values: [text], style }) => [text, style])).toEqual([
    ['■', 'green'],
    ['▬', 'blue'],
  ]);
  const [blueHeight, greenHeight] = fills.map(({ values }) => Number(values[3])) as number[];
  expect(blueHeight! / greenHeight!).toBeCloseTo(0.4, 1);
});

test('each value of bands has its name once, on its longest band', () => {
  const glyph = { shape: 'square', colour: 'blue', edge: 'blue', textColour: 'white' } as never;
  const bands: PlotBands = { high: { name: 'green', glyph }, low: { name: 'blue', glyph }, none: 'silent' };
  const valueInLane = (lane: number) => (index: number) =>
    index < 40 + 20 * lane ? 100 : index < 75 ? Number.NaN : index < 90 ? 100 : 0;
  const rows = ['voice 1', 'voice 2'].map((name) => ({
    ...row([0, 1].map((lane) => ({ ...line(lane), value: valueInLane(lane) }))),
    name,
  }));
  const { canvas, textBoxes } = fakeCanvas(900, 240);
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows, bands });
  const boxesOf = (words: string) => textBoxes().filter(({ text }) => text === words);
  expect(boxesOf('green')).toHaveLength(1);
  expect(boxesOf('silent')).toHaveLength(1);
  // The longest gap is that of the first lane, and the longest band that of the second.
  expect(boxesOf('silent')[0]!.y).toBeLessThan(boxesOf('green')[0]!.y);
  expect(overlapsOf(textBoxes())).toEqual([]);
});

test('the key of bands with names has no samples where there is no room for them', () => {
  const glyph = { shape: 'square', colour: 'blue', edge: 'blue', textColour: 'white' } as never;
  const bands: PlotBands = { high: { name: 'green', glyph }, low: { name: 'blue', glyph }, none: 'silent' };
  const lines = [0, 100].map((value, index) => ({ ...line(index), value: () => value }));
  const { canvas, texts } = fakeCanvas(400, 190);
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows: [{ ...row(lines), name: 'voice 1' }], bands });
  expect(texts().filter((text) => text.includes('gap:'))).toEqual(['gap: silent']);
});

test('the foot of bands says why they have gaps, if the shown time has one', () => {
  const glyph = { shape: 'square', colour: 'blue', edge: 'blue', textColour: 'white' } as const;
  const bands: PlotBands = { high: { name: 'green', glyph }, low: { name: 'blue', glyph }, none: 'silent' };
  const drawnTexts = (value: (index: number) => number) => {
    const { canvas, texts } = fakeCanvas(700, 190);
    const rows = [{ ...row([{ ...line(0), value }]), name: 'voice 1' }];
    new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows, bands, gapMeaning: 'both are slow' });
    return texts();
  };
  const keyOf = (value: (index: number) => number) => drawnTexts(value).filter((text) => text.includes('gap: silent'));
  expect(keyOf((index) => (index > 30 && index < 60 ? Number.NaN : 100))).toEqual([
    ' blue (thin) · gap: silent, both are slow',
  ]);
  expect(keyOf(() => 100)).toEqual([' blue (thin) · gap: silent']);
});

describe('words of the plot', () => {
  const warmupEnd = { seconds: 5, lane: undefined, label: 'warm-up ends', symbol: undefined, isWarmupEnd: true };
  const wordsOf = (shown: Partial<PlotModel>) => {
    const { canvas, texts } = fakeCanvas(330, 190);
    new PlotView(canvas).draw({ ...model, warmupSeconds: 5, moments: [warmupEnd], ...shown });
    return texts().filter((text) => text.startsWith('warm-up'));
  };

  test('the ground of the warm-up has a name, or its end is a moment, not both', () => {
    expect(wordsOf({})).toEqual(['warm-up']);
    const high = { ...line(0), value: (index: number) => (index % 2 === 0 ? 0 : 100) };
    expect(wordsOf({ maxValue: 100, rows: [row([high])] })).toEqual(['warm-up ends']);
  });

  test('an annotation begins with the letter of its lane, if there are other lanes', () => {
    const annotation = {
      lane: 0,
      classIndex: undefined,
      seconds: 6,
      value: 10,
      colour: 'black',
      text: '5 → 10',
      isPeak: false,
    };
    const beforeText = (lines: readonly PlotLine[]) => {
      const { canvas, textBoxes } = fakeCanvas(700, 190);
      new PlotView(canvas).draw({ ...model, rows: [row(lines)], annotation });
      const text = textBoxes().find((box) => box.text === '5 → 10')!;
      return textBoxes().filter((box) => box.y - text.y < 1 && box.right < text.left && text.left - box.right < 12);
    };
    expect(beforeText([line(0), line(1)]).map(({ text }) => text)).toEqual(['A']);
    expect(beforeText([line(0)])).toEqual([]);
  });
});

test.each([
  { name: 'ping', hasStrip: true, isOver: true },
  // There, the line of the name can have labels of moments.
  { name: 'ping', hasStrip: false, isOver: false },
])(
  'the words of a peak at the top are in the line of the name below a strip: $hasStrip',
  ({ name, hasStrip, isOver }) => {
    const peaked = { ...line(0), value: (index: number) => (index === 60 ? 98 : 10) };
    const annotation = {
      lane: 0,
      classIndex: undefined,
      seconds: 6.1,
      value: 98,
      colour: 'black',
      text: 'longest 98.0',
      isPeak: true,
    };
    const timeSeconds = (index: number) => index + 1;
    const linkRate = {
      label: 'rate',
      unit: 'Mb/s',
      max: 9,
      rowCount: 9,
      timeSeconds,
      value: () => 9,
    };
    const { canvas, textBoxes } = fakeCanvas(700, 140);
    new PlotView(canvas).draw({
      ...model,
      rows: [{ ...row([peaked]), name }],
      annotation,
      ...(hasStrip ? { linkRate } : {}),
    });
    const boxes = textBoxes();
    expect(overlapsOf(boxes)).toEqual([]);
    const [words, nameBox] = ['longest 98.0', name].map((text) => boxes.find((box) => box.text === text)!);
    expect(Math.abs(words!.y - nameBox!.y) <= 4).toBe(isOver);
  },
);

test('a reference with a name is below the edge of the plot, and its name is over its right end', () => {
  const { canvas, strokes, textBoxes } = fakeCanvas(400, 190);
  const equalShare = { symbol: 'C/3', name: 'equal share', value: 2_000, isAlwaysShown: true, lane: undefined };
  const rows = [{ ...row([{ ...line(0), value: () => 500 }]), references: [equalShare] }];
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, warmupSeconds: 5, rows });
  const name = textBoxes().find(({ text }) => text.startsWith('equal share'))!;
  const levelY = Math.min(
    ...strokes.flatMap(({ what, values: [x, y] }) => (what === 'moveTo' && x === PLOT_MARGIN.left ? Number(y) : [])),
  );
  expect(levelY).toBeGreaterThan(PLOT_MARGIN.top + 12);
  expect(name.y + 6).toBeLessThanOrEqual(levelY);
  expect(name.y - 6).toBeGreaterThanOrEqual(PLOT_MARGIN.top);
  // The warm-up is the first quarter of the time.
  expect(name.left).toBeGreaterThanOrEqual(200);
  expect(overlapsOf(textBoxes())).toEqual([]);
});

test('steps: the grid has the values that a line can have, and those near each other share no numbers', () => {
  const { canvas, texts, strokes, textBoxes } = fakeCanvas(700, 190);
  const values = line(0);
  const rows = [row([{ ...values, value: () => 1_750 }])];
  new PlotView(canvas).draw({ ...model, nowSeconds: 20, rows, steps: [235, 240, 1_050, 1_750, 9_000] });
  expect(texts()).toEqual(expect.arrayContaining(['0', '240', '1\u202f050', '1\u202f750']));
  for (const absent of ['235', '500']) expect(texts()).not.toContain(absent);
  expect(overlapsOf(textBoxes())).toEqual([]);
  // The one without a number has its line too.
  const yOf = (text: string) =>
    Number(strokes.find(({ what, values: [words] }) => what === 'fillText' && words === text)!.values[2]);
  const lineY = yOf('240') + ((yOf('240') - yOf('1\u202f750')) * (240 - 235)) / (1_750 - 240);
  const levels = strokes.filter(({ what, values: [x] }) => what === 'lineTo' && Number(x) > 300);
  expect(levels.some(({ values: [, y] }) => Math.abs(Number(y) - lineY) < 1)).toBe(true);
});

describe('the words beside a point', () => {
  /** The value of each tenth of a second up to 20 s, on an axis that ends at 100. */
  const curve = (lane: number, value: (seconds: number) => number): PlotLine => ({
    ...line(lane),
    rowCount: 200,
    value: (index) => value((index + 1) / 10),
  });
  const [top, bottom] = [PLOT_MARGIN.top, 240 - PLOT_MARGIN.bottom];
  /** The words, whether they are before the point, and whether a curve goes through them. */
  const annotated = (lines: readonly PlotLine[], more: Partial<PlotRow> = {}) => {
    const annotation = {
      lane: 0,
      classIndex: undefined,
      seconds: 10,
      value: 80,
      colour: 'black',
      text: '20 → 80',
      isPeak: false,
    };
    const { canvas, textBoxes } = fakeCanvas(700, 240);
    const view = new PlotView(canvas);
    const rows = [{ ...row(lines), ...more }];
    view.draw({ ...model, settledSeconds: undefined, maxValue: 100, nowSeconds: 20, rows, annotation });
    expect(overlapsOf(textBoxes())).toEqual([]);
    const { box: words } = view.scene!.texts.find(({ mark }) => mark.key === 'annotation')!;
    const [from, until] = [words.left, words.right].map((x) => view.timeAt(x, [0, 20])!) as [number, number];
    const y = (value: number) => bottom - (value / 100) * (bottom - top);
    const isOnCurve = lines.some(({ rowCount, timeSeconds, value }) =>
      Array.from({ length: rowCount }, (_, index) => index)
        .filter((index) => timeSeconds(index) >= from && timeSeconds(index) <= until)
        .some((index) => y(value(index)) > words.top && y(value(index)) < words.bottom),
    );
    return { words, isBefore: words.right < placeOf(view, 10), isOnCurve, isBelow: words.top > y(80) };
  };
  const rising = curve(0, (seconds) => (seconds < 9.95 ? 20 : 80));

  test('are before a high step, at the middle of its height, unless something crosses them', () => {
    const { words, isBefore } = annotated([rising]);
    expect(isBefore).toBe(true);
    expect(Math.abs((words.top + words.bottom) / 2 - (top + bottom) / 2)).toBeLessThan(12);
    expect(annotated([rising, curve(1, () => 50)]).isBefore).toBe(false);
    expect(annotated([rising], { references: [{ symbol: 'C', value: 50, lane: undefined }] }).isBefore).toBe(false);
  });

  test('are not beside a low step, and on no curve where another place is free', () => {
    expect(annotated([curve(0, (seconds) => (seconds < 9.95 ? 78 : 80))]).isBefore).toBe(false);
    // The other curve goes through the place at the step, and through that below the point, at its right or at its
    // left.
    const crossesRight = curve(1, (seconds) => (seconds > 10 && seconds < 13 ? 74 : 50));
    expect(annotated([rising, crossesRight])).toMatchObject({ isBefore: true, isBelow: true, isOnCurve: false });
    const crossesLeft = curve(1, (seconds) => (seconds < 10 && Math.round(10 * seconds) % 2 === 0 ? 74 : 50));
    expect(annotated([rising, crossesLeft])).toMatchObject({ isBefore: false, isBelow: true, isOnCurve: false });
  });
});

test.each([153, 200])('in low strips, the words beside a peak leave the curve free: %i px', (height) => {
  // 95 and once 108, on an axis that ends at 150.
  const value = (index: number) => (index === 60 ? 108 : 95);
  const rows = [0, 1, 2, 3].map((lane) => ({ ...row([{ ...line(lane), value, mean: 95 }]), isStrip: true }));
  const annotation = {
    lane: 0,
    classIndex: undefined,
    seconds: 6.1,
    value: 108,
    colour: 'black',
    text: 'longest 108 ms',
    isPeak: true,
  };
  const view = new PlotView(fakeCanvas(600, height).canvas);
  view.draw({ ...model, settledSeconds: undefined, maxValue: 150, hasOneScale: true, rows, annotation });
  const words = view.scene!.texts.find(({ mark }) => mark.key === 'annotation')!;
  // There are 5 px between two strips.
  const stripHeight = (height - PLOT_MARGIN.top - PLOT_MARGIN.bottom + 5) / 4 - 5;
  expect(words.box.top).toBeGreaterThan(PLOT_MARGIN.top + (1 - 95 / 150) * stripHeight);
});

describe('the references beside the axis', () => {
  const written = (reference: Partial<PlotReference>) => {
    const { canvas, textBoxes } = fakeCanvas(400, 190);
    const references = [{ symbol: 'full', value: 7, lane: undefined, ...reference }];
    new PlotView(canvas).draw({ ...model, rows: [{ ...row([line(0)]), references }] });
    expect(overlapsOf(textBoxes())).toEqual([]);
    return textBoxes().filter(({ left, y }) => left < 300 && y > PLOT_MARGIN.top && y < 190 - PLOT_MARGIN.bottom);
  };

  test('have their symbol, their value, and the letter of their lane', () => {
    expect(written({}).map(({ text }) => text)).toEqual(expect.arrayContaining(['full', '7']));
    expect(written({ lane: 2 }).map(({ text }) => text)).toEqual(expect.arrayContaining(['C', 'full', '7']));
  });

  test('with a name have one text: the name, the symbol and the value', () => {
    const { canvas, texts } = fakeCanvas(500, 190);
    const references = [{ symbol: 'C/3', value: 12, name: 'equal share', lane: undefined }];
    new PlotView(canvas).draw({ ...model, rows: [{ ...row([line(0)]), references }] });
    expect(texts()).toContain('equal share C/3: 12');
    expect(texts()).not.toContain('C/3');
  });
});
