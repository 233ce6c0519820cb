/**
 * The lens of CoDel: the waiting time of packets beside the target, and a clock that runs until the next drop or mark.
 * Source: RFC 8289, section 5.5: the times between two drops are interval / sqrt(count).
 */

import { MAX_DROP_OR_MARK_ROWS } from '../../engine/frame/frame.ts';
import { formatAmount, formatNumber, formatTick } from '../../shared/number-text.ts';
import { drawDropCross } from '../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type Coordinates, drawDot, drawLine, drawRing, drawText, NEXT_LINE } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import {
  drawFaintly,
  drawFittingText,
  drawInside,
  drawPolygon,
  fittingText,
  SMALL_MUTED,
  textWidth,
} from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import { DrawingContinuity } from './continuity.ts';
import {
  AXIS_NAME_UNDER_PX,
  drawLensGrid,
  drawLensTitle,
  drawLevel,
  type LensMargin,
  levelStart,
  NARROW_LENS_PX,
  TIME_AXIS_NAME,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensModel, seriesRowsSince, signalColumn, signalValue } from './lens-model.ts';
import { Trail } from './trail.ts';
import {
  countRefusals,
  type RefusedPacket,
  refusedAtHead,
  type WaitedPacket,
  waitedPackets,
} from './waited-packets.ts';

/** Shown time, in intervals of the policy, and its smallest value, s. */
const CLOCK_SPAN_INTERVALS = 10;
const MIN_CLOCK_SPAN_SECONDS = 0.2;
/** Largest number of points between the samples of the run. Each drawing adds one point. */
const MAX_TRAIL_POINTS = 400;
/** Width of the clock, px. */
const CLOCK_WIDTH_PX = 176;
const NARROW_CLOCK_WIDTH_PX = 120;
/** Space of the target before the clock, px. The circle of a narrow clock is nearly as wide as its space. */
const TARGET_WIDTH_PX = 34;
const NARROW_TARGET_WIDTH_PX = 46;
const TEXT_HEIGHT_PX = 34;
/** Opacity of the areas above the target. */
const ABOVE_TARGET_OPACITY = 0.2;
/** Height of the bar of one interval, and of its ends, px. */
const INTERVAL_Y_PX = 26;
const INTERVAL_END_PX = 3;
/** From this distance on, px, samples are dots that no line joins. */
const MIN_POINT_DISTANCE_PX = 12;

/** Known packets are drawn one by one if they cover this part of the shown time. */
const MIN_PACKETS_SHARE = 0.5;
/** Radii of the dots of samples and of packets, and size of the cross of a drop, px. */
const SAMPLE_RADIUS_PX = 2.5;
const PACKET_RADIUS_PX = 1.5;
const CROSS_PX = 3.5;
const MARK_RADIUS_PX = 4;

/** State of the control law, times in ms. */
interface ControlLaw {
  readonly intervalMs: number;
  readonly aboveMs: number;
  readonly count: number;
  readonly nextMs: number;
}

