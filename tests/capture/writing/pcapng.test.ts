/** Blocks and headers against bytes that were laid out by hand from the specifications. */
import { describe, expect, test } from 'vitest';
import { HeaderWriter, TcpFlag } from '../../../src/capture/headers.ts';
import { PCAPNG_CHUNK_BYTES, PcapngWriter } from '../../../src/capture/writing/pcapng.ts';

const hex = (bytes: Iterable<number>) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const laid = (text: string) => text.replaceAll(/\s+/g, '');
const written = (headers: HeaderWriter) => hex(headers.bytes.subarray(0, headers.length));

const NO_TIMESTAMPS = { hasTimestamps: false, timestamp: 0, echo: 0 };

describe('headers', () => {
  // An example of many textbooks: 192.168.0.1 to 192.168.0.199, 115 bytes, UDP. Its checksum is b861.
  test('IPv4: the textbook example', () => {
    const headers = new HeaderWriter();
    headers.writeUdp({ from: 0xc0a80001, to: 0xc0a800c7, ttl: 64, trafficClass: 0, id: 0 }, 49_152, 9, 115 - 28);
    expect(written(headers).slice(0, 40)).toBe(laid('4500 0073 0000 4000 4011 b861 c0a8 0001 c0a8 00c7'));
    // Pseudo header c0a8+0001+c0a8+00c7+0011+005f, header c000+0009+005f: 18288 + c068 = 242f0 -> 42f2 -> bd0d.
    expect(written(headers).slice(40)).toBe(laid('c000 0009 005f bd0d'));
  });

  test('TCP: a SYN that asks for ECN, summed by hand', () => {
    const headers = new HeaderWriter();
    headers.writeTcp(
      { from: 0x0a000001, to: 0x0a800001, ttl: 64, trafficClass: 0, id: 7 },
      {
        fromPort: 49_152,
        toPort: 9,
        sequence: 1_000,
        acknowledgement: 0,
        flags: TcpFlag.syn | TcpFlag.ece | TcpFlag.cwr,
        window: 65_535,
        handshake: { maximumSegmentSize: 1_000, windowShift: 0, isSackPermitted: true },
        sack: [],
        ...NO_TIMESTAMPS,
        optionRoom: 0,
      },
      0,
    );
    // IP: 4500+0034+0007+4000+4006+0a00+0001+0a80+0001 = d9c3 -> 263c.
    // TCP: c000+0009+03e8+80c2+ffff+0204+03e8+0103+0300+0101+0402 = 253a4, pseudo header 1482+0006+0020: 2684c -> 684e
    // -> 97b1.
    expect(written(headers)).toBe(
      laid(`4500 0034 0007 4000 4006 263c 0a00 0001 0a80 0001
        c000 0009 0000 03e8 0000 0000 80c2 ffff 97b1 0000
        0204 03e8 01 030300 0101 0402`),
    );
  });

  test('TCP: an ACK with two SACK blocks; the unused option bytes of the model are filled with end-of-list options', () => {
    const headers = new HeaderWriter();
    const route = { from: 0x0a800001, to: 0x0a000001, ttl: 62, trafficClass: 0, id: 0 };
    const tcp = { fromPort: 9, toPort: 49_152, sequence: 1_001, acknowledgement: 0xffff_fff0, flags: TcpFlag.ack };
    const fields = { ...tcp, ...NO_TIMESTAMPS, window: 1, handshake: undefined, sack: [0xffff_fff8, 8, 16, 24] };
    headers.writeTcp(route, { ...fields, optionRoom: 16 }, 0);
    expect(headers.length).toBe(40 + 20);
    expect(written(headers).slice(40)).toBe(
      laid(`0009 c000 0000 03e9 ffff fff0 a010 0001 ${written(headers).slice(72, 76)} 0000
        0101 0512 ffff fff8 0000 0008 0000 0010 0000 0018`),
    );
    // 60 bytes of TCP's header at most: the rest of the room is IP's.
    headers.writeTcp(route, { ...fields, optionRoom: 16 + 44 }, 0);
    expect(headers.length).toBe(20 + 20 + 60);
    expect(written(headers).slice(0, 2)).toBe('4a');
    expect(written(headers).slice(40, 80)).toBe('0'.repeat(40));
  });

  test('TCP: timestamps before a SACK block', () => {
    const headers = new HeaderWriter();
    const route = { from: 0x0a800001, to: 0x0a000001, ttl: 62, trafficClass: 0, id: 0 };
    const tcp = { fromPort: 9, toPort: 49_152, sequence: 1_001, acknowledgement: 8, flags: TcpFlag.ack, window: 1 };
    const times = { hasTimestamps: true, timestamp: -1, echo: 0x1234 };
    headers.writeTcp(route, { ...tcp, ...times, handshake: undefined, sack: [16, 24], optionRoom: 12 + 8 }, 0);
    // 12 bytes, as RFC 7323, appendix A, lays them out, and 12 of the block.
    expect(headers.length).toBe(40 + 24);
    expect(written(headers).slice(80)).toBe(laid('0101 080a ffff ffff 0000 1234 0101 050a 0000 0010 0000 0018'));
  });

  test('ICMP: an echo request', () => {
    const headers = new HeaderWriter();
    headers.writeEcho({ from: 1, to: 2, ttl: 64, trafficClass: 0, id: 0 }, false, 0x0102, 0x0304, 56);
    // 0800+0102+0304 = 0c06 -> f3f9.
    expect(written(headers).slice(40)).toBe(laid('0800 f3f9 0102 0304'));
  });
});

