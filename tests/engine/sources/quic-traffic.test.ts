import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { Checkpoint } from '../../../src/engine/state/checkpoint.ts';
import { openRun } from '../../../src/runs/open-run.ts';

function scenarioOf(values: Readonly<Record<string, number | string | boolean>>, seconds: number): Scenario {
  return {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps: 10e6, delayMs: 10, lossRate: 0.02 },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: 20 },
    run: { durationSeconds: seconds },
    sources: { quic: { kind: 'quic', label: 'QUIC', flows: 2, accessDelayMs: 10, ...values } },
    policies: { droptail: {} },
  };
}

test('transfers follow each other on one connection, after a pause, and their times are measured', () => {
  const scenario = scenarioOf({ transferPackets: 20, pauseSeconds: 1 }, 20);
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(run.endNs);
  const [{ completion }] = run.summary().classes as unknown as readonly [
    { readonly completion: { readonly count: number; readonly meanMs: number } },
  ];
  // Two flows, each with a transfer of a few round trips of 40 ms in some 1.1 s.
  expect(completion.count).toBeGreaterThan(30);
  expect(completion.count).toBeLessThan(40);
  expect(completion.meanMs).toBeGreaterThan(80);
});

test('a stored state goes on as the run did', () => {
  const scenario = scenarioOf({ congestion: 'bbr3' }, 6);
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(2e9);
  const checkpoint = new Checkpoint(run);
  run.advance(run.endNs);
  const digest = run.digest();
  checkpoint.restore();
  expect(run.nowNs).toBe(2e9);
  run.advance(run.endNs);
  expect(run.digest()).toBe(digest);
});

test('its losses are counted by the rules of QUIC', () => {
  const run = openRun({ scenario: scenarioOf({}, 10), policy: 'droptail', seed: 1 });
  run.advance(run.endNs);
  const [{ retransmissions }] = run.summary().classes as unknown as readonly [
    { readonly retransmissions: Readonly<Record<string, number>> },
  ];
  expect(retransmissions.rackTime).toBeGreaterThan(50);
  expect(retransmissions).toMatchObject({ duplicateAcks: 0, timeout: 0 });
});
