/**
 * The plots of a run as one picture (SVG 1.1), on white. A row has one class, so lines need no colour. Each lane has a
 * stroke and its letter at the end, as on the page.
 */

import type { NamedLaneData } from '../engine/frame/lane-data.ts';
import type { SenderEvent } from '../engine/frame/sender-columns.ts';
import { titleWithUnit } from '../quantities/plots/plot-kind.ts';
import { paintAsSvg } from '../scene/paint-svg.ts';
import { createScene } from '../scene/scene.ts';
import { estimatedTextRuler } from '../scene/text-ruler.ts';
import { MAX_REFERENCE_RATIO } from '../shared/axis-limits.ts';
import { laneDash } from '../shared/lane-letters.ts';
import { DROP_CURVE, type LaneWithCurve, type NamedDropCurve, shownCurves } from './drop-curve.ts';
import { type PlotData, plotData, sampleEnds } from './plot-data.ts';
import {
  type LaneWithSender,
  type SequencePlot,
  senderPlots,
  sequencePlot,
  type TimedSenderPlot,
} from './sender-plots.ts';
import type { AboutRun } from './series-table.ts';
import { type Snapshot, snapshotsOfLanes } from './snapshot-plots.ts';
import {
  formatSvgPanels,
  type SvgFigure,
  type SvgGlyph,
  type SvgPanel,
  type SvgPoint,
  svgLaneDash,
} from './svg-panels.ts';

/** Heights of a row of lines, and of one lane in a row of marks, px. */
const ROW_HEIGHT_PX = 150;
const LOW_ROW_HEIGHT_PX = 24;
/** Height of the strip of the link's rate, with room for the numbers of its axis, px. */
const LINK_RATE_HEIGHT_PX = 48;

const SIGN_NAMES: Readonly<Record<SenderEvent, string>> = {
  sent: '│ sent',
  retransmitted: '■ sent again',
  acked: '· acknowledged',
  duplicate: '○ duplicate acknowledgement',
  sacked: '– reported by SACK',
  dropped: '× dropped',
  marked: '◇ marked',
  lost: '+ lost on the wire',
  echoed: '△ echo of a mark',
  timeout: 'T timeout',
};

/**
 * @param ids the requested plots; default all
 * @param countsHeaders whether the rates of the scenario count headers
 */
export function formatSvgPlots(
  lanes: readonly (NamedLaneData & LaneWithSender & LaneWithCurve)[],
  about: AboutRun,
  ids?: readonly string[],
  countsHeaders?: boolean,
): string {
  const names = Object.fromEntries(lanes.map(({ lane, description }) => [lane, description?.laneName ?? '']));
  const times = Object.fromEntries(lanes.map((lane) => [lane.lane, sampleEnds(lane)]));
  const sequence = sequencePlot(lanes, ids);
  const figures = [
    ...plotData(lanes, ids).map((plot) => timedFigure(plot, times)),
    ...snapshotsOfLanes(lanes, ids).map((snapshot) => snapshotFigure(snapshot, lanes, countsHeaders)),
    ...senderPlots(lanes, ids).map((plot) => senderFigure(plot, formatSenderPanel(lanes))),
    ...(sequence === undefined ? [] : [sequenceFigure(sequence, formatSenderPanel(lanes))]),
    ...shownCurves(lanes, ids).map((curve) => curveFigure(curve, names[curve.lane] ?? '')),
  ];
  return formatSvgPanels(figures, names, about);
}

function formatSenderPanel(lanes: readonly LaneWithSender[]): string {
  const sender = lanes.find((lane) => lane.sender !== undefined)?.sender;
  return sender === undefined ? '' : `${sender.class}.${sender.flow}`;
}

const lastTime = (times: Readonly<Record<string, readonly number[]>>) =>
  Math.max(...Object.values(times).map((ends) => ends.at(-1) ?? 0));

const maxValue = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((max, value) => Math.max(max, value ?? max), Number.NEGATIVE_INFINITY);

/** From zero, or from the lowest value below it, to a little over the highest. */
function valueSpan(values: readonly (number | null | undefined)[]): { from: number; to: number } {
  const to = Math.max(0, maxValue(values));
  const from = Math.min(0, -maxValue(values.map((value) => (value === null || value === undefined ? null : -value))));
  return from === to ? { from: 0, to: 1 } : { from: 1.05 * from, to: 1.05 * to };
}

function splitAtGaps(times: readonly number[], values: readonly (number | null)[]): SvgPoint[][] {
  const pieces: SvgPoint[][] = [[]];
  for (const [index, value] of values.entries()) {
    const time = times[index];
    if (value === null || time === undefined) pieces.push([]);
    else pieces.at(-1)?.push([time, value]);
  }
  return pieces.filter(({ length }) => length > 0);
}

