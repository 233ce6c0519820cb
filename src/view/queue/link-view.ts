/**
 * Draws the link behind a queue: single packets (`link-packets.ts`) at a low rate, and a band (`link-band.ts`) at a
 * high rate.
 */

import type { LevelOfDetail } from './level-of-detail.ts';
import type { LinkBand } from './link-band.ts';
import { loadedDrawings } from './loaded-drawings.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { PlacedPacket } from './queue-model.ts';

/** Draws the link of one queue. */
export class LinkView {
  /** Packets of the last drawing. */
  packets: PlacedPacket[] = [];
  private band: LinkBand | undefined;

  draw(drawing: QueueDrawing, detail: LevelOfDetail): void {
    const { context, theme, width, model, glyphs, box } = drawing;
    const from = box.right + 2;
    const length = width - from - 8;
    const y = (box.top + box.bottom) / 2;
    context.strokeStyle = theme.muted;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from, y);
    context.lineTo(from + length, y);
    context.moveTo(from + length - 4, y - 4);
    context.lineTo(from + length + 1, y);
    context.lineTo(from + length - 4, y + 4);
    context.stroke();
    const line = { from, length, y };
    this.packets = [];
    const parts = loadedDrawings(model.wallMs);
    if (detail === 'packets') this.packets = parts?.drawLinkPackets(drawing, model, glyphs, line) ?? [];
    else {
      if (parts !== undefined) this.band ??= new parts.LinkBand();
      this.band?.draw(drawing, model, glyphs, line);
    }
  }
}