test('blocks of pcapng: section, interface, names, packet', () => {
  const chunks: Uint8Array[] = [];
  const writer = new PcapngWriter((chunk) => chunks.push(chunk.slice()));
  writer.writeSection('c', 'ab');
  writer.writeInterface('x', 'y', 1e7);
  writer.writeNames([{ address: 0x0a000001, name: 'a-0' }]);
  writer.writePacket({
    interfaceIndex: 0,
    timeNs: 5e9,
    direction: 1,
    id: 9,
    headers: new Uint16Array(Uint8Array.of(0xaa, 0xbb, 0xcc, 0xdd).buffer),
    headerBytes: 4,
    goesUp: false,
    payloadBytes: 4,
    keptBytes: 2,
    comment: 'why',
  });
  writer.flush();
  const all = chunks.flatMap((chunk) => [...chunk]);
  expect(writer.bytes).toBe(all.length);
  expect(hex(all)).toBe(
    laid(`
      0a0d0d0a 30000000 4d3c2b1a 0100 0000 ffffffffffffffff
        0100 0200 6162 0000  0400 0100 63 000000  00000000 30000000
      01000000 3c000000 0100 0000 00000000
        0200 0100 78 000000  0300 0100 79 000000  0800 0800 8096980000000000  0900 0100 09 000000  00000000 3c000000
      04000000 20000000 0100 0800 0a000001 612d3000  00000000 00000000 20000000
      06000000 54000000 00000000 01000000 00f2052a 14000000 16000000
        020000000002 020000000001 0800 aabbccdd 0000
        0200 0400 01000000  0500 0800 0900000000000000  0100 0300 776879 00  00000000 54000000`),
  );
});

test('chunks: a block that does not fit in the rest of a chunk begins the next chunk; a large packet fits', () => {
  const chunks: Uint8Array[] = [];
  const writer = new PcapngWriter((chunk) => chunks.push(chunk.slice()));
  const headers = new Uint16Array(20);
  for (let id = 0; id < 200; id++)
    writer.writePacket({
      interfaceIndex: 0,
      timeNs: id,
      direction: 1,
      goesUp: true,
      id,
      headers,
      headerBytes: 40,
      payloadBytes: 65_000,
      keptBytes: 65_000,
      comment: '',
    });
  writer.flush();
  // The captured bytes with their Ethernet header, 65,054, end at a multiple of 4.
  const block = 28 + 65_056 + 8 + 12 + 4 + 4;
  expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(200 * block);
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(chunk.length % block).toBe(0);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(PCAPNG_CHUNK_BYTES);
});

test('a chunk keeps nothing of the chunk before: padding is zeros', () => {
  const block = (before: number) => {
    const chunks: Uint8Array[] = [];
    const writer = new PcapngWriter((chunk) => chunks.push(chunk.slice()));
    const headers = new Uint16Array(20);
    const packet = { interfaceIndex: 0, timeNs: 0, direction: 1, goesUp: false, id: 1, headers, headerBytes: 40 };
    const noise = '~'.repeat(1_000);
    for (let id = 0; id < before; id++)
      writer.writePacket({ ...packet, payloadBytes: 0, keptBytes: 0, comment: noise });
    writer.flush();
    chunks.length = 0;
    writer.writeSection('c', 'ab');
    writer.writeNames([{ address: 1, name: 'a-00' }]);
    writer.writeInterface('x', 'y', 1);
    writer.writePacket({ ...packet, payloadBytes: 9, keptBytes: 9, comment: 'whys?' });
    writer.flush();
    return hex(chunks.flatMap((chunk) => [...chunk]));
  };
  expect(block(100)).toBe(block(0));
});
