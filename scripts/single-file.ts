/**
 * The whole page in one HTML file that opens from disk: scripts, workers, styles, fonts, records, lessons and licences
 * are in it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { addLicences, LICENCES, OWN_LICENCE } from './licences.ts';

/** Name of the file. */
const NAME = 'bufferscope.html';

/** As `contentSecurityPolicy`, for a page that contains all its parts and loads nothing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only these texts could end a script element, or begin a comment that hides its end. */
const inScript = (code: string) => code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** JSON has an escape for the first character of all of these. */
const jsonInScript = (json: string) => json.replaceAll('<', '\\u003c');

/** A comment ends at `-->` or `--!>`, so each `>` in it is replaced. */
const inComment = (text: string) => text.replace(/--(!?)>/g, '-- $1>');

/** Scripts find a worker by its address. Here the address is a blob with its code. */
function withWorkers(code: string, assets: string): string {
  const classic = code.replace(/,\s*\{\s*type:\s*(["'`])module\1\s*\}\s*\)/g, ')');
  return classic.replace(
    /new URL\((["'`])(?:\.\/|assets\/|\/assets\/)?([\w.-]*worker-[\w-]+\.js)\1\s*,\s*(?:""\s*\+\s*)?import\.meta\.url\)/g,
    (_, __, name: string) => {
      const worker = readFileSync(join(assets, name), 'utf8');
      return `new URL(URL.createObjectURL(new Blob([${JSON.stringify(worker)}],{type:"text/javascript"})))`;
    },
  );
}

export function singleFilePlugin(): Plugin {
  let folder = '';
  let publicFolder = '';
  let root = '';
  return {
    name: 'bufferscope:single-file',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
      publicFolder = config.publicDir;
      root = config.root;
    },
    closeBundle: {
      order: 'post',
      handler() {
        const assets = join(folder, 'assets');
        const read = (path: string) => readFileSync(join(folder, path), 'utf8');
        const lessons = ['', 'measurements/'].flatMap((part) =>
          readdirSync(join(publicFolder, 'lessons', part))
            .filter((name) => /\.(json|txt)$/.test(name))
            .map((name) => `${part}${name}`),
        );
        const icon = Buffer.from(read('favicon.svg')).toString('base64');
        addLicences(root, folder, []);
        const licences = `${readFileSync(join(root, OWN_LICENCE), 'utf8')}\n${read(LICENCES)}`;
        const page = read('index.html')
          .replace(/<link rel="manifest"[^>]*>/, '')
          .replace(/<script\s+src="\.\/boot\.js"><\/script>/, '')
          .replace(/href="\.\/favicon\.svg"/, `href="data:image/svg+xml;base64,${icon}"`)
          .replace('<head>', () => `<head>\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
          .replace(
            /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+)"[^>]*>/g,
            (_, path: string) => `<style>${read(path)}</style>`,
          )
          .replace(/<script type="module"[^>]*src="\.\/(assets\/[^"]+)"[^>]*><\/script>/, (_, path: string) => {
            const files = lessons.map(
              (name) =>
                `<script type="${name.endsWith('.txt') ? 'text/plain' : 'application/json'}" data-file="lessons/${name}">${jsonInScript(readFileSync(join(publicFolder, 'lessons', name), 'utf8'))}</script>`,
            );
            return `${files.join('\n')}\n<script type="module">${inScript(withWorkers(read(path), assets))}</script>`;
          });
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, NAME), `${page.trimEnd()}\n<!--\n${inComment(licences)}-->\n`);
      },
    },
  };
}
