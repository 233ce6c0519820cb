/**
 * Writes the numbers of constants into the code of a run: those of `const STRIDE = 8`, and of tables such as
 * `ClassColumn.drops`. Otherwise a processor would read each of them for each packet, and check that it is a number.
 *
 * A constant is declared at the top of a module, as `const NAME = number` or `const Name = { member: number } as
 * const`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';

const SOURCES = /\/src\/(engine|policies)\/.*\.ts$/;

/**
 * By path of a module, the constants that it declares or imports by their names: a number, or the members of a table.
 */
const constantsByPath = new Map();

const parse = (code) => parseAst(code, { lang: 'ts' }).body;

/** Without `as const` and other words of the types. */
const untyped = (node) => (/^TS(As|Satisfies|NonNull)Expression$/.test(node?.type) ? untyped(node.expression) : node);

const operators = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  '|': (a, b) => a | b,
  '<<': (a, b) => a << b,
};

/** The number of an expression such as `2 * STRIDE`; undefined if it is something else. */
function numberOf(node, constants) {
  const { type, operator, value, name, argument, left, right, object, property, computed } = untyped(node);
  if (type === 'Literal') return typeof value === 'number' ? value : undefined;
  const known = type === 'Identifier' ? constants.get(name) : undefined;
  if (typeof known === 'number') return known;
  if (type === 'MemberExpression' && !computed && object.type === 'Identifier')
    return constants.get(object.name)?.[property.name];
  if (type === 'UnaryExpression' && operator === '-') {
    const operand = numberOf(argument, constants);
    return operand === undefined ? undefined : -operand;
  }
  if (type !== 'BinaryExpression' || !Object.hasOwn(operators, operator)) return undefined;
  const operands = [left, right].map((side) => numberOf(side, constants));
  return operands.includes(undefined) ? undefined : operators[operator](...operands);
}

/** The members of a table; undefined if something else than numbers is among them. */
function membersOf({ properties }, constants) {
  const entries = properties.map(({ type, computed, key, value }) =>
    type === 'Property' && !computed ? [key.name ?? key.value, numberOf(value, constants)] : [],
  );
  return entries.every(([, number]) => number !== undefined) ? Object.fromEntries(entries) : undefined;
}

/** A table is constant if the types say so: without `as const`, its members could be replaced. */
const isTable = ({ type, expression, typeAnnotation }) =>
  type === 'TSAsExpression' && expression.type === 'ObjectExpression' && typeAnnotation.typeName?.name === 'const';

function addImported(statement, path, constants) {
  const importedPath = join(dirname(path), statement.source.value);
  if (statement.importKind === 'type' || !SOURCES.test(importedPath)) return;
  const imported = constantsOf(importedPath);
  for (const { type, imported: { name } = {}, local } of statement.specifiers)
    if (type === 'ImportSpecifier' && imported.has(name)) constants.set(local.name, imported.get(name));
}

function constantsOf(path, statements = parse(readFileSync(path, 'utf8'))) {
  const known = constantsByPath.get(path);
  if (known !== undefined) return known;
  const constants = new Map();
  constantsByPath.set(path, constants);
  for (const statement of statements) {
    if (statement.type === 'ImportDeclaration') addImported(statement, path, constants);
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations) {
      if (init === null) continue;
      const value = isTable(init) ? membersOf(init.expression, constants) : numberOf(init, constants);
      if (id.type === 'Identifier' && value !== undefined) constants.set(id.name, value);
    }
  }
  return constants;
}

/** Calls `visit` with each node that is code, and with the node that contains it. Types are left out. */
function walk(node, visit, parent) {
  const isType = node.type.startsWith('TS') && untyped(node) === node;
  if (isType || visit(node, parent) === false) return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, visit, node);
}

/** Whether a name of a node means a key or something that is declared, not the value of a constant. */
function isName(node, parent) {
  const { type, computed, key, property, id, params = [], shorthand, value } = parent;
  if (/^(Import|Export)/.test(type)) return true;
  if (type === 'Property' && shorthand) return key === node || value === node;
  return (!computed && (key === node || property === node)) || id === node || params.includes(node);
}

/** Whether a node declares its name, or may do so. */
function isDeclared(node, { type, id, local, left, params, shorthand }) {
  const isParameter = params?.includes(node) || (type === 'AssignmentPattern' && left === node);
  return id === node || local === node || isParameter || shorthand || /^(ArrayPattern|RestElement)$/.test(type);
}

/** @param path of the module, from which it names its imports */
export function withConstants(code, path) {
  const statements = parse(code);
  const constants = constantsOf(path, statements);
  if (constants.size === 0) return code;
  const reads = [];
  const declarationCounts = new Map();
  const visit = (node, parent) => {
    const name = node.type === 'MemberExpression' ? node.object.name : node.name;
    if (!constants.has(name)) return true;
    if (node.type === 'Identifier' && isDeclared(node, parent))
      declarationCounts.set(name, (declarationCounts.get(name) ?? 0) + 1);
    if (isName(node, parent)) return true;
    const number = numberOf(node, constants);
    if (number === undefined) return true;
    reads.push({ name, start: node.start, end: node.end, number });
    return false;
  };
  for (const statement of statements) walk(statement, visit, { type: 'Program' });
  // A name that is declared again inside the module could mean something else there.
  const constantReads = reads.filter(({ name }) => !(declarationCounts.get(name) > 1));
  let written = code;
  for (const { start, end, number } of constantReads.sort((one, other) => other.start - one.start))
    written = `${written.slice(0, start)}${number < 0 ? `(${number})` : number}${written.slice(end)}`;
  return written;
}

export const constantsForEsbuild = {
  name: 'constants',
  setup({ onStart, onLoad }) {
    onStart(() => constantsByPath.clear());
    onLoad({ filter: SOURCES }, ({ path }) => ({
      contents: withConstants(readFileSync(path, 'utf8'), path),
      loader: 'ts',
    }));
  },
};

export const constantsForVite = {
  name: 'bufferscope:constants',
  apply: 'build',
  enforce: 'pre',
  buildStart: () => constantsByPath.clear(),
  transform: (code, id) => (SOURCES.test(id) ? withConstants(code, id) : undefined),
};
