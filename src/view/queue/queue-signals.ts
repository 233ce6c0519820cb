/**
 * Draws the signals of a policy at its queue: a triangle for the first one, and lines for thresholds that the policy
 * moves. All thresholds are named together.
 */

import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawBox, drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import { drawPolygon, fittingText, textWidth } from '../draw/shapes.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import { hasDelayPlaces, type QueueDrawing } from './queue-drawing.ts';
import type { QueueAxis, QueueBox } from './queue-model.ts';
import { type PlacedThreshold, TEXT_UNDER_PX } from './queue-thresholds.ts';
import { drawThresholdNames } from './threshold-names.ts';

/** Distance of the words of the triangle from it, and from the line of a threshold, px. */
const LABEL_DISTANCE_PX = 9;
/** Least place of words below the queue, px. */
const TEXT_LEFT_PX = 2;

interface SignalSpace {
  readonly axis: QueueAxis;
  /** Place of an amount on the queue, px. */
  x(amount: number): number;
  /** The thresholds that can be dragged. */
  readonly thresholds: readonly PlacedThreshold[];
  /** Places of the lines that cross the line of words below the queue, px. */
  readonly thresholdXs: readonly number[];
  /** First free place of that line, px. */
  readonly minLeft: number;
}

/** A queue of `cells`, written as `text`, with the time in which the link sends it, the longest words first. */
function timesToSend(cells: number, text: string, { frame, description }: QueueDrawing['model']): readonly string[] {
  // At another rate, the link needs another time.
  if (cells === 0 || description.varies) return [];
  const bits = (8 * cells * frame.limitBytes) / frame.limitCells;
  const time = `${formatNumber((1e3 * bits) / frame.rateBps)} ms`;
  return [`${text} cells: ${time} to send`, `${text}: ${time} to send`, `${text}: ${time}`];
}

/** @returns the place of the triangle with its words; undefined without a signal */
export function drawQueueSignals(drawing: QueueDrawing, space: SignalSpace): HorizontalSpan | undefined {
  const { model } = drawing;
  const { axis: queueAxis } = space;
  // The numbers of the thresholds have the unit of the buffer.
  const countsBytes = model.description.bufferUnit === 'bytes';
  const signals = model.description.hints.signals.flatMap(
    (
      { label, symbol = label, queueText = label, shortQueueText = queueText, word, axis, unit, isVirtual = false },
      index,
    ) => {
      const scale = axis === 'delay' ? queueAxis.millisecondLength : axis === queueAxis.signals && queueAxis.signalUnit;
      // A policy that has measured nothing yet has no number.
      const number = numberAt(model.shownSignals, index);
      if (!scale || Number.isNaN(number)) return [];
      const amount = number * scale;
      const text = `${formatAmount(number)}${axis === 'delay' || countsBytes ? ` ${unit}` : ''}`;
      const bytesText = queueAxis.format(number * queueAxis.signalUnit);
      // Without room for one more packet, its triangle is at the end of the buffer.
      const fullText = isVirtual && amount + queueAxis.signalUnit > queueAxis.limit ? ', full' : '';
      const names = [queueText, shortQueueText];
      // The packets of a virtual queue have other sizes than those that wait.
      const virtualTexts = isVirtual && countsBytes ? [`${text}, ${bytesText}`, bytesText] : undefined;
      const unitTexts = axis === 'queue' && !countsBytes ? [`${text} ${unit}`] : [];
      const cellTexts = axis === 'cells' ? timesToSend(number, text, model) : [];
      const texts = (virtualTexts ?? [...cellTexts, ...unitTexts, text]).map((words) => words + fullText);
      return [{ hint: { symbol, word }, names, amount, x: space.x(amount), text, texts, axis, isVirtual }];
    },
  );
  if (!hasDelayPlaces(drawing)) {
    drawThresholdNames(drawing, space.thresholds);
    return drawDelays(drawing);
  }
  const [first, ...movingThresholds] = signals;
  for (const { x } of movingThresholds) drawMovingThreshold(drawing, x);
  drawThresholdNames(
    drawing,
    [...space.thresholds, ...movingThresholds].sort((a, b) => b.amount - a.amount),
  );
  if (first === undefined) return undefined;
  // The lens then shows the value at the arrival of the asked packet, and rows show means of the delay.
  const isBesideMeans = first.axis === 'delay' && showsMeans(drawing);
  const timeText = model.highlight === undefined && !isBesideMeans ? '' : ' now';
  const texts = first.names.flatMap((name) => first.texts.map((text) => `${name}${timeText} ${text}`));
  return drawTriangle(drawing, first, texts, space);
}

/** Whether the rows of a queue show means of the delay. */
const showsMeans = ({ order }: QueueDrawing) => order?.words.hasDelays === true;

/**
 * Writes the delay of a policy and its thresholds of the delay below the end of the queue, as many as fit. A threshold
 * of another row than that of the delay has the name of its row, and is behind the others.
 */
