/** Shortens names in the built page: what a class keeps to itself has a long name for the reader, and a short one for the network. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The number of source files in which each word occurs. */
function fileCounts(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const folder of ['src', 'workers'])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(file))
        for (const word of new Set(readFileSync(join(root, folder, file), 'utf8').match(/\w+/g)))
          counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A word inside a string, which may be an id or a part of a sentence. */
const isInString = (code: string, word: string) =>
  new RegExp(`(['"\`])(?:(?!\\1).)*\\b${word}\\b(?:(?!\\1).)*\\1`).test(code);

/** Renames private members of more than one word that no other file and no string contains. */
export function shortNames(root: string): Plugin {
  const counts = fileCounts(root);
  const shortened = new Map<string, string>();
  const shortName = (name: string) => {
    const short = shortened.get(name) ?? `$${shortened.size.toString(36)}`;
    shortened.set(name, short);
    return short;
  };
  return {
    name: 'bufferscope:short-names',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!/\/(src|workers)\/.*\.tsx?$/.test(id)) return undefined;
      const privates = [...code.matchAll(/\bprivate (?:readonly )?(\w*[a-z][A-Z]\w*)/g)].map(([, name = '']) => name);
      const names = [...new Set(privates)].filter((name) => counts.get(name) === 1 && !isInString(code, name));
      return names.length === 0 ? undefined : code.replace(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), shortName);
    },
  };
}
