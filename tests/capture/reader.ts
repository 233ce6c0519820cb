/**
 * A reader of pcapng with Ethernet for tests, from the specification and not from the writer: draft-ietf-opsawg-pcapng,
 * RFC 894, RFC 791, RFC 9293, RFC 768, RFC 792. It refuses malformed data, and wrong checksums of packets that are
 * captured whole.
 */

export interface ReadPacket {
  readonly tap: string;
  readonly timeNs: number;
  /** Bytes from the IP header on: in the file, and on the wire. */
  readonly captured: number;
  readonly original: number;
  /** Source and destination in the Ethernet header. */
  readonly hosts: readonly string[];
  readonly bytes: Uint8Array;
  readonly direction: number;
  readonly id: number;
  readonly comment: string;
  readonly ip: Ip;
}

export interface Ip {
  readonly from: string;
  readonly to: string;
  readonly ttl: number;
  readonly dscp: number;
  readonly ecn: number;
  readonly id: number;
  readonly protocol: number;
  readonly length: number;
  readonly tcp: Tcp | undefined;
  readonly udp: { readonly from: number; readonly to: number; readonly length: number } | undefined;
  readonly icmp: { readonly type: number; readonly id: number; readonly sequence: number } | undefined;
}

export interface Tcp {
  readonly from: number;
  readonly to: number;
  readonly sequence: number;
  readonly acknowledgement: number;
  readonly flags: string;
  readonly window: number;
  readonly options: readonly (readonly [kind: number, ...value: number[]])[];
  /** Edges in pairs. */
  readonly sack: readonly number[];
  readonly payloadBytes: number;
}

export interface ReadCapture {
  readonly comment: string;
  readonly interfaces: readonly { readonly name: string; readonly linkType: number; readonly resolution: number }[];
  readonly names: ReadonlyMap<string, string>;
  readonly packets: readonly ReadPacket[];
}

export function readCapture(chunks: readonly Uint8Array[]): ReadCapture {
  const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    file.set(chunk, end);
    end += chunk.length;
  }
  const view = new DataView(file.buffer);
  let comment = '';
  const interfaces: { name: string; linkType: number; resolution: number }[] = [];
  const names = new Map<string, string>();
  const packets: ReadPacket[] = [];
  for (let index = 0; index < file.length; ) {
    const type = view.getUint32(index, true);
    const length = view.getUint32(index + 4, true);
    must(length % 4 === 0 && length >= 12 && index + length <= file.length, `block at ${index} of ${length} bytes`);
    must(view.getUint32(index + length - 4, true) === length, `block at ${index} ends with another length`);
    const last = index + length - 4;
    if (type === 0x0a0d0d0a) {
      must(view.getUint32(index + 8, true) === 0x1a2b3c4d, 'byte order');
      must(view.getUint16(index + 12, true) === 1 && view.getUint16(index + 14, true) === 0, 'version');
      comment = options(view, index + 24, last).get(1)?.text ?? '';
    } else if (type === 1) {
      const fields = options(view, index + 16, last);
      interfaces.push({
        name: fields.get(2)?.text ?? '',
        linkType: view.getUint16(index + 8, true),
        resolution: fields.get(9)?.bytes[0] ?? 6,
      });
    } else if (type === 4) {
      for (let record = index + 8; view.getUint16(record, true) !== 0; ) {
        const size = view.getUint16(record + 2, true);
        const text = latin(file.subarray(record + 8, record + 4 + size));
        must(text.endsWith('\0'), 'a name ends with zero');
        names.set(address(view, record + 4), text.slice(0, -1));
        record += 4 + ((size + 3) & ~3);
      }
    } else if (type === 6) {
      const captured = view.getUint32(index + 20, true);
      const fields = options(view, index + 28 + ((captured + 3) & ~3), last);
      const frame = file.subarray(index + 28, index + 28 + captured);
      must(captured >= 14 && frame[12] === 8 && frame[13] === 0, 'Ethernet with IPv4');
      const bytes = frame.subarray(14);
      const original = view.getUint32(index + 24, true) - 14;
      const at_ = interfaces[view.getUint32(index + 8, true)];
      must(at_ !== undefined && bytes.length <= original, 'interface and length');
      packets.push({
        tap: at_?.name ?? '',
        timeNs: view.getUint32(index + 12, true) * 2 ** 32 + view.getUint32(index + 16, true),
        captured: bytes.length,
        original,
        hosts: [latin(frame.subarray(6, 12)), latin(frame.subarray(0, 6))],
        bytes,
        direction: word(fields.get(2)?.bytes) & 3,
        id: word(fields.get(5)?.bytes),
        comment: fields.get(1)?.text ?? '',
        ip: readIp(bytes, original),
      });
    } else throw new Error(`block of type ${type}`);
    index += length;
  }
  return { comment, interfaces, names, packets };
}

