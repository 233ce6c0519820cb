/**
 * The vertical axes of the rows: their grid and its numbers, and the symbols of references with their values. All
 * strips of a plot have the same numbers: 0 and the top. Of low strips, only the first one has its top, and names are
 * left of the axis.
 */
import { axisBeside, NUMBER_PRIORITY, ruleMark, textMark } from '../../scene/axis-marks.ts';
import type { Mark, TextMark, TextPlace } from '../../scene/marks.ts';
import { LETTER_GAP_PX, widthOfText } from '../../scene/place-texts.ts';
import { spreadLabels } from '../../scene/spread-labels.ts';
import { SMALL_TEXT_FONT, TEXT_FONT } from '../../scene/text-ruler.ts';
import { formatAmount, formatTick } from '../../shared/number-text.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import type { LinearScale } from '../draw/scale.ts';
import { axisScale, type PlacedPlot, type PlacedRow } from './plot-drawing.ts';
import type { PlotReference, PlotRow } from './plot-model.ts';
import {
  AXIS_GAP_PX,
  hasDrawnName,
  isLowStrip,
  REFERENCE_NAME_PX,
  referenceLetter,
  referenceWording,
  tickCount,
} from './references.ts';

/**
 * Least distance of two numbers, and of those of given steps, px: a reader looks for each of them. Their digits do not
 * touch.
 */
const NUMBER_PITCH_PX = 12;
const STEP_PITCH_PX = 9;
/** The solver keeps so much space between two texts, px. */
const TEXTS_APART_PX = 1.1;
const NUMBER_HEIGHT_PX = NUMBER_PITCH_PX - TEXTS_APART_PX;
/** Distances of a number from the end of its high strip, and from the axis, px. */
const STRIP_INSET_PX = 5;
const STRIP_NUMBER_GAP_PX = 3;
/** Distances of a name in a strip from its line, and from the axis or from the name before it, px. */
const STRIP_NAME_DISTANCE_PX = 6;
const STRIP_NAMES_PX = [4, 44, 84, 124];
const STRIP_NAME_HEIGHT_PX = 10;
/** References of two lanes with a smaller difference are one, as a part of their value. */
const MAX_ALIKE_DIFFERENCE = 0.02;

const heightOf = ({ start, end }: LinearScale) => start - end;

/**
 * The axes of all rows. A number at the top shows the scale of its row, so it goes before the zero of the row above.
 */
export function rowAxisMarks(plot: PlacedPlot, rows: readonly PlacedRow[]): Mark[] {
  if (rows.some(({ row }) => row.isStrip === true))
    return [...rows.flatMap((row) => stripMarks(plot, row)), ...rows.flatMap((row) => stripReferences(plot, row))];
  return [...rows.entries()]
    .reverse()
    .flatMap(([index, row]) => [...gridMarks(plot, row, index), ...referenceMarks(plot, row)]);
}

function gridMarks({ model, names, left, right }: PlacedPlot, { y }: PlacedRow, rowIndex: number): Mark[] {
  const { steps, hasOneScale } = model;
  // Low rows of one scale have one number each.
  const values = hasOneScale && names === 'left' ? [rowIndex === 0 ? y.to : 0] : gridValues(y, steps);
  const heightPx = (steps === undefined ? NUMBER_PITCH_PX : STEP_PITCH_PX) - TEXTS_APART_PX;
  return axisBeside(
    axisScale(y),
    [left, right],
    values.sort((a, b) => b - a),
    `y ${rowIndex}`,
    heightPx,
  );
}

/** The values of a grid: `steps`, or round numbers. */
function gridValues(y: LinearScale, steps: readonly number[] | undefined): number[] {
  const values = steps === undefined ? y.ticks(tickCount(heightOf(y))) : [0, ...steps.filter((step) => step <= y.to)];
  // An axis that does not begin at zero says so.
  if (y.from > 0 && !values.includes(y.from)) values.push(y.from);
  return values;
}

/**
 * The references of a row: beside the axis, where nearly equal ones move apart; those with a name over the right end of
 * their lines.
 */
function referenceMarks(plot: PlacedPlot, { row, y }: PlacedRow): TextMark[] {
  const { left, right, top, rug, linkRateTop } = plot;
  // Over the first row are letters of the rug, or the number of the strip.
  const highestY = rug === undefined && linkRateTop === undefined ? 0 : top + NUMBER_PITCH_PX - 4;
  const shownReferences = row.references.filter(({ symbol, value }) => symbol !== '' && value <= y.to);
  const placedReferences = shownReferences
    .filter(({ name }) => name === undefined)
    .map((reference) => ({ reference, y: y(reference.value) }));
  const symbols = spreadLabels(placedReferences, Math.max(y.end, highestY), y.start, NUMBER_PITCH_PX).map(
    ({ reference, y: middle }) => {
      const wording = referenceWording(reference);
      const fits =
        widthOfText({ font: TEXT_FONT, letter: referenceLetter(reference) }, wording, pageRuler()) <=
        left - AXIS_GAP_PX;
      return textMark(
        referenceKey(row, reference),
        [wording, [{ symbol: reference.symbol }]],
        [left - AXIS_GAP_PX, middle, 'right'],
        {
          letter: referenceLetter(reference),
          font: fits ? TEXT_FONT : SMALL_TEXT_FONT,
          heightPx: NUMBER_HEIGHT_PX,
          priority: NUMBER_PRIORITY,
        },
      );
    },
  );
  // Over the right end of its line: no warm-up is there.
  const names = shownReferences.filter(hasDrawnName).map((reference) => {
    const { name, symbol, value } = reference;
    const words = `${name} ${symbol}: ${formatAmount(value)}`;
    return textMark(referenceKey(row, reference), words, [right - 4, y(value) - REFERENCE_NAME_PX / 2, 'right'], {
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      hasGround: true,
    });
  });
  return [...symbols, ...names];
}

