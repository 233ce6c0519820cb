/**
 * The sender of one flow over time. It draws windows, round trips or the pacing rate over bands for the phases of the
 * sender. Or it draws segments and acknowledgements in a time-sequence diagram.
 */

import {
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  senderEvents,
} from '../../../engine/frame/sender-columns.ts';
import { type SenderPhase, senderPhaseAt } from '../../../engine/frame/sender-phases.ts';
import { required } from '../../../shared/required.ts';
import { drawAxisBelow, drawAxisBeside } from '../../draw/axes.ts';
import { prepareCanvas } from '../../draw/canvas.ts';
import { DRAWING_FONT, drawingTheme, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { linearScale } from '../../draw/scale.ts';
import { drawTextOnGround } from '../../draw/text-on-ground.ts';
import { TimePlot } from '../time-plot.ts';
import { drawSenderLabels, drawSenderReference, drawSenderSeries } from './sender-lines.ts';
import {
  drawSenderRule,
  firstSenderRowAt,
  SENDER_MARGIN,
  type SenderDrawing,
  type SenderModel,
  senderRowsInSpan,
} from './sender-model.ts';
import { drawSenderPeak, senderValueScale } from './sender-scale.ts';
import { drawSequence, sequenceScale } from './sender-sequence.ts';
import { drawSignLegend, MIN_SIGN_DISTANCE_PX, SENDER_EVENT_SIGNS } from './sender-signs.ts';

/** A narrower band, px, is only above the lines: many of them would hide the lines. */
const MIN_FULL_BAND_PX = 16;
const NO_PHASE: SenderPhase = { label: '', shade: 0 };

export class SenderView extends TimePlot {
  draw(model: SenderModel): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const theme = drawingTheme();
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const right = width - (model.plot === 'sequence' ? SENDER_MARGIN.rightOfSequence : SENDER_MARGIN.right);
    const bottom = height - SENDER_MARGIN.bottom;
    this.x = linearScale(model.fromSeconds, model.toSeconds, SENDER_MARGIN.left, right);
    const { y, peak } =
      model.plot === 'sequence'
        ? { y: sequenceScale(model, bottom), peak: undefined }
        : senderValueScale(model, bottom);
    const drawing: SenderDrawing = { context, theme, model, x: this.x, y };
    drawAxisBelow(drawing, this.x, bottom);
    drawAxisBeside(drawing, y, { left: SENDER_MARGIN.left, right });
    context.save();
    context.beginPath();
    context.rect(SENDER_MARGIN.left, 0, right - SENDER_MARGIN.left, bottom + 1);
    context.clip();
    const unnamedPhases = drawBands(drawing);
    context.beginPath();
    context.rect(SENDER_MARGIN.left, SENDER_MARGIN.top - 1, right - SENDER_MARGIN.left, bottom - SENDER_MARGIN.top + 2);
    context.clip();
    const ends = model.plot === 'sequence' ? [] : [...drawSenderReference(drawing), ...drawSenderSeries(drawing)];
    const drawnEvents = model.plot === 'sequence' ? drawSequence(drawing) : drawMarks(drawing);
    for (const [seconds, colour] of [
      [model.nowSeconds, theme.muted],
      [model.cursorSeconds, theme.text],
    ] as const)
      if (seconds !== undefined && this.x(seconds) < right - 1)
        drawSenderRule(context, colour, this.x(seconds), SENDER_MARGIN.top, bottom);
    if (peak !== undefined) drawSenderPeak(drawing, peak);
    context.restore();
    drawSenderLabels(drawing, ends, width);
    drawSignLegend(drawing, unnamedPhases, drawnEvents, { width, height });
  }
}

/**
 * Draws bands behind the lines, with their names above if these fit.
 * @returns the phases without a name on any band
 */
function drawBands({ context, theme, model, x, y }: SenderDrawing): readonly SenderPhase[] {
  const namedPhases = new Map<SenderPhase, boolean>();
  const { states } = model;
  const [first, end] = senderRowsInSpan(states, model);
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
    const until = Math.min(x.end, x(untilSeconds));
    context.fillStyle = theme.text;
    context.globalAlpha = shade;
    const bandWidth = Math.max(1, until - from);
    context.fillRect(from, 0, bandWidth, bandWidth < MIN_FULL_BAND_PX ? SENDER_MARGIN.top : y.start);
    context.globalAlpha = 1;
    context.font = SMALL_DRAWING_FONT;
    context.textAlign = 'left';
    const fits = context.measureText(label).width < until - from - 4;
    if (fits) context.fillText(label, from + 3, SENDER_MARGIN.top / 2);
    namedPhases.set(phase, fits || namedPhases.get(phase) === true);
    context.font = DRAWING_FONT;
    row = bandEnd;
  }
  return [...namedPhases].flatMap(([phase, isNamed]) => (isNamed || phase.shade === 0 ? [] : phase));
}

/** Draws duplicate ACKs, echoes and timeouts on a line below the names of the phases. */
const EVENTS_ABOVE_LINES: readonly SenderEvent[] = ['duplicate', 'echoed', 'timeout'];

function drawMarks({ context, theme, model, x, y }: SenderDrawing): readonly SenderEvent[] {
  const drawnKinds = new Set<SenderEvent>();
  const last = new Map<SenderEvent, number>();
  const { events } = model;
  const end = firstSenderRowAt(events, model.toSeconds * 1e9);
  context.lineWidth = 1.2;
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
    context.fillStyle = event === 'duplicate' ? theme.muted : theme.text;
    context.strokeStyle = theme.text;
    if (event === 'timeout') {
      drawSenderRule(context, theme.text, pixelX, SENDER_MARGIN.top, y.start);
      drawTextOnGround({ context, theme }, 'T', pixelX - 3, SENDER_MARGIN.top + 6);
    } else SENDER_EVENT_SIGNS[event].draw(context, pixelX, SENDER_MARGIN.top + 5);
  }
  return EVENTS_ABOVE_LINES.filter((event) => drawnKinds.has(event));
}
