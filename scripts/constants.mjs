/**
 * Writes the numbers of constants into the code of a run: those of `const STRIDE = 8`, and of tables such as
 * `ClassColumn.drops`. Otherwise a processor would read each of them for each packet, and check that it is a number.
 *
 * A constant is declared at the top of a module, as `const NAME = number` or `const Name = { member: number } as const`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = /\/src\/(engine|policies)\/.*\.ts$/;

const TABLE = /^(?:export )?const ([A-Z]\w*) = \{([^{}]*)\} as const;/gm;
const NUMBER = /^(?:export )?const ([A-Z][A-Z0-9_]*) = ([-\w .*+/<(),]+);/gm;
const IMPORT = /^import \{([^{}]*)\} from '(\.[^']*\.ts)';/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const ARITHMETIC = /^[-\d .*+/<|()a-fx]+$/i;
/** What is left as it is: comments, texts, imports and types, names that are declared or are keys. Or a constant. */
const READ =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|^(?:import|export) (?:type )?\{[^{}]*\}|\b(?:typeof|const) \w+|(?<![\w.$])([A-Z]\w*)\b(?!:)(?:\.(\w+)\b)?/gm;

/** By the names of constants that a module declares or imports: a number, or the members of a table. */
const constantsByPath = new Map();

/** The number of a text such as `2 * STRIDE`; undefined if it is something else. */
function numberOf(text, constants) {
  const expression = text.replace(/\b[A-Z]\w*(\.\w+)?/g, (name) => {
    const [table, member] = name.split('.');
    const value = member === undefined ? constants.get(table) : constants.get(table)?.[member];
    return typeof value === 'number' ? `(${value})` : name;
  });
  if (!ARITHMETIC.test(expression.replaceAll('_', ''))) return undefined;
  const value = Function(`return ${expression}`)();
  return Number.isFinite(value) ? value : undefined;
}

/** Undefined if something else than numbers is among them. */
function membersOf(text, constants) {
  const members = {};
  for (const item of text.replace(COMMENT, '').split(',')) {
    if (item.trim() === '') continue;
    const [, name, value] = /^\s*(\w+): ([\s\S]+?)\s*$/.exec(item) ?? [];
    const number = value === undefined ? undefined : numberOf(value, constants);
    if (number === undefined) return undefined;
    members[name] = number;
  }
  return members;
}

function constantsOf(path, code) {
  const known = constantsByPath.get(path);
  if (known !== undefined) return known;
  const constants = new Map();
  constantsByPath.set(path, constants);
  for (const [, names, from] of code.matchAll(IMPORT)) {
    const importedPath = join(dirname(path), from);
    if (!/\b[A-Z]/.test(names) || !SOURCES.test(importedPath)) continue;
    const imported = constantsOf(importedPath, readFileSync(importedPath, 'utf8'));
    for (const item of names.split(',')) {
      const [name, alias = name] = item.trim().split(' as ');
      if (imported.has(name)) constants.set(alias, imported.get(name));
    }
  }
  for (const [, name, text] of code.matchAll(TABLE)) {
    const members = membersOf(text, constants);
    if (members !== undefined) constants.set(name, members);
  }
  for (const [, name, text] of code.matchAll(NUMBER)) {
    const number = numberOf(text, constants);
    if (number !== undefined) constants.set(name, number);
  }
  return constants;
}

/** @param path of the module, from which it names its imports */
export function withConstants(code, path) {
  const constants = constantsOf(path, code);
  if (constants.size === 0) return code;
  return code.replace(READ, (text, name, member) => {
    const constant = constants.get(name);
    const value = member === undefined || typeof constant === 'number' ? constant : constant?.[member];
    if (typeof value !== 'number') return text;
    const number = value < 0 ? `(${value})` : `${value}`;
    return member === undefined || typeof constant !== 'number' ? number : text;
  });
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
