// A setup file of Vitest: writes which mutants the present test file and each of its tests reach, with processor times.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const rounded = (seconds) => Number(seconds.toFixed(2));

const began = cpuSeconds();
/** Reached outside of tests: while the file is loaded, and in hooks for several tests. */
const common = new Set();
globalThis.reachedMutants = common;
const tests = [];
let testBegan = 0;

beforeEach(() => {
  globalThis.reachedMutants = new Set();
  testBegan = cpuSeconds();
});

afterEach(({ task }) => {
  tests.push({ id: task.id, seconds: rounded(cpuSeconds() - testBegan), reached: [...globalThis.reachedMutants] });
  globalThis.reachedMutants = common;
});

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath).replaceAll('\\', '/');
  const record = { file, seconds: rounded(cpuSeconds() - began), reached: [...common], tests };
  appendFileSync(process.env.REACH_FILE, `${JSON.stringify(record)}\n`);
});
