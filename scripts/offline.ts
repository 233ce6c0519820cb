/** Writes the service worker of a build: `workers/offline.worker.ts` with the list of all files of the build. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { addLicences } from './licences.ts';

/** Its address must not change, because browsers load it again to find a new version. */
const NAME = 'sw.js';
/** Files for servers and course systems, not for the page. */
const APART = /^(_headers|sw\.js|licences\.md|scorm\/)/;

/** Every file of a build; those in `assets/` have their version in their name. */
function filesOf(folder: string): { url: string; revision: string | null }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .filter((url) => !APART.test(url))
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : hashOf(join(folder, url)) }));
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

export function offlinePlugin(root: string): Plugin {
  let folder = '';
  return {
    name: 'bufferscope:offline',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      async handler() {
        const { metafile } = await build({
          absWorkingDir: root,
          entryPoints: ['workers/offline.worker.ts'],
          outfile: join(folder, NAME),
          bundle: true,
          minify: true,
          format: 'iife',
          target: 'es2022',
          define: { PAGE_FILES: JSON.stringify(filesOf(folder)), 'process.env.NODE_ENV': '"production"' },
          legalComments: 'none',
          metafile: true,
          logLevel: 'silent',
        });
        addLicences(root, folder, Object.keys(metafile.inputs));
      },
    },
  };
}
