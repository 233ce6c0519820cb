/**
 * Finds the IP header of a captured packet behind the headers of its link. Sources: draft-ietf-opsawg-pcaplinktype
 * (link types), IEEE 802.1Q (tags), RFC 2516 (PPPoE), RFC 1661 and RFC 1662 (PPP), RFC 1547 (Cisco HDLC), RFC 3032
 * (MPLS).
 */

/** Instead of the offset of an IP header: the packet has none, or it is cut before the end of its IP header. */
export const NO_IP = -1;
export const CUT_IP = -2;

/** Directions of a packet, as in `epb_flags` of pcapng. */
export const INBOUND = 1;
export const OUTBOUND = 2;

/** EtherTypes. */
const EtherType = { ipv4: 0x0800, ipv6: 0x86dd, mpls: 0x8847, mplsUpstream: 0x8848, pppoeSession: 0x8864 } as const;
const VLAN_TAGS = [0x8100, 0x88a8, 0x9100];
/** The EtherType with the same content, by the number of a PPP protocol. */
const PPP_PROTOCOLS: Readonly<Record<number, number>> = {
  33: EtherType.ipv4,
  87: EtherType.ipv6,
  641: EtherType.mpls,
  643: EtherType.mplsUpstream,
};
/** Link types that can be either PPP or Cisco HDLC; the latter begins with one of two addresses. */
const PPP_HDLC = 50;
const CISCO_HDLC = 104;
const CISCO_ADDRESSES = [0x0f, 0x8f];
/** Address and control field of PPP, which may be missing. */
const PPP_ADDRESS = 0xff03;
const PPPOE_HEADER_BYTES = 6;
/** Type of a sent packet in the header of Linux cooked captures. */
const COOKED_SENT = 4;

interface LinkHeader {
  /** Bytes before the IP header, or before tags, labels and PPP. */
  readonly bytes: number;
  /** Place of the EtherType; without it, an IP header follows. */
  readonly etherType?: number;
  /** Without an EtherType of its own: that of the content. */
  readonly content?: number | 'ppp';
  /** Place of the last byte of the packet type, which tells the direction. */
  readonly cookedType?: number;
}

/** The link types that are read. */
const LINK_HEADERS: Readonly<Record<number, LinkHeader>> = {
  0: { bytes: 4 },
  1: { bytes: 14, etherType: 12 },
  9: { bytes: 0, content: 'ppp' },
  12: { bytes: 0 },
  14: { bytes: 0 },
  [PPP_HDLC]: { bytes: 0, content: 'ppp' },
  51: { bytes: 0, content: EtherType.pppoeSession },
  101: { bytes: 0 },
  [CISCO_HDLC]: { bytes: 4, etherType: 2 },
  108: { bytes: 4 },
  113: { bytes: 16, etherType: 14, cookedType: 1 },
  228: { bytes: 0 },
  229: { bytes: 0 },
  276: { bytes: 20, etherType: 0, cookedType: 10 },
};
export const READABLE_LINK_TYPES =
  'Ethernet (1), raw IP (101, 228, 229), loopback (0, 108), Linux cooked (113, 276), PPP (9, 50), PPPoE (51), Cisco HDLC (104)';
/** Frequent link types that are not read. */
const OTHER_LINKS: Readonly<Record<number, string>> = {
  105: 'Wi-Fi',
  119: 'Wi-Fi with a Prism header',
  127: 'Wi-Fi with a radiotap header',
  163: 'Wi-Fi with an AVS header',
  192: 'Wi-Fi with a PPI header',
  189: 'USB',
  220: 'USB',
  249: 'USB',
  187: 'Bluetooth',
  201: 'Bluetooth',
  195: 'IEEE 802.15.4',
  227: 'CAN',
};
const FIRST_USER_TYPE = 147;
const LAST_USER_TYPE = 162;

/** Whether the IP packets of captures with this link type (the number in the file) can be found. */
export const isReadableLink = (linkType: number): boolean => LINK_HEADERS[linkType] !== undefined;

/** A link type for messages: its number, and its name if it is known. */
export function formatLinkType(linkType: number): string {
  const isUserType = linkType >= FIRST_USER_TYPE && linkType <= LAST_USER_TYPE;
  const name = isUserType ? 'reserved for private use' : OTHER_LINKS[linkType];
  return name === undefined ? String(linkType) : `${linkType} (${name})`;
}

/** Direction of a packet in a Linux cooked capture; undefined for other links. */
export function cookedDirection(view: DataView, linkType: number, from: number, end: number): number | undefined {
  const place = LINK_HEADERS[linkType]?.cookedType;
  if (place === undefined || from + place >= end) return undefined;
  return view.getUint8(from + place) === COOKED_SENT ? OUTBOUND : INBOUND;
}

/**
 * Offset of the IP header of a packet in `view`, or `NO_IP` or `CUT_IP`.
 * @param linkType a readable one
 * @param end of the captured bytes
 */
export function findIpHeader(view: DataView, linkType: number, from: number, end: number): number {
  const isCisco = linkType === PPP_HDLC && from < end && CISCO_ADDRESSES.includes(view.getUint8(from));
  const { bytes, etherType, content } = LINK_HEADERS[isCisco ? CISCO_HDLC : linkType];
  const offset = from + bytes;
  if (offset > end) return CUT_IP;
  if (content === 'ppp') return findInPpp(view, offset, end);
  const type = content ?? (etherType === undefined ? undefined : view.getUint16(from + etherType));
  return type === undefined ? checkIpHeader(view, offset, end) : findInEtherType(view, type, offset, end);
}

function findInEtherType(view: DataView, etherType: number, from: number, end: number): number {
  let offset = from;
  let type = etherType;
  while (VLAN_TAGS.includes(type)) {
    if (offset + 4 > end) return CUT_IP;
    type = view.getUint16(offset + 2);
    offset += 4;
  }
  if (type === EtherType.pppoeSession) return findInPpp(view, offset + PPPOE_HEADER_BYTES, end);
  if (type === EtherType.mpls || type === EtherType.mplsUpstream) return findBehindLabels(view, offset, end);
  return type === EtherType.ipv4 || type === EtherType.ipv6 ? checkIpHeader(view, offset, end) : NO_IP;
}

/** The protocol number has two bytes, or one if that one is odd. */
function findInPpp(view: DataView, from: number, end: number): number {
  if (from + 4 > end) return CUT_IP;
  const offset = view.getUint16(from) === PPP_ADDRESS ? from + 2 : from;
  const isShort = (view.getUint8(offset) & 1) === 1;
  const protocol = isShort ? view.getUint8(offset) : view.getUint16(offset);
  const type = PPP_PROTOCOLS[protocol];
  return type === undefined ? NO_IP : findInEtherType(view, type, offset + (isShort ? 1 : 2), end);
}

/** The last label of a stack has a flag. */
function findBehindLabels(view: DataView, from: number, end: number): number {
  for (let offset = from; offset + 4 <= end; offset += 4)
    if ((view.getUint8(offset + 2) & 1) === 1) return checkIpHeader(view, offset + 4, end);
  return CUT_IP;
}

function checkIpHeader(view: DataView, offset: number, end: number): number {
  if (offset >= end) return CUT_IP;
  const first = view.getUint8(offset);
  const version = first >> 4;
  if (version !== 6 && (version !== 4 || (first & 15) < 5)) return NO_IP;
  return offset + (version === 4 ? 20 : 40) > end ? CUT_IP : offset;
}
