// Keeps one Vitest for many mutants. `scripts/mutants.mjs` starts it, and starts it again if a mutant blocks it.
// Arguments: the file with the work (JSON).
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { withMutant } from './candidates.mjs';

/** Exit status: the present mutant blocked this process, and others are left. */
const BLOCKED = 75;
/**
 * In each test file, a mutant may take this many times the processor time of the unchanged code, and this much more
 * time and memory.
 */
const TIME_FACTOR = 4;
const EXTRA_SECONDS = 20;
const MAX_ADDED_BYTES = 1.5e9;

const work = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { tree, cacheFolder, include, reachFile, exclude, jobs, resultFile } = work;

const order = new Map();
/** Keeps the order of the present job. */
class JobSequencer {
  shard = (specifications) => specifications;
  sort = (specifications) => [...specifications].sort((a, b) => order.get(a.moduleId) - order.get(b.moduleId));
}

/** A test's own limit of time says how busy the machine is. A mutant that never ends is ended by the guard below. */
const isTooSlow = ({ errors = [] }) => errors.length > 0 && errors.every(({ message }) => /timed out in/.test(message));

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let vitest;
let failure;
/** Processor time at which the present test file began, and that of the unchanged code, s. */
let present = { beganSeconds: 0, expectedSeconds: 0 };
const expectedSecondsOf = new Map();
const reporter = {
  onTestModuleQueued({ moduleId }) {
    present = { beganSeconds: cpuSeconds(), expectedSeconds: expectedSecondsOf.get(moduleId) ?? 0 };
  },
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state === 'failed' && !isTooSlow(result)) fail(test.module, test.fullName);
  },
  onTestModuleEnd(module) {
    if (module.errors().length > 0) fail(module, 'while it is loaded');
  },
  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) fail(suite.module, suite.fullName);
  },
};
function fail(module, test) {
  failure ??= { by: module.relativeModuleId, test };
  // Cancelled once, the worker would still load the other files. Cancelled twice, it is ended.
  vitest.cancelCurrentRun('test-failure');
  vitest.cancelCurrentRun('test-failure');
}

const openVitest = (options) =>
  createVitest(
    'test',
    {
      root: tree,
      config: false,
      watch: false,
      include,
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: 3_600_000,
      hookTimeout: 3_600_000,
      experimental: { fsModuleCache: true, fsModuleCachePath: cacheFolder },
      ...options,
    },
    { logLevel: 'silent' },
  );

if (reachFile !== undefined) {
  // A file alone: what another file has computed and kept would not be reached again.
  const setupFiles = [join(import.meta.dirname, 'note-reach.mjs')];
  const env = { REACH_FILE: reachFile };
  vitest = await openVitest({ exclude, isolate: true, setupFiles, env, reporters: [reporter] });
  await vitest.start();
  if (failure !== undefined) console.error(`${failure.by} fails without a mutant: ${failure.test}`);
  await vitest.close();
  process.exit(failure === undefined ? 0 : 1);
}

vitest = await openVitest({
  isolate: false,
  reporters: [reporter],
  sequence: { sequencer: JobSequencer },
});
await vitest.standalone();

/** The test file that runs now. */
const running = () => vitest.state.getFiles().find(({ result }) => result?.state === 'run')?.name;

/** @returns the first failure */
async function firstFailure(tests) {
  failure = undefined;
  const specifications = tests.map(({ file, testIds, seconds }, index) => {
    const path = join(tree, file);
    expectedSecondsOf.set(path, seconds);
    order.set(path, index);
    return vitest.projects[0].createSpecification(path, { testIds });
  });
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (failure === undefined && unhandledErrors.length > 0)
    failure = { by: running() ?? tests[0].file, test: 'an error outside of tests' };
  return failure;
}

/**
 * Test files share a worker, so an earlier one may disturb a later one. A mutant is killed if the later one fails
 * alone.
 */
async function outcomeOf(tests, survival) {
  for (let left = tests; ; ) {
    const found = await firstFailure(left);
    if (found === undefined) return { outcome: survival, tried: tests.length };
    const index = left.findIndex(({ file }) => file === found.by);
    if (index <= 0) return { outcome: 'killed', ...found };
    left = left.slice(index);
  }
}

for (const { mutant, tests, survival } of jobs) {
  const path = join(tree, mutant.file);
  const text = readFileSync(path, 'utf8');
  const began = cpuSeconds();
  const beganBytes = process.memoryUsage().rss;
  const finish = (result) => {
    const seconds = Number((cpuSeconds() - began).toFixed(1));
    appendFileSync(resultFile, `${JSON.stringify({ id: mutant.id, file: mutant.file, ...result, seconds })}\n`);
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  present = { beganSeconds: began, expectedSeconds: tests[0].seconds };
  const guard = setInterval(() => {
    const addedBytes = process.memoryUsage().rss - beganBytes;
    const limitSeconds = present.expectedSeconds * TIME_FACTOR + EXTRA_SECONDS;
    if (cpuSeconds() - present.beganSeconds < limitSeconds && addedBytes < MAX_ADDED_BYTES) return;
    finish({ outcome: 'timeout', by: running() ?? tests[0].file });
    process.exit(BLOCKED);
  }, 500);
  writeFileSync(path, withMutant(text, mutant));
  vitest.invalidateFile(path);
  const outcome = await outcomeOf(tests, survival);
  clearInterval(guard);
  finish(outcome);
}
await vitest.close();
process.exit(0);
