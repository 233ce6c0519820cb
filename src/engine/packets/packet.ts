/**
 * Packets are stored in a pool of typed arrays and identified by their index, so a run allocates nothing per packet. An
 * index is valid from `allocate` to `free`. `serial` identifies a packet permanently.
 */

import { copyIntoGrown } from '../numbers/grown-array.ts';

/** A full packet on Ethernet, for packets of unknown size, bytes. */
export const FULL_PACKET_BYTES = 1500;

/** Bits of `flags`. */
export const PacketFlag = {
  /** ECN-capable transport (RFC 3168), ECT(0) or ECT(1): may be marked instead of dropped. */
  ect: 1,
  /** Congestion experienced: marked by a router. */
  ce: 2,
  /** ECN echo: on an ACK, or on a SYN that asks for ECN. */
  ece: 4,
  /** Congestion window reduced. */
  cwr: 8,
  syn: 16,
  ack: 32,
  retransmission: 64,
  /** The colour of ABE for short delay. A packet of ABE without this flag is blue. */
  green: 128,
  /**
   * In addition to `ect`: the packet is ECT(1), so its sender reacts to marks as L4S requires (RFC 9331). CE does not
   * erase this flag.
   */
  ect1: 256,
} as const;

/** Why TCP sent a segment: in order, or again by a rule of loss recovery. */
export const SendRule = {
  inOrder: 0,
  duplicateAcks: 1,
  rackTime: 2,
  reorderingTimer: 3,
  probe: 4,
  timeout: 5,
} as const;

/** The content of a packet: data without frames, or a part of a video frame of this kind. */
export const VideoFrameKind = { none: 0, intra: 1, predicted: 2, bidirectional: 3 } as const;

/** Letters of the kinds of video frames, in the order of `VideoFrameKind`. */
export const VIDEO_FRAME_LETTERS = '-IPB';

/** Bits of `framePart`: the first or the last packet of a video frame. */
export const VideoFrameBoundary = { first: 1, last: 2 } as const;

/**
 * Bits of `cellFlags`, for packets that travel in cells: above the guaranteed rate (CLP = 1); some of its cells are
 * lost.
 */
export const CellFlag = { tagged: 1, broken: 2 } as const;

/** SACK blocks that fit an ACK (RFC 2018: 4 without timestamps; ns-2 reports 3). */
export const MAX_SACK_BLOCKS = 4;

/**
 * Numbers that a packet can hold as options: pairs of SACK blocks, or the values that TFRC's sender and receiver
 * exchange.
 */
export const OPTION_STRIDE = 2 * MAX_SACK_BLOCKS;

/** Numbers that can be read by index. */
interface Column {
  readonly [packet: number]: number;
}

/**
 * The packets, as a policy can read them. It can write only `next` of a packet that waits: the link of its own queues.
 */
export interface PacketColumns
  extends Readonly<
    Record<
      | 'serial'
      | 'bytes'
      | 'countedBytes'
      | 'flow'
      | 'classIndex'
      | 'sequence'
      | 'flags'
      | 'frameKind'
      | 'frame'
      | 'framePart'
      | 'bornNs'
      | 'arrivedNs'
      | 'sackCount'
      | 'options',
      Column
    >
  > {
  /** Packets that the columns have room for. */
  readonly capacity: number;
  readonly next: Int32Array;
}

/** The glyph variant of ACKs and other answers, which wait in a queue only where the link has two. */
export const ANSWER_GLYPH_VARIANT = 3;

/** All packets of a run, by index. It grows if more are in flight than ever before. */
export class PacketPool implements PacketColumns {
  capacity: number;
  /**
   * Packets may carry frames of video, or travel in cells: set before the first packet. Otherwise nobody touches the
   * columns for these, which a processor's cache then need not hold.
   */
  hasFrames = false;
  hasCells = false;
  /** Packets alive now. */
  livePacketCount = 0;
  /** Packets made so far: the next serial number. */
  allocatedCount = 0;
  serial: Float64Array;
  /** Bytes on the wire. */
  bytes: Int32Array;
  /** Bytes that count as throughput (see Scenario.accounting). */
  countedBytes: Int32Array;
  flow: Int32Array;
  classIndex: Uint8Array;
  /** Segment number of data; cumulative acknowledgement (last segment in order) of an ACK. */
  sequence: Int32Array;
  flags: Uint16Array;
  /** Kind of the video frame that it belongs to, the frame's number in its flow, and whether it begins or ends it. */
  frameKind: Uint8Array;
  frame: Int32Array;
  framePart: Uint8Array;
  cellFlags: Uint8Array;
  /** Part of `bytes` that was not sent, because a cell of the packet found no room. */
  lostBytes: Int32Array;
  /** Time at which its source sent it, ns. */
  bornNs: Float64Array;
  /** Time at which it reached the port, ns. */
  arrivedNs: Float64Array;
  /** Next packet in the list that holds it (free list, FIFO ...), or -1. */
  next: Int32Array;
  /**
   * For an ACK: number of packets with CE that its receiver has counted on the connection (RFC 9768 sends its lowest
   * bits).
   */
  ceCount: Int32Array;
  sackCount: Uint8Array;
  /** `SendRule` of a segment of TCP. */
  sendRule: Uint8Array;
  /**
   * Options of a packet, OPTION_STRIDE numbers for each packet. An ACK of TCP: SACK blocks [left, right) in
   * pairs. TFRC (sources/adaptive/adaptive.ts): a round-trip time, or a report.
   */
  options: Int32Array;
  private freeHead = -1;

