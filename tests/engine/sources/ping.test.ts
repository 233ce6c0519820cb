/**
 * Pings: the parts of a round trip, and its growth with the queue. Expected values are sums of transmission and
 * propagation times.
 */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Scenario, SourceSpec } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';

const LINK_BPS = 10e6;
const ACCESS_BPS = 100e6;
const PING: SourceSpec = { kind: 'ping', label: 'ping', intervalMs: 20, accessDelayMs: 3 };

function ran(sources: Record<string, SourceSpec>, buffer: Scenario['buffer']) {
  const scenario: Scenario = {
    id: 'ping-test',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: LINK_BPS, delayMs: 10 },
    access: { rateBps: ACCESS_BPS, receiverDelayMs: 2 },
    buffer,
    run: { durationSeconds: 10, warmupSeconds: 2 },
    sources,
    policies: { droptail: {} },
  };
  const simulation = openRunOfPolicy(findPolicy('droptail') as PolicyDefinition, { scenario, seed: 1 });
  simulation.advance(simulation.endNs);
  return simulation.summary();
}

/** Both ways: four access links, the bottleneck twice, and the propagation of each. */
const emptyMs = 4 * ((84 * 8e3) / ACCESS_BPS) + 2 * ((84 * 8e3) / LINK_BPS) + 2 * (3 + 10 + 2);

test('without other traffic every round trip is transmission and propagation, to the nanosecond', () => {
  const { classes } = ran({ ping: PING }, { packets: 100 });
  const { roundTrip, completion } = classes[0] ?? {};
  expect(roundTrip?.meanMs).toBeCloseTo(emptyMs, 5);
  expect(roundTrip?.sdMs).toBeCloseTo(0, 5);
  // One each 20 ms for 8 s; those sent in the last 30 ms are not back yet.
  expect(roundTrip?.count).toBeGreaterThanOrEqual(398);
  expect(roundTrip?.count).toBeLessThanOrEqual(400);
  expect(completion).toBeUndefined();
});

test('beside an overload a ping waits for a full buffer: 100 kB on 10 Mb/s are 80 ms', () => {
  const overload: SourceSpec = { kind: 'cbr', label: 'load', flows: 1, rateBps: 15e6, packetBytes: 1000 };
  const { classes } = ran({ ping: PING, load: overload }, { bytes: 100_000 });
  const { roundTrip, dropRate = 0 } = classes[0] ?? {};
  const fullMs = (100_000 * 8e3) / LINK_BPS;
  // The buffer has room for less than a packet of the load when it is full, and one is in transmission.
  expect(roundTrip?.meanMs).toBeGreaterThan(emptyMs + fullMs - 1.6);
  expect(roundTrip?.p95Ms).toBeLessThan((emptyMs + fullMs + 0.8) * 1.02);
  // A lost ping has no round trip.
  expect(roundTrip?.count).toBeLessThanOrEqual(400 * (1 - dropRate) + 1);
});

test('the interval says how many there are', () => {
  const scenario = { ping: { ...PING, intervalMs: 100 } };
  const one = ran(scenario, { packets: 100 }).classes[0]?.roundTrip?.count ?? 0;
  expect(one).toBeGreaterThanOrEqual(79);
  expect(one).toBeLessThanOrEqual(80);
});
