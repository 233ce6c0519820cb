/**
 * Headers as they stand on a wire, in network byte order, with valid checksums. The payload is all zeros: it adds nothing
 * to a checksum. Sources: RFC 791 (IPv4), RFC 9293 (TCP), RFC 768 (UDP), RFC 792 (ICMP), RFC 1071 (checksum), RFC 3168
 * (ECN), RFC 2018 (SACK), RFC 7323 (window scale).
 */

/** The longest headers: both IPv4 and TCP with all options. */
const MAX_HEADER_BYTES = 120;

const IP_BYTES = 20;
const TCP_BYTES = 20;
const MAX_OPTION_BYTES = 40;
export const UDP_HEADER_BYTES = 28;
export const ICMP_HEADER_BYTES = 28;

const DONT_FRAGMENT = 0x4000;
const Protocol = { icmp: 1, tcp: 6, udp: 17 } as const;

/** Bits of the TCP header (RFC 9293 section 3.1). */
export const TcpFlag = { syn: 0x02, ack: 0x10, ece: 0x40, cwr: 0x80 } as const;

/** ECN field of the IP header (RFC 3168 section 5). */
export const EcnField = { notEct: 0, ect1: 1, ect0: 2, ce: 3 } as const;

/** Differentiated services code point of a green packet: made up, one for experiments (RFC 2474 section 6). */
export const GREEN_DSCP = 3;

const NO_OPERATION = 1;
const MAXIMUM_SEGMENT_SIZE = 2;
const WINDOW_SCALE = 3;
const SACK_PERMITTED = 4;
const SACK = 5;

const ECHO_REPLY = 0;
const ECHO_REQUEST = 8;

/** The IPv4 part of a packet. */
export interface Route {
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
  readonly handshake: Handshake | undefined;
  /** Left and right edges in pairs, modulo 2^32. */
  readonly sack: readonly number[];
  /** Bytes that the options are to take: what they leave is filled with ends of option lists, also of IP's where TCP has no room. */
  readonly optionRoom: number;
}

/** Options of a SYN. */
export interface Handshake {
  readonly maximumSegmentSize: number;
  readonly windowShift: number;
  readonly sackPermitted: boolean;
}

/** Writes the headers of one packet after the other into `bytes`, the first `length` of them. */
export class HeaderWriter {
  readonly bytes = new Uint8Array(MAX_HEADER_BYTES);
  length = 0;

  /** @param payloadBytes behind the headers */
  tcp(route: Route, tcp: TcpFields, payloadBytes: number): void {
    const optionLength = optionBytes(tcp);
    const spare = Math.max(0, tcp.optionRoom - optionLength) & ~3;
    const tcpSpare = Math.min(spare, MAX_OPTION_BYTES - optionLength);
    const ipSpare = Math.min(spare - tcpSpare, MAX_OPTION_BYTES);
    const at = IP_BYTES + ipSpare;
    const header = TCP_BYTES + optionLength + tcpSpare;
    this.length = at + header;
    this.bytes.fill(0, 0, this.length);
    this.ip(route, Protocol.tcp, ipSpare, header + payloadBytes);
    this.half(at, tcp.fromPort);
    this.half(at + 2, tcp.toPort);
    this.word(at + 4, tcp.sequence);
    this.word(at + 8, tcp.acknowledgement);
    this.bytes[at + 12] = (header / 4) << 4;
    this.bytes[at + 13] = tcp.flags;
    this.half(at + 14, tcp.window);
    this.options(at + TCP_BYTES, tcp);
    this.half(at + 16, this.transportChecksum(at, Protocol.tcp, header + payloadBytes));
  }

  udp(route: Route, fromPort: number, toPort: number, payloadBytes: number): void {
    this.length = UDP_HEADER_BYTES;
    this.bytes.fill(0, 0, this.length);
    const length = 8 + payloadBytes;
    this.ip(route, Protocol.udp, 0, length);
    this.half(IP_BYTES, fromPort);
    this.half(IP_BYTES + 2, toPort);
    this.half(IP_BYTES + 4, length);
    // A sum of 0 would say that there is none (RFC 768).
    this.half(IP_BYTES + 6, this.transportChecksum(IP_BYTES, Protocol.udp, length) || 0xffff);
  }

