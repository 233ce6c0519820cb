/**
 * The contracts of the code: what another folder imports has a docstring, and so has each exported function and class
 * outside the user interface. What throws says which error. A folder of the engine counts as one of its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The sources of the product, by their paths from its root. */
const sources = new Map(
  ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  ),
);

/** `src/engine/events` of `src/engine/events/clock.ts`, and `src/runs` of `src/runs/answers/moment-kinds.ts`. */
const roomOf = (path: string) => (/^src\/engine\/[^/]+(?=\/)|^src\/[^/]+(?=\/)|^[^/]+/.exec(path) ?? [''])[0];

/** Names that files of other rooms import from each file; `*` for all. */
function namesUsedElsewhere(files: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  const IMPORT = /(?:import|export)\s+(?:type\s+)?(\*|[\w$]+|\{[^}]*\})(?:\s+as\s+[\w$]+)?\s+from\s+'(\.[^']+)'/g;
  for (const [path, text] of files)
    for (const [, names = '', from = ''] of text.matchAll(IMPORT)) {
      const imported = relative(root, join(root, dirname(path), from));
      if (roomOf(imported) === roomOf(path)) continue;
      const ofFile = used.get(imported) ?? new Set();
      for (const name of names.replace(/[{}]|\btype\b/g, '').split(','))
        ofFile.add(name.trim().split(/\s+as\s+/)[0] ?? '');
      used.set(imported, ofFile);
    }
  return used;
}

interface Contract {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'method';
  readonly hasText: boolean;
  readonly throwsItself: boolean;
  readonly tellsError: boolean;
}

/** Whether a body throws an error of its own, which it does not catch. To throw a caught error again does not count. */
function throwsItself(body: ts.Node | undefined): boolean {
  if (body === undefined || ts.isFunctionLike(body) || ts.isClassLike(body)) return false;
  if (ts.isThrowStatement(body)) return true;
  if (ts.isTryStatement(body) && body.catchClause !== undefined) {
    const { block, variableDeclaration } = body.catchClause;
    const caught = variableDeclaration?.name.getText();
    const ownThrows = (node: ts.Node): boolean =>
      ts.isThrowStatement(node)
        ? node.expression.getText() !== caught
        : !ts.isFunctionLike(node) && anyChild(node, ownThrows);
    return anyChild(block, ownThrows) || throwsItself(body.finallyBlock);
  }
  return anyChild(body, throwsItself);
}

const anyChild = (node: ts.Node, isWanted: (child: ts.Node) => boolean) =>
  ts.forEachChild(node, (child) => isWanted(child) || undefined) ?? false;

const isExported = (node: ts.Node) => ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.ExportKeyword);
const hasModifier = (node: ts.HasModifiers, kind: ts.SyntaxKind) =>
  ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
const isPublic = (member: ts.ClassElement & ts.HasModifiers) =>
  !hasModifier(member, ts.SyntaxKind.PrivateKeyword) && !hasModifier(member, ts.SyntaxKind.ProtectedKeyword);

/** The exported functions, classes and types of a file, and the public methods of its classes. */
function contractsOf(path: string, text: string): readonly Contract[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const contract = (node: ts.Node, name: string, kind: Contract['kind'], body?: ts.Node): Contract => {
    const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
    return {
      name: `${path} ${name}`,
      kind,
      hasText: comments.some(({ comment, tags = [] }) => comment !== undefined || tags.length > 0),
      throwsItself: throwsItself(body),
      tellsError: ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'throws'),
    };
  };
  return source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement))
      return [contract(statement, statement.name?.text ?? 'default', 'function', statement.body)];
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      return [contract(statement, statement.name.text, 'type')];
    if (ts.isClassDeclaration(statement)) {
      const name = statement.name?.text ?? 'default';
      const methods = statement.members.filter(
        (member) => ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isAccessor(member),
      );
      return [
        contract(statement, name, 'class'),
        ...methods
          .filter(isPublic)
          .map((method) =>
            contract(method, `${name}.${method.name?.getText() ?? 'constructor'}`, 'method', method.body),
          ),
      ];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        ? [contract(statement, name.getText(), 'function', initializer.body)]
        : [],
    );
  });
}

