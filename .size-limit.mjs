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

export default [
  {
    name: 'JavaScript at first load',
    path: path.map((file) => `dist/assets/${file}`),
    limit: '150 kB',
    gzip: true,
  },
];
