/**
 * Reads the packets of a capture file as arrivals: pcap and pcapng, chunk by chunk, so a file is never completely in
 * memory. Sources: draft-ietf-opsawg-pcap (classic format), draft-ietf-opsawg-pcapng sections 3 and 4.
 */
import type { Arrivals } from '../engine/time-lists/arrivals.ts';
import {
  ArrivalsBuilder,
  type ArrivalsLimits,
  DEFAULT_CLASS_ID,
  formatMore,
  MAX_PACKET_BYTES,
  MAX_TIME_NS,
  type ParsedArrivals,
} from '../engine/time-lists/arrivals-csv.ts';
import { joinedBytes } from '../shared/joined-bytes.ts';
import { type CapturedFlow, CapturedFlows, connectionSegmentBytes } from './captured-flows.ts';
import { EcnField, GREEN_DSCP } from './headers.ts';
import { type IpPacket, readIpPacket } from './ip-packets.ts';
import {
  CUT_IP,
  cookedDirection,
  findIpHeader,
  formatLinkType,
  INBOUND,
  isReadableLink,
  NO_IP,
  OUTBOUND,
  READABLE_LINK_TYPES,
} from './link-headers.ts';
import type { ReadDirection } from './options.ts';
import { packetFrames, readSegmentSize, USUAL_FRAME_BYTES } from './super-packets.ts';

/** The problem of a capture; the message names the packet (from 1) or the byte. */
export class CaptureError extends Error {}

const PCAP_MICROSECONDS = 0xa1b2c3d4;
const PCAP_NANOSECONDS = 0xa1b23c4d;
const SECTION_HEADER = 0x0a0d0d0a;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const INTERFACE_DESCRIPTION = 1;
const OLD_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;
const IF_NAME = 2;
const IF_TSRESOL = 9;
const IF_TSOFFSET = 14;
const EPB_FLAGS = 2;
/**
 * A capture that begins in the first hour of 1970 has the times of a simulation, which do not change. Times of other
 * captures are counted from the first packet.
 */
const MAX_SIMULATED_NS = 3_600_000_000_000n;
const NS_PER_SECOND = 1_000_000_000n;
/** No packet is this long. Such a value is not a length. */
const MAX_BLOCK_BYTES = 16 * 2 ** 20;
/** Largest number of interfaces. Without this limit, a small zipped file could fill the memory with interfaces. */
const MAX_INTERFACES = 1_000;
/** Most packets that are read without a limit. More frames of split packets would fill the memory. */
const MAX_READ_PACKETS = 2 ** 24;
/** Most flows of a limited list, also in the direction that is not read. More would fill the memory. */
const MAX_KNOWN_FLOWS = 2 ** 18;
/** Bytes of an interface's name that are read. */
const MAX_NAME_CHARACTERS = 60;
/** Interface of our own captures for packets that arrive at the queue. */
const BEFORE_INTERFACE = 'before';

/** Advice for link types that are not read. */
const MEND_OF_LINKS =
  'tshark makes a list of such a capture: (echo time_s,bytes; tshark -r IN -Y ip -T fields -E separator=, -E occurrence=f -e frame.time_relative -e ip.len) > OUT.csv';

/** A packet of a flow, with the place of its IP header. */
interface PacketPlace extends IpPacket {
  readonly flow: CapturedFlow;
  readonly ip: number;
  /** End of the captured bytes. */
  readonly end: number;
  /** Bytes from the IP header, as the capture says. */
  readonly wireBytes: number;
}

interface Interface {
  readonly linkType: number;
  /**
   * Identifies it in all sections: its name, or its number in its section. Interfaces of one section with the same name
   * are counted.
   */
  readonly name: string;
  /** Units of a time stamp per second. */
  readonly unitsPerSecond: bigint;
  /** Time of the time stamp 0, ns since 1970. */
  readonly offsetNs: bigint;
}

/** Whether the first bytes of a file are those of a capture. */
export function isCapture(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  return [view.getUint32(0), view.getUint32(0, true)].some((magic) =>
    [PCAP_MICROSECONDS, PCAP_NANOSECONDS, SECTION_HEADER].includes(magic),
  );
}

