/** The last frames of some videos: their fill, their fate, and the frames that they depend on. */
import {
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  MAX_LISTED_VIDEO_FRAMES,
  VideoFrameStatus,
} from '../../../engine/frame/frame.ts';
import { VideoFrameKind } from '../../../engine/packets/packet.ts';
import { required } from '../../../shared/required.ts';
import { numberAt } from '../../../shared/tables.ts';
import { drawFrameKinds } from '../../draw/frame-kinds.ts';
import { addPacket } from '../../draw/packet-shape.ts';
import { drawDropCross } from '../../draw/packets.ts';
import { type ClassGlyph, packetGlyph, packetGlyphs, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawBox, drawText } from '../../draw/pen.ts';
import { drawFittingText, fittingText, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { type LensDrawing, switchesWidthPx } from '../lens-drawing.ts';
import { type LensModel, lanesWithLens } from '../lens-model.ts';
import { exampleVideoLoss, type VideoFrame, videoFramesOfTable, videoLossTexts } from './video-losses.ts';

/** Space for the title, and for the numbers of the videos, px. */
const TITLE_HEIGHT_PX = 18;
/** Space below the controls of the lens, if the rows leave it, px. */
const CONTROLS_GAP_PX = 5;
const NAMES_HEIGHT_PX = 18;
/** Height of a row of frames, and of the arcs above one row, px. */
const ROW_HEIGHT_PX = 21;
const ARCS_HEIGHT_PX = 16;
/** Height of the words about lost frames below the rows, px. */
const LOSS_HEIGHT_PX = 16;
/**
 * Height of a line of the key, its distance from the lower edge, and the least one from the words about lost frames,
 * px.
 */
const KEY_LINE_PX = 12;
const KEY_OVER_EDGE_PX = 6;
const MIN_KEY_UNDER_LOSS_PX = 12;
/** The name of the letters: a lane has a letter too. */
const LETTERS_NAME = 'frames: ';
/** The meaning of an arc, behind the letters, and of the other signs: the longest text that fits is written. */
const ARC_KEYS = ['· arc: needs this frame', '· arc: needs'];
const KEY_TEXTS = [
  '×: lost packets · hollow: useless · pale: pending',
  '×: loss · hollow: useless · pale: pending',
  '×: lost packets · hollow: useless',
  '×: loss · hollow: useless',
  '×: loss',
];
const ONE_LINE_KEYS = [
  ...ARC_KEYS.map((arc) => `· ${required(KEY_TEXTS[1])} ${arc}`),
  ...KEY_TEXTS.map((text) => `· ${text}`),
];

/** @param left where they begin, px */
export function drawVideoFrames(drawing: LensDrawing, left: number): void {
  const { width, height, theme, model } = drawing;
  const { classes } = model.description;
  const glyphs = packetGlyphs(classes, theme.isDark);
  const classIndex = classes.findIndex(({ kind }) => kind === 'video');
  const listedFrames = videoFramesOfTable(model.frame.videoFrames);
  const videos = countVideos(model);
  const rowsHeight = height - TITLE_HEIGHT_PX - ARCS_HEIGHT_PX - NAMES_HEIGHT_PX;
  const rows = Math.max(1, Math.floor(rowsHeight / ROW_HEIGHT_PX));
  // Where not all videos fit, the words about lost frames take a part of the last row.
  const fits = rows < videos ? Math.max(1, Math.floor((rowsHeight - LOSS_HEIGHT_PX) / ROW_HEIGHT_PX)) : rows;
  const lanes = lanesWithLens(model);
  const shownFlows = flowsWithLoss(
    lanes.map(({ frame }) => videoFramesOfTable(frame.videoFrames)),
    fits,
  );
  const frames = listedFrames.filter(({ flow }) => shownFlows.has(flow));
  const titleWidth = width - left - switchesWidthPx(drawing);
  const titles = titlesOf(fits, videos, lanes.length > 1, frames.some(isLost));
  drawFittingText(drawing, titles, left, 9, titleWidth);
  const from = left + NAMES_HEIGHT_PX;
  const step = Math.min(16, (width - from - 4) / MAX_LISTED_VIDEO_FRAMES);
  const loss = exampleVideoLoss(frames);
  // The arcs explain the loss that the words name.
  const flows = [...new Set(frames.map(({ flow }) => flow))];
  const arcsLine = Math.max(0, flows.indexOf(loss?.videoFrame.flow ?? -1));
  const rowsAndWordsPx = ARCS_HEIGHT_PX + Math.min(fits, videos) * ROW_HEIGHT_PX + LOSS_HEIGHT_PX;
  const keyPx = MIN_KEY_UNDER_LOSS_PX + KEY_LINE_PX;
  const slackPx = height - KEY_OVER_EDGE_PX - keyPx - TITLE_HEIGHT_PX - (rowsAndWordsPx - 6);
  const rowsTop = TITLE_HEIGHT_PX + Math.max(0, Math.min(CONTROLS_GAP_PX, slackPx));
  const rowBottom = (line: number) => rowsTop + (line < arcsLine ? 0 : ARCS_HEIGHT_PX) + (line + 1) * ROW_HEIGHT_PX - 2;
  let lastFlow = -1;
  let line = -1;
  let first = 0;
  for (const frame of frames) {
    const { flow } = frame;
    if (flow !== lastFlow) {
      lastFlow = flow;
      line++;
      first = frame.number;
      drawText(drawing, String(flow), from - 5, rowBottom(line) - 8, { ink: 'muted', align: 'right' });
      if (loss?.videoFrame.flow === flow)
        drawExtent(
          drawing,
          from + (loss.videoFrame.number - first) * step,
          from + (loss.to + 1 - first) * step - 2,
          rowBottom(line),
        );
    }
    const frameX = (number: number) => from + (number - first) * step;
    const glyph = packetGlyph(glyphs, Math.max(0, classIndex), frame.kind);
    drawVideoFrame(drawing, frame, glyph, { x: frameX(frame.number), bottom: rowBottom(line), frameWidth: step - 2 });
    if (line === arcsLine && frame.status === VideoFrameStatus.useless && frame.neededFrame >= first)
      drawNeed(drawing, frame, (number) => frameX(number + 0.5) - 1, rowBottom(line) + 2 - ROW_HEIGHT_PX);
  }
  const lossY = rowBottom(line) + LOSS_HEIGHT_PX - 4;
  const keyY = Math.min(height - KEY_OVER_EDGE_PX, lossY + LOSS_HEIGHT_PX + KEY_LINE_PX - 3);
  // The signs have a line of their own if the words about lost frames leave it.
  const hasTwoLines = keyY - KEY_LINE_PX >= lossY + MIN_KEY_UNDER_LOSS_PX;
  const lossTexts = loss === undefined ? [formatNoLoss(frames)] : videoLossTexts(loss);
  if (lossY + 12 < height - 8)
    drawFittingText(drawing, lossTexts, left, lossY, width - left, { ink: loss === undefined ? 'muted' : 'text' });
  drawKey(drawing, glyphs, Math.max(0, classIndex), left, { signY: hasTwoLines ? keyY - KEY_LINE_PX : keyY, keyY });
}

/** Words for drawn frames that lost no packet. Earlier ones may have lost some. */
function formatNoLoss(frames: readonly VideoFrame[]): string {
  return frames.length === 0 || frames.some(isLost) ? '' : 'no loss in these frames';
}

/** Number of videos. Only the first ones have listed frames. */
function countVideos({ frame: { flows }, description: { classes } }: LensModel): number {
  let videoCount = 0;
  for (let offset = 0; offset < flows.length; offset += FLOW_RATE_STRIDE)
    if (classes[numberAt(flows, offset + FlowRateColumn.classIndex)]?.kind === 'video') videoCount++;
  return videoCount;
}

/** The titles that say what is drawn, the longest first. */
function titlesOf(fits: number, videoCount: number, hasOtherLanes: boolean, hasLoss: boolean): readonly string[] {
  if (fits >= videoCount) return ['Frames of each video, in order', 'Frames of each video'];
  const videos = `${fits} of ${videoCount} videos`;
  if (hasOtherLanes) return [`The same ${videos}`, videos];
  return [hasLoss ? `${videos} that lost frames` : `Frames of ${videos}, in order`, videos];
}

/**
 * The flows of this number of videos, the same for all lanes. Videos with lost frames beside whole ones come first,
 * because a video without any whole frame shows no cause.
 */
function flowsWithLoss(lanes: readonly (readonly VideoFrame[])[], videoCount: number): ReadonlySet<number> {
  const mixtures = new Map<number, number>();
  for (const frames of lanes)
    for (const flow of new Set(frames.map((frame) => frame.flow))) {
      const flowFrames = frames.filter((frame) => frame.flow === flow);
      const lostCount = flowFrames.filter(isLost).length;
      const wholeCount = flowFrames.filter(({ status }) => status === VideoFrameStatus.whole).length;
      mixtures.set(flow, (mixtures.get(flow) ?? 0) + Math.min(lostCount, wholeCount));
    }
  const sortedMixtures = [...mixtures].sort(([, a], [, b]) => b - a);
  return new Set(sortedMixtures.slice(0, videoCount).map(([flow]) => flow));
}

const isLost = ({ status }: VideoFrame) => status === VideoFrameStatus.damaged || status === VideoFrameStatus.useless;

/** Underlines the frame that lost packets and the useless frames behind it. */
function drawExtent(drawing: ThemedContext, from: number, to: number, bottom: number): void {
  drawBox(drawing, from, bottom + 1.5, to - from, 1.5);
}

/**
 * Draws a frame as a bar that fills with its packets. The bar of a useless frame is hollow, and a frame that lost a
 * packet has a cross.
 */
function drawVideoFrame(
  drawing: ThemedContext,
  { status, packets, deliveredPackets }: VideoFrame,
  glyph: ClassGlyph,
  { x, bottom, frameWidth }: { readonly x: number; readonly bottom: number; readonly frameWidth: number },
): void {
  const { context, theme } = drawing;
  const frameHeight = ROW_HEIGHT_PX - 5;
  const deliveredShare = deliveredPackets / Math.max(1, packets);
  context.fillStyle = glyph.colour;
  context.globalAlpha = status === VideoFrameStatus.underWay ? 0.35 + 0.65 * deliveredShare : 1;
  context.beginPath();
  addPacket(context, glyph, x, bottom - frameHeight, frameWidth, frameHeight);
  if (status === VideoFrameStatus.useless) {
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    context.stroke();
  } else context.fill();
  context.globalAlpha = 1;
  if (glyph.edge !== glyph.colour && status !== VideoFrameStatus.useless) {
    context.strokeStyle = glyph.edge;
    context.lineWidth = 1;
    context.stroke();
  }
  if (status === VideoFrameStatus.damaged)
    drawDropCross(drawing, x + frameWidth / 2, bottom - 4, Math.min(3, frameWidth / 2));
}

/** Draws an arc over a row from a useless frame to the frame that it directly depends on. */
function drawNeed(
  { context, theme }: ThemedContext,
  { number, neededFrame, kind }: VideoFrame,
  middleOf: (number: number) => number,
  footY: number,
): void {
  const [frameX, neededX] = [middleOf(number), middleOf(neededFrame)];
  const arcHeight = kind === VideoFrameKind.predicted ? ARCS_HEIGHT_PX - 4 : ARCS_HEIGHT_PX / 2;
  context.strokeStyle = theme.text;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(frameX, footY);
  context.quadraticCurveTo((frameX + neededX) / 2, footY - 2 * arcHeight, neededX, footY);
  context.stroke();
}

/**
 * Draws the signs of the kinds of frames with their letters and the meaning of an arc, and the other signs in words in
 * the same line or in the next one, as many as fit.
 * @param glyphs of all packets
 * @param classIndex of the video
 */
function drawKey(
  drawing: LensDrawing,
  glyphs: readonly ClassGlyph[],
  classIndex: number,
  left: number,
  { signY, keyY }: { readonly signY: number; readonly keyY: number },
): void {
  const { context, width } = drawing;
  drawText(drawing, LETTERS_NAME, left, signY, SMALL_MUTED);
  const signsLeft = left + textWidth(context, LETTERS_NAME, SMALL_DRAWING_FONT);
  const signsEnd = drawFrameKinds(drawing, glyphs, classIndex, signsLeft, signY);
  const drawFirstFitting = (texts: readonly string[], from: number, y: number) =>
    drawText(drawing, fittingText(context, texts, width - from, SMALL_MUTED) ?? '', from, y, SMALL_MUTED);
  drawFirstFitting(signY === keyY ? ONE_LINE_KEYS : ARC_KEYS, signsEnd, signY);
  if (signY !== keyY) drawFirstFitting(KEY_TEXTS, left, keyY);
}
