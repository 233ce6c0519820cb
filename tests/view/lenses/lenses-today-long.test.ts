/** The lenses of today's policies: their texts for a given state, worked by hand. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../../src/engine/contract/policy-tables.ts';
import {
  DEPARTURE_STRIDE,
  DepartureColumn,
  FLOW_RATE_STRIDE,
  type Frame,
  IN_SERVICE_STRIDE,
  InServiceColumn,
  MAX_DROP_OR_MARK_ROWS,
  VERDICT_STRIDE,
  VerdictColumn,
} from '../../../src/engine/frame/frame.ts';
import { cake } from '../../../src/policies/packets/cake.ts';
import { cakeParts } from '../../../src/policies/packets/cake-parts.ts';
import { codel } from '../../../src/policies/packets/codel.ts';
import { dualPi2 } from '../../../src/policies/packets/dualpi2.ts';
import { fqCodel } from '../../../src/policies/packets/fq-codel.ts';
import { pie } from '../../../src/policies/packets/pie.ts';
import { runOfPreset, scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { ClockLens } from '../../../src/view/lenses/clock-lens.ts';
import { ControllerLens } from '../../../src/view/lenses/controller-lens.ts';
import { CouplingLens } from '../../../src/view/lenses/coupling-lens.ts';
import type { Lens, LensModel } from '../../../src/view/lenses/lens-model.ts';
import { TurnsLens } from '../../../src/view/lenses/turns-lens.ts';
import { fakeCanvas, overlapsOf, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** A lane of the home link whose policy has these signals, by id, after 3 s. */
function model(
  policy: PolicyDefinition,
  signals: Readonly<Record<string, number>>,
  values: Readonly<Record<string, number | string>>,
  frame: Partial<Frame> = {},
): LensModel {
  const { description } = openRun({ scenario: findPreset('home-bufferbloat')!, policy: policy.id, seed: 1 });
  const given = policy.hints.signals.map(({ id }) => signals[id] ?? 0);
  const lane = {
    frame: {
      timeNs: 3e9,
      signals: Float64Array.from(given),
      buffers: new Float64Array(),
      flows: new Float64Array(),
      refusals: new Float64Array(),
      policyValues: {},
      lastEditNs: {},
      ...frame,
    } as Frame,
    description,
    series: { rowCount: 0, at: () => Number.NaN },
    values,
  };
  return {
    ...lane,
    lanes: () => [lane],
    curve: undefined,
    dropProbability: undefined,
    decisions: () => [],
    departures: new Float64Array(),
    requestedPacket: undefined,
    focus: undefined,
    lens: policy.hints.lens,
  };
}

function drawn(make: (canvas: HTMLCanvasElement) => Lens, shown: LensModel, width = 640) {
  const { canvas, texts, strokes, textBoxes } = fakeCanvas(width, 180);
  make(canvas).draw(shown);
  return { texts: texts(), strokes, textBoxes };
}

