/**
 * Captures as other programs write them, for tests: from draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng, not from
 * the reader. Numbers of packets are big-endian, as on the wire.
 */

/** A packet of a capture. */
export interface ForeignPacket {
  readonly timeNs: number;
  readonly bytes: Uint8Array;
  /** Length on the wire; default all bytes. */
  readonly original?: number;
  /** Number of the interface in its section. */
  readonly at?: number;
  /** epb_flags. */
  readonly flags?: number;
}

/** A pcap file with times in ns. */
export function pcap(linkType: number, packets: readonly ForeignPacket[], little = true): Uint8Array {
  const file = words([0xa1b23c4d, 0, 0, 0, 65_535, linkType], little);
  new DataView(file.buffer).setUint16(4, 2, little);
  return joined([
    file,
    ...packets.flatMap(({ timeNs, bytes, original = bytes.length }) => [
      words([Math.floor(timeNs / 1e9), timeNs % 1e9, bytes.length, original], little),
      bytes,
    ]),
  ]);
}

export interface ForeignInterface {
  readonly linkType?: number;
  readonly name?: string;
  /** if_tsresol as in the file, and the units of a second that it means. */
  readonly resolution?: readonly [code: number, unitsPerSecond: number];
  /** if_tsoffset, s. */
  readonly offset?: number;
}

/** A section of a pcapng file. */
export function section(
  interfaces: readonly ForeignInterface[],
  packets: readonly ForeignPacket[],
  little = true,
): Uint8Array {
  const block = (type: number, ...parts: readonly Uint8Array[]) => {
    const body = joined(parts);
    return joined([words([type, 12 + body.length], little), body, words([12 + body.length], little)]);
  };
  const option = (code: number, value: Uint8Array) => {
    const head = new Uint8Array(4 + Math.ceil(value.length / 4) * 4);
    const view = new DataView(head.buffer);
    view.setUint16(0, code, little);
    view.setUint16(2, value.length, little);
    head.set(value, 4);
    return head;
  };
  const wide = (value: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value), little);
    return bytes;
  };
  return joined([
    block(0x0a0d0d0a, words([0x1a2b3c4d, 0, 0xffffffff, 0xffffffff], little)),
    ...interfaces.map(({ linkType = 101, name, resolution, offset }) => {
      const head = new Uint8Array(8);
      new DataView(head.buffer).setUint16(0, linkType, little);
      const fields = [
        ...(name === undefined ? [] : [option(2, new TextEncoder().encode(name))]),
        ...(resolution === undefined ? [] : [option(9, Uint8Array.of(resolution[0]))]),
        ...(offset === undefined ? [] : [option(14, wide(offset))]),
      ];
      return block(1, head, ...fields, ...(fields.length === 0 ? [] : [new Uint8Array(4)]));
    }),
    ...packets.map(({ timeNs, bytes, original = bytes.length, at = 0, flags }) => {
      const { resolution: [, units] = [6, 1e6], offset = 0 } = interfaces[at] as ForeignInterface;
      const time = BigInt(Math.round((timeNs / 1e9 - offset) * units));
      const fields = flags === undefined ? [] : [option(2, words([flags], little)), new Uint8Array(4)];
      const head = words([at, Number(time >> 32n), Number(time & 0xffffffffn), bytes.length, original], little);
      return block(6, head, bytes, new Uint8Array(-bytes.length & 3), ...fields);
    }),
  ]);
}

/** An IPv4 packet whose fields a test chooses. */
export interface IpFields {
  readonly from?: string;
  readonly to?: string;
  readonly protocol?: number;
  /** Value of the length field. */
  readonly length?: number;
  readonly id?: number;
  /** Flags and offset of a fragment, 16 bits. */
  readonly fragment?: number;
}

export function ipv4(fields: IpFields, body: Uint8Array): Uint8Array {
  const { from = '10.0.0.1', to = '10.0.0.2', protocol = 17, length = 20 + body.length, id = 0, fragment = 0 } = fields;
  const head = halves([0x4500, length, id, fragment, 0x4000 | protocol, 0]);
  return joined([head, address(from), address(to), body]);
}

/** @param headers extension headers, complete; each begins with the number of the next one */
export function ipv6(first: number, headers: readonly Uint8Array[], body: Uint8Array, from = 1, to = 2): Uint8Array {
  const rest = joined([...headers, body]);
  const [source, target] = [from, to].map((last) => Uint8Array.from([0x20, 1, ...Array(13).fill(0), last]));
  const head = joined([halves([0x6000, 0, rest.length]), Uint8Array.of(first, 64)]);
  return joined([head, source as Uint8Array, target as Uint8Array, rest]);
}

/** A UDP header and `payload` zeros. */
export function udp(from: number, to: number, payload = 100): Uint8Array {
  return joined([halves([from, to, 8 + payload, 0]), new Uint8Array(payload)]);
}

/**
 * A TCP header with options, and `payload` zeros.
 * @param flags 16: ACK, 2: SYN
 */
export function tcp(from: number, to: number, flags: number, payload: number, options: readonly number[] = []) {
  const offset = (20 + options.length) / 4;
  const head = halves([from, to, 0, 1, 0, 1, (offset << 12) | flags, 1000, 0, 0]);
  return joined([head, Uint8Array.from(options), new Uint8Array(payload)]);
}

export const ethernet = (type: readonly number[], bytes: Uint8Array): Uint8Array =>
  Uint8Array.from([2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, ...type, ...bytes]);

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

export function halves(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint16(2 * index, value);
  return bytes;
}

function words(values: readonly number[], little: boolean): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(4 * index, value, little);
  return bytes;
}

const address = (text: string) => Uint8Array.from(text.split('.'), Number);
