/** Renders the documents as HTML pages in the folder docs/ of the page. They work offline and below any path. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { htmlOf, titleOf } from './markdown.ts';

/** Their paths in the project; each becomes docs/NAME.html. */
const sources = (root: string): readonly string[] => [
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(root, 'docs', file)),
  join(root, 'src/engine/MODEL.md'),
];

const pictures = (root: string): readonly string[] =>
  readdirSync(join(root, 'docs/studies')).map((file) => `studies/${file}`);

/** Every file below docs/, by its name there. */
export function documents(root: string, contentSecurityPolicy: string): Map<string, string> {
  const names = new Set(sources(root).map((file) => basename(file, '.md')));
  const drawn = new Set(pictures(root));
  const linkTo = (target: string) => {
    if (target.startsWith('#') || drawn.has(target)) return target;
    const name = /^(?:[\w./-]*\/)?([\w-]+)\.md$/.exec(target)?.[1];
    return name !== undefined && names.has(name) ? `${name}.html` : undefined;
  };
  const pages = sources(root).map((file): [string, string] => {
    const markdown = readFileSync(file, 'utf8');
    return [`${basename(file, '.md')}.html`, pageOf(markdown, linkTo, contentSecurityPolicy)];
  });
  const sheets = ['src/ui/styles/tokens.css', 'scripts/documents.css'];
  const style: [string, string] = [
    'documents.css',
    sheets.map((sheet) => readFileSync(join(root, sheet), 'utf8')).join('\n'),
  ];
  const svgs = pictures(root).map((file): [string, string] => [file, readFileSync(join(root, 'docs', file), 'utf8')]);
  return new Map([...pages, style, ...svgs]);
}

function pageOf(markdown: string, linkTo: (target: string) => string | undefined, policy: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${titleOf(markdown).replaceAll('&', '&amp;').replaceAll('<', '&lt;')} · Bufferscope</title>
    <link rel="icon" href="../favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="documents.css" />
  </head>
  <body>
    <nav aria-label="Bufferscope"><a href="../#papers">Bufferscope, papers</a></nav>
    <main>
${htmlOf(markdown, linkTo)}
    </main>
  </body>
</html>
`;
}

/** In the build they are files; the development server renders them on request. */
export function documentsPlugin(root: string, contentSecurityPolicy: string): Plugin {
  const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', svg: 'image/svg+xml' };
  return {
    name: 'bufferscope:documents',
    generateBundle() {
      for (const [name, source] of documents(root, contentSecurityPolicy))
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/docs\/([\w./-]+)$/.exec(request.url ?? '')?.[1];
        const source = name === undefined ? undefined : documents(root, contentSecurityPolicy).get(name);
        if (name === undefined || source === undefined) return next();
        response.setHeader('Content-Type', `${types[name.split('.').at(-1) as string]}; charset=utf-8`);
        response.end(source);
      });
    },
  };
}
