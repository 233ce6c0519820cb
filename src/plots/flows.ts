/** Every flow as a dot at its goodput. Each class has a column for each lane, with the median as a line. */
import { median } from 'd3-array';
import { FLOW_RATE_STRIDE, FlowRateColumn } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { flowPropagationMs } from '../quantities/figures/propagation.ts';
import { equalFlowRate } from '../quantities/plots/equal-shares.ts';
import { axisBeside, NUMBER_PRIORITY, ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, ScenePoint } from '../scene/marks.ts';
import { SMALL_TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatAmount, formatNumber } from '../shared/number-text.ts';
import { tableRows } from '../shared/tables.ts';
import type { MomentPlot } from './moment-plot.ts';
import { axisFromZero, classesOf, classInks, fileNumber, highestOf, type PlotScale } from './plot-marks.ts';
import { placesAround } from './points.ts';

/** Below the axis: letters, classes, and the medians between them. */
const MARGIN = { left: 44, top: 10, right: 8, bottom: 34 };
/** Distance of the letters, and of the first row of medians, from the axis; and that of two such rows, px. */
const LETTERS_DOWN_PX = 10;
const MEDIANS_DOWN_PX = 23;
const MEDIAN_PITCH_PX = 12;
/** With more columns than have room in so many rows, only the pointer and the table show medians. */
const MAX_MEDIAN_ROWS = 3;
const MEDIAN_ROOM_PX = 3;
const DOT_RADIUS_PX = 3.5;
const DOT_OPACITY = 0.75;
/** How far dots are beside the middle of their column, as a part of its width, and at most, px. */
const SPREAD_SHARE = 0.35;
const MAX_SPREAD_PX = 24;
/** The golden ratio spreads neighbours without random numbers. */
const SPREAD_STEP = 0.618_034;
const DOTS = [1, 3];
const SYMBOL_FONT = { sizePx: 13, isItalic: true };

/** In a column of more flows, the dots have no names. */
const MAX_NAMED_FLOWS = 6;

/** A flow, with the index of its class. */
interface FlowRate {
  readonly classIndex: number;
  readonly rateMbps: number;
}

/** The goodput of each flow, Mb/s, from the last frame; empty before it. */
export const flowRates = ({ frame }: Pick<LaneData, 'frame'>): FlowRate[] =>
  tableRows(frame?.flows ?? new Float64Array(), FLOW_RATE_STRIDE).map((entry) => ({
    classIndex: entry(FlowRateColumn.classIndex),
    rateMbps: entry(FlowRateColumn.goodputBps) / 1e6,
  }));

/**
 * A dot: its goodput, and the round trip of its flow without a queue, if the flows of its class have several; otherwise
 * NaN.
 */
interface FlowDot {
  readonly rateMbps: number;
  readonly roundTripMs: number;
}

/** The flows of a class in a lane, those with the least goodput first. */
export function flowDots(lane: LaneData, classIndex: number): FlowDot[] {
  return flowRates(lane)
    .filter((flow) => flow.classIndex === classIndex)
    .map(({ rateMbps }, flow) => ({ rateMbps, roundTripMs: flowPropagationMs(lane, classIndex, flow) }))
    .sort((a, b) => a.rateMbps - b.rateMbps);
}

/** The dots of a column, and its letter. A few flows with several round trips have theirs beside them. */
function columnMarks(
  flows: readonly FlowDot[],
  lane: number,
  middle: number,
  step: number,
  y: PlotScale,
  { label, inks, key }: { readonly label: string; readonly inks: ReturnType<typeof classInks>; readonly key: string },
): Mark[] {
  const spreadPx = Math.min(step * SPREAD_SHARE, MAX_SPREAD_PX);
  const letter = laneLetter(lane);
  const rates = flows.map(({ rateMbps }) => rateMbps);
  const medianMbps = median(rates);
  const letterMark = textMark(`letter ${key}`, '', [middle, y(0) + LETTERS_DOWN_PX, 'centre'], { letter });
  if (medianMbps === undefined) return [letterMark];
  const places = rates.map((rate, flow) => ({
    x: middle + (rates.length === 1 ? 0 : (((flow * SPREAD_STEP) % 1) * 2 - 1) * spreadPx),
    y: y(rate),
  }));
  const dots = places.map(
    (at): Mark => ({
      kind: 'symbol',
      at,
      radiusPx: DOT_RADIUS_PX,
      fill: inks.edge,
      opacity: DOT_OPACITY,
      tag: 'flow',
    }),
  );
  const names = flows.flatMap(({ roundTripMs }, flow) =>
    Number.isNaN(roundTripMs) || flows.length > MAX_NAMED_FLOWS
      ? []
      : textMark(
          `round trip ${key} ${flow}`,
          `${formatAmount(roundTripMs)} ms`,
          placesAround(places[flow] as ScenePoint),
          {
            priority: NUMBER_PRIORITY,
            font: SMALL_TEXT_FONT,
            avoids: ['flow', 'compared'],
            bounds: { left: MARGIN.left },
          },
        ),
  );
  const medianLine: Mark = {
    kind: 'line',
    points: [
      { x: middle - spreadPx - 3, y: y(medianMbps) },
      { x: middle + spreadPx + 3, y: y(medianMbps) },
    ],
    stroke: 'text',
    strokePx: 2,
    tag: 'flow',
  };
  return [
    {
      kind: 'group',
      meaning: `${letter}, ${label}: median ${formatNumber(medianMbps)} Mb/s of ${rates.length} flows`,
      marks: [...dots, medianLine],
    },
    ...names,
    letterMark,
  ];
}