  /** @param identifier of the pinging host; both numbers modulo 2^16 */
  echo(route: Route, reply: boolean, identifier: number, sequence: number, payloadBytes: number): void {
    this.length = ICMP_HEADER_BYTES;
    this.bytes.fill(0, 0, this.length);
    this.ip(route, Protocol.icmp, 0, 8 + payloadBytes);
    this.bytes[IP_BYTES] = reply ? ECHO_REPLY : ECHO_REQUEST;
    this.half(IP_BYTES + 4, identifier);
    this.half(IP_BYTES + 6, sequence);
    this.half(IP_BYTES + 2, folded(this.sum(IP_BYTES, this.length)));
  }

  private ip({ from, to, ttl, trafficClass, id }: Route, protocol: number, options: number, carried: number): void {
    const { bytes } = this;
    const header = IP_BYTES + options;
    bytes[0] = 0x40 | (header / 4);
    bytes[1] = trafficClass;
    this.half(2, header + carried);
    this.half(4, id);
    this.half(6, DONT_FRAGMENT);
    bytes[8] = ttl;
    bytes[9] = protocol;
    this.word(12, from);
    this.word(16, to);
    this.half(10, folded(this.sum(0, header)));
  }

  private options(start: number, { handshake, sack }: TcpFields): void {
    const { bytes } = this;
    let at = start;
    if (handshake !== undefined) {
      bytes[at] = MAXIMUM_SEGMENT_SIZE;
      bytes[at + 1] = 4;
      this.half(at + 2, handshake.maximumSegmentSize);
      bytes[at + 4] = NO_OPERATION;
      bytes[at + 5] = WINDOW_SCALE;
      bytes[at + 6] = 3;
      bytes[at + 7] = handshake.windowShift;
      at += 8;
      if (handshake.sackPermitted) {
        bytes[at] = NO_OPERATION;
        bytes[at + 1] = NO_OPERATION;
        bytes[at + 2] = SACK_PERMITTED;
        bytes[at + 3] = 2;
        at += 4;
      }
    }
    if (sack.length === 0) return;
    bytes[at] = NO_OPERATION;
    bytes[at + 1] = NO_OPERATION;
    bytes[at + 2] = SACK;
    bytes[at + 3] = 2 + 4 * sack.length;
    for (const [index, edge] of sack.entries()) this.word(at + 4 + 4 * index, edge);
  }

  /** Of TCP and UDP: over the header and a pseudo header of addresses, protocol and length (RFC 9293 section 3.1). */
  private transportChecksum(at: number, protocol: number, length: number): number {
    return folded(this.sum(12, IP_BYTES) + protocol + length + this.sum(at, this.length));
  }

  /** Sum of the 16-bit words of an even number of bytes. */
  private sum(from: number, to: number): number {
    const { bytes } = this;
    let sum = 0;
    for (let at = from; at < to; at += 2) sum += ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
    return sum;
  }

  private half(at: number, value: number): void {
    this.bytes[at] = value >>> 8;
    this.bytes[at + 1] = value;
  }

  private word(at: number, value: number): void {
    this.half(at, value >>> 16);
    this.half(at + 2, value);
  }
}

/** Bytes of the options, with the padding between them: a multiple of 4. */
function optionBytes({ handshake, sack }: TcpFields): number {
  const syn = handshake === undefined ? 0 : handshake.sackPermitted ? 12 : 8;
  return syn + (sack.length === 0 ? 0 : 4 + 4 * sack.length);
}

/** One's complement of the sum with its carries added (RFC 1071). */
function folded(sum: number): number {
  let rest = sum;
  while (rest > 0xffff) rest = (rest & 0xffff) + Math.floor(rest / 0x10000);
  return ~rest & 0xffff;
}
