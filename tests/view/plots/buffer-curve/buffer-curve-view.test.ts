/** The plot of one figure against the size of the buffer. */
import { beforeAll, expect, test } from 'vitest';
import { required } from '../../../../src/shared/required.ts';
import { curveCrossing, meanAtSize, sizeReaching } from '../../../../src/view/plots/buffer-curve/buffer-curve-model.ts';
import { BufferCurveView } from '../../../../src/view/plots/buffer-curve/buffer-curve-view.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../../fake-canvas.ts';

beforeAll(stubBrowser);

const curves = {
  lanes: [
    {
      lane: 0,
      name: 'DropTail',
      points: [
        { size: 0, mean: 50, ci95: 0 },
        { size: 100, mean: 100, ci95: 0 },
      ],
      size: 50,
      value: 75,
    },
  ],
  figureText: 'link busy (%)',
  sizeUnit: 'packets',
  isPercent: true,
  yardstick: { name: 'goal', value: 90, isGoal: true },
  namedSizes: [{ name: 'BDP', size: 100 }],
  seedCount: 15,
};

/** The middles of the rings of runs, px. */
function ringsOf({ strokes }: ReturnType<typeof fakeCanvas>): number[][] {
  return strokes
    .filter(({ what, values }) => what === 'arc' && values[2] === 4)
    .map(({ values: [x, y] }) => [Number(x), Number(y)]);
}

test('a run with the figure of its curve stands on it with its number, and the goal is at its height', () => {
  const fake = fakeCanvas(400, 200);
  new BufferCurveView(fake.canvas).draw({ ...curves, yardstick: { ...curves.yardstick, isGoal: false } });
  const [[x = 0, y = 0] = []] = ringsOf(fake);
  // The curve goes from its first point to its last one, and the run is in the middle.
  const [start, end] = fake.strokes.filter(({ what }) => what === 'lineTo').slice(-2);
  expect([x, y]).toEqual([0, 1].map((axis) => (Number(start!.values[axis]) + Number(end!.values[axis])) / 2));
  const goalY = Number(
    fake.strokes.find(({ what, values }) => what === 'fillText' && values[0] === 'goal 90')?.values[2],
  );
  const heights = [Number(start!.values[1]), Number(end!.values[1])] as const;
  expect((heights[0] - goalY) / (heights[0] - heights[1])).toBeCloseTo((90 - 50) / (100 - 50), 9);
  expect(fake.texts()).toEqual(expect.arrayContaining(['buffer (packets)', 'this run 75.0 %', 'BDP = 100']));
  expect(overlapsOf(fake.textBoxes())).toEqual([]);
});

test('without a curve it says so, and a run without a figure has a dot with the mean at its size', () => {
  const { canvas, strokes, texts } = fakeCanvas(400, 200);
  const view = new BufferCurveView(canvas);
  const lanes = curves.lanes.map((lane) => ({ ...lane, size: 20, value: Number.NaN }));
  view.draw({ ...curves, yardstick: undefined, lanes });
  expect(strokes.filter(({ what, values }) => what === 'arc' && values[2] === 3)).toHaveLength(1);
  expect(texts()).toContain('60.0 %');
  expect(texts().join()).not.toContain('this run');
  view.draw(undefined);
  expect(texts()).toContain('No curve is stored for this scenario');
});

test('the name of a size is over its line, or beside it if there is no room', () => {
  const nameY = (figureText: string) => {
    const { canvas, textBoxes } = fakeCanvas(400, 200);
    new BufferCurveView(canvas).draw({ ...curves, figureText, namedSizes: [{ name: 'BDP', size: 50 }] });
    return textBoxes().find(({ text }) => text === 'BDP = 50')!.y;
  };
  expect(nameY('busy (%)')).toBeLessThan(20);
  expect(nameY('the share of the time in which it is busy (%)')).toBeGreaterThan(100);
});

test('between two points, the curve and the size that reaches a value lie on the line', () => {
  const points = [
    { size: 10, mean: 40, ci95: 0 },
    { size: 20, mean: 95, ci95: 0 },
    { size: 30, mean: 80, ci95: 0 },
    { size: 50, mean: 100, ci95: 0 },
  ];
  expect(meanAtSize(points, 40)).toBe(90);
  expect([10, 20, 50].map((size) => meanAtSize(points, size))).toEqual([40, 95, 100]);
  expect([5, 60].map((size) => meanAtSize(points, size))).toEqual([Number.NaN, Number.NaN]);
  // It is above 90 at 20 too, but it falls below again.
  expect(sizeReaching(points, 90)).toBe(40);
  expect([30, 101].map((value) => sizeReaching(points, value))).toEqual([undefined, undefined]);
});

