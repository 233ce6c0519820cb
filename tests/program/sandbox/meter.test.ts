/** Steps of WebAssembly programs, counted by hand. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addStepCounter, STEPS_LEFT } from '../../../src/program/sandbox/meter.ts';
import { interpreterFile } from '../program.ts';

/**
 * (module
 *   (global (mut i32) (i32.const 7))
 *   (func (export "f") (param i32) (result i32)
 *     (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
 *     (global.get 0)))
 * It goes round the loop as often as its argument says.
 */
const looping = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
  ...[3, 2, 1, 0],
  ...[6, 6, 1, 0x7f, 1, 0x41, 7, 0x0b],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 18, 1, 16, 0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x23, 0, 0x0b],
]);

function instance() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(addStepCounter(looping) as BufferSource));
  return { f: exports.f as (n: number) => number, left: exports[STEPS_LEFT] as WebAssembly.Global };
}

test('each iteration of a loop counts as a step, and the program keeps its own globals', () => {
  const { f, left } = instance();
  left.value = 100;
  expect(f(30)).toBe(7);
  expect(left.value).toBe(70);
});

test('a program stops at the first step beyond its limit, and not before', () => {
  const { f, left } = instance();
  left.value = 30;
  expect(f(30)).toBe(7);
  expect(left.value).toBe(0);
  left.value = 29;
  expect(() => f(30)).toThrow(WebAssembly.RuntimeError);
});

test('an instruction that is not known is refused', () => {
  const unknown = looping.slice();
  unknown[unknown.indexOf(0x6b)] = 0xfd;
  expect(() => addStepCounter(unknown)).toThrow('instruction 0xfd');
});

test("the interpreter's file stays a valid program, 4 % longer", () => {
  const file = readFileSync(interpreterFile);
  const counted = addStepCounter(file);
  expect(WebAssembly.validate(counted as BufferSource)).toBe(true);
  expect(counted.length / file.length).toBeLessThan(1.04);
});
