/** Input of the drawings of a sender, and their shared parts. */

import type { SenderPlot } from '../../../plots/sender/sender-plot.ts';
import type { TextMark } from '../../../scene/marks.ts';
import { drawBox } from '../../draw/pen.ts';
import type { LinearScale } from '../../draw/scale.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { firstIndexFrom, type PlotModel } from '../plot-model.ts';

/** Rows in order of time. The first column is the time, ns. */
export interface SenderRows {
  readonly rowCount: number;
  at(row: number, column: number): number;
}

/** A measured line beside those of the sender, with the definition of its main line. */
export interface SenderMeasuredLine {
  readonly rowCount: number;
  timeSeconds(row: number): number;
  value(row: number): number;
}

/** The record of the sender in one lane. */
interface SenderOfLane {
  readonly states: SenderRows;
  readonly events: SenderRows;
  /** A value to compare the lines with, in the unit of the plot. */
  readonly reference: { readonly name: string; readonly value: number } | undefined;
}

export interface ComparedSender extends SenderOfLane {
  readonly lane: number;
  readonly laneName: string;
}

/** The shown time and the stretch of time are those of a `PlotModel`. */
export interface SenderModel
  extends SenderOfLane,
    Pick<PlotModel, 'fromSeconds' | 'toSeconds' | 'nowSeconds' | 'stretch' | 'cursorSeconds'> {
  readonly plot: SenderPlot;
  /** The flow of this number in each lane, in the order of the lanes; empty if the lanes are not compared. */
  readonly comparedSenders: readonly ComparedSender[];
  readonly measuredLines: readonly SenderMeasuredLine[];
  /** Colour of the flow's class. */
  readonly colour: string;
}

/** The labels of lines are in the right margin. The time sequence has no labels there. */
export const SENDER_MARGIN = { left: 58, top: 26, right: 136, rightOfSequence: 12, bottom: 34 };
/** The top margin has two rows of this height: the phases, and the events below them. */
export const SENDER_ROW_PX = SENDER_MARGIN.top / 2;

/** One strip: the sender of one lane. The top margin of the strip is above `y.end`. */
export interface SenderDrawing extends ThemedContext {
  readonly model: SenderModel;
  readonly x: LinearScale;
  readonly y: LinearScale;
  /** Its words, which are written over all strips. */
  readonly texts: TextMark[];
}

/** Index of the first row at `timeNs` or later. */
export const firstSenderRowAt = (table: SenderRows, timeNs: number): number =>
  firstIndexFrom(table.rowCount, (row) => table.at(row, 0), timeNs);

/** Rows of the shown time, with one more row on either side. */
export function senderRowsInSpan(
  table: SenderRows,
  { fromSeconds, toSeconds }: SenderModel,
): readonly [first: number, end: number] {
  const first = Math.max(0, firstSenderRowAt(table, fromSeconds * 1e9) - 1);
  return [first, Math.min(table.rowCount, firstSenderRowAt(table, toSeconds * 1e9) + 1)];
}

/** Draws a vertical line, 1 px wide, from `top` to `bottom`, px. */
export function drawSenderRule(
  drawing: ThemedContext,
  ink: 'text' | 'muted',
  x: number,
  top: number,
  bottom: number,
): void {
  drawBox(drawing, x - 0.5, top, 1, bottom - top, { ink });
}
