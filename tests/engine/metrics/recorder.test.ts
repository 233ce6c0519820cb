/** Counters and integrals against a trace worked by hand. */
import { expect, test } from 'vitest';
import { Clock } from '../../../src/engine/events/clock.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  DEPARTURE_STRIDE,
  DepartureColumn,
  VERDICT_STRIDE,
  VerdictColumn,
} from '../../../src/engine/frame/frame.ts';
import { FLOW_STRIDE, FlowColumn } from '../../../src/engine/metrics/flow-table.ts';
import { Recorder } from '../../../src/engine/metrics/recorder.ts';
import { PacketPool } from '../../../src/engine/packets/packet.ts';

/** Classes 0 and 1 with flows 0 and 1; payload is the wire size less 40. */
function harness(countsWire = false) {
  const clock = new Clock();
  const packets = new PacketPool();
  const recorder = new Recorder(clock, packets, { classCount: 2, countsWire, recordsPackets: true });
  recorder.flows.add(0);
  recorder.flows.add(1);
  const arrive = (classIndex: number, bytes: number): number => {
    const packet = packets.allocate();
    packets.classIndex[packet] = classIndex;
    packets.flow[packet] = classIndex;
    packets.bytes[packet] = bytes;
    packets.countedBytes[packet] = bytes - 40;
    packets.arrivedNs[packet] = clock.nowNs;
    recorder.onArrival(packet);
    return packet;
  };
  return { clock, packets, recorder, arrive };
}

/**
 *   ns      event                                   waiting after it
 *    0      a (class 0, 1040 bytes) arrives         1: a
 *    0      its service starts                      0
 *   10      b (class 1, 540) arrives                1: b
 *   30      c (class 0, 1040) arrives, marked       2: b c
 *   40      d (class 1, 540) arrives, dropped       2
 *   50      a departs; b's service starts           1: c
 *   60      e (class 1, 140) arrives                2: c e
 *   80      c is dropped later                       1: e
 *   90      b departs; e's service starts           0
 *  100      e departs
 */
function played(countsWire = false) {
  const { clock, packets, recorder, arrive } = harness(countsWire);
  const at = (ns: number) => clock.runUntil(ns);
  const a = arrive(0, 1040);
  recorder.onVerdict(a, 0, 'accept');
  recorder.onServiceStart(a);
  at(10);
  const b = arrive(1, 540);
  recorder.onVerdict(b, 0, 'accept');
  at(30);
  const c = arrive(0, 1040);
  recorder.onVerdict(c, 2, 'mark');
  at(40);
  recorder.onVerdict(arrive(1, 540), 1, 'drop');
  at(50);
  recorder.onDeparture(a);
  recorder.onServiceStart(b);
  at(60);
  const e = arrive(1, 140);
  recorder.onVerdict(e, 0, 'accept');
  at(80);
  recorder.onLaterVerdict(c, 1, 'drop');
  at(90);
  recorder.onDeparture(b);
  recorder.onServiceStart(e);
  at(95);
  recorder.onUsefulPacket(a);
  at(100);
  recorder.onDeparture(e);
  recorder.integrate();
  return { recorder, packets };
}

const row = (recorder: Recorder, index: number) =>
  Object.fromEntries(
    Object.entries(ClassColumn).map(([name, column]) => [name, recorder.classes[index * CLASS_STRIDE + column]]),
  );

