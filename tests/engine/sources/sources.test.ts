/** Two lanes get the same traffic: the random numbers of sources do not depend on the policy. */
import { expect, test } from 'vitest';
import type { Scenario, SourceSpec } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const base = findPreset('cbr-overload') as Scenario;

const openLoop: Record<string, SourceSpec> = {
  jittered: { kind: 'cbr', label: 'jittered', flows: 3, rateBps: 0.4e6, timing: 'jittered' },
  phased: { kind: 'cbr', label: 'phased', flows: 3, rateBps: 0.2e6 },
  poisson: { kind: 'poisson', label: 'Poisson', flows: 2, rateBps: 0.3e6, sizes: 'exponential' },
  bursts: { kind: 'onOff', label: 'on/off', flows: 3, rateBps: 0.3e6, periods: 'exponential', onSeconds: 0.2 },
};

function arrivals(policy: string, seed: number, sources: Record<string, SourceSpec>): string[] {
  const rows: string[] = [];
  const simulation = openRun({
    scenario: { ...base, sources, run: { durationSeconds: 10 } },
    policy,
    seed,
    trace: ({ timeNs, flow, sequence, bytes }) => rows.push(`${timeNs} ${flow} ${sequence} ${bytes}`),
  });
  simulation.advance(simulation.endNs);
  return rows;
}

test('sources that do not listen: the same arrivals under every policy', () => {
  const plain = arrivals('droptail', 7, openLoop);
  expect(plain.length).toBeGreaterThan(3_000);
  expect(arrivals('red', 7, openLoop)).toEqual(plain);
  expect(arrivals('red-ecn', 7, openLoop)).toEqual(plain);
  expect(arrivals('droptail', 8, openLoop)).not.toEqual(plain);
});

test('one more source does not change the random numbers of the others', () => {
  const { poisson } = openLoop;
  const alone = arrivals('droptail', 7, { poisson: poisson as SourceSpec });
  const together = arrivals('droptail', 7, { poisson: poisson as SourceSpec, more: openLoop.jittered as SourceSpec });
  expect(together.filter((row) => Number(row.split(' ')[1]) < 2)).toEqual(alone);
});
