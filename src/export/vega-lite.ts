/**
 * Plots as Vega-Lite: a specification with its data, which the Vega editor, Observable, Altair, RStudio and others
 * draw.
 * Source: https://vega.github.io/schema/vega-lite/v6.json
 */

import type { NamedLaneData } from '../engine/frame/lane-data.ts';
import { DROP_CURVE, type LaneWithCurve, type NamedDropCurve, shownCurves } from './drop-curve.ts';
import { nearReferences, type PlotData, plotData, sampleEnds } from './plot-data.ts';
import { type LaneWithSender, type SequenceSigns, senderLines, senderSequences } from './sender-plot-panels.ts';
import type { AboutRun } from './series-table.ts';
import { type Snapshot, snapshotsOfLanes } from './snapshot-plots.ts';

const SCHEMA_URL = 'https://vega.github.io/schema/vega-lite/v6.json';

/** Size of one row of a plot, px. */
const ROW_WIDTH_PX = 560;
const ROW_HEIGHT_PX = 160;
const SNAPSHOT_HEIGHT_PX = 60;
const LINK_RATE_HEIGHT_PX = 40;

/** A plot with the ends of its windows, s, by lane. */
interface TimedPlot extends PlotData {
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** "A DropTail", by lane. */
  readonly laneNames: Readonly<Record<string, string>>;
}

/** Number of digits of values in a specification: more digits are not visible. */
const SIGNIFICANT_DIGITS = 6;

