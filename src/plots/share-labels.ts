/** The places of the labels of bars of shares: in their parts, otherwise over or below them. */
import type { SceneBox, TextPlace } from '../scene/marks.ts';
import { TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { formatNumber } from '../shared/number-text.ts';

/** Height of a bar with words in it, px. */
const MIN_WORDS_BAR_PX = 16;
/** Space beside the text of a part, between two texts, and between a text and a line, px. */
const TEXT_SPACE_PX = 5;
const GAP_PX = 8;
const LINE_GAP_PX = 3;
/** Distance of the middle of a text from the edge of its bar, px. */
const OUTSIDE_PX = 9;

interface LabelledPart {
  readonly label: string;
  readonly percent: number;
  readonly box: SceneBox;
}

/** The space around a bar, px. */
export interface LabelSpace {
  /** Right end of the name over the bar. */
  readonly nameEnd: number;
  readonly hasPlaceBelow: boolean;
  /** The dashed lines, which no text crosses. */
  readonly lineXs: readonly number[];
  readonly right: number;
}

export interface PlacedLabel {
  readonly words: string;
  /** Whether the words have the label of the part, not only its share. */
  readonly isNamed: boolean;
  readonly isInside: boolean;
  readonly place: TextPlace;
}

/**
 * A label outside has the middle of its part over or below it. Labels without room have their share alone.
 * @returns undefined for a part without room for its share
 */
export function placeShareLabels(
  parts: readonly LabelledPart[],
  space: LabelSpace,
  ruler: TextRuler,
): readonly (PlacedLabel | undefined)[] {
  const shortLabels = new Set<number>();
  for (;;) {
    const placedLabels = placeAll(parts, shortLabels, space, ruler);
    const missingIndex = parts.findIndex(({ label }, index) => label !== '' && placedLabels[index] === undefined);
    // The share of the part before it gives way too.
    const next = [missingIndex, missingIndex - 1].find(
      (index) => index >= 0 && parts[index]?.label !== '' && !shortLabels.has(index),
    );
    if (missingIndex < 0 || next === undefined) return placedLabels;
    shortLabels.add(next);
  }
}

function placeAll(
  parts: readonly LabelledPart[],
  short: ReadonlySet<number>,
  { nameEnd, hasPlaceBelow, lineXs, right }: LabelSpace,
  ruler: TextRuler,
): readonly (PlacedLabel | undefined)[] {
  const ends = [nameEnd + GAP_PX, ...(hasPlaceBelow ? [0] : [])];
  return parts.map(({ label, percent, box }, index) => {
    if (label === '') return undefined;
    const isNamed = !short.has(index);
    const words = `${isNamed ? `${label} ` : ''}${formatNumber(percent)} %`;
    const width = ruler(words, TEXT_FONT);
    const crosses = (left: number) =>
      lineXs.some((lineX) => left < lineX + LINE_GAP_PX && left + width > lineX - LINE_GAP_PX);
    const y = (box.top + box.bottom) / 2;
    const insideLeft = [box.left, ...lineXs.filter((lineX) => lineX > box.left)]
      .map((left) => left + TEXT_SPACE_PX)
      .find((left) => left + width + LINE_GAP_PX <= box.right && !crosses(left));
    if (insideLeft !== undefined && box.bottom - box.top >= MIN_WORDS_BAR_PX)
      return { words, isNamed, isInside: true, place: { x: insideLeft, y, align: 'left' } };
    const middle = (box.left + box.right) / 2;
    const centredLeft = Math.min(middle - width / 2, right - width);
    const besideLines = lineXs.flatMap((lineX) => [lineX + LINE_GAP_PX, lineX - LINE_GAP_PX - width]);
    const nearestLeft = [0, 1]
      .filter((line) => line < ends.length)
      .flatMap((line) =>
        [centredLeft, ends[line] ?? 0, ...besideLines]
          .filter(
            (left) =>
              left >= (ends[line] ?? 0) &&
              left <= middle &&
              left + width >= middle &&
              left + width <= right &&
              !crosses(left),
          )
          .map((left) => ({ left, line })),
      )
      .sort((a, b) => Math.abs(a.left - centredLeft) - Math.abs(b.left - centredLeft) || a.line - b.line)[0];
    if (nearestLeft === undefined) return undefined;
    const { left, line } = nearestLeft;
    ends[line] = left + width + GAP_PX;
    const outsideY = line === 0 ? box.top - OUTSIDE_PX : box.bottom + OUTSIDE_PX;
    return { words, isNamed, isInside: false, place: { x: left, y: outsideY, align: 'left' } };
  });
}