test('counts by class', () => {
  const { recorder } = played();
  expect(row(recorder, 0)).toEqual({
    arrivedPackets: 2,
    arrivedBytes: 2080,
    departedPackets: 1,
    departedBytes: 1040,
    droppedPackets: 1,
    droppedBytes: 1040,
    markedPackets: 1,
    countedBytes: 1000,
    delaySumNs: 0,
    usefulPackets: 1,
    startedPackets: 1,
    offeredBytes: 2000,
    usefulBytes: 1000,
    uselessPackets: 0,
    greenPackets: 0,
    greenDelaySumNs: 0,
    lostPackets: 0,
    reorderedPackets: 0,
    lostAcks: 0,
  });
  expect(row(recorder, 1)).toEqual({
    arrivedPackets: 3,
    arrivedBytes: 1220,
    departedPackets: 2,
    departedBytes: 680,
    droppedPackets: 1,
    droppedBytes: 540,
    markedPackets: 0,
    countedBytes: 600,
    delaySumNs: 40 + 30,
    usefulPackets: 0,
    startedPackets: 2,
    offeredBytes: 1100,
    usefulBytes: 0,
    uselessPackets: 0,
    greenPackets: 0,
    greenDelaySumNs: 0,
    lostPackets: 0,
    reorderedPackets: 0,
    lostAcks: 0,
  });
});

test('integrates the queue over time', () => {
  const { recorder } = played();
  // b waits for 40 ns, c for 50, e for 30.
  expect(recorder.waitingPacketNs).toBe(40 + 50 + 30);
  expect(recorder.waitingByteNs).toBe(540 * 40 + 1040 * 50 + 140 * 30);
  expect(recorder.waitingPackets).toBe(0);
  expect(recorder.waitingBytes).toBe(0);
  expect(recorder.maxWaitingPackets).toBe(2);
  expect(recorder.delaySquares).toBe(40 * 40 + 30 * 30);
});

test('counts bytes on the wire where asked', () => {
  expect(row(played(true).recorder, 1).countedBytes).toBe(680);
});

test('counts by flow', () => {
  const { recorder } = played();
  const flow = (index: number, column: number) => recorder.flows.entries[index * FLOW_STRIDE + column];
  expect(flow(1, FlowColumn.classIndex)).toBe(1);
  expect(flow(1, FlowColumn.arrivedBytes)).toBe(500 + 500 + 100);
  expect(flow(1, FlowColumn.countedBytes)).toBe(600);
  expect(flow(1, FlowColumn.startedPackets)).toBe(2);
  expect(flow(1, FlowColumn.delaySumNs)).toBe(70);
  expect(flow(0, FlowColumn.usefulBytes)).toBe(1000);
});

test('notes verdicts and departures, one row each', () => {
  const { recorder } = played();
  const verdicts = recorder.verdicts.drain();
  const column = (index: number) => Array.from({ length: 6 }, (_, at) => verdicts[at * VERDICT_STRIDE + index]);
  expect(column(VerdictColumn.timeNs)).toEqual([0, 10, 30, 40, 60, 80]);
  expect(column(VerdictColumn.serial)).toEqual([0, 1, 2, 3, 4, 2]);
  expect(column(VerdictColumn.reason)).toEqual([0, 0, 2, 1, 0, 1]);
  const { drop, mark } = recorder.dropsAndMarks;
  const refused = [mark, drop].map((ring) => [...ring.copyRows()].filter((_, at) => at % VERDICT_STRIDE === 0));
  expect(refused).toEqual([[30], [40, 80]]);
  const departures = recorder.departures.drain();
  const noted = [0, 1, 2].map((row) => departures.slice(row * DEPARTURE_STRIDE, (row + 1) * DEPARTURE_STRIDE));
  const { timeNs, serial, bytes, arrivedNs } = DepartureColumn;
  expect(noted.map((row) => [timeNs, serial, bytes, arrivedNs].map((column) => row[column]))).toEqual([
    [50, 0, 1040, 0],
    [90, 1, 540, 10],
    [100, 4, 140, 60],
  ]);
});

test('has room for any number of flows', () => {
  const { recorder } = harness();
  for (let flow = 2; flow < 1_000; flow++) recorder.flows.add(flow % 2);
  expect(recorder.flows.count).toBe(1_000);
  for (let flow = 0; flow < 1_000; flow++) expect(recorder.flows.classOf(flow)).toBe(flow % 2);
});
