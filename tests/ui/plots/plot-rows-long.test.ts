/** The rows of a plot, its figures, and the summaries of many values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lane } from '../../../src/app/lanes/lane.ts';
import { VC_STRIDE, VcColumn } from '../../../src/engine/contract/policy-tables.ts';
import { counterTotal } from '../../../src/engine/figures/run-figures.ts';
import { ClassColumn } from '../../../src/engine/frame/frame.ts';
import type { Edit } from '../../../src/engine/scenario/edits.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { laneFigures } from '../../../src/quantities/figures/lane-figures.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { shortenToFit } from '../../../src/shared/fit-text.ts';
import { laneDash } from '../../../src/shared/lane-letters.ts';
import { lineMean, plotRows, plotRug } from '../../../src/ui/plots/plot-rows.ts';
import { formatMeanTime, meanTime, rowsWithMeans } from '../../../src/ui/plots/plot-span.ts';
import { type DrawingTheme, laneShade } from '../../../src/view/draw/palette.ts';
import type { PlotRow } from '../../../src/view/plots/plot-model.ts';
import { groupSeriesRows, PercentileRibbon, quantileOfSorted } from '../../../src/view/plots/ribbon.ts';

const theme: DrawingTheme = { text: 'text', muted: 'muted', grid: '', surface: '', raised: '', isDark: false };
const SECONDS = 4;

function laneOf(preset: string, policy: string, edits: readonly Edit[] = []): Lane {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1, edits });
  simulation.advance(SECONDS * 1e9);
  const frame = simulation.frame();
  const { description } = simulation;
  const rows = Math.floor((SECONDS * 1e9) / description.sampleNs);
  const stride = frame.series.length / rows;
  const series = {
    rowCount: rows,
    at: (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN,
  };
  return { frame, description, series } as unknown as Lane;
}

const kind = (id: string) => plotsOverTime.find((one) => one.id === id)!;
const whole = { fromSeconds: 0, untilSeconds: SECONDS, basis: 'span' } as const;

test('classes of long TCP flows have lines at equal shares for all flows, and other traffic has none', () => {
  const rows = plotRows(kind('goodput'), [laneOf('home-hosts', 'droptail')], undefined, whole, theme);
  expect(
    rows.map(({ references }) => references.map(({ symbol, value }) => [symbol, Number(value.toFixed(3))])),
  ).toEqual([
    [
      ['C', 20],
      ['8C/9', 17.778],
    ],
    [
      ['C', 20],
      ['C/9', 2.222],
    ],
    [['C', 20]],
  ]);
  const [alone] = plotRows(kind('goodput'), [laneOf('opening', 'droptail')], undefined, whole, theme);
  expect(alone!.references.map(({ symbol }) => symbol)).toEqual(['C']);
});

const editAt = (seconds: number, path: string, value: number): Edit => ({ timeNs: seconds * 1e9, path, value });

test.each([
  ['a buffer that is counted by flows', 'delay', 'bm-lesson', 'shb', [editAt(2, 'sources.data.flows', 3)], 'full', 2],
  ['a limit of a policy', 'queue', 'opening', 'pfifo', [editAt(1, 'policy.limit', 30)], 'limit', 1],
  [
    'a limit that takes the place of the buffer',
    'queue',
    'opening',
    'pfifo',
    [editAt(1, 'policy.limit', 30), editAt(2, 'buffer.packets', 60)],
    'limit',
    1,
  ],
  ['a share of flows', 'goodput', 'rtt-unfairness', 'droptail', [editAt(2, 'sources.near.flows', 3)], '3C/5', 2],
  [
    'a share that the edit of a delay does not change',
    'goodput',
    'rtt-unfairness',
    'droptail',
    [editAt(2, 'sources.near.accessDelayMs', 7)],
    'C/2',
    0,
  ],
])('the line of %s begins at the edit that gave it its value', (_, id, preset, policy, edits, symbol, seconds) => {
  const lane = laneOf(preset, policy, edits);
  const referencesIn = (time: Parameters<typeof plotRows>[3]) =>
    plotRows(kind(id), [lane], undefined, time, theme)
      .flatMap(({ references }) => references)
      .filter((reference) => reference.symbol === symbol);
  expect(referencesIn(whole)[0]?.sinceNs).toBe(seconds * 1e9);
  // In a span that ended before the edit, the value was another one.
  expect(referencesIn({ ...whole, untilSeconds: 0.9 })).toHaveLength(seconds === 0 ? referencesIn(whole).length : 0);
});

test('drops after the last sample window count in the window that is not over: all windows together have all drops', () => {
  // The first drop is at 0.549 s; a window takes 0.1 s.
  const sums = [0.55, 0.6, 2.03].map((seconds) => {
    const simulation = openRun({ scenario: findPreset('opening')!, policy: 'droptail', seed: 1 });
    const { description } = simulation;
    simulation.advance(seconds * 1e9);
    const frame = simulation.frame();
    const rowCount = Math.floor((seconds * 1e9) / description.sampleNs + 1e-9);
    const stride = frame.series.length / rowCount;
    const at = (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN;
    const lane = { frame, description, series: { rowCount, at } } as unknown as Lane;
    const [rugLane] = plotRug(kind('delay'), [lane], whole)!.lanes;
    const inWindows = Array.from({ length: rowCount }, (_, row) => rugLane!.drops(row)).reduce(
      (sum, drops) => sum + drops,
      0,
    );
    const dropped = counterTotal(frame, ClassColumn.droppedPackets);
    expect(inWindows + rugLane!.openWindow.drops).toBe(dropped);
    return [inWindows, rugLane!.openWindow.drops];
  });
  expect(sums[0]).toEqual([0, 1]);
  expect(sums[1]![1]).toBe(0);
  expect(sums[2]![0]).toBeGreaterThan(100);
});

test('after a step back, the known windows have all drops', () => {
  const simulation = openRun({ scenario: findPreset('opening')!, policy: 'droptail', seed: 1 });
  const { description } = simulation;
  const early = openRun({ scenario: findPreset('opening')!, policy: 'droptail', seed: 1 });
  early.advance(0.57e9);
  simulation.advance(2e9);
  const { series: rows } = simulation.frame();
  const stride = rows.length / 20;
  const series = { rowCount: 20, at: (row: number, column: number) => rows[row * stride + column] ?? Number.NaN };
  const frame = early.frame();
  expect(counterTotal(frame, ClassColumn.droppedPackets)).toBeGreaterThan(0);
  const lane = { frame, description, series } as unknown as Lane;
  expect(plotRug(kind('delay'), [lane], whole)!.lanes[0]!.openWindow).toEqual({ drops: 0, marks: 0 });
});

test('a goal for video is a line at that share of the video that arrives', () => {
  const lane = laneOf('bm-e1', 'shb');
  const [video, data] = plotRows(kind('goodput'), [lane], undefined, whole, theme);
  const { offeredBytes } = ClassColumn;
  const { measured } = lane.frame!;
  const arrivedMbps = (measured.classes[offeredBytes]! * 8e3) / measured.spanNs;
  expect(video!.references.map(({ symbol }) => symbol)).toEqual(['C', '90 %']);
  expect(video!.references[1]!.value).toBeCloseTo(0.9 * arrivedMbps, 9);
  expect(data!.references.map(({ symbol }) => symbol)).toEqual(['C']);
});

test('pings have lines at their round trip with an empty buffer and with a full one', () => {
  const [row] = plotRows(kind('round-trip'), [laneOf('home-bufferbloat', 'droptail')], undefined, whole, theme);
  // Access 5 ms, link 8 ms and receiver 2 ms, both ways. A buffer of 100 kB at 10 Mb/s adds 80 ms.
  expect(row!.references.map(({ symbol, value }) => [symbol, value])).toEqual([
    ['empty', 30],
    ['full', 110],
  ]);
  // A ping through an empty queue takes this time and the time to send it and its reply.
  const [mean = Number.NaN] = row!.lines.map(({ value }) => value(0));
  expect(mean).toBeGreaterThan(30);
  expect(mean).toBeLessThan(110 + 1);
  // No full buffer is known while the rate of the link varies.
  const [varying] = plotRows(kind('round-trip'), [laneOf('mobile-link', 'droptail')], undefined, whole, theme);
  expect(varying!.references.map(({ symbol }) => symbol)).toEqual(['empty']);
});

test('the flows of a ping with several access delays have no round trip of their own', () => {
  const scenario = structuredClone(findPreset('home-bufferbloat')!);
  const ping = { ...scenario.sources.ping!, flows: 2, accessDelayMs: [5, 50] };
  const { description } = openRun({
    scenario: { ...scenario, sources: { ...scenario.sources, ping } },
    policy: 'droptail',
    seed: 1,
  });
  expect(description.classes.map(({ accessDelayNs }) => accessDelayNs)).toEqual([7e6, undefined]);
});

test('the excess over the minimum is the throughput minus the minimum, also as a mean over a chosen span', () => {
  const lane = laneOf('goyal-r4', 'dfba');
  const meansOf = (id: string) =>
    plotRows(kind(id), [lane], undefined, { fromSeconds: 1, untilSeconds: 3, basis: 'span' }, theme).map(
      ({ lines }) => lines[0]!.mean,
    );
  const minimaMbps = meansOf('throughput').map((_, vc) => lane.frame!.vcs[vc * VC_STRIDE + VcColumn.minimumBps]! / 1e6);
  const expected = meansOf('throughput').map((mean, vc) => mean - minimaMbps[vc]!);
  // 100 000 cells/s; 23 of them carry 1024 bytes of payload.
  expect(minimaMbps[4]).toBeCloseTo((100_000 * 1024 * 8) / 23 / 1e6, 9);
  for (const [vc, excess] of meansOf('excess').entries()) expect(excess).toBeCloseTo(expected[vc]!, 9);
});

describe('the rows of a plot', () => {
  const lanes = ['droptail', 'red', 'red-ecn', 'codel'].map((policy) => laneOf('opening', policy));

  test('are the classes: in each row the lanes have its hue, each with a stroke and a lightness', () => {
    const rows = plotRows(kind('goodput'), lanes, undefined, whole, theme);
    expect(rows.map(({ name }) => name)).toEqual(['long TCP', 'short TCP', 'constant rate']);
    for (const { lines, glyph } of rows) {
      expect(lines[0]?.colour).toBe(glyph?.edge);
      expect(lines.map(({ colour }) => colour)).toEqual(
        [0, 1, 2, 3].map((lane) => laneShade(glyph?.edge ?? '', lane, false)),
      );
      expect(new Set(lines.map(({ colour }) => colour)).size).toBe(4);
      expect(new Set(lines.map(({ dash }) => dash.join())).size).toBe(4);
      expect(lines.map(({ lane }) => lane)).toEqual([0, 1, 2, 3]);
    }
    expect(new Set(rows.map(({ glyph }) => glyph?.edge)).size).toBe(3);
  });

  test('of the delay are one, in the colour of the text, with a band to the 95th percentile', () => {
    const [row, ...others] = plotRows(kind('delay'), lanes.slice(0, 2), undefined, whole, theme);
    expect(others).toEqual([]);
    expect(row!.isStrip).toBeUndefined();
    const means = row!.lines.filter(({ symbol }) => symbol === '');
    expect(means.map(({ colour, label }) => [colour, label])).toEqual(
      ['A', 'B'].map((letter) => ['text', `${letter} mean`]),
    );
    for (const { upperValue } of means) expect(upperValue).toBeDefined();
  });

  test('of a bitrate are one, with the stroke of each lane and the name of the equal share', () => {
    const players = ['droptail', 'codel'].map((policy) => laneOf('video-beside-download', policy));
    const rows = plotRows(kind('video-bitrate'), players, undefined, whole, theme);
    expect(rows.map(({ lines }) => lines.map(({ lane, dash }) => [lane, dash]))).toEqual([
      [
        [0, laneDash(0)],
        [1, laneDash(1)],
      ],
    ]);
    expect(rows.map(({ references }) => references.map(({ symbol, name }) => [symbol, name]))).toEqual([
      [['C/3', 'equal share']],
    ]);
  });

  test('of one quantity are a strip for each of three lanes or more, without the values of its policy', () => {
    for (const count of [3, 4]) {
      const rows = plotRows(kind('delay'), lanes.slice(0, count), undefined, whole, theme);
      expect(rows.map(({ lines }) => [...new Set(lines.map(({ lane }) => lane))])).toEqual(
        Array.from({ length: count }, (_, lane) => [lane]),
      );
      for (const [lane, { isStrip, lines }] of rows.entries()) {
        expect(isStrip).toBe(true);
        expect(lines.map(({ symbol, dash }) => [symbol, dash])).toEqual([['', laneDash(lane)]]);
      }
      // A reference of all lanes is named in the rows without another one; a threshold of one lane is in its row only.
      const symbols = rows.map(({ references }) => references.map(({ symbol }) => symbol).filter(Boolean));
      expect(symbols).toEqual([['full ≈'], ['full ≈'], ['full ≈'], ['target']].slice(0, count));
      for (const { references } of rows) expect(references.map(({ value }) => value)[0]).toBeGreaterThan(70);
    }
    const thresholds = plotRows(kind('queue'), lanes.slice(0, 3), undefined, whole, theme).map(({ references }) =>
      references.map(({ symbol }) => symbol).filter((symbol) => symbol.endsWith('_th')),
    );
    expect(thresholds).toEqual([[], ['min_th', 'max_th'], ['min_th', 'max_th']]);
    const [queue, ...more] = plotRows(kind('queue'), lanes, [0, 1], whole, theme);
    expect(queue!.isStrip).toBeUndefined();
    expect(more).toEqual([]);
  });

  test('of a difference have its sign, and no lane', () => {
    const [row] = plotRows(kind('queue'), lanes, [0, 1], whole, theme);
    const [line] = row!.lines;
    const [one, other] = lanes.map((lane) => lineMean(lane, kind('queue').lines(lane)[0]!, whole)) as [number, number];
    expect(line!.mean).toBeCloseTo(one - other, 9);
    expect(line!.mean).toBeGreaterThan(0);
    expect(line!.lane).toBeUndefined();
    expect(row!.references).toEqual([]);
  });

  test('have the buffer once, and thresholds of the lanes that have them', () => {
    const [row] = plotRows(kind('queue'), lanes.slice(0, 2), undefined, whole, theme);
    expect(row!.references.filter(({ symbol }) => symbol === 'buffer')).toEqual([
      { symbol: 'buffer', value: 120, sinceNs: 0, lane: undefined },
    ]);
    expect(row!.references.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['min_th', 'max_th']));
    const [goodput] = plotRows(kind('goodput'), lanes, undefined, whole, theme);
    expect(goodput!.references).toEqual([{ symbol: 'C', value: 10, sinceNs: 0, lane: undefined }]);
    // 120 packets of at most 1,000 bytes of payload and their headers at 10 Mb/s: about 96 ms and 4 % more, less for
    // the small ones.
    const [delay] = plotRows(kind('delay'), lanes.slice(0, 1), undefined, whole, theme);
    const full = delay!.references.find(({ symbol }) => symbol === 'full ≈')!.value;
    expect(full).toBeGreaterThan(70);
    expect(full).toBeLessThan(100);
  });
});

test('different thresholds are labelled with their lanes', () => {
  const lanes = [laneOf('opening', 'red'), laneOf('opening', 'red')];
  const values = lanes[1]!.frame!.policyValues as Record<string, number>;
  Object.assign(lanes[1]!.frame!, { policyValues: { ...values, minThreshold: 20 } });
  const [row] = plotRows(kind('queue'), lanes, undefined, whole, theme);
  expect(row!.references.filter(({ symbol }) => symbol === 'min_th')).toEqual([
    { symbol: 'min_th', value: 12, sinceNs: 0, lane: 0 },
    { symbol: 'min_th', value: 20, sinceNs: 0, lane: 1 },
  ]);
  const [rowBeside] = plotRows(kind('queue'), [laneOf('opening', 'droptail'), lanes[0]!], undefined, whole, theme);
  expect(rowBeside!.references.filter(({ symbol }) => symbol === 'min_th')).toEqual([
    { symbol: 'min_th', value: 12, sinceNs: 0, lane: 1 },
  ]);
});

test('a reference begins at the last edit of its value: before, it had another one', () => {
  const edit = (seconds: number, path: string, value: number): Edit => ({ timeNs: seconds * 1e9, path, value });
  const lane = laneOf('opening', 'red', [
    edit(1, 'policy.minThreshold', 20),
    edit(2, 'policy.minThreshold', 10),
    edit(2.5, 'buffer.packets', 100),
    edit(3, 'link.rateBps', 8e6),
  ]);
  const sinceOf = (id: string, lanes = [lane]) => {
    const [row] = plotRows(kind(id), lanes, undefined, whole, theme);
    return Object.fromEntries(row!.references.map(({ symbol, sinceNs }) => [symbol, sinceNs! / 1e9]));
  };
  expect(sinceOf('queue')).toEqual({ buffer: 2.5, min_th: 2, max_th: 0 });
  expect(sinceOf('delay')).toEqual({ 'full ≈': 3 });
  expect(sinceOf('goodput')).toEqual({ C: 3 });
  // While the page stands at the edit, the line is there. 1.001 s times 1e9 is less than the time of the edit.
  const atEdit = laneOf('opening', 'red', [edit(1.001, 'buffer.packets', 100)]);
  const time = { fromSeconds: 0, untilSeconds: 1.001e9 / 1e9, basis: 'span' as const };
  const [atEditRow] = plotRows(kind('queue'), [atEdit], undefined, time, theme);
  expect(atEditRow!.references.map(({ symbol }) => symbol)).toContain('buffer');
  // A value that all lanes have is drawn from the time on at which all have it.
  const other = laneOf('opening', 'red', [edit(1, 'buffer.packets', 100)]);
  expect(sinceOf('queue', [other, lane])).toMatchObject({ buffer: 2.5, max_th: 0 });
});

describe('a mean', () => {
  const series = { rowCount: 4, at: (row: number) => (row + 1) * 1e9 };
  const value = (row: number) => [2, Number.NaN, 4, 9][row] as number;

  const over = (from: number, until: number) => ({ fromSeconds: from, untilSeconds: until, basis: 'span' as const });

  test('is of the values in the span, without those that are missing', () => {
    expect(lineMean({ series } as unknown as Lane, { value }, over(0, 3))).toBe(3);
    expect(lineMean({ series } as unknown as Lane, { value }, over(1, 4))).toBe(6.5);
    expect(lineMean({ series } as unknown as Lane, { value }, over(1, 2))).toBeNaN();
  });

  test('of packets counts each window by its packets', () => {
    const weight = (row: number) => [3, 0, 1, 1][row] as number;
    expect(lineMean({ series } as unknown as Lane, { value, weight }, over(0, 3))).toBe(2.5);
  });

  const lane = laneOf('opening', 'red');
  const since = lane.description!.warmupNs / 1e9;
  const counted = { fromSeconds: since, untilSeconds: SECONDS, basis: 'counted' } as const;

  test.each(['delay', 'class-delay', 'goodput', 'total', 'throughput', 'busy', 'completion'])(
    'of %s since the warm-up is the figure of the head, and the same from the windows',
    (id) => {
      expect(since).toBeGreaterThan(0);
      for (const line of kind(id)
        .lines(lane)
        .filter(({ symbol }) => symbol === undefined)) {
        const figure = line.mean!();
        expect(lineMean(lane, line, counted)).toBe(figure);
        // Transfers that began in the warm-up are in the windows, but not in the figure.
        if (id !== 'completion')
          expect(lineMean(lane, line, { ...counted, basis: 'span' as const }) / figure).toBeCloseTo(1, 2);
      }
      if (id === 'delay') expect(kind(id).lines(lane)[0]!.mean!()).toBe(laneFigures(lane.frame)!.delayMs);
    },
  );

  test('names its span: since the warm-up as in the head of a lane, or the chosen one', () => {
    expect(formatMeanTime(meanTime('last', 30, 2))).toBe('mean from 2 s on');
    expect(formatMeanTime(meanTime('whole', 1, 2))).toBe('mean in the warm-up');
    expect(formatMeanTime(meanTime('whole', 1, 0))).toBe('mean so far');
    // The start of the run.
    expect(formatMeanTime(meanTime('whole', 0, 2))).toBe('mean in the warm-up');
    expect(formatMeanTime(meanTime('whole', 0, 0))).toBe('mean so far');
    expect(formatMeanTime(meanTime({ from: 4, to: 6 }, 30, 2))).toBe('mean 4.0–6.0 s');
    expect(formatMeanTime(meanTime({ from: 4, to: 40 }, 30, 2))).toBe('mean 4–30 s');
    // The run went back to a time before the chosen span.
    expect(formatMeanTime(meanTime({ from: 10.5, to: 11 }, 10, 2))).toBe('mean from 10.5 s on');
  });
});

describe('as long as no line has a value since the warm-up', () => {
  const rowsOf =
    (mean: number) =>
    ({ fromSeconds }: { readonly fromSeconds: number }) =>
      [{ lines: [{ symbol: '', mean: fromSeconds === 0 ? 7 : mean }] }] as unknown as PlotRow[];

  test('the means begin at the start of the run, from the sample windows', () => {
    const { rows, time } = rowsWithMeans(meanTime('last', 20, 20), rowsOf(Number.NaN));
    expect(rows[0]!.lines[0]!.mean).toBe(7);
    expect(time).toEqual({ fromSeconds: 0, untilSeconds: 20, basis: 'windows', hasWarmup: true });
    expect(formatMeanTime(time)).toBe('mean in the warm-up');
  });

  test('and no longer, nor in a chosen span', () => {
    const later = rowsWithMeans(meanTime('last', 21, 20), rowsOf(5));
    expect([later.rows[0]!.lines[0]!.mean, formatMeanTime(later.time)]).toEqual([5, 'mean from 20 s on']);
    const chosen = rowsWithMeans(meanTime({ from: 4, to: 6 }, 20, 20), rowsOf(Number.NaN));
    expect(chosen.rows[0]!.lines[0]!.mean).toBeNaN();
  });
});

describe('a ribbon', () => {
  test('has the quantiles of the textbook', () => {
    expect([0, 0.25, 0.5, 1].map((part) => quantileOfSorted([1, 2, 3, 4], part))).toEqual([1, 1.75, 2.5, 4]);
    expect(quantileOfSorted([7], 0.95)).toBe(7);
    expect(quantileOfSorted([], 0.5)).toBeNaN();
  });

  test('has the mean of each group, and its percentiles', () => {
    const ribbon = new PercentileRibbon();
    // One burst in ten windows.
    ribbon.summarise({ value: (row) => (row % 10 === 0 ? 90 : 0) }, 0, 30, 10);
    expect(ribbon.length).toBe(3);
    expect([ribbon.lowQuantile(1), ribbon.mean(1), ribbon.highQuantile(1)]).toEqual(
      [0, 9, 49.5].map((at) => expect.closeTo(at, 9)),
    );
    expect(ribbon.row(1)).toBe(14.5);
  });

  test('has the mean of the packets where a window is a mean of packets, as the figure beside the line', () => {
    const ribbon = new PercentileRibbon();
    // Three windows of a burst, then two empty ones, as servers answer at once: 959 packets wait 2.44 ms, and so on.
    const means = [2.44, 7.33, 10.77, Number.NaN, Number.NaN];
    const packets = [959, 966, 392, 0, 0];
    const ofRow = (list: readonly number[]) => (row: number) => list[row % list.length] ?? Number.NaN;
    ribbon.summarise({ value: ofRow(means), weight: ofRow(packets) }, 0, 20, 10);
    expect(ribbon.mean(0)).toBeCloseTo((959 * 2.44 + 966 * 7.33 + 392 * 10.77) / (959 + 966 + 392), 9);
    expect(ribbon.mean(1)).toBe(ribbon.mean(0));
  });

  test('has the same groups wherever the drawing begins, and gaps where no value is', () => {
    const value = (row: number) => (row >= 20 && row < 30 ? Number.NaN : row);
    const ribbon = new PercentileRibbon();
    ribbon.summarise({ value }, 0, 40, 10);
    const all = [0, 1, 2, 3].map((group) => ribbon.mean(group));
    expect(all).toEqual([4.5, 14.5, Number.NaN, 34.5]);
    ribbon.summarise({ value }, 10, 40, 10);
    expect([0, 1, 2].map((group) => ribbon.mean(group))).toEqual(all.slice(1));
  });

  test('is drawn where many values share few pixels', () => {
    expect(groupSeriesRows(200, 200)).toBe(1);
    expect(groupSeriesRows(600, 200)).toBe(12);
    expect(groupSeriesRows(5_400, 200)).toBe(108);
  });
});

test('a text that does not fit ends with an ellipsis, and is never wider than its space', () => {
  const widthOf = (text: string) => 6 * text.length;
  expect(shortenToFit('constant rate', 100, widthOf)).toBe('constant rate');
  expect(shortenToFit('constant rate', 60, widthOf)).toBe('constant…');
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.nat(200), (text, room) => {
      expect(widthOf(shortenToFit(text, room, widthOf))).toBeLessThanOrEqual(room);
    }),
  );
});
