// The second half of npm run validate: measures the five papers again, and writes the records that are published with
// the page (src/papers/records.bin) and, from them, docs/VALIDATION.md and docs/APPLICATION-BUFFERING.md. Takes half an
// hour; with
// --quick some minutes. --records-only leaves the documents as they are; --documents-only measures nothing and writes
// VALIDATION.md from the existing records. Files with results of `sim paper --json` may be given instead, one file or
// several for single papers. Papers that are not in these files keep their records.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { cache, root } from './project.mjs';

const quick = process.argv.includes('--quick');
const recordsOnly = process.argv.includes('--records-only');
const documentsOnly = process.argv.includes('--documents-only');
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

function resultTexts() {
  if (documentsOnly) return [];
  return given.length > 0 ? given.map((file) => readFileSync(file, 'utf8')) : [measured()];
}

const reports = resultTexts().map((text) => JSON.parse(text));
const measuredNow = reports.flatMap(({ records }) => records);

const machine = `Node ${process.versions.node}, ${cpus().length} processors`;

async function writeStudies(record) {
  const { reportFiles } = await built('src/ui/papers/paper/study-report.tsx');
  for (const [file, text] of reportFiles(record, machine)) writeFileSync(join(root, 'docs', file), text);
}

async function writeReport(records) {
  const { formatValidationReport } = await built('src/papers/validation-report.ts');
  const failures = reports.flatMap(({ failures: own }) => own);
  writeFileSync(join(root, 'docs/VALIDATION.md'), formatValidationReport(records, failures));
}

/** The records of all papers; new records replace older ones. */
async function writeRecords() {
  const { recordFile, decodeRecords } = await built('src/app/measuring/record-file.ts');
  const file = join(root, 'src/papers/records.bin');
  const older = existsSync(file) ? decodeRecords(readFileSync(file)) : [];
  const records = [...new Map([...older, ...measuredNow].map((record) => [record.paper, record])).values()];
  const packed = recordFile(records);
  writeFileSync(file, packed);
  for (const { paper, mode, version, date } of records) console.log(`${paper}: ${mode}, ${version}, ${date}`);
  console.log(`src/papers/records.bin: ${packed.length} bytes`);
  return records;
}

const records = await writeRecords();
if (!recordsOnly) {
  await writeReport(records);
  const own = measuredNow.find(({ paper }) => paper === 'bhattacharjee-mckinnon');
  if (own !== undefined) await writeStudies(own);
}
