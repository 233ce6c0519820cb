/**
 * The packets that a QUIC sender has sent and whose fate is open. Numbers are never used again. Source: RFC 9002,
 * appendix A.1 [sent_packets].
 */
import { copyIntoGrown } from '../../numbers/grown-array.ts';

/** The fate of a packet. */
export const PacketFate = { open: 0, acknowledged: 1, lost: 2 } as const;

/** The packets of one sender from the first open one on, in a ring that grows. */
export class SentPackets {
  /** Number of the first packet whose fate is open; the next number without one. */
  first = 0;
  /** Number of the next packet. */
  next = 0;
  /** Packets whose fate is open [bytes_in_flight]. */
  openCount = 0;
  /** By packet number, modulo their length, which is a power of two. */
  private sentNs = new Float64Array(16);
  private data = new Int32Array(16);
  private fates = new Uint8Array(16);

  /**
   * @param segment of the data that the packet carries.
   * @returns its number
   */
  add(segment: number, nowNs: number): number {
    if (this.next - this.first >= this.fates.length) this.grow();
    const slot = this.next & (this.fates.length - 1);
    this.sentNs[slot] = nowNs;
    this.data[slot] = segment;
    this.fates[slot] = PacketFate.open;
    this.openCount++;
    return this.next++;
  }

  /** @param number from `first` up to `next`, without `next`, as in all methods */
  sentNsOf(number: number): number {
    return this.sentNs[number & (this.fates.length - 1)];
  }

  segmentOf(number: number): number {
    return this.data[number & (this.fates.length - 1)];
  }

  fateOf(number: number): number {
    return this.fates[number & (this.fates.length - 1)];
  }

  /** @param fate `acknowledged` or `lost`; it was open */
  decide(number: number, fate: number): void {
    this.fates[number & (this.fates.length - 1)] = fate;
    this.openCount--;
  }

  private grow(): void {
    const mask = this.fates.length - 1;
    const length = 2 * this.fates.length;
    this.sentNs = copyIntoGrown(this.sentNs, new Float64Array(length));
    this.data = copyIntoGrown(this.data, new Int32Array(length));
    this.fates = copyIntoGrown(this.fates, new Uint8Array(length));
    for (let number = this.first; number < this.next; number++) {
      const to = number & (length - 1);
      const from = number & mask;
      this.sentNs[to] = this.sentNs[from];
      this.data[to] = this.data[from];
      this.fates[to] = this.fates[from];
    }
  }
}
