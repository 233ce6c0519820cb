/**
 * Frames of captured TCP packets that are longer than a frame. A host captures its segments before its network card
 * cuts them (TSO), and after the card has joined received ones (GRO, LRO). Sources: RFC 9293 section 3.7.1 (maximum
 * segment size), RFC 6691 (the options of TCP take bytes of it).
 */
import { type IpPacket, TCP_PROTOCOL } from './ip-packets.ts';

/** Bytes of the longest usual frame, with its IP header. */
export const USUAL_FRAME_BYTES = 1_500;
const TCP_BYTES = 20;
const SYN_FLAG = 0x02;
const END_OF_OPTIONS = 0;
const NO_OPERATION = 1;
const MAXIMUM_SEGMENT_SIZE = 2;
/** Lowest segment size that is believed: the default of RFC 9293 for IPv4 (section 3.7.1). */
const MIN_SEGMENT_BYTES = 536;

/**
 * The maximum segment size in a SYN.
 * @param end of the captured bytes
 * @returns undefined for other packets
 */
export function readSegmentSize(view: DataView, { protocol, transport }: IpPacket, end: number): number | undefined {
  if (protocol !== TCP_PROTOCOL || transport < 0 || transport + TCP_BYTES > end) return undefined;
  if ((view.getUint8(transport + 13) & SYN_FLAG) === 0) return undefined;
  const last = Math.min(end, transport + (view.getUint8(transport + 12) >> 4) * 4);
  for (let offset = transport + TCP_BYTES; offset + 4 <= last; ) {
    const kind = view.getUint8(offset);
    if (kind === END_OF_OPTIONS) return undefined;
    if (kind === MAXIMUM_SEGMENT_SIZE) return Math.max(MIN_SEGMENT_BYTES, view.getUint16(offset + 2));
    offset += kind === NO_OPERATION ? 1 : Math.max(2, view.getUint8(offset + 1));
  }
  return undefined;
}

/** The frames of a packet. All are full but the last one. */
export interface Frames {
  readonly frameCount: number;
  readonly frameBytes: number;
  readonly lastBytes: number;
}

/**
 * The frames of a packet of `bytes` bytes; undefined if it is one frame, or not a segment of TCP.
 * @param offset of its IP header
 * @param segmentBytes maximum segment size of its connection; undefined if the handshake is not captured: then a frame
 *   has at most 1,500 bytes
 */
export function packetFrames(
  view: DataView,
  { protocol, transport }: IpPacket,
  offset: number,
  end: number,
  bytes: number,
  segmentBytes: number | undefined,
): Frames | undefined {
  if (protocol !== TCP_PROTOCOL || transport < 0) return undefined;
  const tcpBytes =
    transport + TCP_BYTES <= end ? Math.max(TCP_BYTES, (view.getUint8(transport + 12) >> 4) * 4) : TCP_BYTES;
  const ipBytes = transport - offset;
  const frameBytes = segmentBytes === undefined ? USUAL_FRAME_BYTES : ipBytes + TCP_BYTES + segmentBytes;
  const headerBytes = ipBytes + tcpBytes;
  if (bytes <= frameBytes || frameBytes <= headerBytes) return undefined;
  const frameCount = Math.ceil((bytes - headerBytes) / (frameBytes - headerBytes));
  return { frameCount, frameBytes, lastBytes: bytes - (frameCount - 1) * (frameBytes - headerBytes) };
}
