/** IP packets behind the headers of links, and links that are refused. */
import { describe, expect, test } from 'vitest';
import { CaptureReader } from '../../src/capture/capture-reader.ts';
import { ethernet, type ForeignPacket, ipv4, ipv6, joined, pcap, udp } from './foreign-captures.ts';

function read(linkType: number, packets: readonly ForeignPacket[]) {
  const reader = new CaptureReader({});
  reader.push(pcap(linkType, packets));
  const { arrivals, notes } = reader.finish();
  return { rows: Array.from(arrivals.flow, (flow, row) => [flow, arrivals.bytes[row]]), notes };
}

const V4 = [8, 0];
const V6 = [0x86, 0xdd];
const PPP_V4 = [0, 0x21];
const PPP_V6 = [0, 0x57];
/** Labels 16 and 17; the second one is the last. */
const LABELS = [0, 1, 0, 64, 0, 1, 0x11, 64];
const pppoe = (protocol: readonly number[]) => [0x11, 0, 0, 1, 0, 0, ...protocol];
const cooked = (type: readonly number[]) => [0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, ...type];
const cooked2 = (type: readonly number[]) => [...type, 0, 0, 0, 0, 0, 3, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0];
const wire = (type: readonly number[]) => [...ethernet(type, new Uint8Array(0))];

const HEADERS: [name: string, linkType: number, v4: readonly number[], v6: readonly number[]][] = [
  ['Ethernet', 1, wire(V4), wire(V6)],
  ['Ethernet with a tag', 1, wire([0x81, 0, 0, 5, ...V4]), wire([0x81, 0, 0, 5, ...V6])],
  [
    'Ethernet with two tags',
    1,
    wire([0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, ...V4]),
    wire([0x91, 0, 0, 5, 0x81, 0, 0, 6, ...V6]),
  ],
  ['MPLS', 1, wire([0x88, 0x47, ...LABELS]), wire([0x88, 0x48, ...LABELS])],
  ['MPLS in a tag', 1, wire([0x81, 0, 0, 5, 0x88, 0x47, ...LABELS]), wire([0x81, 0, 0, 5, 0x88, 0x47, ...LABELS])],
  ['PPPoE', 1, wire([0x88, 0x64, ...pppoe(PPP_V4)]), wire([0x88, 0x64, ...pppoe(PPP_V6)])],
  [
    'PPPoE in a tag',
    1,
    wire([0x81, 0, 0, 7, 0x88, 0x64, ...pppoe(PPP_V4)]),
    wire([0x81, 0, 0, 7, 0x88, 0x64, ...pppoe(PPP_V6)]),
  ],
  ['PPPoE without Ethernet', 51, pppoe(PPP_V4), pppoe(PPP_V6)],
  ['PPP without its address', 9, PPP_V4, PPP_V6],
  ['PPP', 9, [0xff, 3, ...PPP_V4], [0xff, 3, ...PPP_V6]],
  ['PPP with a short protocol', 9, [0xff, 3, 0x21], [0x57]],
  ['MPLS in PPP', 9, [2, 0x81, ...LABELS], [2, 0x83, ...LABELS]],
  ['PPP in HDLC', 50, [0xff, 3, ...PPP_V4], [0xff, 3, ...PPP_V6]],
  ['Cisco HDLC', 104, [0x0f, 0, ...V4], [0x8f, 0, ...V6]],
  ['Cisco HDLC by its address', 50, [0x0f, 0, ...V4], [0x8f, 0, ...V6]],
  ['Linux cooked', 113, cooked(V4), cooked(V6)],
  ['Linux cooked with a tag', 113, cooked([0x81, 0, 0, 5, ...V4]), cooked([0x81, 0, 0, 5, ...V6])],
  [
    'Linux cooked 2 with two tags',
    276,
    [...cooked2([0x88, 0xa8]), 0, 5, 0x81, 0, 0, 6, ...V4],
    [...cooked2([0x88, 0xa8]), 0, 5, 0x81, 0, 0, 6, ...V6],
  ],
  ['Linux cooked with PPPoE', 113, cooked([0x88, 0x64, ...pppoe(PPP_V4)]), cooked([0x88, 0x64, ...pppoe(PPP_V6)])],
  ['raw', 101, [], []],
  ['loopback', 0, [2, 0, 0, 0], [30, 0, 0, 0]],
];

describe.each(HEADERS)('%s', (_name, linkType, v4, v6) => {
  test('the IP packet behind it', () => {
    const packets = [
      { timeNs: 1, bytes: joined([Uint8Array.from(v4), ipv4({}, udp(1, 9))]) },
      { timeNs: 2, bytes: joined([Uint8Array.from(v6), ipv6(17, [], udp(1, 9))]) },
      { timeNs: 3, bytes: joined([Uint8Array.from(v4), ipv4({}, udp(2, 9))]) },
    ];
    expect(read(linkType, packets)).toEqual({
      rows: [
        [0, 128],
        [1, 148],
        [2, 128],
      ],
      notes: [],
    });
  });

  test('a packet that is cut at any byte before the end of its IP header is called cut, and then it is read', () => {
    const whole = joined([Uint8Array.from(v4), ipv4({}, udp(1, 9))]);
    for (let bytes = 0; bytes < v4.length + 20; bytes++) {
      const reader = new CaptureReader({});
      reader.push(pcap(linkType, [{ timeNs: 1, bytes: whole.subarray(0, bytes), original: whole.length }]));
      expect(() => reader.finish(), `${bytes} bytes`).toThrow(/Left out: 1 packet cut before the end of the IP header/);
    }
    for (const bytes of [20, 23])
      expect(
        read(linkType, [{ timeNs: 1, bytes: whole.subarray(0, v4.length + bytes), original: whole.length }]),
      ).toEqual({
        rows: [[0, 128]],
        notes: [expect.stringContaining('Flow without ports: 1 packet cut')],
      });
  });
});

test.each([
  ['ARP', 1, wire([8, 6])],
  ['PPPoE discovery', 1, wire([0x88, 0x63])],
  ['LCP of PPP', 9, [0xff, 3, 0xc0, 0x21]],
  ['Cisco HDLC keep-alive', 104, [0x8f, 0, 0x80, 0x35]],
  ['ARP in a cooked capture', 113, cooked([8, 6])],
  ['a pseudowire', 1, wire([0x88, 0x47, 0, 1, 1, 64, 0, 0, 0, 0])],
])('%s has no IP header', (_name, linkType, header) => {
  const other = joined([Uint8Array.from(header), new Uint8Array(60)]);
  const reader = new CaptureReader({});
  reader.push(pcap(linkType, [{ timeNs: 1, bytes: other }]));
  expect(() => reader.finish()).toThrow(/Left out: 1 packet without an IP header/);
});

test.each([
  [105, /105 \(Wi-Fi\)/],
  [127, /127 \(Wi-Fi with a radiotap header\)/],
  [147, /147 \(reserved for private use\)/],
  [250, /link type 250 is/],
])('link type %i is refused with a way out', (linkType, name) => {
  const reader = new CaptureReader({});
  const push = () => reader.push(pcap(linkType, [{ timeNs: 1, bytes: new Uint8Array(99) }]));
  expect(push).toThrow(name);
  expect(push).toThrow(/allowed: Ethernet \(1\).*tshark makes a list/);
});