  constructor(capacity = 1024) {
    this.capacity = 0;
    this.serial = new Float64Array(0);
    this.bytes = new Int32Array(0);
    this.countedBytes = new Int32Array(0);
    this.flow = new Int32Array(0);
    this.classIndex = new Uint8Array(0);
    this.sequence = new Int32Array(0);
    this.flags = new Uint16Array(0);
    this.frameKind = new Uint8Array(0);
    this.frame = new Int32Array(0);
    this.framePart = new Uint8Array(0);
    this.cellFlags = new Uint8Array(0);
    this.lostBytes = new Int32Array(0);
    this.bornNs = new Float64Array(0);
    this.arrivedNs = new Float64Array(0);
    this.next = new Int32Array(0);
    this.ceCount = new Int32Array(0);
    this.sackCount = new Uint8Array(0);
    this.sendRule = new Uint8Array(0);
    this.options = new Int32Array(0);
    this.grow(capacity);
  }

  /** Takes a packet out of the pool. It has no flags, SACK blocks or frame; the caller must set the other fields. */
  allocate(): number {
    if (this.freeHead < 0) this.grow(this.capacity * 2);
    const packet = this.freeHead;
    this.freeHead = this.next[packet];
    this.next[packet] = -1;
    this.flags[packet] = 0;
    this.sackCount[packet] = 0;
    if (this.hasFrames) this.frameKind[packet] = VideoFrameKind.none;
    if (this.hasCells) this.clearCells(packet);
    this.serial[packet] = this.allocatedCount++;
    this.livePacketCount++;
    return packet;
  }

  free(packet: number): void {
    this.next[packet] = this.freeHead;
    this.freeHead = packet;
    this.livePacketCount--;
  }

  /** Some of its cells are lost. */
  isBroken(packet: number): boolean {
    return this.hasCells && (this.cellFlags[packet] & CellFlag.broken) !== 0;
  }

  private clearCells(packet: number): void {
    this.cellFlags[packet] = 0;
    this.lostBytes[packet] = 0;
  }

  /** The glyph of a packet within its class: the kind of its frame, 1 for green packets, 2 for tagged ones. */
  glyphVariantOf(packet: number): number {
    const taggedBit = (this.cellFlags[packet] & CellFlag.tagged) === 0 ? 0 : 2;
    const flags = this.flags[packet];
    const greenBit = (flags & PacketFlag.green) === 0 ? 0 : 1;
    const answerBits = (flags & PacketFlag.ack) === 0 ? 0 : ANSWER_GLYPH_VARIANT;
    return this.frameKind[packet] | greenBit | taggedBit | answerBits;
  }

  private grow(capacity: number): void {
    const previousCapacity = this.capacity;
    this.capacity = capacity;
    this.serial = copyIntoGrown(this.serial, new Float64Array(capacity));
    this.bytes = copyIntoGrown(this.bytes, new Int32Array(capacity));
    this.countedBytes = copyIntoGrown(this.countedBytes, new Int32Array(capacity));
    this.flow = copyIntoGrown(this.flow, new Int32Array(capacity));
    this.classIndex = copyIntoGrown(this.classIndex, new Uint8Array(capacity));
    this.sequence = copyIntoGrown(this.sequence, new Int32Array(capacity));
    this.flags = copyIntoGrown(this.flags, new Uint16Array(capacity));
    this.frameKind = copyIntoGrown(this.frameKind, new Uint8Array(capacity));
    this.frame = copyIntoGrown(this.frame, new Int32Array(capacity));
    this.framePart = copyIntoGrown(this.framePart, new Uint8Array(capacity));
    this.cellFlags = copyIntoGrown(this.cellFlags, new Uint8Array(capacity));
    this.lostBytes = copyIntoGrown(this.lostBytes, new Int32Array(capacity));
    this.bornNs = copyIntoGrown(this.bornNs, new Float64Array(capacity));
    this.arrivedNs = copyIntoGrown(this.arrivedNs, new Float64Array(capacity));
    this.next = copyIntoGrown(this.next, new Int32Array(capacity));
    this.ceCount = copyIntoGrown(this.ceCount, new Int32Array(capacity));
    this.sackCount = copyIntoGrown(this.sackCount, new Uint8Array(capacity));
    this.sendRule = copyIntoGrown(this.sendRule, new Uint8Array(capacity));
    this.options = copyIntoGrown(this.options, new Int32Array(capacity * OPTION_STRIDE));
    for (let packet = capacity - 1; packet >= previousCapacity; packet--) {
      this.next[packet] = this.freeHead;
      this.freeHead = packet;
    }
  }
}
