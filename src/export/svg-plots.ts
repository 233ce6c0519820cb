/**
 * The plots of a run as one picture (SVG 1.1), on white. A row has one class, so lines need no colour. Each lane has a
 * stroke and its letter at the end, as on the page.
 */

import type { NamedLaneData } from '../engine/frame/lane-data.ts';
import type { SenderEvent } from '../engine/frame/sender-columns.ts';
import type { PlotScale } from '../plots/plot-marks.ts';
import { titleWithUnit } from '../plots/plot-texts.ts';
import { ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, PathMark } from '../scene/marks.ts';
import type { SceneSize } from '../scene/scene.ts';
import { estimatedTextRuler, SMALL_TEXT_FONT } from '../scene/text-ruler.ts';
import { MAX_REFERENCE_RATIO } from '../shared/axis-limits.ts';
import { laneDash } from '../shared/lane-letters.ts';
import { DROP_CURVE, type LaneWithCurve, type NamedDropCurve, shownCurves } from './drop-curve.ts';
import { nearReferences, type PlotData, plotData, sampleEnds } from './plot-data.ts';
import {
  type LaneWithSender,
  type SequenceSigns,
  senderLines,
  senderSequences,
  type TimedSenderPlot,
} from './sender-plot-panels.ts';
import type { AboutRun } from './series-table.ts';
import { type Snapshot, snapshotsOfLanes } from './snapshot-plots.ts';
import { formatSvgPanels, type SvgFigure, type SvgPanel, svgLaneDash } from './svg-panels.ts';

/** Heights of a row of lines, and of one lane in a row of marks, px. */
const ROW_HEIGHT_PX = 150;
const LOW_ROW_HEIGHT_PX = 24;
/** Height of the strip of the link's rate, with room for the numbers of its axis, px. */
const LINK_RATE_HEIGHT_PX = 48;

/** The sign of an event around its place, in the notation of SVG, and its name in the key. */
interface EventSign extends Partial<Pick<PathMark, 'fill' | 'stroke' | 'strokePx' | 'dash'>> {
  readonly name: string;
  readonly d: string;
}