function timedFigure(plot: PlotData, times: Readonly<Record<string, readonly number[]>>): SvgFigure {
  const { title, unit, lines, references, linkRate } = plot;
  if (plot.bands !== undefined) return bandFigure(plot, plot.bands, times);
  const lanes = Object.keys(times);
  const x = { from: 0, to: lastTime(times), text: 'simulated time (s)' };
  const linkRatePanels = linkRate === undefined ? [] : [linkRatePanel(linkRate, times[lanes[0] ?? ''] ?? [], x)];
  const panels = [...new Set(lines.map(({ row }) => row))].map((row): SvgPanel => {
    const rowLines = lines.filter((line) => line.row === row);
    const first = new Map<string, string>();
    for (const { lane, name } of rowLines) if (!first.has(lane)) first.set(lane, name);
    const values = rowLines.flatMap((line) => [...line.values, ...(line.upper ?? [])]);
    const max = Math.max(0, maxValue(values));
    const nearReferences = [
      ...new Map(references.map((reference) => [`${reference.symbol} ${reference.value}`, reference])).values(),
    ].filter(({ value }) => value <= MAX_REFERENCE_RATIO * max);
    return {
      name: row,
      height: ROW_HEIGHT_PX,
      x,
      lanes,
      glyphs: [],
      references: nearReferences,
      y: valueSpan([...values, ...nearReferences.map(({ value }) => value)]),
      lines: rowLines.map(({ lane, name, values: lineValues, upper }) => {
        const ends = times[lane] ?? [];
        const isSecond = name !== first.get(lane);
        const band = upper?.flatMap((high, index): [number, number, number][] => {
          const [time, low] = [ends[index], lineValues[index]];
          return high === null || time === undefined || low === null || low === undefined ? [] : [[time, low, high]];
        });
        return {
          letter: isSecond ? `${lane} ${name}` : lane,
          dash: svgLaneDash(lanes, lane),
          isSecond,
          pieces: splitAtGaps(ends, lineValues),
          ...(band === undefined ? {} : { band }),
        };
      }),
    };
  });
  const hasBand = lines.some(({ upper }) => upper !== undefined);
  const key = hasBand ? 'Grey: from the mean to the 95th percentile.' : '';
  return { title: `${title} (${unit})`, key, panels: [...linkRatePanels, ...panels] };
}

/** The rate of the link as steps in a strip over the rows, as on the page. Each step has the value of its window. */
function linkRatePanel(
  { label, unit, max, values }: NonNullable<PlotData['linkRate']>,
  ends: readonly number[],
  x: SvgPanel['x'],
): SvgPanel {
  const pieces: SvgPoint[][] = [[]];
  for (const [index, value] of values.entries()) {
    const to = ends[index];
    if (value === null || to === undefined) pieces.push([]);
    else pieces.at(-1)?.push([ends[index - 1] ?? 0, value], [to, value]);
  }
  return {
    name: `${label} (${unit})`,
    height: LINK_RATE_HEIGHT_PX,
    x,
    y: { from: 0, to: 1.05 * max },
    lanes: [],
    lines: [{ letter: '', dash: [], isSecond: true, pieces: pieces.filter(({ length }) => length > 0) }],
    references: [],
    glyphs: [],
  };
}

/** Heights of a high and of a low band, and the space between two lanes, as shares of the height of a lane. */
const HIGH_BAND_SHARE = 0.8;
const LOW_BAND_SHARE = 0.32;

/** A band for each lane: high for 100, low for 0, and none for a missing value. */
function bandFigure(
  { title, lines }: PlotData,
  [high, low, none]: NonNullable<PlotData['bands']>,
  times: Readonly<Record<string, readonly number[]>>,
): SvgFigure {
  const lanes = Object.keys(times);
  const panels = [...new Set(lines.map(({ row }) => row))].map((name): SvgPanel => {
    const boxesOf = (shade: 'high' | 'low') =>
      lines.flatMap(({ row, lane, values }) => {
        const ends = times[lane] ?? [];
        const bottom = (lanes.length - 1 - lanes.indexOf(lane) + 0.1) / lanes.length;
        const top = bottom + (shade === 'high' ? HIGH_BAND_SHARE : LOW_BAND_SHARE) / lanes.length;
        return values.flatMap((value, sample) =>
          row === name && value !== null && value > 0 === (shade === 'high')
            ? [[ends[sample - 1] ?? 0, ends[sample] ?? 0, bottom, top] as const]
            : [],
        );
      });
    return {
      name,
      height: LOW_ROW_HEIGHT_PX * lanes.length,
      x: { from: 0, to: lastTime(times), text: 'simulated time (s)' },
      y: undefined,
      lanes,
      lines: [],
      references: [],
      glyphs: [],
      areas: (['high', 'low'] as const).map((shade) => ({ look: shade, boxes: boxesOf(shade) })),
    };
  });
  return { title, key: `High: ${high}. Low: ${low}. No band: ${none}.`, panels };
}

/** Height of a plot of one moment, and that of a class in a lane, px. */
const MOMENT_HEIGHT_PX = 220;
const CLASS_HEIGHT_PX = 16;
/** So many classes in all lanes have room in the height of a plot. */
const USUAL_CLASS_COUNT = 8;

/** The colours of a file, on white. */
const PAPER = { text: '#111', muted: '#555', grid: '#ddd', surface: '#fff', isDark: false };

