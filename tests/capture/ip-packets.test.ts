/** Flows by addresses, protocol and ports, behind extension headers and in fragments. */
import { expect, test } from 'vitest';
import { CaptureReader } from '../../src/capture/capture-reader.ts';
import { halves, ipv4, ipv6, joined, pcap, tcp, udp } from './foreign-captures.ts';

function flows(packets: readonly Uint8Array[]): number[] {
  const reader = new CaptureReader({});
  reader.push(
    pcap(
      101,
      packets.map((bytes, index) => ({ timeNs: index, bytes })),
    ),
  );
  return [...reader.finish().arrivals.flow];
}

const UDP = 17;
/** An extension header of 8 bytes. */
const options = (next: number) => Uint8Array.of(next, 0, 1, 4, 0, 0, 0, 0);
/** One of 24 bytes: its length is 2 units beyond the first. */
const routing = (next: number) => Uint8Array.from([next, 2, ...Array(22).fill(0)]);
/** One of 24 bytes: its length is in words, without two. */
const authentication = (next: number) => Uint8Array.from([next, 4, ...Array(22).fill(0)]);
const fragment = (next: number, place: number, hasMore: boolean, id: number) =>
  joined([Uint8Array.of(next, 0), halves([(place << 3) | (hasMore ? 1 : 0), 0, id])]);

test.each<[name: string, first: number, headers: readonly Uint8Array[]]>([
  ['no extension header', UDP, []],
  ['hop-by-hop', 0, [options(UDP)]],
  ['routing', 43, [routing(UDP)]],
  ['destination', 60, [options(UDP)]],
  ['authentication', 51, [authentication(UDP)]],
  ['a fragment that is the whole packet', 44, [fragment(UDP, 0, false, 7)]],
  [
    'all of them',
    0,
    [options(60), options(43), routing(44), fragment(51, 0, false, 7), authentication(60), options(UDP)],
  ],
])('IPv6 with %s: ports distinguish flows', (_name, first, headers) => {
  expect(flows([1000, 1001, 1000].map((port) => ipv6(first, headers, udp(port, 9))))).toEqual([0, 1, 0]);
});

test('IPv4 with an authentication header: ports distinguish flows', () => {
  const packet = (port: number) => ipv4({ protocol: 51 }, joined([authentication(UDP), udp(port, 9)]));
  expect(flows([packet(1000), packet(1001), packet(1000)])).toEqual([0, 1, 0]);
});

test('all fragments of a packet belong to the flow of its first one; without it, they have a flow without ports', () => {
  const MORE = 0x2000;
  const rest = new Uint8Array(64);
  const ofPort = (port: number, id: number) => [
    ipv4({ id, fragment: MORE }, udp(port, 9)),
    ipv4({ id, fragment: MORE | 16 }, rest),
    ipv4({ id, fragment: 24 }, rest),
  ];
  const unfragmented = [1000, 1001].map((port) => ipv4({}, udp(port, 9)));
  const [first, second] = [ofPort(1000, 5), ofPort(1001, 6)];
  expect(flows([...unfragmented, ...first, ...second])).toEqual([0, 1, 0, 0, 0, 1, 1, 1]);
  expect(flows([...unfragmented, ipv4({ id: 8, fragment: 24 }, rest)])).toEqual([0, 1, 2]);

  const v6 = (place: number, hasMore: boolean) => ipv6(44, [fragment(UDP, place, hasMore, 7)], udp(1000, 9));
  expect(flows([ipv6(UDP, [], udp(1000, 9)), v6(0, true), v6(13, false)])).toEqual([0, 0, 0]);
});

test.each([6, 17, 33, 132, 136])('protocol %i has ports, and flows have a protocol', (protocol) => {
  const packet = (port: number) => ipv4({ protocol }, tcp(port, 9, 16, 0));
  expect(flows([packet(1), packet(2), packet(1), ipv4({ protocol: 1 }, tcp(1, 9, 16, 0))])).toEqual([0, 1, 0, 2]);
});