describe('the clock of CoDel', () => {
  const values = { targetMs: 5, intervalMs: 100 };
  const clock = (signals: Record<string, number>) =>
    drawn((canvas) => new ClockLens(canvas), model(codel, signals, values));

  test('the word of the target is before the circle, also in a narrow lens', () => {
    const { canvas, strokes, textBoxes } = fakeCanvas(304, 180);
    new ClockLens(canvas).draw(model(codel, { sojourn: 20, above: 250, count: 4, next: 12.5 }, values));
    const target = textBoxes().find(({ text }) => text === 'target 5')!;
    const [middleX, , radius] = strokes
      .filter(({ what }) => what === 'arc')
      .map(({ values: arc }) => arc.map(Number))[0]!;
    expect(target.right).toBeLessThan(middleX! - radius!);
  });

  test('in the dropping state a turn is interval / sqrt(count)', () => {
    const { texts, strokes } = clock({ sojourn: 20, above: 250, count: 4, next: 12.5 });
    expect(texts).toEqual(
      expect.arrayContaining([
        'next drop or mark in 12.5 ms',
        'full turn: 50.0 ms · 4 so far',
        'target 5',
        'interval 100 ms',
      ]),
    );
    // Three quarters of the turn are over: the hand is a quarter turn before noon.
    const arc = strokes.find(({ what }) => what === 'arc')?.values as number[];
    expect(arc[4]).toBeCloseTo(-Math.PI / 2 + 0.75 * 2 * Math.PI, 12);
  });

  test('before the first drop it is the interval', () => {
    const { texts, strokes } = clock({ sojourn: 20, above: 40 });
    expect(texts).toEqual(expect.arrayContaining(['above target for 40.0 ms', 'full turn, 100 ms: first drop']));
    const arc = strokes.find(({ what }) => what === 'arc')?.values as number[];
    expect(arc[4]).toBeCloseTo(-Math.PI / 2 + 0.4 * 2 * Math.PI, 12);
  });

  test('one interval is a bar on the axis of time that ends now', () => {
    const { strokes } = clock({ sojourn: 2 });
    const ends = strokes.filter(({ what, values: [, y] }) => what === 'moveTo' && y === 23).map(({ values: [x] }) => x);
    // The axis has 1 s from 44 px to 430 px, and begins at 2 s: the interval is from 2.9 to 3 s.
    expect(ends).toEqual([expect.closeTo(44 + 0.9 * 386, 9), 430]);
  });

  test('after a jump, the line goes through the samples between the two drawings', () => {
    const shown = model(codel, { sojourn: 8, above: 20 }, values);
    const description = { ...shown.description, sampleNs: 0.02e9 };
    // Every tenth sample is high.
    const at = (row: number, column: number) => (column === 0 ? (row + 1) * 0.02e9 : row % 10 === 0 ? 40 : 8);
    const { canvas, strokes } = fakeCanvas(640, 180);
    const lens = new ClockLens(canvas);
    const atSecond = (seconds: number): LensModel => ({
      ...shown,
      frame: { ...shown.frame, timeNs: seconds * 1e9 },
      description,
      series: { rowCount: Math.round(seconds / 0.02), at },
    });
    lens.draw(atSecond(2.5));
    strokes.length = 0;
    lens.draw(atSecond(3));
    const jumped = strokes.map(({ what, values: given }) => [what, ...given]);
    strokes.length = 0;
    const { canvas: other, strokes: first } = fakeCanvas(640, 180);
    new ClockLens(other).draw(atSecond(3));
    expect(jumped.filter(([what]) => what === 'lineTo').length).toBeGreaterThan(40);
    expect(jumped).toEqual(first.map(({ what, values: given }) => [what, ...given]));
  });

  test('samples that are far apart are dots without a line, and dense ones are a line', () => {
    const withSamples = (sampleNs: number) => {
      const shown = model(codel, { sojourn: 8, above: 20 }, values);
      const rowCount = Math.round(3e9 / sampleNs);
      const series = { rowCount, at: (row: number, column: number) => (column === 0 ? (row + 1) * sampleNs : 8) };
      const description = { ...shown.description, sampleNs };
      return drawn((canvas) => new ClockLens(canvas), { ...shown, series, description });
    };
    const dotCount = ({ strokes }: ReturnType<typeof drawn>) =>
      strokes.filter(({ what, values: [, , radius] }) => what === 'arc' && radius === 2.5).length;
    const sparse = withSamples(0.5e9);
    expect(sparse.texts).toContain('• every 0.5 s');
    // The samples at 2 and 2.5 s; the drawing itself is the point at 3 s.
    expect(dotCount(sparse)).toBe(2);
    const dense = withSamples(0.02e9);
    expect(dense.texts.filter((text) => text.startsWith('•'))).toEqual([]);
    expect(dotCount(dense)).toBe(0);
  });

  /** Rows of refusals: time and arrival, s, and the verdict. */
  const refusals = (rows: readonly (readonly [timeS: number, arrivedS: number, verdict: 'drop' | 'mark'])[]) => {
    const { reasons } = model(codel, {}, values).description;
    const table = new Float64Array(rows.length * VERDICT_STRIDE);
    for (const [row, [timeS, arrivedS, verdict]] of rows.entries()) {
      table[row * VERDICT_STRIDE + VerdictColumn.timeNs] = timeS * 1e9;
      table[row * VERDICT_STRIDE + VerdictColumn.arrivedNs] = arrivedS * 1e9;
      table[row * VERDICT_STRIDE + VerdictColumn.reason] = reasons.findIndex((reason) => reason.verdict === verdict);
    }
    return table;
  };

  test('below the target it has no circle, and says how long ago the last drop or mark at the head was', () => {
    const circlesOf = (signals: Record<string, number>) =>
      clock(signals).strokes.filter(({ what, values: arc }) => what === 'arc' && Number(arc[2]) > 10).length;
    expect([circlesOf({ sojourn: 2 }), circlesOf({ sojourn: 20, above: 40 })]).toEqual([0, 2]);
    expect(clock({ sojourn: 2 }).texts).toEqual(expect.arrayContaining(['no drop is due', 'no drop', 'so far']));
    const rows = [
      [2.5, 2.49, 'drop'],
      // The full buffer dropped the last packet at its arrival.
      [2.9, 2.9, 'drop'],
      [0.5, 0.4, 'mark'],
    ] as const;
    const idle = model(codel, { sojourn: 2 }, values, { refusals: refusals(rows) });
    expect(drawn((canvas) => new ClockLens(canvas), idle).texts).toEqual(
      expect.arrayContaining(['last drop', '0.500 s ago', '× drop']),
    );
    // Drops of the full buffer alone: there may have been an earlier one at the head.
    const full = model(codel, { sojourn: 2 }, values, { refusals: refusals([[2.9, 2.9, 'drop']]) });
    expect(drawn((canvas) => new ClockLens(canvas), full).texts).not.toContain('so far');
    const running = model(codel, { sojourn: 20, above: 40 }, values, { refusals: refusals(rows) });
    expect(drawn((canvas) => new ClockLens(canvas), running).texts).not.toContain('last drop');
  });

  test('it says that only the newest marks are drawn if a frame has no more of the shown time', () => {
    const keyOf = (count: number, firstS: number) => {
      const marks = Array.from({ length: count }, (_, mark) => {
        const timeS = firstS + (mark * (3 - firstS)) / count;
        return [timeS, timeS - 0.02, 'mark'] as const;
      });
      const marked = model(codel, { sojourn: 20, above: 40 }, values, { refusals: refusals(marks) });
      return drawn((canvas) => new ClockLens(canvas), marked).texts.find((text) => text.includes('○'));
    };
    expect(keyOf(MAX_DROP_OR_MARK_ROWS, 2.5)).toContain(`○ newest ${MAX_DROP_OR_MARK_ROWS} marks`);
    expect(keyOf(MAX_DROP_OR_MARK_ROWS - 1, 2.5)).toMatch(/○ mark$/);
    // The oldest mark is older than the shown second, so all marks of this second are drawn.
    expect(keyOf(MAX_DROP_OR_MARK_ROWS, 1)).toMatch(/○ mark$/);
  });

  test('known packets of more than half of the shown time are dots in place of far samples', () => {
    const withPackets = (firstS: number) => {
      const shown = model(codel, { sojourn: 8, above: 20 }, values);
      const count = Math.round((3 - firstS) / 0.02);
      const departures = new Float64Array(count * DEPARTURE_STRIDE);
      for (let row = 0; row < count; row++) {
        departures[row * DEPARTURE_STRIDE + DepartureColumn.timeNs] = (firstS + 0.02 * row) * 1e9;
        departures[row * DEPARTURE_STRIDE + DepartureColumn.arrivedNs] = (firstS + 0.02 * row - 0.05) * 1e9;
      }
      const series = { rowCount: 6, at: (row: number, column: number) => (column === 0 ? (row + 1) * 0.5e9 : 8) };
      const description = { ...shown.description, sampleNs: 0.5e9 };
      const { texts, strokes } = drawn((canvas) => new ClockLens(canvas), {
        ...shown,
        departures,
        series,
        description,
      });
      const radii = strokes.flatMap(({ what, values: [, , radius] }) => (what === 'arc' ? [radius] : []));
      return { texts, packetCount: radii.filter((radius) => radius === 1.5).length };
    };
    const known = withPackets(2.2);
    // The first departure has none before it, so the time at which it left the queue is not known.
    expect(known.packetCount).toBe(39);
    expect(known.texts).toContain('• packet');
    const unknown = withPackets(2.8);
    expect(unknown.packetCount).toBe(0);
    expect(unknown.texts).toContain('• every 0.5 s');
  });
});

