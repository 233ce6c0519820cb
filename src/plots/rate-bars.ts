/** The rates of VCs or hosts as bars, lane by lane, beside the rates that they should get. */

import { axisBeside, NOTE_PRIORITY, NUMBER_PRIORITY, ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, SceneBox, TextFont, TextPlace } from '../scene/marks.ts';
import { lineHeightPx } from '../scene/place-texts.ts';
import type { SceneSize } from '../scene/scene.ts';
import { SMALL_BOLD_TEXT_FONT, SMALL_TEXT_FONT, TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { shortenToFit } from '../shared/fit-text.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatDecimals, formatNumber } from '../shared/number-text.ts';
import { axisFromZero, classRect, highestOf, type PlotScale } from './plot-marks.ts';
import { hatching, isBelowMinimum, MINIMUM_PX, type RateBar, SHARE_DASH, SHARE_PX } from './rate-bar.ts';
import { keyMarks } from './rate-bars-key.ts';

export interface LaneBars {
  readonly name: string;
  readonly bars: readonly RateBar[];
  /** A rate to compare all bars of the lane with, Mb/s. */
  readonly comparedMbps?: number | undefined;
}

const MARGIN = { left: 44, top: 18, right: 8 };
const LANE_GAP_PX = 28;
const MAX_BAR_PX = 56;
const BAR_GAP_PX = 6;
const LINE_HEIGHT_PX = 16;
/** Parts of a bar lower than this, px, are not divided. */
const MIN_DIVIDED_PX = 4;
const NUMBER_OVER_PX = 8;
const NUMBER_LINE_PX = 13;
/** Below this width of a column, px, its numbers are small. */
const MIN_USUAL_COLUMN_PX = 40;
/** How far the line of a minimum reaches beyond its bar, at each end, px. */
const OVERHANG_PX = 2;
/** The axis of VCs begins farther left than their bars, because the first number is wider than a bar, px. */
const NARROW_INSET_PX = 12;
/** A line on a dark background has an edge, px. */
const EDGE_PX = 1;
/** A dark edge on dark backgrounds, and none on light ones. */
const LINE_EDGE = ['transparent', '#16181d'] as const;

/** The places of the bars, px. */
interface Columns {
  /** Width of the drawing. */
  readonly width: number;
  readonly y: PlotScale;
  readonly step: number;
  readonly barPx: number;
  readonly bottom: number;
  /** Height of the names of the bars. */
  readonly namesPx: number;
  /** The word that all names share: written beside the axis, and not in the names. */
  readonly sharedWord: string | undefined;
  /** The beginning of a line of a name that is wider than the column. */
  readonly shortenLine: (line: string) => string;
  /** After the distances from the fair shares and from the minima: of all or of none, if a column is narrow. */
  readonly percentSigns: { readonly excess: string; readonly lack: string };
}

/** Space between two names, px. */
const NAMES_APART_PX = 3;
const PERCENT_SIGN = ' %';

const fontOfColumn = (step: number) => (step < MIN_USUAL_COLUMN_PX ? SMALL_TEXT_FONT : TEXT_FONT);

/** The distance from the fair share, rounded to whole percent; empty without one. */
function formatExcess({ rateMbps, fairShareMbps = Number.NaN }: RateBar): string {
  const excess = Math.round(100 * (rateMbps / fairShareMbps - 1));
  const sign = excess === 0 ? '' : excess < 0 ? '−' : '+';
  return Number.isFinite(excess) ? `${sign}${Math.abs(excess)}` : '';
}

/** The distance from the minimum, rounded to whole percent; empty for a rate that is not below it. */
const formatLack = (bar: RateBar): string =>
  isBelowMinimum(bar) ? `−${Math.round(100 * (1 - bar.rateMbps / (bar.minimumMbps ?? Number.NaN)))}` : '';

/** The hollow part of a bar below its minimum, between the lines, px. */
function hollowOf({ rateMbps, minimumMbps = Number.NaN }: RateBar, middle: number, { y, barPx }: Columns): SceneBox {
  const halfPx = barPx / 2 - 1;
  return {
    left: middle - halfPx,
    right: middle + halfPx,
    top: y(minimumMbps) + MINIMUM_PX / 2,
    bottom: y(rateMbps),
  };
}

/** Whether the distance from the minimum has room in the hollow part of a bar. */
function hasLackText(bar: RateBar, columns: Columns, ruler: TextRuler): boolean {
  const words = formatLack(bar);
  const { left, right, top, bottom } = hollowOf(bar, 0, columns);
  const heightPx = lineHeightPx({ font: SMALL_BOLD_TEXT_FONT });
  return words !== '' && bottom - top >= heightPx && ruler(words, SMALL_BOLD_TEXT_FONT) <= right - left;
}

/** The first word that all names have, if each has another word; undefined otherwise. */
function sharedFirstWord(bars: readonly RateBar[]): string | undefined {
  const [word = '', ...others] = new Set(bars.map(({ label }) => label.slice(0, label.indexOf(' '))));
  return word !== '' && others.length === 0 ? word : undefined;
}

/**
 * @param comparedMeaning of the rates that the bars are compared with
 * @param countedTexts what the rates count, the longest words first
 */
export function rateBarsMarks(
  lanes: readonly LaneBars[],
  comparedMeaning: string | undefined,
  countedTexts: readonly string[],
  size: SceneSize,
  ruler: TextRuler,
): Mark[] {
  const bars = lanes.flatMap((lane) => lane.bars);
  const hasMinimums = bars.some(({ minimumMbps }) => minimumMbps !== undefined);
  const [left, right] = [MARGIN.left, size.width - MARGIN.right];
  const barCount = Math.max(1, ...lanes.map((lane) => lane.bars.length));
  const stepFrom = (start: number) =>
    ((right - start + LANE_GAP_PX) / Math.max(1, lanes.length) - LANE_GAP_PX) / barCount;
  const barsLeft = left + (hasMinimums && stepFrom(left) < MIN_USUAL_COLUMN_PX ? NARROW_INSET_PX : 0);
  const step = stepFrom(barsLeft);
  const laneStep = step * barCount + LANE_GAP_PX;
  const hasLongNames = bars.some(({ label }) => ruler(label, TEXT_FONT) > step - 4);
  // The rates of VCs are below their names, because lines of rates go through their bars.
  const sharedWord = hasLongNames ? sharedFirstWord(bars) : undefined;
  const namesPx =
    LINE_HEIGHT_PX +
    (hasLongNames && sharedWord === undefined ? NUMBER_LINE_PX : 0) +
    (hasMinimums ? NUMBER_LINE_PX : 0);
  const bottom = size.height - namesPx - 2 * LINE_HEIGHT_PX - 2;
  const highestMbps = highestOf([
    ...bars.flatMap(({ rateMbps, minimumMbps, fairShareMbps }) => [rateMbps, minimumMbps, fairShareMbps]),
    ...lanes.map(({ comparedMbps }) => comparedMbps),
  ]);
  const y = axisFromZero(highestMbps, hasMinimums ? 5 : 4, [bottom, MARGIN.top]);
  const barPx = Math.min(MAX_BAR_PX, step - BAR_GAP_PX);
  const allFit = (texts: readonly string[], font: TextFont, roomPx: number) =>
    texts.every((text) => text === '' || ruler(`${text}${PERCENT_SIGN}`, font) <= roomPx);
  const columns: Columns = {
    width: size.width,
    y,
    step,
    barPx,
    percentSigns: {
      excess: allFit(bars.map(formatExcess), fontOfColumn(step), step) ? PERCENT_SIGN : '',
      lack: allFit(bars.map(formatLack), SMALL_BOLD_TEXT_FONT, barPx - 2) ? PERCENT_SIGN : '',
    },
    bottom,
    namesPx,
    sharedWord,
    shortenLine: (line) => shortenToFit(line, step - NAMES_APART_PX, (text) => ruler(text, fontOfColumn(step))),
  };
  const hasDividedBars = bars.some((bar) => isDivided(bar, y));
  const hasLackTexts = bars.some((bar) => hasLackText(bar, columns, ruler));
  return [
    ...axisBeside(y, [left, right], y.ticks(hasMinimums ? 5 : 4)),
    ...lanes.flatMap((lane, index) => laneMarks(lane, index, barsLeft + index * laneStep, laneStep, columns)),
    ...(sharedWord === undefined ? [] : [textMark('shared word', sharedWord, [left - 6, bottom + 10, 'right'])]),
    textMark('counted', countedTexts, [right, bottom + namesPx + 10, 'right'], {
      bounds: { left },
      priority: NOTE_PRIORITY,
      font: SMALL_TEXT_FONT,
      ink: 'muted',
    }),
    ...keyMarks(bars, { comparedMeaning, hasDividedBars, hasLackTexts }, { left, right, y: size.height - 8 }, ruler),
  ];
}

function laneMarks(
  { name, bars, comparedMbps = Number.NaN }: LaneBars,
  lane: number,
  start: number,
  laneStep: number,
  columns: Columns,
): Mark[] {
  const { y, step, bottom, namesPx } = columns;
  const end = start + laneStep - LANE_GAP_PX;
  const comparedMarks: Mark[] = Number.isFinite(comparedMbps)
    ? [
        ruleMark(
          { x: start, y: y(comparedMbps) },
          { x: end, y: y(comparedMbps) },
          { stroke: 'text', dash: SHARE_DASH, tag: 'compared' },
        ),
      ]
    : [];
  return [
    ...bars.flatMap((bar, index) => barMarks(bar, lane, start + (index + 0.5) * step, columns)),
    ruleMark({ x: start, y: bottom }, { x: end, y: bottom }),
    ...comparedMarks,
    textMark(`lane ${lane}`, name, [start, bottom + namesPx + 10, 'left'], {
      bounds: { left: start, right: Math.min(start + laneStep - BAR_GAP_PX, columns.width) },
      letter: laneLetter(lane),
      canBeCut: true,
    }),
  ];
}

/** Whether a bar has several flows, and is high enough for the lines between their rates. */
const isDivided = ({ rateMbps, flowMbps = [] }: RateBar, y: PlotScale): boolean =>
  flowMbps.length > 1 && (y(0) - y(rateMbps)) / flowMbps.length >= MIN_DIVIDED_PX;

function barMarks(bar: RateBar, lane: number, middle: number, columns: Columns): Mark[] {
  const { rateMbps, inks, flowMbps = [], minimumMbps, fairShareMbps, label } = bar;
  const { y, barPx } = columns;
  const box = { left: middle - barPx / 2, right: middle + barPx / 2, top: y(rateMbps), bottom: y(0) };
  const texts = barTexts(bar, lane, middle, columns);
  if (!Number.isFinite(box.top)) return texts;
  const meaning = `${laneLetter(lane)}, ${label}: ${formatNumber(rateMbps)} Mb/s`;
  const marks: Mark[] = [classRect(inks, box, { tag: 'bar' })];
  if (isDivided(bar, y)) {
    let sum = 0;
    for (const flow of flowMbps.slice(0, -1)) {
      sum += flow;
      marks.push(ruleMark({ x: box.left, y: y(sum) }, { x: box.right, y: y(sum) }, { stroke: 'surface' }));
    }
  }
  if (minimumMbps === undefined) return [{ kind: 'group', meaning, marks }, ...texts];
  if (fairShareMbps !== undefined && rateMbps > fairShareMbps)
    marks.push(hatching({ ...box, bottom: y(fairShareMbps) }));
  if (isBelowMinimum(bar))
    marks.push({
      kind: 'rect',
      box: { left: box.left + 0.5, right: box.right - 0.5, top: y(minimumMbps), bottom: box.top },
      stroke: 'text',
    });
  const level = (mbps: number, strokePx: number, overhangPx: number, dash: readonly number[]): Mark[] => {
    const points = [
      { x: box.left - overhangPx, y: y(mbps) },
      { x: box.right + overhangPx, y: y(mbps) },
    ];
    return [
      { kind: 'line', points, stroke: LINE_EDGE, strokePx: strokePx + 2 * EDGE_PX },
      { kind: 'line', points, stroke: 'text', strokePx, dash, tag: 'level' },
    ];
  };
  marks.push(...level(minimumMbps, MINIMUM_PX, OVERHANG_PX, []));
  const hasShare = fairShareMbps !== undefined && Number.isFinite(fairShareMbps);
  if (hasShare) marks.push(...level(fairShareMbps, SHARE_PX, 0, SHARE_DASH));
  const shareText = hasShare ? `, fair share ${formatNumber(fairShareMbps)} Mb/s` : '';
  const fullMeaning = `${meaning}, minimum ${formatNumber(minimumMbps)} Mb/s${shareText}`;
  return [{ kind: 'group', meaning: fullMeaning, marks }, ...texts];
}

/** The name of a bar, its rate, and its distances from its fair share and from its minimum. */
function barTexts(bar: RateBar, lane: number, middle: number, columns: Columns): Mark[] {
  const { rateMbps, ratio, minimumMbps } = bar;
  const { y, step, bottom, namesPx, sharedWord, shortenLine } = columns;
  const label = sharedWord === undefined ? bar.label : bar.label.slice(sharedWord.length + 1);
  const key = `${lane} ${bar.label}`;
  const column = { left: middle - step / 2 + 1, right: middle + step / 2 - 1 };
  const font = fontOfColumn(step);
  const space = label.lastIndexOf(' ');
  const nameRoomPx = namesPx - (minimumMbps === undefined ? 0 : NUMBER_LINE_PX);
  const lines = space < 0 ? [label] : [label.slice(0, space), label.slice(space + 1)];
  // A name without some of its words could be that of another class.
  const wordings = [label, lines.join('\n'), lines.map(shortenLine).join('\n')];
  const marks: Mark[] = [
    textMark(`name ${key}`, wordings, [middle, bottom + 2 + nameRoomPx / 2, 'centre'], {
      bounds: { ...column, top: bottom + 1, bottom: bottom + nameRoomPx + 4 },
      canBeCut: true,
      font,
    }),
  ];
  if (!Number.isFinite(rateMbps)) return marks;
  const centredPlace = (textY: number): TextPlace => ({ x: middle, y: textY, align: 'centre' });
  if (minimumMbps !== undefined) {
    const rate = [formatNumber(rateMbps), formatDecimals(rateMbps, 1), formatDecimals(rateMbps, 0)];
    marks.push(
      textMark(`rate ${key}`, rate, [middle, bottom + namesPx - 5, 'centre'], {
        bounds: column,
        priority: NUMBER_PRIORITY,
        font,
      }),
      ...distanceTexts(bar, key, middle, columns),
    );
    return marks;
  }
  const rate = formatNumber(rateMbps);
  const ratioText = ratio === undefined ? undefined : `${formatDecimals(ratio, 1)} × A`;
  const overY = y(rateMbps) - NUMBER_OVER_PX;
  marks.push(
    textMark(
      `rate ${key}`,
      [...(ratioText === undefined ? [] : [`${rate} · ${ratioText}`, `${ratioText}\n${rate}`]), rate],
      [overY, overY - 8, overY - 16, overY - 26].map(centredPlace),
      { bounds: column, priority: NUMBER_PRIORITY, font, avoids: ['compared'] },
    ),
  );
  return marks;
}

/**
 * The distance from the fair share over a bar, and that from the minimum in its hollow part, in bold. Both are in
 * percent.
 */
function distanceTexts(bar: RateBar, key: string, middle: number, columns: Columns): Mark[] {
  const { rateMbps, minimumMbps = Number.NaN, fairShareMbps = Number.NaN } = bar;
  const { y, step, percentSigns } = columns;
  const excess = formatExcess(bar);
  const topY = y(highestOf([rateMbps, minimumMbps, fairShareMbps])) - NUMBER_OVER_PX;
  const wideSpan = { left: middle - step, right: middle + step };
  const placesOver = [0, 1, 2].flatMap((line) =>
    [0, -5, 5].map((shift): TextPlace => ({ x: middle + shift, y: topY - line * NUMBER_LINE_PX, align: 'centre' })),
  );
  const marks: Mark[] =
    excess === ''
      ? []
      : [
          textMark(`excess ${key}`, `${excess}${percentSigns.excess}`, placesOver, {
            bounds: wideSpan,
            priority: NUMBER_PRIORITY,
            font: fontOfColumn(step),
            ink: 'muted',
            avoids: ['bar', 'level'],
            hasGround: true,
          }),
        ];
  if (!isBelowMinimum(bar)) return marks;
  const bounds = hollowOf(bar, middle, columns);
  return [
    ...marks,
    textMark(
      `lack ${key}`,
      `${formatLack(bar)}${percentSigns.lack}`,
      [middle, (bounds.top + bounds.bottom) / 2, 'centre'],
      {
        bounds,
        priority: NUMBER_PRIORITY,
        font: SMALL_BOLD_TEXT_FONT,
        hasGround: true,
      },
    ),
  ];
}
