/** The fastest link, 100 Gb/s: a packet takes a few nanoseconds, and the rounding of its times does not add up. */
import { expect, test } from 'vitest';
import type { Scenario, SourceSpec } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';

const scenario = (buffer: number, durationSeconds: number, source: SourceSpec): Scenario => ({
  id: 'fastest',
  title: 'The fastest link',
  summary: '',
  citation: '',
  link: { rateBps: 1e11, delayMs: 0.01 },
  access: { receiverDelayMs: 0.01 },
  buffer: { packets: buffer },
  run: { durationSeconds, sampleMs: 1 },
  sources: { source },
  policies: {},
});

test('packets of 64 bytes leave at 100 Gb/s, 5.12 ns each', () => {
  const flows = { flows: 2, rateBps: 6e10, packetBytes: 64, timing: 'periodic', accessDelayMs: 0 } as const;
  const run = openRun({
    scenario: scenario(100, 0.001, { kind: 'cbr', label: 'CBR', ...flows }),
    policy: 'droptail',
    seed: 1,
  });
  run.advance(1e6);
  // The first packet arrives after 1 ns on its access link of 1 Tb/s.
  const { arrived, departed, dropped, queued, busy } = run.summary();
  expect(departed).toBe(Math.floor((1e6 - 1) / 5.12));
  // Two flows of 60 Gb/s: a packet of each every 8.533 ns.
  expect(arrived).toBe(2 * (Math.floor((1e6 - 1) / ((64 * 8e9) / 6e10)) + 1));
  expect(queued).toBe(arrived - departed - dropped);
  expect(busy).toBe((1e6 - 1) / 1e6);
});

test('TCP fills it: 1000 of 1040 bytes are payload', () => {
  const tcp: SourceSpec = { kind: 'tcp', label: 'TCP', flows: 4, accessDelayMs: 0, initialWindow: 100 };
  const run = openRun({ scenario: scenario(1_000, 0.01, tcp), policy: 'droptail', seed: 1 });
  run.advance(1e7);
  const { utilisation } = run.summary();
  expect(utilisation).toBeLessThanOrEqual(1000 / 1040);
  expect(utilisation).toBeGreaterThan(0.9);
});
