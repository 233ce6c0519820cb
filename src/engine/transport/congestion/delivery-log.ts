/**
 * The times at which each segment was sent and delivered. Each ACK gives a sample of the round trip and of the delivery
 * rate.
 * Source: draft-cheng-iccrg-delivery-rate-estimation-00, sections 2 and 3, whose names are given in brackets.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { copyIntoGrown } from '../../numbers/grown-array.ts';
import { MAX_SACK_BLOCKS, type PacketPool } from '../../packets/packet.ts';
import type { SequenceRanges } from '../sequence-ranges.ts';

/**
 * Flags of a segment: it was sent again, so its round trip is not known; its delivery was counted; it was sent while
 * the application had no more data; its last transmission was counted as lost.
 */
const SegmentFlag = { retransmitted: 1, counted: 2, applicationLimited: 4, lost: 8 } as const;

/** The values of a connection that the log reads (described in control.ts). */
interface LoggedConnection {
  readonly nowNs: number;
  readonly highestSent: number;
  readonly highestAcked: number;
  readonly congestionWindow: number;
  readonly isApplicationLimited: boolean;
}

/** A control that is told of restarts and of each lost segment. */
export interface DeliveryListener {
  /** A segment is sent after a pause in which the application had no data. Nothing is in flight. */
  onRestart(): void;
  /** The losses that an ACK shows count after this ACK, not before it. */
  readonly countsLossesLate?: boolean;
  /**
   * A transmission counts as lost. Called before `onDelivery`, or after it (`countsLossesLate`), and after `onTimeout`.
   * @param txInFlight segments in flight just after it was sent, with it [P.tx_in_flight]
   * @param lostSinceSent segments lost since it was sent, with it [C.lost - P.lost]
   */
  onSegmentLost(sequence: number, txInFlight: number, lostSinceSent: number, isApplicationLimited: boolean): void;
}

/** The sample of the present ACK, and the counts of the connection, as a congestion control reads them. */
export interface Deliveries {
  /** Segments delivered on the connection so far [C.delivered]. */
  readonly deliveredSegments: number;
  /** Number of segments that the present ACK reports. */
  readonly newlyDeliveredSegments: number;
  /** Round trip of the segment sent last among those of the present ACK that were sent once, ns; -1 without one. */
  readonly rttNs: number;
  /**
   * For the last sent segment of the present ACK: number of delivered segments when it was sent [rs.prior_delivered].
   */
  readonly priorDeliveredSegments: number;
  /** The last sent segment of the present ACK was sent while the application had no more data [rs.is_app_limited]. */
  readonly isSampleApplicationLimited: boolean;
  /**
   * For that segment: segments in flight just after it was sent, with it, and segments lost since [rs.tx_in_flight,
   * rs.lost], with those that the present ACK shows, unless they count after it. Only logs with a listener count them.
   */
  readonly txInFlight: number;
  readonly lostSinceSent: number;
  /** Segments in flight before the present ACK, and segments that it has shown to be lost. */
  readonly priorInFlight: number;
  readonly lostSegments: number;
  /** Without SACK: number of segments that duplicate ACKs have reported and that are not yet acknowledged in order. */
  readonly duplicateAckCount: number;
  /** Since the last sample, data was sent after a pause in which the application had no data. */
  readonly isRestart: boolean;
  /**
   * Time over which `delivered - priorDeliveredSegments` segments were delivered, ns [rs.interval]; 0 without a sample.
   */
  readonly intervalNs: number;
  /**
   * A control calls this function when it limits the amount in flight itself. Until the segments in flight are
   * delivered, samples count as limited by the application [C.app_limited].
   */
  markApplicationLimited(inFlight: number): void;
  /**
   * Whether the window was full since the last call: after some segment it had no room for one more
   * [C.is_cwnd_limited].
   */
  takeFilledWindow(): boolean;
}