/** The arrivals of a capture, and the direction that was read. */
export interface CapturedArrivals extends ParsedArrivals {
  /** The direction that is read, if the capture has both. */
  readonly readDirection: ReadDirection | undefined;
}

/** A packet of the interface that is read, for readers that need its headers. */
export interface ReadPacket {
  readonly view: DataView;
  readonly ip: IpPacket;
  /** Place of its IP header, and the end of the captured bytes. */
  readonly ipOffset: number;
  readonly end: number;
  /** Length from the IP header on, bytes. */
  readonly ipBytes: number;
  /** Since 1970, ns. */
  readonly timeNs: bigint;
}

/** Reads one file. Give its chunks to `push`, then call `finish`. */
export class CaptureReader {
  /** No more bytes are needed: as many packets as the limit allows have been read. */
  isFull = false;
  private readonly limits: ArrivalsLimits;
  private builder = new ArrivalsBuilder();
  private flows = new CapturedFlows();
  /** Number of flows that are read. */
  private flowCount = 0;
  /**
   * Received pieces that were not read yet. They are joined once, when there are enough bytes, because packets may be
   * long and pieces short.
   */
  private pieces: Uint8Array[] = [];
  private waitingBytes = 0;
  /** Needed bytes of the next header, packet or block. */
  private neededBytes = 1;
  /** Bytes of the file before the waiting ones. */
  private readBytes = 0;
  private view: DataView = new DataView(new ArrayBuffer(0));
  private isLittleEndian = true;
  private kind: 'unknown' | 'pcap' | 'pcapng' = 'unknown';
  /** Interfaces of the present section. */
  private interfaces: Interface[] = [];
  /** Number of interfaces with each name in the present section. */
  private interfaceCounts = new Map<string, number>();
  /** Names that several interfaces of one section have. */
  private readonly repeatedNames = new Set<string>();
  /** Name of the interface that is read, in all sections. */
  private chosenName: string | undefined;
  private readonly direction: ReadDirection | undefined;
  private readonly onPacket: ((packet: ReadPacket) => void) | undefined;
  /** The direction that is read without a choice. The first IP packet decides. */
  private defaultDirection: ReadDirection = 'both';
  /** Mark of the first packet's direction; undefined before the first mark. */
  private firstMark: number | undefined;
  /** Time 0 of the list, ns since 1970. */
  private startNs: bigint | undefined;
  /** Number of the present packet, from 1, over all interfaces; 0 before the first one. */
  private packet = 0;
  private counts = noPackets();

  /**
   * @param direction default: the first one if the first IP packet has a mark of its direction, otherwise both
   * @param onPacket gets the IP packets of both directions; then there are no arrivals
   */
  constructor(limits: ArrivalsLimits, direction?: ReadDirection, onPacket?: (packet: ReadPacket) => void) {
    this.limits = limits;
    this.direction = direction;
    this.onPacket = onPacket;
  }

