// The second half of npm run validate: measures the five papers again, and writes docs/VALIDATION.md,
// docs/APPLICATION-BUFFERING.md and the records that travel with the page (src/papers/records.bin). Takes half an hour; with
// --quick some minutes. --records-only leaves the documents as they are.
// Results of `sim paper --json` may be given instead, one file or several of single papers; papers that they do not hold
// keep their records.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { cache, root } from './project.mjs';

const quick = process.argv.includes('--quick');
const recordsOnly = process.argv.includes('--records-only');
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function measured() {
  return execFileSync(process.execPath, ['scripts/sim.mjs', 'paper', ...(quick ? ['--quick'] : []), '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
}

async function built(source) {
  const output = join(cache, `${source.split('/').at(-1)}.mjs`);
  await bundle(join(root, source), output);
  return import(pathToFileURL(output).href);
}

const texts = given.length > 0 ? given.map((file) => readFileSync(file, 'utf8')) : [measured()];
const reports = texts.map((text) => JSON.parse(text));

const machine = `Node ${process.versions.node}, ${cpus().length} processors`;

async function writeStudies(record) {
  const { reportFiles } = await built('src/ui/papers/study-report.tsx');
  for (const [file, text] of reportFiles(record, machine)) writeFileSync(join(root, 'docs', file), text);
}

async function writeReport() {
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
  const { reportText } = await built('src/papers/report.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const date = new Date().toISOString().slice(0, 10);
  const made = `${date}, Bufferscope ${version}, ${machine}`;
  writeFileSync(join(root, 'docs/VALIDATION.md'), reportText(report, made));
}

async function writeRecords() {
  const { recordFile, readRecords } = await built('src/app/record-file.ts');
  const file = join(root, 'src/papers/records.bin');
  const records = new Map(
    [...(existsSync(file) ? readRecords(readFileSync(file)) : []), ...reports.flatMap(({ records: own }) => own)].map(
      (record) => [record.paper, record],
    ),
  );
  const packed = recordFile([...records.values()]);
  writeFileSync(file, packed);
  for (const { paper, mode, version, date } of records.values()) console.log(`${paper}: ${mode}, ${version}, ${date}`);
  console.log(`src/papers/records.bin: ${packed.length} bytes`);
}

if (!recordsOnly) {
  await writeReport();
  const own = reports.flatMap(({ records }) => records).find(({ paper }) => paper === 'bhattacharjee-mckinnon');
  if (own !== undefined) await writeStudies(own);
}
await writeRecords();