/** The log that the sender keeps: it reports each event, and completes the sample at the end of each ACK. */
export class DeliveryLog implements Deliveries {
  deliveredSegments = 0;
  newlyDeliveredSegments = 0;
  rttNs = DOUBLE_ZERO - 1;
  priorDeliveredSegments = DOUBLE_ZERO;
  isSampleApplicationLimited = false;
  priorInFlight = 0;
  lostSegments = 0;
  duplicateAckCount = 0;
  isRestart = false;
  intervalNs = DOUBLE_ZERO;
  txInFlight = DOUBLE_ZERO;
  lostSinceSent = DOUBLE_ZERO;
  protected readonly connection: LoggedConnection;
  private readonly listener: DeliveryListener | undefined;
  /** By segment, modulo their length, which is a power of two. */
  protected sentNs = new Float64Array(16);
  private deliveredSegmentsAtSend = new Float64Array(16);
  private deliveredNsAtSend = new Float64Array(16);
  private firstSentNsAtSend = new Float64Array(16);
  private segmentFlags = new Uint8Array(16);
  /** With a listener: `txInFlight`, and segments lost so far, at the sending. */
  private txInFlightAtSend: Float64Array;
  private lostSegmentsAtSend: Float64Array;
  /** Segments lost on the connection so far [C.lost]. */
  private totalLostSegments = 0;
  /** Segments lost on the connection when the last sent segment of the present ACK was sent [rs.prior_lost]. */
  private priorLostSegments = DOUBLE_ZERO;
  /** Losses of the present ACK that count after it. */
  private lateLosses = 0;
  private hasFilledWindow = false;
  /** [C.delivered_time, C.first_sent_time] */
  private deliveredNs = DOUBLE_ZERO;
  private firstSentNs = DOUBLE_ZERO;
  /**
   * Until this number of segments is delivered, samples are limited by the application [C.app_limited]; 0 otherwise.
   */
  private applicationLimitedUntilSegments = 0;
  private inFlight = 0;
  private lastSentNs = DOUBLE_ZERO - 1;
  private lastFirstSentNs = DOUBLE_ZERO;
  private lastDeliveredNs = DOUBLE_ZERO;

  constructor(connection: LoggedConnection, listener?: DeliveryListener) {
    this.connection = connection;
    this.listener = listener;
    const capacity = listener === undefined ? 0 : 16;
    this.txInFlightAtSend = new Float64Array(capacity);
    this.lostSegmentsAtSend = new Float64Array(capacity);
  }

  /** A segment is sent. Called before it counts as sent. */
  onSent(sequence: number, inFlight: number): void {
    const { connection } = this;
    const { nowNs, highestAcked, highestSent } = connection;
    if (sequence - highestAcked > this.segmentFlags.length) this.grow(highestAcked, highestSent);
    if (inFlight <= 0) {
      this.firstSentNs = nowNs;
      this.deliveredNs = nowNs;
      if (this.applicationLimitedUntilSegments > 0) {
        this.isRestart = true;
        this.listener?.onRestart();
      }
    }
    if (inFlight + 2 > connection.congestionWindow) this.hasFilledWindow = true;
    this.inFlight++;
    const slot = sequence & (this.segmentFlags.length - 1);
    this.sentNs[slot] = nowNs;
    this.deliveredSegmentsAtSend[slot] = this.deliveredSegments;
    this.deliveredNsAtSend[slot] = this.deliveredNs;
    this.firstSentNsAtSend[slot] = this.firstSentNs;
    if (this.listener !== undefined) {
      this.txInFlightAtSend[slot] = inFlight + 1;
      this.lostSegmentsAtSend[slot] = this.totalLostSegments;
    }
    const limitedFlag = this.applicationLimitedUntilSegments > 0 ? SegmentFlag.applicationLimited : 0;
    this.segmentFlags[slot] =
      sequence > highestSent
        ? limitedFlag
        : SegmentFlag.retransmitted | limitedFlag | (this.segmentFlags[slot] & SegmentFlag.counted);
  }

  /** Segments `first` to `last` were acknowledged in order. Segments that duplicate ACKs have reported count once. */
  onAcknowledged(first: number, last: number): void {
    const reportedSegments = Math.min(this.duplicateAckCount, last - first);
    for (let sequence = first; sequence <= last; sequence++) this.countDelivered(sequence);
    this.duplicateAckCount -= reportedSegments;
    this.deliveredSegments -= reportedSegments;
    this.newlyDeliveredSegments -= reportedSegments;
  }

