import { LONG_SENDERS } from '../../engine/frame/frame.ts';
import type { Surface } from '../draw/canvas.ts';
import { flowsOfClass } from '../draw/flows-of-class.ts';
import type { ClassGlyph } from '../draw/palette.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueBox, QueueModel } from './queue-model.ts';
import type { WaitingOrder } from './waiting-order.ts';

/**
 * A queue that is being drawn: its canvas, the colours of the theme, the glyphs of packets, and the place of the
 * buffer.
 */
export interface QueueDrawing extends ThemedContext, Surface {
  readonly model: QueueModel;
  /** By `glyphIndex`. */
  readonly glyphs: readonly ClassGlyph[];
  readonly box: QueueBox;
  /** The order of the waiting packets; undefined if one queue holds them all. */
  readonly order: WaitingOrder | undefined;
}

/**
 * Whether delays have places on the axis. They have none if rows of flows, or two queues for two kinds of flows, share
 * the link, because each row drains at its own rate. Only long flows keep a queue; a class without flows has none.
 */
export function hasDelayPlaces({
  order,
  model: { description, frame },
}: Pick<QueueDrawing, 'order' | 'model'>): boolean {
  const { hints, classes } = description;
  const rowKind = hints.rows?.by;
  const isLong = (classIndex = Number.NaN) => LONG_SENDERS.includes(classes[classIndex]?.kind ?? '');
  if (order === undefined || (rowKind !== 'flow' && rowKind !== 'codepoint')) return true;
  if (rowKind === 'flow') return order.rows.filter(({ classIndex }) => isLong(classIndex)).length < 2;
  const hasQueue = (index: number) => isLong(index) && flowsOfClass(frame, index).length > 0;
  return new Set(classes.filter((_, index) => hasQueue(index)).map(({ isL4s }) => isL4s)).size < 2;
}
