// npm run mutants -- draw|run|compare: changes the code of policies, senders, ports and figures in small ways, and
// shows which changes the tests find. docs/DEVELOPING.md describes it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { candidatesOf, drawMutants, withMutant } from './mutants/candidates.mjs';
import { comparedFiles } from './mutants/compare.mjs';
import { withMarks } from './mutants/reach.mjs';
import { cache, root } from './project.mjs';

const DEFAULT_COUNT = 320;
const DEFAULT_SEED = 1;
const list = join(root, 'docs/mutants/mutants.jsonl');

/** Policies, senders, ports and figures. */
const mutatedFolders = [
  'src/policies/',
  'src/engine/transport/',
  'src/engine/network/',
  'src/engine/atm/',
  'src/engine/sources/',
  'src/engine/figures/',
  'src/quantities/figures/',
];

/** A mutant has to survive those tests of these folders that reach it. */
const testFolders = [
  ...['atm', 'figures', 'frame', 'metrics', 'network', 'sources', 'state', 'transport'].map((name) => `engine/${name}`),
  'policies',
  'quantities/figures',
  'quantities/findings',
  'plots/over-time',
  'ui/plots',
  'judging',
  'closed-form',
  'golden',
];
const include = testFolders.map((folder) => `tests/${folder}/**/*.test.ts`);

/** It only detects change, so it comes last: a mutant that no other test finds is seen in the result. */
const RECORDED = 'tests/golden/digests-long.test.ts';

/** Of a longer test file, only the tests that reach the mutant are run. */
const MAX_WHOLE_FILE_SECONDS = 3;

/** Status of a host that a mutant blocked. */
const BLOCKED = 75;

const parseLines = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const readLines = (path) => parseLines(readFileSync(path, 'utf8'));
const formatLines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function draw([count = DEFAULT_COUNT, seed = DEFAULT_SEED]) {
  const { default: ts } = await import('typescript');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.engine.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const candidates = program.getSourceFiles().flatMap((source) => {
    const file = relative(root, source.fileName).replaceAll('\\', '/');
    return mutatedFolders.some((folder) => file.startsWith(folder)) ? candidatesOf(source, file, checker) : [];
  });
  const drawn = drawMutants(candidates, Number(count), Number(seed))
    .sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column)
    .map((mutant, index) => ({ id: index + 1, ...mutant }));
  mkdirSync(join(list, '..'), { recursive: true });
  writeFileSync(list, formatLines(drawn));
  const files = new Set(drawn.map(({ file }) => file));
  console.log(`${drawn.length} of ${candidates.length} candidates in ${files.size} files`);
}

/** Takes mutants and marks out of a copy. */
const restore = (tree) => execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: tree });

/** A copy of the project as it is in a commit, with the packages of this one. */
function copyTree(commit) {
  const tree = join(cache, 'mutants/trees', commit);
  if (existsSync(tree)) restore(tree);
  else {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, tree]);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: tree });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  }
  return tree;
}

/**
 * Starts the host with some work.
 * @returns its exit status
 */
function runHost(work) {
  const path = join(cache, 'mutants/work.json');
  writeFileSync(path, JSON.stringify({ cacheFolder: join(cache, 'mutants/modules'), include, ...work }));
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/mutants/host.mjs'), path], {
    cwd: work.tree,
    stdio: 'inherit',
  });
  return status ?? 1;
}

/**
 * Runs all tests once, on code that reports which mutants it reaches. After an interruption it goes on.
 * @returns a record of each test file
 */
function measureReach(tree, mutants, commit) {
  const drawn = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 8);
  const reachFile = join(cache, 'mutants', `reach-${commit}-${drawn}.jsonl`);
  if (existsSync(reachFile)) return readLines(reachFile);
  const unfinished = `${reachFile}.unfinished`;
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = join(tree, file);
    if (!existsSync(path)) continue;
    const own = mutants.filter((mutant) => mutant.file === file);
    writeFileSync(path, withMarks(readFileSync(path, 'utf8'), own));
  }
  const exclude = existsSync(unfinished) ? readLines(unfinished).map(({ file }) => file) : [];
  const status = runHost({ tree, reachFile: unfinished, exclude });
  restore(tree);
  if (status !== 0) throw new Error('The tests fail without a mutant.');
  renameSync(unfinished, reachFile);
  return readLines(reachFile);
}

/**
 * The part of a test file that a mutant needs: the whole file if it is short or reaches the mutant outside of its
 * tests.
 */
function neededTests({ file, seconds, reached, tests }, id) {
  if (reached.includes(id)) return { file, seconds };
  const needed = tests.filter((test) => test.reached.includes(id));
  if (needed.length === 0) return undefined;
  if (seconds <= MAX_WHOLE_FILE_SECONDS) return { file, seconds };
  const sum = (some) => some.reduce((total, test) => total + test.seconds, 0);
  return { file, testIds: needed.map((test) => test.id), seconds: seconds - sum(tests) + sum(needed) };
}

/** The name of a test file, whether or not it counts as slow. */
const shortName = (file) => file.replace(/-long(?=\.test\.ts$)/, '');

