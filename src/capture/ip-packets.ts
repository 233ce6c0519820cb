/**
 * Reads the fields of captured IP packets that a list of arrivals needs. Sources: RFC 791 (IPv4), RFC 8200 (IPv6 and
 * its extension headers), RFC 4302 (authentication header), RFC 7045 section 4 (list of extension headers).
 */

/** IPv6 extension headers whose second byte is their length in units of 8 bytes, without the first unit. */
const EXTENSION_HEADERS = [0, 43, 60, 135, 139, 140];
const FRAGMENT_HEADER = 44;
/** Its length is in units of 4 bytes, without the first two units. */
const AUTHENTICATION_HEADER = 51;
export const TCP_PROTOCOL = 6;
/** TCP, UDP, DCCP, SCTP and UDP-Lite begin with two ports. */
const PROTOCOLS_WITH_PORTS = [TCP_PROTOCOL, 17, 33, 132, 136];

/** The fields of one packet. */
export interface IpPacket {
  readonly isV4: boolean;
  /** Differentiated services code point and ECN field: the whole byte. */
  readonly trafficClass: number;
  /** Length that the header gives; 0 for none. */
  readonly claimedBytes: number;
  readonly protocol: number;
  readonly source: string;
  readonly destination: string;
  /** Place of the header of the transport; -1 if it is not captured, or not in this fragment. */
  readonly transport: number;
  /** Ports of the source and the destination; undefined if there are none. */
  readonly ports: readonly [source: number, destination: number] | undefined;
  /** Whether it has ports, but is cut before them. */
  readonly isCutBeforePorts: boolean;
  /** Identifies the fragments of one packet; undefined if it is not fragmented. */
  readonly fragmentId: number | undefined;
}

/**
 * @param offset of its IP header, which is captured whole
 * @param end of the captured bytes
 */
export function readIpPacket(view: DataView, offset: number, end: number): IpPacket {
  const isV4 = view.getUint8(offset) >> 4 === 4;
  const flagsAndOffset = isV4 ? view.getUint16(offset + 6) & 0x3fff : 0;
  let fragmentId = flagsAndOffset === 0 ? undefined : view.getUint16(offset + 4);
  let isLaterFragment = (flagsAndOffset & 0x1fff) !== 0;
  let protocol = view.getUint8(offset + (isV4 ? 9 : 6));
  let next = offset + (isV4 ? (view.getUint8(offset) & 15) * 4 : 40);
  let isCut = false;
  while (!isLaterFragment && isExtension(protocol, isV4)) {
    isCut = next + 8 > end;
    if (isCut) break;
    const isFragment = protocol === FRAGMENT_HEADER;
    if (isFragment && (view.getUint16(next + 2) & 0xfff9) !== 0) {
      fragmentId = view.getUint32(next + 4);
      isLaterFragment = view.getUint16(next + 2) >> 3 !== 0;
    }
    const units = view.getUint8(next + 1);
    const bytes = isFragment ? 8 : protocol === AUTHENTICATION_HEADER ? 4 * (units + 2) : 8 * (units + 1);
    protocol = view.getUint8(next);
    next += bytes;
  }
  const hasPorts = !isLaterFragment && PROTOCOLS_WITH_PORTS.includes(protocol);
  const isCutBeforePorts = isCut || (hasPorts && next + 4 > end);
  return {
    isV4,
    trafficClass: isV4 ? view.getUint8(offset + 1) : (view.getUint16(offset) >> 4) & 0xff,
    claimedBytes: isV4 ? view.getUint16(offset + 2) : jumboOrLength(view.getUint16(offset + 4)),
    protocol,
    ...readAddresses(view, offset + (isV4 ? 12 : 8), isV4 ? 4 : 16),
    transport: isLaterFragment || isCutBeforePorts ? -1 : next,
    ports: hasPorts && !isCutBeforePorts ? [view.getUint16(next), view.getUint16(next + 2)] : undefined,
    isCutBeforePorts,
    fragmentId,
  };
}

const isExtension = (protocol: number, isV4: boolean) =>
  protocol === AUTHENTICATION_HEADER ||
  (!isV4 && (protocol === FRAGMENT_HEADER || EXTENSION_HEADERS.includes(protocol)));

/** A payload length of 0 is that of a jumbogram, or of a packet that the network card splits (RFC 2675). */
const jumboOrLength = (payloadBytes: number) => (payloadBytes === 0 ? 0 : 40 + payloadBytes);

function readAddresses(view: DataView, from: number, bytes: number) {
  const address = (start: number) =>
    String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + start, bytes));
  return { source: address(from), destination: address(from + bytes) };
}