/**
 * How many rows the medians have below the columns: several by turns, if they are wider than a column.
 * @param numbers by column; empty without flows
 */
function medianRows(numbers: readonly string[], step: number, ruler: TextRuler): number {
  const widestPx = Math.max(0, ...numbers.map((number) => ruler(number, SMALL_TEXT_FONT)));
  if (widestPx === 0) return 0;
  const rows = Math.ceil((widestPx + MEDIAN_ROOM_PX) / step);
  return rows > MAX_MEDIAN_ROWS ? 0 : rows;
}

function medianMarks(numbers: readonly string[], rows: number, step: number, bottom: number): Mark[] {
  const rowY = (row: number) => bottom + MEDIANS_DOWN_PX + row * MEDIAN_PITCH_PX;
  const look = { font: SMALL_TEXT_FONT, heightPx: MEDIAN_PITCH_PX - 2, priority: NUMBER_PRIORITY } as const;
  if (rows === 0) return [];
  return [
    // A wide number of the first column reaches into the margin, in the first row.
    textMark('medians', 'median', [0, rowY(rows - 1), 'left'], { ...look, ink: 'muted' }),
    ...numbers.flatMap((number, column) =>
      number === ''
        ? []
        : textMark(
            `median ${column}`,
            number,
            [MARGIN.left + (column + 0.5) * step, rowY(column % rows), 'centre'],
            look,
          ),
    ),
  ];
}

/** A dot for every flow. */
export const flowsPlot: MomentPlot = {
  id: 'flows',
  title: 'Goodput of each flow',
  unit: 'Mb/s',
  help: 'New payload per second that reached the receiver, for each flow since the warm-up (first 1\u202f000 flows only). A few flows with several propagation delays have the one of their round trip beside their dots. The line is the median of the class. The dotted line is the rate C of the link, divided by the number of long TCP flows.',
  term: 'fairness',
  label: 'Goodput of each flow since the warm-up, by lane and class',
  form: 'dot',
  columns: () => ({ lane: 'lane', class: 'class', at: 'flow', value: 'goodput (Mb/s)' }),
  rows: ({ lanes }) =>
    lanes.flatMap((laneData, lane) =>
      flowRates(laneData).map(({ classIndex, rateMbps }, at) => ({
        lane: laneLetter(lane),
        class: laneData.description?.classes[classIndex]?.label ?? '',
        at,
        value: fileNumber(rateMbps),
      })),
    ),
  isAvailable: () => true,
  marks: ({ lanes }, size, ruler) => {
    const classes = classesOf(lanes);
    const flowsOfLanes = lanes.map(flowRates);
    const comparedRate = lanes[0] && equalFlowRate(lanes[0]);
    const highestMbps = highestOf([comparedRate?.value, ...flowsOfLanes.flat().map(({ rateMbps }) => rateMbps)]);
    const right = size.width - MARGIN.right;
    const step = (right - MARGIN.left) / Math.max(1, classes.length * lanes.length);
    const dots = classes.map((_, classIndex) => lanes.map((lane) => flowDots(lane, classIndex)));
    const medians = dots.flat().map((flows) => median(flows, ({ rateMbps }) => rateMbps));
    const numbers = medians.map((value) => (value === undefined ? '' : formatNumber(value)));
    const rows = medianRows(numbers, step, ruler);
    const bottom = size.height - MARGIN.bottom - rows * MEDIAN_PITCH_PX;
    const y = axisFromZero(highestMbps, 4, [bottom, MARGIN.top]);
    const marks: Mark[] = [...axisBeside(y, [MARGIN.left, right]), ...medianMarks(numbers, rows, step, bottom)];
    if (comparedRate !== undefined) {
      const lineY = y(comparedRate.value);
      marks.push(
        ruleMark({ x: MARGIN.left, y: lineY }, { x: right, y: lineY }, { stroke: 'text', dash: DOTS, tag: 'compared' }),
        textMark(
          'compared',
          comparedRate.symbol,
          [-8, 8].flatMap((shift) =>
            [right, MARGIN.left + 30].map((x) => ({ x, y: lineY + shift, align: 'right' as const })),
          ),
          { priority: NUMBER_PRIORITY, font: SYMBOL_FONT, hasGround: true },
        ),
      );
    }
    for (const [classIndex, { label }] of classes.entries()) {
      const inks = classInks(classes, classIndex);
      const classLeft = MARGIN.left + classIndex * lanes.length * step;
      const classRight = classLeft + lanes.length * step;
      for (const [lane, flows] of (dots[classIndex] ?? []).entries()) {
        const middle = classLeft + (lane + 0.5) * step;
        const column = { label, inks, key: `${classIndex} ${lane}` };
        marks.push(...columnMarks(flows, lane, middle, step, y, column));
      }
      marks.push(
        textMark(`class ${classIndex}`, label, [(classLeft + classRight) / 2, size.height - 9, 'centre'], {
          bounds: { left: classLeft + 2, right: classRight - 2 },
          canBeCut: true,
        }),
      );
    }
    return marks;
  },
};