/** The number of folders at the start of both paths, below `src` and `tests`. */
function sharedFolderCount(source, test) {
  const [folders, others] = [source, test].map((path) => path.split('/').slice(1, -1));
  const count = folders.findIndex((folder, index) => folder !== others[index]);
  return count === -1 ? folders.length : count;
}

/**
 * The tests that reach a mutant: those of the file `first`, those of the mutated file, then the others from the nearest
 * to the farthest folder, and from the fastest to the slowest.
 */
function testsFor(mutant, records, first) {
  const own = mutant.file.replace(/^src/, 'tests').replace(/\.ts$/, '');
  const rank = ({ file }) => {
    if (first !== undefined && shortName(file) === shortName(first)) return -3;
    if (shortName(file) === RECORDED) return 1;
    return file.startsWith(own) ? -2 : -sharedFolderCount(mutant.file, file) / 10;
  };
  return records
    .map((record) => neededTests(record, mutant.id))
    .filter((needed) => needed !== undefined)
    .sort((a, b) => rank(a) - rank(b) || a.seconds - b.seconds);
}

/** The first of these tests that take at most so many seconds together, at least one. */
function affordableTests(tests, maxSeconds) {
  let seconds = 0;
  return tests.filter((test, index) => {
    seconds += test.seconds;
    return index === 0 || seconds <= maxSeconds;
  });
}

function runMutants([name], { commit: given = 'HEAD', first, seconds }) {
  const maxSeconds = seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds);
  if (!(maxSeconds > 0)) throw new Error(`--seconds ${seconds}; allowed: a number above 0`);
  const commit = execFileSync('git', ['rev-parse', given], { cwd: root, encoding: 'utf8' }).trim();
  const resultFile = resolve(name);
  const mutants = readLines(list);
  const tree = copyTree(commit);
  const records = measureReach(tree, mutants, commit);
  if (seconds === undefined && existsSync(resultFile)) {
    const finished = readLines(resultFile).filter(({ outcome }) => outcome !== 'open');
    writeFileSync(resultFile, formatLines(finished));
  }
  const killers = new Map(first === undefined ? [] : readLines(first).map(({ id, by }) => [id, by]));

  for (;;) {
    const done = new Set(existsSync(resultFile) ? readLines(resultFile).map(({ id }) => id) : []);
    const left = mutants.filter(({ id }) => !done.has(id));
    if (left.length === 0) return;
    const jobs = [];
    const results = [];
    for (const mutant of left) {
      const path = join(tree, mutant.file);
      const tests = testsFor(mutant, records, killers.get(mutant.id));
      const { id, file } = mutant;
      if (!existsSync(path) || withMutant(readFileSync(path, 'utf8'), mutant) === undefined)
        results.push({ id, file, outcome: 'lost' });
      else if (tests.length === 0) results.push({ id, file, outcome: 'survived', tried: 0 });
      else {
        const tried = affordableTests(tests, maxSeconds);
        jobs.push({ mutant, tests: tried, survival: tried.length === tests.length ? 'survived' : 'open' });
      }
    }
    writeFileSync(resultFile, formatLines(results), { flag: 'a' });
    if (jobs.length === 0) return;
    const status = runHost({ tree, jobs, resultFile });
    restore(tree);
    if (status !== 0 && status !== BLOCKED) throw new Error(`Vitest ended with status ${status}.`);
  }
}

/** Prints the files of which fewer mutants are killed, and these mutants. */
function compare([before, after]) {
  const files = comparedFiles(readLines(before), readLines(after));
  const total = (key) => files.reduce((sum, file) => sum + file[key], 0);
  const open = (results) => results.filter(({ outcome }) => outcome === 'open').length;
  console.log(`${total('mutantCount')} mutants: ${total('killedBefore')} killed before, ${total('killedAfter')} after`);
  console.log(`open: ${open(readLines(before))} before, ${open(readLines(after))} after`);
  for (const { file, mutantCount, killedBefore, killedAfter, escaped } of files) {
    if (killedAfter >= killedBefore) continue;
    process.exitCode = 1;
    console.log(`${file}: ${killedBefore} of ${mutantCount} before, ${killedAfter} after`);
    for (const { id, by, test } of escaped) console.log(`  mutant ${id}, before killed by ${by}: ${test ?? 'no end'}`);
  }
}

const USAGE = `npm run mutants -- draw [COUNT [SEED]]
npm run mutants -- run RESULT [--commit COMMIT] [--first EARLIER] [--seconds SECONDS]
npm run mutants -- compare BEFORE AFTER`;

/** The commands, and how many arguments they take. */
const commands = {
  draw: { run: draw, isRight: (count) => count <= 2 },
  run: { run: runMutants, isRight: (count) => count === 1 },
  compare: { run: compare, isRight: (count) => count === 2 },
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commit: { type: 'string' }, first: { type: 'string' }, seconds: { type: 'string' } },
});
const [name, ...names] = positionals;
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
if (command?.isRight(names.length)) await command.run(names, values);
else {
  console.error(USAGE);
  process.exitCode = 1;
}
