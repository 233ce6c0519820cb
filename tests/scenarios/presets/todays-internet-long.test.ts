/** The effects that the scenarios of today's internet show, against arithmetic and the promises of the RFCs. */

import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ClassSummary } from '../../../src/engine/metrics/summary.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

/** By their arguments: several tests read the same run. */
const known = new Map<string, readonly ClassSummary[]>();

function classOf(preset: string, policy: string, id: string, seconds = 12, source: ParameterValues = {}) {
  const key = JSON.stringify([preset, policy, seconds, source]);
  const classes = known.get(key) ?? classesOf(preset, policy, seconds, source);
  known.set(key, classes);
  const item = classes.find((candidate) => candidate.class === id);
  if (item === undefined) throw new Error(`no class ${id}`);
  return item;
}

function classesOf(preset: string, policy: string, seconds: number, source: ParameterValues) {
  const found = findPreset(preset) as Scenario;
  const sources = Object.fromEntries(Object.entries(found.sources).map(([key, own]) => [key, { ...own, ...source }]));
  const scenario = { ...found, sources, run: { ...found.run, durationSeconds: seconds } };
  const simulation = openRunOfPolicy(findPolicy(policy) as PolicyDefinition, { scenario, seed: 1 });
  simulation.advance(simulation.endNs);
  return simulation.summary().classes;
}

const LINK_BPS = 10e6;
/** Transmission of a packet of 1,500 bytes. */
const PACKET_MS = (1500 * 8e3) / LINK_BPS;
/** Both ways: propagation (5 + 8 + 2 ms), 84 bytes on the link, and on four access links of 1 Gb/s. */
const EMPTY_MS = 2 * (5 + 8 + 2) + 2 * ((84 * 8e3) / LINK_BPS) + 4 * ((84 * 8e3) / 1e9);

test('home-bufferbloat: with DropTail the ping rises to the empty round trip and the buffer over the rate', () => {
  const { roundTrip } = classOf('home-bufferbloat', 'droptail', 'ping');
  const fullMs = EMPTY_MS + (100_000 * 8e3) / LINK_BPS;
  // The download swings below the full buffer; the upper end of the swing is the full one, less than two packets off.
  expect(roundTrip?.p95Ms).toBeGreaterThan(fullMs - 2 * PACKET_MS - 2);
  expect(roundTrip?.p95Ms).toBeLessThan((fullMs + PACKET_MS) * 1.02);
});

test('home-bufferbloat: with FQ-CoDel a ping waits less than the target and one packet, at the 95th percentile', () => {
  expect(classOf('home-bufferbloat', 'fq-codel', 'ping').p95DelayMs).toBeLessThan(5 + PACKET_MS);
  expect(classOf('greedy-and-sparse', 'fq-codel', 'ping').p95DelayMs).toBeLessThan(5 + PACKET_MS);
  expect(classOf('greedy-and-sparse', 'fq-codel', 'voice').dropRate).toBe(0);
});

test('home-hosts: FQ-CoDel gives each flow a ninth; CAKE gives each host about a half, and voice waits for one packet', () => {
  const perFlow = (policy: string) =>
    classOf('home-hosts', policy, 'many').throughputBps / 8 / classOf('home-hosts', policy, 'one').throughputBps;
  expect(perFlow('fq-codel')).toBeGreaterThan(0.95);
  expect(perFlow('fq-codel')).toBeLessThan(1.05);
  // One CUBIC flow does not use its half all the time; the others use the rest.
  expect(8 * perFlow('cake')).toBeGreaterThan(0.95);
  expect(8 * perFlow('cake')).toBeLessThan(1.25);
  const voice = classOf('home-hosts', 'cake', 'voice');
  expect(voice.p95DelayMs).toBeLessThanOrEqual((1500 * 8e3) / 20e6);
  expect(voice.dropRate).toBe(0);
});

test('busy-evening: CAKE gives the film as much as twenty downloads, one queue a small part, and the call waits for one packet', () => {
  const film = (policy: string) =>
    classOf('busy-evening', policy, 'film').throughputBps / classOf('busy-evening', policy, 'many').throughputBps;
  expect(film('cake')).toBeGreaterThan(0.95);
  expect(film('cake')).toBeLessThan(1.05);
  expect(film('droptail')).toBeLessThan(0.1);
  const call = classOf('busy-evening', 'cake', 'call');
  expect(call.p95DelayMs).toBeLessThanOrEqual((1500 * 8e3) / 20e6);
  expect(call.dropRate).toBe(0);
});

test('buffer-sizing: the bandwidth-delay product over the square root of the flows keeps the link 98 % busy', () => {
  // Appenzeller, Keslassy & McKeown 2004, section 5: utilisation of 98 % or more.
  const found = findPreset('buffer-sizing') as Scenario;
  const busyWith = (packets: number) => {
    const scenario = { ...found, buffer: { packets }, run: { durationSeconds: 16, warmupSeconds: 8 } };
    const simulation = openRunOfPolicy(findPolicy('droptail') as PolicyDefinition, { scenario, seed: 1 });
    simulation.advance(simulation.endNs);
    return simulation.summary().busy;
  };
  expect(busyWith(62)).toBeGreaterThan(0.98);
  // A tenth of that does not.
  expect(busyWith(6)).toBeLessThan(0.9);
});

