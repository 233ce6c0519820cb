/**
 * Headers as on the wire, in network byte order, with valid checksums. The payload is all zeros: it adds nothing
 * to a checksum. Sources: RFC 791 (IPv4), RFC 9293 (TCP), RFC 768 (UDP), RFC 792 (ICMP), RFC 1071 (checksum), RFC 3168
 * (ECN), RFC 2018 (SACK), RFC 7323 (window scale, timestamps).
 */

/** The longest headers: both IPv4 and TCP with all options. Every header here has a multiple of 4 bytes. */
export const MAX_HEADER_BYTES = 120;

const IP_BYTES = 20;
const TCP_BYTES = 20;
const MAX_OPTION_BYTES = 40;
export const UDP_HEADER_BYTES = 28;
export const ICMP_HEADER_BYTES = 28;

const DONT_FRAGMENT = 0x4000;
const Protocol = { icmp: 1, tcp: 6, udp: 17 } as const;

/** Bits of the TCP header (RFC 9293 section 3.1; AE: RFC 9768 section 3.1). */
export const TcpFlag = { syn: 0x02, ack: 0x10, ece: 0x40, cwr: 0x80, ae: 0x100 } as const;

/** ECN field of the IP header (RFC 3168 section 5). */
export const EcnField = { notEct: 0, ect1: 1, ect0: 2, ce: 3 } as const;

/** Differentiated services code point of a green packet: invented, from those for experiments (RFC 2474 section 6). */
export const GREEN_DSCP = 3;

const NO_OPERATION = 1;
/** Two no-operations, at the beginning of a word. */
const NO_OPERATIONS = 0x1010000;
const MAXIMUM_SEGMENT_SIZE = 2;
const WINDOW_SCALE = 3;
const SACK_PERMITTED = 4;
const SACK = 5;
const TIMESTAMPS = 8;
/** The option and two no-operations before it. */
const TIMESTAMPS_BYTES = 12;

const ECHO_REPLY = 0;
const ECHO_REQUEST = 8;

/** The IPv4 part of a packet. */
export interface PacketRoute {
  readonly from: number;
  readonly to: number;
  readonly ttl: number;
  /** Differentiated services code point and ECN field: the whole byte. */
  readonly trafficClass: number;
  /** Identification, 16 bits. */
  readonly id: number;
}

export interface TcpFields {
  readonly fromPort: number;
  readonly toPort: number;
  /** Modulo 2^32. */
  readonly sequence: number;
  readonly acknowledgement: number;
  readonly flags: number;
  readonly window: number;
  readonly handshake: HandshakeOptions | undefined;
  /** Left and right edges in pairs, modulo 2^32. */
  readonly sack: readonly number[];
  /** Whether there is a timestamps option; its own time and the one that it returns, of 32 bits. */
  readonly hasTimestamps: boolean;
  readonly timestamp: number;
  readonly echo: number;
  /**
   * Bytes for the options. Unused bytes are filled with ends of option lists, also in the IP header if TCP has no room.
   */
  readonly optionRoom: number;
}

/** Options of a SYN. */
export interface HandshakeOptions {
  readonly maximumSegmentSize: number;
  readonly windowShift: number;
  readonly isSackPermitted: boolean;
}

/** Writes the headers of one packet after the other into `bytes`, the first `length` of them. */
export class HeaderWriter {
  readonly bytes = new Uint8Array(MAX_HEADER_BYTES);
  /** The bytes as pairs, in the order of memory. */
  readonly halves = new Uint16Array(this.bytes.buffer);
  length = 0;
  private readonly view = new DataView(this.bytes.buffer);

  /** @param payloadBytes behind the headers */
  writeTcp(route: PacketRoute, tcp: TcpFields, payloadBytes: number): void {
    const { view } = this;
    const { sequence, acknowledgement, flags, window } = tcp;
    const optionLength = optionBytes(tcp);
    const paddingBytes = Math.max(0, tcp.optionRoom - optionLength) & ~3;
    const tcpSpare = Math.min(paddingBytes, MAX_OPTION_BYTES - optionLength);
    const ipSpare = Math.min(paddingBytes - tcpSpare, MAX_OPTION_BYTES);
    const tcpStart = IP_BYTES + ipSpare;
    const header = TCP_BYTES + optionLength + tcpSpare;
    this.length = tcpStart + header;
    const pseudo = this.writeIp(route, Protocol.tcp, ipSpare, header + payloadBytes);
    const offset = ((header / 4) << 12) | flags;
    view.setUint32(tcpStart, (tcp.fromPort << 16) | tcp.toPort);
    view.setUint32(tcpStart + 4, sequence);
    view.setUint32(tcpStart + 8, acknowledgement);
    view.setUint32(tcpStart + 12, (offset << 16) | window);
    let sum =
      pseudo + tcp.fromPort + tcp.toPort + sumOfHalves(sequence) + sumOfHalves(acknowledgement) + offset + window;
    if (optionLength > 0) sum += this.writeOptions(tcpStart + TCP_BYTES, tcp);
    for (let end = tcpStart + TCP_BYTES + optionLength; end < this.length; end += 4) view.setUint32(end, 0);
    view.setUint32(tcpStart + 16, foldCarries(sum) << 16);
  }

