/** The names beside the marks of a strip that are outside their tolerance, so that no name covers a mark or a name. */

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

interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Width of a letter, and height of a line of names, px. */
const LETTER_PX = 6.9;
export const LABEL_LINE_PX = 15;
/** Space between a mark and its name, px. */
const GAP_PX = 5;
const MAX_LEVELS = 9;

const overlap = (box: Box, other: Box) =>
  box.left < other.right && other.left < box.right && box.bottom < other.top && other.bottom < box.top;

/** The sides of a mark on which its name is tried, from the first. */
type Side = 'middle' | 'outward' | 'inward';

const SIDE_ORDERS: readonly (readonly Side[])[] = [
  ['middle', 'outward', 'inward'],
  ['outward', 'middle', 'inward'],
];

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
  for (const sides of SIDE_ORDERS) {
    const labels = placeAllLabels(marks, middle, width, radius, sides);
    if (labels !== undefined) return labels;
  }
  return [];
}

/** Undefined if a name has no free place. */
function placeAllLabels(
  marks: readonly LabelledMark[],
  middle: number,
  width: number,
  radius: number,
  sides: readonly Side[],
): StripLabel[] | undefined {
  const markBoxes = marks.map(
    ({ x, y }): Box => ({ left: x - radius - 1, right: x + radius + 1, bottom: y - radius, top: y + radius + 1 }),
  );
  const placedBoxes: Box[] = [];
  const labels: StripLabel[] = [];
  const namedMarks = marks
    .map((mark, index) => ({ mark, index }))
    .sort((a, b) => Math.abs(b.mark.x - middle) - Math.abs(a.mark.x - middle));
  for (const { mark, index } of namedMarks) {
    const { text, x, y } = mark;
    if (text === undefined) continue;
    const textWidth = LETTER_PX * text.length;
    const outward = x < middle ? 'end' : 'start';
    const anchorOfSide = { middle: 'middle', outward, inward: outward === 'end' ? 'start' : 'end' } as const;
    const anchors = sides.map((side) => anchorOfSide[side]);
    const candidates = Array.from({ length: MAX_LEVELS }, (_, level) =>
      anchors.map((anchor) => ({ anchor, level })),
    ).flat();
    const placedCount = labels.length;
    for (const { anchor, level } of candidates) {
      const bottom = y + radius + GAP_PX + level * LABEL_LINE_PX;
      const textX = anchor === 'middle' ? x : anchor === 'end' ? x + radius : x - radius;
      const left = textX - (anchor === 'middle' ? textWidth / 2 : anchor === 'end' ? textWidth : 0);
      const box: Box = { left, right: left + textWidth, bottom: bottom - 2, top: bottom + LABEL_LINE_PX - 3 };
      const line: Box = { left: x - 2, right: x + 2, bottom: y + radius + 1, top: bottom };
      const isFree = (candidate: Box) => !placedBoxes.some((placedBox) => overlap(candidate, placedBox));
      const isClear = (candidate: Box) =>
        !markBoxes.some((other, otherIndex) => otherIndex !== index && overlap(candidate, other));
      if (left < 0 || left + textWidth > width || !isFree(box) || !isClear(box)) continue;
      if (level > 0 && !(isFree(line) && isClear(line))) continue;
      placedBoxes.push(box, ...(level > 0 ? [line] : []));
      labels.push({ index, text, x: textX, y: bottom, anchor, hasLine: level > 0 });
      break;
    }
    if (labels.length === placedCount) return undefined;
  }
  return labels;
}
