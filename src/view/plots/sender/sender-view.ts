/**
 * The sender of one flow over time. It draws windows, round trips or the pacing rate over bands for the phases of the
 * sender. Or it draws segments and acknowledgements in a time-sequence diagram.
 */

import { type SenderPhase, senderPhaseAt } from '../../../engine/contract/sender-phases.ts';
import {
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  senderEvents,
} from '../../../engine/frame/sender-columns.ts';
import { isSequence } from '../../../plots/sender/sender-plot.ts';
import { axisBelow, axisBeside, textMark } from '../../../scene/axis-marks.ts';
import type { TextMark } from '../../../scene/marks.ts';
import { createScene, type Scene } from '../../../scene/scene.ts';
import { SMALL_TEXT_FONT } from '../../../scene/text-ruler.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { required } from '../../../shared/required.ts';
import { prepareCanvas } from '../../draw/canvas.ts';
import { drawingTheme } from '../../draw/drawing-theme.ts';
import { paintMarks } from '../../draw/paint-canvas.ts';
import { pageRuler, paintTexts } from '../../draw/paint-texts.ts';
import { DRAWING_FONT } from '../../draw/palette.ts';
import { drawBox, drawText } from '../../draw/pen.ts';
import { linearScale } from '../../draw/scale.ts';
import { drawFaintly, drawInside } from '../../draw/shapes.ts';
import { axisScale } from '../plot-drawing.ts';
import { FUTURE_OPACITY } from '../plot-lines.ts';
import { aheadMark } from '../plot-words.ts';
import { tickCount } from '../references.ts';
import { TimePlot } from '../time-plot.ts';
import {
  drawMeasuredLines,
  drawSenderLabels,
  drawSenderReference,
  drawSenderSeries,
  hasSenderEvent,
  type LineEnd,
} from './sender-lines.ts';
import {
  type ComparedSender,
  drawSenderRule,
  firstSenderRowAt,
  SENDER_MARGIN,
  SENDER_ROW_PX,
  type SenderDrawing,
  type SenderModel,
  senderRowsInSpan,
} from './sender-model.ts';
import { drawWindowReduction } from './sender-reduction.ts';
import { drawSenderPeak, type SenderPeak, senderExtent, senderValueScale } from './sender-scale.ts';
import { drawSequence, sequenceScale } from './sender-sequence.ts';
import {
  drawSign,
  drawSignLegend,
  MIN_SIGN_DISTANCE_PX,
  nameSenderRows,
  SENDER_EVENT_SIGNS,
  type ShownSign,
  signOf,
} from './sender-signs.ts';

/** A narrower band, px, is only above the lines: many of them would hide the lines. */
const MIN_FULL_BAND_PX = 16;
/** Height of the name of a band, px. */
const PHASE_NAME_PX = 11;
const NO_PHASE: SenderPhase = { label: '', shade: 0 };

/** Space between two strips, px, and the least height of a strip with its top margin. */
const STRIP_GAP_PX = 8;
const MIN_STRIP_PX = 60;

/** One plot of a sender on its canvas. */
export class SenderView extends TimePlot {
  private scene: Scene | undefined;

  draw(model: SenderModel): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const theme = drawingTheme();
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const right = width - (isSequence(model.plot) ? SENDER_MARGIN.rightOfSequence : SENDER_MARGIN.right);
    const bottom = height - SENDER_MARGIN.bottom;
    this.x = linearScale(model.fromSeconds, model.toSeconds, SENDER_MARGIN.left, right);
    const strips = stripModels(model, bottom);
    const extents = strips.map(senderExtent);
    const end = Math.max(...extents.map((extent) => extent.end));
    const stripHeight = (bottom - STRIP_GAP_PX * (strips.length - 1)) / strips.length;
    const phases = new Map<SenderPhase, boolean>();
    const signs = new Map<string, ShownSign>();
    const timeAxis = axisBelow(axisScale(this.x), bottom);
    paintMarks(context, timeAxis, theme);
    const texts = timeAxis.filter((mark): mark is TextMark => mark.kind === 'text');
    for (const [index, strip] of strips.entries()) {
      const stripTop = index * (stripHeight + STRIP_GAP_PX);
      const [from, to] = [stripTop + stripHeight, stripTop + SENDER_MARGIN.top];
      const y = isSequence(model.plot) ? sequenceScale(model, from) : senderValueScale(end, from, to);
      const drawing: SenderDrawing = { context, theme, model: strip, x: this.x, y, texts };
      const shownStrip = drawStrip(drawing, extents[index]?.peaks ?? [], right);
      for (const [phase, isNamed] of shownStrip.phases) phases.set(phase, isNamed || phases.get(phase) === true);
      for (const sign of shownStrip.signs) signs.set(signOf(sign).text, sign);
      const sender = model.comparedSenders.find(({ states }) => states === strip.states);
      if (sender !== undefined && !isSequence(model.plot)) texts.push(stripName(drawing, sender, width));
      drawSenderLabels(drawing, [...shownStrip.references, ...shownStrip.ends], width);
      if (index === 0 && model.plot.namesReduction === true) drawWindowReduction(drawing);
    }
    const lastScene = this.continues(model.stretch) ? this.scene : undefined;
    this.scene = createScene(texts, surface, pageRuler(), lastScene, performance.now());
    paintTexts(surface, this.scene.texts, theme);
    context.font = DRAWING_FONT;
    const drawing = { context, theme, model };
    const unnamedPhases = [...phases].flatMap(([phase, isNamed]) => (isNamed || phase.shade === 0 ? [] : phase));
    // The darkest first: a narrow plot has no room for all of them.
    unnamedPhases.sort((a, b) => b.shade - a.shade);
    drawSignLegend(
      drawing,
      unnamedPhases,
      [...signs.values()].filter(({ event }) => isSequence(model.plot) || event !== 'duplicate'),
      { width, height },
    );
  }
}

