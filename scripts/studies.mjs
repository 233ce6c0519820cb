// npm run studies: all experiments of docs/APPLICATION-BUFFERING.md, which it writes with its pictures. Takes most of an hour.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { cache, root } from './project.mjs';

const readings = [{ name: 'paced packets', options: '' }];
// Results of earlier runs may be given instead, one file for each reading.
const given = process.argv.slice(2);

function study(options, studies = 'all') {
  const words = ['scripts/sim.mjs', 'study', ...studies.split(' '), '--json', ...options.split(' ').filter(Boolean)];
  return execFileSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
}

const output = join(cache, 'study-report.mjs');
await bundle(join(root, 'src/ui/study-report.tsx'), output);
const { reportFiles } = await import(pathToFileURL(output).href);
const wanted = given.length > 0 ? readings.slice(0, given.length) : readings;
const results = wanted.map(({ name, options, studies }, at) => ({
  name,
  options: `${studies ?? 'all'}${options}`,
  results: JSON.parse(given.length > 0 ? readFileSync(given[at], 'utf8') : study(options, studies)),
}));
const date = new Date().toISOString().slice(0, 10);
for (const [file, text] of reportFiles(results, date, `Node ${process.versions.node}, ${cpus().length} processors`)) {
  const path = join(root, 'docs', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
