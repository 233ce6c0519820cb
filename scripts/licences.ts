/** Licences of packages that only workers use: Vite lists those of the page (`build.license`). */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const LICENCES = 'licences.md';
/** Of Bufferscope itself. */
export const OWN_LICENCE = 'LICENSE';

const ofWorkers = new Set<string>();

/** Collects the modules in the workers of a build. */
export const notedWorkers: Plugin = {
  name: 'bufferscope:noted-workers',
  generateBundle(_options, bundle) {
    for (const item of Object.values(bundle))
      if (item.type === 'chunk') for (const id of item.moduleIds) ofWorkers.add(id);
  },
};

/** The folder of the package that a module belongs to. */
const packageOf = (path: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0];

/**
 * Adds the licences of workers to those of the page.
 * @param others modules of other bundles
 * @throws Error if a package has none
 */
export function addLicences(root: string, folder: string, others: readonly string[]): void {
  const file = join(folder, LICENCES);
  if (!existsSync(file)) return;
  const listed = readFileSync(file, 'utf8');
  const packages = new Set([...ofWorkers, ...others].map(packageOf).filter((place) => place !== undefined));
  const entries = [...packages].sort().map((place) => {
    const own = join(place.startsWith('/') || /^[A-Za-z]:/.test(place) ? '' : root, place);
    const { name, version, license } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    const text = readdirSync(own).find((item) => /^licen[cs]e/i.test(item));
    if (text === undefined) throw new Error(`${name} has no licence text`);
    const heading = `## ${name} - ${version} (${license})`;
    return listed.includes(`${heading}\n`) ? '' : `\n${heading}\n\n${readFileSync(join(own, text), 'utf8').trim()}\n`;
  });
  appendFileSync(file, entries.join(''));
}
