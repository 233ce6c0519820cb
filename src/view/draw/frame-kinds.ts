/** The kinds of frames of a video: their signs with their letters. */
import { VIDEO_FRAME_LETTERS, VideoFrameKind } from '../../engine/packets/packet.ts';
import { required } from '../../shared/required.ts';
import type { DrawingContext } from './drawing-context.ts';
import { drawPacket } from './packets.ts';
import { type ClassGlyph, packetGlyph, SMALL_DRAWING_FONT } from './palette.ts';
import { drawText } from './pen.ts';
import { SMALL_MUTED, textWidth } from './shapes.ts';
import type { ThemedContext } from './themed-context.ts';

/** Size of a sign, and space behind it and behind its letter, px. */
const SIGN_PX = 10;
const KIND_LETTER_GAP_PX = 2;
const SIGN_PITCH_PX = 5;
const KINDS = [VideoFrameKind.intra, VideoFrameKind.predicted, VideoFrameKind.bidirectional] as const;

const letterOf = (kind: (typeof KINDS)[number]) => required(VIDEO_FRAME_LETTERS[kind]);

const kindPitch = (context: DrawingContext, kind: (typeof KINDS)[number]) =>
  SIGN_PX + KIND_LETTER_GAP_PX + textWidth(context, letterOf(kind), SMALL_DRAWING_FONT) + SIGN_PITCH_PX;

/** Width of the signs and small letters of all kinds, px. */
export function frameKindsWidth(context: DrawingContext): number {
  return KINDS.reduce((sum, kind) => sum + kindPitch(context, kind), 0) - SIGN_PITCH_PX;
}

/**
 * Draws the sign and the letter of each kind.
 * @param glyphs of all packets
 * @param classIndex of the video
 * @param y middle of the signs, px
 * @returns where words can follow, px
 */
export function drawFrameKinds(
  drawing: ThemedContext,
  glyphs: readonly ClassGlyph[],
  classIndex: number,
  left: number,
  y: number,
): number {
  const { context } = drawing;
  let x = left;
  for (const kind of KINDS) {
    drawPacket(drawing, packetGlyph(glyphs, classIndex, kind), x, y - SIGN_PX / 2 - 0.5, SIGN_PX);
    drawText(drawing, letterOf(kind), x + SIGN_PX + KIND_LETTER_GAP_PX, y, SMALL_MUTED);
    x += kindPitch(context, kind);
  }
  return x;
}
