/**
 * Writes a capture file block by block and passes it on in chunks, so a capture of any length needs the same memory.
 * Source: draft-ietf-opsawg-pcapng, section 4 (blocks), section 3.5 (options). Little endian; link type 1 (Ethernet),
 * because libpcap refuses a second interface of raw IP; time stamps in nanoseconds.
 */

const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const NAME_RESOLUTION = 4;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
/** LINKTYPE_ETHERNET. */
const ETHERNET = 1;
/**
 * Invented header of a packet towards the receivers: destination, source, EtherType of IPv4. The first byte of the
 * addresses means that they are assigned locally (IEEE 802).
 */
const FORWARD_ETHERNET = Uint8Array.of(2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0);
/** The Ethernet header of a reply: the addresses change places. */
const REPLY_ETHERNET = Uint8Array.of(2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0);
const ETHERNET_BYTES = FORWARD_ETHERNET.length;

const OPT_COMMENT = 1;
const SHB_USERAPPL = 4;
const IF_NAME = 2;
const IF_DESCRIPTION = 3;
const IF_SPEED = 8;
const IF_TSRESOL = 9;
const EPB_FLAGS = 2;
const EPB_PACKETID = 5;
const NRB_IPV4 = 1;
/** Units of a time stamp: 10^-9 s. */
const NANOSECOND_RESOLUTION = 9;

const WORD_RANGE = 2 ** 32;
/**
 * Bytes of a chunk. A block that does not fit into the rest of a chunk begins the next one. A chunk is large, because a
 * browser needs milliseconds for each part of a file.
 */
export const PCAPNG_CHUNK_BYTES = 1 << 22;
/** Bytes of a packet block without its packet and its comment, with padding. */
const PACKET_BLOCK_BYTES = 80;

/** Texts of a capture are ASCII, which is UTF-8 too; any other character becomes a question mark. */
function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => (sign <= '~' ? sign.charCodeAt(0) : QUESTION_MARK));
}

const QUESTION_MARK = 0x3f;

/** `epb_flags`, bits 0 and 1. */
export const CaptureDirection = { inbound: 1, outbound: 2 } as const;

/** One packet of a capture. */
export interface CapturedPacket {
  /** Number of the interface, in the order of `writeInterface`. */
  readonly interfaceIndex: number;
  readonly timeNs: number;
  readonly direction: number;
  /** Whether it goes to a sender. */
  readonly goesUp: boolean;
  /** Identifies the packet: the same at every interface. */
  readonly id: number;
  /** Its IP and transport headers, in the order of memory. */
  readonly headers: Uint16Array;
  readonly headerBytes: number;
  /** Number of zero bytes after the headers: all, and the stored ones. */
  readonly payloadBytes: number;
  readonly keptBytes: number;
  /** ASCII; empty for none. */
  readonly comment: string;
}

/** Writes one capture file in chunks of constant size. */
export class PcapngWriter {
  /** Bytes passed on so far. */
  bytes = 0;
  private chunk = new Uint8Array(PCAPNG_CHUNK_BYTES);
  private view = new DataView(this.chunk.buffer);
  private halves = new Uint16Array(this.chunk.buffer);
  /** A multiple of 4 between blocks. */
  private offset = 0;
  private readonly write: (chunk: Uint8Array<ArrayBuffer>) => void;

  /** @param sink gets the file in order; the next chunk overwrites the bytes of the last one */
  constructor(sink: (chunk: Uint8Array<ArrayBuffer>) => void) {
    this.write = sink;
  }

  writeSection(application: string, comment: string): void {
    const [text, by] = [asciiBytes(comment), asciiBytes(application)];
    const start = this.beginBlock(SECTION_HEADER, text.length + by.length + PACKET_BLOCK_BYTES);
    this.writeWord(BYTE_ORDER_MAGIC);
    this.writeHalf(1);
    this.writeHalf(0);
    // Its length is not known while it is being written: -1, 64 bits.
    this.writeWord(WORD_RANGE - 1);
    this.writeWord(WORD_RANGE - 1);
    this.writeOption(OPT_COMMENT, text);
    this.writeOption(SHB_USERAPPL, by);
    this.writeWord(0);
    this.endBlock(start);
  }

  /** @param bitsPerSecond rate of its link */
  writeInterface(name: string, description: string, bitsPerSecond: number): void {
    const [named, described] = [asciiBytes(name), asciiBytes(description)];
    const start = this.beginBlock(INTERFACE_DESCRIPTION, named.length + described.length + PACKET_BLOCK_BYTES);
    this.writeHalf(ETHERNET);
    this.writeHalf(0);
    // No limit of the captured length.
    this.writeWord(0);
    this.writeOption(IF_NAME, named);
    this.writeOption(IF_DESCRIPTION, described);
    this.writeHalf(IF_SPEED);
    this.writeHalf(8);
    this.writeLong(Math.round(bitsPerSecond));
    this.writeOption(IF_TSRESOL, Uint8Array.of(NANOSECOND_RESOLUTION));
    this.writeWord(0);
    this.endBlock(start);
  }

