/**
 * The lens of ABE: the virtual, the blue and the green queue on one axis of time. The right end of the axis is the
 * present. Marks are deadlines, which move towards the present. A green packet empties as its remaining waiting time
 * decreases. Beside the queues, the lens shows how much earlier blue packets left than in a flat router. It also shows
 * why the last packet was chosen.
 */

import { CHOICE_STRIDE, ChoiceColumn, choiceOperand } from '../../engine/contract/policy-tables.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { numberAt, required } from '../../shared/lists.ts';
import type { Brush } from '../draw/brush.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatNumber, formatTick } from '../draw/number-text.ts';
import { addPacket } from '../draw/packets.ts';
import { type ClassGlyph, DRAWING_FONT, packetGlyph, packetGlyphs, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { ThresholdDrag, type ThresholdGrip } from '../draw/threshold-drag.ts';
import { deadlineAxisNs, deadlineQueues, type TransmissionBlock } from './deadline-queues.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';
import { PaintedLens } from './painted-lens.ts';

/** Space for the names of the queues, px. */
const NAMES_WIDTH_PX = 68;
const NARROW_NAMES_WIDTH_PX = 62;
/** Below this width of the lens, px, names are shorter. */
const MIN_LONG_NAMES_PX = 420;
/** From this width on, px, the gains have room beside the deadlines. */
const MIN_GAINS_BESIDE_PX = 560;
const TITLE_HEIGHT_PX = 20;
const FOOT_HEIGHT_PX = 48;
const COLUMN_GAP_PX = 24;
/** Number of blue packets whose gain is shown. */
const MAX_GAINS = 24;
/** Largest number of drawn blocks of a queue. */
const MAX_BLOCKS = 500;
/** From this width, px, a packet has its name on it. */
const MIN_NAMED_BLOCK_PX = 20;
/** Parameter of the bound d, and radius of its knob, px. */
const BOUND_PARAMETER = 'greenBoundMs';
const KNOB_RADIUS_PX = 5.5;
/** Opacity of the deadlines behind the first one of a queue. */
const LATER_DEADLINE_OPACITY = 0.3;

export class DeadlinesLens extends PaintedLens {
  /** Drags the bound d. */
  readonly thresholds: ThresholdDrag;
  private grips: ThresholdGrip[] = [];
  private axis: LinearScale = linearScale(0, 1, 0, 1);

  constructor(canvas: HTMLCanvasElement) {
    super(canvas);
    this.thresholds = new ThresholdDrag(
      canvas,
      (y) => (y < TITLE_HEIGHT_PX ? [] : this.grips),
      (_, position) => this.axis.invert(position),
    );
  }

  hide(): void {
    this.grips = [];
  }

  protected paint(drawing: LensDrawing): void {
    const { width, height } = drawing;
    const split = width < MIN_GAINS_BESIDE_PX ? width : Math.round(width * 0.66);
    const names = width < MIN_LONG_NAMES_PX ? NARROW_NAMES_WIDTH_PX : NAMES_WIDTH_PX;
    this.drawQueues(drawing, names, split - COLUMN_GAP_PX, height - FOOT_HEIGHT_PX);
    this.drawChoice(drawing, split - COLUMN_GAP_PX);
    if (split < width) this.drawGains(drawing, split, width);
  }

  private drawQueues(drawing: LensDrawing, left: number, right: number, bottom: number): void {
    const { context, ink, model } = drawing;
    const spanNs = deadlineAxisNs(model);
    const x = linearScale(spanNs / 1e6, 0, left, right);
    this.axis = x;
    const rows = deadlineQueues(model, ink);
    const step = (bottom - TITLE_HEIGHT_PX) / rows.length;
    const showsSeconds = spanNs >= 2e9;
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    context.fillText('Waiting packets by time · ▲ latest start of a packet', 0, 9);
    const unit = showsSeconds ? 's' : 'ms';
    context.font = SMALL_DRAWING_FONT;
    context.textAlign = 'center';
    for (const tick of linearScale(0, spanNs / 1e6, 0, 1).ticks(5)) {
      const lineX = Math.round(x(tick)) + 0.5;
      context.strokeStyle = ink.grid;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(lineX, TITLE_HEIGHT_PX);
      context.lineTo(lineX, bottom);
      context.stroke();
      context.fillStyle = ink.muted;
      context.fillText(
        tick === 0 ? 'now' : `${formatTick(showsSeconds ? tick / 1e3 : tick)} ${unit}`,
        lineX,
        bottom + 9,
      );
    }
    for (const [place, { name, meaning, blocks }] of rows.entries()) {
      const top = TITLE_HEIGHT_PX + place * step + 4;
      const blockHeight = Math.max(4, Math.min(26, step - 14));
      context.font = DRAWING_FONT;
      context.fillStyle = ink.muted;
      context.textAlign = 'left';
      context.fillText(name, 0, top + blockHeight / 2 - 3);
      context.font = SMALL_DRAWING_FONT;
      context.fillText(meaning, 0, top + blockHeight / 2 + 9);
      // There are more packets than the eye can distinguish, so one block represents several.
      const blockStride = Math.ceil(blocks.length / MAX_BLOCKS);
      // Backwards, so that the first packet has its deadline over the others.
      for (let index = blocks.length - 1; index >= 0; index--)
        if (index % blockStride === 0)
          drawBlock(drawing, mergeQueues(required(blocks[index]), blockStride), x, {
            spanMs: spanNs / 1e6,
            top,
            blockHeight,
            isFirst: index === 0,
          });
    }
    context.font = DRAWING_FONT;
    const bound = Number(model.values[BOUND_PARAMETER]);
    this.grips = bound < spanNs / 1e6 ? [{ parameter: BOUND_PARAMETER, position: x(bound) }] : [];
    if (this.grips.length > 0)
      drawBound(drawing, bound, x(bound), { top: TITLE_HEIGHT_PX + 2 * step + 4, bottom, left });
  }

  /** Writes the reason why the last packet was sent, with the comparison that decided it. */
  private drawChoice({ context, height, ink, model: { frame, description } }: LensDrawing, width: number): void {
    const { choices } = frame;
    if (choices.length === 0) return;
    const offset = choices.length - CHOICE_STRIDE;
    const operand = (name: string) => choiceOperand(choices, offset, description.choiceOperands, name);
    const isGreen = (numberAt(choices, offset + ChoiceColumn.flags) & PacketFlag.green) !== 0;
    const label = description.choices[numberAt(choices, offset + ChoiceColumn.choice)]?.label ?? '';
    const [dueMs, greenMs] = [operand('blueDeadline'), operand('greenTime')];
    const compared = Number.isNaN(dueMs)
      ? ''
      : ` · green takes ${formatNumber(greenMs)} ms ${greenMs <= dueMs ? '≤' : '>'} ${formatNumber(dueMs)} ms until blue is due`;
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    drawFittingText(context, `Last sent: ${isGreen ? 'green' : 'blue'} (${label})`, 0, height - 24, width);
    context.fillStyle = ink.muted;
    drawFittingText(context, compared.slice(3), 0, height - 8, width);
  }

  /** Draws the gains of the last blue packets: how much earlier each one left than it would leave a flat router. */
  private drawGains(drawing: LensDrawing, left: number, right: number): void {
    const { context, height, ink, model } = drawing;
    const { choices } = model.frame;
    const glyphs = packetGlyphs(model.description.classes, ink.isDark);
    const gains: { readonly ms: number; readonly glyph: ClassGlyph }[] = [];
    for (let index = 0; index < choices.length; index += CHOICE_STRIDE) {
      const flags = numberAt(choices, index + ChoiceColumn.flags);
      if ((flags & PacketFlag.green) !== 0) continue;
      const gainNs =
        numberAt(choices, index + ChoiceColumn.deadlineNs) - numberAt(choices, index + ChoiceColumn.timeNs);
      const glyph = packetGlyph(glyphs, numberAt(choices, index + ChoiceColumn.classIndex), 0);
      gains.push({ ms: gainNs / 1e6, glyph });
    }
    const lastGains = gains.slice(-MAX_GAINS);
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    // Below the switch of the lens, which is in this corner.
    const [whole, short] = ['Blue left before its deadline by (ms)', 'Blue left early by (ms)'];
    const fits = context.measureText(whole).width <= right - left;
    drawFittingText(context, fits ? whole : short, left, TITLE_HEIGHT_PX + 8, right - left);
    const highest = Math.max(1, ...lastGains.map(({ ms }) => Math.abs(ms)));
    const isLate = lastGains.some(({ ms }) => ms < -1e-6);
    const y = linearScale(isLate ? -highest : 0, highest, height - FOOT_HEIGHT_PX, TITLE_HEIGHT_PX + 24);
    const from = left + 30;
    context.font = SMALL_DRAWING_FONT;
    for (const tick of linearScale(isLate ? -highest : 0, highest, 0, 1).ticks(isLate ? 3 : 2)) {
      const lineY = Math.round(y(tick)) + 0.5;
      context.strokeStyle = ink.grid;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(from, lineY);
      context.lineTo(right, lineY);
      context.stroke();
      context.fillStyle = ink.muted;
      context.textAlign = 'right';
      context.fillText(formatTick(tick), from - 5, lineY);
    }
    const step = (right - from) / MAX_GAINS;
    for (const [index, { ms, glyph }] of lastGains.entries()) {
      const x = right - (lastGains.length - index) * step;
      context.fillStyle = ms < -1e-6 ? ink.text : glyph.colour;
      context.fillRect(x, Math.min(y(0), y(ms)), Math.max(1, step - 2), Math.max(1, Math.abs(y(ms) - y(0))));
    }
    context.fillStyle = ink.muted;
    context.textAlign = 'right';
    drawFittingText(context, 'a bar is a packet, newest right', right, height - FOOT_HEIGHT_PX + 7, right - left);
    context.font = DRAWING_FONT;
    this.drawEstimates(drawing, model, left, height, right - left);
  }

  private drawEstimates(
    { context, ink }: Brush,
    { frame, description }: LensModel,
    left: number,
    height: number,
    width: number,
  ): void {
    const value = (id: string) => frame.signals[description.hints.signals.findIndex((signal) => signal.id === id)] ?? 0;
    const formatRate = (id: string) => (value(id) > 0 ? formatNumber(value(id)) : '–');
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    drawFittingText(context, 'One TCP would get (kb/s):', left, height - 24, width);
    context.fillStyle = ink.muted;
    context.font = SMALL_DRAWING_FONT;
    const rates = `${formatRate('blueRate')} as blue, ${formatRate('greenRate')} as green`;
    drawFittingText(context, `${rates}; bias g = ${formatNumber(value('bias'))}`, left, height - 8, width);
    context.font = DRAWING_FONT;
  }
}

/** A block that represents `count` equal blocks. */
function mergeQueues(block: TransmissionBlock, count: number): TransmissionBlock {
  return count === 1 ? block : { ...block, lengthNs: count * block.lengthNs, name: '' };
}

interface PlacedBlock {
  /** Length of the axis, ms. */
  readonly spanMs: number;
  readonly top: number;
  readonly blockHeight: number;
  /** Whether it is the next packet of its queue. */
  readonly isFirst: boolean;
}

function drawBlock(
  drawing: Brush,
  { beginNs, lengthNs, glyph, name, dueNs, patience }: TransmissionBlock,
  x: (ms: number) => number,
  { spanMs, top, blockHeight, isFirst }: PlacedBlock,
): void {
  const { context, ink } = drawing;
  const beginMs = Math.max(0, beginNs / 1e6);
  if (beginMs >= spanMs) return;
  const [left, right] = [x(Math.min(spanMs, (beginNs + lengthNs) / 1e6)), x(beginMs)];
  const blockWidth = Math.max(1, right - left - (right - left > 4 ? 1 : 0));
  context.fillStyle = glyph.colour;
  context.strokeStyle = glyph.edge;
  context.lineWidth = 1;
  context.beginPath();
  if (patience < 1) {
    // The block empties from above.
    context.strokeRect(left + 0.5, top + 0.5, Math.max(1, blockWidth - 1), blockHeight - 1);
    context.rect(left, top + blockHeight * (1 - patience), blockWidth, blockHeight * patience);
  } else if (glyph.shape === 'circle' && blockWidth < blockHeight)
    addPacket(context, glyph, left, top, blockWidth, blockHeight);
  else if (glyph.shape === 'circle') context.roundRect(left, top, blockWidth, blockHeight, 6);
  else context.rect(left, top, blockWidth, blockHeight);
  context.fill();
  if (glyph.edge !== glyph.colour && blockWidth >= 3) {
    context.strokeStyle = glyph.edge;
    context.stroke();
  }
  if (name !== '' && blockWidth >= MIN_NAMED_BLOCK_PX) {
    context.fillStyle = patience < 0.6 ? ink.text : glyph.textColour;
    context.textAlign = 'center';
    context.fillText(name, left + blockWidth / 2, top + blockHeight / 2 + 1);
  }
  const dueMs = dueNs / 1e6;
  // A blue packet whose deadline has passed keeps its mark at the present time.
  if (dueMs <= spanMs)
    drawDeadline(drawing, x(Math.max(0, dueMs)), top + blockHeight, isFirst ? left + blockWidth / 2 : undefined);
}

/**
 * Draws a mark below the queue at the latest start of a packet.
 * @param from place of the packet, px, for a line to it; undefined if it is not the first one of its queue
 */
function drawDeadline({ context, ink }: Brush, x: number, y: number, from?: number): void {
  if (from === undefined) context.globalAlpha = LATER_DEADLINE_OPACITY;
  else {
    context.strokeStyle = ink.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(from, y);
    context.lineTo(x, y + 4);
    context.stroke();
  }
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(x, y + 3);
  context.lineTo(x - 3, y + 9);
  context.lineTo(x + 3, y + 9);
  context.fill();
  context.globalAlpha = 1;
}

/** Draws the bound d through the green queue, with its knob on the axis and its name. Green packets are to its right. */
function drawBound(
  drawing: Brush,
  boundMs: number,
  x: number,
  { top, bottom, left }: { readonly top: number; readonly bottom: number; readonly left: number },
): void {
  const { context, ink } = drawing;
  context.strokeStyle = ink.text;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = ink.text;
  context.beginPath();
  context.arc(x, bottom, KNOB_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  const text = `d = ${formatNumber(boundMs)} ms`;
  const isBefore = x - KNOB_RADIUS_PX - context.measureText(text).width > left;
  context.textAlign = isBefore ? 'right' : 'left';
  drawTextOnGround(drawing, text, x + (isBefore ? -5 : 5), (top + bottom) / 2);
}
