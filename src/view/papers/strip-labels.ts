/** The names beside the marks of a strip that are outside their tolerance, so that no name covers a mark or a name. */
import type { Mark, TextMark, TextPlace } from '../../scene/marks.ts';
import { placeTexts } from '../../scene/place-texts.ts';

/** A mark of the strip; heights are counted upwards from the base line, px. */
export interface LabelledMark {
  readonly x: number;
  readonly y: number;
  /** Undefined for a mark without a name, which is only an obstacle. */
  readonly text?: string;
}

export interface StripLabel {
  /** The place of its mark in the list. */
  readonly index: number;
  readonly text: string;
  readonly x: number;
  /** Base line of the text, upwards from the base line of the strip, px. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Whether a line joins the name and its mark, which is not directly below it. */
  readonly hasLine: boolean;
}

/** Width of a letter, and height of a line of names, px. */
const LETTER_PX = 6.9;
export const LABEL_LINE_PX = 15;
const LABEL_FONT = { sizePx: 13 };
/** Height of the middle of a name over its base line, and space between a mark and the base line, px. */
const MIDDLE_PX = 5;
const GAP_PX = 5;
const LEVELS = Array.from({ length: 9 }, (_, level) => level);
/** A line to a name keeps this distance from other marks, px. */
const LINE_ROOM_PX = 3;

const ANCHORS = { left: 'start', centre: 'middle', right: 'end' } as const;

/**
 * Places the names, the outermost first: each as low as possible above its mark. If one has no free place, there are
 * none, because a single name above several marks would mislead.
 * @param middle place of the printed number, from which the names point away
 * @param width of the strip, px
 * @param radius of a mark, px
 */
export function placeStripLabels(
  marks: readonly LabelledMark[],
  middle: number,
  width: number,
  radius: number,
): StripLabel[] {
  const shapes = marks.map(
    ({ x, y }): Mark => ({ kind: 'symbol', tag: 'mark', at: { x, y: -y }, radiusPx: radius + 1 }),
  );
  const namedMarks = marks
    .flatMap(({ text, ...mark }, index) => (text === undefined ? [] : [{ ...mark, text, index }]))
    .sort((a, b) => Math.abs(b.x - middle) - Math.abs(a.x - middle));
  const placesOf = ({ x, y }: LabelledMark, isMiddleFirst: boolean) => {
    const outwardAlign: TextPlace['align'] = x < middle ? 'right' : 'left';
    const inwardAlign: TextPlace['align'] = x < middle ? 'left' : 'right';
    const aligns = isMiddleFirst
      ? (['centre', outwardAlign, inwardAlign] as const)
      : ([outwardAlign, 'centre', inwardAlign] as const);
    const shifts = { left: -radius, centre: 0, right: radius };
    // A line to the name goes up between the other marks.
    const marksAbove = marks.filter((mark) => mark.y > y && Math.abs(mark.x - x) < radius + LINE_ROOM_PX);
    return (marksAbove.length === 0 ? LEVELS : LEVELS.slice(0, 1)).flatMap((level) =>
      aligns.map((align): TextPlace => {
        const textY = -(y + radius + GAP_PX + level * LABEL_LINE_PX + MIDDLE_PX);
        const place: TextPlace = { x: x + shifts[align], y: textY, align };
        return level === 0 ? place : { ...place, leaderFrom: { x, y: -(y + radius + 1) } };
      }),
    );
  };
  for (const isMiddleFirst of [true, false]) {
    const texts = namedMarks.map(
      (mark): TextMark => ({
        kind: 'text',
        key: String(mark.index),
        wordings: [mark.text],
        places: placesOf(mark, isMiddleFirst),
        priority: 2,
        avoids: ['mark'],
        bounds: { top: Number.NEGATIVE_INFINITY },
        font: LABEL_FONT,
      }),
    );
    const layout = placeTexts([...shapes, ...texts], { width, height: 0 }, (text) => LETTER_PX * text.length);
    if (layout.hiddenMarks.length > 0) continue;
    return layout.texts.map(({ mark: { key }, lines, box: { left, right, top, bottom }, align, leader }) => ({
      index: Number(key),
      text: String(lines[0]),
      x: align === 'left' ? left : align === 'right' ? right : (left + right) / 2,
      y: -(top + bottom) / 2 - MIDDLE_PX,
      anchor: ANCHORS[align],
      hasLine: leader !== undefined,
    }));
  }
  return [];
}
