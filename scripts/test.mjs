// npm test: installs missing packages, then types, lint, build, sizes, unit tests and browser tests. Every stage runs,
// also after a failure. The last line is `N passed, N failed`: the tests that Vitest and Playwright counted. A stage
// that failed without a failed test (a type error, a crash) counts as one failure. Lines before it name browsers that
// could not be installed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browsers, ensureBrowser } from './browsers.mjs';
import { cache, installDependencies, runTool } from './project.mjs';

const unitReport = join(cache, 'unit.json');
const browserReport = join(cache, 'browser.json');

function readReport(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

function unitCounts() {
  const report = readReport(unitReport);
  if (!report) return undefined;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

function browserCounts() {
  const stats = readReport(browserReport)?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Names of the browser tests that passed only on a second try. */
function triedAgain(suite = readReport(browserReport) ?? {}) {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `${title} (${projectName})`),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => triedAgain(inner))];
}

/** Browsers that could not be installed: name and reason. */
const notTried = [];

/** Environment for the tests: the path of each browser, or that there is none. */
async function chosenBrowsers() {
  const chosen = {};
  for (const [id, { name, variable }] of Object.entries(browsers)) {
    const { program, missing } = await ensureBrowser(id).catch((error) => ({ missing: error.message }));
    chosen[variable] = program ?? 'none';
    if (missing) notTried.push(`${name} (${missing})`);
  }
  if (notTried.length === Object.keys(browsers).length) throw new Error('There is no browser to test the page in.');
  return chosen;
}

async function browserTests() {
  return runTool('playwright', ['test', '--reporter=list,json'], {
    ...(await chosenBrowsers()),
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  });
}

const stages = [
  { name: 'types', run: () => runTool('tsc', ['-b']) },
  { name: 'lint', run: () => runTool('biome', ['check']) },
  // Before the unit tests: those of the package need the built page.
  { name: 'build', run: () => runTool('vite', ['build']) },
  { name: 'size', run: () => runTool('size-limit', []) },
  {
    name: 'unit',
    run: () => runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]),
    counts: unitCounts,
  },
  { name: 'browser', run: browserTests, counts: browserCounts },
];

async function runStage({ name, run, counts }) {
  console.log(`\n=== ${name}`);
  const began = Date.now();
  const status = await run().catch((error) => {
    console.error(error.message);
    return 1;
  });
  const { passed = 0, failed = 0, skipped = 0 } = counts?.() ?? {};
  const ok = status === 0 && failed === 0 && (!counts || passed > 0);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  return { name, ok, counted: Boolean(counts), passed, skipped, failed: ok ? 0 : Math.max(failed, 1), seconds };
}

function summarise(results) {
  console.log('\n=== summary');
  for (const { name, ok, counted, passed, failed, skipped, seconds } of results) {
    const detail = counted ? `  ${passed} passed, ${failed} failed, ${skipped} skipped` : '';
    console.log(`${name.padEnd(8)} ${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s${detail}`);
  }
}

const results = [];
try {
  await installDependencies();
  rmSync(unitReport, { force: true });
  rmSync(browserReport, { force: true });
  mkdirSync(cache, { recursive: true });
  for (const stage of stages) results.push(await runStage(stage));
  summarise(results);
} catch (error) {
  console.error(error.message);
  results.push({ passed: 0, failed: 1 });
}
for (const browser of notTried) console.log(`not tried: ${browser}`);
for (const test of triedAgain()) console.log(`passed only when tried again: ${test}`);
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
process.exitCode = total('failed') === 0 ? 0 : 1;
console.log(`${total('passed')} passed, ${total('failed')} failed`);
