/**
 * The lens of ABE: the packets if they were one queue, the blue and the green queue, on one axis of time. The right end
 * of the axis is the present; packets beyond its left end fade out. A sign marks the latest start of the first blue
 * packet: the start of its duplicate in the one queue. The blue and the green packets stand where they leave if no
 * other packet arrives and green goes first whenever blue can wait. Beside the queues, the lens shows how much earlier
 * blue packets left. Its title says why the last packet was chosen.
 */

import { formatTick } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { addPacket } from '../draw/packet-shape.ts';
import { drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { fittingText, SMALL_MUTED } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { drawBlueGains } from './blue-gains.ts';
import { blockSpan, drawBound, drawDuplicateLink, drawLatestStart } from './deadline-marks.ts';
import {
  BOUND_PARAMETER,
  DeadlineAxis,
  deadlineQueues,
  firstBluePacket,
  type TransmissionBlock,
} from './deadline-queues.ts';
import { formatDeadlines } from './deadline-texts.ts';
import { type LensDrawing, switchesWidthPx } from './lens-drawing.ts';
import { ThresholdLens } from './threshold-lens.ts';

/** Space for the names of the queues, px. */
const NAMES_WIDTH_PX = 88;
/** From this width on, px, the gains have room beside the deadlines. */
const MIN_GAINS_BESIDE_PX = 560;
const TITLES = ['Green goes first until a blue packet must start', 'Green first until blue must start'];
const TITLE_HEIGHT_PX = 23;
const FOOT_HEIGHT_PX = 22;
const COLUMN_GAP_PX = 24;
/** Largest height of the packets, and the least space below them, px. */
const MAX_BLOCK_HEIGHT_PX = 34;
const MARK_HEIGHT_PX = 22;
/** Opacity of packets that wait only in the virtual queue. */
const VIRTUAL_OPACITY = 0.5;
/** Largest number of drawn blocks of a queue. */
const MAX_BLOCKS = 500;
/** Least drawn width of a packet that began before the present, px. */
const MIN_CUT_BLOCK_PX = 12;
/** Distance of the numbers from the axis, px: below the knob of the bound d. */
const AXIS_TEXT_PX = 14;
/** The space of the fading packets if they continue beyond the left end of the axis, px. */
const FADE_WIDTH_PX = 64;

/** Draws the three queues of ABE on one axis of time. */
export class DeadlinesLens extends ThresholdLens {
  private readonly deadlineAxis = new DeadlineAxis();

  /** The bound d can be dragged. */
  constructor(canvas: HTMLCanvasElement) {
    super(canvas, TITLE_HEIGHT_PX);
  }

  override hide(): void {
    super.hide();
    this.canvas.title = '';
  }

  protected drawContent(drawing: LensDrawing): void {
    const { width, height } = drawing;
    const splitX = width < MIN_GAINS_BESIDE_PX ? width : Math.round(width * 0.66);
    this.drawQueues(drawing, NAMES_WIDTH_PX, splitX - COLUMN_GAP_PX, height - FOOT_HEIGHT_PX);
    const title = formatDeadlines(drawing.model);
    if (this.canvas.title !== title) this.canvas.title = title;
    // Below the switch of the lens, which is in this corner.
    if (splitX < width) drawBlueGains(drawing, { left: splitX, right: width, top: TITLE_HEIGHT_PX });
  }

  private drawQueues(drawing: LensDrawing, left: number, right: number, bottom: number): void {
    const { context, theme, model, width } = drawing;
    // A drag of d does not move the axis under the pointer.
    const isDragged = this.thresholds.draggedId !== undefined;
    const spanMs = isDragged ? this.axis.from : this.deadlineAxis.fit(model) / 1e6;
    const x = linearScale(spanMs, 0, left, right);
    this.axis = x;
    drawText(drawing, fittingText(context, TITLES, width - switchesWidthPx(drawing)) ?? '', 0, 9);
    const boundMs = Number(model.values[BOUND_PARAMETER]);
    drawTimeAxis(drawing, x, bottom);
    const rows = deadlineQueues(model, theme);
    const firstBlue = firstBluePacket(model.frame);
    const step = (bottom - TITLE_HEIGHT_PX) / rows.length;
    const blockHeight = Math.max(4, Math.min(MAX_BLOCK_HEIGHT_PX, step - MARK_HEIGHT_PX));
    const topOf = (row: number) => TITLE_HEIGHT_PX + row * step + 2;
    const isCutAt = (blocks: readonly TransmissionBlock[]) => (blocks.at(-1)?.startNs ?? 0) > spanMs * 1e6;
    for (const [row, { name, isReal, blocks }] of rows.entries()) {
      const top = topOf(row);
      const middle = top + Math.max(blockHeight, 22) / 2;
      drawText(drawing, name[0], 0, middle - 5, isReal ? {} : SMALL_MUTED);
      drawText(drawing, name[1], 0, middle + 8, SMALL_MUTED);
      const opacity = isReal ? 1 : VIRTUAL_OPACITY;
      const isCut = isCutAt(blocks);
      context.globalAlpha = opacity;
      // There are more packets than the eye can distinguish, so one block represents several.
      const blockStride = Math.ceil(blocks.length / MAX_BLOCKS);
      for (let index = 0; index < blocks.length; index += blockStride) {
        const block = required(blocks[index]);
        const fade = (x(block.startNs / 1e6) - left) / FADE_WIDTH_PX;
        if (isCut) context.globalAlpha = opacity * Math.max(0, Math.min(1, fade));
        drawBlock(drawing, mergeBlocks(block, blockStride), x, top, blockHeight);
      }
      context.globalAlpha = 1;
    }
    if (firstBlue !== undefined) {
      const blocks = [0, 1].map((row) => rows[row]?.blocks.find(({ serial }) => serial === firstBlue.serial));
      for (const [row, block] of blocks.entries())
        if (block !== undefined) outlineBlock(drawing, block, x, topOf(row), blockHeight);
      const dueMs = firstBlue.dueNs / 1e6;
      drawLatestStart(drawing, dueMs, x, topOf(0) + blockHeight);
      const blueSpan = blocks[1] && blockSpan(blocks[1], x);
      if (blocks[0] !== undefined && blueSpan !== undefined)
        drawDuplicateLink(drawing, dueMs, x, blueSpan[0] + blueSpan[1] / 2, {
          top: topOf(0) + blockHeight,
          bottom: topOf(1) - 2,
        });
    }
    this.grips = boundMs < spanMs ? [{ parameter: BOUND_PARAMETER, position: x(boundMs) }] : [];
    if (this.grips.length > 0) drawBound(drawing, boundMs, x, topOf(2), bottom);
  }
}

/** Draws the grid of time with its numbers. The first one has the unit. The present is at the right end. */
function drawTimeAxis(drawing: ThemedContext, x: LinearScale, bottom: number): void {
  const spanMs = x.from;
  const showsSeconds = spanMs >= 2e3;
  const unit = showsSeconds ? 's' : 'ms';
  const ticks = linearScale(0, spanMs, 0, 1).ticks(5);
  const tickWithUnit = Math.max(...ticks);
  for (const tick of ticks) {
    const lineX = middleOfPixel(x(tick));
    drawLine(drawing, [lineX, TITLE_HEIGHT_PX, lineX, bottom], { ink: 'grid' });
    const number = formatTick(showsSeconds ? tick / 1e3 : tick);
    const text = tick === 0 ? 'now' : tick === tickWithUnit ? `${number} ${unit}` : number;
    drawText(drawing, text, lineX, bottom + AXIS_TEXT_PX, { ink: 'muted', isSmall: true, align: 'center' });
  }
  drawText(drawing, 'leaves in', 0, bottom + AXIS_TEXT_PX, SMALL_MUTED);
}

/** A block that represents `count` equal blocks. */
function mergeBlocks(block: TransmissionBlock, count: number): TransmissionBlock {
  return { ...block, lengthNs: count * block.lengthNs };
}

function drawBlock(
  { context }: ThemedContext,
  block: TransmissionBlock,
  x: LinearScale,
  top: number,
  blockHeight: number,
): void {
  const span = blockSpan(block, x);
  if (span === undefined) return;
  const [left, width] = span;
  // The rest of a packet that is nearly sent looks like another packet.
  if (block.startNs < 0 && width < MIN_CUT_BLOCK_PX) return;
  const { glyph } = block;
  context.fillStyle = glyph.colour;
  context.beginPath();
  if (glyph.shape === 'circle' && width < blockHeight) addPacket(context, glyph, left, top, width, blockHeight);
  else context.roundRect(left, top, width, blockHeight, glyph.shape === 'circle' ? 6 : 0);
  context.fill();
  if (glyph.edge !== glyph.colour && width >= 3) {
    context.strokeStyle = glyph.edge;
    context.lineWidth = 1;
    context.stroke();
  }
}

/** Outlines the first blue packet, or its duplicate in the one queue, if the axis shows all of it. */
function outlineBlock(
  { context, theme }: ThemedContext,
  block: TransmissionBlock,
  x: LinearScale,
  top: number,
  blockHeight: number,
): void {
  const span = blockSpan(block, x);
  if (span === undefined || (block.startNs + block.lengthNs) / 1e6 > x.from) return;
  context.strokeStyle = theme.text;
  context.lineWidth = 2;
  context.strokeRect(span[0] - 1, top - 1, span[1] + 2, blockHeight + 2);
}