test('two curves that cross once have a mark there, with the lane that is higher below this size', () => {
  const pointsOf = (means: readonly number[]) => means.map((mean, index) => ({ size: 20 * index, mean, ci95: 0 }));
  const [steep, flat] = [pointsOf([40, 60, 80, 100]), pointsOf([50, 60, 70, 80])];
  // 40 + size and 50 + size/2 are equal at 20; the points there are equal too.
  expect(curveCrossing(steep, flat)).toEqual({ size: 20, mean: 60, isSecondFirst: true });
  expect(curveCrossing(flat, steep)).toEqual({ size: 20, mean: 60, isSecondFirst: false });
  expect(curveCrossing(steep, pointsOf([0, 10, 20, 30]))).toBeUndefined();
  expect(curveCrossing(steep, pointsOf([50, 50, 90, 90]))).toBeUndefined();
  const textsOf = (width: number, isGoal = true) => {
    const { canvas, texts, textBoxes } = fakeCanvas(width, 200);
    const lanes = [steep, flat].map((points, lane) => ({ ...curves.lanes[0]!, lane, points }));
    new BufferCurveView(canvas).draw({ ...curves, lanes, yardstick: { ...curves.yardstick, isGoal } });
    expect(overlapsOf(textBoxes())).toEqual([]);
    return texts();
  };
  expect(textsOf(900)).toContain('B is higher below 20 packets');
  expect(textsOf(500)).toEqual(expect.arrayContaining(['B is higher', 'below 20 packets']));
  expect(textsOf(900, false).join()).not.toContain('leads');
});

test('the size at the goal, and the figure of the run', () => {
  const { canvas, strokes, texts, textBoxes } = fakeCanvas(600, 200);
  const later = {
    lane: 1,
    name: 'RED',
    size: 50,
    value: 60,
    points: [0, 100].map((size) => ({ size, mean: size, ci95: 0 })),
  };
  new BufferCurveView(canvas).draw({ ...curves, lanes: [...curves.lanes, later] });
  // The first curve is 50 + size/2, the second is the size: 90 at 80 and at 90.
  expect(texts()).toEqual(expect.arrayContaining(['mean 90 % from 80 packets', '90 packets']));
  // The heads of the lanes have the figures of the runs.
  expect(texts().filter((text) => text.startsWith('this run'))).toEqual(['this run: 50 packets']);
  expect(texts()).toContain('dots: mean of 15 seeds · ○ this run, one seed');
  // The second label has room for its size only, beside its line.
  const [first, second] = ['mean 90 % from 80 packets', '90 packets'].map(
    (words) => textBoxes().find(({ text }) => text === words)!,
  );
  // Each label is at its own line, and the line of the other lane crosses neither.
  const [firstX, secondX] = strokes
    .filter(({ what, values }) => what === 'arc' && values[2] === 3.5)
    .map(({ values }) => Number(values[0]))
    .sort((a, b) => a - b) as [number, number];
  expect(first!.right).toBeLessThan(firstX);
  expect(second!.left).toBeGreaterThan(secondX);
  expect(first!.y).toBe(second!.y);
});

test('runs beside their means have a line to the curve', () => {
  const fake = fakeCanvas(400, 200);
  const run = required(curves.lanes[0]);
  const lanes = [0, 1].map((lane) => ({ ...run, lane, value: 95 }));
  new BufferCurveView(fake.canvas).draw({ ...curves, yardstick: undefined, lanes });
  const rings = ringsOf(fake);
  const [first = [], second = []] = rings;
  expect(first).toEqual(second);
  expect(overlapsOf(fake.textBoxes())).toEqual([]);
  // A line goes from the middle of each ring to the curve.
  const paths = fake.strokes
    .filter(({ what }) => what === 'moveTo' || what === 'lineTo')
    .map(({ values }) => values as number[]);
  const [from = [], to = []] = paths.filter((point) => point[0] === first[0]);
  expect(from[1]).toBe(first[1]);
  expect(to[1]).toBeGreaterThan(first[1]!);
});

