/** Shares as one bar for each lane: of classes, with dashed lines at the ends of equal shares, or of other parts. */
import { scaleLinear } from 'd3-scale';
import { NOTE_PRIORITY, NUMBER_PRIORITY, ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, SceneBox, TextPlace } from '../scene/marks.ts';
import { LETTER_BOX_PX, LETTER_GAP_PX } from '../scene/place-texts.ts';
import type { SceneSize } from '../scene/scene.ts';
import { SMALL_TEXT_FONT, TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import { type ClassInks, classRect, noValuesMark, type PlotScale } from './plot-marks.ts';
import { type PlacedLabel, placeShareLabels } from './share-labels.ts';

/** A part of a bar, such as that of a class. */
export interface SharePart {
  /** Empty for a part without words. */
  readonly label: string;
  readonly inks: ClassInks;
  readonly percent: number;
  /** The equal share; undefined for parts that do not compete. */
  readonly equalPercent?: number;
}

export interface LaneShares {
  readonly name: string;
  /** Together at most 100 %; empty while there are no values. */
  readonly parts: readonly SharePart[];
}

const MARGIN = { left: 2, top: 4, right: 10, bottom: 20 };
/** Height of the name of a lane over its bar, px. */
const NAME_HEIGHT_PX = 18;
const MAX_BAR_PX = 56;
const EQUAL_DASH = [4, 3];
/** Bars with so many parts have room for a text below them, px. */
const MIN_PARTS_WITH_TEXT_BELOW = 3;
const BELOW_HEIGHT_PX = 18;
/** With less space below its bar, px, a text would be on the name of the next lane. */
const MIN_BELOW_PX = 13.5;
/** From a part to its text outside, px. */
const TICK_PX = 3;
/** Height of a text, px: those below a bar and over the next one are close. */
const TEXT_HEIGHT_PX = 12;
/** Side of the sign of a part in the key, and the spaces behind it and between the entries, px. */
const KEY_SIGN_PX = 9;
const KEY_GAPS_PX = { sign: 4, entry: 10 };
/** Distance of the meaning of a line from it, px. */
const MEANING_GAP_PX = 4;

/** The ends of the equal shares of the competing classes but the last, %. */
function equalShareEnds(parts: readonly SharePart[]): readonly number[] {
  let end = 0;
  return parts.slice(0, -1).flatMap(({ equalPercent }) => {
    if (equalPercent === undefined) return [];
    end += equalPercent;
    return [end];
  });
}

/** @param meaning of the dashed lines; without them, of a whole bar */
export function shareBarsMarks(
  lanes: readonly LaneShares[],
  meaning: string,
  timeText: string,
  size: SceneSize,
  ruler: TextRuler,
): Mark[] {
  const parts = lanes.find((lane) => lane.parts.length > 0)?.parts;
  const x = scaleLinear([0, 100], [MARGIN.left, size.width - MARGIN.right]);
  const bottom = size.height - MARGIN.bottom;
  const pitch = (bottom - MARGIN.top) / Math.max(1, lanes.length);
  // Whatever their widths are, so that bars keep their height during a run.
  const hasTextBelow = lanes.some((lane) => lane.parts.length >= MIN_PARTS_WITH_TEXT_BELOW);
  const belowPx = hasTextBelow ? BELOW_HEIGHT_PX : 4;
  const heightPx = Math.max(4, Math.min(MAX_BAR_PX, pitch - NAME_HEIGHT_PX - belowPx));
  const lineXs = equalShareEnds(parts ?? []).map((end) => x(end));
  const names = lanes.map((lane, index) =>
    textMark(`lane ${index}`, lane.name, [MARGIN.left, MARGIN.top + index * pitch + NAME_HEIGHT_PX / 2, 'left'], {
      letter: laneLetter(index),
      canBeCut: true,
    }),
  );
  if (parts === undefined) return [...names, noValuesMark(size)];
  const bars = lanes.map((lane, index) => {
    const top = MARGIN.top + index * pitch + NAME_HEIGHT_PX;
    return {
      parts: boxedParts(lane.parts, x, top, top + heightPx),
      nameEnd: MARGIN.left + LETTER_BOX_PX + LETTER_GAP_PX + ruler(lane.name, TEXT_FONT),
    };
  });
  const hasPlaceBelow = hasTextBelow && pitch - NAME_HEIGHT_PX - heightPx >= MIN_BELOW_PX;
  const labels = placeAllLabels(bars, { hasPlaceBelow, lineXs, right: size.width }, ruler);
  const unnamedParts = parts.filter(
    ({ label }, index) => label !== '' && labels.every((list) => list[index]?.isNamed !== true),
  );
  const key = keyOfParts(unnamedParts, MARGIN.left, bottom + 10, ruler);
  return [
    ...names,
    ...bars.flatMap((bar, lane) => barMarks(bar.parts, lane, labels[lane] ?? [])),
    ...lineXs.map((lineX) =>
      ruleMark(
        { x: lineX, y: MARGIN.top + NAME_HEIGHT_PX },
        { x: lineX, y: bottom + 4 },
        { stroke: 'text', dash: EQUAL_DASH, tag: 'equal' },
      ),
    ),
    ...key.marks,
    ...meaningMarks(lineXs[0], meaning, timeText, x, bottom + 10, key.end),
  ];
}

interface BoxedPart extends SharePart {
  readonly box: SceneBox;
}

interface Bar {
  readonly parts: readonly BoxedPart[];
  /** Right end of the name of the lane, px. */
  readonly nameEnd: number;
}

function boxedParts(parts: readonly SharePart[], x: PlotScale, top: number, bottom: number): BoxedPart[] {
  let sum = 0;
  return parts
    .filter(({ percent }) => Number.isFinite(percent))
    .map((part) => {
      const left = x(sum);
      sum += part.percent;
      return { ...part, box: { left, right: x(sum), top, bottom } };
    });
}

/**
 * A part that has no room for its label in one of the lanes has it in none: labels of some parts would be read as those
 * of others.
 */
function placeAllLabels(
  bars: readonly Bar[],
  space: { readonly hasPlaceBelow: boolean; readonly lineXs: readonly number[]; readonly right: number },
  ruler: TextRuler,
): readonly (readonly (PlacedLabel | undefined)[])[] {
  const hiddenLabels = new Set<string>();
  for (;;) {
    const placedLabels = bars.map(({ parts, nameEnd }) => {
      const labelledParts = parts.map((part) => (hiddenLabels.has(part.label) ? { ...part, label: '' } : part));
      return placeShareLabels(labelledParts, { ...space, nameEnd }, ruler);
    });
    const partWithoutPlace = bars
      .flatMap(({ parts }, lane) => parts.filter((_, index) => placedLabels[lane]?.[index] === undefined))
      .find(({ label, percent }) => label !== '' && percent > 0 && !hiddenLabels.has(label));
    if (partWithoutPlace === undefined) return placedLabels;
    hiddenLabels.add(partWithoutPlace.label);
  }
}

/** A bar with the texts of its parts. */
function barMarks(parts: readonly BoxedPart[], lane: number, labels: readonly (PlacedLabel | undefined)[]): Mark[] {
  return parts.flatMap(({ label, inks, percent, box }, index): Mark[] => {
    const part = classRect(inks, box, {
      tag: `part ${lane} ${index}`,
      ...(label === '' ? {} : { meaning: `${laneLetter(lane)}: ${label} ${formatNumber(percent)} %` }),
    });
    const placedLabels = labels[index];
    if (placedLabels === undefined) return [part];
    const { words, isInside, place } = placedLabels;
    const text = textMark(`part ${lane} ${label}`, words, [isInside ? { ...place, ink: inks.words } : place], {
      priority: NUMBER_PRIORITY,
      heightPx: TEXT_HEIGHT_PX,
    });
    if (isInside) return [part, text];
    const x = (box.left + box.right) / 2;
    const [edgeY, tickPx] = place.y < box.top ? [box.top, -TICK_PX] : [box.bottom, TICK_PX];
    return [part, ruleMark({ x, y: edgeY }, { x, y: edgeY + tickPx }, { stroke: 'text' }), text];
  });
}

/**
 * The parts without a label at a bar.
 * @returns the marks, and the right end of the key, px
 */
function keyOfParts(
  parts: readonly SharePart[],
  left: number,
  y: number,
  ruler: TextRuler,
): { readonly marks: Mark[]; readonly end: number } {
  let end = left;
  const marks = parts.flatMap(({ label, inks }): Mark[] => {
    const box = { left: end, right: end + KEY_SIGN_PX, top: y - KEY_SIGN_PX / 2, bottom: y + KEY_SIGN_PX / 2 };
    const textLeft = box.right + KEY_GAPS_PX.sign;
    end = textLeft + ruler(label, SMALL_TEXT_FONT) + KEY_GAPS_PX.entry;
    return [
      classRect(inks, box),
      textMark(`key ${label}`, label, [textLeft, y, 'left'], { font: SMALL_TEXT_FONT, ink: 'muted' }),
    ];
  });
  return { marks, end };
}

/**
 * The time, and the meaning of the first line, or of the parts.
 * @param keyEnd right end of the key before them, px
 */
function meaningMarks(
  lineX: number | undefined,
  meaning: string,
  timeText: string,
  x: PlotScale,
  y: number,
  keyEnd: number,
): Mark[] {
  const moreMarks = { font: SMALL_TEXT_FONT, ink: 'muted', canBeCut: true } as const;
  const bounds = { left: keyEnd };
  const start: TextPlace = { x: keyEnd, y, align: 'left' };
  if (lineX === undefined)
    return [
      textMark('meaning', timeText === '' ? meaning : [`${timeText} · ${meaning}`, meaning], [start], {
        bounds,
        ...moreMarks,
      }),
    ];
  const isLeft = lineX > x(50);
  const place: TextPlace = isLeft
    ? { x: lineX - MEANING_GAP_PX, y, align: 'right' }
    : { x: lineX + MEANING_GAP_PX, y, align: 'left' };
  return [
    textMark('meaning', meaning, [place], { bounds, ...moreMarks }),
    textMark('time', timeText, [start, { x: x(100), y, align: 'right' }], {
      bounds,
      ...moreMarks,
      canBeCut: false,
      priority: NOTE_PRIORITY,
      avoids: ['equal'],
    }),
  ];
}
