// The second half of npm run build: writes lib/, what the package of `npm pack` holds: the engine as an ES module with its
// types, and the command line.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, runTool } from './project.mjs';

const unfinished = join(root, '.cache/lib');
const lib = join(root, 'lib');

/** One file without imports, for every host that knows ES modules. */
async function module(entry, output) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: output,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

async function command(entry, output) {
  await bundle(join(root, entry), output);
  writeFileSync(output, `#!/usr/bin/env node\n${readFileSync(output, 'utf8')}`);
  chmodSync(output, 0o755);
}

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
await module('src/library/index.ts', join(unfinished, 'bufferscope.js'));
await command('src/cli/main.ts', join(unfinished, 'sim.mjs'));
const status = await runTool('tsc', ['-p', 'tsconfig.library.json', '--outDir', join(unfinished, 'types')]);
if (status !== 0) process.exit(status);
rmSync(lib, { recursive: true, force: true });
renameSync(unfinished, lib);
console.log('lib/: the engine as a library and the command line, for npm pack');
