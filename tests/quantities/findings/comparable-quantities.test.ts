/** The names of quantities in a run with two queues. */
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
