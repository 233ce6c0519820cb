// The second half of npm run validate: measures the five papers again and writes docs/VALIDATION.md. Takes half an hour.
// Results of `sim paper --json` may be given instead, one file or several of single papers.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { cache, root } from './project.mjs';

const given = process.argv.slice(2);

function measured() {
  return execFileSync(process.execPath, ['scripts/sim.mjs', 'paper', '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
}

const texts = given.length > 0 ? given.map((file) => readFileSync(file, 'utf8')) : [measured()];
const reports = texts.map((text) => JSON.parse(text));
const sum = (of) => reports.reduce((total, report) => total + of(report), 0);
const report = {
  ...reports[0],
  mode: [...new Set(reports.map(({ mode }) => mode))].join(' and '),
  papers: reports.flatMap(({ mode, papers }) => papers.map((paper) => ({ ...paper, mode }))),
  runs: sum(({ runs }) => runs),
  simulatedSeconds: sum(({ simulatedSeconds }) => simulatedSeconds),
  wallSeconds: sum(({ wallSeconds }) => wallSeconds),
  failures: reports.flatMap(({ failures }) => failures),
};

const output = join(cache, 'paper-report.mjs');
await bundle(join(root, 'src/papers/report.ts'), output);
const { reportText } = await import(pathToFileURL(output).href);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const date = new Date().toISOString().slice(0, 10);
const made = `${date}, Bufferscope ${version}, Node ${process.versions.node}, ${cpus().length} processors`;
writeFileSync(join(root, 'docs/VALIDATION.md'), reportText(report, made));
