// npm run bench [-- NAME...]: runs tests/bench/*.bench.ts one after another, each bundled and in its own process.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { cache, root, run } from './project.mjs';

const folder = join(root, 'tests/bench');
const wanted = process.argv.slice(2);
const files = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name)))
  .sort();

if (files.length === 0) {
  console.error(`No benchmark matches ${wanted.join(', ') || 'tests/bench/*.bench.ts'}.`);
  process.exitCode = 1;
}
for (const file of files) {
  const output = join(cache, 'bench', file.replace(/\.ts$/, '.mjs'));
  await bundle(join(folder, file), output);
  const status = await run(process.execPath, ['--expose-gc', output]);
  if (status !== 0) process.exitCode = 1;
}
