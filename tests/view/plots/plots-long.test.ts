/** The drawing of a series in the plots, and the time over which they count. */

import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Lane } from '../../../src/app/lanes/lane.ts';
import { SeriesRows } from '../../../src/app/lanes/series-rows.ts';
import {
  DEPARTURE_STRIDE,
  SERIES_CLASS_STRIDE,
  SERIES_FIXED_COLUMN_COUNT,
  SeriesClassColumn,
} from '../../../src/engine/frame/frame.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { runCurves } from '../../../src/plots/run-curves.ts';
import { overSamples } from '../../../src/quantities/plots/lane-lines.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { sparklineLines, sparklinePath, sparklinePoints } from '../../../src/ui/plots/sparkline.tsx';
import { prepareCanvas } from '../../../src/view/draw/canvas.ts';
import { drawingTheme } from '../../../src/view/draw/drawing-theme.ts';
import { packetGlyphs } from '../../../src/view/draw/palette.ts';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { drawCurvePoints } from '../../../src/view/plots/curve.ts';
import { LinkView } from '../../../src/view/queue/link-view.ts';
import { type QueueModel, queueAxis } from '../../../src/view/queue/queue-model.ts';
import { QueueView } from '../../../src/view/queue/queue-view.ts';
import { fakeCanvas, stubBrowser } from '../fake-canvas.ts';

beforeAll(stubBrowser);

