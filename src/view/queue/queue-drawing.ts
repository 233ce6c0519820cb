import type { Surface } from '../draw/canvas.ts';
import type { ClassGlyph } from '../draw/palette.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueBox, QueueModel } from './queue-model.ts';
import type { WaitingOrder } from './waiting-order.ts';

/** A queue that is being drawn: its canvas, the colours of the theme, the glyphs of packets, and the place of the buffer. */
export interface QueueDrawing extends ThemedContext, Surface {
  readonly model: QueueModel;
  /** By `glyphIndex`. */
  readonly glyphs: readonly ClassGlyph[];
  readonly box: QueueBox;
  /** The order of the waiting packets; undefined if one queue holds them all. */
  readonly order: WaitingOrder | undefined;
}
