/** A class without flows says so wherever the page names it. */
import { expect, test } from 'vitest';
import { markSilentClasses } from '../../../src/app/lanes/silent-classes.ts';
import { runOfPreset, scenarioOfRun } from '../../../src/run-state/run-values.ts';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { editorOf, opened, seek } from '../opened-page.ts';

function labelsOf(startValues: Record<string, number>, edits: Parameters<typeof openRun>[0]['edits'] = []) {
  const scenario = scenarioOfRun({ ...runOfPreset('opening'), startValues });
  const { description } = openRun({ scenario, policy: 'droptail', seed: 1, edits });
  return markSilentClasses(description, { scenario, edits }).classes.map(({ label }) => label);
}

const SILENT = { 'sources.stf.flows': 0 };

test('only a class without flows is marked', () => {
  const labels = labelsOf({});
  expect(labels.some((label) => label.includes('no flows'))).toBe(false);
  expect(labelsOf(SILENT)).toEqual(labels.map((label, index) => (index === 1 ? `${label} (no flows)` : label)));
});

test('a class that gets flows during the run is not marked', () => {
  const edit = (value: number) => ({ timeNs: 1e9, path: 'sources.stf.flows', value });
  expect(labelsOf(SILENT, [edit(3)])).toEqual(labelsOf({}));
  expect(labelsOf(SILENT, [edit(0)])).toEqual(labelsOf(SILENT));
});

test('a lane of the page has the names, and gets others with a change', () => {
  const page = opened('v=1&p=opening&run.durationSeconds=4&run.warmupSeconds=1&sources.stf.flows=0');
  const label = () => page.session.lanes[0]?.description?.classes[1]?.label;
  expect(label()).toContain('(no flows)');
  seek(page, 2);
  editorOf(page).setValue('sources.stf.flows', 5);
  expect(label()).not.toContain('no flows');
});