const used = namesUsedElsewhere(sources);
const contracts = [...sources].flatMap(([path, text]) => contractsOf(path, text));
/** The contracts without a docstring. That of one signature of a function is that of all. */
const untold = (some: readonly Contract[]): readonly string[] => {
  const told = new Set(contracts.filter(({ hasText }) => hasText).map(({ name }) => name));
  return some.flatMap(({ name }) => (told.has(name) ? [] : [name]));
};

test('a function, class or type that another folder imports has a docstring', () => {
  const shared = contracts.filter(({ name, kind }) => {
    const [path = '', exported = ''] = name.split(' ');
    const names = used.get(path);
    return kind !== 'method' && (names?.has(exported) || names?.has('*'));
  });
  expect(shared.length).toBeGreaterThan(1_000);
  expect(untold(shared)).toEqual([]);
});

test('an exported function or class outside the user interface has a docstring', () => {
  const exported = contracts.filter(
    ({ name, kind }) => (kind === 'function' || kind === 'class') && !name.startsWith('src/ui/'),
  );
  expect(exported.length).toBeGreaterThan(1_500);
  expect(untold(exported)).toEqual([]);
});

test('an exported function, or a method of an exported class, that throws says which error', () => {
  const throwing = contracts.filter((contract) => contract.throwsItself);
  expect(throwing.length).toBeGreaterThan(80);
  expect(throwing.filter(({ tellsError }) => !tellsError).map(({ name }) => name)).toEqual([]);
});

/** The classes of errors: those of the product, and those of the language and the browser. */
const errorClasses = new Set([
  ...['Error', 'RangeError', 'SyntaxError', 'TypeError', 'DOMException'],
  ...[...sources.values()].flatMap((text) =>
    [...text.matchAll(/\bclass (\w+) extends \w*(?:Error|DOMException)\b/g)].map(([, name = '']) => name),
  ),
]);

/** The tags for errors that do not begin with the class of the error. */
const unnamedErrors = (path: string, text: string): readonly string[] =>
  [...text.matchAll(/^[ /*]*@throws\b *(.*)$/gm)].flatMap(([, told = '']) =>
    errorClasses.has(/^\w*/.exec(told)?.[0] ?? '') ? [] : [`${path} ${told}`],
  );

test('what tells of an error names its class', () => {
  expect([...sources].flatMap(([path, text]) => unnamedErrors(path, text))).toEqual([]);
  const text = '/** @throws if it is damaged */\n/**\n * @throws as `f`\n * @throws RangeError if it is large\n */';
  expect(unnamedErrors('a.ts', text)).toEqual(['a.ts if it is damaged */', 'a.ts as `f`']);
});

/** Records that other programs, files and workers get. */
const PUBLIC_RECORDS =
  /^src\/(library|protocol|params|runs|studies|engine\/(contract|frame|scenario|simulation)|lessons\/(answers|format|hand-in|measurement)|measurements\/(measurement|samples))[/.]/;
const NUMERIC_TYPE = /^(readonly )?(number|Float64Array)\b/;
const UNIT_IN_NAME =
  /(Ns|Ms|[sS]econd|[bB]ps|Bytes|Packets|Cells|Bits|Segments|[cC]ount|[iI]ndex|Share|[rR]ate|Percent|Px|[nN]umber|Line|Id|[eE]vent|[sS]erial|[fF]low|[sS]eed|[lL]ane|[rR]ow|[cC]olumn|Rounds)s?$|^(packets|bytes|cells|line)$/;
const UNIT_IN_COMMENT =
  /\b(n?s\^?2?|ms|k?bit\/s|Mb(it)?\/s|[bB]its|bytes|[pP]ackets?|cells?|segments?|px|[cC]ounte?r?s?|[nN]umbers?( of)?|times|[sS]hares?|from 0|from 1|\d to \d|[iI]ndex(es)?|units?|[rR]ows?|[lL]anes?|[eE]vents|round trips|digits)\b|`\w+Column`|[qQ]uantiles|\bbins?\b/;

/**
 * The numbers in exported records whose unit neither the name nor a comment tells. A comment is also that of the fields
 * after it that have none.
 */
function numbersWithoutUnit(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, outer: string): void => {
    let comment = outer;
    let end = node.getStart();
    ts.forEachChild(node, (child) => {
      comment = commentIn(text.slice(end, child.getStart())) ?? comment;
      end = child.end;
      if (ts.isPropertySignature(child) && NUMERIC_TYPE.test(child.type?.getText() ?? '')) {
        const name = child.name.getText();
        if (!UNIT_IN_NAME.test(name) && !UNIT_IN_COMMENT.test(comment)) found.push(`${path} ${name}`);
      } else visit(child, comment);
    });
  };
  for (const statement of source.statements)
    if (isExported(statement) && (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)))
      visit(statement, commentIn(text.slice(statement.pos, statement.getStart())) ?? '');
  return found;
}