test('video-beside-download: behind a short queue the distance of the server costs more bitrate than behind a long one', () => {
  const throughputOf = (policy: string, accessDelayMs: number, seed: number) => {
    const found = findPreset('video-beside-download') as Scenario;
    const video = { ...found.sources.video, accessDelayMs } as Scenario['sources'][string];
    const download = { ...found.sources.download, startWithinSeconds: 1 } as Scenario['sources'][string];
    const scenario = { ...found, sources: { video, download } };
    const simulation = openRunOfPolicy(findPolicy(policy) as PolicyDefinition, { scenario, seed });
    simulation.advance(simulation.endNs);
    return simulation.summary().classes[0]!.throughputBps;
  };
  // From 100 ms away, and from 30 ms, as the downloads; a mean of two runs.
  const [farCodel, nearCodel, farDropTail, nearDropTail] = ['codel', 'droptail'].flatMap((policy) =>
    [40, 5].map((accessDelayMs) => throughputOf(policy, accessDelayMs, 1) + throughputOf(policy, accessDelayMs, 2)),
  );
  expect(nearCodel! / farCodel!).toBeGreaterThan(1.7);
  // With a queue of about 110 ms the round trips are 210 and 140 ms.
  expect(nearDropTail! / farDropTail!).toBeLessThan(210 / 140);
});

describe('incast', () => {
  const ALL_MS = (50 * 20 * 1500 * 8e3) / 1e9;

  test('with DCTCP and a step at 20 packets nothing is dropped, and the last answer comes when the link has sent all', () => {
    const servers = classOf('incast-dctcp', 'red-ecn', 'servers', 4);
    expect(servers.dropRate).toBe(0);
    expect(servers.completion?.p95Ms).toBeGreaterThan(0.95 * ALL_MS);
    expect(servers.completion?.p95Ms).toBeLessThan(1.05 * ALL_MS);
  });

  // Without marks an answer that loses its last packets waits for the timeout, 200 ms.
  test.each([
    ['incast-dctcp', 'dctcp'],
    ['incast-reno', 'newreno'],
    ['incast-reno', 'cubic'],
  ])('%s, %s, DropTail: the slowest answers wait for timeouts', (preset, congestion) => {
    const servers = classOf(preset, 'droptail', 'servers', 4, { congestion });
    expect(servers.dropRate).toBeGreaterThan(0.03);
    expect(servers.completion?.p95Ms).toBeGreaterThan(200);
  });

  // RFC 8257, section 3.5. Each answer opens a connection: its SYN finds more than 20 packets waiting.
  test('the step drops no SYN of DCTCP, and those of others', () => {
    const dropsOf = (congestion: string) => {
      const found = findPreset('incast-dctcp') as Scenario;
      const servers = {
        ...found.sources.servers,
        kind: 'shortTcp',
        label: 'answers',
        congestion,
        persistent: false,
      } as const;
      const scenario = { ...found, buffer: { packets: 2_000 }, run: { durationSeconds: 0.5 }, sources: { servers } };
      const policy = findPolicy('red-ecn') as PolicyDefinition;
      const simulation = openRunOfPolicy(policy, { scenario, policyValues: found.policies['red-ecn'] ?? {}, seed: 1 });
      simulation.advance(simulation.endNs);
      return simulation.summary().dropped;
    };
    expect(dropsOf('dctcp')).toBe(0);
    expect(dropsOf('newreno')).toBeGreaterThan(0);
  });
});

test('Prague through PIE with ECN: marked as often as its window says, and hardly ever dropped', () => {
  const found = findPreset('home-bufferbloat') as Scenario;
  const download = {
    ...found.sources.download,
    kind: 'tcp',
    label: 'download',
    congestion: 'prague',
    ecn: true,
  } as const;
  const scenario = { ...found, sources: { ...found.sources, download } };
  const policy = findPolicy('pie') as PolicyDefinition;
  const simulation = openRunOfPolicy(policy, { scenario, policyValues: { variant: 'rfc', ecn: true }, seed: 1 });
  simulation.advance(simulation.endNs);
  const [flow] = simulation.summary().classes;
  if (flow === undefined) throw new Error('no download');
  // RFC 9332, appendix C.2, equation 6: 2 marks a window. Above a probability of 0.1 PIE drops (RFC 8033, section 5.1).
  const windowSegments = ((EMPTY_MS + flow.meanDelayMs) * LINK_BPS) / (1500 * 8e3);
  expect(2 / windowSegments).toBeLessThan(0.1);
  expect(Math.abs(flow.markRate / (2 / windowSegments) - 1)).toBeLessThan(0.3);
  expect(flow.dropRate).toBeLessThan(0.01);
  expect(flow.goodput).toBeGreaterThan(0.99);
});
