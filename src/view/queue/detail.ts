/**
 * Level of detail. People follow some twenty like things a second, and see a packet as one while it is three pixels
 * wide; beyond that, streaks and density tell more than a flicker of packets would.
 */
export type Detail = 'packets' | 'streaks' | 'density';

/** Narrowest cell in which a packet is still drawn as a packet, px. */
export const NARROWEST_PX = 3;
/** Passing packets a second of wall time at which single ones give way to streaks, and come back. */
const STREAKS_ABOVE = 24;
const PACKETS_BELOW = 16;

/**
 * @param rate packets that pass in a second of wall time
 * @param cellPx room for one packet in the queue
 */
export function detailOf(before: Detail, rate: number, cellPx: number): Detail {
  if (cellPx < NARROWEST_PX) return 'density';
  if (rate > STREAKS_ABOVE) return 'streaks';
  if (rate < PACKETS_BELOW) return 'packets';
  return before === 'streaks' ? 'streaks' : 'packets';
}

/** What is being drawn, in words. */
export const detailWords: Readonly<Record<Detail, string>> = {
  packets: 'single packets',
  streaks: 'link: class shares',
  density: 'several per mark',
};