  /**
   * Reads the next bytes of the file.
   * @throws CaptureError
   */
  push(bytes: Uint8Array): void {
    if (this.isFull) return;
    this.pieces.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes < this.neededBytes) return;
    const wholeBlock = this.pieces.length === 1 ? bytes : joinedBytes(this.pieces, this.waitingBytes);
    this.view = new DataView(wholeBlock.buffer, wholeBlock.byteOffset, wholeBlock.length);
    let offset = 0;
    if (this.kind === 'unknown') offset = this.readFileHeader();
    if (this.kind !== 'unknown')
      for (let size = 1; size > 0 && !this.isFull; offset += size)
        size = this.kind === 'pcap' ? this.readRecord(offset) : this.readBlock(offset);
    this.pieces = offset < wholeBlock.length ? [wholeBlock.slice(offset)] : [];
    this.waitingBytes = wholeBlock.length - offset;
    this.readBytes += offset;
  }

  /**
   * Called after all bytes.
   * @throws CaptureError if there are no packets
   */
  finish(): CapturedArrivals {
    const { builder, counts } = this;
    if (this.kind === 'unknown')
      throw new CaptureError(`byte 0: the file is cut in its header; it has ${this.waitingBytes} bytes`);
    const notes: string[] = [];
    if (this.isFull) notes.push(formatMore(builder.count));
    else if (this.waitingBytes > 0)
      notes.push(
        `The file is cut in the middle of packet ${this.packet + 1}, after byte ${this.readBytes}: the packets before it are read.`,
      );
    const { chosenName } = this;
    const hasTwins = chosenName !== undefined && this.repeatedNames.has(chosenName);
    notes.push(...formatCounts(counts, hasTwins ? formatRepeatedName(chosenName, 1) : chosenName, this.readDirection));
    const hasBothDirections =
      this.firstMark === undefined ? this.flows.hasBothDirections : counts.otherDirectionPackets > 0;
    if (hasBothDirections && this.readDirection === 'both') notes.push(formatBothDirections(counts));
    if (builder.count === 0) throw new CaptureError(['no packets to read.', ...notes].join(' '));
    return {
      arrivals: builder.build([DEFAULT_CLASS_ID]) satisfies Arrivals,
      notes,
      readDirection: hasBothDirections ? this.readDirection : undefined,
    };
  }

  /**
   * Called after all bytes, in place of `finish`, by a reader that gets the packets.
   * @returns what was left out
   * @throws CaptureError if the file is cut in its header
   */
  finishPackets(): readonly string[] {
    if (this.kind === 'unknown')
      throw new CaptureError(`byte 0: the file is cut in its header; it has ${this.waitingBytes} bytes`);
    const cut = `The file is cut in the middle of packet ${this.packet + 1}: the packets before it are read.`;
    return [...(this.waitingBytes > 0 ? [cut] : []), ...formatCounts(this.counts, this.chosenName, this.readDirection)];
  }

  /** The direction that is read. */
  private get readDirection(): ReadDirection {
    return this.direction ?? this.defaultDirection;
  }

  /** Whether fewer than `bytes` follow. */
  private hasFewerBytes(offset: number, bytes: number): boolean {
    this.neededBytes = bytes;
    return this.view.byteLength - offset < bytes;
  }

  /** Bytes of the file's header; 0 while it is not complete. */
  private readFileHeader(): number {
    const { view } = this;
    if (this.hasFewerBytes(0, 24)) return 0;
    if (view.getUint32(0) === SECTION_HEADER) {
      this.kind = 'pcapng';
      return 0;
    }
    for (const isLittleEndian of [true, false]) {
      const magic = view.getUint32(0, isLittleEndian);
      if (magic !== PCAP_MICROSECONDS && magic !== PCAP_NANOSECONDS) continue;
      this.kind = 'pcap';
      this.isLittleEndian = isLittleEndian;
      // The upper bits describe a checksum after each frame.
      const linkType = view.getUint32(20, isLittleEndian) & 0xffff;
      this.addInterface({
        linkType,
        name: formatInterfaceNumber(0),
        unitsPerSecond: magic === PCAP_NANOSECONDS ? NS_PER_SECOND : 1_000_000n,
        offsetNs: 0n,
      });
      return 24;
    }
    throw new CaptureError('byte 0: this is not a capture; allowed: pcap or pcapng');
  }

  /** Reads a packet of a pcap file; returns its bytes, 0 if it is not complete. */
  private readRecord(offset: number): number {
    const { view, isLittleEndian } = this;
    if (this.hasFewerBytes(offset, 16)) return 0;
    const capturedBytes = view.getUint32(offset + 8, isLittleEndian);
    if (capturedBytes > MAX_BLOCK_BYTES) {
      this.packet++;
      this.refuse(`a captured length of ${capturedBytes} bytes`, `at most ${MAX_BLOCK_BYTES}`);
    }
    if (this.hasFewerBytes(offset, 16 + capturedBytes)) return 0;
    this.packet++;
    const { unitsPerSecond } = this.interfaces[0];
    const time =
      BigInt(view.getUint32(offset, isLittleEndian)) * unitsPerSecond +
      BigInt(view.getUint32(offset + 4, isLittleEndian));
    this.addPacket(0, time, offset + 16, capturedBytes, view.getUint32(offset + 12, isLittleEndian), undefined);
    return 16 + capturedBytes;
  }

  /** Reads a block of a pcapng file; returns its bytes, 0 if it is not complete. */
  private readBlock(offset: number): number {
    const { view } = this;
    if (this.hasFewerBytes(offset, 12)) return 0;
    if (view.getUint32(offset) === SECTION_HEADER) this.readByteOrder(offset + 8);
    const type = view.getUint32(offset, this.isLittleEndian);
    const length = view.getUint32(offset + 4, this.isLittleEndian);
    if (length < 12 || length % 4 !== 0 || length > MAX_BLOCK_BYTES)
      throw new CaptureError(
        `byte ${this.readBytes + offset}: a block of ${length} bytes is not allowed; allowed: 12 to ${MAX_BLOCK_BYTES}, a multiple of 4`,
      );
    if (this.hasFewerBytes(offset, length)) return 0;
    const body = offset + 8;
    const end = offset + length - 4;
    if (type === SECTION_HEADER) {
      this.interfaces = [];
      this.interfaceCounts = new Map();
    } else if (type === INTERFACE_DESCRIPTION) this.readInterface(body, end);
    else if (type === ENHANCED_PACKET || type === OLD_PACKET) this.readPacketBlock(type, body, end);
    else if (type === SIMPLE_PACKET) {
      this.packet++;
      this.refuse('a packet without a time (Simple Packet Block)', 'packets with times');
    }
    return length;
  }

  /** Each section has its own byte order. */
  private readByteOrder(offset: number): void {
    const { view } = this;
    this.isLittleEndian = view.getUint32(offset, true) === BYTE_ORDER_MAGIC;
    if (view.getUint32(offset, this.isLittleEndian) !== BYTE_ORDER_MAGIC)
      throw new CaptureError(
        `byte ${this.readBytes + offset}: a section without its byte order is not allowed; allowed: pcapng`,
      );
  }

  private readInterface(body: number, end: number): void {
    const { view, isLittleEndian } = this;
    let name = '';
    let unitsPerSecond = 1_000_000n;
    let offsetNs = 0n;
    this.readOptions(body + 8, end, (code, from, length) => {
      if (code === IF_NAME)
        name = String.fromCharCode(
          ...new Uint8Array(view.buffer, view.byteOffset + from, Math.min(length, MAX_NAME_CHARACTERS)),
        );
      else if (code === IF_TSOFFSET && length === 8) offsetNs = view.getBigInt64(from, isLittleEndian) * NS_PER_SECOND;
      else if (code === IF_TSRESOL && length >= 1) {
        const unit = view.getUint8(from);
        unitsPerSecond = unit >= 0x80 ? 1n << BigInt(unit - 0x80) : BigInt(`1${'0'.repeat(unit)}`);
      }
    });
    this.addInterface({
      linkType: view.getUint16(body, isLittleEndian),
      name: name === '' ? formatInterfaceNumber(this.interfaces.length) : name,
      unitsPerSecond,
      offsetNs,
    });
    if (name === BEFORE_INTERFACE && this.chosenName !== BEFORE_INTERFACE) this.beginBefore();
  }

  /** Reads only the interface `before` from now on. Packets of another interface that were read are left out. */
  private beginBefore(): void {
    this.chosenName = BEFORE_INTERFACE;
    this.counts = { ...noPackets(), elsewherePackets: this.packet };
    this.builder = new ArrivalsBuilder();
    this.flows = new CapturedFlows();
    this.flowCount = 0;
    this.firstMark = undefined;
    this.startNs = undefined;
  }

  private addInterface(properties: Interface): void {
    if (this.interfaces.length === MAX_INTERFACES)
      throw new CaptureError(
        `interface ${MAX_INTERFACES + 1} is not allowed; allowed: at most ${MAX_INTERFACES} interfaces`,
      );
    const { name } = properties;
    const number = (this.interfaceCounts.get(name) ?? 0) + 1;
    this.interfaceCounts.set(name, number);
    if (number > 1 && this.repeatedNames.size < MAX_INTERFACES) this.repeatedNames.add(name);
    this.interfaces.push(number === 1 ? properties : { ...properties, name: formatRepeatedName(name, number) });
  }

  private readPacketBlock(type: number, body: number, end: number): void {
    const { view, isLittleEndian } = this;
    this.packet++;
    if (end - body < 20) this.refuse('a packet block without its fields', 'blocks of the format');
    const interfaceId =
      type === ENHANCED_PACKET ? view.getUint32(body, isLittleEndian) : view.getUint16(body, isLittleEndian);
    const time =
      (BigInt(view.getUint32(body + 4, isLittleEndian)) << 32n) | BigInt(view.getUint32(body + 8, isLittleEndian));
    const capturedBytes = view.getUint32(body + 12, isLittleEndian);
    if (capturedBytes > end - body - 20)
      this.refuse(`a captured length of ${capturedBytes} bytes`, `at most ${end - body - 20}, the room of its block`);
    let mark: number | undefined;
    if (type === ENHANCED_PACKET)
      this.readOptions(body + 20 + ((capturedBytes + 3) & ~3), end, (code, from, length) => {
        if (code === EPB_FLAGS && length === 4) mark = readMark(view.getUint32(from, isLittleEndian));
      });
    this.addPacket(interfaceId, time, body + 20, capturedBytes, view.getUint32(body + 16, isLittleEndian), mark);
  }

  private readOptions(from: number, end: number, onOption: (code: number, from: number, length: number) => void): void {
    for (let offset = from; offset + 4 <= end; ) {
      const code = this.view.getUint16(offset, this.isLittleEndian);
      const length = this.view.getUint16(offset + 2, this.isLittleEndian);
      if (code === 0 || offset + 4 + length > end) return;
      onOption(code, offset + 4, length);
      offset += 4 + ((length + 3) & ~3);
    }
  }

  /**
   * Adds a packet if it arrives at the queue.
   * @param mark of its direction in `epb_flags`
   */
  private addPacket(
    offset: number,
    time: bigint,
    from: number,
    capturedBytes: number,
    original: number,
    mark: number | undefined,
  ): void {
    const captureInterface = this.interfaces[offset];
    if (captureInterface === undefined)
      this.refuse(`interface ${offset}`, `one of ${this.interfaces.length} that the file describes`);
    this.chosenName ??= captureInterface.name;
    if (captureInterface.name !== this.chosenName) {
      this.counts.elsewherePackets++;
      return;
    }
    const end = from + capturedBytes;
    const ip = this.findIpHeader(captureInterface, from, end);
    if (ip === NO_IP || (ip === CUT_IP && capturedBytes >= original)) this.counts.notIpPackets++;
    else if (ip === CUT_IP) this.counts.cutPackets++;
    else {
      const packet = readIpPacket(this.view, ip, end);
      if (this.onPacket !== undefined) {
        const ipBytes = packet.claimedBytes > 0 ? packet.claimedBytes : original - (ip - from);
        const timeNs = sinceEpoch(captureInterface, time);
        this.onPacket({ view: this.view, ip: packet, ipOffset: ip, end, ipBytes, timeNs });
        return;
      }
      const flow = this.flowOf(packet);
      flow.segmentBytes = readSegmentSize(this.view, packet, end) ?? flow.segmentBytes;
      const isOther = this.isOther(flow, mark ?? cookedDirection(this.view, captureInterface.linkType, from, end));
      if (isOther) this.counts.otherDirectionPackets++;
      else this.counts.firstDirectionPackets++;
      const { readDirection } = this;
      if (readDirection === 'both' || isOther === (readDirection === 'other'))
        this.addArrival(captureInterface, time, { ...packet, flow, ip, end, wireBytes: original - (ip - from) });
      else this.counts.unreadDirectionPackets++;
    }
  }

  /** @throws CaptureError for an unknown link type */
  private findIpHeader({ linkType, name }: Interface, from: number, end: number): number {
    if (isReadableLink(linkType)) return findIpHeader(this.view, linkType, from, end);
    throw new CaptureError(
      `interface ${name}: link type ${formatLinkType(linkType)} is not allowed; allowed: ${READABLE_LINK_TYPES}. ${MEND_OF_LINKS}`,
    );
  }

  private flowOf(packet: IpPacket): CapturedFlow {
    const flow = this.flows.flowOf(packet);
    if (this.limits.maxFlows !== undefined && this.flows.count > MAX_KNOWN_FLOWS)
      this.refuse(`flow number ${this.flows.count}`, `at most ${MAX_KNOWN_FLOWS} flows in both directions`);
    return flow;
  }

  /**
   * Whether a packet goes in another direction than the first one. A packet without a mark goes in the direction of its
   * flow.
   */
  private isOther(flow: CapturedFlow, mark: number | undefined): boolean {
    const { firstDirectionPackets, otherDirectionPackets } = this.counts;
    if (firstDirectionPackets + otherDirectionPackets === 0)
      this.defaultDirection = mark === undefined ? 'both' : 'first';
    if (mark === undefined) return flow.isOther;
    // Earlier packets without marks have given the flow its direction.
    this.firstMark ??= flow.isOther ? INBOUND + OUTBOUND - mark : mark;
    flow.isOther = mark !== this.firstMark;
    if (flow.reverse !== undefined) flow.reverse.isOther = !flow.isOther;
    return flow.isOther;
  }

  private addArrival(nic: Interface, time: bigint, packet: PacketPlace): void {
    const { builder, limits, counts } = this;
    const { trafficClass, claimedBytes, wireBytes, flow, ip, end } = packet;
    // A segment that the network card splits later has no length in its header.
    const bytes = claimedBytes > 0 ? claimedBytes : wireBytes;
    const sinceEpochNs = sinceEpoch(nic, time);
    this.startNs ??= sinceEpochNs >= 0n && sinceEpochNs < MAX_SIMULATED_NS ? 0n : sinceEpochNs;
    const timeNs = Number(sinceEpochNs - this.startNs);
    if (timeNs < builder.lastNs)
      this.refuse(
        `a time ${(builder.lastNs - timeNs) / 1e6} ms before that of the previous packet`,
        'times in order; reordercap sorts a capture',
      );
    const max = limits.timeNs ?? MAX_TIME_NS;
    if (timeNs > max) this.refuse(`a time ${timeNs / 1e9} s after the first packet`, `at most ${max / 1e9} s`);
    // Networks of simulators have frames of any length.
    const isSimulated = this.startNs === 0n;
    const frames = isSimulated
      ? undefined
      : packetFrames(this.view, packet, ip, end, bytes, connectionSegmentBytes(flow));
    const { frameCount, frameBytes, lastBytes } = frames ?? { frameCount: 1, frameBytes: bytes, lastBytes: bytes };
    if (lastBytes < 1 || frameBytes > MAX_PACKET_BYTES)
      this.refuse(`a length of ${bytes} bytes`, `from 1 to ${MAX_PACKET_BYTES}`);
    const maxPackets = limits.maxPackets ?? MAX_READ_PACKETS;
    if (builder.count === maxPackets) {
      this.isFull = true;
      return;
    }
    if (frames !== undefined) {
      counts.joinedPackets++;
      counts.splitFrames += frameCount;
    } else if (!isSimulated && bytes > USUAL_FRAME_BYTES && connectionSegmentBytes(flow) === undefined)
      counts.longPackets++;
    const ecn = trafficClass & 3;
    if (ecn === EcnField.ce) counts.markedPackets++;
    if (packet.isCutBeforePorts) counts.portlessPackets++;
    const ect = ecn === EcnField.notEct ? 0 : ecn === EcnField.ect1 ? 2 : 1;
    const flowNumber = this.flowNumber(flow);
    const isGreen = trafficClass >> 2 === GREEN_DSCP;
    for (let frame = 1; frame <= frameCount && !this.isFull; frame++) {
      if (builder.count === maxPackets) this.isFull = true;
      else builder.add(timeNs, flowNumber, frame === frameCount ? lastBytes : frameBytes, ect, 0, isGreen);
    }
  }

  /** Flows are numbered in the order of their first packets. */
  private flowNumber(flow: CapturedFlow): number {
    if (flow.number === undefined) {
      const max = this.limits.maxFlows;
      if (this.flowCount === max) this.refuse(`flow number ${this.flowCount + 1}`, `at most ${max} flows`);
      flow.number = this.flowCount++;
    }
    return flow.number;
  }

  private refuse(givenText: string, allowed: string): never {
    throw new CaptureError(`packet ${this.packet}: ${givenText} is not allowed; allowed: ${allowed}`);
  }
}

