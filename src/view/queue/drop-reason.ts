/** The reason of the last drop, in words beside its packet. */

import { drawText } from '../draw/pen.ts';
import { textWidth } from '../draw/shapes.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** From this height below the line of words on, px, there is space for a second line. */
const MIN_TWO_LINES_PX = 28;
/** Distance of the second line from the lower edge, px. */
const SECOND_LINE_UNDER_PX = 10;
/** Space between words, and between words and a line, px. */
const REASON_GAP_PX = 6;

/** Horizontal range of a text on the canvas, px. */
export type HorizontalSpan = readonly [from: number, to: number];

export interface ReasonSpace {
  /** Place of the dropped packet, px. */
  readonly x: number;
  /** Vertical place of the words below the queue, px. */
  readonly line: number;
  /** Right end of the free part of this line, px. */
  readonly end: number;
  /** Places of other words on this line, px. */
  readonly takenSpans: readonly HorizontalSpan[];
  /** Places of the lines of thresholds that cross the space below the queue, px. */
  readonly thresholdXs: readonly number[];
}

/**
 * Writes the reason over its packet, or beside the other words of the line. If the line has no space, the reason is
 * beside the packet. It never covers a threshold. If there is no space, all words are left out.
 * @param reasons the reason in more and in fewer words
 */
export function drawDropReason(drawing: QueueDrawing, reasons: readonly string[], space: ReasonSpace): void {
  const { context, height } = drawing;
  const { x, line, end, takenSpans, thresholdXs } = space;
  for (const text of reasons) {
    const label = `dropped: ${text}`;
    const width = textWidth(context, label);
    const isFree = (from: number) =>
      from >= 2 && from + width <= end && !thresholdXs.some((wall) => wall > from - 4 && wall < from + width + 4);
    const placesBeside = (span: HorizontalSpan) => [span[1] + REASON_GAP_PX + 4, span[0] - REASON_GAP_PX - 4 - width];
    const besideWalls = thresholdXs.flatMap((wall) => placesBeside([wall - 4, wall + 4]));
    const first = [x - 4, x + 16, x + 16 - width, ...takenSpans.flatMap(placesBeside), ...besideWalls].find(
      (from) => isFree(from) && takenSpans.every(([start, stop]) => from + width < start - 4 || from > stop + 4),
    );
    const secondLeft = height - line > MIN_TWO_LINES_PX ? [x + 24, x - 12 - width].find(isFree) : undefined;
    const from = first ?? secondLeft;
    if (from === undefined) continue;
    const y = first === undefined ? height - SECOND_LINE_UNDER_PX : line;
    drawText(drawing, label, from, y, { hasGround: true });
    return;
  }
}
