/** Small scenarios: one thing at a time. */
import type { Scenario } from '../../engine/scenario/scenario.ts';

const singleTcp: Scenario = {
  id: 'single-tcp',
  title: 'One TCP flow',
  summary: 'One long TCP flow on 1.5 Mb/s: slow start, its overshoot, and the sawtooth.',
  citation: 'RFC 5681; the settings of an ns-2 example',
  link: { rateBps: 1.5e6, delayMs: 20 },
  access: { rateBps: 100e6, receiverDelayMs: 2 },
  buffer: { packets: 20 },
  run: { durationSeconds: 30 },
  sources: {
    tcp: {
      kind: 'tcp',
      label: 'TCP',
      flows: 1,
      accessDelayMs: 2,
      conformance: 'ns2',
      initialWindow: 2,
      initialRtoMs: 3000,
      minRtoMs: 200,
      clockGranularityMs: 10,
    },
  },
  policies: { droptail: {}, red: { minThreshold: 5, maxThreshold: 15 }, 'red-ecn': {} },
};

const twoRtts: Scenario = {
  ...singleTcp,
  id: 'two-rtts',
  title: 'Two TCP flows, two round trips',
  summary: 'Two long TCP flows with round trips of 48 and 128 ms share 1.5 Mb/s. How much does each get?',
  sources: {
    tcp: {
      ...singleTcp.sources.tcp,
      label: 'TCP',
      kind: 'tcp',
      flows: 2,
      accessDelayMs: [2, 42],
      startSeconds: [0, 0.5],
    },
  },
};

const cbrOverload: Scenario = {
  id: 'cbr-overload',
  title: 'Constant rate above the link rate',
  summary:
    'A source without congestion control sends at 1.2 times the link rate. It does not slow down after a loss, so the early drops of RED do not help.',
  citation: 'Our own example',
  link: { rateBps: 1.5e6, delayMs: 20 },
  access: { rateBps: 100e6, receiverDelayMs: 2 },
  buffer: { packets: 20 },
  run: { durationSeconds: 10 },
  sources: {
    cbr: { kind: 'cbr', label: 'constant rate', flows: 1, rateBps: 1.8e6, packetBytes: 1000, timing: 'periodic' },
  },
  policies: { droptail: {}, red: { minThreshold: 5, maxThreshold: 15 }, 'red-ecn': {} },
};

const md1: Scenario = {
  id: 'md1',
  title: 'M/D/1',
  summary: 'Poisson arrivals of equal packets at a load of 0.8. The mean waiting time is known in closed form.',
  citation: 'Pollaczek 1930; Khinchin 1932',
  link: { rateBps: 1e6, delayMs: 1 },
  access: { rateBps: 1e12, receiverDelayMs: 0 },
  buffer: { packets: 100_000 },
  run: { durationSeconds: 1_000, warmupSeconds: 50, sampleMs: 1_000 },
  sources: {
    poisson: { kind: 'poisson', label: 'Poisson', flows: 1, rateBps: 0.8e6, packetBytes: 125, accessDelayMs: 0 },
  },
  policies: { droptail: {} },
};

const mm1k: Scenario = {
  id: 'mm1k',
  title: 'M/M/1/K',
  summary: 'Poisson arrivals, exponential packet sizes and a buffer for ten packets. The loss is known in closed form.',
  citation: 'Kleinrock, Queueing Systems I, section 3.6',
  link: { rateBps: 1e6, delayMs: 1 },
  access: { rateBps: 1e12, receiverDelayMs: 0 },
  buffer: { packets: 10 },
  run: { durationSeconds: 1_000, warmupSeconds: 10, sampleMs: 1_000 },
  sources: {
    poisson: {
      kind: 'poisson',
      label: 'Poisson',
      flows: 1,
      rateBps: 0.9e6,
      packetBytes: 1250,
      sizes: 'exponential',
      accessDelayMs: 0,
    },
  },
  policies: { droptail: {} },
};

export const simplePresets: readonly Scenario[] = [singleTcp, twoRtts, cbrOverload, md1, mm1k];