/** A plot of one moment, drawn as on the page. */
function snapshotFigure(
  { plot }: Snapshot,
  lanes: readonly NamedLaneData[],
  countsHeaders: boolean | undefined,
): SvgFigure {
  const classCount = lanes.length * (lanes[0]?.description?.classes.length ?? 0);
  const height = MOMENT_HEIGHT_PX + CLASS_HEIGHT_PX * Math.max(0, classCount - USUAL_CLASS_COUNT);
  const draw = (width: number) => {
    const size = { width, height };
    const marks = plot.marks({ lanes, countsHeaders }, size, estimatedTextRuler);
    return paintAsSvg(createScene(marks, size, estimatedTextRuler), PAPER, `${plot.id}-`);
  };
  return { title: titleWithUnit(plot), key: '', panels: [], drawing: { height, draw } };
}

function senderFigure({ title, unit, lines, times }: TimedSenderPlot, sender: string): SvgFigure {
  const x = { from: 0, to: lastTime(times), text: 'simulated time (s)' };
  const lanes = Object.keys(times);
  const panels = lanes.map((lane): SvgPanel => {
    const laneLines = lines.filter((line) => line.lane === lane);
    const highestLeading = Math.max(0, maxValue(laneLines.slice(0, 2).flatMap(({ values }) => values)));
    // A threshold far above the window would flatten the window.
    const visibleLines = laneLines.map((line) => ({
      ...line,
      values: line.values.map((value) =>
        value !== null && value <= MAX_REFERENCE_RATIO * highestLeading ? value : null,
      ),
      isBeyond: (line.values.filter((value) => value !== null).at(-1) ?? 0) > MAX_REFERENCE_RATIO * highestLeading,
    }));
    return {
      name: lane,
      height: ROW_HEIGHT_PX,
      x,
      lanes,
      glyphs: [],
      references: [],
      y: valueSpan(visibleLines.flatMap(({ values }) => values)),
      lines: visibleLines.map(({ name, values, isBeyond }, index) => ({
        letter: name,
        dash: laneDash(index),
        isSecond: index > 0,
        isBeyond,
        pieces: splitAtGaps(times[lane] ?? [], values),
      })),
    };
  });
  return { title: `${title} ${sender} (${unit})`, key: 'A row for each lane.', panels };
}

function sequenceFigure({ title, unit, signs }: SequencePlot, sender: string): SvgFigure {
  const lanes = [...new Set(signs.map(({ lane }) => lane))];
  const x = {
    from: Math.min(...signs.map(({ seconds }) => seconds)),
    to: Math.max(...signs.map(({ seconds }) => seconds)),
    text: 'simulated time (s)',
  };
  const panels = lanes.map((name): SvgPanel => {
    const laneSigns = signs.filter(({ lane }) => lane === name);
    const segments = laneSigns.map(({ segment }) => segment);
    const [from, to] = [Math.min(...segments), Math.max(...segments, 1)];
    return {
      name,
      height: 2 * ROW_HEIGHT_PX,
      x,
      lanes,
      lines: [],
      references: [],
      y: { from, to: to + 0.03 * (to - from) },
      glyphs: laneSigns.map(({ seconds, segment, event }) => ({ point: [seconds, segment], sign: event })),
    };
  });
  const events = new Set(signs.map(({ event }) => event));
  // A line breaks between entries, not within one.
  const key = [...events].map((event) => SIGN_NAMES[event].replaceAll(' ', '\u00a0')).join(', ');
  return { title: `${title} ${sender} (${unit})`, key, panels };
}

/** One drawing for each lane, because the axes of two rules differ. */
function curveFigure(
  { lane, signal, unit, thresholds, curve, states, top }: NamedDropCurve,
  laneName: string,
): SvgFigure {
  const panel: SvgPanel = {
    name: `${lane} ${laneName}`,
    height: ROW_HEIGHT_PX,
    lanes: [lane],
    references: [],
    x: { from: 0, to: curve.at(-1)?.[0] ?? 1, text: `${signal} (${unit})` },
    y: { from: 0, to: top },
    lines: [{ letter: '', dash: [], isSecond: false, pieces: [pointsBelow(curve, top)] }],
    glyphs: [
      ...thresholds.map(({ symbol, value }): SvgGlyph => ({ point: [value, 0], sign: 'threshold', letter: symbol })),
      ...states.map((state): SvgGlyph => ({ point: state, sign: 'ring' })),
    ],
  };
  return {
    title: DROP_CURVE.title,
    key: 'Circles: at the end of each sample window since the warm-up.',
    panels: [panel],
  };
}

/** The part of a rising curve up to a value, which may be between two points. */
function pointsBelow(points: readonly SvgPoint[], top: number): SvgPoint[] {
  const end = points.findIndex(([, value]) => value > top);
  const [from, to] = [points[end - 1], points[end]];
  if (from === undefined || to === undefined) return [...points];
  const share = (top - from[1]) / (to[1] - from[1]);
  return [...points.slice(0, end), [from[0] + share * (to[0] - from[0]), top]];
}
