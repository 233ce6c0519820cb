import { describe, expect, test } from 'vitest';
import {
  CLASS_STRIDE,
  ClassColumn,
  DEPARTURE_STRIDE,
  DepartureColumn,
  LOST_ON_LINK,
  MAX_DEPARTURE_ROWS,
  MAX_VERDICT_ROWS,
  MAX_WAITING_ROWS,
  transferablesOfFrame,
  VERDICT_STRIDE,
  VerdictColumn,
  WAITING_STRIDE,
  WaitingColumn,
} from '../../../src/engine/frame/frame.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { inStep, run } from '../metrics/scenario.ts';

const overload = withValue(withValue(inStep, 'sources.first.rateBps', 96e6), 'buffer.packets', 100_000);

describe('a frame', () => {
  test('is transferred between threads: every table has its own buffer', () => {
    const simulation = run(inStep, { recordsPackets: true });
    simulation.advance(0.5e9);
    const frame = simulation.frame();
    const buffers = transferablesOfFrame(frame);
    expect(new Set(buffers).size).toBe(19);
    const copy = structuredClone(frame, { transfer: buffers });
    expect(copy.classes).toHaveLength(2 * CLASS_STRIDE);
    expect(frame.classes).toHaveLength(0);
    simulation.advance(1e9);
    expect(simulation.frame().classes[0]).toBeGreaterThan(copy.classes[0] as number);
  });

  test('tells the goodput of each flow since the warm-up', () => {
    const simulation = run(withValue(inStep, 'run.warmupSeconds', 0.4), { recordsPackets: true });
    simulation.advance(1.6e9);
    const { flows } = simulation.frame();
    expect([flows[0], flows[2]]).toEqual([0, 1]);
    // 75 packets of 960 bytes each in 1.2 s.
    expect([flows[1], flows[3]]).toEqual([480_000, 480_000]);
  });

  test('has the waiting packets, head first, and the packet in transmission', () => {
    const simulation = run(inStep, { recordsPackets: true });
    simulation.advance(0.164e9);
    const { waiting, inService, waitingPackets, waitingBytes, timeNs, ended } = simulation.frame();
    expect({ waitingPackets, waitingBytes, timeNs, ended }).toEqual({
      waitingPackets: 1,
      waitingBytes: 1000,
      timeNs: 0.164e9,
      ended: false,
    });
    // The eleventh pair: serials 20 and 21, there at 160 ms and 8 ns.
    expect([...waiting]).toEqual([21, 1, 1, 0, 1000, 160_000_008, 0, Number.NaN]);
    expect([...inService]).toEqual([20, 0, 0, 0, 1000, 160_000_008, 0, 160_000_008, 168_000_008]);
  });

  test('has an empty transmission slot when the link is idle', () => {
    const simulation = run(withValue(inStep, 'sources.second.flows', 0));
    simulation.advance(0.012e9);
    expect(simulation.frame().inService).toHaveLength(0);
  });

  test('says which departed packets the link has lost', () => {
    const simulation = run(withValue(inStep, 'link.lossRate', 0.5), { recordsPackets: true });
    simulation.advance(1.6e9);
    const { departures, classes } = simulation.frame();
    const flags = [...departures].filter((_, index) => index % DEPARTURE_STRIDE === DepartureColumn.flags);
    const lost = [0, 1].reduce(
      (sum, row) => sum + (classes[row * CLASS_STRIDE + ClassColumn.lostPackets] as number),
      0,
    );
    expect(lost).toBeGreaterThan(30);
    expect(flags.filter((value) => (value & LOST_ON_LINK) !== 0)).toHaveLength(lost);
  });

  test('keeps the newest packets one by one, and counts all', () => {
    const simulation = run(overload, { recordsPackets: true });
    simulation.advance(1e9);
    const frame = simulation.frame();
    expect(frame.verdictCount).toBeGreaterThan(5_000);
    expect(frame.verdicts).toHaveLength(MAX_VERDICT_ROWS * VERDICT_STRIDE);
    expect(frame.verdicts.at(-VERDICT_STRIDE + VerdictColumn.timeNs)).toBeGreaterThan(0.99e9);
    expect(frame.waiting).toHaveLength(MAX_WAITING_ROWS * WAITING_STRIDE);
    expect(frame.waitingPackets).toBeGreaterThan(MAX_WAITING_ROWS);
    expect(frame.waiting[WaitingColumn.arrivedNs]).toBeLessThan(
      frame.waiting[WAITING_STRIDE + WaitingColumn.arrivedNs] as number,
    );
    expect(frame.departures.length).toBeLessThanOrEqual(MAX_DEPARTURE_ROWS * DEPARTURE_STRIDE);
    const second = simulation.frame();
    expect([second.verdictCount, second.verdicts.length, second.departures.length, second.series.length]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('lists no packets one by one when nobody watches', () => {
    const simulation = run(inStep);
    simulation.advance(1e9);
    const { verdicts, departures } = simulation.frame();
    expect([verdicts.length, departures.length]).toEqual([0, 0]);
  });

  test('counts from the start, and measures from the end of the warm-up', () => {
    const simulation = run(withValue(inStep, 'run.warmupSeconds', 0.8));
    simulation.advance(0.7e9);
    expect(simulation.frame().measured.classes).toEqual(simulation.frame().classes);
    simulation.advance(simulation.endNs);
    const { classes, measured, ended } = simulation.frame();
    expect(ended).toBe(true);
    expect([classes[0], measured.classes[0]]).toEqual([100, 50]);
    expect(measured).toMatchObject({ spanNs: 0.8e9, capacityBits: 0.8e6 });
  });

  test('tells the values of the policy, the buffer and the link as they stand', () => {
    const simulation = run(inStep);
    simulation.edit('buffer.packets', 7);
    simulation.edit('link.rateBps', 3e6);
    expect(simulation.frame()).toMatchObject({ limitPackets: 7, limitBytes: Number.POSITIVE_INFINITY, rateBps: 3e6 });
  });
});

test('the description has the values that do not change', () => {
  expect(run(inStep).description).toMatchObject({
    scenario: 'in-step',
    policy: 'droptail',
    classes: [
      { id: 'first', kind: 'cbr' },
      { id: 'second', kind: 'cbr' },
    ],
    durationNs: 1.6e9,
    warmupNs: 0,
    sampleNs: 16e6,
  });
});
