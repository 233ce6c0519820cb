import { existsSync, readdirSync, readFileSync } from 'node:fs';

// First load: the scripts that dist/index.html names, and the worker that runs a lane. Chunks loaded later are not counted.
const page = existsSync('dist/index.html') ? readFileSync('dist/index.html', 'utf8') : '';
const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => `dist/${match[1]}`);
const workers = (existsSync('dist/assets') ? readdirSync('dist/assets') : [])
  .filter((file) => /^lane\.worker-.*\.js$/.test(file))
  .map((file) => `dist/assets/${file}`);

export default [{ name: 'JavaScript at first load', path: [...scripts, ...workers], limit: '150 kB', gzip: true }];