/** The time of a time stamp since 1970, ns. */
const sinceEpoch = ({ offsetNs, unitsPerSecond }: Interface, time: bigint): bigint =>
  offsetNs + (time * NS_PER_SECOND) / unitsPerSecond;

/** Numbers of packets that are not read, or not as they are. */
interface PacketCounts {
  elsewherePackets: number;
  /** In the direction of the first packet, and in the other one. */
  firstDirectionPackets: number;
  otherDirectionPackets: number;
  /** Packets in the direction that is not read. */
  unreadDirectionPackets: number;
  notIpPackets: number;
  /** Cut before the end of the IP header, and before the ports. */
  cutPackets: number;
  portlessPackets: number;
  markedPackets: number;
  /** Longer than a frame: read as frames, and the number of these frames. */
  joinedPackets: number;
  splitFrames: number;
  /** Longer than a usual frame, and read as they are. */
  longPackets: number;
}

const noPackets = (): PacketCounts => ({
  elsewherePackets: 0,
  firstDirectionPackets: 0,
  otherDirectionPackets: 0,
  unreadDirectionPackets: 0,
  notIpPackets: 0,
  cutPackets: 0,
  portlessPackets: 0,
  markedPackets: 0,
  joinedPackets: 0,
  splitFrames: 0,
  longPackets: 0,
});