/** A strip for each compared lane. Without room, and for segments, there is only the chosen sender. */
function stripModels(model: SenderModel, height: number): readonly SenderModel[] {
  const { plot, comparedSenders } = model;
  const hasRoom = (height + STRIP_GAP_PX) / comparedSenders.length >= MIN_STRIP_PX + STRIP_GAP_PX;
  return isSequence(plot) || comparedSenders.length === 0 || !hasRoom
    ? [model]
    : comparedSenders.map(({ states, events, reference }) => ({ ...model, states, events, reference }));
}

function drawStrip(drawing: SenderDrawing, peaks: readonly SenderPeak[], right: number) {
  const { model, x, y } = drawing;
  const hasDuplicates = !isSequence(model.plot) && hasSenderEvent(model, 'duplicate');
  // The name of the row of duplicate ACKs stands where the topmost number would be.
  const topTickY = hasDuplicates ? y.end + SENDER_ROW_PX / 2 : y.end - 1;
  const ticks = y.ticks(tickCount(y.start - y.end)).filter((tick) => y(tick) >= topTickY);
  const axis = axisBeside(axisScale(y), [SENDER_MARGIN.left, right], ticks, `y ${y.end}`);
  paintMarks(drawing.context, axis, drawing.theme);
  drawing.texts.push(...axis.filter((mark): mark is TextMark => mark.kind === 'text'));
  let phases: ReadonlyMap<SenderPhase, boolean> = new Map();
  let signs: readonly ShownSign[] = [];
  let references: LineEnd[] = [];
  let ends: LineEnd[] = [];
  const width = right - SENDER_MARGIN.left;
  const top = y.end - SENDER_MARGIN.top;
  drawInside(drawing, [SENDER_MARGIN.left, top, width, y.start + 1 - top], () => {
    phases = drawPhaseBands(drawing);
    if (!isSequence(model.plot)) signs = drawMarks(drawing);
  });
  drawInside(drawing, [SENDER_MARGIN.left, y.end - 1, width, y.start - y.end + 2], () => {
    if (isSequence(model.plot)) signs = drawSequence(drawing);
    else {
      references = drawSenderReference(drawing);
      ends = [...drawMeasuredLines(drawing), ...drawSenderSeries(drawing)];
    }
    drawSenderPeak(drawing, peaks);
  });
  drawInside(drawing, [SENDER_MARGIN.left, top, width, y.start + 1 - top], () => {
    fadeFuture(drawing, right);
    const { nowSeconds, cursorSeconds = Number.NaN } = model;
    if (x(nowSeconds) < right - 1) drawSenderRule(drawing, 'muted', x(nowSeconds), y.end, y.start);
    if (x(cursorSeconds) < right - 1) drawSenderRule(drawing, 'text', x(cursorSeconds), y.end, y.start);
  });
  nameSenderRows(
    drawing,
    [...phases.keys()].some(({ shade }) => shade > 0),
    hasDuplicates,
  );
  return { phases, references, ends, signs };
}