test('the two terms of PIE are added as bars: the second begins where the first ends, and the sum ends with it', () => {
  const signals = {
    probability: 0.08,
    delay: 25,
    deviationTerm: 0.00125,
    trendTerm: -0.0005,
    change: 0.00075,
    burst: 0,
  };
  const { texts, strokes } = drawn((canvas) => new ControllerLens(canvas), model(pie, signals, { targetMs: 15 }));
  expect(texts).toEqual(
    expect.arrayContaining([
      'Last update of p',
      '25.0 > target 15.0 ms',
      '+0.125 %',
      '+ delay fell',
      '−0.05 %',
      '= sum',
      '+0.075 %',
      'p falls ← 0 → p rises',
    ]),
  );
  // The line at 0 has its number at the first bar, on the side where no bar begins.
  const zero = strokes.findLast(({ what, values: [text] }) => what === 'fillText' && text === '0')!;
  const firstBar = strokes.find(({ what, values }) => what === 'fillRect' && values[3] === 12)!;
  expect(zero.align).toBe('right');
  expect(Number(firstBar.values[0]) - Number(zero.values[1])).toBeCloseTo(5, 9);
  const bars = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values as number[]);
  const [deviation, trend, sum] = bars.filter(([, , , height]) => height === 12) as [number[], number[], number[]];
  // The second bar goes to the left from the end of the first, and ends where the sum ends.
  expect(trend[0]! + trend[2]!).toBeCloseTo(deviation[0]! + deviation[2]!, 9);
  expect(trend[0]).toBeCloseTo(sum[0]! + sum[2]!, 9);
  expect(sum[0]).toBe(deviation[0]);
  expect(trend[2]! / deviation[2]!).toBeCloseTo(0.0005 / 0.00125, 9);
  expect(sum[2]! / deviation[2]!).toBeCloseTo(0.00075 / 0.00125, 9);
});

