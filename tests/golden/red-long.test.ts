/** RED's average, step by step, and its drops, against ns-2.35. */
import { expect, test } from 'vitest';
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import averages from './fixtures/ns2-red-averages.json' with { type: 'json' };

const cbr = findPreset('cbr-overload') as Scenario;

/** Bursts k = 1 to 12 of 1.93 C lasting 0.02 k s, then a gap of 0.015 k^2 s. */
function bursts(): Record<string, SourceSpec> {
  const sources: Record<string, SourceSpec> = {};
  let seconds = 0.1;
  for (let k = 1; k <= 12; k++) {
    const on = 0.02 * k;
    sources[`burst${k}`] = {
      kind: 'cbr',
      label: `burst ${k}`,
      rateBps: 1.93 * 1.5e6,
      timing: 'periodic',
      startSeconds: seconds,
      stopSeconds: seconds + on,
    };
    seconds += on + 0.015 * k * k;
  }
  return sources;
}

/** Half a unit of the last of six significant digits. */
function resolution(value: number): number {
  return tolerances.redAverageDigits.value * 10 ** (Math.floor(Math.log10(Math.max(value, 1e-9))) - 5);
}

test.each([
  ['red_nodrop', 0.002],
  ['red_qw', 0.05],
  ['red_idle', 0.02],
] as const)('%s: every average as ns-2 prints it', (name, queueWeight) => {
  const ours: [number, number][] = [];
  const simulation = openRun({
    scenario: { ...cbr, sources: bursts(), buffer: { packets: 1000 } },
    policy: 'red',
    policyValues: { minThreshold: 1000, maxThreshold: 3000, queueWeight },
    seed: 1,
    trace: (record) => ours.push([record.timeNs / 1e9, record.operands.average as number]),
  });
  simulation.advance(simulation.endNs);
  const changed = ours.filter(
    ([, average], index) => index > 0 && average !== (ours[index - 1] as [number, number])[1],
  );
  expect(changed).toHaveLength(averages[name].length);
  for (const [index, [seconds, average]] of averages[name].entries()) {
    const [at, value] = changed[index] as [number, number];
    expect(Math.abs(at - (seconds as number))).toBeLessThan(1e-5);
    expect(Math.abs(value - (average as number)), `at ${at} s: ${value} against ${average}`).toBeLessThanOrEqual(
      1.01 * resolution(average as number),
    );
  }
});

test('red_drop: as many drops as ns-2, which had 498 of 4264', () => {
  const scenario: Scenario = {
    ...cbr,
    sources: { cbr: { ...cbr.sources.cbr, kind: 'cbr', label: 'cbr', rateBps: 1.137 * 1.5e6 } },
    buffer: { packets: 40 },
    run: { durationSeconds: 20 },
  };
  let drops = 0;
  const runs = 20;
  for (let seed = 1; seed <= runs; seed++) {
    const simulation = openRun({ scenario, policy: 'red', policyValues: { minThreshold: 5, maxThreshold: 15 }, seed });
    simulation.advance(simulation.endNs);
    expect(simulation.summary().arrived).toBe(4264);
    drops += simulation.summary().dropped / runs;
  }
  expect(Math.abs(drops / 498 - 1)).toBeLessThan(tolerances.redDropsOfEnsemble.value);
});
