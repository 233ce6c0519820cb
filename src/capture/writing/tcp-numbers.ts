/**
 * Sequence numbers of a TCP flow in bytes, starting at an initial sequence number. The model counts segments from 0.
 * Segment 0 is the SYN.
 */
import { MAX_SACK_BLOCKS, type PacketPool } from '../../engine/packets/packet.ts';
import type { TcpValues } from '../../engine/transport/tcp-parameters.ts';
import { timestampAt } from '../../engine/transport/timestamps.ts';
import type { HandshakeOptions } from '../headers.ts';

/** Initial sequence number of both sides of every connection, which is easy to subtract. */
const INITIAL_SEQUENCE = 1_000;
const SEQUENCE_MODULUS = 2 ** 32;
/** Largest window scale (RFC 7323 section 2.3). */
const MAX_SHIFT = 14;
/** The sender's own window: no data is sent to the sender. */
const SENDER_WINDOW = 65_535;

/** The shared values of all connections of a class. */
export class TcpNumbers {
  readonly segmentBytes: number;
  /** Bytes of options in the model's headers. */
  readonly optionBytes: number;
  readonly hasTimestamps: boolean;
  private readonly clockGranularityMs: number;
  /** The SYN's options; those of the SYN-ACK differ by the scale of the window. */
  readonly syn: HandshakeOptions;
  readonly synAck: HandshakeOptions;
  readonly senderWindow = SENDER_WINDOW;
  /** Receiver's window: the value in a SYN-ACK, and the scaled value. */
  readonly synAckWindow: number;
  readonly receiverWindow: number;

  constructor(values: TcpValues) {
    const { segmentBytes, headerBytes, variant, windowPackets } = values;
    this.segmentBytes = segmentBytes;
    this.hasTimestamps = values.timestamps;
    this.clockGranularityMs = values.clockGranularityMs;
    this.optionBytes = headerBytes - 40;
    const bytes = windowPackets * segmentBytes;
    let shift = 0;
    let unit = 1;
    for (; shift < MAX_SHIFT && bytes > 0xffff * unit; shift++) unit *= 2;
    // Rounded up, so that a sender never exceeds it.
    this.receiverWindow = Math.min(0xffff, Math.ceil(bytes / unit));
    this.synAckWindow = Math.min(0xffff, bytes);
    const commonOptions = {
      maximumSegmentSize: segmentBytes,
      isSackPermitted: variant === 'sack' || variant === 'rack',
    };
    this.syn = { ...commonOptions, windowShift: 0 };
    this.synAck = { ...commonOptions, windowShift: shift };
  }

  /** The timestamp of a time, ns; 0 without the option. */
  timestampAt(ns: number): number {
    return this.hasTimestamps ? timestampAt(ns, this.clockGranularityMs) : 0;
  }

  /** Sequence number of the first byte of a segment. */
  firstByte(segment: number): number {
    const bytes = segment === 0 ? 0 : 1 + (segment - 1) * this.segmentBytes;
    return (INITIAL_SEQUENCE + bytes) % SEQUENCE_MODULUS;
  }

  /** Sequence number of the receiver's side, before and after its SYN-ACK. */
  receiverByte(isAfterHandshake: boolean): number {
    return INITIAL_SEQUENCE + (isAfterHandshake ? 1 : 0);
  }

  /**
   * Edges of an ACK's SACK blocks.
   * @param edges is overwritten with them
   */
  sackEdges(packets: PacketPool, packet: number, edges: number[]): number[] {
    const count = 2 * packets.sackCount[packet];
    edges.length = count;
    for (let edge = 0; edge < count; edge++)
      edges[edge] = this.firstByte(packets.options[2 * packet * MAX_SACK_BLOCKS + edge]);
    return edges;
  }
}
