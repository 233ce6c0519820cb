/** The reason of the last drop, in words beside its packet. */

import { drawText } from '../draw/pen.ts';
import { textWidth } from '../draw/shapes.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** From this height below the line of words on, px, there is space for a second line. */
const MIN_TWO_LINES_PX = 21;
/** Distance of the second line from the lower edge, and its least and largest one from the first line, px. */
const SECOND_LINE_UNDER_PX = 10;
const SECOND_LINE_PX = [14, 22] as const;
/** Space between words, and between words and a line, px. */
const REASON_GAP_PX = 6;
/**
 * Largest distance of the reason from its packet, px: over it, and beside it. Farther words are read as those of
 * another thing.
 */
const OVER_REACH_PX = 0;
const BESIDE_REACH_PX = 40;
/**
 * From a dropped packet to the left end of its ring, to the right end of its cross, and to the number behind it, px.
 */
const RING_LEFT_PX = 9;
const CROSS_RIGHT_PX = 20;
const NUMBER_PX = 17;

/** Horizontal range of a text on the canvas, px. */
export type HorizontalSpan = readonly [from: number, to: number];

/** A dropped packet, or several as one with their number. */
export interface DropSign {
  readonly x: number;
  readonly shownDropCount?: number;
}

export interface ReasonSpace {
  /** The packet with the reason. */
  readonly sign: DropSign;
  /** Vertical place of the words below the queue, px. */
  readonly line: number;
  /** Right end of the free part of this line, px. */
  readonly end: number;
  /** Places of other words on this line, px. */
  readonly takenSpans: readonly HorizontalSpan[];
  /** Places of the lines of thresholds that cross the space below the queue, px. */
  readonly thresholdXs: readonly number[];
  /** All falling packets, below this line. */
  readonly falls: readonly DropSign[];
}

/**
 * Writes the reason near its packet: over it, or beside the other words of the line; or below, beside the packet. It
 * covers no threshold, no packet and no number. Where there is no space near the packet, fewer words are written, or
 * none.
 * @param reasons the reason in more and in fewer words
 */
export function drawDropReason(drawing: QueueDrawing, reasons: readonly string[], space: ReasonSpace): void {
  const { context, width: canvasWidth, height } = drawing;
  const { sign, line, end, takenSpans, thresholdXs, falls } = space;
  const { x } = sign;
  const spanOf = ({ x: signX, shownDropCount = 1 }: DropSign): HorizontalSpan => {
    const numberWidth = shownDropCount > 1 ? NUMBER_PX + textWidth(context, String(shownDropCount)) : 0;
    return [signX - RING_LEFT_PX, signX + Math.max(CROSS_RIGHT_PX, numberWidth)];
  };
  const [signStart, signEnd] = spanOf(sign);
  const secondY = Math.min(Math.max(line + SECOND_LINE_PX[0], height - SECOND_LINE_UNDER_PX), line + SECOND_LINE_PX[1]);
  const firstLine = { y: line, end, taken: takenSpans };
  const secondLine = { y: secondY, end: canvasWidth - 2, taken: [sign, ...falls].map(spanOf) };
  const lines = [
    { ...firstLine, reachPx: OVER_REACH_PX },
    ...(height - line >= MIN_TWO_LINES_PX ? [{ ...secondLine, reachPx: BESIDE_REACH_PX }] : []),
    { ...firstLine, reachPx: BESIDE_REACH_PX },
  ];
  const walls = thresholdXs.map((wall): HorizontalSpan => [wall - 4, wall + 4]);
  for (const label of [...reasons.map((text) => `dropped: ${text}`), ...reasons]) {
    const width = textWidth(context, label);
    for (const { y, end: lineEnd, taken: spans, reachPx } of lines) {
      const leftsBeside = [...spans, ...walls].flatMap(([start, stop]) => [
        stop + REASON_GAP_PX + 4,
        start - REASON_GAP_PX - 4 - width,
      ]);
      const from = [x - 4, x + 16, x + 16 - width, ...leftsBeside].find(
        (left) =>
          left >= 2 &&
          left + width <= lineEnd &&
          left - signEnd <= reachPx &&
          signStart - left - width <= reachPx &&
          spans.every(([start, stop]) => left + width < start - 4 || left > stop + 4) &&
          walls.every(([start, stop]) => left + width < start || left > stop),
      );
      if (from === undefined) continue;
      drawText(drawing, label, from, y, { hasGround: true });
      return;
    }
  }
}
