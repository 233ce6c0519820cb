/** A measurement beside a run in its documents. */
import { unzlibSync } from 'fflate';
import { expect, test } from 'vitest';
import type { MeasuredTable } from '../../src/export/measured-table.ts';
import { formatNotebook } from '../../src/export/notebook.ts';
import { LaneRecorder } from '../../src/export/recorded-run.ts';
import { type RunExport, runDocument } from '../../src/export/run-json.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { parseScenarioFile } from '../../src/scenarios/files/file.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { required } from '../../src/shared/required.ts';

const scenario = required(findPreset('single-tcp'));
const MEASURED: MeasuredTable = {
  name: 'ping.txt: round trip',
  plot: 'round-trip',
  unit: 'ms',
  countedBy: 'the host that ran ping',
  timesSeconds: [-0.5, 0.1],
  values: [30, 31.5],
};

function exportWith(measured: readonly MeasuredTable[] | undefined): RunExport {
  const simulation = openRunOfPolicy(droptail, {
    scenario,
    policyValues: {},
    seed: 1,
    edits: [],
    allowsProbe: true,
  });
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(5e8);
  const aboutRun = { scenario: scenario.id, title: scenario.title, seed: 1, program: 'a test' };
  return { aboutRun, scenario, edits: [], lanes: [recorder.record()], measured };
}

test('the whole run has the measured series, also in its scenario file, and none without them', () => {
  const document = runDocument(exportWith([MEASURED]));
  expect(document).toMatchObject({ measured: [MEASURED] });
  const { measured, problems } = parseScenarioFile(JSON.stringify(document.scenarioFile));
  expect([measured, problems]).toEqual([[MEASURED], []]);
  const without = runDocument(exportWith(undefined));
  expect(Object.keys(without)).not.toContain('measured');
  expect(Object.keys(without.scenarioFile)).not.toContain('measured');
});

test('the notebook holds them, and its plots draw those of their quantity', () => {
  const { cells } = JSON.parse(formatNotebook(exportWith([MEASURED])));
  const sourceOf = (id: string) => cells.find((cell: { id: string }) => cell.id === id).source.join('');
  const [, data] = /'''\n([\s\S]*)'''/.exec(sourceOf('data')) as RegExpExecArray;
  const run = JSON.parse(Buffer.from(unzlibSync(Buffer.from(required(data), 'base64'))).toString());
  expect(run.measured).toEqual([MEASURED]);
  expect(sourceOf('draw')).toContain("one['plot'] == plot['id']");
});