function drawDelays(drawing: QueueDrawing): HorizontalSpan | undefined {
  const { context, box, model, order } = drawing;
  const { signals, thresholds } = model.description.hints;
  const nowWord = showsMeans(drawing) ? ' now' : '';
  const delays = signals.flatMap(({ label, queueText = label, axis }, index) =>
    axis === 'delay' && !Number.isNaN(numberAt(model.shownSignals, index))
      ? [`${queueText}${nowWord} ${formatNumber(numberAt(model.shownSignals, index))} ms`]
      : [],
  );
  const limits = thresholds.flatMap(({ symbol, parameter, axis, row }) => {
    if (axis !== 'delay') return [];
    const rowName = order?.rows[row ?? Number.NaN]?.name ?? '';
    const isOfDelay = rowName === '' || signals.some((signal) => signal.axis === 'delay' && signal.row === row);
    const value = `${symbol} ${formatNumber(Number(model.values[parameter]))} ms`;
    return [{ isOfDelay, text: isOfDelay ? value : `${rowName} ${value}` }];
  });
  const ownLimits = limits.filter(({ isOfDelay }) => isOfDelay);
  const otherLimits = limits.filter(({ isOfDelay }) => !isOfDelay);
  const parts = [...delays, ...[...ownLimits, ...otherLimits].map(({ text }) => text)];
  const texts = parts.map((_, index) => parts.slice(0, parts.length - index).join(' · '));
  const text = fittingText(context, texts, box.right - TEXT_LEFT_PX);
  if (text === undefined) return undefined;
  drawText(drawing, text, box.right, box.bottom + TEXT_UNDER_PX, { align: 'right', hasGround: true });
  return [box.right - textWidth(context, text), box.right];
}

function drawMovingThreshold(drawing: QueueDrawing, lineX: number): void {
  const { top, bottom } = drawing.box;
  const x = middleOfPixel(lineX);
  drawLine(drawing, [x, top, x, bottom + 2], { widthPx: 1.5, dash: [5, 3] });
}

/** Draws the triangle with its words. Of a queue that is not the drawn one, it is hollow, and both are grey. */
function drawTriangle(
  drawing: QueueDrawing,
  { x, isVirtual }: { readonly x: number; readonly isVirtual: boolean },
  texts: readonly string[],
  space: SignalSpace,
): HorizontalSpan {
  const { context, width, box } = drawing;
  const y = box.bottom + 3;
  const ink = isVirtual ? 'muted' : 'text';
  const corners = [x, y, x - 5, y + 8, x + 5, y + 8];
  if (isVirtual) drawLine(drawing, [...corners, x, y, x - 5, y + 8], { ink, widthPx: 1.2 });
  else drawPolygon(drawing, corners);
  const freeLeft = (text: string) => freeLabelLeft(x, textWidth(context, text), box, space);
  // The first text has a place nearly always.
  const text = required(texts.find((words) => freeLeft(words) !== undefined) ?? texts.at(-1));
  const [widthPx, free] = [textWidth(context, text), freeLeft(text)];
  const from = free ?? Math.max(box.left, Math.min(x + LABEL_DISTANCE_PX, width - 2 - widthPx));
  drawText(drawing, text, from, box.bottom + TEXT_UNDER_PX, { ink, hasGround: true });
  const lineEnd = from > x ? from : from + widthPx;
  const coversTriangle = from < x && from + widthPx > x;
  if (!coversTriangle && Math.abs(lineEnd - x) > LABEL_DISTANCE_PX) {
    // Over the lines of the thresholds between the triangle and its words.
    const [start, end] = from > x ? [x + 7, lineEnd - 3] : [lineEnd + 3, x - 7];
    drawBox(drawing, start, box.bottom + TEXT_UNDER_PX, end - start, 1, { ink });
  }
  return [Math.min(x - 5, from), Math.max(x + 5, from + widthPx)];
}

/**
 * The place that is nearest to the triangle and where no line crosses the words; of two, the one on its right.
 * @param x of the triangle, px
 * @returns the left end of the words, px; undefined without such a place
 */
function freeLabelLeft(
  x: number,
  widthPx: number,
  box: QueueBox,
  { thresholdXs, minLeft }: SignalSpace,
): number | undefined {
  const isFree = (from: number) => !thresholdXs.some((wall) => wall > from - 3 && wall < from + widthPx + 3);
  const placesAfter = [x, ...thresholdXs].filter((place) => place >= x).map((place) => place + LABEL_DISTANCE_PX);
  const placesBefore = [x, ...thresholdXs]
    .filter((place) => place <= x)
    .map((place) => place - LABEL_DISTANCE_PX - widthPx);
  const places = [
    ...placesAfter.map((from) => ({ from, distancePx: from - x })),
    ...placesBefore.filter((from) => from >= minLeft).map((from) => ({ from, distancePx: x - from - widthPx })),
  ];
  return places
    .filter(({ from }) => from + widthPx <= box.right && isFree(from))
    .sort((a, b) => a.distancePx - b.distancePx)[0]?.from;
}
