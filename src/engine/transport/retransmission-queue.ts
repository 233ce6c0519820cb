/**
 * The outstanding segments of a connection: when each was last sent, and what is known of it. Those that may still
 * arrive are also in a list, in the order in which they were last sent. Source: RFC 8985, section 5.2 (data per
 * segment), whose names are given in brackets.
 */
import { copyIntoGrown } from '../numbers/grown-array.ts';

/** Bits of the state of a segment. */
export const SegmentState = {
  /** Acknowledged selectively. */
  sacked: 1,
  /** Taken to be lost [Segment.lost]. */
  lost: 2,
  /** Its newest retransmission may still arrive. */
  resentInFlight: 4,
  /** Sent more than once [Segment.retransmitted]. */
  resent: 8,
} as const;

/** The bits above hold the rule that has found the loss (`SendRule`). */
const RULE_SHIFT = 4;
const STATE_MASK = (1 << RULE_SHIFT) - 1;

const NONE = -1;
const INITIAL_CAPACITY = 16;

/** The state of each outstanding segment of one connection, and their order of sending. */
export class RetransmissionQueue {
  /** Segments that are taken to be lost, whether they were sent again or not. */
  lostCount = 0;
  /** Retransmissions that may still arrive. */
  resentInFlightCount = 0;
  /** The segment of the list that was sent first; -1 if the list is empty. */
  firstSent = NONE;
  private lastSent = NONE;
  /** By segment, modulo their length, which is a power of two. */
  private sentNs = new Float64Array(INITIAL_CAPACITY);
  private states = new Uint8Array(INITIAL_CAPACITY);
  /** Segments that were sent before and after; -1 at the ends of the list. */
  private segmentBefore = new Int32Array(INITIAL_CAPACITY);
  private segmentAfter = new Int32Array(INITIAL_CAPACITY);
  /** No segment below it is lost and waits for its retransmission. */
  private firstToResend = 0;

  /** Lost segments that were not yet sent again. */
  get toResendCount(): number {
    return this.lostCount - this.resentInFlightCount;
  }

  stateOf(segment: number): number {
    return this.states[segment & (this.states.length - 1)] & STATE_MASK;
  }

  /** The rule that has found its last loss. */
  ruleOf(segment: number): number {
    return this.states[segment & (this.states.length - 1)] >> RULE_SHIFT;
  }

  sentNsOf(segment: number): number {
    return this.sentNs[segment & (this.states.length - 1)];
  }

  /** The segment of the list that was sent next after `segment`; -1 after the last. */
  sentAfter(segment: number): number {
    return this.segmentAfter[segment & (this.states.length - 1)];
  }

  /** A new segment was sent. `highestAcked` is the highest one that is not outstanding any more. */
  addNew(segment: number, nowNs: number, highestAcked: number): void {
    if (segment - highestAcked > this.states.length) this.grow(highestAcked, segment - 1);
    const slot = segment & (this.states.length - 1);
    this.sentNs[slot] = nowNs;
    this.states[slot] = 0;
    this.append(segment, slot);
  }

  /** An outstanding segment was sent again. */
  addResent(segment: number, nowNs: number): void {
    const slot = segment & (this.states.length - 1);
    const state = this.states[slot];
    // A probe repeats a segment that may still arrive.
    if ((state & (SegmentState.lost | SegmentState.resentInFlight)) !== SegmentState.lost) this.unlink(slot);
    if ((state & SegmentState.lost) === 0) this.lostCount++;
    if ((state & SegmentState.resentInFlight) === 0) this.resentInFlightCount++;
    this.states[slot] = state | SegmentState.lost | SegmentState.resentInFlight | SegmentState.resent;
    this.sentNs[slot] = nowNs;
    this.append(segment, slot);
  }

  /** The segment is taken to be lost, as `rule` has found: it did not arrive within the time that it may take. */
  markLost(segment: number, rule: number): void {
    const slot = segment & (this.states.length - 1);
    const state = this.states[slot];
    const isWaiting = (state & (SegmentState.lost | SegmentState.resentInFlight)) === SegmentState.lost;
    if (isWaiting || (state & SegmentState.sacked) !== 0) return;
    this.unlink(slot);
    if ((state & SegmentState.lost) === 0) this.lostCount++;
    if ((state & SegmentState.resentInFlight) !== 0) this.resentInFlightCount--;
    this.states[slot] =
      (state & (SegmentState.resent | SegmentState.sacked)) | SegmentState.lost | (rule << RULE_SHIFT);
    if (segment < this.firstToResend) this.firstToResend = segment;
  }