// 0.126 % and 0.0244 % are shown to the third digit of the larger. With two digits each, 0.13 and 0.024 would not give
// 0.15.
test.each([
  [0.00126, 0.000244, ['+0.126 %', '+0.024 %', '+0.15 %']],
  [0.0123456, -0.0000444, ['+1.23 %', '0 %', '+1.23 %']],
  [-0.2, 0.0049, ['−20 %', '+0.5 %', '−19.5 %']],
  [0, 0, ['0 %', '0 %', '0 %']],
])('the terms of PIE add up as they are shown: %d and %d', (deviationTerm, trendTerm, expected) => {
  const signals = { probability: 0.3, deviationTerm, trendTerm, change: deviationTerm + trendTerm };
  const { texts } = drawn((canvas) => new ControllerLens(canvas), model(pie, signals, { targetMs: 15 }));
  expect(texts.filter((text) => text.endsWith(' %')).slice(-3)).toEqual(expected);
});

// From p = 10 % on, p rises by 2 % at most. At an empty queue, p falls by another fiftieth.
test.each([
  [640, 0.002, 0.001, ['= sum', '+0.1 %']],
  [358, 0.002, 0.001, ['= sum', '+0.1 %']],
  [640, 0.05, 0.02, ['= sum → change of p', '+4.9 → +2 %']],
  [358, 0.05, 0.02, ['= sum → p', '+4.9 → +2 %']],
  [640, 0.05, 0.049, ['= sum', '+4.9 %']],
  [358, -0.01, -0.0165, ['= sum → p', '−1.1 → −1.65 %']],
])(
  'beside the sum of the terms of PIE is another change of p, at %d px: %d, %d',
  (width, deviationTerm, change, expected) => {
    const signals = { probability: 0.3, deviationTerm, trendTerm: -0.001, change };
    const { texts } = drawn((canvas) => new ControllerLens(canvas), model(pie, signals, { targetMs: 15 }), width);
    expect(texts).toEqual(expect.arrayContaining(expected));
  },
);

test.each(['rfc', 'ns3', 'linux'])(
  'the change of p of PIE is that of its probability, with all limits: %s',
  (variant) => {
    const run = openRun({ scenario: findPreset('sudden-load')!, policy: 'pie', seed: 1, policyValues: { variant } });
    let lastProbability = 0;
    let updateCount = 0;
    for (let ms = 1; ms < 15_000; ms++) {
      run.advance(ms * 1e6);
      const [probability = 0, , , , , change = 0] = run.frame().signals;
      if (probability !== lastProbability && !Number.isNaN(change)) {
        updateCount++;
        expect(change).toBeCloseTo(probability - lastProbability, 12);
      }
      lastProbability = probability;
    }
    expect(updateCount).toBeGreaterThan(50);
  },
);

