/** The single packets on the link behind a queue. */

import { DEPARTURE_STRIDE, DepartureColumn, InServiceColumn, LOST_ON_LINK } from '../../engine/frame/frame.ts';
import { meanPacketBytes } from '../../engine/frame/packet-sizes.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, glyphIndex } from '../draw/palette.ts';
import { drawLine, drawText } from '../draw/pen.ts';
import { PLUS } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LinkLine } from './link-band.ts';
import { type PlacedPacket, type QueueModel, sentShare } from './queue-model.ts';

/** Length of the packet in transmission, px. */
const PACKET_IN_SERVICE_PX = 14;
/** Size of a packet on the drawn link, px; with the number of its VC, so large that the number can be read. */
const PACKET_PX = 8;
const NUMBERED_PACKET_PX = 12;
/** Space behind a packet, px. Packets of mean size do not cover each other. */
const PACKET_GAP_PX = 1.5;
/** End of the drawn link without packets, px: its arrowhead. */
const LINK_END_PX = 8;
/** Parts of the drawn link where a packet that the link loses vanishes, and up to which its sign stays there. */
const LOSS_SHARE = 0.5;
const LOSS_SIGN_END_SHARE = 0.8;
/** Distance of its name from the link, px: above the rate. */
const NAME_DISTANCE_PX = 27;

/** @returns the drawn packets */
export function drawLinkPackets(
  drawing: ThemedContext,
  { frame, description, departures }: Pick<QueueModel, 'frame' | 'description' | 'departures'>,
  glyphs: readonly ClassGlyph[],
  { from, length, y }: LinkLine,
): PlacedPacket[] {
  const placedPackets: PlacedPacket[] = [];
  const size = glyphs.some(({ classNumber }) => classNumber !== undefined) ? NUMBERED_PACKET_PX : PACKET_PX;
  const put = (
    table: Float64Array,
    row: number,
    columns: typeof InServiceColumn | typeof DepartureColumn,
    x: number,
  ) => {
    const entry = (column: 'classIndex' | 'glyphVariant' | 'serial' | 'arrivedNs') =>
      numberAt(table, row + columns[column]);
    const glyph = glyphs[glyphIndex(entry('classIndex'), entry('glyphVariant'))];
    if (glyph === undefined) return;
    drawPacket(drawing, glyph, x, y - size / 2, size);
    placedPackets.push({ x: x + size / 2, y, serial: entry('serial'), arrivedNs: entry('arrivedNs') });
  };
  const { inService } = frame;
  if (inService.length > 0) put(inService, 0, InServiceColumn, from + sentShare(frame) * PACKET_IN_SERVICE_PX);
  const lengthPx = length - PACKET_IN_SERVICE_PX - size - LINK_END_PX;
  const packetBytes = meanPacketBytes(description.classes, frame.classes);
  const spanNs = ((lengthPx / (size + PACKET_GAP_PX)) * packetBytes * 8e9) / frame.rateBps;
  let last = Number.POSITIVE_INFINITY;
  let hasLossSign = false;
  for (let index = 0; index < departures.length; index += DEPARTURE_STRIDE) {
    const goneShare = (frame.timeNs - numberAt(departures, index + DepartureColumn.timeNs)) / spanNs;
    // Packets that end together follow each other, so that none covers another.
    last = Math.min(goneShare * lengthPx, last - size - PACKET_GAP_PX);
    const isLost = (numberAt(departures, index + DepartureColumn.flags) & LOST_ON_LINK) !== 0;
    if (isLost && last >= LOSS_SHARE * lengthPx) hasLossSign ||= last < LOSS_SIGN_END_SHARE * lengthPx;
    else if (last >= 0 && last < lengthPx) put(departures, index, DepartureColumn, from + PACKET_IN_SERVICE_PX + last);
  }
  if (hasLossSign) {
    // As in the plots of a sender, with its name.
    const lossX = from + PACKET_IN_SERVICE_PX + LOSS_SHARE * lengthPx + size;
    const plus = PLUS.map((position, index) => position + (index % 2 === 0 ? lossX : y));
    drawLine(drawing, plus, { widthPx: 2 });
    drawText(drawing, 'lost', lossX, y - NAME_DISTANCE_PX, { isSmall: true, align: 'center' });
  }
  return placedPackets;
}
