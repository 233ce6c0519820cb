import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A built script, and all that it imports before it runs. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(`dist/assets/${file}`, 'utf8').matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(name, found);
  return found;
}

// First load: the scripts that dist/index.html names, and the worker that runs a lane. Chunks loaded later are not counted.
const page = existsSync('dist/index.html') ? readFileSync('dist/index.html', 'utf8') : '';
const scripts = [...page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map(([, file]) => file);
const workers = (existsSync('dist/assets') ? readdirSync('dist/assets') : []).filter((file) =>
  /^lane\.worker-.*\.js$/.test(file),
);
const path = [...new Set([...scripts, ...workers].flatMap((file) => [...withImports(file)]))];

/** Loaded next on every visit (vite.config.ts). */
const NEXT = /^(drawing|runs|panels)-/;

// To write and run a policy: the editor, what a lane's worker reads and runs programs with, and the interpreter.
const inLanes = workers.flatMap((file) =>
  [...readFileSync(`dist/assets/${file}`, 'utf8').matchAll(/program-[\w-]+\.js/g)].map(([name]) => name),
);
const begun = (existsSync('dist/assets') ? readdirSync('dist/assets') : []).filter(
  (file) => /^(program-text|programs|reader|emscripten-module)-/.test(file) || inLanes.includes(file),
);
const imported = begun.filter((file) => file.endsWith('.js')).flatMap((file) => [...withImports(file)]);
const editor = [...new Set([...begun, ...imported])].filter((file) => !path.includes(file) && !NEXT.test(file));

export default [
  {
    name: 'JavaScript at first load',
    path: path.map((file) => `dist/assets/${file}`),
    limit: '163.5 kB',
    gzip: true,
  },
  {
    name: 'Editor and interpreter of own policies, on demand',
    path: editor.map((file) => `dist/assets/${file}`),
    limit: '420 kB',
    gzip: true,
  },
];