/** Draws CoDel's waiting times and its clock. */
export class ClockLens extends CanvasLens {
  private readonly trail = new Trail(MAX_TRAIL_POINTS);
  private readonly continuity = new DrawingContinuity();

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    this.extendTrail(model);
    const law = {
      intervalMs: Number(model.values.intervalMs),
      aboveMs: signalValue(model, 'above'),
      count: signalValue(model, 'count'),
      nextMs: signalValue(model, 'next'),
    };
    const targetMs = Number(model.values.targetMs);
    const isNarrow = width < NARROW_LENS_PX;
    const clockWidth = isNarrow ? NARROW_CLOCK_WIDTH_PX : CLOCK_WIDTH_PX;
    const targetWidth = isNarrow ? NARROW_TARGET_WIDTH_PX : TARGET_WIDTH_PX;
    const margin: LensMargin = { left: 44, right: clockWidth + targetWidth, top: 36, bottom: 32 };
    const nowSeconds = model.frame.timeNs / 1e9;
    const shownSeconds = Math.max(MIN_CLOCK_SPAN_SECONDS, (CLOCK_SPAN_INTERVALS * law.intervalMs) / 1e3);
    const from = Math.max(0, nowSeconds - shownSeconds);
    const sampleSeconds = model.description.sampleNs / 1e9;
    // Between samples that are far apart, the time may have been below the target.
    const areSparse = (sampleSeconds / shownSeconds) * (width - margin.right - margin.left) >= MIN_POINT_DISTANCE_PX;
    const packets = areSparse ? packetsSince(model, from, nowSeconds) : [];
    const samples = packets.length > 0 ? [] : this.samples(model, from);
    const drawnPoints = packets.length > 0 ? [] : this.drawnPoints(from);
    const allRefusals = refusedAtHead(model.frame, model.description);
    const shownRefusals = allRefusals.filter(({ seconds }) => seconds >= from);
    const shownPoints = [...samples, ...drawnPoints, ...packets, ...shownRefusals];
    const highestMs = Math.max(2 * targetMs, 1, ...shownPoints.map(({ ms }) => ms * 1.05));
    const x = linearScale(from, from + shownSeconds, margin.left, width - margin.right);
    const y = linearScale(0, highestMs, height - margin.bottom, margin.top);
    drawLensTitle(
      drawing,
      isNarrow ? 'Time packets waited (ms)' : 'Time packets waited (ms), and time until the next drop or mark',
    );
    const ticks = { xTicks: x.ticks(3), yTicks: y.ticks(3), formatY: formatAmount };
    drawLensGrid(drawing, { margin, x, y, ...ticks, xName: TIME_AXIS_NAME });
    drawClock(drawing, law, width - clockWidth, clockWidth);
    // Drops of a full buffer can have taken the place of an earlier one at the head.
    const isLastKnown = allRefusals.length > 0 || model.frame.refusals.length === 0;
    if (!runs(law) && isLastKnown)
      drawLastAction(drawing, allRefusals.at(-1), nowSeconds, width - clockWidth / 2, clockWidth);
    const placesOf = (points: readonly Point[]) => points.flatMap(({ seconds, ms }) => [x(seconds), y(ms)]);
    const linePlaces = placesOf(areSparse ? drawnPoints : [...samples, ...drawnPoints]);
    const targetStart = levelStart(drawing, x, 'policy.targetMs');
    shadeAboveTarget(drawing, linePlaces, [targetStart, x.end], y, targetMs);
    drawLevel(drawing, x, y(targetMs), targetStart);
    const targetText = `target ${formatAmount(targetMs)}`;
    drawText(drawing, targetText, x(x.to) + 4, y(targetMs), { ink: 'muted', hasGround: true });
    drawLine(drawing, linePlaces, { widthPx: 2 });
    for (const { seconds, ms } of packets) drawDot(drawing, x(seconds), y(ms), PACKET_RADIUS_PX);
    for (const { seconds, ms } of areSparse ? samples : []) drawDot(drawing, x(seconds), y(ms), SAMPLE_RADIUS_PX);
    drawRefused(drawing, shownRefusals, x, y);
    drawNote(drawing, margin, [
      ...(packets.length > 0 ? ['• packet'] : []),
      ...(areSparse && samples.length > 0 ? [`• every ${formatTick(sampleSeconds)} s`] : []),
      ...refusalKeys(model, allRefusals, from),
    ]);
    drawInterval(drawing, x, nowSeconds, law.intervalMs);
  }

  private extendTrail(model: LensModel): void {
    const step = this.continuity.advance(model);
    if (step === 'same') return;
    const { trail } = this;
    const nowSeconds = model.frame.timeNs / 1e9;
    // After a jump, the samples of the run show what was between the drawings.
    const hasJumped = trail.length > 0 && nowSeconds - trail.x(trail.length - 1) > model.description.sampleNs / 1e9;
    if (step === 'new' || hasJumped) trail.clear();
    trail.push(nowSeconds, signalValue(model, 'sojourn'));
  }

  /** The samples of the run until the first drawing. */
  private samples(model: LensModel, from: number): Point[] {
    const { trail } = this;
    const [start, end] = seriesRowsSince(model, from * 1e9);
    const column = signalColumn(model, 'sojourn');
    const first = trail.length === 0 ? Number.POSITIVE_INFINITY : trail.x(0);
    return Array.from({ length: Math.max(0, end - start) }, (_, row) => ({
      seconds: model.series.at(start + row, 0) / 1e9,
      ms: model.series.at(start + row, column),
    })).filter(({ seconds }) => seconds < first);
  }

  /** One point for each drawing. */
  private drawnPoints(from: number): Point[] {
    const { trail } = this;
    return Array.from({ length: trail.length }, (_, index) => ({ seconds: trail.x(index), ms: trail.y(index) })).filter(
      ({ seconds }) => seconds >= from,
    );
  }
}

