/** A worker that opens a run again does not read its program again. */
import { expect, test, vi } from 'vitest';
import { PROGRAM_POLICY } from '../../../src/params/id.ts';
import { programPolicy } from '../../../src/policies/loaded-policies.ts';
import { ProgramSandbox } from '../../../src/program/sandbox/sandbox.ts';
import { adoptProgram } from '../../../workers/shared/program.ts';
import { interpreter, templateOf } from '../../program/program.ts';

vi.mock('../../../workers/shared/interpreter.ts', () => ({ loadInterpreter: () => Promise.resolve(interpreter) }));

/** How often a box loads a program until it is known. */
async function loadsOf(source: string): Promise<number> {
  const loads = vi.spyOn(ProgramSandbox.prototype, 'load');
  expect(await adoptProgram(source)).toBeUndefined();
  const count = loads.mock.calls.length;
  loads.mockRestore();
  return count;
}

test('a program is read once, and a new program in its place is read too', async () => {
  const [red, droptail] = [templateOf('red'), templateOf('droptail')];
  expect(await loadsOf(red)).toBe(1);
  const first = programPolicy(PROGRAM_POLICY);
  expect(await loadsOf(red)).toBe(0);
  expect(programPolicy(PROGRAM_POLICY)).toBe(first);
  expect(await loadsOf(droptail)).toBe(1);
  expect(programPolicy(PROGRAM_POLICY)?.name).not.toBe(first?.name);
  expect((await adoptProgram('function enqueue('))?.message).toBeTruthy();
  expect(await loadsOf(red)).toBe(1);
});
