/**
 * Draws the link behind a queue: single packets (`link-packets.ts`) at a low rate, and a band (`link-band.ts`) at a high
 * rate.
 */

import { lazyModule } from '../draw/lazy-module.ts';
import type { LevelOfDetail } from './level-of-detail.ts';
import type { LinkBand } from './link-band.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { PlacedPacket } from './queue-model.ts';

const loadedDrawLinkPackets = lazyModule(async () => (await import('./link-packets.ts')).drawLinkPackets);
const loadedLinkBand = lazyModule(async () => (await import('./link-band.ts')).LinkBand);

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
    if (detail === 'packets') this.packets = loadedDrawLinkPackets(model.wallMs)?.(drawing, model, glyphs, line) ?? [];
    else {
      const Band = loadedLinkBand(model.wallMs);
      if (this.band === undefined && Band !== undefined) this.band = new Band();
      this.band?.draw(drawing, model, glyphs, line);
    }
  }
}
