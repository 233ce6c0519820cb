/** A scenario file with a program in it: read as data, never run. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { programOfRun } from '../../../src/run-state/run-file.ts';
import { formatFields, parseUrlFields } from '../../../src/run-state/run-url.ts';
import { runOfScenario } from '../../../src/run-state/run-values.ts';
import { parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { compiled, templateOf } from '../../program/program.ts';

const opening = findPreset('opening') as Scenario;
const source = templateOf('red');
const read = (program: unknown) => parseScenarioFile(JSON.stringify({ ...scenarioToFile(opening), program }));

test('a file carries the program and the values of its parameters, and gives the run of a link with them', () => {
  const values = { minThreshold: 20, maxProbability: 0.3 };
  const { scenario, program, problems } = parseScenarioFile(
    JSON.stringify(scenarioToFile(opening, { source, values })),
  );
  expect(problems).toEqual([]);
  expect(program).toEqual({ source, values });
  const opened = runOfScenario(scenario as Scenario);
  const lanes = [...opened.lanes, { policy: 'own', values }];
  const decoded = parseUrlFields(formatFields({ ...opened, lanes }, {}, source));
  expect(decoded.state.lanes.map(({ policy }) => policy)).not.toContain('own');
  const { state } = decoded.program?.open({ source, definition: compiled(source) }) ?? {};
  expect(state?.lanes.at(-1)).toEqual({ policy: 'own', values });
  // The scenario sets it for RED, whose values the program takes.
  expect(state && programOfRun(state)).toEqual({ source, values: { maxThreshold: 36, ...values } });
});

test.each([
  [{ source: 5 }, 'program.source'],
  [{ source: ' '.repeat(64_001) }, 'program.source'],
  [{ source, values: { a: NaN } }, 'program.values.a'],
  [{ source, values: { __proto__x: 1 } }, 'program.values.__proto__x'],
  [{ source, values: { a: 'x'.repeat(31) } }, 'program.values.a'],
  [{ source, values: [1] }, 'program.values'],
  [{ source, more: 1 }, 'program.more'],
  ['text', 'program.source'],
])('problems in it are named: %#', (program, path) => {
  const { scenario, problems } = read(program);
  expect(scenario).toBeDefined();
  expect(problems.map((problem) => problem.path)).toContain(path);
});
