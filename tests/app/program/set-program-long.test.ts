/** Programs that take over on the page: undone, moved, shared, and the same in Node. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepBaseAt } from '../../../src/app/measuring/sweep-run.ts';
import { Editor } from '../../../src/app/page/editor.ts';
import { Page } from '../../../src/app/page/page.ts';
import { openTakeover, programSourceAt, programTakeover, setProgram } from '../../../src/app/program/set-program.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import { splitVersions } from '../../../src/program/program-versions.ts';
import { programOfRun, scenarioWithPolicies } from '../../../src/run-state/run-file.ts';
import type { RunState } from '../../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { laneRun, runOfScenario } from '../../../src/run-state/run-values.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { validatedTest } from '../../amount.ts';
import { FakeWorker, settle } from '../../app/fake-worker.ts';
import { editorOf } from '../../app/opened-page.ts';
import { compiled, templateOf } from '../../program/program.ts';

const S = 1e9;
const [TAIL, RED, RANDOM] = ['droptail', 'red', 'random-drop'].map(templateOf) as [string, string, string];
const TWO = 'v=1&p=opening&run.durationSeconds=6&run.warmupSeconds=1&lanes=droptail,red';
const program = (source: string) => ({ source, definition: compiled(source) });
const digest = (page: Page, lane: number) => page.session.lanes[lane]?.frame?.digest;

function seek(page: Page, seconds: number): void {
  page.session.seek(seconds * S);
  settle();
}

/** DropTail as a program in lane B. */
function opened(): Page {
  const page = new Page(FakeWorker.make);
  page.enableEditor(Editor);
  page.runs.openUrl(decodeRun(TWO));
  page.session.pause();
  setProgram(page, 1, program(TAIL));
  settle();
  return page;
}

function takesOver(page: Page, source: string, seconds: number): void {
  const next = programTakeover(page.state.run, 1, source, seconds * S);
  expect(openTakeover(page, next, 1, program(next.text), compiled(source))).toBe(true);
  settle();
}

/** The run of a lane as Node plays it. */
function inNode(run: RunState, lane: number, seconds: number): string {
  const { scenario, policyValues, seed, edits, program: text = '' } = laneRun(run, lane);
  const simulation = openRunOfPolicy(compiled(text), { scenario, policyValues, seed, edits });
  simulation.advance(seconds * S);
  return simulation.digest();
}

beforeEach(() => {
  FakeWorker.all = [];
});
afterEach(() => registerProgram(undefined));

test('from now: the run before stays, the values of the scenario hold, and undo brings back the version before', () => {
  const page = opened();
  seek(page, 2);
  const before = digest(page, 1);
  takesOver(page, RED, 2);
  expect(page.state.run.edits).toEqual([{ timeNs: 2 * S, path: 'lanes.1.program', value: '2' }]);
  expect([digest(page, 1), page.session.timeNs]).toEqual([before, 2 * S]);
  // As in a run of its own, where RED's values are the scenario's.
  expect(page.session.lanes[1]?.frame?.policyValues).toMatchObject({ minThreshold: 12, maxThreshold: 36 });
  seek(page, 5);
  const after = digest(page, 1);
  expect(after).toBe(inNode(page.state.run, 1, 5));
  expect(after).not.toBe(digest(page, 0));
  seek(page, 1);
  seek(page, 5);
  expect(digest(page, 1)).toBe(after);
  expect(programSourceAt(page.state.run, 1, 1 * S)).toBe(TAIL);
  expect(programSourceAt(page.state.run, 1, 3 * S)).toBe(RED);
  page.runs.undo();
  settle();
  expect(page.state.run.program?.source).toBe(TAIL);
  seek(page, 5);
  expect(digest(page, 1)).toBe(digest(page, 0));
  page.runs.redo();
  settle();
  seek(page, 5);
  expect(digest(page, 1)).toBe(after);
  // The change as a marker: taken away, the first version runs to the end.
  editorOf(page).removeEdit(0);
  settle();
  expect(digest(page, 1)).toBe(digest(page, 0));
});

validatedTest('a link has all versions and when they take over: the same run in Node', () => {
  const page = opened();
  takesOver(page, RED, 2);
  takesOver(page, RANDOM, 3.5);
  seek(page, 5);
  const { run } = page.state;
  const hash = encodeRun(run);
  registerProgram(undefined);
  const offered = decodeRun(hash).program;
  expect(splitVersions(offered?.source ?? '')).toEqual([TAIL, RED, RANDOM]);
  const read = offered?.open(program(offered.source));
  expect(read?.problems).toEqual([]);
  expect({ ...read?.state, program: undefined }).toEqual({ ...run, program: undefined });
  expect(inNode(read?.state as RunState, 1, 5)).toBe(digest(page, 1));
});

test('a scenario file has the version of the start, as it has every value of the start; the link to a sweep that of the present', () => {
  const page = opened();
  takesOver(page, RED, 2);
  page.setAppliesFrom('start');
  editorOf(page).setValue('lanes.1.program', '2');
  settle();
  seek(page, 3);
  const file = programOfRun(page.state.run);
  expect(file?.values.program).toBe('2');
  const { scenario, program: read } = parseScenarioFile(
    JSON.stringify(scenarioToFile(scenarioWithPolicies(page.state.run), file)),
  );
  expect(read).toEqual(file);
  const again = { ...runOfScenario(scenario as Scenario), lanes: [{ policy: 'own', values: read?.values ?? {} }] };
  expect(inNode({ ...again, program: program(read?.source ?? '') }, 0, 3)).toBe(digest(page, 1));
  const other = opened();
  takesOver(other, RED, 2);
  expect(sweepBaseAt(other.state.run, 1 * S).lanes[1]?.values.program).toBeUndefined();
  expect(sweepBaseAt(other.state.run, 3 * S).lanes[1]?.values.program).toBe('2');
});

validatedTest('versions that no lane runs any more are left out, and a later version is replaced', () => {
  const page = opened();
  takesOver(page, RED, 4);
  takesOver(page, RANDOM, 2);
  const { run } = page.state;
  expect(run.edits).toEqual([{ timeNs: 2 * S, path: 'lanes.1.program', value: '2' }]);
  expect(splitVersions(run.program?.source ?? '')).toEqual([TAIL, RANDOM]);
  takesOver(page, TAIL, 3);
  expect(page.state.run.edits.map(({ value }) => value)).toEqual(['2', '1']);
  expect(splitVersions(page.state.run.program?.source ?? '')).toEqual([TAIL, RANDOM]);
  // From the start, one source runs in all lanes with a program.
  setProgram(page, 1, program(RED));
  expect(page.state.run).toMatchObject({ edits: [], program: { source: RED } });
});