const formatBothDirections = ({ firstDirectionPackets, otherDirectionPackets }: PacketCounts) =>
  `The capture has packets in both directions of a connection: ${firstDirectionPackets} in the direction of the first packet, ${otherDirectionPackets} in the other one. All come to the same queue, also ACKs of the other direction.`;

const SNAP_MEND = 'capture more bytes of each packet (tcpdump -s 96)';

function formatCounts(counts: PacketCounts, chosenName: string | undefined, direction: ReadDirection): string[] {
  const unreadDirection = direction === 'other' ? 'in the direction of the first packet' : 'in the other direction';
  const findings: [finding: string, packetCount: number, cause: string][] = [
    ['Left out', counts.elsewherePackets, `of other interfaces than ${chosenName}`],
    ['Left out', counts.unreadDirectionPackets, unreadDirection],
    ['Left out', counts.notIpPackets, 'without an IP header'],
    ['Left out', counts.cutPackets, `cut before the end of the IP header; ${SNAP_MEND}`],
    ['Flow without ports', counts.portlessPackets, `cut before the ports; ${SNAP_MEND}`],
    [
      `Read as ${counts.splitFrames} frames`,
      counts.joinedPackets,
      'of TCP longer than a frame. The network card of a host splits such packets after the capture, or has joined them before it',
    ],
    [
      'Read as they are',
      counts.longPackets,
      `longer than ${USUAL_FRAME_BYTES} bytes. Most networks have no such frames; the network card may split them`,
    ],
    ['Read as ECT(0)', counts.markedPackets, 'with the mark of a router (CE)'],
  ];
  return findings.flatMap(([finding, packetCount, cause]) =>
    packetCount === 0 ? [] : [`${finding}: ${packetCount} ${packetCount === 1 ? 'packet' : 'packets'} ${cause}.`],
  );
}

/** The direction in `epb_flags`; undefined without one. */
function readMark(flags: number): number | undefined {
  const mark = flags & 3;
  return mark === INBOUND || mark === OUTBOUND ? mark : undefined;
}

const formatRepeatedName = (name: string, number: number) => `${name} (number ${number} with this name)`;

/** The name of an interface without a name. */
const formatInterfaceNumber = (index: number) => `number ${index}`;
