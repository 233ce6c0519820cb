/** Draws the signals of a policy at its queue: a triangle for the first one, and lines for thresholds that the policy moves. */

import { numberAt } from '../../shared/tables.ts';
import { formatAmount, formatNumber } from '../draw/number-text.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import { hasDelayPlaces, type QueueDrawing } from './queue-drawing.ts';
import type { QueueAxis, QueueBox } from './queue-model.ts';
import { TEXT_UNDER_PX, THRESHOLD_KNOB_RADIUS_PX } from './queue-thresholds.ts';

/** Space between two names, and between a name and a knob, px. */
const LABEL_GAP_PX = 5;
/** Distance of the words of the triangle from it, and from the line of a threshold, px. */
const WORDS_DISTANCE_PX = 9;
/** The largest part of the queue that names with words take together. */
const MAX_WORDED_SHARE = 0.5;

interface SignalSpace {
  readonly axis: QueueAxis;
  /** Place of an amount on the queue, px. */
  x(amount: number): number;
  /** Places of the thresholds that can be dragged, px. */
  readonly knobs: readonly number[];
  /** Places of the lines that cross the line of words below the queue, px. */
  readonly walls: readonly number[];
  /** First free place of that line, px. */
  readonly minPx: number;
}

/** @returns the place of the triangle with its words; undefined without a signal */
export function drawQueueSignals(drawing: QueueDrawing, space: SignalSpace): HorizontalSpan | undefined {
  const { model } = drawing;
  const { axis: queueAxis } = space;
  // The numbers of the thresholds have the unit of the buffer.
  const isOtherUnit = model.description.bufferUnit === 'bytes';
  const signals = model.description.hints.signals.flatMap(
    ({ label, queueText = label.replace(/ queue$/, ''), word, axis, unit }, index) => {
      const scale = axis === 'delay' ? queueAxis.millisecondLength : axis === queueAxis.signals && queueAxis.signalUnit;
      if (!scale) return [];
      const text = `${formatAmount(numberAt(model.shownSignals, index))}${axis === 'delay' || isOtherUnit ? ` ${unit}` : ''}`;
      const wordedLabel = word === undefined ? label : `${word} ${label}`;
      return [{ label, wordedLabel, queueText, x: space.x(numberAt(model.frame.signals, index) * scale), text }];
    },
  );
  if (!hasDelayPlaces(drawing)) return drawDelays(drawing);
  const [first, ...others] = signals;
  let labelsEnd = Number.NEGATIVE_INFINITY;
  const wordsPx = others.reduce((sum, { wordedLabel }) => sum + drawing.context.measureText(wordedLabel).width, 0);
  const hasWords = wordsPx <= MAX_WORDED_SHARE * (drawing.box.right - drawing.box.left);
  for (const { label, wordedLabel, x } of others.sort((a, b) => a.x - b.x))
    labelsEnd = drawMovingThreshold(drawing, hasWords ? wordedLabel : label, x, space.knobs, labelsEnd);
  return first && drawTriangle(drawing, first.x, `${first.queueText} ${first.text}`, space);
}

/** Writes the delay of a policy and its thresholds of the delay below the end of the queue. */
function drawDelays(drawing: QueueDrawing): HorizontalSpan | undefined {
  const { context, theme, box, model } = drawing;
  const { signals, thresholds } = model.description.hints;
  const delays = [
    ...signals.map(({ label, queueText = label, axis }, index) => ({
      label: queueText,
      axis,
      value: numberAt(model.shownSignals, index),
    })),
    ...thresholds.map(({ symbol, parameter, axis }) => ({
      label: symbol,
      axis,
      value: Number(model.values[parameter]),
    })),
  ].filter(({ axis }) => axis === 'delay');
  if (delays.length === 0) return undefined;
  const text = delays.map(({ label, value }) => `${label} ${formatNumber(value)} ms`).join(' · ');
  context.fillStyle = theme.text;
  context.textAlign = 'right';
  drawTextOnGround(drawing, text, box.right, box.bottom + TEXT_UNDER_PX);
  return [box.right - context.measureText(text).width, box.right];
}

/**
 * @param knobs places of the thresholds that can be dragged, px, from left to right; the name stands beside them
 * @param labelsEnd right end of the names to its left, px
 * @returns right end of its name, px
 */
function drawMovingThreshold(
  { context, theme, box: { top, bottom } }: QueueDrawing,
  label: string,
  lineX: number,
  knobs: readonly number[],
  labelsEnd: number,
): number {
  const x = Math.round(lineX) + 0.5;
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5;
  context.setLineDash([5, 3]);
  context.beginPath();
  context.moveTo(x, top - 5);
  context.lineTo(x, bottom + 2);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  const halfWidth = context.measureText(label).width / 2;
  const reach = THRESHOLD_KNOB_RADIUS_PX + LABEL_GAP_PX + halfWidth;
  let labelX = Math.max(x, labelsEnd + LABEL_GAP_PX + halfWidth);
  // From left to right, because beside one knob it may cover the next.
  for (const knob of knobs) if (Math.abs(knob - labelX) < reach) labelX = knob + reach;
  drawTextOnGround({ context, theme }, label, labelX, top - 11);
  return labelX + halfWidth;
}

function drawTriangle(
  { context, theme, width, box }: QueueDrawing,
  x: number,
  text: string,
  space: SignalSpace,
): HorizontalSpan {
  const y = box.bottom + 3;
  context.fillStyle = theme.text;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 5, y + 8);
  context.lineTo(x + 5, y + 8);
  context.fill();
  const widthPx = context.measureText(text).width;
  const from =
    freeWordsLeft(x, widthPx, box, space) ?? Math.max(box.left, Math.min(x + WORDS_DISTANCE_PX, width - 2 - widthPx));
  context.textAlign = 'left';
  drawTextOnGround({ context, theme }, text, from, box.bottom + TEXT_UNDER_PX);
  const lineEnd = from > x ? from : from + widthPx;
  if (Math.abs(lineEnd - x) > WORDS_DISTANCE_PX) {
    // Over the lines of the thresholds between the triangle and its words.
    const [start, end] = from > x ? [x + 7, lineEnd - 3] : [lineEnd + 3, x - 7];
    context.fillRect(start, box.bottom + TEXT_UNDER_PX, end - start, 1);
  }
  return [Math.min(x - 5, from), Math.max(x + 5, from + widthPx)];
}

/**
 * The place that is nearest to the triangle and where no line crosses the words; of two, the one on its right.
 * @param x of the triangle, px
 * @returns the left end of the words, px; undefined without such a place
 */
function freeWordsLeft(x: number, widthPx: number, box: QueueBox, { walls, minPx }: SignalSpace): number | undefined {
  const isFree = (from: number) => !walls.some((wall) => wall > from - 3 && wall < from + widthPx + 3);
  const placesAfter = [x, ...walls].filter((place) => place >= x).map((place) => place + WORDS_DISTANCE_PX);
  const placesBefore = [x, ...walls].filter((place) => place <= x).map((place) => place - WORDS_DISTANCE_PX - widthPx);
  const places = [
    ...placesAfter.map((from) => ({ from, distancePx: from - x })),
    ...placesBefore.filter((from) => from >= minPx).map((from) => ({ from, distancePx: x - from - widthPx })),
  ];
  return places
    .filter(({ from }) => from + widthPx <= box.right && isFree(from))
    .sort((a, b) => a.distancePx - b.distancePx)[0]?.from;
}
