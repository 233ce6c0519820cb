/**
 * The hooks of a congestion control and the gate that all sending passes: a control made for the test, traces worked by
 * hand.
 */
import { describe, expect, test } from 'vitest';
import { Clock } from '../../../src/engine/events/clock.ts';
import { PacketFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import type { CongestionControlDefinition } from '../../../src/engine/transport/congestion/control.ts';
import { RfcNewRenoSender } from '../../../src/engine/transport/rfc-newreno.ts';
import { RfcSackSender } from '../../../src/engine/transport/rfc-sack.ts';
import { tcpValues } from './harness.ts';

/** A window of 20 segments whatever happens; 1,040 bytes at 832 kbit/s take 10 ms. */
function opened(
  Sender: typeof RfcSackSender | typeof RfcNewRenoSender,
  paced: boolean,
  { initialWindow = 4, reducesOnMark = true, pacingBurst = 1 } = {},
) {
  const calls: string[] = [];
  const definition: CongestionControlDefinition = {
    id: 'test',
    label: 'Test',
    codepoint: 'ect1',
    create: (connection) => ({
      onAck: ({ acked, marked, mayGrow }) => {
        calls.push(`ack ${acked} ${marked} ${mayGrow}`);
        connection.congestionWindow = 20;
      },
      onLoss: (flight) => {
        calls.push(`loss ${flight}`);
        return 20;
      },
      onMark: (flight) => {
        calls.push(`mark ${flight}`);
        return reducesOnMark ? 20 : undefined;
      },
      onTimeout: (flight) => {
        calls.push(`timeout ${flight}`);
        return 20;
      },
      ...(paced && { pacingBps: () => 832_000 }),
    }),
  };
  const clock = new Clock();
  const packets = new PacketPool();
  const sent: { ms: number; sequence: number; flags: number }[] = [];
  const host = {
    clock,
    packets,
    send: (_flow: number, packet: number) => {
      sent.push({
        ms: clock.nowNs / 1e6,
        sequence: packets.sequence[packet] as number,
        flags: packets.flags[packet] as number,
      });
      packets.free(packet);
    },
    reply: () => {},
    onTransferDone: () => {},
    onTimeout: () => {},
  };
  const values = tcpValues({ initialWindow, pacingBurst, headerBytes: 40, segmentBytes: 1000 });
  const sender = new Sender({ host, flow: 0, classIndex: 0, values }, definition, () => 0);
  const ack = (sequence: number, more: { ece?: boolean; ceCount?: number; sack?: readonly [number, number] } = {}) => {
    const packet = packets.allocate();
    packets.flags[packet] = PacketFlag.ack | (more.ece ? PacketFlag.ece : 0);
    packets.sequence[packet] = sequence;
    packets.ceCount[packet] = more.ceCount ?? 0;
    if (more.sack !== undefined) {
      packets.sackCount[packet] = 1;
      packets.options.set(more.sack, 8 * packet);
    }
    sender.onAck(packet);
    packets.free(packet);
  };
  sender.supply(1000);
  clock.runUntil(100e6);
  ack(0);
  return { clock, sent, ack, calls, sender };
}

test.each([RfcSackSender, RfcNewRenoSender])(
  '%o: hooks are told of ACKs, marks, the loss and the timeout',
  (Sender) => {
    const { clock, ack, calls, sent } = opened(Sender, false);
    expect(sent.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
    expect(sent.slice(1).every(({ flags }) => (flags & PacketFlag.ect1) !== 0 && (flags & PacketFlag.ect) !== 0)).toBe(
      true,
    );
    ack(2);
    ack(4, { ece: true, ceCount: 2 });
    expect(calls).toEqual(['ack 2 0 true', 'mark 20', 'ack 2 2 false']);
    calls.length = 0;
    // 5 to 24 are outstanding and 5 is lost; the window was already cut for these outstanding segments, so the loss
    // does not cut it again.
    for (const end of [7, 8, 9]) ack(4, { sack: [6, end], ceCount: 2 });
    expect(calls).toEqual([]);
    clock.runUntil(20e9);
    expect(calls.some((call) => call.startsWith('timeout'))).toBe(true);
  },
);

/**
 * RFC 3168, section 6.1.2: CWR is set on the first new segment after a reduction of the window, for whatever reason.
 */
describe.each([RfcSackSender, RfcNewRenoSender])(
  '%o: a mark on which the control does not reduce the window',
  (Sender) => {
    const announced = (sent: readonly { sequence: number; flags: number }[]) =>
      sent.filter(({ flags }) => (flags & PacketFlag.cwr) !== 0).map(({ sequence }) => sequence);

    test('is not announced by CWR and is no cut, and the control is asked once per window of data', () => {
      const { ack, calls, sent, sender } = opened(Sender, false, { reducesOnMark: false });
      ack(1, { ece: true });
      expect(sent.at(-1)?.sequence).toBe(21);
      // 4 was the highest segment sent at the first mark.
      for (const sequence of [2, 4, 5]) ack(sequence, { ece: true });
      expect(calls.filter((call) => call.startsWith('mark'))).toEqual(['mark 4', 'mark 20']);
      expect(announced(sent)).toEqual([]);
      expect(sender).toMatchObject({ windowCutCount: 0, congestionWindow: 20 });
    });

    test('does not stop the cut for a loss in the same window', () => {
      const { ack, calls, sent, sender } = opened(Sender, false, { reducesOnMark: false });
      ack(1, { ece: true });
      for (const end of [4, 5, 6]) ack(1, { sack: [3, end], ece: true });
      expect(calls.filter((call) => call.startsWith('loss'))).toHaveLength(1);
      expect(sender.windowCutCount).toBe(1);
      ack(21);
      // Limited transmit has sent 22 and 23 before the cut.
      expect(announced(sent)).toEqual([24]);
    });

    test('does not stop the sender at a window of one', () => {
      const { ack, sent } = opened(Sender, false, { initialWindow: 1, reducesOnMark: false });
      ack(1, { ece: true });
      expect(sent.at(-1)?.sequence).toBe(21);
    });
  },
);

test.each([RfcSackSender, RfcNewRenoSender])('%o: a mark that reduces the window is announced once', (Sender) => {
  const { ack, sent, sender } = opened(Sender, false);
  ack(1, { ece: true });
  expect(sender.windowCutCount).toBe(1);
  expect(sent.filter(({ flags }) => (flags & PacketFlag.cwr) !== 0).map(({ sequence }) => sequence)).toEqual([5]);
});

test.each([RfcSackSender, RfcNewRenoSender])('%o: no segment leaves earlier than the pacing rate allows', (Sender) => {
  const { clock, sent, ack, calls } = opened(Sender, true);
  clock.runUntil(200e6);
  // After the handshake at 100 ms: one segment per 10 ms, four in the window.
  expect(sent.slice(1).map(({ ms, sequence }) => [ms, sequence])).toEqual([
    [100, 1],
    [110, 2],
    [120, 3],
    [130, 4],
  ]);
  ack(1);
  clock.runUntil(250e6);
  // Segment 2 is lost: it is sent again at the next place that the rate has, not at once.
  for (const end of [4, 5, 6]) ack(1, { sack: [3, end] });
  expect(calls.some((call) => call.startsWith('loss'))).toBe(true);
  clock.runUntil(600e6);
  const again = sent.findIndex(({ sequence }, index) => sequence === 2 && index > 2);
  expect(again).toBeGreaterThan(0);
  const gaps = sent.slice(2).map(({ ms }, index) => ms - (sent[index + 1]?.ms ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
  expect(sent.length).toBeGreaterThan(15);
});

test.each([RfcSackSender, RfcNewRenoSender])('%o: paced segments leave in trains at the same rate', (Sender) => {
  const { clock, sent, ack } = opened(Sender, true, { pacingBurst: 3 });
  clock.runUntil(200e6);
  // One segment per 10 ms, three at once. The window of four ends the second train.
  const times = () => sent.slice(1).map(({ ms, sequence }) => [ms, sequence]);
  expect(times()).toEqual([
    [100, 1],
    [100, 2],
    [100, 3],
    [130, 4],
  ]);
  ack(1);
  clock.runUntil(225e6);
  // The ACK opens the window to 20. One that comes within the pause starts no train, and does not fill the last one up.
  ack(2);
  clock.runUntil(270e6);
  expect(times().slice(4)).toEqual([
    [200, 5],
    [200, 6],
    [200, 7],
    [230, 8],
    [230, 9],
    [230, 10],
    [260, 11],
    [260, 12],
    [260, 13],
  ]);
});