type Point = WaitedPacket;

/** The packets that left in the shown time; none if only those of a small part of it are known. */
function packetsSince({ departures }: LensModel, from: number, nowSeconds: number): readonly Point[] {
  const packets = waitedPackets(departures);
  const first = packets[0]?.seconds ?? Number.POSITIVE_INFINITY;
  if (first > nowSeconds - MIN_PACKETS_SHARE * (nowSeconds - from)) return [];
  return packets.filter(({ seconds }) => seconds >= from);
}

/** Shades the areas between the curve and the target below it, in a span of the drawing, px. */
function shadeAboveTarget(
  drawing: LensDrawing,
  places: Coordinates,
  [left, right]: readonly [left: number, right: number],
  y: LinearScale,
  targetMs: number,
): void {
  const [first, last] = [places[0], places.at(-2)];
  if (first === undefined || last === undefined) return;
  drawInside(drawing, [left, y(y.to), right - left, y(targetMs) - y(y.to)], () =>
    drawFaintly(drawing, ABOVE_TARGET_OPACITY, () => drawPolygon(drawing, [first, y(0), ...places, last, y(0)])),
  );
}

/** The signs of drops and marks in the shown time. A frame has only the newest: then older ones are not drawn. */
function refusalKeys(
  { frame, description }: LensModel,
  refusals: readonly RefusedPacket[],
  fromSeconds: number,
): string[] {
  return (['drop', 'mark'] as const).flatMap((verdict) => {
    const knownRefusals = refusals.filter(({ isDrop }) => isDrop === (verdict === 'drop'));
    const shownCount = knownRefusals.filter(({ seconds }) => seconds >= fromSeconds).length;
    if (shownCount === 0) return [];
    const sign = verdict === 'drop' ? '×' : '○';
    const areOlderUnknown = countRefusals(frame, description, verdict) === MAX_DROP_OR_MARK_ROWS;
    return [
      areOlderUnknown && shownCount === knownRefusals.length
        ? `${sign} newest ${shownCount} ${verdict}s`
        : `${sign} ${verdict}`,
    ];
  });
}

/** Writes the meaning of the signs at the end of the line with the name of the axis, as much of it as fits. */
function drawNote(drawing: LensDrawing, margin: LensMargin, parts: readonly string[]): void {
  const { context, width, height } = drawing;
  const roomPx = width - margin.right - margin.left - textWidth(context, TIME_AXIS_NAME, SMALL_DRAWING_FONT) - 8;
  const texts = parts.map((_, index) => parts.slice(0, parts.length - index).join(', '));
  const text = fittingText(context, texts, roomPx, SMALL_MUTED) ?? '';
  const y = height - margin.bottom + AXIS_NAME_UNDER_PX;
  drawText(drawing, text, width - margin.right, y, { ink: 'muted', isSmall: true, align: 'right' });
}

/** Draws a cross at each packet that was dropped after it had waited, and a ring at each that was marked. */
function drawRefused(drawing: LensDrawing, packets: readonly RefusedPacket[], x: LinearScale, y: LinearScale): void {
  for (const { seconds, ms, isDrop } of packets) {
    if (isDrop) drawDropCross(drawing, x(seconds), y(ms), CROSS_PX);
    else drawRing(drawing, x(seconds), y(ms), MARK_RADIUS_PX, { widthPx: 1.5 });
  }
}

/** Draws one interval of the policy as a bar that ends now, on the axis of time. */
function drawInterval(drawing: LensDrawing, x: LinearScale, nowSeconds: number, intervalMs: number): void {
  const [from, to] = [x(nowSeconds - intervalMs / 1e3), x(nowSeconds)];
  const [top, bottom] = [INTERVAL_Y_PX - INTERVAL_END_PX, INTERVAL_Y_PX + INTERVAL_END_PX];
  const ends = [from, to].flatMap((end) => [end, top, end, bottom, ...NEXT_LINE]);
  drawLine(drawing, [...ends, from, INTERVAL_Y_PX, to, INTERVAL_Y_PX], { widthPx: 1.5 });
  const text = `interval ${formatAmount(intervalMs)} ms`;
  const isBefore = from - 6 - textWidth(drawing.context, text, SMALL_DRAWING_FONT) >= 0;
  const look = { ink: 'muted', isSmall: true, align: isBefore ? 'right' : 'left', hasGround: true } as const;
  drawText(drawing, text, isBefore ? from - 6 : to + 6, INTERVAL_Y_PX, look);
}

