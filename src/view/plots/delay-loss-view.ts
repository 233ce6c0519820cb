/**
 * Draws every lane as a dot at its queueing delay and its loss, so that three or four policies can be compared at a glance.
 * Near the corner, packets wait a short time and few are lost.
 */

import { laneLetter } from '../../shared/lane-letters.ts';
import { drawAxisBelow, drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawLaneBadge, LANE_BADGE_PX, textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { type Area, areaAround, intersects, placesForName, type Segment } from './free-places.ts';
import { drawWhiskers } from './interval-whiskers.ts';
import { drawNoValuesText } from './no-values-text.ts';

/** The figures of a lane, as in its head: since the warm-up, or during the warm-up since the start. NaN while there are none. */
export interface LaneDot {
  readonly lane: number;
  /** Name of its policy. */
  readonly name: string;
  readonly delayMs: number;
  readonly lossPercent: number;
  /** Half-widths of the 95 % intervals within this run; NaN while they are unknown. */
  readonly delayHalfWidthMs: number;
  readonly lossHalfWidthPercent: number;
  /** Marked packets, as a share of those that arrived; 0 for a policy that only drops. */
  readonly markedPercent: number;
}

const DELAY_LOSS_MARGIN = { left: 40, top: 22, right: 10, bottom: 38 };
const DOT_RADIUS_PX = 4;
const ARROW_PX = 9;
const DELAY_TEXT = 'mean queueing delay (ms)';
const INTERVAL_TEXT = 'whiskers: 95 % interval';
/** Before the meaning of the intervals, if a lane has a ring. */
const RING_MEANING = '○ loss + marks';
/** Left edge of the name of the losses, and space between two texts of a line, px. */
const LOSS_X = 2;
const TEXT_GAP_PX = 10;
/** A line leads from the dot of a lane to its ring, with an arrow head at the ring. */
const RING_TEXT = '+ marks';
const RING_LINE_PX = 1.5;
const RING_ARROW_PX = 5;
/** Free distance around another dot, and around a ring or a line, px. */
const DOT_ROOM_PX = 10;
const RING_ROOM_PX = 7;
const LINE_ROOM_PX = 3;
/** Space between the letter of a lane and the word behind it, px. */
const BADGE_GAP_PX = 4;
/** Least end of the axis of losses, %, and of delays, ms. */
const MIN_AXIS_ENDS = { lossPercent: 0.1, delayMs: 1 };
/** The highest dot leaves this share of the axis free for its label. The name of the last dot stands before it. */
const LOSS_AXIS_HEADROOM = 1.1;
/** The axis of delays ends at one of about this number of steps. */
const DELAY_STEPS = 5;
/** Reach of the names of dots over the plane, below the words at its top, px. */
const NAMES_OVER_PLANE_PX = 11;

interface PlacedDot {
  readonly dot: LaneDot;
  /** Place of the dot, px. */
  readonly x: number;
  readonly y: number;
  /** Height of its loss and its marks together, px. */
  readonly signalsY: number;
  /** Half-lengths of its intervals, px; 0 while they are unknown. */
  readonly halfWidthPx: number;
  readonly halfHeightPx: number;
}

export class DelayLossView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(lanes: readonly LaneDot[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext = { context, theme: drawingTheme() };
    const dots = lanes.filter(({ delayMs, lossPercent }) => Number.isFinite(delayMs + lossPercent));
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    // Axes would promise values.
    if (dots.length === 0) {
      drawNoValuesText(themedContext, width / 2, height / 2);
      return;
    }
    const [left, right, bottom] = [
      DELAY_LOSS_MARGIN.left,
      width - DELAY_LOSS_MARGIN.right,
      height - DELAY_LOSS_MARGIN.bottom,
    ];
    const delayEndMs = Math.max(
      MIN_AXIS_ENDS.delayMs,
      ...dots.map(({ delayMs, delayHalfWidthMs }) => delayMs + (delayHalfWidthMs || 0)),
    );
    const lossEndPercent = Math.max(
      MIN_AXIS_ENDS.lossPercent,
      ...dots.map((dot) => LOSS_AXIS_HEADROOM * highestPercent(dot)),
    );
    const x = linearScale(0, roundUpAxisEnd(delayEndMs, DELAY_STEPS), left, right);
    const y = linearScale(0, roundUpAxisEnd(lossEndPercent, 4), bottom, DELAY_LOSS_MARGIN.top);
    drawAxisBeside(themedContext, y, { left, right });
    drawAxisBelow(themedContext, x, bottom);
    for (const dot of dots) drawInterval(themedContext, dot, x, y);
    const placedDots = dots.map((dot) => placeDot(dot, x, y));
    const plane = { left: x.start, right: x.end, top: y.end, bottom: y.start };
    for (const placedDot of placedDots) drawDot(themedContext, placedDot);
    const hasUnnamedRing = drawNames(themedContext, placedDots, plane);
    drawAxisTexts(themedContext, { left, right, height, hasRings: placedDots.some(hasRing), hasUnnamedRing });
  }
}

/** A mark is a signal to slow down too, so a policy that marks is compared by both. */
function signalsPercent({ lossPercent, markedPercent }: LaneDot): number {
  return lossPercent + markedPercent;
}

function highestPercent(dot: LaneDot): number {
  return Math.max(signalsPercent(dot), dot.lossPercent + (dot.lossHalfWidthPercent || 0));
}

interface AxisTexts {
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly hasRings: boolean;
  /** A ring has no room for its name. */
  readonly hasUnnamedRing: boolean;
}

function drawAxisTexts(
  { context, theme }: ThemedContext,
  { left, right, height, hasRings, hasUnnamedRing }: AxisTexts,
): void {
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(DELAY_TEXT, left, height - 9);
  const delayEnd = left + textWidth(context, DELAY_TEXT) + TEXT_GAP_PX;
  context.font = SMALL_DRAWING_FONT;
  const fitsFoot = (text: string) => right - textWidth(context, text) >= delayEnd;
  const ringFoot = hasRings ? [`${RING_MEANING} · ${INTERVAL_TEXT}`, RING_MEANING].find(fitsFoot) : undefined;
  const lossText = hasUnnamedRing && ringFoot === undefined ? 'loss (%); ring: loss and marks' : 'loss (%)';
  context.fillText(lossText, LOSS_X, 9);
  const isIntervalInFoot = ringFoot?.endsWith(INTERVAL_TEXT) === true;
  const footText = ringFoot ?? (fitsFoot(INTERVAL_TEXT) ? INTERVAL_TEXT : undefined);
  const intervalPx = textWidth(context, INTERVAL_TEXT);
  const betterX = right - ARROW_PX - 4 - textWidth(context, 'better') - TEXT_GAP_PX;
  const lossEnd = LOSS_X + textWidth(context, lossText) + TEXT_GAP_PX;
  context.textAlign = 'right';
  // In a narrow plot, it stands over the dots.
  if (footText !== undefined) context.fillText(footText, right, height - 9);
  if (!isIntervalInFoot && footText !== INTERVAL_TEXT && betterX - intervalPx >= lossEnd)
    context.fillText(INTERVAL_TEXT, betterX, 9);
  context.fillText('better', right - ARROW_PX - 4, 9);
  context.font = DRAWING_FONT;
  drawArrowToCorner({ context, theme }, right, 4);
}

/** Draws an arrow down to the left, in the direction of the corner. */
function drawArrowToCorner({ context, theme }: ThemedContext, right: number, top: number): void {
  const [left, bottom] = [right - ARROW_PX, top + ARROW_PX];
  context.strokeStyle = theme.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(right, top);
  context.lineTo(left, bottom);
  context.moveTo(left, bottom - ARROW_PX / 2);
  context.lineTo(left, bottom);
  context.lineTo(left + ARROW_PX / 2, bottom);
  context.stroke();
}

/** Draws the intervals of both figures as a cross behind the dot. */
function drawInterval(themedContext: ThemedContext, dot: LaneDot, x: LinearScale, y: LinearScale): void {
  const { delayMs, lossPercent, delayHalfWidthMs, lossHalfWidthPercent } = dot;
  const [dotX, dotY] = [x(delayMs), y(lossPercent)];
  const delayInterval = {
    from: { x: x(Math.max(0, delayMs - delayHalfWidthMs)), y: dotY },
    to: { x: x(delayMs + delayHalfWidthMs), y: dotY },
  };
  const lossInterval = {
    from: { x: dotX, y: y(Math.max(0, lossPercent - lossHalfWidthPercent)) },
    to: { x: dotX, y: y(lossPercent + lossHalfWidthPercent) },
  };
  drawWhiskers(themedContext, [
    ...(delayHalfWidthMs > 0 ? [delayInterval] : []),
    ...(lossHalfWidthPercent > 0 ? [lossInterval] : []),
  ]);
}

function placeDot(dot: LaneDot, x: LinearScale, y: LinearScale): PlacedDot {
  const [dotX, dotY] = [x(dot.delayMs), y(dot.lossPercent)];
  return {
    dot,
    x: dotX,
    y: dotY,
    signalsY: y(signalsPercent(dot)),
    halfWidthPx: (x(dot.delayMs + dot.delayHalfWidthMs) || dotX) - dotX,
    halfHeightPx: dotY - (y(dot.lossPercent + dot.lossHalfWidthPercent) || dotY),
  };
}

const hasRing = ({ dot: { markedPercent } }: PlacedDot) => markedPercent > 0;

const ringOf = ({ x, signalsY }: PlacedDot) => ({ x, y: signalsY });

/** The areas of the intervals of a dot. */
function intervalsOfDot({ x, y, halfWidthPx, halfHeightPx }: PlacedDot): readonly Area[] {
  const [left, right] = [x - LINE_ROOM_PX, x + LINE_ROOM_PX];
  return [
    { left: left - halfWidthPx, right: right + halfWidthPx, top: y - LINE_ROOM_PX, bottom: y + LINE_ROOM_PX },
    { left, right, top: y - halfHeightPx, bottom: y + halfHeightPx },
  ];
}

/** The area of the line from a dot to its ring. */
const ringLineOf = ({ x, y, signalsY }: PlacedDot): Area => ({
  left: x - LINE_ROOM_PX,
  right: x + LINE_ROOM_PX,
  top: signalsY,
  bottom: y,
});

/** The intervals and the line to the ring of a dot, as lines. */
function crossableLines({ x, y, signalsY, halfWidthPx, halfHeightPx }: PlacedDot): readonly Segment[] {
  return [
    { from: { x: x - halfWidthPx, y }, to: { x: x + halfWidthPx, y } },
    { from: { x, y: Math.min(signalsY, y - halfHeightPx) }, to: { x, y: y + halfHeightPx } },
  ];
}

/** The line from a point to the near end of its name. */
function leaderTo(point: Segment['from'], place: Area): Segment {
  const middle = (place.top + place.bottom) / 2;
  return { from: point, to: { x: place.left > point.x ? place.left - 2 : place.right + 2, y: middle } };
}

/**
 * Names the dots, then the rings that have room.
 * @returns whether a ring has no room
 */
function drawNames(themedContext: ThemedContext, dots: readonly PlacedDot[], plane: Area): boolean {
  const { context, theme } = themedContext;
  const occupiedAreas = (placedDot: PlacedDot, otherDots: readonly PlacedDot[], otherRings: readonly PlacedDot[]) => [
    ...intervalsOfDot(placedDot),
    ...otherDots.flatMap((other) => [areaAround(other, DOT_ROOM_PX), ...intervalsOfDot(other)]),
    ...otherRings.filter(hasRing).map((other) => areaAround(ringOf(other), RING_ROOM_PX)),
  ];
  const namesPlane = { ...plane, top: plane.top - NAMES_OVER_PLANE_PX };
  const names: Area[] = [];
  const leaders: Segment[] = [];
  const drawName = (
    lane: number | undefined,
    text: string,
    point: { readonly x: number; readonly y: number },
    place: Area,
  ) => {
    names.push(place);
    const middle = (place.top + place.bottom) / 2;
    const leader = leaderTo(point, place);
    leaders.push(leader);
    // The line to a ring may be behind a name.
    context.fillStyle = theme.surface;
    context.fillRect(place.left - 1, place.top + 1, place.right - place.left + 2, place.bottom - place.top - 2);
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(leader.from.x, leader.from.y);
    context.lineTo(leader.to.x, leader.to.y);
    context.stroke();
    if (lane !== undefined) drawLaneBadge(themedContext, lane, place.left, middle);
    // The dots are the results, so the words at the rings are quieter.
    context.font = lane === undefined ? SMALL_DRAWING_FONT : DRAWING_FONT;
    context.fillStyle = lane === undefined ? theme.muted : theme.text;
    context.textAlign = 'left';
    context.fillText(text, place.left + (lane === undefined ? 0 : LANE_BADGE_PX + BADGE_GAP_PX), middle);
    context.font = DRAWING_FONT;
  };
  const hasSeveralRings = dots.filter(hasRing).length > 1;
  const formatRingName = ({ dot }: PlacedDot) => (hasSeveralRings ? `${laneLetter(dot.lane)} ${RING_TEXT}` : RING_TEXT);
  const ringTextWidth = (placedDot: PlacedDot) => {
    context.font = SMALL_DRAWING_FONT;
    const width = textWidth(context, formatRingName(placedDot));
    context.font = DRAWING_FONT;
    return width;
  };
  /** The best place for the name of a ring beside all dots. */
  const nameOfRing = (placedDot: PlacedDot): Area => {
    const ring = ringOf(placedDot);
    const dotAreas = dots.map((dot) => areaAround(dot, DOT_ROOM_PX));
    const { places, freePlaces } = placesForName(ring, ringTextWidth(placedDot), plane, dotAreas);
    return freePlaces[0] ?? places[0] ?? areaAround(ring, RING_ROOM_PX);
  };
  const widthPx = (text: string) => LANE_BADGE_PX + BADGE_GAP_PX + textWidth(context, text);
  for (const placedDot of dots) {
    const { dot } = placedDot;
    const others = dots.filter((other) => other !== placedDot);
    const takenAreas = [...occupiedAreas(placedDot, others, dots), ...names];
    const ringNames = dots.filter(hasRing).map((other) => nameOfRing(other));
    const otherLines = [...others.flatMap(crossableLines), ...leaders];
    const isClear = (candidate: Area) => !otherLines.some((line) => intersects(line, leaderTo(placedDot, candidate)));
    const placesBeside = (areas: readonly Area[]) => placesForName(placedDot, widthPx(dot.name), namesPlane, areas);
    // If no leader can avoid all lines, it crosses one: that is better than a name on a line.
    const { places, freePlaces } = placesBeside(takenAreas);
    const besideNames = placesBeside([...takenAreas, ...ringNames]).freePlaces;
    const takenBesideLines = [...takenAreas, ...ringNames, ...dots.filter(hasRing).map(ringLineOf)];
    const besideLines = placesBeside(takenBesideLines).freePlaces;
    const wholePlace = besideLines.find(isClear);
    // Between two close lines there is room for the letter only. The heads of the lanes have the names.
    const letterPlace =
      wholePlace === undefined && !hasRing(placedDot)
        ? placesForName(placedDot, LANE_BADGE_PX, namesPlane, takenBesideLines).freePlaces.find(isClear)
        : undefined;
    const place =
      wholePlace ??
      letterPlace ??
      besideLines[0] ??
      besideNames.find(isClear) ??
      freePlaces.find(isClear) ??
      freePlaces[0] ??
      places[0];
    if (place !== undefined) drawName(dot.lane, place === letterPlace ? '' : dot.name, placedDot, place);
  }
  const ringsWithoutRoom = dots.filter(hasRing).filter((placedDot) => {
    const ring = ringOf(placedDot);
    const others = dots.filter((other) => other !== placedDot);
    const takenAreas = [...occupiedAreas(placedDot, dots, others), ...dots.filter(hasRing).map(ringLineOf), ...names];
    const { freePlaces } = placesForName(ring, ringTextWidth(placedDot), plane, takenAreas);
    if (freePlaces[0] !== undefined) drawName(undefined, formatRingName(placedDot), ring, freePlaces[0]);
    return freePlaces.length === 0;
  });
  return ringsWithoutRoom.length > 0;
}

function drawDot({ context, theme }: ThemedContext, placedDot: PlacedDot): void {
  const { x, y, signalsY } = placedDot;
  if (hasRing(placedDot)) {
    // In the colour of the dot: it and the ring are one policy.
    const ringBottom = signalsY + DOT_RADIUS_PX;
    context.strokeStyle = theme.text;
    context.lineWidth = RING_LINE_PX;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x, ringBottom);
    if (y - ringBottom > DOT_RADIUS_PX + RING_ARROW_PX) {
      context.moveTo(x - RING_ARROW_PX / 2, ringBottom + RING_ARROW_PX);
      context.lineTo(x, ringBottom + 1);
      context.lineTo(x + RING_ARROW_PX / 2, ringBottom + RING_ARROW_PX);
    }
    context.stroke();
    context.beginPath();
    context.arc(x, signalsY, DOT_RADIUS_PX, 0, 2 * Math.PI);
    context.stroke();
  }
  context.fillStyle = theme.text;
  context.beginPath();
  context.arc(x, y, DOT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}
