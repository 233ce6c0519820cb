/**
 * The round trips and the acknowledged bytes of the TCP connections in a capture, from the place where it was made.
 * Sources: RFC 9293 (sequence numbers), RFC 6298 section 3 (no round trip of a segment that was sent twice), RFC 7323
 * (timestamps).
 */
import { required } from '../shared/required.ts';
import type { ReadPacket } from './capture-reader.ts';
import { TcpFlag } from './headers.ts';
import { TCP_PROTOCOL } from './ip-packets.ts';

const FIN_FLAG = 1;
/** Kind and length of options. */
const TIMESTAMPS_OPTION = [8, 10] as const;
const SEGMENT_SIZE_OPTION = [2, 4] as const;
const MIN_TCP_HEADER_BYTES = 20;

/** Called with a round trip that ends now, s. */
type OnRoundTrip = (seconds: number) => void;

interface SentSegment {
  /** Sequence number behind its last byte, without turns. */
  readonly end: number;
  readonly seconds: number;
}

/**
 * One direction of a connection: its data, and the ACKs that come back. Numbers count from the first one that was seen.
 */
export class CapturedStream {
  /** Number of bytes that were seen for the first time, and of those that ACKs cover. */
  newBytes = 0;
  ackedBytes = 0;
  dataSegments = 0;
  resentSegments = 0;
  longestPayload = 0;
  firstDataSeconds = Number.NaN;
  lastDataSeconds = Number.NaN;
  private firstSequence: number | undefined;
  private nextNumber = 0;
  private acked = 0;
  /** A SYN at the beginning has a number, but is no byte. */
  private synNumbers = 0;
  private finNumber = Number.POSITIVE_INFINITY;
  private segments: SentSegment[] = [];
  /** Segments of the list that ACKs cover. */
  private segmentsBefore = 0;
  /** Round trips of segments up to this number are not clear: the ACK can be that of another segment. */
  private unclearEnd = 0;
  private readonly stamps: { readonly stamp: number; readonly seconds: number }[] = [];
  private stampsBefore = 0;
  private latestStamp: number | undefined;
  private latestEcho: number | undefined;

  /** @param sequence of its first byte, of 32 bits */
  addSegment(sequence: number, payloadBytes: number, flags: number, seconds: number): void {
    const isSyn = (flags & TcpFlag.syn) !== 0;
    const numbers = payloadBytes + (isSyn ? 1 : 0) + ((flags & FIN_FLAG) !== 0 ? 1 : 0);
    if (numbers === 0) return;
    if (this.firstSequence === undefined) {
      this.firstSequence = sequence;
      this.synNumbers = isSyn ? 1 : 0;
    }
    const start = this.unwrapped(sequence);
    const end = start + numbers;
    if ((flags & FIN_FLAG) !== 0) this.finNumber = end - 1;
    if (payloadBytes > 0) {
      this.dataSegments++;
      this.longestPayload = Math.max(this.longestPayload, payloadBytes);
      if (Number.isNaN(this.firstDataSeconds)) this.firstDataSeconds = seconds;
      this.lastDataSeconds = seconds;
    }
    // Below the highest number: sent again, or out of order. ACKs of all that is on its way can be those of this
    // segment.
    if (start < this.nextNumber) {
      this.unclearEnd = this.nextNumber;
      if (payloadBytes > 0) this.resentSegments++;
    }
    if (end <= this.nextNumber) return;
    this.newBytes += Math.min(payloadBytes, end - this.nextNumber);
    this.segments.push({ end, seconds });
    if (start < this.nextNumber) this.unclearEnd = end;
    this.nextNumber = end;
  }

  /** @param acknowledgement of 32 bits, from the other side */
  addAck(acknowledgement: number, seconds: number, onRoundTrip: OnRoundTrip): void {
    if (this.firstSequence === undefined) return;
    const ack = this.unwrapped(acknowledgement);
    if (ack <= this.acked || ack > this.nextNumber) return;
    let last: SentSegment | undefined;
    while (this.segmentsBefore < this.segments.length) {
      const segment = required(this.segments[this.segmentsBefore]);
      if (segment.end > ack) break;
      last = segment;
      this.segmentsBefore++;
    }
    if (this.segmentsBefore > this.segments.length / 2 && this.segmentsBefore > MAX_OLD_ENTRIES) {
      this.segments = this.segments.slice(this.segmentsBefore);
      this.segmentsBefore = 0;
    }
    const isClear = this.acked >= this.unclearEnd;
    this.acked = ack;
    this.ackedBytes = Math.min(ack, this.finNumber) - this.synNumbers;
    if (last?.end === ack && isClear) onRoundTrip(seconds - last.seconds);
  }

