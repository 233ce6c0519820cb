/**
 * The data of a QUIC sender, in segments that fill a packet each: which have arrived, and which are to be sent again in
 * new packets. Source: RFC 9000, section 13.3.
 */
import { copyIntoGrown } from '../../numbers/grown-array.ts';

/**
 * Bits of the state of a segment: it was acknowledged; it waits to be sent again. The bits above are the rule
 * (`SendRule`).
 */
const ACKNOWLEDGED = 1;
const WAITS = 2;
const RULE_SHIFT = 2;

/** The segments of one stream from the first unacknowledged one on, in a ring that grows. */
export class StreamData {
  /** First segment that was not acknowledged. */
  first = 0;
  /** First segment that was not sent. */
  next = 0;
  /** By segment, modulo their length, which is a power of two. */
  private states = new Uint8Array(16);
  /** Segments to be sent again, in the order of their losses: a ring, whose length is that of the states. */
  private waitingSegments = new Int32Array(16);
  private waitingStart = 0;
  private waitingCount = 0;

  /**
   * Takes a segment that was not sent before.
   * @returns its number
   */
  takeNew(): number {
    if (this.next - this.first >= this.states.length) this.grow();
    this.states[this.next & (this.states.length - 1)] = 0;
    return this.next++;
  }

  acknowledge(segment: number): void {
    if (segment < this.first) return;
    const mask = this.states.length - 1;
    this.states[segment & mask] |= ACKNOWLEDGED;
    while (this.first < this.next && (this.states[this.first & mask] & ACKNOWLEDGED) !== 0) this.first++;
  }

  isAcknowledged(segment: number): boolean {
    return segment < this.first || (this.states[segment & (this.states.length - 1)] & ACKNOWLEDGED) !== 0;
  }

  /** A packet with this segment was lost: it is sent again, if no other packet has delivered it. */
  lose(segment: number, rule: number): void {
    if (this.isAcknowledged(segment)) return;
    const mask = this.states.length - 1;
    if ((this.states[segment & mask] & WAITS) !== 0) return;
    this.states[segment & mask] = WAITS | (rule << RULE_SHIFT);
    this.waitingSegments[(this.waitingStart + this.waitingCount++) & mask] = segment;
  }

  /** The next segment to be sent again, which stays in its place; -1 without one. */
  nextLost(): number {
    const mask = this.states.length - 1;
    while (this.waitingCount > 0) {
      const segment = this.waitingSegments[this.waitingStart & mask];
      if (!this.isAcknowledged(segment)) return segment;
      this.dropLost();
    }
    return -1;
  }

  /**
   * Takes the segment of `nextLost`.
   * @returns the rule that has found its loss
   */
  takeLost(): number {
    const mask = this.states.length - 1;
    const segment = this.waitingSegments[this.waitingStart & mask];
    const rule = this.states[segment & mask] >> RULE_SHIFT;
    this.states[segment & mask] &= ~WAITS;
    this.dropLost();
    return rule;
  }

  /** The first segment above `segment` that was sent and not acknowledged; -1 without one. */
  unacknowledgedAfter(segment: number): number {
    for (let other = Math.max(this.first, segment + 1); other < this.next; other++)
      if (!this.isAcknowledged(other)) return other;
    return -1;
  }

  private dropLost(): void {
    this.waitingStart++;
    this.waitingCount--;
  }

  private grow(): void {
    const mask = this.states.length - 1;
    const length = 2 * this.states.length;
    const states = copyIntoGrown(this.states, new Uint8Array(length));
    for (let segment = this.first; segment < this.next; segment++)
      states[segment & (length - 1)] = this.states[segment & mask];
    const waitingSegments = new Int32Array(length);
    for (let index = 0; index < this.waitingCount; index++)
      waitingSegments[index] = this.waitingSegments[(this.waitingStart + index) & mask];
    this.states = states;
    this.waitingSegments = waitingSegments;
    this.waitingStart = 0;
  }
}