  /** Whether one of these segments was sent again. */
  protected isAnyResent(first: number, last: number): boolean {
    for (let sequence = first; sequence <= last; sequence++)
      if ((this.segmentFlags[this.slotOf(sequence)] & SegmentFlag.retransmitted) !== 0) return true;
    return false;
  }

  protected slotOf(sequence: number): number {
    return sequence & (this.segmentFlags.length - 1);
  }

  /** A duplicate ACK without SACK: some segment behind the first outstanding one has arrived. */
  onDuplicateAck(): void {
    const { highestSent, highestAcked, nowNs } = this.connection;
    if (this.duplicateAckCount >= highestSent - highestAcked - 1) return;
    this.duplicateAckCount++;
    this.deliveredSegments++;
    this.newlyDeliveredSegments++;
    this.deliveredNs = nowNs;
  }

  /** The timer ran out: outstanding segments count as lost, but for those that are still in flight. */
  onTimeout(inFlight: number): void {
    this.reportLosses(this.inFlight - inFlight);
    this.duplicateAckCount = 0;
    this.inFlight = inFlight;
  }

  markApplicationLimited(inFlight: number): void {
    this.applicationLimitedUntilSegments = Math.max(1, this.deliveredSegments + inFlight);
  }

  noteFilledWindow(): void {
    this.hasFilledWindow = true;
  }

  takeFilledWindow(): boolean {
    const { hasFilledWindow } = this;
    this.hasFilledWindow = false;
    return hasFilledWindow;
  }

  /** The SACK blocks of an ACK, before they are added to the scoreboard. */
  onSackBlocks(packets: PacketPool, packet: number, scoreboard: SequenceRanges): void {
    for (let block = 0; block < packets.sackCount[packet]; block++) {
      const offset = 2 * (packet * MAX_SACK_BLOCKS + block);
      const end = packets.options[offset + 1];
      let sequence = Math.max(packets.options[offset], this.connection.highestAcked + 1);
      while (sequence < end) {
        const range = scoreboard.firstEndingAfter(sequence);
        if (range < scoreboard.rangeCount && scoreboard.lowAt(range) <= sequence) sequence = scoreboard.highAt(range);
        else this.countDelivered(sequence++);
      }
    }
  }

  /**
   * Makes the sample of an ACK after it was read; the argument is the number of segments now in flight. False if the
   * ACK reports no delivery.
   */
  finishSample(inFlight: number): boolean {
    const { connection, newlyDeliveredSegments } = this;
    this.priorInFlight = this.inFlight;
    this.lostSegments = Math.max(0, this.inFlight - newlyDeliveredSegments - inFlight);
    this.inFlight = inFlight;
    if (this.listener?.countsLossesLate) this.lateLosses = this.lostSegments;
    else this.reportLosses(this.lostSegments);
    this.lostSinceSent = this.totalLostSegments - this.priorLostSegments;
    if (this.applicationLimitedUntilSegments > 0 && this.deliveredSegments > this.applicationLimitedUntilSegments)
      this.applicationLimitedUntilSegments = 0;
    if (connection.isApplicationLimited && inFlight < connection.congestionWindow)
      this.markApplicationLimited(inFlight);
    if (newlyDeliveredSegments === 0) return false;
    const sendIntervalNs = this.lastSentNs - this.lastFirstSentNs;
    this.intervalNs = this.lastSentNs < 0 ? 0 : Math.max(sendIntervalNs, connection.nowNs - this.lastDeliveredNs);
    return true;
  }

  /** The next ACK begins another sample. */
  resetSample(): void {
    if (this.lateLosses > 0) this.reportLosses(this.lateLosses);
    this.lateLosses = 0;
    if (this.newlyDeliveredSegments > 0) this.isRestart = false;
    this.newlyDeliveredSegments = 0;
    this.rttNs = -1;
    this.lastSentNs = -1;
  }

