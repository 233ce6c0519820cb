/** The last frames of the first videos: their fill, their fate, and the frames that they depend on. */
import { FrameStatus, VIDEO_FRAME_STRIDE, VideoFrameColumn } from '../../engine/frame/frame.ts';
import { FrameKind } from '../../engine/packets/packet.ts';
import { rowAt } from '../../shared/lists.ts';
import type { Brush } from '../draw/brush.ts';
import { drawFittingText } from '../draw/labels.ts';
import { addPacket, drawCross } from '../draw/packets.ts';
import { type ClassGlyph, FONT, packetGlyph, packetGlyphs, SMALL_FONT } from '../draw/palette.ts';
import type { LensDrawing } from './lens-drawing.ts';

/** Space for the title, and for the numbers of the videos, px. */
const TITLE_HEIGHT_PX = 18;
const NAMES_HEIGHT_PX = 18;
/** Height of a row of frames, px. The first row has arrows above it. */
const ROW_HEIGHT_PX = 22;
const ARROWS_HEIGHT_PX = 16;

interface VideoFrame {
  readonly flow: number;
  readonly number: number;
  readonly kind: number;
  readonly status: number;
  readonly packets: number;
  readonly delivered: number;
  /** The number of the frame that it directly depends on; its own number for none. */
  readonly needs: number;
}

function framesOf(table: Float64Array): VideoFrame[] {
  return Array.from({ length: table.length / VIDEO_FRAME_STRIDE }, (_, row) => {
    const cell = rowAt(table, row * VIDEO_FRAME_STRIDE);
    return {
      flow: cell(VideoFrameColumn.flow),
      number: cell(VideoFrameColumn.frame),
      kind: cell(VideoFrameColumn.kind),
      status: cell(VideoFrameColumn.status),
      packets: cell(VideoFrameColumn.packets),
      delivered: cell(VideoFrameColumn.delivered),
      needs: cell(VideoFrameColumn.needs),
    };
  });
}

/** @param left where they begin, px */
export function drawVideoFrames(drawing: LensDrawing, left: number): void {
  const { context, width, height, ink, model } = drawing;
  const { videoFrames } = model.frame;
  const glyphs = packetGlyphs(model.description.classes, ink.dark);
  const classIndex = model.description.classes.findIndex(({ kind }) => kind === 'video');
  context.textAlign = 'left';
  context.fillStyle = ink.text;
  context.fillText('Frames of each video, in order', left, 9);
  const fits = Math.max(1, Math.floor((height - TITLE_HEIGHT_PX - ARROWS_HEIGHT_PX - NAMES_HEIGHT_PX) / ROW_HEIGHT_PX));
  const from = left + NAMES_HEIGHT_PX;
  const step = Math.min(16, (width - from - 4) / 18);
  let lastFlow = -1;
  let line = -1;
  let first = 0;
  for (const frame of framesOf(videoFrames)) {
    const { flow } = frame;
    if (flow !== lastFlow) {
      lastFlow = flow;
      line++;
      first = frame.number;
      if (line >= fits) break;
      context.fillStyle = ink.muted;
      context.textAlign = 'right';
      context.fillText(String(flow), from - 5, rowBottom(line) - 8);
    }
    const placeOf = (number: number) => from + (number - first) * step;
    const glyph = packetGlyph(glyphs, Math.max(0, classIndex), frame.kind);
    drawFrame(drawing, frame, glyph, { x: placeOf(frame.number), bottom: rowBottom(line), frameWidth: step - 2 });
    if (line === 0 && frame.needs !== frame.number && frame.needs >= first)
      drawNeed(drawing, frame, (number) => placeOf(number + 0.5) - 1);
  }
  drawKey(drawing, from, height - 8, rowBottom(Math.min(line, fits - 1)) + 10 < height - 20);
}

function rowBottom(line: number): number {
  return TITLE_HEIGHT_PX + ARROWS_HEIGHT_PX + (line + 1) * ROW_HEIGHT_PX - 2;
}

/** Draws a frame as a bar that fills with its packets. The bar of a useless frame is hollow, and a frame that lost a packet has a cross. */
function drawFrame(
  { context, ink }: Brush,
  { status, packets, delivered }: VideoFrame,
  glyph: ClassGlyph,
  { x, bottom, frameWidth }: { readonly x: number; readonly bottom: number; readonly frameWidth: number },
): void {
  const frameHeight = ROW_HEIGHT_PX - 5;
  const come = delivered / Math.max(1, packets);
  context.fillStyle = glyph.colour;
  context.globalAlpha = status === FrameStatus.underWay ? 0.35 + 0.65 * come : 1;
  context.beginPath();
  addPacket(context, glyph, x, bottom - frameHeight, frameWidth, frameHeight);
  if (status === FrameStatus.useless) {
    context.strokeStyle = ink.muted;
    context.lineWidth = 1;
    context.stroke();
  } else context.fill();
  context.globalAlpha = 1;
  if (glyph.edge !== glyph.colour && status !== FrameStatus.useless) {
    context.strokeStyle = glyph.edge;
    context.lineWidth = 1;
    context.stroke();
  }
  if (status === FrameStatus.damaged)
    drawCross(context, ink.text, x + frameWidth / 2, bottom - 4, Math.min(3, frameWidth / 2));
}

/** Draws an arc over the first video from each frame to the frame that it directly depends on. */
function drawNeed(
  { context, ink }: Brush,
  { number, needs, kind, status }: VideoFrame,
  middleOf: (number: number) => number,
): void {
  const useless = status === FrameStatus.useless;
  const [frameX, neededX] = [middleOf(number), middleOf(needs)];
  const foot = TITLE_HEIGHT_PX + ARROWS_HEIGHT_PX;
  const arrowHeight = kind === FrameKind.predicted ? ARROWS_HEIGHT_PX - 4 : ARROWS_HEIGHT_PX / 2;
  context.strokeStyle = useless ? ink.text : ink.muted;
  context.lineWidth = useless ? 1.4 : 0.8;
  context.setLineDash(useless ? [3, 2] : []);
  context.beginPath();
  context.moveTo(frameX, foot);
  context.quadraticCurveTo((frameX + neededX) / 2, foot - 2 * arrowHeight, neededX, foot);
  context.stroke();
  context.setLineDash([]);
}

/** @param isTall whether there is space for two lines */
function drawKey({ context, width, ink }: LensDrawing, x: number, y: number, isTall: boolean): void {
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  const [kinds, key] = ['I tall, P middle, B short · arc: needs', '×: lost a packet · hollow: useless'];
  const maxWidth = width - x - 2;
  const fullText = `${kinds} · ${key}`;
  const fits = context.measureText(fullText).width <= maxWidth;
  // The part of the key that fits.
  if (!fits && isTall) drawFittingText(context, kinds, x, y - 12, maxWidth);
  drawFittingText(context, fits ? fullText : key, x, y, maxWidth);
  context.font = FONT;
}