test('before its first update, PIE has no terms, and its queue no delay', () => {
  for (const [variant, firstUpdateSeconds] of [
    ['rfc', 0.015],
    ['linux', 0.5],
  ] as const) {
    const run = openRun({ scenario: findPreset('sudden-load')!, policy: 'pie', seed: 1, policyValues: { variant } });
    const termsAt = (seconds: number) => {
      run.advance(seconds * 1e9);
      const [, delay, ...terms] = run.frame().signals;
      return [delay, ...terms.slice(0, 2)].map(Number.isNaN);
    };
    expect(termsAt(firstUpdateSeconds - 0.001)).toEqual([true, true, true]);
    expect(termsAt(firstUpdateSeconds + 0.001)).toEqual([false, false, false]);
  }
  const unknown = { delay: Number.NaN, deviationTerm: Number.NaN, trendTerm: Number.NaN };
  const { texts } = drawn((canvas) => new ControllerLens(canvas), model(pie, unknown, { targetMs: 15 }));
  expect(texts).toContain('none yet');
  expect(texts.join()).not.toMatch(/= sum|NaN/);
});

test('the burst allowance of PIE is named while there is one', () => {
  const at = (burst: number) =>
    drawn((canvas) => new ControllerLens(canvas), model(pie, { burst }, { targetMs: 15 })).texts.join();
  expect(at(120)).toContain('burst allowance: 120 ms left');
  expect(at(0)).not.toContain('burst allowance');
});

test('DualPI2: one base probability, times k and squared', () => {
  const signals = { base: 0.06, classic: 0.0036, coupled: 0.12, classicDelay: 14.2, l4sDelay: 0.4 };
  const values = { couplingFactor: 2, stepMs: 1, targetMs: 15 };
  const { texts, strokes } = drawn((canvas) => new CouplingLens(canvas), model(dualPi2, signals, values));
  expect(texts).toEqual(
    expect.arrayContaining(['12.0 %', '0.360 %', 'L4S = k·p′', 'classic = p′²', '14.2', '0.400', 'target 15.0']),
  );
  // The axes end at 20 % and at 1 %.
  expect(texts).toEqual(expect.arrayContaining(['20 %', '1 %', 'own scale', 'base p′ (%)']));
  expect(texts.filter((text) => text.startsWith('own scale'))).toHaveLength(1);
  // The base is at 0.6 of its axis: the line is at 0.6 of its own axis, and the square at 0.36 of its own.
  const dots = strokes.flatMap(({ what, values: [, y, radius] }) =>
    what === 'arc' && radius === 4.5 ? [Number(y)] : [],
  );
  // Heights of the two plots: half of 180 px without 26 px, 32 px and the 14 px between them.
  const ends = [26, 26 + 54 + 14];
  expect(dots).toEqual([expect.closeTo(ends[0]! + 0.4 * 54, 9), expect.closeTo(ends[1]! + 0.64 * 54, 9)]);
  // Beside the names of the queues, a narrow lens has no room for the word.
  expect(texts.filter((text) => text === 'now')).toHaveLength(2);
  expect(drawn((canvas) => new CouplingLens(canvas), model(dualPi2, signals, values), 358).texts).not.toContain('now');
  // In a third of the page, the curves would have no room beside the delays.
  const narrow = drawn((canvas) => new CouplingLens(canvas), model(dualPi2, signals, values), 268);
  expect(narrow.texts).toEqual(expect.arrayContaining(['12.0 %', '0.360 %']));
  expect(narrow.texts).not.toContain('Delay, ms');
  expect(overlapsOf(narrow.textBoxes())).toEqual([]);
});

test('DualPI2 says how many marks its step made: those of packets that waited longer than it', () => {
  for (const [startValues, variant] of [
    [{}, 'rfc'],
    [{ 'sources.reno.flows': 0 }, 'rfc'],
    [{}, 'linux'],
  ] as const) {
    const scenario = scenarioOfRun({ ...runOfPreset('l4s-beside-classic'), startValues });
    const run = openRun({ scenario, policy: 'dualpi2', seed: 1, policyValues: { variant }, recordsPackets: true });
    run.advance(20e9);
    const { description } = run;
    const { refusals } = run.frame();
    let [markCount, longCount] = [0, 0];
    for (let row = 0; row < refusals.length; row += VERDICT_STRIDE) {
      const entry = (column: number) => refusals[row + column] as number;
      const reason = description.reasons[entry(VerdictColumn.reason)]!;
      if (reason.verdict !== 'mark' || reason.label === 'classic mark') continue;
      markCount++;
      if (entry(VerdictColumn.timeNs) - entry(VerdictColumn.arrivedNs) > 1e6) longCount++;
    }
    expect(markCount).toBeGreaterThan(10);
    const values = { couplingFactor: 2, stepMs: 1, targetMs: 15 };
    const { texts, textBoxes } = drawn((canvas) => new CouplingLens(canvas), model(dualPi2, {}, values, { refusals }));
    expect(texts).toContain(`made ${longCount} of the last ${markCount} marks`);
    expect(overlapsOf(textBoxes())).toEqual([]);
    // Without the base probability, all marks are of the step.
    if ('sources.reno.flows' in startValues) expect(longCount).toBe(markCount);
  }
});