/** Whether the clock runs. */
const runs = ({ count, aboveMs }: ControlLaw) => count > 0 || aboveMs > 0;

/** Writes how long ago the last drop or mark was, in the place of a clock that does not run. */
function drawLastAction(
  drawing: LensDrawing,
  last: RefusedPacket | undefined,
  nowSeconds: number,
  middleX: number,
  clockWidth: number,
): void {
  const words = last === undefined ? 'no drop' : `last ${last.isDrop ? 'drop' : 'mark'}`;
  const time = last === undefined ? 'so far' : `${formatNumber(nowSeconds - last.seconds)} s ago`;
  const middleY = 22 + clockRadius(clockWidth, drawing.height);
  drawText(drawing, words, middleX, middleY - 8, { ink: 'muted', align: 'center' });
  drawText(drawing, time, middleX, middleY + 8, { align: 'center' });
}

/** Distance of the words about a clock that does not run from its middle, px: below those about the last drop. */
const IDLE_WORDS_PX = 28;
/** Space beside these words, px: the word of the target can be at their height. */
const IDLE_SIDE_PX = 12;

function clockRadius(clockWidth: number, height: number): number {
  return Math.max(12, Math.min(clockWidth / 2 - 8, (height - 22 - TEXT_HEIGHT_PX) / 2));
}

/**
 * Draws the clock, or only words if no drop is due. A turn of the hand is the time between two drops. Before the first
 * drop it is one interval above the target.
 */
function drawClock(drawing: LensDrawing, law: ControlLaw, left: number, clockWidth: number): void {
  const { context, height, theme } = drawing;
  const { intervalMs, aboveMs, count, nextMs } = law;
  const spacingMs = count > 0 ? intervalMs / Math.sqrt(count) : intervalMs;
  const share = count > 0 ? 1 - nextMs / spacingMs : aboveMs / intervalMs;
  const turn = Math.min(1, Math.max(0, share)) * 2 * Math.PI - Math.PI / 2;
  const radius = clockRadius(clockWidth, height);
  const [x, y] = [left + clockWidth / 2, 22 + radius];
  // Without a clock, the words about it are where its middle would be.
  const wordsY = runs(law) ? y + radius + 13 : y + IDLE_WORDS_PX;
  if (runs(law)) {
    context.fillStyle = theme.text;
    context.globalAlpha = count > 0 ? 0.3 : 0.1;
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, radius, -Math.PI / 2, turn);
    context.closePath();
    context.fill();
    context.globalAlpha = 1;
    drawRing(drawing, x, y, radius, { ink: 'muted', widthPx: 1.5 });
    drawLine(drawing, [x, y, x + radius * Math.cos(turn), y + radius * Math.sin(turn)], { widthPx: 2 });
  }
  const [first, second, short = first] = formatLaw(law, spacingMs);
  drawFittingText(drawing, [first, short], x, wordsY, clockWidth, { align: 'center' });
  const roomPx = runs(law) ? clockWidth : clockWidth - IDLE_SIDE_PX;
  drawFittingText(drawing, [second], x, wordsY + 14, roomPx, { ink: 'muted', isSmall: true, align: 'center' });
}

function formatLaw(
  { intervalMs, aboveMs, count, nextMs }: ControlLaw,
  spacingMs: number,
): readonly [first: string, second: string, short?: string] {
  if (count > 0)
    return [
      `next drop or mark in ${formatNumber(nextMs)} ms`,
      `full turn: ${formatNumber(spacingMs)} ms · ${formatAmount(count)} so far`,
      `next in ${formatNumber(nextMs)} ms`,
    ];
  const aboveText = `${formatNumber(aboveMs)} ms`;
  if (aboveMs > 0)
    return [
      `above target for ${aboveText}`,
      `full turn, ${formatAmount(intervalMs)} ms: first drop`,
      `above for ${aboveText}`,
    ];
  return ['no drop is due', 'waited less than target'];
}