function readIp(bytes: Uint8Array, original: number): Ip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = (view.getUint8(0) & 15) * 4;
  const length = view.getUint16(2);
  must(view.getUint8(0) >> 4 === 4 && header >= 20, 'IPv4');
  must(length === original, `IP says ${length} bytes, the capture ${original}`);
  must(ones(bytes.subarray(0, header)) === 0xffff, 'checksum of IP');
  const protocol = view.getUint8(9);
  const carried = length - header;
  const pseudo = ones(bytes.subarray(12, 20)) + protocol + carried;
  const whole = bytes.length === length;
  const rest = new DataView(bytes.buffer, bytes.byteOffset + header, bytes.length - header);
  const body = bytes.subarray(header);
  if (whole && protocol !== 1) must(carry(pseudo + ones(body)) === 0xffff, `checksum of protocol ${protocol}`);
  if (whole && protocol === 1) must(ones(body) === 0xffff, 'checksum of ICMP');
  return {
    from: address(view, 12),
    to: address(view, 16),
    ttl: view.getUint8(8),
    dscp: view.getUint8(1) >> 2,
    ecn: view.getUint8(1) & 3,
    id: view.getUint16(4),
    protocol,
    length,
    tcp: protocol === 6 ? readTcp(rest, carried) : undefined,
    udp: protocol === 17 ? { from: rest.getUint16(0), to: rest.getUint16(2), length: rest.getUint16(4) } : undefined,
    icmp: protocol === 1 ? { type: rest.getUint8(0), id: rest.getUint16(4), sequence: rest.getUint16(6) } : undefined,
  };
}

function readTcp(view: DataView, length: number): Tcp {
  const header = (view.getUint8(12) >> 4) * 4;
  must(header >= 20 && header <= view.byteLength, 'length of the TCP header');
  const bits = view.getUint8(13);
  const flags = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG', 'ECE', 'CWR'].filter((_, bit) => (bits & (1 << bit)) !== 0);
  const found: [number, ...number[]][] = [];
  const sack: number[] = [];
  for (let at = 20; at < header; ) {
    const kind = view.getUint8(at);
    if (kind === 0) break;
    const size = kind === 1 ? 1 : view.getUint8(at + 1);
    must(kind === 1 || (size >= 2 && at + size <= header), `TCP option ${kind} of ${size} bytes`);
    if (kind !== 1) {
      const value = Array.from({ length: size - 2 }, (_, index) => view.getUint8(at + 2 + index));
      found.push([kind, ...value]);
    }
    if (kind === 5) for (let edge = at + 2; edge < at + size; edge += 4) sack.push(view.getUint32(edge));
    at += size;
  }
  return {
    from: view.getUint16(0),
    to: view.getUint16(2),
    sequence: view.getUint32(4),
    acknowledgement: view.getUint32(8),
    flags: flags.join(' '),
    window: view.getUint16(14),
    options: found,
    sack,
    payloadBytes: length - header,
  };
}

interface Option {
  readonly bytes: Uint8Array;
  readonly text: string;
}

function options(view: DataView, from: number, last: number): Map<number, Option> {
  const found = new Map<number, Option>();
  for (let index = from; index < last; ) {
    const code = view.getUint16(index, true);
    const length = view.getUint16(index + 2, true);
    if (code === 0) {
      must(length === 0 && index + 4 === last, 'options end where the block does');
      return found;
    }
    const bytes = new Uint8Array(view.buffer, index + 4, length);
    found.set(code, { bytes, text: latin(bytes) });
    index += 4 + ((length + 3) & ~3);
  }
  throw new Error('options without an end');
}

function word(bytes: Uint8Array | undefined): number {
  return (bytes ?? new Uint8Array(0)).reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function address(view: DataView, at: number): string {
  return [0, 1, 2, 3].map((byte) => view.getUint8(at + byte)).join('.');
}

/** One's complement sum of 16-bit words, an odd last byte padded with zero. */
function ones(bytes: Uint8Array): number {
  let sum = 0;
  for (const [index, byte] of bytes.entries()) sum += index % 2 === 0 ? byte * 256 : byte;
  return carry(sum);
}

function carry(sum: number): number {
  let rest = sum;
  while (rest > 0xffff) rest = (rest & 0xffff) + Math.floor(rest / 65_536);
  return rest;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`malformed: ${what}`);
}