function roundValue(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

/** A row of data for each window and line, and one for each reference near a row; missing values leave a gap. */
function plotDataRows({ lines, references, times, laneNames }: TimedPlot) {
  const points = lines.flatMap(({ lane, row, name, values, upper }) =>
    values.map((value, index) => ({
      time_s: times[lane]?.[index],
      lane: laneNames[lane],
      row,
      line: row === name ? '' : name,
      value: roundValue(value),
      ...(upper === undefined ? {} : { p95: roundValue(upper[index]) }),
    })),
  );
  const highestOfRow = new Map<string, number>();
  for (const { row, value } of points) highestOfRow.set(row, Math.max(highestOfRow.get(row) ?? 0, value ?? 0));
  const referenceRows = [...highestOfRow].flatMap(([row, highest]) =>
    nearReferences(references, highest).map(({ symbol, value, fromSeconds = 0 }) => ({
      row,
      symbol,
      reference: roundValue(value),
      from_s: fromSeconds,
    })),
  );
  return [...points, ...referenceRows];
}

/** The rate of the link as steps in a strip of its own, as over the lines on the page. */
function linkRateView({ label, unit, max, values }: NonNullable<PlotData['linkRate']>, ends: readonly number[]) {
  const rows = values.map((value, index) => ({ time_s: ends[index], link_rate: roundValue(value) }));
  return {
    data: { values: [{ ...rows[0], time_s: 0 }, ...rows] },
    width: ROW_WIDTH_PX,
    height: LINK_RATE_HEIGHT_PX,
    mark: { type: 'line', interpolate: 'step-before', color: '#666', strokeWidth: 1.5 },
    encoding: {
      x: { field: 'time_s', type: 'quantitative', title: null, axis: { labels: false, ticks: false } },
      y: {
        field: 'link_rate',
        type: 'quantitative',
        title: [label, `(${unit})`],
        scale: { domain: [0, max] },
        axis: { values: [0, roundValue(max)] },
      },
    },
  };
}

/** A longer URL is cut in the picture; `usermeta` has the whole URL. */
const MAX_SHOWN_URL_CHARACTERS = 110;

/** Text of a picture about its run: title, seed and program, then the URL if there is one. */
export function formatPlotTitle({ title, seed, program, link }: AboutRun): string[] {
  const text = `${title}. Seed ${seed}. ${program}`;
  if (link === undefined) return [text];
  return [text, link.length > MAX_SHOWN_URL_CHARACTERS ? `${link.slice(0, MAX_SHOWN_URL_CHARACTERS)}…` : link];
}

/** One plot: a row for each class, a line for each lane, a band up to the 95th percentile. */
function plotView(plot: TimedPlot) {
  const { title, unit, help, lines, references, linkRate } = plot;
  const rows = [...new Set(lines.map(({ row }) => row))];
  const names = new Set(lines.filter(({ row, name }) => row !== name).map(({ name }) => name));
  const y = { field: 'value', type: 'quantitative', title: unit };
  const x = { field: 'time_s', type: 'quantitative', title: 'simulated time (s)' };
  const colour = { field: 'lane', type: 'nominal', title: 'lane' };
  const dash = names.size > 1 ? { strokeDash: { field: 'line', type: 'nominal', title: 'shown' } } : {};
  const band = lines.some(({ upper }) => upper !== undefined)
    ? [
        {
          mark: { type: 'area', opacity: 0.2 },
          transform: [{ filter: 'isValid(datum.p95)' }],
          encoding: { x, y, y2: { field: 'p95' }, color: colour },
        },
      ]
    : [];
  const isReference = [{ filter: 'isValid(datum.reference)' }];
  const position = { field: 'reference', type: 'quantitative', title: unit };
  const rules =
    references.length === 0
      ? []
      : [
          {
            mark: { type: 'rule', strokeDash: [2, 3], color: '#666' },
            transform: isReference,
            // From its last edit on.
            encoding: { y: position, x: { ...x, field: 'from_s' }, x2: { value: ROW_WIDTH_PX } },
          },
          {
            mark: { type: 'text', align: 'left', dx: 3, color: '#555' },
            transform: isReference,
            encoding: { y: position, x: { value: ROW_WIDTH_PX }, text: { field: 'symbol' } },
          },
        ];
  const lineLayers = [
    ...band,
    {
      mark: { type: 'line' },
      transform: [{ filter: 'isValid(datum.lane)' }],
      encoding: { x, y, color: colour, detail: { field: 'line' }, ...dash },
    },
    ...rules,
  ];
  const heading = { title: `${title} (${unit})`, description: help };
  const data = { values: plotDataRows(plot) };
  const layeredView = { width: ROW_WIDTH_PX, height: ROW_HEIGHT_PX, layer: lineLayers };
  const linesView =
    rows.length < 2
      ? { data, ...layeredView }
      : {
          data,
          facet: { row: { field: 'row', type: 'nominal', title: null, sort: rows } },
          spec: layeredView,
          resolve: { scale: { y: 'independent' } },
        };
  if (linkRate === undefined) return { ...heading, ...linesView };
  const [firstTimes = []] = Object.values(plot.times);
  return { ...heading, vconcat: [linkRateView(linkRate, firstTimes), linesView], resolve: { scale: { x: 'shared' } } };
}

/** A plot of one moment: a row for each class, in the colours of the lanes. */
function snapshotView(
  { plot: { form, title, unit, help }, rows }: Snapshot,
  laneNames: Readonly<Record<string, string>>,
) {
  const classes = [...new Set(rows.map((row) => row.class))];
  const values = rows.map((row) => ({
    ...row,
    lane: laneNames[String(row.lane)] ?? row.lane,
    value: typeof row.value === 'number' ? roundValue(row.value) : null,
  }));
  const heading = { title: `${title} (${unit})`, description: help, data: { values } };
  const facet = { row: { field: 'class', type: 'nominal', title: null, sort: classes } };
  const colour = { field: 'lane', type: 'nominal', title: 'lane' };
  const size = { width: ROW_WIDTH_PX, height: SNAPSHOT_HEIGHT_PX };
  const quantitativeField = (field: string, words: string) => ({ field, type: 'quantitative', title: words });
  const lane = { field: 'lane', type: 'nominal', title: null };
  const mark = (field: string, thickness: number) => ({
    mark: { type: 'tick', color: '#333', thickness },
    encoding: { x: quantitativeField(field, unit), y: lane },
  });
  if (form === 'curve') {
    const encoding = {
      x: quantitativeField('value', 'ms'),
      y: quantitativeField('at', unit),
      color: colour,
      order: { field: 'at' },
    };
    return { ...heading, facet, spec: { ...size, height: ROW_HEIGHT_PX, mark: { type: 'line' }, encoding } };
  }
  if (form === 'dot') {
    const encoding = { x: quantitativeField('value', unit), y: lane, color: colour };
    return { ...heading, facet, spec: { ...size, mark: { type: 'point' }, encoding } };
  }
  const bars = { mark: { type: 'bar' }, encoding: { x: quantitativeField('value', unit), y: lane, color: colour } };
  const hasField = (field: 'minimum' | 'fairShare') => rows.some((row) => row[field] !== undefined);
  const marks = [
    ...(hasField('minimum') ? [mark('minimum', 4)] : []),
    ...(hasField('fairShare') ? [mark('fairShare', 1)] : []),
  ];
  return { ...heading, facet, spec: { ...size, layer: [bars, ...marks] } };
}

/** Packets and acknowledgements of a sender: a row for each lane, a shape for each event. */
function sequenceViewOf(
  { plot: { title, unit, help }, signs }: SequenceSigns,
  laneNames: Readonly<Record<string, string>>,
) {
  const values = signs.map(({ lane, seconds, event, segment }) => ({
    time_s: roundValue(seconds),
    lane: laneNames[lane],
    event,
    segment,
  }));
  const encoding = {
    x: { field: 'time_s', type: 'quantitative', title: 'simulated time (s)', scale: { zero: false } },
    y: { field: 'segment', type: 'quantitative', title: unit, scale: { zero: false } },
    shape: { field: 'event', type: 'nominal', title: 'event' },
    color: { field: 'event', type: 'nominal', title: 'event' },
  };
  return {
    title: `${title} (${unit})`,
    description: help,
    data: { values },
    facet: { row: { field: 'lane', type: 'nominal', title: null } },
    spec: { width: ROW_WIDTH_PX, height: 2 * ROW_HEIGHT_PX, mark: { type: 'point', size: 12 }, encoding },
    resolve: { scale: { y: 'independent' } },
  };
}

/** Rules with their states, one below the other, each with its own axes. */
function curveView({ lane, signal, unit, thresholds, curve, states, top }: NamedDropCurve, laneName: string) {
  const x = { field: 'signal', type: 'quantitative', title: `${signal} (${unit})` };
  const y = { field: 'probability', type: 'quantitative', title: 'drop probability', scale: { domain: [0, top] } };
  const pairs = (points: NamedDropCurve['curve']) =>
    points.map(([value, chance]) => ({ signal: roundValue(value), probability: roundValue(chance) }));
  const thresholdRows = thresholds.map(({ symbol, value }) => ({ symbol, signal: roundValue(value) }));
  return {
    title: `${DROP_CURVE.title}, ${laneName}`,
    description: DROP_CURVE.help,
    name: `${DROP_CURVE.id}-${lane}`,
    width: ROW_WIDTH_PX,
    height: ROW_HEIGHT_PX,
    layer: [
      { data: { values: pairs(states) }, mark: { type: 'point', size: 12, clip: true }, encoding: { x, y } },
      {
        data: { values: pairs(curve) },
        mark: { type: 'line', color: '#333', clip: true },
        encoding: { x, y, order: { field: 'signal' } },
      },
      { data: { values: thresholdRows }, mark: { type: 'rule', strokeDash: [2, 3], color: '#666' }, encoding: { x } },
      {
        data: { values: thresholdRows },
        mark: { type: 'text', align: 'right', baseline: 'top', dx: -3, color: '#555' },
        encoding: { x, y: { value: 3 }, text: { field: 'symbol' } },
      },
    ],
  };
}

/**
 * The plots of a run, one below the other; a single plot is not nested.
 * @param ids the requested plots; default all
 * @param untilSeconds in plots over time, later windows are left out
 */
export function formatVegaLite(
  lanes: readonly (NamedLaneData & LaneWithSender & LaneWithCurve)[],
  about: AboutRun,
  ids?: readonly string[],
  untilSeconds?: number,
): string {
  const laneNames = Object.fromEntries(
    lanes.map(({ lane, description }) => [lane, `${lane} ${description?.laneName ?? ''}`]),
  );
  const times = Object.fromEntries(lanes.map((lane) => [lane.lane, sampleEnds(lane, untilSeconds)]));
  const timedPlots = plotData(lanes, ids, untilSeconds).map((plot) => ({ ...plot, times, laneNames }));
  const moments = snapshotsOfLanes(lanes, ids);
  const timedSenderPlots = senderLines(lanes, ids).map((plot) => {
    // The rows are the lanes.
    const lines = plot.lines.map((line) => ({ ...line, row: laneNames[line.lane] ?? line.lane }));
    return { ...plot, lines, laneNames };
  });
  const curves = shownCurves(lanes, ids);
  const usermeta = { ...about };
  const config = { title: { anchor: 'start' }, view: { stroke: '#ddd' } };
  const views = [
    ...timedPlots.map(plotView),
    ...moments.map((moment) => snapshotView(moment, laneNames)),
    ...timedSenderPlots.map(plotView),
    ...senderSequences(lanes, ids).map((plot) => sequenceViewOf(plot, laneNames)),
    ...curves.map((curve) => curveView(curve, laneNames[curve.lane] ?? curve.lane)),
  ];
  const [only] = views;
  const title = { text: formatPlotTitle(about)[0], subtitle: formatPlotTitle(about).slice(1) };
  const document =
    only !== undefined && views.length === 1
      ? { ...only, title: { text: only.title, subtitle: formatPlotTitle(about) } }
      : {
          title,
          description: formatPlotTitle(about).join(' '),
          vconcat: views,
          resolve: { scale: { color: 'shared' } },
        };
  return `${JSON.stringify({ $schema: SCHEMA_URL, usermeta, config, ...document })}\n`;
}