/** A lane that stands at a time of a preset's run. */
function laneOf(preset: string, policy: string, seconds: number): Lane {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
  simulation.advance(seconds * 1e9);
  const frame = simulation.frame();
  const { description } = simulation;
  const rows = Math.floor((seconds * 1e9) / description.sampleNs);
  const stride = frame.series.length / rows;
  const series = {
    rowCount: rows,
    at: (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN,
  };
  return { frame, description, series } as unknown as Lane;
}

const kind = (id: string) => plotsOverTime.find((one) => one.id === id)!;

describe('a value without neighbours', () => {
  const drawn = (values: readonly number[], isBridged = false) => {
    const { canvas, strokes } = fakeCanvas(100, 100);
    const course = {
      ...{ firstRow: 0, endRow: values.length },
      timeSeconds: (row: number) => row,
      value: (row: number) => values[row] as number,
      isBridged,
    };
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const [x, y] = [linearScale(0, 10, 0, 100), linearScale(0, 10, 100, 0)];
    drawCurvePoints({ context, x, y }, course, 'ink');
    const of = (what: string) => strokes.filter((stroke) => stroke.what === what).map(({ values: at }) => at);
    return { dots: of('fillRect'), lines: of('lineTo') };
  };

  test('is a dot', () => {
    const { dots, lines } = drawn([Number.NaN, 3, Number.NaN, Number.NaN, 5]);
    expect(dots).toEqual([
      [8, 68, 4, 4],
      [38, 48, 4, 4],
    ]);
    expect(lines).toEqual([]);
  });

  test('but not if a thin line leads to it over a gap', () => {
    expect(drawn([1, 2, Number.NaN, 3, Number.NaN, 4, 5], true).dots).toEqual([]);
    expect(drawn([1, 2, Number.NaN, 3, Number.NaN, 4, 5], false).dots).toEqual([[28, 68, 4, 4]]);
    expect(drawn([Number.NaN, 3, Number.NaN], true).dots).toEqual([[8, 68, 4, 4]]);
  });

  test('but not a value on a line', () => {
    const { dots, lines } = drawn([1, 2, Number.NaN]);
    expect(dots).toEqual([]);
    expect(lines).toEqual([[10, 80]]);
  });
});

describe('rates', () => {
  test.each(['abe-appendix-a', 'abe-voice', 'bm-lesson', 'cbr-overload', 'opening'])(
    'of %s: all classes together get no more than the link rate, except for a packet at each end of a window',
    (preset) => {
      const scenario = findPreset(preset)!;
      const policy = Object.keys(scenario.policies)[0] as string;
      const lane = laneOf(preset, policy, 9);
      for (const id of ['total', 'throughput', 'goodput']) {
        const lines = kind(id).lines(lane);
        const highest = Math.max(
          ...Array.from({ length: lane.series.rowCount }, (_, row) =>
            lines.reduce((sum, line) => sum + line.value(row), 0),
          ),
        );
        expect(highest).toBeGreaterThan(0);
        expect(highest).toBeLessThanOrEqual((1.25 * lane.frame!.rateBps) / 1e6);
      }
    },
  );

  test('joined windows lose nothing, and at the start of a run they are only those that exist', () => {
    // A steady rate is steady from the first window on.
    const steady = overSamples(() => 0.8, 5);
    for (const row of [0, 1, 4, 9]) expect(steady(row)).toBeCloseTo(0.8, 12);
    const counted = [0, 0, 12, 0, 0, 0, 6, 0, 0, 0];
    const over = overSamples((row) => counted[row] as number, 4);
    expect(counted.map((_, row) => over(row))).toEqual([0, 0, 4, 3, 3, 3, 1.5, 1.5, 1.5, 1.5]);
  });

  test('on a fast link they are of five sample windows', () => {
    const [line] = kind('throughput').lines(laneOf('opening', 'red', 2));
    expect(line?.sampleCount).toBe(5);
  });

  test('a VC below its minimum is below zero', () => {
    expect(kind('excess').isSigned).toBe(true);
    expect(kind('goodput').isSigned).toBeUndefined();
  });
});

describe('small curves', () => {
  test('the losses of a lane are those of all classes', () => {
    const lane = laneOf('opening', 'droptail', 10);
    const all = runCurves.drops().value(lane)!;
    const windowSeconds = lane.description!.sampleNs / 1e9;
    let dropped = 0;
    for (let row = 0; row < lane.series.rowCount; row++) {
      let sum = 0;
      for (let index = 0; index < 3; index++)
        sum += lane.series.at(row, SERIES_FIXED_COLUMN_COUNT + index * SERIES_CLASS_STRIDE + SeriesClassColumn.drops);
      expect(all(row)).toBeCloseTo(sum / windowSeconds, 9);
      dropped += sum;
    }
    expect(dropped).toBeGreaterThan(50);
  });

  test('the lanes of a row have one scale', () => {
    const lanes = [laneOf('opening', 'droptail', 10), laneOf('opening', 'red', 10)];
    const { lines, highestValue } = sparklineLines(runCurves.delay(), lanes);
    const [one, other] = lines.map((points) => Math.max(...points)) as [number, number];
    expect(one).toBeGreaterThan(other);
    expect(highestValue).toBe(one);
    expect(sparklinePath([highestValue, 0], highestValue)).toBe('M0.0 1.0h0L64.0 15.0');
  });

  test('they end at the shown time, also if the run went back', () => {
    const atEnd = laneOf('opening', 'droptail', 10);
    const curvesAt = (seconds: number) =>
      sparklineLines(runCurves.delay(), [{ ...atEnd, frame: laneOf('opening', 'droptail', seconds).frame }]);
    expect(curvesAt(0)).toEqual({ lines: [[]], highestValue: 0 });
    expect(curvesAt(4)).toEqual(sparklineLines(runCurves.delay(), [laneOf('opening', 'droptail', 4)]));
    expect(curvesAt(4)).not.toEqual(curvesAt(10));
  });

  test('no value is a gap, not a zero', () => {
    expect(sparklinePoints(3, (row) => (row === 1 ? Number.NaN : row))).toEqual([0, Number.NaN, 2]);
    expect(sparklinePath([4, Number.NaN, 4], 8)).toBe('M0.0 8.0h0M64.0 8.0h0');
  });
});

test('a jump to another time does not count as passing packets', async () => {
  const { canvas, texts, strokes } = fakeCanvas(600, 240);
  const view = new QueueView(canvas);
  const draw = (seconds: number, wallMs: number, speed = 0.01) => {
    const { frame, description } = laneOf('opening', 'droptail', seconds);
    strokes.length = 0;
    view.draw({
      frame: frame!,
      description: description!,
      values: {},
      shownSignals: frame!.signals,
      wallMs,
      speed,
      isPlaying: true,
      hasAcks: true,
      acksEveryPacket: () => true,
      departures: new Float64Array(),
      namesEnds: true,
      isAlone: false,
      isStory: false,
      lanes: [],
      delayMsOf: () => Number.NaN,
      delayMsOfColour: () => Number.NaN,
      isStill: false,
      sharesLensAxis: false,
      highlight: undefined,
      allowedRange: () => [0, 1] as const,
    });
    return texts();
  };
  // 10 Mb/s are some 1,250 packets of 1,000 bytes a second: at a hundredth of real time twelve pass, few enough to be
  // drawn.
  draw(1, 1_000);
  // The first drawing loads the words.
  await import('../../../src/view/queue/later-drawings.ts');
  expect(draw(1.000_2, 1_020)).not.toContain('link: class shares');
  expect(draw(4, 1_120)).not.toContain('link: class shares');
  // Played at full speed they are too many.
  for (let step = 1; step <= 20; step++) draw(4 + 0.02 * step, 1_120 + 20 * step, 1);
  expect(texts()).toContain('link: class shares');
});

test('two thresholds at one place have one number, and others on one line keep apart', async () => {
  const { canvas, strokes } = fakeCanvas(600, 240);
  const view = new QueueView(canvas);
  const written = (preset: string, policy: string, values: Record<string, number>) => {
    const { frame, description } = laneOf(preset, policy, 0.3);
    strokes.length = 0;
    view.draw({
      frame: frame!,
      description: description!,
      values,
      shownSignals: frame!.signals,
      wallMs: 1,
      speed: 1,
      isPlaying: true,
      hasAcks: true,
      acksEveryPacket: () => true,
      departures: new Float64Array(),
      namesEnds: true,
      isAlone: false,
      isStory: false,
      lanes: [{ frame, description, series: new SeriesRows(1) }],
      delayMsOf: () => Number.NaN,
      delayMsOfColour: () => Number.NaN,
      isStill: true,
      sharesLensAxis: false,
      highlight: undefined,
      allowedRange: () => [0, 1] as const,
    });
    return strokes.flatMap(({ what, values: [text, x, y] }) =>
      what === 'fillText' ? [{ text: String(text).trim(), x, y }] : [],
    );
  };
  const values = { minThreshold: 19.99, maxThreshold: 20 };
  // The first drawing loads the names.
  await vi.waitFor(() => expect(written('incast-dctcp', 'red-ecn', values).map(({ text }) => text)).toContain('max'));
  const step = written('incast-dctcp', 'red-ecn', values);
  expect(step.filter(({ text }) => text === '20' || text === '20.0')).toHaveLength(1);
  expect(step.map(({ text }) => text)).toEqual(expect.arrayContaining(['max', 'min', ',']));
  const apart = written('opening', 'red', { minThreshold: 20, maxThreshold: 32 });
  const [max, min] = ['max', 'min'].map((symbol) => apart.find(({ text }) => text === symbol));
  expect(max?.y).toBe(min?.y);
  // The symbol, its index and its number are before the next symbol.
  const before = apart.filter(({ y, x }) => y === max?.y && Number(x) < Number(min?.x));
  const end = Math.max(...before.map(({ text, x }) => Number(x) + 6 * String(text).length));
  expect(end).toBeLessThanOrEqual(Number(min?.x));
});

test('at the start of a run the link shows no packets of the run before', async () => {
  const { canvas, strokes } = fakeCanvas(600, 240);
  const link = new LinkView();
  const { frame, description } = laneOf('opening', 'droptail', 1);
  const theme = drawingTheme();
  const thickness = (timeNs: number, departures: number) => {
    strokes.length = 0;
    const model = {
      frame: { ...frame!, timeNs, departures: new Float64Array(departures * DEPARTURE_STRIDE) },
      description,
      wallMs: 0,
    } as unknown as QueueModel;
    const glyphs = packetGlyphs(description!.classes, false);
    const box = { left: 44, right: 500, top: 0, bottom: 200 };
    link.draw({ ...prepareCanvas(canvas)!, theme, model, glyphs, box, order: undefined }, 'streaks');
    return strokes.reduce((sum, { what, values }) => (what === 'fillRect' ? sum + Number(values[3]) : sum), 0);
  };
  // The band is loaded with the first drawing.
  await vi.waitFor(() => expect(thickness(1e9, 100)).toBeGreaterThan(1));
  expect(thickness(1e9, 0)).toBeGreaterThan(1);
  expect(thickness(0, 0)).toBe(0);
});

test('a virtual queue is drawn at its own bytes, whatever the real queue holds', () => {
  const { frame, description } = laneOf('abe-voice', 'abe-dsd', 40);
  const axis = queueAxis({ frame: frame!, description: description!, values: {} });
  const virtual = description!.hints.signals.findIndex(({ axis: of }) => of === 'queue');
  expect(frame!.signals[virtual]).toBeGreaterThan(50);
  expect((frame!.signals[virtual] as number) * axis.signalUnit).toBeLessThanOrEqual(frame!.limitBytes);
});

test('a run at rest shows single packets, even if many passed per second', () => {
  const { canvas } = fakeCanvas(600, 240);
  const view = new QueueView(canvas);
  const { frame, description } = laneOf('opening', 'droptail', 3);
  const draw = (ms: number, isPlaying: boolean) => {
    view.draw({
      ...{
        description: description!,
        values: {},
        shownSignals: frame!.signals,
        speed: 1,
        hasAcks: true,
        acksEveryPacket: () => true,
        departures: new Float64Array(),
        namesEnds: true,
        isAlone: false,
        isStory: false,
        wallMs: ms,
      },
      ...{
        isPlaying,
        isStill: true,
        sharesLensAxis: false,
        lanes: [{ frame: frame!, description: description!, series: new SeriesRows(1) }],
        delayMsOf: () => Number.NaN,
        delayMsOfColour: () => Number.NaN,
        highlight: undefined,
        allowedRange: () => [0, 1] as const,
      },
      frame: { ...frame!, timeNs: frame!.timeNs + ms * 1e6 },
    });
    return view.detail;
  };
  // At first, the rate is the rate of the link: 1,250 packets per second.
  draw(0, true);
  expect(draw(16, true)).toBe('streaks');
  expect(draw(32, false)).toBe('packets');
});