  writeUdp(route: PacketRoute, fromPort: number, toPort: number, payloadBytes: number): void {
    const { view } = this;
    this.length = UDP_HEADER_BYTES;
    const length = 8 + payloadBytes;
    const pseudo = this.writeIp(route, Protocol.udp, 0, length);
    const lengthField = length & 0xffff;
    // A checksum of 0 would mean that there is none (RFC 768).
    const checksum = foldCarries(pseudo + fromPort + toPort + lengthField) || 0xffff;
    view.setUint32(IP_BYTES, (fromPort << 16) | toPort);
    view.setUint32(IP_BYTES + 4, (lengthField << 16) | checksum);
  }

  /** @param identifier of the pinging host; both numbers modulo 2^16 */
  writeEcho(route: PacketRoute, isReply: boolean, identifier: number, sequence: number, payloadBytes: number): void {
    const { view } = this;
    this.length = ICMP_HEADER_BYTES;
    this.writeIp(route, Protocol.icmp, 0, 8 + payloadBytes);
    const type = (isReply ? ECHO_REPLY : ECHO_REQUEST) << 8;
    view.setUint32(IP_BYTES, (type << 16) | foldCarries(type + identifier + sequence));
    view.setUint32(IP_BYTES + 4, (identifier << 16) | sequence);
  }

  /** @returns the sum of the pseudo header of TCP and UDP: addresses, protocol and length (RFC 9293 section 3.1) */
  private writeIp(
    { from, to, ttl, trafficClass, id }: PacketRoute,
    protocol: number,
    options: number,
    carriedBytes: number,
  ): number {
    const { view } = this;
    const header = IP_BYTES + options;
    const first = ((0x40 | (header / 4)) << 8) | trafficClass;
    const total = (header + carriedBytes) & 0xffff;
    const hops = (ttl << 8) | protocol;
    const addresses = sumOfHalves(from) + sumOfHalves(to);
    view.setUint32(0, (first << 16) | total);
    view.setUint32(4, (id << 16) | DONT_FRAGMENT);
    view.setUint32(8, (hops << 16) | foldCarries(first + total + id + DONT_FRAGMENT + hops + addresses));
    view.setUint32(12, from);
    view.setUint32(16, to);
    for (let index = IP_BYTES; index < header; index += 4) view.setUint32(index, 0);
    return addresses + protocol + carriedBytes;
  }

  /** @returns the sum of their 16-bit words */
  private writeOptions(start: number, { handshake, sack, hasTimestamps, timestamp, echo }: TcpFields): number {
    const { view } = this;
    let offset = start;
    let sum = 0;
    const word = (value: number) => {
      view.setUint32(offset, value);
      sum += sumOfHalves(value);
      offset += 4;
    };
    if (handshake !== undefined) {
      word(MAXIMUM_SEGMENT_SIZE * 0x1000000 + 0x40000 + (handshake.maximumSegmentSize & 0xffff));
      word(NO_OPERATION * 0x1000000 + (WINDOW_SCALE << 16) + 0x300 + handshake.windowShift);
      if (handshake.isSackPermitted) word(NO_OPERATIONS + (SACK_PERMITTED << 8) + 2);
    }
    if (hasTimestamps) {
      word(NO_OPERATIONS + (TIMESTAMPS << 8) + TIMESTAMPS_BYTES - 2);
      word(timestamp >>> 0);
      word(echo >>> 0);
    }
    if (sack.length === 0) return sum;
    word(NO_OPERATIONS + (SACK << 8) + 2 + 4 * sack.length);
    for (const edge of sack) word(edge);
    return sum;
  }
}

/** Sum of the two 16-bit words of 32 bits. */
const sumOfHalves = (word: number) => (word >>> 16) + (word & 0xffff);

/** Bytes of the options, with the padding between them: a multiple of 4. */
function optionBytes({ handshake, sack, hasTimestamps }: TcpFields): number {
  const syn = handshake === undefined ? 0 : handshake.isSackPermitted ? 12 : 8;
  return syn + (hasTimestamps ? TIMESTAMPS_BYTES : 0) + (sack.length === 0 ? 0 : 4 + 4 * sack.length);
}

/**
 * One's complement of the sum with its carries added (RFC 1071).
 * @param sum of 16-bit words, fewer than 2^15
 */
function foldCarries(sum: number): number {
  const foldedSum = (sum & 0xffff) + (sum >>> 16);
  return ~((foldedSum & 0xffff) + (foldedSum >>> 16)) & 0xffff;
}
