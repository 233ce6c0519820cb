/** The quantities of runs with two queues, and of transfers. */
import { expect, test } from 'vitest';
import { comparableQuantities } from '../../../src/quantities/findings/comparable-quantities.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { required } from '../../../src/shared/required.ts';

/** A run without pings, whose finding has quantities of single queues. */
function namesOf(isTwoWay: boolean): readonly string[] {
  const { up, sources, ...preset } = required(findPreset('upload-spoils-download'));
  const { download } = sources;
  const scenario = {
    ...preset,
    sources: { download: required(download) },
    ...(isTwoWay && up !== undefined && { up }),
  };
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(7e9);
  const series = { rowCount: 0, at: () => Number.NaN };
  return comparableQuantities([{ description: run.description, frame: run.frame(), series }]).map(({ name }) => name);
}

test('with two queues, each quantity of one of them names it', () => {
  expect(namesOf(true)).toEqual(namesOf(false).map((name) => `${name} down`));
  expect(namesOf(false)).toContain('delay');
});

test('transfers are compared in their completion times first: mean and 95th percentile', () => {
  const run = openRun({ scenario: required(findPreset('incast-dctcp')), policy: 'droptail', seed: 1 });
  run.advance(2.5e9);
  const lane = { description: run.description, frame: run.frame(), series: { rowCount: 0, at: () => Number.NaN } };
  const [mean, p95, ...others] = comparableQuantities([lane]);
  const [durations] = lane.frame.durations;
  expect(mean?.value(lane)).toBe(durations?.meanMs);
  expect(p95?.value(lane)).toBe(durations?.p95Ms);
  expect(mean?.value(lane)).toBeLessThan(p95?.value(lane) ?? 0);
  expect(others.map(({ id }) => id)).toEqual(['loss', 'busy']);
});
