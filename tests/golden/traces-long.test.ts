/** Packet for packet against ns-2.35: every arrival at the bottleneck and every drop of its queue. */
import { expect, test } from 'vitest';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { type NamedRun, openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { amount } from '../amount.ts';
import ensembles from './fixtures/ns2-ensembles.json' with { type: 'json' };
import traces from './fixtures/ns2-traces.json' with { type: 'json' };
import { meanAndError } from './statistics.ts';
import { absolute, senders, tracedRun } from './traced-run.ts';

const single = findPreset('single-tcp') as Scenario;
const cbr = findPreset('cbr-overload') as Scenario;
const LOST = [40, 100, 102, 103, 160, 161, 162, 163, 164, 165, 240, 300, 301, 330];
const lossy = withValue(withValue(single, 'buffer.packets', 200), 'sources.tcp.windowPackets', 30);
const transfers: Scenario = {
  ...single,
  sources: {
    tcp: {
      ...single.sources.tcp,
      kind: 'shortTcp',
      label: 'TCP',
      spacing: 'atTimes',
      transferTimesSeconds: [0, 5, 10, 10.3, 20],
      transferPackets: 10,
      persistent: true,
      ecn: false,
    },
  },
};

const cases: Record<keyof typeof traces, [Scenario, Partial<NamedRun>]> = {
  sack: [single, {}],
  newreno: [withValue(single, 'sources.tcp.variant', 'newreno'), {}],
  loss_sack: [lossy, { lostArrivals: LOST }],
  loss_newreno: [withValue(lossy, 'sources.tcp.variant', 'newreno'), { lostArrivals: LOST }],
  cbr: [cbr, {}],
  stf: [transfers, {}],
  stfecn: [withValue(transfers, 'sources.tcp.ecn', true), {}],
};

/** Largest difference between two columns of times. */
function worst(ours: readonly number[], theirs: readonly number[]): number {
  expect(ours).toHaveLength(theirs.length);
  return Math.max(0, ...ours.map((us, index) => Math.abs(us - (theirs[index] as number))));
}

test.each(Object.keys(cases) as (keyof typeof traces)[])('%s: every arrival as in ns-2', (name) => {
  const { arrivals } = tracedRun(...cases[name]);
  expect(arrivals.map((arrival) => arrival.sequence)).toEqual(absolute(traces[name].sequence));
  const us = arrivals.map((arrival) => arrival.us);
  expect(worst(us, absolute(traces[name].arrivalUs))).toBeLessThanOrEqual(tolerances.traceUs.value);
});

test.each(['sack', 'newreno'] as const)('%s: every drop as in ns-2, the first at arrival 56', (name) => {
  const { arrivals } = tracedRun(...cases[name]);
  const us = arrivals.filter((arrival) => arrival.dropped).map((arrival) => arrival.us);
  expect(worst(us, absolute(traces[name].dropUs))).toBeLessThanOrEqual(tolerances.traceUs.value);
  expect(arrivals.findIndex((arrival) => arrival.dropped)).toBe(56);
});

test('cbr: as many drops as in ns-2, each at most one packet away', () => {
  const { arrivals } = tracedRun(...cases.cbr);
  const dropped = arrivals.filter((arrival) => arrival.dropped).map((arrival) => arrival.us);
  const theirs = absolute(traces.cbr.dropUs);
  expect(Math.abs(dropped.length - theirs.length)).toBeLessThanOrEqual(tolerances.tiedDrops.value);
  const gapUs = (1000 * 8) / 1.8;
  for (const [index, us] of dropped.slice(0, theirs.length).entries())
    expect(Math.abs(us - (theirs[index] as number))).toBeLessThan(gapUs + tolerances.traceUs.value);
});

test.each([
  ['sack', 5343, 44, 0],
  ['newreno', 5295, 75, 1],
  ['loss_sack', 5251, 14, 0],
  ['loss_newreno', 5188, 18, 1],
] as const)(
  '%s: acknowledged, retransmitted and timeouts as in ns-2',
  (name, acknowledged, retransmitted, timeouts) => {
    const [sender] = senders(tracedRun(...cases[name]).simulation);
    expect(sender).toMatchObject({
      highestAcked: acknowledged,
      retransmittedSegments: retransmitted,
      timeoutCount: timeouts,
    });
  },
);

test('sack: the window peaks at 57 segments; the threshold falls to 28 at 0.503 s and to 14 at 1.250 s', () => {
  const simulation = openRun({ scenario: single, policy: 'droptail', seed: 1 });
  const [sender] = senders(simulation);
  let peak = 0;
  const falls: [number, number][] = [];
  for (let ms = 1; ms <= 2_000; ms++) {
    const before = sender?.slowStartThreshold;
    simulation.advance(ms * 1e6);
    peak = Math.max(peak, Math.floor(sender?.congestionWindow ?? 0));
    if (sender !== undefined && sender.slowStartThreshold !== before) falls.push([ms, sender.slowStartThreshold]);
  }
  expect(peak).toBe(57);
  expect(falls).toEqual([
    [503, 28],
    [1251, 14],
  ]);
});

test.each([
  ['tworr', 'sack'],
  ['tworrnr', 'newreno'],
] as const)('%s: the mean share of the shorter round trip over perturbed starts', (name, variant) => {
  const flow1Acked = ensembles[name].flow1Acked.slice(0, amount(15, 30));
  const { flow2Acked } = ensembles[name];
  const theirs = meanAndError(flow1Acked.map((acked, index) => acked / (acked + (flow2Acked[index] as number))));
  const base = withValue(findPreset('two-rtts') as Scenario, 'sources.tcp.variant', variant);
  const ours = meanAndError(
    flow1Acked.map((_, index) => {
      const scenario = withValue(base, 'sources.tcp.startSeconds', [0, 0.5 + 0.0137 * index]);
      const [one, other] = senders(tracedRun(scenario, { seed: index + 1 }).simulation).map(
        (sender) => sender.highestAcked,
      );
      return (one as number) / ((one as number) + (other as number));
    }),
  );
  const error = Math.hypot(ours.error, theirs.error);
  expect(Math.abs(ours.mean - theirs.mean)).toBeLessThan(tolerances.ensembleStandardErrors.value * error);
});

test('short transfers take as long as ns-2’s arrivals and the way behind the queue make it', () => {
  const startsUs = [0, 5, 10, 10.3, 20].map((seconds) => seconds * 1e6);
  const arrivals = absolute(traces.stf.arrivalUs);
  const sequence = absolute(traces.stf.sequence);
  // Lindley's recursion: when the last bit of each arrival has left a link of 1.5 Mb/s.
  let freeUs = 0;
  const gone = arrivals.map((us, index) => {
    freeUs = Math.max(freeUs, us) + ((sequence[index] === 0 ? 40 : 1040) * 8) / 1.5;
    return freeUs;
  });
  // Segment at 100 Mb/s after 20 ms, receiver 2 ms away; its ACK there, back over the bottleneck, and to the sender.
  const backUs = 20_000 + 83.2 + 2_000 + (3.2 + 2_000) + (40 * 8) / 1.5 + 20_000 + 3.2 + 2_000;
  const tookMs = startsUs.map(
    (startUs, transfer) => ((gone[sequence.indexOf(10 * (transfer + 1))] as number) + backUs - startUs) / 1e3,
  );
  const meanMs = tookMs.reduce((sum, one) => sum + one, 0) / 5;
  const sdMs = Math.sqrt(tookMs.reduce((sum, one) => sum + (one - meanMs) ** 2, 0) / 4);
  const { simulation } = tracedRun(...cases.stf);
  const completion = simulation.summary().classes[0]?.completion;
  expect(completion?.count).toBe(5);
  const toleranceMs = tolerances.traceUs.value / 1e3;
  expect(Math.abs((completion?.meanMs ?? 0) - meanMs)).toBeLessThan(toleranceMs);
  expect(Math.abs((completion?.sdMs ?? 0) - sdMs)).toBeLessThan(toleranceMs);
  // Of five the 95th percentile is the longest: with the handshake.
  expect((completion?.p95Ms ?? 0) / (tookMs[0] as number)).toBeCloseTo(1, 2);
});

test('a transfer that began in the warm-up does not count', () => {
  const { simulation } = tracedRun(withValue(transfers, 'run.warmupSeconds', 10.1));
  expect(simulation.summary().classes[0]?.completion?.count).toBe(2);
});