test('the letter and the number of a run are beside its ring, and cover neither a curve nor an interval', () => {
  const fake = fakeCanvas(600, 200);
  // Right beside the ring, an interval is in the way.
  const points = [0, 54, 100].map((size) => ({ size, mean: 90, ci95: size === 54 ? 8 : 0 }));
  const lanes = curves.lanes.map((lane) => ({ ...lane, points, value: 96 }));
  new BufferCurveView(fake.canvas).draw({ ...curves, yardstick: undefined, namedSizes: [], lanes });
  const [[x = 0, y = 0] = []] = ringsOf(fake);
  const number = required(fake.textBoxes().find(({ text }) => text === 'this run 96.0 %'));
  const badge = fake.strokes.find(({ what, values }) => what === 'roundRect' && Number(values[0]) < number.left - 10);
  const left = Number(badge?.values[0]);
  expect(number.left - left).toBe(17);
  expect(Math.min(Math.abs(left - x), Math.abs(number.right - x))).toBeLessThan(20);
  expect(Math.abs(number.y - y)).toBeLessThan(20);
  const covers = (fromY: number, toY: number) => fromY < number.y + 7 && toY > number.y - 7;
  const steps = fake.strokes.filter(({ what }) => what === 'moveTo' || what === 'lineTo');
  const segments = steps.slice(1).map(({ values: to }, index) => [steps[index]!.values, to] as [number[], number[]]);
  const intervals = segments.filter(([from, to]) => from[0] === to[0] && from[0]! > left && from[0]! < number.right);
  expect(intervals.filter(([from, to]) => covers(to[1]!, from[1]!))).toEqual([]);
  // All means are 90, so the curve is level.
  const curveY = required(
    segments.find(([from, to]) => from[1] === to[1] && from[0] !== to[0] && to[0]! - from[0]! > 100),
  )[0][1]!;
  expect(covers(curveY, curveY)).toBe(false);
});

test('several runs have one label with the size of their buffer, beside a ring or at the axis, and it covers no curve', () => {
  const labelAt = (width: number, means: readonly number[]) => {
    const fake = fakeCanvas(width, 200);
    const run = required(curves.lanes[0]);
    const lanes = [98, 82].map((value, lane) => ({
      ...{ ...run, lane, value },
      points: means.map((mean, index) => ({ size: 25 * index, mean, ci95: 0 })),
    }));
    new BufferCurveView(fake.canvas).draw({ ...curves, yardstick: undefined, namedSizes: [], lanes });
    const [label, ...others] = fake.textBoxes().filter(({ text }) => text.startsWith('this run'));
    expect(others).toEqual([]);
    expect(overlapsOf(fake.textBoxes())).toEqual([]);
    return { label: required(label), rings: ringsOf(fake) };
  };
  const { label, rings } = labelAt(500, [40, 50, 60, 70, 80]);
  expect(label.text).toBe('this run: 50 packets');
  expect(Math.min(...rings.map(([, y = 0]) => Math.abs(y - label.y)))).toBeLessThan(20);
  // At the narrow width, it has no room beside the upper ring and the words of the axis.
  expect(labelAt(240, [40, 50, 60, 70, 80]).label.y).toBeGreaterThan(20);
});

test('without visible intervals the measured means are dots, otherwise they have whiskers', () => {
  const dotsOf = (ci95: number) => {
    const { canvas, strokes, texts } = fakeCanvas(700, 200);
    const lanes = curves.lanes.map((lane) => ({
      ...lane,
      points: lane.points.map((point) => ({ ...point, ci95 })),
    }));
    new BufferCurveView(canvas).draw({ ...curves, lanes });
    return {
      count: strokes.filter(({ what, values }) => what === 'arc' && values[2] === 2).length,
      meaning: texts().find((text) => text.includes('mean of 15 seeds')),
    };
  };
  expect(dotsOf(0)).toEqual({ count: 2, meaning: 'dots: mean of 15 seeds · ○ this run, one seed' });
  expect(dotsOf(10).count).toBe(0);
  expect(dotsOf(10).meaning).toContain('curve: mean of 15 seeds · whiskers: 95 % interval');
});

test('the names of lanes are not at the end of the line of the goal', () => {
  const { canvas, strokes, textBoxes } = fakeCanvas(600, 200);
  const lanes = [100, 96].map((mean, lane) => ({
    ...{ lane, name: ['SHB', 'ABD'][lane] ?? '', size: 50, value: 80 },
    points: [0, 100].map((size) => ({ size, mean: size === 0 ? 40 : mean, ci95: 0 })),
  }));
  new BufferCurveView(canvas).draw({ ...curves, namedSizes: [], lanes });
  const goalY = Number(strokes.find(({ what, values }) => what === 'fillText' && values[0] === 'goal 90')?.values[2]);
  const names = textBoxes().filter(({ text }) => text === 'SHB' || text === 'ABD');
  expect(names).toHaveLength(2);
  for (const { y } of names) expect(Math.abs(y - goalY)).toBeGreaterThanOrEqual(9);
  expect(Math.abs(names[0]!.y - names[1]!.y)).toBeGreaterThanOrEqual(16);
});

test('a run with other changes than the size of its buffer: the curve is that of the scenario, without means beside the run', () => {
  const { canvas, texts } = fakeCanvas(600, 200);
  new BufferCurveView(canvas).draw(curves, true);
  expect(texts()).toContain('curve: the scenario without your changes, mean of 15 seeds');
  expect(texts().join()).not.toContain('at 50 packets');
});
