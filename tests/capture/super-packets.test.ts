/** Packets longer than a frame: split by the segment size of the handshake, or by 1,500 bytes. Calculated by hand. */
import { expect, test } from 'vitest';
import { CaptureReader } from '../../src/capture/capture-reader.ts';
import { type ForeignPacket, ipv4, ipv6, pcap, tcp, udp } from './foreign-captures.ts';

const NOW_NS = 1.7e18;

function read(packets: readonly ForeignPacket[], maxPackets?: number, startNs = NOW_NS) {
  const reader = new CaptureReader(maxPackets === undefined ? {} : { maxPackets });
  reader.push(
    pcap(
      101,
      packets.map((packet) => ({ ...packet, timeNs: startNs + packet.timeNs })),
    ),
  );
  const { arrivals, notes } = reader.finish();
  return { sizes: [...arrivals.bytes], times: [...arrivals.timeNs], flows: [...arrivals.flow], notes };
}

const ends = { from: '10.0.0.1', to: '10.0.0.2', protocol: 6 };
const back = { from: '10.0.0.2', to: '10.0.0.1', protocol: 6 };
/** A segment of `payload` bytes whose capture has only the headers. */
function segment(payload: number, options: readonly number[] = [], length?: number, timeNs = 5e6): ForeignPacket {
  const whole = ipv4({ ...ends, ...(length === undefined ? {} : { length }) }, tcp(80, 9, 16, payload, options));
  return { timeNs, bytes: whole.subarray(0, 54 + options.length), original: whole.length };
}
const mss = (bytes: number) => [2, 4, bytes >> 8, bytes & 255];
const syn = (bytes: number) => ({ timeNs: 0, bytes: ipv4(ends, tcp(80, 9, 2, 0, mss(bytes))) });
const synAck = (bytes: number) => ({ timeNs: 1, bytes: ipv4(back, tcp(9, 80, 18, 0, [1, 1, ...mss(bytes), 1, 1])) });
/** Ten bytes of time stamps and two no-operations. */
const STAMPS = [1, 1, 8, 10, ...Array(8).fill(0)];

test('without a handshake: frames of 1,500 bytes, all at the time of the packet and of its flow', () => {
  const { sizes, times, flows, notes } = read([segment(64_240)]);
  expect(sizes).toEqual(Array(44).fill(1500));
  expect([new Set(times), new Set(flows)]).toEqual([new Set([0]), new Set([0])]);
  expect(notes).toEqual([expect.stringMatching(/44 frames: 1 packet of TCP longer than a frame/)]);
});

test('options of TCP are in each frame, and the last frame has the rest', () => {
  // 20 + 20 + 12 bytes of headers: 1,448 bytes of payload in a frame.
  expect(read([segment(3 * 1448 + 100, STAMPS)]).sizes).toEqual([1500, 1500, 1500, 152]);
  expect(read([segment(1448, STAMPS)])).toMatchObject({ sizes: [1500], notes: [] });
  expect(read([segment(1449, STAMPS)]).sizes).toEqual([1500, 53]);
});

test.each<[string, ForeignPacket[], number, number[]]>([
  ['the lower size of both SYNs', [syn(8960), synAck(1400)], 2 * 1400, [1440, 1440]],
  ['the only SYN', [syn(1400)], 2 * 1400, [1440, 1440]],
  ['the SYN of the other side', [synAck(1400)], 1401, [1440, 41]],
  ['jumbo frames', [syn(8960), synAck(8960)], 8960, [9000]],
  ['a loopback', [syn(65_483), synAck(65_483)], 65_483, [65_523]],
])('with a handshake: %s', (_name, handshake, payload, expected) => {
  const { sizes, notes } = read([...handshake, segment(payload)]);
  expect(sizes.slice(handshake.length)).toEqual(expected);
  expect(notes.some((note) => note.startsWith('Read as'))).toBe(expected.length > 1);
});

test('a length of 0 in the header: the length on the wire is split, also beyond 65,535 bytes', () => {
  expect(read([segment(1460 * 3, [], 0)]).sizes).toEqual([1500, 1500, 1500]);
  expect(read([segment(1460 * 100, [], 0)]).sizes).toEqual(Array(100).fill(1500));
  const jumbo = ipv6(6, [], tcp(80, 9, 16, 1440 * 2));
  jumbo[4] = 0;
  jumbo[5] = 0;
  expect(read([{ timeNs: 0, bytes: jumbo.subarray(0, 74), original: jumbo.length }]).sizes).toEqual([1500, 1500]);
});

test('packets of other protocols are not split, but named', () => {
  const { sizes, notes } = read([{ timeNs: 0, bytes: ipv4({}, udp(1, 9, 4000)) }]);
  expect(sizes).toEqual([4028]);
  expect(notes).toEqual([expect.stringMatching(/as they are: 1 packet longer than 1500 bytes/)]);
});

test('a simulator has frames of any length', () => {
  expect(read([segment(9000)], undefined, 0)).toMatchObject({ sizes: [9040], notes: [] });
});

test('frames count towards the limit of packets', () => {
  const { sizes, notes } = read([segment(1460 * 5), segment(100, [], undefined, 6e6)], 3);
  expect(sizes).toEqual([1500, 1500, 1500]);
  expect(notes[0]).toMatch(/Only the first 3 packets are read/);
});
