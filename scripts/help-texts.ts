import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const HELP = /\bhelp: ('(?:[^'\\\n]|\\.)*')/g;
const DECLARED = /\/src\/(engine|policies)\/.*\.ts$/;

/**
 * The page shows the help of a parameter only in cards, which are loaded later. In the built page a declaration has the
 * number of its help, and the list of all help texts comes with the cards (`src/ui/help/help-texts.ts`).
 */
export function helpTextsPlugin(root: string): Plugin {
  const files = ['engine', 'policies'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => join(root, 'src', folder, file)),
  );
  const texts = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(HELP)].map(([, text = '']) => text));
  const numbers = new Map([...new Set(texts)].map((literal, number) => [literal, number]));
  return {
    name: 'bufferscope:help-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/src/ui/help/help-texts.ts')) return code.replace('= []', `= [${[...numbers.keys()].join()}]`);
      if (DECLARED.test(id)) return code.replace(HELP, (_, literal) => `help: ${numbers.get(literal)}`);
    },
  };
}