test('the queues of FQ-CoDel stand in the order of their turns, new ones first', () => {
  const rows: [flow: number, bytes: number, turn: number, credit: number][] = [
    [7, 300, TurnList.new, 1200],
    [0, 30_000, TurnList.old, -500],
    [1, 15_000, TurnList.old, 1500],
  ];
  const buffers = new Float64Array(rows.length * BUFFER_STRIDE);
  for (const [row, [flow, bytes, turn, credit]] of rows.entries()) {
    const at = row * BUFFER_STRIDE;
    buffers[at + BufferColumn.flow] = flow;
    buffers[at + BufferColumn.waitingBytes] = bytes;
    buffers[at + BufferColumn.turn] = turn;
    buffers[at + BufferColumn.creditBytes] = credit;
  }
  const shown = model(fqCodel, {}, { quantumBytes: 1500 }, { buffers });
  const { texts, strokes } = drawn((canvas) => new TurnsLens(canvas), shown);
  expect(texts[0]).toBe('Queues in the order of their turns: 1 new, 2 old, 0 empty');
  const flowTexts = texts.filter((text) => /^\d: download$/.test(text));
  expect(flowTexts).toEqual(['7: download', '0: download', '1: download']);
  // The axis of the credits has 0 and one quantum, and bars over 0 and below it.
  expect(texts).toEqual(expect.arrayContaining(['1\u202f500', '0', '−1\u202f500', 'credit', '(bytes)']));
  expect(texts.some((text) => text.endsWith('below 0: waits a turn'))).toBe(true);
  const rectangles = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values.map(Number));
  const zeroY = rectangles.find(([left, , , height]) => left === 82 && height === 1)![1]!;
  const creditSpans = rectangles
    .filter(([, y, , height]) => y! + height! >= zeroY && height! > 1)
    .map(([, y, , height]) => [zeroY - y!, y! + height! - zeroY]);
  expect(creditSpans).toHaveLength(3);
  expect(creditSpans.filter(([over, under]) => over === 0 && under! > 0)).toHaveLength(1);
  expect(creditSpans.filter(([over, under]) => over! > 0 && under === 0)).toHaveLength(2);
});

/** Rows of the listed queues, all old: flow, waiting bytes and credit. */
function oldQueues(rows: readonly (readonly [flow: number, bytes: number, credit: number])[]): Float64Array {
  const buffers = new Float64Array(rows.length * BUFFER_STRIDE);
  for (const [row, [flow, bytes, credit]] of rows.entries()) {
    const start = row * BUFFER_STRIDE;
    buffers[start + BufferColumn.flow] = flow;
    buffers[start + BufferColumn.waitingBytes] = bytes;
    buffers[start + BufferColumn.creditBytes] = credit;
    buffers[start + BufferColumn.turn] = TurnList.old;
  }
  return buffers;
}

test('the credits of all lanes have one scale', () => {
  const [low, high] = [300, 1500].map((quantumBytes) =>
    model(fqCodel, {}, { quantumBytes }, { buffers: oldQueues([[0, 3_000, 300]]) }),
  ) as [LensModel, LensModel];
  const drawnCredit = (lanes: readonly LensModel[]) => {
    const { texts, strokes } = drawn((canvas) => new TurnsLens(canvas), { ...low, lanes: () => lanes });
    const rectangles = strokes.filter(({ what }) => what === 'fillRect').map(({ values }) => values.map(Number));
    return { texts, heightPx: rectangles.find(([, , , height = 0]) => height > 2)?.[3] ?? 0 };
  };
  const [alone, beside] = [drawnCredit([low]), drawnCredit([low, high])];
  expect(alone.texts).toContain('300');
  expect(beside.texts).toContain('1\u202f500');
  expect(beside.heightPx).toBeCloseTo(alone.heightPx / 5, 9);
});

