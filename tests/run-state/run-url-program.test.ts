/** Links with a program: it is handed over as text, and counts only once it has been read. */
import { afterEach, expect, test } from 'vitest';
import { findPolicy, registerProgram } from '../../src/policies/loaded-policies.ts';
import type { LaneState, RunState } from '../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { compiled, templateOf } from '../program/program.ts';

const source = templateOf('red');
const program = { source, definition: compiled(source) };
const lanes: LaneState[] = [
  { policy: 'droptail', values: {} },
  { policy: 'own', values: { maxProbability: 0.3 } },
];
const run: RunState = { preset: 'opening', startValues: {}, lanes, seed: 3, edits: [], program: program };

afterEach(() => registerProgram(undefined));

function link(): string {
  registerProgram(program.definition);
  const hash = encodeRun(run);
  registerProgram(undefined);
  return hash;
}

test('before the program is run, the link has its code but no run', () => {
  const read = decodeRun(link());
  expect(read.program?.source).toBe(source);
  expect(read.state.lanes.map(({ policy }) => policy)).not.toContain('own');
  expect(read.state.program).toBeUndefined();
  expect(read.problems).toEqual([]);
});

test('once it has been read, the link gives the whole run', () => {
  const read = decodeRun(link()).program?.open(program);
  expect(read?.state).toEqual(run);
  expect(read?.problems).toEqual([]);
  expect(read?.program).toBeUndefined();
});

test('reading a link without a program keeps the program of the page', () => {
  registerProgram(program.definition);
  decodeRun('v=1&p=opening&lanes=droptail,red');
  expect(findPolicy('own')).toBe(program.definition);
});

test('a program that no lane runs is not in the link', () => {
  expect(encodeRun({ ...run, lanes: [{ policy: 'red', values: {} }] })).not.toContain('z=');
});

test('a lane with a program is refused where the link has none, also when another one is known', () => {
  registerProgram(program.definition);
  const { state, problems } = decodeRun('v=1&p=opening&lanes=droptail,own');
  expect(state.lanes.map(({ policy }) => policy)).toEqual(['droptail']);
  expect(problems).toHaveLength(1);
});
