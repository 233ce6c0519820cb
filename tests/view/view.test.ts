/** The decisions of the drawings before they draw. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadLabels } from '../../src/scene/spread-labels.ts';
import { formatAmount, formatNumber } from '../../src/shared/number-text.ts';
import { panSpan, shownSpan, zoomSpan } from '../../src/ui/plots/plot-span.ts';
import { drawText } from '../../src/view/draw/pen.ts';
import { linearScale, roundUpAxisEnd } from '../../src/view/draw/scale.ts';
import { nearestGrip } from '../../src/view/draw/threshold-drag.ts';
import { sharedLabels } from '../../src/view/plots/moment-labels.ts';
import { firstRowFrom, lineValueAt } from '../../src/view/plots/plot-model.ts';
import { nextLevelOfDetail } from '../../src/view/queue/level-of-detail.ts';
import { fakeCanvas } from './fake-canvas.ts';

describe('level of detail', () => {
  test('packets give way to streaks above some twenty a second, and to density where a packet has no room', () => {
    expect(nextLevelOfDetail('packets', 10, 8)).toBe('packets');
    expect(nextLevelOfDetail('packets', 30, 8)).toBe('streaks');
    expect(nextLevelOfDetail('packets', 10, 2)).toBe('density');
    expect(nextLevelOfDetail('density', 30, 8)).toBe('streaks');
  });

  test('it does not switch back and forth', () => {
    expect(nextLevelOfDetail('packets', 20, 8)).toBe('packets');
    expect(nextLevelOfDetail('streaks', 20, 8)).toBe('streaks');
  });
});

describe('scales', () => {
  test('from value to place and back', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (value) => {
        const scale = linearScale(-100, 100, 44, 300);
        expect(scale.invert(scale(value))).toBeCloseTo(value, 9);
      }),
    );
    expect(linearScale(3, 3, 0, 10).invert(5)).toBe(3);
  });

  test.each([
    [7.3, 4, 8],
    [10, 4, 10],
    [0.07, 4, 0.08],
    [123, 4, 150],
  ])('%d is rounded up to %d steps: %d', (highest, count, rounded) => {
    expect(roundUpAxisEnd(highest, count)).toBeCloseTo(rounded, 12);
  });
});

describe('plots', () => {
  const line = {
    rowCount: 5,
    timeSeconds: (row: number) => (row + 1) / 10,
    value: (row: number) => row * 10,
  };

  test('the value at a time is that of the window in which it lies', () => {
    expect([0, 0.05, 0.1, 0.11, 0.5].map((at) => lineValueAt(line, at))).toEqual([0, 0, 0, 10, 40]);
    expect(lineValueAt(line, 0.51)).toBeNaN();
    expect(firstRowFrom(line, 0.25)).toBe(2);
  });

  test('labels do not cover one another and stay inside', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 14 }), (heights) => {
        const placed = spreadLabels(
          heights.map((y) => ({ y })),
          8,
          200,
          13,
        ).map(({ y }) => y);
        const sorted = [...placed].sort((one, other) => one - other);
        for (const [index, y] of sorted.entries()) {
          expect(y).toBeLessThanOrEqual(200 + 1e-9);
          if (index > 0) expect(y - (sorted[index - 1] as number)).toBeGreaterThan(13 - 1e-9);
        }
      }),
    );
  });

  test('the span follows the run, or stays as chosen', () => {
    expect(shownSpan('last', 0.3, 60)).toEqual([0, 2]);
    expect(shownSpan('last', 5, 60)).toEqual([0, 5]);
    expect(shownSpan('last', 5.2, 60)).toEqual([0, 6]);
    expect(shownSpan('last', 20, 60)).toEqual([0, 20]);
    expect(shownSpan('last', 42, 60)).toEqual([22, 42]);
    expect(shownSpan('last', 9.8, 9.9)).toEqual([0, 9.9]);
    expect(shownSpan('whole', 5, 60)).toEqual([0, 5]);
    expect(shownSpan('whole', 5.1, 60)).toEqual([0, 10]);
    expect(shownSpan('whole', 46, 60)).toEqual([0, 50]);
    expect(shownSpan('whole', 56, 60)).toEqual([0, 60]);
    // After a step back, the known values stay in sight.
    expect(shownSpan('whole', 5, 60, 31)).toEqual([0, 35]);
    expect(shownSpan('whole', 0, 60)).toEqual([0, 5]);
    expect(shownSpan({ from: 3, to: 4 }, 42, 60)).toEqual([3, 4]);
  });

  test('zooming keeps the time under the pointer, inside the run', () => {
    expect(zoomSpan(0, 20, 10, 0.5, 60)).toEqual({ from: 5, to: 15 });
    expect(zoomSpan(0, 20, 0, 0.5, 60)).toEqual({ from: 0, to: 10 });
    expect(zoomSpan(10, 50, 30, 2, 60)).toBe('whole');
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 50, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (from, factor) => {
          const span = zoomSpan(from, from + 10, from + 3, factor, 60);
          if (span === 'whole' || span === 'last') return;
          expect(span.from).toBeGreaterThanOrEqual(0);
          expect(span.to).toBeLessThanOrEqual(60 + 1e-9);
        },
      ),
    );
    expect(panSpan(50, 60, 5, 60)).toEqual({ from: 50, to: 60 });
    expect(panSpan(5, 10, -9, 60)).toEqual({ from: 0, to: 5 });
  });
});

test('the nearest grip within reach is taken', () => {
  const grips = [
    { parameter: 'low', position: 100 },
    { parameter: 'high', position: 110 },
  ];
  expect(nearestGrip(grips, 104)?.parameter).toBe('low');
  expect(nearestGrip(grips, 106)?.parameter).toBe('high');
  expect(nearestGrip(grips, 130)).toBeUndefined();
});

test('numbers have three significant digits, and counts have all their digits', () => {
  expect([12_345.6, 123.4, 12.34, 1.234, 0.1234].map(formatNumber)).toEqual([
    '12\u202f346',
    '123',
    '12.3',
    '1.23',
    '0.123',
  ]);
  expect(formatNumber(Number.NaN)).toBe('–');
  expect([12, 4_500, 83.333].map(formatAmount)).toEqual(['12', '4\u202f500', '83.3']);
});

test('moments of one kind share a label with the letters of their lanes if two have no room side by side', () => {
  const full = (lane: number) => ({ lane, label: 'buffer full', symbol: undefined });
  const all = [full(2), full(0), { lane: 1, label: 'first drop', symbol: undefined }, full(1)];
  const places = [60, 70, 75, 200];
  const shown = all.map((moment, index) => ({ moment, index, x: places[index]! }));
  const labels = sharedLabels(shown, (_, laneCount) => 20 + 17 * laneCount);
  expect(labels.map(({ index, lanes }) => [index, lanes])).toEqual([
    // Each lane keeps its place.
    [
      0,
      [
        { lane: 2, x: 60 },
        { lane: 0, x: 70 },
      ],
    ],
    [2, [{ lane: 1, x: 75 }]],
    [3, [{ lane: 1, x: 200 }]],
  ]);
});

test('no line goes through a text on its ground', () => {
  const theme = { text: 'text', muted: 'muted', grid: 'grid', surface: 'surface', raised: 'raised', isDark: false };
  const { canvas, strokes } = fakeCanvas(200, 100);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  for (const [align, from] of [
    ['left', 100],
    ['right', 40],
    ['center', 70],
  ] as const) {
    strokes.length = 0;
    drawText({ context, theme }, 'ten letter', 100, 50, { align, hasGround: true });
    expect(strokes.map(({ what }) => what)).toEqual(['fillRect', 'fillText']);
    const [left, , wide] = (strokes[0]?.values ?? []).map(Number) as [number, number, number];
    expect(left).toBeLessThanOrEqual(from);
    expect(left + wide).toBeGreaterThanOrEqual(from + 60);
  }
});