  /** The segment has arrived: acknowledged in order, or selectively. */
  deliver(segment: number): void {
    const slot = segment & (this.states.length - 1);
    const state = this.states[slot];
    if ((state & SegmentState.sacked) !== 0) return;
    if ((state & (SegmentState.lost | SegmentState.resentInFlight)) !== SegmentState.lost) this.unlink(slot);
    if ((state & SegmentState.lost) !== 0) this.lostCount--;
    if ((state & SegmentState.resentInFlight) !== 0) this.resentInFlightCount--;
    this.states[slot] = (state & SegmentState.resent) | SegmentState.sacked;
  }

  /** The first lost segment that was not yet sent again, up to `highestSent`; -1 without one. */
  nextToResend(highestAcked: number, highestSent: number): number {
    if (this.toResendCount === 0) return NONE;
    let segment = Math.max(this.firstToResend, highestAcked + 1);
    while (
      segment <= highestSent &&
      (this.stateOf(segment) & (SegmentState.lost | SegmentState.resentInFlight)) !== SegmentState.lost
    )
      segment++;
    this.firstToResend = segment;
    return segment <= highestSent ? segment : NONE;
  }

  /** The losses were none: all outstanding segments may still arrive. */
  forgetLosses(highestAcked: number, highestSent: number): void {
    const inFlight: number[] = [];
    for (let segment = highestAcked + 1; segment <= highestSent; segment++) {
      const slot = segment & (this.states.length - 1);
      if ((this.states[slot] & SegmentState.sacked) !== 0) continue;
      this.states[slot] &= SegmentState.resent;
      inFlight.push(segment);
    }
    this.lostCount = 0;
    this.resentInFlightCount = 0;
    this.firstSent = NONE;
    this.lastSent = NONE;
    inFlight.sort((a, b) => this.sentNsOf(a) - this.sentNsOf(b) || a - b);
    for (const segment of inFlight) this.append(segment, segment & (this.states.length - 1));
  }

  private append(segment: number, slot: number): void {
    this.segmentBefore[slot] = this.lastSent;
    this.segmentAfter[slot] = NONE;
    if (this.lastSent === NONE) this.firstSent = segment;
    else this.segmentAfter[this.lastSent & (this.states.length - 1)] = segment;
    this.lastSent = segment;
  }

  private unlink(slot: number): void {
    const previousSegment = this.segmentBefore[slot];
    const nextSegment = this.segmentAfter[slot];
    if (previousSegment === NONE) this.firstSent = nextSegment;
    else this.segmentAfter[previousSegment & (this.states.length - 1)] = nextSegment;
    if (nextSegment === NONE) this.lastSent = previousSegment;
    else this.segmentBefore[nextSegment & (this.states.length - 1)] = previousSegment;
  }

  /** Doubles the tables. Outstanding segments move to their places in the larger tables. */
  private grow(highestAcked: number, highestSent: number): void {
    const previousCapacity = this.states.length;
    const capacity = 2 * previousCapacity;
    this.sentNs = copyIntoGrown(this.sentNs, new Float64Array(capacity));
    this.states = copyIntoGrown(this.states, new Uint8Array(capacity));
    this.segmentBefore = copyIntoGrown(this.segmentBefore, new Int32Array(capacity));
    this.segmentAfter = copyIntoGrown(this.segmentAfter, new Int32Array(capacity));
    for (let segment = highestAcked + 1; segment <= highestSent; segment++) {
      const to = segment & (capacity - 1);
      const from = segment & (previousCapacity - 1);
      this.sentNs[to] = this.sentNs[from];
      this.states[to] = this.states[from];
      this.segmentBefore[to] = this.segmentBefore[from];
      this.segmentAfter[to] = this.segmentAfter[from];
    }
  }
}