const referenceKey = ({ lines }: PlotRow, { symbol, lane }: PlotReference) =>
  `${symbol} ${lane} ${lines[0]?.lane} ${lines[0]?.label}`;

/**
 * The ends of the axis of a strip, and their numbers. In low strips they are at their lines, because others are far
 * away.
 */
function stripMarks({ left, right, model }: PlacedPlot, { row, y }: PlacedRow): Mark[] {
  const isLow = isLowStrip(heightOf(y));
  const insetPx = isLow ? 0 : STRIP_INSET_PX;
  const number = (value: number, middle: number, more: Partial<TextMark>) =>
    textMark(`${value} ${middle}`, formatTick(value), [left - STRIP_NUMBER_GAP_PX, middle, 'right'], {
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      heightPx: NUMBER_HEIGHT_PX,
      ...more,
    });
  return [
    ...[0, y.to].map((value) =>
      ruleMark({ x: left, y: y(value) }, { x: right, y: y(value) }, { stroke: 'grid', tag: 'grid' }),
    ),
    number(0, y.start - insetPx, { priority: NUMBER_PRIORITY }),
    // A reference close to the top takes the place of this number.
    ...(isLow && row !== model.rows[0] ? [] : [number(y.to, y.end + insetPx, { priority: NUMBER_PRIORITY + 1 })]),
  ];
}

/** The scale of all strips in words, if only the first one has the number of its top. */
export function stripsMeaning([first]: readonly PlacedRow[]): string | undefined {
  return first?.row.isStrip === true && isLowStrip(heightOf(first.y)) ? `each 0–${formatTick(first.y.to)}` : undefined;
}

/**
 * The names of the references of a strip: left of the axis, or in a high strip at the start of their lines, over them
 * if there is room.
 */
function stripReferences({ left, model }: PlacedPlot, { row, y }: PlacedRow): TextMark[] {
  const isLow = isLowStrip(heightOf(y));
  const namesOfFirst = isLow && row !== model.rows[0] ? (model.rows[0]?.references ?? []) : [];
  return row.references.flatMap((reference) => {
    const { symbol, value } = reference;
    // Measured values differ a little from lane to lane.
    const isNamed = namesOfFirst.some(
      (other) => other.symbol !== '' && Math.abs(other.value - value) <= MAX_ALIKE_DIFFERENCE * Math.abs(other.value),
    );
    if (symbol === '' || value > y.to || isNamed) return [];
    const besidePlaces: readonly TextPlace[] = [{ x: left - STRIP_NUMBER_GAP_PX, y: y(value), align: 'right' }];
    const atLine = [-STRIP_NAME_DISTANCE_PX, STRIP_NAME_DISTANCE_PX + 1].flatMap((downPx) =>
      STRIP_NAMES_PX.map((px): TextPlace => ({ x: left + px, y: y(value) + downPx, align: 'left' })),
    );
    return textMark(referenceKey(row, reference), [referenceWording(reference)], isLow ? besidePlaces : atLine, {
      font: SMALL_TEXT_FONT,
      heightPx: isLow ? NUMBER_HEIGHT_PX : STRIP_NAME_HEIGHT_PX,
      hasGround: !isLow,
      priority: NUMBER_PRIORITY,
      roomPx: LETTER_GAP_PX,
      bounds: isLow ? {} : { top: y.end },
    });
  });
}

/**
 * The references of a row with a line. In a low strip, a line without a name has no meaning.
 * @param isPlaced whether a text has a place
 */
export function linedReferences(
  { row, y }: Pick<PlacedRow, 'row' | 'y'>,
  isPlaced: (key: string) => boolean,
): readonly PlotReference[] {
  const shownReferences = row.references.filter(({ value }) => value <= y.to);
  if (row.isStrip !== true || !isLowStrip(heightOf(y))) return shownReferences;
  return shownReferences.filter((reference) => isPlaced(referenceKey(row, reference)));
}

/** The lines of the references of a row, as marks that texts avoid. */
export const referenceLines = ({ left, right }: PlacedPlot, { row, y }: PlacedRow): Mark[] =>
  row.references
    .filter(({ value }) => value <= y.to)
    .map(({ value }) => ({ kind: 'line', tag: 'reference', points: [left, right].map((x) => ({ x, y: y(value) })) }));