  /** Names of addresses, which readers show instead of addresses. */
  writeNames(records: readonly { readonly address: number; readonly name: string }[]): void {
    const namedRecords = records.map(({ address, name }) => ({ address, text: asciiBytes(`${name}\0`) }));
    const room = namedRecords.reduce((sum, { text }) => sum + text.length + 16, PACKET_BLOCK_BYTES);
    const start = this.beginBlock(NAME_RESOLUTION, room);
    for (const { address, text } of namedRecords) {
      this.writeHalf(NRB_IPV4);
      this.writeHalf(4 + text.length);
      this.view.setUint32(this.offset, address);
      this.offset += 4;
      this.writePadded(text);
    }
    this.writeWord(0);
    this.writeWord(0);
    this.endBlock(start);
  }

  writePacket(packet: CapturedPacket): void {
    const { timeNs, id, headers, headerBytes, keptBytes, comment } = packet;
    const capturedBytes = ETHERNET_BYTES + headerBytes + keptBytes;
    const start = this.beginBlock(ENHANCED_PACKET, capturedBytes + comment.length + PACKET_BLOCK_BYTES);
    const { view, halves, chunk } = this;
    const high = Math.floor(timeNs / WORD_RANGE);
    view.setUint32(start + 8, packet.interfaceIndex, true);
    view.setUint32(start + 12, high, true);
    view.setUint32(start + 16, timeNs - high * WORD_RANGE, true);
    view.setUint32(start + 20, capturedBytes, true);
    view.setUint32(start + 24, ETHERNET_BYTES + headerBytes + packet.payloadBytes, true);
    let offset = start + 28;
    const end = offset + ((capturedBytes + 3) & ~3);
    chunk.set(packet.goesUp ? REPLY_ETHERNET : FORWARD_ETHERNET, offset);
    offset += ETHERNET_BYTES;
    const to = offset >>> 1;
    const count = headerBytes >>> 1;
    for (let index = 0; index < count; index++) halves[to + index] = headers[index];
    offset += headerBytes;
    if (offset < end) chunk.fill(0, offset, end);
    offset = end;
    view.setUint32(offset, (4 << 16) | EPB_FLAGS, true);
    view.setUint32(offset + 4, packet.direction, true);
    view.setUint32(offset + 8, (8 << 16) | EPB_PACKETID, true);
    const highId = Math.floor(id / WORD_RANGE);
    view.setUint32(offset + 12, id - highId * WORD_RANGE, true);
    view.setUint32(offset + 16, highId, true);
    offset += 20;
    const { length } = comment;
    if (length > 0) {
      view.setUint32(offset, (length << 16) | OPT_COMMENT, true);
      offset += 4;
      const next = offset + ((length + 3) & ~3);
      view.setUint32(next - 4, 0, true);
      for (let index = 0; index < length; index++) chunk[offset + index] = comment.charCodeAt(index);
      offset = next;
    }
    view.setUint32(offset, 0, true);
    this.offset = offset + 4;
    this.endBlock(start);
  }

  /** Passes on the rest. */
  flush(): void {
    if (this.offset === 0) return;
    this.bytes += this.offset;
    this.write(this.chunk.subarray(0, this.offset));
    this.offset = 0;
  }

  /** Begins a block of at most `max` bytes; returns its offset. */
  private beginBlock(type: number, max: number): number {
    if (this.offset + max > this.chunk.length) this.flush();
    if (max > this.chunk.length) this.allocateChunk((max + 3) & ~3);
    const start = this.offset;
    this.view.setUint32(start, type, true);
    this.offset += 8;
    return start;
  }

  /** Ends a block: its length is at both ends. */
  private endBlock(start: number): void {
    const length = this.offset + 4 - start;
    this.writeWord(length);
    this.view.setUint32(start + 4, length, true);
  }

  private allocateChunk(bytes: number): void {
    this.chunk = new Uint8Array(bytes);
    this.view = new DataView(this.chunk.buffer);
    this.halves = new Uint16Array(this.chunk.buffer);
  }

  private writeOption(code: number, value: Uint8Array): void {
    this.writeHalf(code);
    this.writeHalf(value.length);
    this.writePadded(value);
  }

  private writePadded(value: Uint8Array): void {
    const end = this.offset + ((value.length + 3) & ~3);
    if (end > this.offset) this.view.setUint32(end - 4, 0);
    this.chunk.set(value, this.offset);
    this.offset = end;
  }

  private writeHalf(value: number): void {
    this.view.setUint16(this.offset, value, true);
    this.offset += 2;
  }

  private writeWord(value: number): void {
    this.view.setUint32(this.offset, value, true);
    this.offset += 4;
  }

  /** 64 bits of a whole number below 2^53. */
  private writeLong(value: number): void {
    const high = Math.floor(value / WORD_RANGE);
    this.writeWord(value - high * WORD_RANGE);
    this.writeWord(high);
  }
}
