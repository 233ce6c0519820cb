/** A drawing with its texts in their places, for painters, for the pointer and for screen readers. */
import { boxOfMark, flatMarks, type Mark, type SceneBox, type ScenePoint } from './marks.ts';
import { type PlacedText, placeTexts, type TextLayout } from './place-texts.ts';
import type { TextRuler } from './text-ruler.ts';

/** Size of a drawing, px. */
export interface SceneSize {
  readonly width: number;
  readonly height: number;
}

/** A drawing with all texts at their places. */
export interface Scene extends SceneSize {
  readonly marks: readonly Mark[];
  readonly texts: readonly PlacedText[];
  readonly layout: TextLayout;
}

/** @param previous the scene of the frame before: texts keep their places if it has the same size */
export function createScene(
  marks: readonly Mark[],
  { width, height }: SceneSize,
  ruler: TextRuler,
  previous?: Scene,
  nowMs = 0,
): Scene {
  const isSameSize = previous !== undefined && previous.width === width && previous.height === height;
  const layout = placeTexts(marks, { width, height }, ruler, isSameSize ? previous.layout : undefined, nowMs);
  return { width, height, marks, texts: layout.texts, layout };
}

/** Pixels around a thin mark at which the pointer is still on it. */
const POINTER_REACH_PX = 4;

/** The meaning of the last mark with one at a point: that on top. */
export function meaningAt(marks: readonly Mark[], { x, y }: ScenePoint): string | undefined {
  const contains = ({ left, right, top, bottom }: SceneBox) =>
    x >= left - POINTER_REACH_PX &&
    x <= right + POINTER_REACH_PX &&
    y >= top - POINTER_REACH_PX &&
    y <= bottom + POINTER_REACH_PX;
  let meaning: string | undefined;
  for (const mark of marks) {
    if (mark.kind === 'text') continue;
    if (mark.kind === 'clip') meaning = meaningAt(mark.marks, { x, y }) ?? meaning;
    else if (mark.kind === 'group') {
      for (const part of flatMarks(mark.marks))
        if (part.kind !== 'text' && contains(boxOfMark(part))) meaning = mark.meaning;
    } else if (mark.meaning !== undefined && contains(boxOfMark(mark))) meaning = mark.meaning;
  }
  return meaning;
}

/** All meanings of a drawing as one text. */
export function describeMarks(marks: readonly Mark[]): string {
  const meanings = (list: readonly Mark[]): string[] =>
    list.flatMap((mark) => {
      if (mark.kind === 'text') return [];
      if (mark.kind === 'clip') return meanings(mark.marks);
      return mark.meaning === undefined ? [] : [mark.meaning];
    });
  return [...new Set(meanings(marks))].join('. ');
}