/** The last comment in a text. */
const commentIn = (text: string): string | undefined => text.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1);

test('each number in a public record has a unit, in its name or in a comment', () => {
  const records = [...sources].filter(([path]) => PUBLIC_RECORDS.test(path));
  expect(records.length).toBeGreaterThan(80);
  expect(records.flatMap(([path, text]) => numbersWithoutUnit(path, text))).toEqual([]);
});

test('the check of units sees fields without one, also in unions', () => {
  expect(
    numbersWithoutUnit(
      'a.ts',
      `export interface A {\n  readonly delayMs: number;\n  readonly size: number;\n  /** Size, bytes. */\n  readonly full: number;\n}
export type B =\n  | { readonly length?: number | undefined }\n  /** Length, px. */\n  | { readonly width: number };`,
    ),
  ).toEqual(['a.ts size', 'a.ts length']);
});

test.each([
  ['a function', 'export function f() {\n  throw new Error();\n}', true],
  ['an arrow', 'export const f = () => {\n  if (x) throw new Error();\n};', true],
  ['a method', 'export class A {\n  f() {\n    throw new Error();\n  }\n}', true],
  [
    'an error in place of a caught one',
    'export function f() {\n  try { g(); } catch (e) { throw new Error(); }\n}',
    true,
  ],
  ['a caught error', 'export function f() {\n  try { throw new Error(); } catch (e) { if (x) throw e; }\n}', false],
  ['a function inside', 'export const f = () => () => {\n  throw new Error();\n};', false],
  ['a private method', 'export class A {\n  private f() {\n    throw new Error();\n  }\n}', false],
])('the check of errors sees %s as it is', (_, text, isFound) => {
  expect(contractsOf('a.ts', text).some((contract) => contract.throwsItself)).toBe(isFound);
});

test('the check of docstrings tells one from a comment, and finds names that are imported with another one', () => {
  const [f, g] = contractsOf('a.ts', '/** It adds. */\nexport function f() {}\n// It adds.\nexport const g = () => 1;');
  expect([f?.hasText, g?.hasText]).toEqual([true, false]);
  const names = namesUsedElsewhere(
    new Map([
      ['src/runs/a.ts', "import { type A, b as c } from '../engine/events/clock.ts';"],
      ['src/engine/events/b.ts', "import { d } from './clock.ts';"],
      ['src/engine/network/c.ts', "import {\n  e,\n} from '../events/clock.ts';"],
    ]),
  );
  expect([...(names.get('src/engine/events/clock.ts') ?? [])].filter(Boolean)).toEqual(['A', 'b', 'e']);
});
