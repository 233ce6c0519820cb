/**
 * The lens of policies for video. It draws the buffers side by side with the packets that they refuse. For each video
 * it draws the last two groups of pictures (`video-frames.ts`). A frame is complete, damaged, or useless because a
 * frame that it needs was lost.
 */

import { formatNumber } from '../../../shared/number-text.ts';
import { drawDropCross, fillPackets } from '../../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawBox, drawText } from '../../draw/pen.ts';
import { drawFittingText, textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { CanvasLens } from '../canvas-lens.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { lanesWithLens } from '../lens-model.ts';
import { discardLetter, drawBufferRows, fitsBufferRows } from './buffer-rows.ts';
import { contentParts, type FlowBuffer, flowBuffers, largestCapacity, partGlyph } from './flow-buffers.ts';
import { drawVideoFrames } from './video-frames.ts';

const TITLE_HEIGHT_PX = 18;
/** From this width of a buffer, px, its flow is named with the word. */
const MIN_NAMED_FLOW_PX = 38;
/** Space for the names of buffers, px. */
const NAMES_HEIGHT_PX = 18;
const LIST_GAP_PX = 12;
/** Share of the width, beside the video frames. */
const BUFFERS_SHARE = 0.36;
/** Least height of a buffer on the scale of all lanes, px. */
const MIN_BUFFER_PX = 20;

/** Draws the buffers of a policy for video, and the frames of its videos. */
export class BuffersLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { width, model } = drawing;
    const hasVideo = model.frame.videoFrames.length > 0;
    const splitX = hasVideo ? Math.round(width * BUFFERS_SHARE) : width;
    this.drawBuffers(drawing, splitX - LIST_GAP_PX);
    if (hasVideo) drawVideoFrames(drawing, splitX);
  }

  private drawBuffers(drawing: LensDrawing, width: number): void {
    const { context, height, theme, model } = drawing;
    const { frame } = model;
    const countsBytes = !Number.isFinite(frame.limitPackets);
    const buffers = flowBuffers(model, countsBytes);
    const unit = countsBytes ? 'kB' : 'packets';
    const capacities = buffers[0]?.capacity ?? 0;
    const areEqual = buffers.every(({ capacity }) => capacity === capacities);
    // Buffers of one size need no axis.
    const size = areEqual ? `each ${formatNumber(countsBytes ? capacities / 1e3 : capacities)} ` : '';
    if (buffers.length === 0) {
      drawText(drawing, 'Buffers: no packet has come yet.', 0, 9);
      return;
    }
    if (fitsBufferRows(buffers.length, height)) {
      drawBufferRows(drawing, buffers, countsBytes, width);
      return;
    }
    const name = `${buffers.length} buffers`;
    drawFittingText(drawing, [`Fill of ${name} (${size}${unit})`, `Fill of ${name} (${unit})`], 0, 9, width);
    const [top, bottom] = [TITLE_HEIGHT_PX + 12, height - NAMES_HEIGHT_PX];
    const step = width / buffers.length;
    const barWidth = Math.max(2, step - (step > 8 ? 4 : 1));
    const largestOfLanes = largestCapacity(lanesWithLens(model).flatMap((lane) => flowBuffers(lane, countsBytes)));
    const smallestCapacity = Math.min(...buffers.map(({ capacity }) => capacity));
    // The scale of all lanes, unless it hides the fill of a small buffer.
    const isShared = (smallestCapacity / largestOfLanes) * (bottom - top) >= MIN_BUFFER_PX;
    const maxShownBytes = isShared ? largestOfLanes : largestCapacity(buffers);
    for (const [index, buffer] of buffers.entries()) {
      const { capacity, heldContent } = buffer;
      const x = index * step;
      const barHeight = Math.max(6, (capacity / maxShownBytes) * (bottom - top));
      const filledHeight = capacity > 0 ? Math.min(1, heldContent / capacity) * barHeight : 0;
      drawBox(drawing, x, bottom - barHeight, barWidth, barHeight, { ink: 'raised' });
      let partBottom = bottom;
      for (const part of contentParts(model, buffer, countsBytes)) {
        const partHeight = part.share * filledHeight;
        context.beginPath();
        context.rect(x, partBottom - partHeight, barWidth, partHeight);
        fillPackets(context, partGlyph(model, part, theme.isDark));
        partBottom -= partHeight;
      }
      context.strokeStyle = theme.muted;
      context.lineWidth = 1;
      context.strokeRect(
        Math.round(x) + 0.5,
        Math.round(bottom - barHeight) + 0.5,
        Math.round(barWidth),
        Math.round(barHeight),
      );
      drawDiscardState(drawing, x + barWidth / 2, bottom - barHeight - 7, buffer.discardBits, step);
    }
    drawOwners(drawing, buffers, { step, barWidth, y: bottom + 10 });
  }
}

/** Draws a closed door over a buffer that refuses useless packets, with the letter of the lost frame. */
function drawDiscardState(drawing: ThemedContext, x: number, y: number, bits: number, step: number): void {
  if (bits === 0) return;
  if (step < 9) drawBox(drawing, x - 2, y, 4, 4);
  else drawDropCross(drawing, step >= 22 ? x - 5 : x, y, 3);
  if (step >= 22) drawText(drawing, discardLetter(bits), x + 2, y);
}

/** Draws the flow of each buffer if there is space, otherwise the class of neighbouring buffers. */
function drawOwners(
  drawing: LensDrawing,
  buffers: readonly FlowBuffer[],
  { step, barWidth, y }: { readonly step: number; readonly barWidth: number; readonly y: number },
): void {
  const { context, model } = drawing;
  const { classes } = model.description;
  const look = { ink: 'muted', isSmall: true, align: 'center' } as const;
  const isSingle = step >= 14;
  for (const [index, { flow, classIndex }] of buffers.entries()) {
    const name = classIndex < 0 ? 'all' : (classes[classIndex]?.label ?? '');
    const run = buffers.filter((other) => other.classIndex === classIndex).length;
    const flowName = step >= MIN_NAMED_FLOW_PX ? `flow ${flow}` : String(flow);
    const label = flow >= 0 ? flowName : name;
    // A label that is wider than the bar begins with it.
    const overhang = Math.max(0, (Math.min(step, textWidth(context, label, SMALL_DRAWING_FONT)) - barWidth) / 2);
    if (isSingle)
      drawFittingText(drawing, [label], index * step + barWidth / 2 + overhang, y, Math.max(step, 40), look);
    else if (buffers[index - 1]?.classIndex !== classIndex)
      drawFittingText(drawing, [name], (index + run / 2) * step, y, run * step, look);
  }
}
