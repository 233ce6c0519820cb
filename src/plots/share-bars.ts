/** Shares as one bar for each lane: of classes, with dashed lines at the ends of equal shares, or of other parts. */
import { scaleLinear } from 'd3-scale';
import { NOTE_PRIORITY, NUMBER_PRIORITY, ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, TextPlace } from '../scene/marks.ts';
import type { SceneSize } from '../scene/scene.ts';
import { SMALL_TEXT_FONT } from '../scene/text-ruler.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import { type ClassInks, classRect, noValuesMark, type PlotScale } from './plot-marks.ts';

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
/** Space beside the text of a part, px. */
const TEXT_SPACE_PX = 5;
/** Bars with so many parts have room for a text below them, px. */
const MIN_PARTS_WITH_TEXT_BELOW = 3;
const BELOW_HEIGHT_PX = 18;
/** Distance of the middle of a text from the edge of its bar, px. */
const OUTSIDE_PX = 9;
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
): Mark[] {
  const parts = lanes.find((lane) => lane.parts.length > 0)?.parts;
  const x = scaleLinear([0, 100], [MARGIN.left, size.width - MARGIN.right]);
  const bottom = size.height - MARGIN.bottom;
  const pitch = (bottom - MARGIN.top) / Math.max(1, lanes.length);
  // Whatever their widths are, so that bars keep their height during a run.
  const belowPx = lanes.some((lane) => lane.parts.length >= MIN_PARTS_WITH_TEXT_BELOW) ? BELOW_HEIGHT_PX : 4;
  const heightPx = Math.max(4, Math.min(MAX_BAR_PX, pitch - NAME_HEIGHT_PX - belowPx));
  const lineXs = equalShareEnds(parts ?? []).map((end) => x(end));
  const bars = lanes.flatMap((lane, index) => {
    const top = MARGIN.top + index * pitch;
    const name = textMark(`lane ${index}`, lane.name, [MARGIN.left, top + NAME_HEIGHT_PX / 2, 'left'], {
      letter: laneLetter(index),
      canBeCut: true,
    });
    return [name, ...barMarks(lane.parts, index, x, lineXs, top + NAME_HEIGHT_PX, heightPx, size)];
  });
  if (parts === undefined) return [...bars, noValuesMark(size)];
  return [
    ...bars,
    ...lineXs.map((lineX) =>
      ruleMark(
        { x: lineX, y: MARGIN.top + NAME_HEIGHT_PX },
        { x: lineX, y: bottom + 4 },
        { stroke: 'text', dash: EQUAL_DASH, tag: 'equal' },
      ),
    ),
    ...meaningMarks(lineXs[0], meaning, timeText, x, bottom + 10),
  ];
}

/** A bar with the texts of its parts: each in its part, otherwise over the bar or below it. */
function barMarks(
  parts: readonly SharePart[],
  lane: number,
  x: PlotScale,
  lineXs: readonly number[],
  top: number,
  heightPx: number,
  size: SceneSize,
): Mark[] {
  let sum = 0;
  const boxes = parts.map(({ percent }) => {
    const left = x(sum);
    sum += Number.isFinite(percent) ? percent : 0;
    return { left, right: x(sum), top, bottom: top + heightPx };
  });
  const hasPlaceBelow = parts.length >= MIN_PARTS_WITH_TEXT_BELOW;
  const rowBounds = {
    left: MARGIN.left,
    top: top - NAME_HEIGHT_PX,
    bottom: top + heightPx + BELOW_HEIGHT_PX,
  };
  return parts.flatMap(({ label, inks, percent }, index): Mark[] => {
    const box = boxes[index];
    if (box === undefined || !Number.isFinite(percent)) return [];
    const text = `${label} ${formatNumber(percent)} %`;
    const part = classRect(inks, box, {
      tag: `part ${lane} ${index}`,
      ...(label === '' ? {} : { meaning: `${laneLetter(lane)}: ${text}` }),
    });
    if (label === '') return [part];
    const middleX = (box.left + box.right) / 2;
    const inside = [box.left, ...lineXs.filter((lineX) => lineX > box.left && lineX < box.right)].map(
      (left): TextPlace => ({ x: left + TEXT_SPACE_PX, y: top + heightPx / 2, align: 'left', ink: inks.words }),
    );
    const outside = [top, ...(hasPlaceBelow ? [top + heightPx] : [])].flatMap((edgeY): TextPlace[] => {
      const y = edgeY === top ? edgeY - OUTSIDE_PX : edgeY + OUTSIDE_PX;
      const leaderFrom = { x: middleX, y: edgeY };
      return [
        { x: middleX, y, align: 'centre', slides: true, leaderFrom },
        ...[0, 60, 100].map((px): TextPlace => ({ x: box.right + px, y, align: 'left', leaderFrom })),
      ];
    });
    const otherParts = parts.flatMap((_, other) => (other === index ? [] : [`part ${lane} ${other}`]));
    const edge: Mark = { kind: 'rect', box: { ...box, left: x(sum), right: size.width }, tag: `after ${lane}` };
    return [
      part,
      ...(index === parts.length - 1 ? [edge] : []),
      textMark(`part ${lane} ${index}`, [text, `${formatNumber(percent)} %`], [...inside, ...outside], {
        bounds: rowBounds,
        priority: NUMBER_PRIORITY,
        avoids: [...otherParts, `after ${lane}`, 'equal'],
      }),
    ];
  });
}

/** The time, and the meaning of the first line, or of the parts. */
function meaningMarks(lineX: number | undefined, meaning: string, timeText: string, x: PlotScale, y: number): Mark[] {
  const more = { font: SMALL_TEXT_FONT, ink: 'muted', canBeCut: true } as const;
  const bounds = { left: x(0) };
  const start: TextPlace = { x: x(0), y, align: 'left' };
  if (lineX === undefined)
    return [
      textMark('meaning', timeText === '' ? meaning : [`${timeText} · ${meaning}`, meaning], [start], {
        bounds,
        ...more,
      }),
    ];
  const isLeft = lineX > x(50);
  const place: TextPlace = isLeft
    ? { x: lineX - MEANING_GAP_PX, y, align: 'right' }
    : { x: lineX + MEANING_GAP_PX, y, align: 'left' };
  return [
    textMark('meaning', meaning, [place], { bounds, ...more }),
    textMark('time', timeText, [start, { x: x(100), y, align: 'right' }], {
      bounds,
      ...more,
      canBeCut: false,
      priority: NOTE_PRIORITY,
      avoids: ['equal'],
    }),
  ];
}
