/** Comments and documents name files: each of these files exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const FOLDERS = ['src', 'workers', 'tests', 'e2e', 'scripts', 'examples', 'docs', 'cluster', 'public'];

const files = [
  ...readdirSync(root).filter((name) => name.includes('.')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].map((path) => path.replaceAll('\\', '/'));

/** The ends of all paths: `src/a/b.ts` has the ends `b.ts`, `a/b.ts` and `src/a/b.ts`. */
const ends = new Set(files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'))));

/** Folders that a build writes. */
const BUILT = /^(?:dist|dist-single|lib)\//;
/** Files of the reader, and places for a name. */
const EXAMPLES = new Set(['NAME.ts', 'NAME.test.ts', 'digest.mjs']);

const NAMED = /(?<![\w/.@*{}<-])(?:\.{0,2}\/)?[\w-][\w./-]*\.(?:tsx?|mjs|css|md)\b(?![\w(])/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;

const named = (text: string) => [...text.matchAll(NAMED)].map(([name]) => name);

function isThere(name: string, of: string): boolean {
  if (EXAMPLES.has(name.split('/').at(-1) as string) || ends.has(name.replace(/^(?:\.{1,2}\/)+/, ''))) return true;
  return BUILT.test(name) || existsSync(join(root, dirname(of), name)) || existsSync(join(root, name));
}

const missing = (paths: readonly string[], textOf: (text: string) => string) =>
  paths.flatMap((path) =>
    named(textOf(readFileSync(join(root, path), 'utf8'))).flatMap((name) =>
      isThere(name, path) ? [] : [`${path}: ${name}`],
    ),
  );

const comments = (text: string) => (text.match(COMMENT) ?? []).join('\n');

test('the check finds a name in a comment, and reads no code', () => {
  expect(
    named(comments("/** As in no-such.ts. */ import './other.ts'; // See a/b.md.\nconst at = 'x//c.ts';")),
  ).toEqual(['no-such.ts', 'a/b.md']);
  expect(isThere('no-such.ts', 'src/main.tsx')).toBe(false);
  expect(isThere('congestion/control.ts', 'src/main.tsx')).toBe(true);
});

test('each file that a comment names exists', () => {
  const sources = files.filter((path) =>
    /^(?:src|workers|tests|e2e|scripts|examples)\/.*\.(?:tsx?|mjs|css)$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(800);
  expect(
    missing(
      sources.filter((path) => path !== 'tests/named-files.test.ts'),
      comments,
    ),
  ).toEqual([]);
});

test('each file that a document names exists', () => {
  const documents = files.filter((path) => path === 'README.md' || /^(?:docs|examples|src|tests)\/.*\.md$/.test(path));
  expect(documents.length).toBeGreaterThan(10);
  expect(missing(documents, (text) => text)).toEqual([]);
});

test('each file that a script or a setting names exists', () => {
  const settings = files.filter((path) => /^(?:scripts\/.*\.(?:ts|mjs)|[\w.-]+\.(?:ts|json))$/.test(path));
  const paths = settings.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/['"]((?:src|tests|workers|e2e)\/[\w./-]+\.tsx?)['"]/g)].map(
      ([, name]) => ({ path, name: name as string }),
    ),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter(({ name }) => !files.includes(name))).toEqual([]);
});

/** `const { decodeRecords } = await built('src/….ts')` in a script: the file exports this name. */
const IMPORTED = /const \{([^}]+)\} = await \w+\('((?:src|tests)\/[^']+)'\)/g;

function missingExports(script: string): string[] {
  return [...script.matchAll(IMPORTED)].flatMap(([, names = '', path = '']) => {
    const source = readFileSync(join(root, path), 'utf8');
    const isExported = (name: string) =>
      new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').test(source);
    return names.split(',').flatMap((name) => (isExported(name.trim()) ? [] : [`${path}: ${name.trim()}`]));
  });
}

test('the check finds a name that a file does not export', () => {
  const script = (name: string) =>
    `const { decodeRecords, ${name} } = await built('src/app/measuring/record-file.ts');`;
  expect(missingExports(script('noSuchName'))).toEqual(['src/app/measuring/record-file.ts: noSuchName']);
  expect(missingExports(script('recordFile'))).toEqual([]);
});

test('each name that a script takes from a file of the source is exported there', () => {
  const scripts = files.filter((path) => /^scripts\/.*\.mjs$/.test(path));
  const texts = scripts.map((path) => readFileSync(join(root, path), 'utf8'));
  expect(texts.flatMap((text) => [...text.matchAll(IMPORTED)]).length).toBeGreaterThan(2);
  expect(texts.flatMap(missingExports)).toEqual([]);
});