const circle = (radius: number) =>
  `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

const SIGNS: Readonly<Record<SenderEvent, EventSign>> = {
  sent: { name: '│ sent', d: 'm0 -1.5v3', stroke: 'muted' },
  retransmitted: { name: '■ sent again', d: 'm-2.5 -2.5h5v5h-5Z', fill: 'text' },
  acked: { name: '· acknowledged', d: circle(0.8), fill: 'text' },
  duplicate: { name: '○ duplicate acknowledgement', d: circle(3), stroke: 'text' },
  sacked: { name: '– reported by SACK', d: 'm-2 0h4', stroke: ['#999', '#999'] },
  dropped: { name: '× dropped', d: 'm-3 -3l6 6m0 -6l-6 6', stroke: 'text', strokePx: 1.4 },
  marked: { name: '◇ marked', d: 'm0 -4l4 4l-4 4l-4 -4Z', fill: 'surface', stroke: 'text' },
  lost: { name: '+ lost on the wire', d: 'm-4 0h8m-4 -4v8', stroke: 'text', strokePx: 1.4 },
  echoed: { name: '△ echo of a mark', d: 'm0 -4l4 7h-8Z', fill: 'surface', stroke: 'text' },
  timeout: { name: 'T timeout', d: '', stroke: 'text', dash: [1, 2] },
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
  const figures = [
    ...plotData(lanes, ids).map((plot) => timedFigure(plot, times)),
    ...snapshotsOfLanes(lanes, ids).map((snapshot) => snapshotFigure(snapshot, lanes, countsHeaders)),
    ...senderLines(lanes, ids).map((plot) => senderFigure(plot, formatSenderPanel(lanes))),
    ...senderSequences(lanes, ids).map((plot) => sequenceFigure(plot, formatSenderPanel(lanes))),
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
    const shownReferences = nearReferences(references, max);
    return {
      name: row,
      height: ROW_HEIGHT_PX,
      x,
      references: shownReferences,
      y: valueSpan([...values, ...shownReferences.map(({ value }) => value)]),
      lines: rowLines.map(({ lane, name, values: lineValues, upper }) => {
        const isSecond = name !== first.get(lane);
        return {
          name: isSecond ? `${lane} ${name}` : lane,
          dash: svgLaneDash(lanes, lane),
          isSecond,
          times: times[lane] ?? [],
          values: lineValues,
          upper,
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
  const steps = ends.flatMap((end, index) => [ends[index - 1] ?? 0, end]);
  return {
    name: `${label} (${unit})`,
    height: LINK_RATE_HEIGHT_PX,
    x,
    y: { from: 0, to: 1.05 * max },
    lines: [{ name: '', dash: [], isSecond: true, times: steps, values: values.flatMap((value) => [value, value]) }],
  };
}

/** Heights of a high and of a low band, and the space between two lanes, as shares of the height of a lane. */
const HIGH_BAND_SHARE = 0.8;
const LOW_BAND_SHARE = 0.32;
const LOW_BAND_INK = ['#bbb', '#bbb'] as const;
/** No text avoids these marks. */
const NO_BOX = { left: 0, top: 0, right: 0, bottom: 0 };

/** A band for each lane: high for 100, low for 0, and none for a missing value. */
function bandFigure(
  { title, lines }: PlotData,
  [high, low, none]: NonNullable<PlotData['bands']>,
  times: Readonly<Record<string, readonly number[]>>,
): SvgFigure {
  const lanes = Object.keys(times);
  const panels = [...new Set(lines.map(({ row }) => row))].map((name): SvgPanel => {
    // The first lane is above the others.
    const baseOf = (lane: string) => lanes.length - 1 - lanes.indexOf(lane) + 0.1;
    const bandMarks = (x: PlotScale, y: PlotScale, isHigh: boolean): Mark => {
      const boxes = lines.flatMap(({ row, lane, values }) => {
        const ends = times[lane] ?? [];
        const [bottom, top] = [y(baseOf(lane)), y(baseOf(lane) + (isHigh ? HIGH_BAND_SHARE : LOW_BAND_SHARE))];
        return values.flatMap((value, sample) => {
          if (row !== name || value === null || value > 0 !== isHigh) return [];
          const [left, right] = [x(ends[sample - 1] ?? 0), x(ends[sample] ?? 0)];
          return [
            `M${left.toFixed(1)} ${bottom.toFixed(1)}V${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}Z`,
          ];
        });
      });
      return { kind: 'path', d: boxes.join(''), box: NO_BOX, fill: isHigh ? 'muted' : LOW_BAND_INK };
    };
    return {
      name,
      height: LOW_ROW_HEIGHT_PX * lanes.length,
      x: { from: 0, to: lastTime(times), text: 'simulated time (s)' },
      y: { from: 0, to: lanes.length },
      rowNames: lanes.map((lane) => [lane, baseOf(lane) + 0.4]),
      marks: (x, y) => [bandMarks(x, y, true), bandMarks(x, y, false)],
    };
  });
  return { title, key: `High: ${high}. Low: ${low}. No band: ${none}.`, panels };
}

/** Height of a plot of one moment, and that of a class in a lane, px. */
const MOMENT_HEIGHT_PX = 220;
const CLASS_HEIGHT_PX = 16;
/** So many classes in all lanes have room in the height of a plot. */
const USUAL_CLASS_COUNT = 8;

/** A plot of one moment, drawn as on the page. */
function snapshotFigure(
  { plot }: Snapshot,
  lanes: readonly NamedLaneData[],
  countsHeaders: boolean | undefined,
): SvgFigure {
  const classCount = lanes.length * (lanes[0]?.description?.classes.length ?? 0);
  const height = MOMENT_HEIGHT_PX + CLASS_HEIGHT_PX * Math.max(0, classCount - USUAL_CLASS_COUNT);
  const marks = (size: SceneSize) => plot.marks({ lanes, countsHeaders }, size, estimatedTextRuler);
  return { title: titleWithUnit(plot), key: '', panels: [], drawing: { height, marks } };
}

function senderFigure({ title, unit, lines, times }: TimedSenderPlot, sender: string): SvgFigure {
  const x = { from: 0, to: lastTime(times), text: 'simulated time (s)' };
  const panels = Object.keys(times).map((lane): SvgPanel => {
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
      y: valueSpan(visibleLines.flatMap(({ values }) => values)),
      lines: visibleLines.map(({ name, values, isBeyond }, index) => ({
        name,
        dash: laneDash(index),
        isSecond: index > 0,
        isBeyond,
        times: times[lane] ?? [],
        values,
      })),
    };
  });
  return { title: `${title} ${sender} (${unit})`, key: 'A row for each lane.', panels };
}

function sequenceFigure({ plot: { title, unit }, signs }: SequenceSigns, sender: string): SvgFigure {
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
      y: { from, to: to + 0.03 * (to - from) },
      marks: (timeScale, y) => signMarks(laneSigns, timeScale, y),
    };
  });
  const events = new Set(signs.map(({ event }) => event));
  // A line breaks between entries, not within one.
  const key = [...events].map((event) => SIGNS[event].name.replaceAll(' ', '\u00a0')).join(', ');
  return { title: `${title} ${sender} (${unit})`, key, panels };
}

/** The signs of each event as one mark. A timeout is a line over the whole height. */
function signMarks(signs: SequenceSigns['signs'], x: PlotScale, y: PlotScale): Mark[] {
  const [bottom = 0, top = 0] = y.range();
  const events = [...new Set(signs.map(({ event }) => event))];
  const marks = events.map((event): Mark => {
    const { d, name: _, ...look } = SIGNS[event];
    const places = signs.filter((sign) => sign.event === event);
    const parts = places.map(({ seconds, segment }) => {
      const left = x(seconds).toFixed(1);
      return event === 'timeout' ? `M${left} ${top}V${bottom}` : `M${left} ${y(segment).toFixed(1)}${d}`;
    });
    return { kind: 'path', d: parts.join(''), box: NO_BOX, ...look };
  });
  const timeouts = signs.filter(({ event }) => event === 'timeout');
  const letters = timeouts.map(({ seconds }, index) =>
    textMark(`timeout ${index}`, 'T', [x(seconds) + 2, top + 6, 'left'], { font: SMALL_TEXT_FONT, priority: 3 }),
  );
  return [...marks, ...letters];
}

/** One drawing for each lane, because the axes of two rules differ. */
function curveFigure(
  { lane, signal, unit, thresholds, curve, states, top }: NamedDropCurve,
  laneName: string,
): SvgFigure {
  const points = pointsBelow(curve, top);
  const panel: SvgPanel = {
    name: `${lane} ${laneName}`,
    height: ROW_HEIGHT_PX,
    x: { from: 0, to: curve.at(-1)?.[0] ?? 1, text: `${signal} (${unit})` },
    y: { from: 0, to: top },
    lines: [
      {
        name: '',
        dash: [],
        isSecond: false,
        times: points.map(([value]) => value),
        values: points.map(([, chance]) => chance),
      },
    ],
    marks: (x, y) => [
      ...thresholds.flatMap(({ symbol, value }): Mark[] => {
        const [bottom = 0, highest = 0] = y.range();
        const place = { x: x(value), y: highest + 6 };
        // On the left if there is room, so that a rising curve does not cross it.
        const placesBeside = [-4, 4].map((px) => ({
          x: place.x + px,
          y: place.y,
          align: px < 0 ? ('right' as const) : ('left' as const),
        }));
        return [
          ruleMark({ x: place.x, y: highest }, { x: place.x, y: bottom }, { dash: [2, 3] }),
          textMark(symbol, symbol, placesBeside, { font: SMALL_TEXT_FONT, ink: 'muted', bounds: { left: x(0) } }),
        ];
      }),
      ...states.map(
        ([value, chance]): Mark => ({ kind: 'symbol', at: { x: x(value), y: y(chance) }, radiusPx: 3, stroke: 'text' }),
      ),
    ],
  };
  return {
    title: DROP_CURVE.title,
    key: 'Circles: at the end of each sample window since the warm-up.',
    panels: [panel],
  };
}

/** The part of a rising curve up to a value, which may be between two points. */
function pointsBelow(points: NamedDropCurve['curve'], top: number): NamedDropCurve['curve'] {
  const end = points.findIndex(([, value]) => value > top);
  const [from, to] = [points[end - 1], points[end]];
  if (from === undefined || to === undefined) return points;
  const share = (top - from[1]) / (to[1] - from[1]);
  return [...points.slice(0, end), [from[0] + share * (to[0] - from[0]), top]];
}