  /** The time of a stamp is that of the first packet with it. */
  addStamp(stamp: number, seconds: number): void {
    if (this.latestStamp !== undefined && difference(stamp, this.latestStamp) <= 0) return;
    this.latestStamp = stamp;
    this.stamps.push({ stamp, seconds });
  }

  /** The first packet that returns a stamp ends its round trip. */
  addEcho(echo: number, seconds: number, onRoundTrip: OnRoundTrip): void {
    if (this.latestEcho !== undefined && difference(echo, this.latestEcho) <= 0) return;
    while (this.stampsBefore < this.stamps.length) {
      const { stamp, seconds: sentSeconds } = required(this.stamps[this.stampsBefore]);
      const tickDifference = difference(stamp, echo);
      if (tickDifference > 0) break;
      this.stampsBefore++;
      if (tickDifference === 0) {
        this.latestEcho = echo;
        onRoundTrip(seconds - sentSeconds);
      }
    }
    if (this.stampsBefore > MAX_OLD_ENTRIES) {
      this.stamps.splice(0, this.stampsBefore);
      this.stampsBefore = 0;
    }
  }

  /** A number of 32 bits without turns, nearest to the highest one so far. */
  private unwrapped(sequence: number): number {
    return this.nextNumber + difference(sequence, required(this.firstSequence) + this.nextNumber);
  }
}

/** Entries that are kept behind the present ones before they are removed. */
const MAX_OLD_ENTRIES = 4_096;

/** The difference of two numbers of 32 bits, from -2^31 on. */
const difference = (a: number, b: number): number => (a - b) | 0;

/** A TCP segment of a capture. */
export interface CapturedSegment {
  readonly sequence: number;
  readonly acknowledgement: number | undefined;
  readonly flags: number;
  readonly payloadBytes: number;
  /** Timestamps of RFC 7323. */
  readonly stamp: number | undefined;
  readonly echo: number | undefined;
  /** The longest payload and options that its sender takes, in a SYN. */
  readonly acceptedBytes: number | undefined;
}

/** The TCP segment of a packet; undefined if it is none, or if its header is not captured. */
export function readCapturedSegment({ view, ip, ipOffset, end, ipBytes }: ReadPacket): CapturedSegment | undefined {
  const at = ip.transport;
  if (ip.protocol !== TCP_PROTOCOL || at < 0 || ip.fragmentId !== undefined || at + MIN_TCP_HEADER_BYTES > end)
    return undefined;
  const headerBytes = (view.getUint8(at + 12) >> 4) * 4;
  const payloadBytes = ipBytes - (at - ipOffset) - headerBytes;
  if (headerBytes < MIN_TCP_HEADER_BYTES || payloadBytes < 0) return undefined;
  const flags = view.getUint8(at + 13);
  const options = [at + MIN_TCP_HEADER_BYTES, Math.min(end, at + headerBytes)] as const;
  const stamps = optionAt(view, ...options, TIMESTAMPS_OPTION);
  const size = (flags & TcpFlag.syn) === 0 ? undefined : optionAt(view, ...options, SEGMENT_SIZE_OPTION);
  const isAck = (flags & TcpFlag.ack) !== 0;
  return {
    sequence: view.getUint32(at + 4),
    acknowledgement: isAck ? view.getUint32(at + 8) : undefined,
    flags,
    payloadBytes,
    stamp: stamps === undefined ? undefined : view.getUint32(stamps),
    echo: isAck && stamps !== undefined ? view.getUint32(stamps + 4) : undefined,
    acceptedBytes: size === undefined ? undefined : view.getUint16(size),
  };
}

/** The place of the content of an option; undefined without it. */
function optionAt(
  view: DataView,
  from: number,
  end: number,
  [soughtKind, soughtBytes]: readonly [kind: number, bytes: number],
): number | undefined {
  for (let offset = from; offset < end; ) {
    const kind = view.getUint8(offset);
    if (kind === 0) return undefined;
    if (kind === 1) {
      offset++;
      continue;
    }
    const length = offset + 1 < end ? view.getUint8(offset + 1) : 0;
    if (length < 2 || offset + length > end) return undefined;
    if (kind === soughtKind && length === soughtBytes) return offset + 2;
    offset += length;
  }
  return undefined;
}
