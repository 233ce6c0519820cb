/** The gains of blue packets in ABE, and the rates that it estimates. */

import { CHOICE_STRIDE, ChoiceColumn } from '../../engine/contract/policy-tables.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatNumber, formatTick } from '../draw/number-text.ts';
import { type ClassGlyph, DRAWING_FONT, packetGlyph, packetGlyphs, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { linearScale } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensModel, signalValue } from './lens-model.ts';

/** Height of the estimated rates below the bars, px. */
const ESTIMATES_HEIGHT_PX = 48;
/** Number of blue packets whose gain is shown. */
const MAX_GAINS = 24;

/** The edges of the gains, px. They reach to the foot of the lens. */
interface GainsBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Draws the gains of the last blue packets: how much earlier each one left than it would leave a flat router. */
export function drawBlueGains(drawing: LensDrawing, { left, right, top }: GainsBox): void {
  const { context, height, theme, model } = drawing;
  const { choices } = model.frame;
  const glyphs = packetGlyphs(model.description.classes, theme.isDark);
  const gains: { readonly ms: number; readonly glyph: ClassGlyph }[] = [];
  for (let index = 0; index < choices.length; index += CHOICE_STRIDE) {
    const flags = numberAt(choices, index + ChoiceColumn.flags);
    if ((flags & PacketFlag.green) !== 0) continue;
    const gainNs = numberAt(choices, index + ChoiceColumn.deadlineNs) - numberAt(choices, index + ChoiceColumn.timeNs);
    const glyph = packetGlyph(glyphs, numberAt(choices, index + ChoiceColumn.classIndex), 0);
    gains.push({ ms: gainNs / 1e6, glyph });
  }
  const lastGains = gains.slice(-MAX_GAINS);
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  const [whole, short] = ['Time from the start of blue to its deadline (ms)', 'Blue: start to deadline (ms)'];
  const fits = context.measureText(whole).width <= right - left;
  drawFittingText(context, fits ? whole : short, left, top + 8, right - left);
  const highestGainMs = Math.max(1, ...lastGains.map(({ ms }) => Math.abs(ms)));
  const isLate = lastGains.some(({ ms }) => ms < -1e-6);
  const y = linearScale(isLate ? -highestGainMs : 0, highestGainMs, height - ESTIMATES_HEIGHT_PX, top + 24);
  const from = left + 30;
  context.font = SMALL_DRAWING_FONT;
  for (const tick of linearScale(isLate ? -highestGainMs : 0, highestGainMs, 0, 1).ticks(isLate ? 3 : 2)) {
    const lineY = Math.round(y(tick)) + 0.5;
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(from, lineY);
    context.lineTo(right, lineY);
    context.stroke();
    context.fillStyle = theme.muted;
    context.textAlign = 'right';
    context.fillText(formatTick(tick), from - 5, lineY);
  }
  const step = (right - from) / MAX_GAINS;
  for (const [index, { ms, glyph }] of lastGains.entries()) {
    const x = right - (lastGains.length - index) * step;
    context.fillStyle = ms < -1e-6 ? theme.text : glyph.colour;
    context.fillRect(x, Math.min(y(0), y(ms)), Math.max(1, step - 2), Math.max(1, Math.abs(y(ms) - y(0))));
  }
  context.fillStyle = theme.muted;
  context.textAlign = 'right';
  drawFittingText(context, 'a bar is a packet, newest right', right, height - ESTIMATES_HEIGHT_PX + 7, right - left);
  context.font = DRAWING_FONT;
  drawEstimates(drawing, model, left, height, right - left);
}

function drawEstimates(
  { context, theme }: ThemedContext,
  model: LensModel,
  left: number,
  height: number,
  width: number,
): void {
  const formatRate = (id: string) => {
    const kbps = signalValue(model, id);
    return kbps > 0 ? formatNumber(kbps) : '–';
  };
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  drawFittingText(context, 'One TCP would get (kbit/s):', left, height - 24, width);
  context.fillStyle = theme.muted;
  context.font = SMALL_DRAWING_FONT;
  const rates = `${formatRate('blueRate')} as blue, ${formatRate('greenRate')} as green`;
  drawFittingText(context, `${rates}; bias g = ${formatNumber(signalValue(model, 'bias'))}`, left, height - 8, width);
  context.font = DRAWING_FONT;
}