/** The record reaches beyond the present time after a way back. */
function fadeFuture(drawing: SenderDrawing, right: number): void {
  const { model, x, y } = drawing;
  const { states, nowSeconds } = model;
  const nowX = x(nowSeconds);
  const endX = Math.min(right, x(states.at(states.rowCount - 1, SenderColumn.timeNs) / 1e9));
  // Also without a state.
  if (!(nowX < endX - 1)) return;
  const top = y.end - SENDER_MARGIN.top;
  drawFaintly(drawing, 1 - FUTURE_OPACITY, () =>
    drawBox(drawing, nowX, top, right - nowX, y.start + 1 - top, { ink: 'surface' }),
  );
  drawing.texts.push(aheadMark(nowX, endX, y.start, `ahead ${y.end}`));
}

/** The letter of a lane and its policy beside the top margin of its strip. */
function stripName({ y }: SenderDrawing, { lane, laneName }: ComparedSender, width: number): TextMark {
  const middle = y.end - SENDER_MARGIN.top + SENDER_ROW_PX / 2 + 1;
  const look = { letter: laneLetter(lane), canBeCut: true };
  return textMark(`strip ${lane}`, laneName, [width - SENDER_MARGIN.right + 6, middle, 'left'], look);
}

/**
 * Draws bands behind the lines, with their names above if these fit.
 * @returns the phases, and whether a band has their name
 */
function drawPhaseBands(drawing: SenderDrawing): ReadonlyMap<SenderPhase, boolean> {
  const { model, x, y, texts } = drawing;
  const namedPhases = new Map<SenderPhase, boolean>();
  const { states } = model;
  const [first, end] = senderRowsInSpan(states, model);
  const top = y.end - SENDER_MARGIN.top;
  let row = first;
  while (row < end) {
    const index = states.at(row, SenderColumn.phase);
    let bandEnd = row;
    while (bandEnd < end && states.at(bandEnd, SenderColumn.phase) === index) bandEnd++;
    const phase = senderPhaseAt(index) ?? NO_PHASE;
    const { label, shade } = phase;
    const from = Math.max(SENDER_MARGIN.left, x(states.at(row, SenderColumn.timeNs) / 1e9));
    // The last state is valid until the next one.
    const untilSeconds = bandEnd < states.rowCount ? states.at(bandEnd, SenderColumn.timeNs) / 1e9 : model.nowSeconds;
    const endX = Math.min(x.end, x(untilSeconds));
    const bandWidth = Math.max(1, endX - from);
    const bandHeight = bandWidth < MIN_FULL_BAND_PX ? SENDER_ROW_PX - 1 : y.start - top;
    drawFaintly(drawing, shade, () => drawBox(drawing, from, top, bandWidth, bandHeight));
    const fits = pageRuler()(label, SMALL_TEXT_FONT) < endX - from - 4;
    const look = { font: SMALL_TEXT_FONT, heightPx: PHASE_NAME_PX };
    if (fits && label !== '')
      texts.push(textMark(`phase ${from} ${top}`, label, [from + 3, top + SENDER_ROW_PX / 2, 'left'], look));
    namedPhases.set(phase, fits || namedPhases.get(phase) === true);
    row = bandEnd;
  }
  return namedPhases;
}

/** Draws duplicate ACKs, echoes and timeouts on a line below the names of the phases. */
const EVENTS_ABOVE_LINES: readonly SenderEvent[] = ['duplicate', 'echoed', 'timeout'];

function drawMarks(drawing: SenderDrawing): readonly ShownSign[] {
  const { model, x, y } = drawing;
  const drawnKinds = new Set<SenderEvent>();
  const last = new Map<SenderEvent, number>();
  const { events } = model;
  const end = firstSenderRowAt(events, model.toSeconds * 1e9);
  for (let row = firstSenderRowAt(events, model.fromSeconds * 1e9); row < end; row++) {
    const event = required(senderEvents[events.at(row, SenderEventColumn.event)]);
    if (!EVENTS_ABOVE_LINES.includes(event)) continue;
    drawnKinds.add(event);
    const pixelX = x(events.at(row, SenderEventColumn.timeNs) / 1e9);
    if (
      pixelX - (last.get(event) ?? Number.NEGATIVE_INFINITY) <
      MIN_SIGN_DISTANCE_PX[event === 'duplicate' ? 'line' : 'sign']
    )
      continue;
    last.set(event, pixelX);
    const middle = y.end - SENDER_ROW_PX / 2;
    if (event === 'timeout') {
      drawSenderRule(drawing, 'text', pixelX, y.end, y.start);
      drawText(drawing, 'T', pixelX - 3, middle, { hasGround: true });
    } else {
      const ink = event === 'duplicate' ? 'muted' : 'text';
      drawSign(drawing, SENDER_EVENT_SIGNS[event], pixelX, middle, { ink }, { widthPx: 1.2 });
    }
  }
  return EVENTS_ABOVE_LINES.filter((event) => drawnKinds.has(event)).map((event) => ({ event }));
}
