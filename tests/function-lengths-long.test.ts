/**
 * No function is longer than 80 lines, from its first line to its last. The linter has such a rule, but it does not
 * count the lines of JSX, nor those of getters and setters.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const MAX_LINES = 80;
const root = join(import.meta.dirname, '..');
const lineCount = (text: string) => text.split('\n').length;

/** The functions of a file that are too long, by the line of their beginning. */
function longFunctions(name: string, text: string): string[] {
  const found: string[] = [];
  // Only the lines count, so comments are not read.
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(name, text, options);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const [first, last] = [lineAt(node.getStart(source)), lineAt(node.end)];
    if (last - first < MAX_LINES) return;
    if (ts.isFunctionLike(node)) found.push(`${name}:${first} has ${last - first + 1} lines`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no function of the product has more than 80 lines', () => {
  const files = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(900);
  const long = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return lineCount(text) > MAX_LINES ? longFunctions(file, text) : [];
  });
  expect(long).toEqual([]);
});

const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n');

test.each([
  ['function', (body: string) => `function f() {\n${body}\n}`],
  ['arrow', (body: string) => `const f = () => {\n${body}\n};`],
  ['callback', (body: string) => `list.map((x) => {\n${body}\n});`],
  ['method', (body: string) => `class A {\n  m() {\n${body}\n  }\n}`],
  ['constructor', (body: string) => `class A {\n  constructor() {\n${body}\n  }\n}`],
  ['getter', (body: string) => `class A {\n  get m() {\n${body}\n  }\n}`],
  ['arrow in a field', (body: string) => `class A {\n  m = () => {\n${body}\n  };\n}`],
  ['method of an object', (body: string) => `const o = {\n  m() {\n${body}\n  },\n};`],
])('the check sees a long %s, and lets one of 80 lines be', (_, write) => {
  expect(longFunctions('a.ts', write(lines(79, 'call();')))).toHaveLength(1);
  expect(longFunctions('a.ts', write(lines(78, 'call();')))).toEqual([]);
});

test('the check counts the lines of JSX and those of parameters', () => {
  const jsx = (count: number) => `const A = () => (\n<p>\n${lines(count, '<br />')}\n</p>\n);`;
  expect(longFunctions('a.tsx', jsx(77))).toHaveLength(1);
  expect(longFunctions('a.tsx', jsx(76))).toEqual([]);
  expect(longFunctions('a.ts', `function f(\n${lines(79, 'a,')}\n) {}`)).toHaveLength(1);
});

test('the check does not count a class, or an object that is data', () => {
  expect(longFunctions('a.ts', `class A {\n${lines(90, 'a = 1;')}\n}\nconst o = {\n${lines(90, 'a: 1,')}\n};`)).toEqual(
    [],
  );
});
