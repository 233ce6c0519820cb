/**
 * Draws one figure of each class and lane as a dot on a common axis: a line from zero, with the letter of the lane at its
 * end. The line is pale up to a part of the figure that is given in advance.
 */
import { drawAxisBelow } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX, textWidth } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawNoValuesText } from './no-values-text.ts';

/** The figures of a class, one for each lane; NaN where a lane has none. */
export interface ClassDots {
  readonly label: string;
  readonly glyph: ClassGlyph;
  readonly values: readonly number[];
  /** The pale part of each value. */
  readonly startValues?: readonly number[];
}

/** A figure of the classes, with its own axis. */
export interface ClassDotsPanel {
  /** The name of the figure, and its unit with what else the axis says: "goodput", "(Mb/s)". */
  readonly figureName: string;
  readonly unitText: string;
  /** The time of the figures, in a few words. It is left out without room. */
  readonly timeText?: string;
  /** The point of the panel, above it. */
  readonly note?: string | undefined;
  /** A sentence below the note: why it matters, or what the figures count. */
  readonly reason?: string | undefined;
  readonly classes: readonly ClassDots[];
}

const CLASS_DOTS_MARGIN = { top: 8, right: 8, bottom: 36 };
const GLYPH_PX = 8;
const MAX_NAMES_PX = 120;
/** Width of the number behind the last letter, px. */
const NUMBER_PX = 38;
/** Space between two panels, px. */
const PANEL_GAP_PX = 12;
/** Space between two classes, as a share of the height of a class. */
const CLASS_GAP_SHARE = 0.15;
/** Least pitch of the lanes of a class with their numbers, px. */
const MIN_NUMBERED_PITCH_PX = 9;
const LINE_WIDTH_PX = 3;
const PALE_OPACITY = 0.35;
/** Length of a part of the line of a class of two colours, px. */
const COLOUR_STEP_PX = 5;
/** Least distance of a letter on its value from zero, px, and the radius of the dot without it, px. */
const ZERO_ROOM_PX = 1;
const ZERO_DOT_RADIUS_PX = 3;
/** Height of the note above a panel, px. */
const NOTE_HEIGHT_PX = 16;

export class ClassDotsView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** @param panels beside each other, with the same classes */
  draw(panels: readonly ClassDotsPanel[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const themedContext: ThemedContext = { context, theme: drawingTheme() };
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const classes = panels[0]?.classes ?? [];
    const namesPx = Math.min(MAX_NAMES_PX, Math.max(0, ...classes.map(({ label }) => textWidth(context, label))));
    const left = GLYPH_PX + 5 + namesPx + 10;
    const [right, bottom] = [width - CLASS_DOTS_MARGIN.right, height - CLASS_DOTS_MARGIN.bottom];
    const panelStep = (right - left + PANEL_GAP_PX) / panels.length;
    const hasNote = panels.some(({ note }) => note !== undefined);
    const hasReason = panels.some(({ reason }) => reason !== undefined);
    const top = CLASS_DOTS_MARGIN.top + (hasNote ? NOTE_HEIGHT_PX : 0) + (hasReason ? NOTE_HEIGHT_PX : 0);
    const pitch = (bottom - top) / Math.max(1, classes.length);
    const topOf = (index: number) => top + index * pitch;
    for (const [index, { label, glyph }] of classes.entries())
      drawName(themedContext, label, glyph, topOf(index) + pitch / 2, namesPx);
    const axisWidthOf = (order: number) =>
      order === panels.length - 1 ? width - left - order * panelStep : panelStep - PANEL_GAP_PX;
    // All panels have the time, in one size of letters, or none has it.
    const fitsAxes = (font: string) => {
      context.font = font;
      return panels.every((panel, order) => textWidth(context, formatTimedAxis(panel)) <= axisWidthOf(order));
    };
    const fittingFont = [DRAWING_FONT, SMALL_DRAWING_FONT].find(fitsAxes);
    const [axisFont, isTimed] = [fittingFont ?? DRAWING_FONT, fittingFont !== undefined];
    for (const [order, panel] of panels.entries()) {
      const panelLeft = left + order * panelStep;
      const values = panel.classes.flatMap((dots) => dots.values.filter(Number.isFinite));
      const end = panelLeft + panelStep - PANEL_GAP_PX - LANE_BADGE_PX / 2 - NUMBER_PX;
      const x = linearScale(0, roundUpAxisEnd(Math.max(...values, 0) || 1, 4), panelLeft, end);
      if (values.length > 0) drawAxisBelow(themedContext, x, bottom);
      context.textAlign = 'left';
      context.fillStyle = themedContext.theme.muted;
      context.font = axisFont;
      const axisText = isTimed ? formatTimedAxis(panel) : formatDotsAxis(panel);
      drawFittingText(context, axisText, panelLeft, height - 8, axisWidthOf(order));
      context.fillStyle = themedContext.theme.text;
      context.font = `bold ${DRAWING_FONT}`;
      const note = panel.note ?? '';
      // Over the names too, if it is long.
      const noteX = textWidth(context, note) > width - panelLeft ? 0 : panelLeft;
      drawFittingText(context, note, noteX, CLASS_DOTS_MARGIN.top + 2, width - noteX);
      context.font = DRAWING_FONT;
      if (panel.reason !== undefined) {
        const reasonX = textWidth(context, panel.reason) > width - panelLeft ? 0 : panelLeft;
        const reasonY = CLASS_DOTS_MARGIN.top + 2 + (hasNote ? NOTE_HEIGHT_PX : 0);
        drawFittingText(context, panel.reason, panels.length === 1 ? noteX : reasonX, reasonY, width - reasonX);
      }
      for (const [index, dots] of panel.classes.entries()) drawClass(themedContext, dots, x, topOf(index), pitch);
    }
    if (panels.some((panel) => panel.classes.some(({ values }) => values.some(Number.isFinite)))) return;
    drawNoValuesText(themedContext, (left + right) / 2, (top + bottom) / 2);
  }
}