test('queues that are empty have the word below them, once for each row of them', () => {
  const buffers = oldQueues([
    [0, 3_000, 0],
    [-1, 0, 0],
    [-1, 0, 0],
    [1, 3_000, 0],
    [-1, 0, 0],
  ]);
  const shown = model(fqCodel, {}, { quantumBytes: 1500 }, { buffers });
  const below = drawn((canvas) => new TurnsLens(canvas), shown).texts.filter((text) => /^(empty|–)$/.test(text));
  expect(below).toEqual(['empty', 'empty']);
});

test('the queues of few flows are wide and have the names of their classes; those of many flows are not', () => {
  const flows = (count: number) =>
    Float64Array.from({ length: count * FLOW_RATE_STRIDE }, (_, at) => (at % FLOW_RATE_STRIDE === 0 ? 0 : Number.NaN));
  const buffers = oldQueues([[0, 3_000, 0]]);
  const bar = (count: number) => {
    const shown = model(fqCodel, {}, { quantumBytes: 1500 }, { buffers, flows: flows(count) });
    const { texts, strokes } = drawn((canvas) => new TurnsLens(canvas), shown);
    return { texts, widthPx: Number(strokes.find(({ what }) => what === 'rect')?.values[2]) };
  };
  const [few, many] = [bar(2), bar(40)];
  expect(few.widthPx).toBeGreaterThan(2 * many.widthPx);
  const name = model(fqCodel, {}, {}).description.classes[0]!.label;
  expect(few.texts).toContain(`0: ${name}`);
  expect(many.texts).toContain('0');
  // A queue of eight flows has room for one number with the name, but not for those of all flows.
  expect(bar(8).texts).toContain('0');
});

/** The lines at 0 of queues without waiting bytes: their thickness is 2 px. */
const emptyLines = ({ strokes }: ReturnType<typeof drawn>) =>
  strokes.filter(({ what, values }) => what === 'fillRect' && values[3] === 2);

test('an empty queue at the head is that of the packet on the link, and classes without a queue have their flows', () => {
  const buffers = new Float64Array(BUFFER_STRIDE);
  buffers[BufferColumn.flow] = -1;
  buffers[BufferColumn.classIndex] = -1;
  buffers[BufferColumn.turn] = TurnList.old;
  // Flow 0 of the first class is on the link; flows 1 and 2 of the second class have no queue.
  const flows = Float64Array.of(...[0, 1e6], ...[1, 1e4], ...[1, 1e4]);
  const inService = new Float64Array(IN_SERVICE_STRIDE);
  const flowTexts = (frame: object) =>
    drawn((canvas) => new TurnsLens(canvas), model(fqCodel, {}, { quantumBytes: 1500 }, frame)).texts.flatMap(
      (text) => /^(0(?=:)|1–2)/.exec(text)?.[0] ?? [],
    );
  expect(flowTexts({ buffers, flows, inService })).toEqual(['0', '1–2']);
  // With an idle link, it is not known whose queue it is. A line for each class would draw it twice.
  expect(flowTexts({ buffers, flows, inService: new Float64Array(0) })).toEqual([]);
  const emptyQueues = (frame: object) =>
    emptyLines(drawn((canvas) => new TurnsLens(canvas), model(fqCodel, {}, { quantumBytes: 1500 }, frame)));
  expect(emptyQueues({ buffers, flows, inService })).toHaveLength(2);
  expect(emptyQueues({ buffers, flows, inService: new Float64Array(0) })).toHaveLength(1);
  // The glyphs of their classes are beside the numbers, not over the axis, where they would look like values.
  const { strokes } = drawn(
    (canvas) => new TurnsLens(canvas),
    model(fqCodel, {}, { quantumBytes: 1500 }, { buffers, flows, inService }),
  );
  const glyphs = strokes.filter(({ what, values }) => ['rect', 'arc'].includes(what) && Number(values[0]) > 54);
  expect(glyphs).toHaveLength(2);
  for (const { values } of glyphs) expect(Number(values[1])).toBeGreaterThan(180 - 14);
  // No packet names its flow: it has no number.
  expect(flowTexts({ buffers, inService: new Float64Array(0) })).toEqual([]);
});

