/** The parts of the drawing of a queue that are loaded after the first picture, together. */
export { drawAxisBreak } from './axis-break.ts';
export { drawDropReason } from './drop-reason.ts';
export { drawForbiddenRange } from './forbidden-range.ts';
export { LinkBand } from './link-band.ts';
export { drawLinkPackets } from './link-packets.ts';
export { drawNewPacketWait } from './new-packet-wait.ts';
export { drawNextCells } from './next-cells.ts';
export { sharesQueueAxis } from './on-queue-axis.ts';
export * as path from './path-drawing.ts';
export { drawPinnedDrop, pinnedDrop } from './pinned-drop.ts';
export { drawQueueSignals } from './queue-signals.ts';
export { detailWords, drawTextUnder, longestText, QueueNames } from './queue-texts.ts';
export { shownBufferShare } from './shown-buffer-share.ts';
export { waitingOrder } from './waiting-order.ts';
export * as rows from './waiting-rows.ts';