  private countDelivered(sequence: number): void {
    const slot = sequence & (this.segmentFlags.length - 1);
    const state = this.segmentFlags[slot];
    if ((state & SegmentFlag.counted) !== 0) return;
    this.segmentFlags[slot] = state | SegmentFlag.counted;
    this.deliveredSegments++;
    this.newlyDeliveredSegments++;
    this.deliveredNs = this.connection.nowNs;
    const sentNs = this.sentNs[slot];
    if ((state & SegmentFlag.retransmitted) === 0) {
      const rttNs = this.connection.nowNs - sentNs;
      if (this.rttNs < 0 || rttNs < this.rttNs) this.rttNs = rttNs;
    }
    if (sentNs < this.lastSentNs) return;
    this.lastSentNs = sentNs;
    this.lastFirstSentNs = this.firstSentNsAtSend[slot];
    this.lastDeliveredNs = this.deliveredNsAtSend[slot];
    this.priorDeliveredSegments = this.deliveredSegmentsAtSend[slot];
    this.isSampleApplicationLimited = (state & SegmentFlag.applicationLimited) !== 0;
    this.firstSentNs = sentNs;
    if (this.listener === undefined) return;
    this.txInFlight = this.txInFlightAtSend[slot];
    this.priorLostSegments = this.lostSegmentsAtSend[slot];
  }

  /**
   * Senders know how many segments are in flight, and so how many were lost. Those that were sent first are the lost
   * ones.
   */
  private reportLosses(segments: number): void {
    if (this.listener === undefined) return;
    for (let segment = 0; segment < segments; segment++) {
      const sequence = this.firstSentInFlight();
      if (sequence < 0) return;
      const slot = sequence & (this.segmentFlags.length - 1);
      this.segmentFlags[slot] |= SegmentFlag.lost;
      this.totalLostSegments++;
      this.listener.onSegmentLost(
        sequence,
        this.txInFlightAtSend[slot],
        this.totalLostSegments - this.lostSegmentsAtSend[slot],
        (this.segmentFlags[slot] & SegmentFlag.applicationLimited) !== 0,
      );
    }
  }

  /** The segment sent first among those that were neither delivered nor lost; -1 without one. */
  private firstSentInFlight(): number {
    const { highestAcked, highestSent } = this.connection;
    const mask = this.segmentFlags.length - 1;
    let first = -1;
    for (let sequence = highestAcked + 1; sequence <= highestSent; sequence++) {
      const flags = this.segmentFlags[sequence & mask];
      if ((flags & (SegmentFlag.counted | SegmentFlag.lost)) !== 0) continue;
      if (first < 0 || this.sentNs[sequence & mask] < this.sentNs[first & mask]) first = sequence;
      // Segments that were sent once were sent in the order of their numbers.
      if ((flags & SegmentFlag.retransmitted) === 0) break;
    }
    return first;
  }

  /** Doubles the tables. Outstanding segments move to their places in the larger tables. */
  private grow(highestAcked: number, highestSent: number): void {
    const previousCapacity = this.segmentFlags.length;
    const capacity = 2 * previousCapacity;
    this.sentNs = copyIntoGrown(this.sentNs, new Float64Array(capacity));
    this.deliveredSegmentsAtSend = copyIntoGrown(this.deliveredSegmentsAtSend, new Float64Array(capacity));
    this.deliveredNsAtSend = copyIntoGrown(this.deliveredNsAtSend, new Float64Array(capacity));
    this.firstSentNsAtSend = copyIntoGrown(this.firstSentNsAtSend, new Float64Array(capacity));
    this.segmentFlags = copyIntoGrown(this.segmentFlags, new Uint8Array(capacity));
    if (this.listener !== undefined) {
      this.txInFlightAtSend = copyIntoGrown(this.txInFlightAtSend, new Float64Array(capacity));
      this.lostSegmentsAtSend = copyIntoGrown(this.lostSegmentsAtSend, new Float64Array(capacity));
    }
    for (let sequence = highestAcked + 1; sequence <= highestSent; sequence++) {
      const to = sequence & (capacity - 1);
      const from = sequence & (previousCapacity - 1);
      if (to === from) continue;
      this.sentNs[to] = this.sentNs[from];
      this.deliveredSegmentsAtSend[to] = this.deliveredSegmentsAtSend[from];
      this.deliveredNsAtSend[to] = this.deliveredNsAtSend[from];
      this.firstSentNsAtSend[to] = this.firstSentNsAtSend[from];
      this.segmentFlags[to] = this.segmentFlags[from];
      if (this.listener === undefined) continue;
      this.txInFlightAtSend[to] = this.txInFlightAtSend[from];
      this.lostSegmentsAtSend[to] = this.lostSegmentsAtSend[from];
    }
  }
}