test('without a waiting packet, each class with flows has a line at 0 and no bar', () => {
  const flows = Float64Array.of(...[0, 1e6], ...[1, 1e4]);
  const values = { quantumBytes: 1500 };
  const drawing = drawn((canvas) => new TurnsLens(canvas), model(fqCodel, {}, values, { flows }));
  const { texts } = drawing;
  expect(texts[0]).toBe('No queue is waiting for its turn');
  expect(emptyLines(drawing)).toHaveLength(2);
  const none = drawn((canvas) => new TurnsLens(canvas), model(fqCodel, {}, values));
  expect(emptyLines(none)).toEqual([]);
});

test('a run of CAKE’s parts lists the tin whose turn it is first, with the name of each tin', () => {
  const run = openRun({ scenario: findPreset('home-hosts')!, policy: 'cake-parts', seed: 1 });
  const first = new Set<number>();
  for (let ms = 2_000; ms <= 4_000; ms += 7) {
    run.advance(ms * 1e6);
    const { buffers } = run.frame();
    const groups = [];
    for (let index = 0; index < buffers.length; index += BUFFER_STRIDE)
      groups.push(buffers[index + BufferColumn.group] as number);
    first.add(groups[0] as number);
    // Best effort is 1, voice 4. Voice uses less than its share.
    if (groups.includes(4)) expect(groups[0]).toBe(4);
    expect(groups.filter((group) => group !== 1 && group !== 4)).toEqual([]);
    const shown = model(cakeParts, {}, { quantumBytes: 1500 }, { buffers });
    const { texts } = drawn((canvas) => new TurnsLens(canvas), shown);
    expect(texts.filter((text) => /^(tin: )?(best effort|voice)/.test(text))).toHaveLength(new Set(groups).size);
  }
  expect([...first].sort()).toEqual([1, 4]);
});

test('a run of CAKE says which flow is next, of which host and why, and it is the flow of the next packet that leaves', () => {
  const run = openRun({ scenario: findPreset('home-hosts')!, policy: 'cake', seed: 1 });
  const [said, left] = [[] as number[], [] as number[]];
  for (let ms = 2_000; ms <= 2_600; ms += 3) {
    run.advance(ms * 1e6);
    const { buffers, inService } = run.frame();
    const lane = { ...model(cake, {}, {}, { buffers, inService }), description: run.description };
    const { texts } = drawn((canvas) => new TurnsLens(canvas), lane);
    const [, flow] = /^Next: flow (\d+) of (busy host|quiet host|voice)[.:] /.exec(texts[0] ?? '') ?? [];
    if (flow === undefined) continue;
    expect(texts.some((text) => /\d old.* \d+ empty.* in debt/.test(text))).toBe(true);
    // No packet arrives within this time that could be in front.
    const before = run.nowNs;
    while (
      run.frame().inService[InServiceColumn.serial] === inService[InServiceColumn.serial] &&
      run.nowNs < before + 1e6
    )
      run.advance(run.nowNs + 20_000);
    said.push(Number(flow));
    left.push(run.frame().inService[InServiceColumn.flow] as number);
  }
  expect(said.length).toBeGreaterThan(100);
  const agreeing = said.filter((flow, index) => flow === left[index]).length;
  // Another packet may arrive before, and quanta are rounded at random.
  expect(agreeing / said.length).toBeGreaterThan(0.9);
});

test('a run of FQ-CoDel lists its queues with their lists and credits', () => {
  const run = openRun({ scenario: findPreset('home-bufferbloat')!, policy: 'fq-codel', seed: 1 });
  let [fresh, old] = [0, 0];
  for (let ms = 500; ms <= 3_000; ms += 7) {
    run.advance(ms * 1e6);
    const { buffers, policyValues } = run.frame();
    let before = TurnList.new as number;
    for (let index = 0; index < buffers.length; index += BUFFER_STRIDE) {
      const turn = buffers[index + BufferColumn.turn] as number;
      // New queues stand before old ones, and no queue has more credit than a quantum.
      expect(turn).toBeGreaterThanOrEqual(before);
      before = turn;
      if (turn === TurnList.new) fresh++;
      else old++;
      expect(buffers[index + BufferColumn.creditBytes]).toBeLessThanOrEqual(Number(policyValues.quantumBytes));
    }
  }
  expect(fresh).toBeGreaterThan(0);
  expect(old).toBeGreaterThan(0);
});
