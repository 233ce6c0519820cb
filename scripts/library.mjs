// The second half of npm run build: writes lib/, the content of the package of `npm pack`: the engine as an ES module
// with its types, and the command line.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleInParts, modulesFile } from './bundle.mjs';
import { constantsForEsbuild } from './constants.mjs';
import { root, runTool } from './project.mjs';

const unfinished = join(root, '.cache/lib');
const lib = join(root, 'lib');

/** One file without imports, for every host with ES modules. */
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
    plugins: [constantsForEsbuild],
    logLevel: 'warning',
  });
}

/** @returns the modules in it */
async function command(entry, output) {
  const modules = await bundleInParts(join(root, entry), output);
  rmSync(modulesFile(output));
  writeFileSync(output, `#!/usr/bin/env node\n${readFileSync(output, 'utf8')}`);
  chmodSync(output, 0o755);
  return modules;
}

/** Files of `sim -- run --png`, with the names in src/cli/output/png.ts. */
const PICTURE = {
  'resvg.wasm': 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
  'DejaVuSans.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'DejaVuSans-Bold.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};

/**
 * The licences of the packages that files come from. For a package without a licence text, the entry has the name of
 * the licence and the place of the source.
 */
function licencesOf(files) {
  const packages = new Set(files.map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
  const entries = [...packages].sort().map((folder) => {
    const { name, version, license, repository } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const text = readdirSync(join(root, folder)).find((item) => /^licen[cs]e/i.test(item));
    const source = String(repository?.url ?? repository).replace(/^git@github\.com:/, 'https://github.com/');
    const words =
      text === undefined
        ? `${license}: https://spdx.org/licenses/${license}.html. Its source: ${source}`
        : readFileSync(join(root, folder, text), 'utf8').trim();
    return `## ${name} - ${version}\n\n${words}\n`;
  });
  return `# Licences of the packages in this folder\n\n${entries.join('\n')}`;
}

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
await module('src/library/index.ts', join(unfinished, 'bufferscope.js'));
const modules = await command('src/cli/main.ts', join(unfinished, 'sim.mjs'));
mkdirSync(join(unfinished, 'png'));
for (const [name, file] of Object.entries(PICTURE)) copyFileSync(join(root, file), join(unfinished, 'png', name));
writeFileSync(join(unfinished, 'LICENCES.md'), licencesOf([...modules, ...Object.values(PICTURE)]));
const status = await runTool('tsc', ['-p', 'tsconfig.library.json', '--outDir', join(unfinished, 'types')]);
if (status !== 0) process.exit(status);
rmSync(lib, { recursive: true, force: true });
renameSync(unfinished, lib);
console.log('lib/: the engine as a library and the command line, for npm pack');
