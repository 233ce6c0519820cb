/** Scenarios of TCP alone, for the bound on their packets. */
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';

type Parts = Partial<Record<'link' | 'access' | 'buffer' | 'run' | 'source', ParameterValues>>;

/** One class of TCP, 10 Mb/s, 10 ms to the second router and 2 ms to the receivers, and a buffer of 100 packets. */
export const tcpScenario = ({ link, access, buffer = { packets: 100 }, run, source }: Parts): Scenario => ({
  id: 'tcp-alone',
  title: 'TCP alone',
  summary: '',
  citation: '',
  link: { rateBps: 10e6, delayMs: 10, ...link },
  access: { receiverDelayMs: 2, ...access },
  buffer,
  run: { durationSeconds: 20, ...run },
  sources: { tcp: { kind: 'tcp', label: 'TCP', flows: 1, ...source } },
  policies: {},
});

/** A thousand servers and one switch, all links with 10 Gb/s. */
export const incast = (values: ParameterValues = {}): Scenario =>
  tcpScenario({
    link: { rateBps: 10e9, delayMs: 0.02 },
    access: { rateBps: 10e9, receiverDelayMs: 0.01 },
    buffer: { packets: 1_000 },
    run: { durationSeconds: 0.1 },
    source: { flows: 1_000, ...values },
  });
