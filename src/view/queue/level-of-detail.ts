/**
 * Level of detail. People can follow about twenty similar objects per second, and can see a single packet from a width
 * of three pixels. Beyond these limits, streaks and density show more than flickering packets.
 */
export type LevelOfDetail = 'packets' | 'streaks' | 'density';

/** Smallest width of a packet that is drawn as a packet, px. */
export const MIN_PACKET_WIDTH_PX = 3;
/** Packets per second of wall time at which streaks replace single packets, and at which single packets return. */
const MAX_DRAWN_PACKETS_PER_SECOND = 24;
const MIN_STREAKED_PACKETS_PER_SECOND = 16;

/**
 * @param packetsPerSecond packets that pass per second of wall time
 * @param pitchPx width of one packet in the queue, px
 */
export function nextLevelOfDetail(
  previousDetail: LevelOfDetail,
  packetsPerSecond: number,
  pitchPx: number,
): LevelOfDetail {
  if (pitchPx < MIN_PACKET_WIDTH_PX) return 'density';
  if (packetsPerSecond > MAX_DRAWN_PACKETS_PER_SECOND) return 'streaks';
  if (packetsPerSecond < MIN_STREAKED_PACKETS_PER_SECOND) return 'packets';
  return previousDetail === 'streaks' ? 'streaks' : 'packets';
}
