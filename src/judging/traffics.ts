/** Small traffics for the tests of the contract. Together they contain every situation that a port can meet. */
import '../engine/simulation/all-optional-parts.ts';
import type { Scenario, SourceSpec } from '../engine/scenario/scenario.ts';

const TRAFFIC_SECONDS = 3;

function trafficScenario(
  id: string,
  title: string,
  sources: Record<string, SourceSpec>,
  fields: Partial<Scenario> = {},
): Scenario {
  return {
    id,
    title,
    summary: '',
    citation: '',
    link: { rateBps: 2e6, delayMs: 10 },
    access: {},
    buffer: { packets: 20 },
    run: { durationSeconds: TRAFFIC_SECONDS, sampleMs: 50 },
    sources,
    policies: {},
    ...fields,
  };
}

const longFlows: SourceSpec = { kind: 'tcp', label: 'long', flows: 4, accessDelayMs: [2, 9], minRtoMs: 200 };
const ns2Flows: SourceSpec = {
  ...longFlows,
  label: 'old',
  flows: 2,
  variant: 'newreno',
  conformance: 'ns2',
  ecn: false,
};
const shortFlows: SourceSpec = { kind: 'shortTcp', label: 'short', flows: 5, thinkSeconds: 0.3, minRtoMs: 200 };
const constantRate: SourceSpec = { kind: 'cbr', label: 'constant', flows: 2, rateBps: 0.3e6, packetBytes: 500 };

/** Packets of 64, 700 and 9,000 bytes. The largest ones are larger than some buffers. */
const packetSizes: Record<string, SourceSpec> = {
  small: { kind: 'poisson', label: 'small', flows: 2, rateBps: 0.4e6, packetBytes: 64 },
  middle: { kind: 'poisson', label: 'middle', flows: 2, rateBps: 0.5e6, packetBytes: 700, sizes: 'exponential' },
  large: { kind: 'cbr', label: 'large', flows: 1, rateBps: 0.8e6, packetBytes: 9000, timing: 'jittered' },
};

export const judgingTraffics: readonly Scenario[] = [
  trafficScenario('tcp-mix', 'TCP with short transfers', {
    long: longFlows,
    old: ns2Flows,
    short: shortFlows,
    constant: constantRate,
  }),
  trafficScenario('cbr-overload', 'constant rates above the link', {
    cbr: { kind: 'cbr', label: 'cbr', flows: 3, rateBps: 0.9e6, packetBytes: 1000, timing: 'periodic' },
  }),
  trafficScenario('poisson', 'Poisson arrivals', {
    poisson: { kind: 'poisson', label: 'Poisson', flows: 3, rateBps: 0.62e6, packetBytes: 400, sizes: 'exponential' },
  }),
  trafficScenario('bursts', 'bursts', {
    bursts: {
      kind: 'onOff',
      label: 'bursts',
      flows: 4,
      rateBps: 2e6,
      onSeconds: 0.05,
      offSeconds: 0.2,
      synchronised: true,
    },
    strays: {
      kind: 'onOff',
      label: 'strays',
      flows: 3,
      rateBps: 1e6,
      onSeconds: 0.05,
      offSeconds: 0.3,
      periods: 'exponential',
    },
  }),
  trafficScenario(
    'video',
    'video and data',
    {
      video: { kind: 'video', label: 'video', flows: 4, pacing: 'accessRate', startWithinSeconds: 0.2 },
      data: { kind: 'poisson', label: 'data', flows: 2, rateBps: 0.3e6, packetBytes: 576 },
    },
    { buffer: { bytesPerFlow: 5_000 } },
  ),
  trafficScenario('colours', 'blue and green packets', {
    blue: { ...longFlows, label: 'blue', segmentBytes: 1460 },
    green: { ...constantRate, label: 'green', flows: 3, rateBps: 0.2e6, greenShare: 1, timing: 'jittered' },
    both: { kind: 'poisson', label: 'both', flows: 2, rateBps: 0.4e6, packetBytes: 700, greenShare: 0.4 },
  }),
  trafficScenario('mixed-sizes', 'packets of 64 to 9\u202f000 bytes', packetSizes),
  trafficScenario(
    'byte-buffer',
    'a buffer in bytes',
    { ...packetSizes, long: longFlows },
    { buffer: { bytes: 15_000 } },
  ),
];

/** TCP Prague beside other senders, for policies with a queue for L4S packets. */
export const l4sTraffic: Scenario = trafficScenario('l4s', 'TCP Prague and others', {
  prague: { ...longFlows, label: 'Prague', congestion: 'prague' },
  long: { ...longFlows, flows: 2 },
  old: ns2Flows,
});

/** A traffic for 1 s only, for tests with many runs: the buffer fills and the senders react in this time. */
export function withShortDuration(traffic: Scenario): Scenario {
  return { ...traffic, run: { ...traffic.run, durationSeconds: 1 } };
}