/** The name of a figure with its time and its unit: "goodput from 60 s on (Mb/s)". */
const formatTimedAxis = ({ figureName, timeText, unitText }: ClassDotsPanel) =>
  [figureName, timeText, unitText].filter(Boolean).join(' ');

/** The same without the time. */
export const formatDotsAxis = ({ figureName, unitText }: Pick<ClassDotsPanel, 'figureName' | 'unitText'>): string =>
  `${figureName} ${unitText}`;

function drawName(
  { context, theme }: ThemedContext,
  label: string,
  glyph: ClassGlyph,
  middle: number,
  namesPx: number,
): void {
  drawPacket(context, glyph, 0, middle - GLYPH_PX / 2, GLYPH_PX);
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  drawFittingText(context, label, GLYPH_PX + 5, middle, namesPx);
}

/** Draws the line of a class of two colours in both of them, by turns. */
function drawColours(
  context: ThemedContext['context'],
  { colour, secondColour }: ClassGlyph,
  from: number,
  to: number,
  y: number,
): void {
  if (secondColour === undefined) return;
  for (const [index, start] of Array.from(
    { length: Math.ceil((to - from) / COLOUR_STEP_PX) },
    (_, step) => from + step * COLOUR_STEP_PX,
  ).entries()) {
    context.fillStyle = index % 2 === 0 ? colour : secondColour;
    context.fillRect(start, y - LINE_WIDTH_PX / 2, Math.min(COLOUR_STEP_PX, to - start), LINE_WIDTH_PX);
  }
}

function drawClass(
  themedContext: ThemedContext,
  { glyph, values, startValues = [] }: ClassDots,
  x: LinearScale,
  top: number,
  pitch: number,
): void {
  const { context, theme } = themedContext;
  const middle = top + pitch / 2;
  const lanePitch = Math.min(LANE_BADGE_PX + 3, ((1 - CLASS_GAP_SHARE) * pitch) / Math.max(1, values.length));
  const side = Math.min(LANE_BADGE_PX, lanePitch - 1);
  for (const [lane, value] of values.entries()) {
    if (!Number.isFinite(value)) continue;
    const y = middle + (lane - (values.length - 1) / 2) * lanePitch;
    context.fillStyle = glyph.edge;
    const startX = x(startValues[lane] ?? 0);
    if (startX > x.start) {
      context.globalAlpha = PALE_OPACITY;
      context.fillRect(x.start, y - LINE_WIDTH_PX / 2, startX - x.start, LINE_WIDTH_PX);
      context.globalAlpha = 1;
    }
    context.fillRect(startX, y - LINE_WIDTH_PX / 2, x(value) - startX, LINE_WIDTH_PX);
    drawColours(context, glyph, startX, x(value), y);
    // A letter that would cover the zero is beside a dot at the value.
    const isNearZero = x(value) - side / 2 < x.start + ZERO_ROOM_PX;
    const badgeX = isNearZero ? x(value) + ZERO_DOT_RADIUS_PX + 2 : x(value) - side / 2;
    if (isNearZero) {
      context.beginPath();
      context.arc(x(value), y, ZERO_DOT_RADIUS_PX, 0, 2 * Math.PI);
      context.fill();
    }
    drawLaneBadge(themedContext, lane, badgeX, y, side);
    if (lanePitch < MIN_NUMBERED_PITCH_PX) continue;
    context.font = lanePitch < LANE_BADGE_PX ? SMALL_DRAWING_FONT : DRAWING_FONT;
    context.textAlign = 'left';
    context.fillStyle = theme.text;
    context.fillText(formatNumber(value), badgeX + side + 4, y);
    context.font = DRAWING_FONT;
  }
}
