/** Tests the rules of docs/STYLE.md for names in code. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = ['src', 'workers']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    // Comments are read only where a rule below looks at them: they take a third of the time.
    const { ParseAll, ParseNone } = ts.JSDocParsingMode;
    const jsDocParsingMode = text.includes('@param') ? ParseAll : ParseNone;
    return ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode }, true);
  });

/** The declarations and functions of a file, from the outside in: each rule below looks through all of them. */
function listDeclarations(file: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    const { name } = node as { readonly name?: ts.Node };
    if (ts.isFunctionLike(node) || (name !== undefined && !ts.isPropertyAccessExpression(node))) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return nodes;
}
const declarationsByFile = new Map(files.map((file) => [file, listDeclarations(file)]));

const nameOf = (node: ts.Node) => (node as { readonly name?: ts.Node }).name?.getText() ?? '';

/** File and line of a declaration. */
const placeOf = (file: ts.SourceFile, node: ts.Node) =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** Files whose exports have the names of others on purpose: components that are loaded later, and the package. */
const TWINS = ['src/ui/shell/loaded-parts.tsx', 'src/library/index.ts'];

/** The names that a file declares and exports. */
function exportsOf(file: ts.SourceFile): string[] {
  return file.statements
    .filter((statement) => ts.canHaveModifiers(statement))
    .filter((statement) => ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((statement) => {
      if (ts.isVariableStatement(statement))
        return statement.declarationList.declarations.map(({ name }) => name.getText());
      const { name } = statement as { readonly name?: ts.Node };
      return name === undefined ? [] : [name.getText()];
    });
}

/** The names of the parameters of a function or of a type of functions, with the fields that they take apart. */
function parametersOf(node: ts.Node): string[] {
  const names: string[] = [];
  const addNames = (name: ts.BindingName) => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) addNames(element.name);
  };
  const visit = (child: ts.Node) => {
    if (ts.isParameter(child)) addNames(child.name);
    else if (ts.isTypeParameterDeclaration(child)) names.push(child.name.text);
    else if (!ts.isBlock(child) && !ts.isDecorator(child)) ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** Each `@param` of a doc comment that is not a parameter of its function, with its line. */
function unknownParamsOf(file: ts.SourceFile): string[] {
  const unknown: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const comments = ts
      .getJSDocCommentsAndTags(node)
      .filter((comment) => ts.isJSDoc(comment) && comment.parent === node);
    for (const tag of comments.flatMap((comment) => (ts.isJSDoc(comment) ? (comment.tags ?? []) : [])))
      if (ts.isJSDocParameterTag(tag)) {
        const name = tag.name.getText();
        const { line } = file.getLineAndCharacterOfPosition(tag.getStart());
        if (!parametersOf(node).includes(name)) unknown.push(`${file.fileName}:${line + 1}: ${name}`);
      }
  }
  return unknown;
}

test('each @param is a parameter of its function', () => {
  expect(files.flatMap(unknownParamsOf)).toEqual([]);
});

test('each exported name has one meaning: no two files export the same', () => {
  const filesOf = new Map<string, Set<string>>();
  for (const file of files.filter(({ fileName }) => !TWINS.includes(fileName)))
    for (const name of exportsOf(file)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file.fileName));
  expect(filesOf.size).toBeGreaterThan(1_000);
  const twins = [...filesOf].filter(([, owners]) => owners.size > 1);
  expect(twins.map(([name, owners]) => `${name}: ${[...owners].join(', ')}`)).toEqual([]);
});

/** The names of the types that a file declares. */
function typesOf(file: ts.SourceFile): string[] {
  return file.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .map(({ name }) => name.text);
}

test('a private type does not have the name of an exported one', () => {
  const owners = new Map(
    files
      .flatMap((file) => exportsOf(file).map((name) => [name, file.fileName] as const))
      .filter(([name]) => /^[A-Z]/.test(name)),
  );
  const named = files.flatMap((file) => typesOf(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(900);
  const wrong = named.filter(
    ({ name, file }) => owners.has(name) && owners.get(name) !== file && !TWINS.includes(file),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** The functions and constants that a file declares for itself, without the components that it loads later. */
function privateValuesOf(file: ts.SourceFile): string[] {
  const exported = exportsOf(file);
  const names = file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations
      .filter(({ initializer }) => !/^lazyPart\(/.test(initializer?.getText() ?? ''))
      .flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []));
  });
  return names.filter((name) => !exported.includes(name));
}

test('a private function or constant does not have the name of an exported one', () => {
  const ownFiles = files.filter(({ fileName }) => !TWINS.includes(fileName));
  const owners = new Map(ownFiles.flatMap((file) => exportsOf(file).map((name) => [name, file.fileName] as const)));
  const privateValues = ownFiles.flatMap((file) =>
    privateValuesOf(file).map((name) => ({ name, file: file.fileName })),
  );
  expect(privateValues.length).toBeGreaterThan(3_000);
  const wrong = privateValues.filter(({ name, file }) => (owners.get(name) ?? file) !== file);
  expect(wrong.map(({ name, file }) => `${file}: ${name}, exported by ${owners.get(name)}`)).toEqual([]);
});

/** Words that say nothing about a value alone: participles, pronouns, adverbs, adjectives and prepositions. */
const BARE_WORDS = new Set(
  `about above accepted acked across active after again all allowedly another answered answering apart are around arrived
  asked asking away back bare before begun behind below beside besides best between beyond blank both broken carried
  centred changed checked chosen closed common compared completed configured copied counted coupled covered decisive
  delivered departed derived described direct done drawn dropped during each earlier earliest edited empty equal every
  exact existing failed faint farthest fast filled fine finite first fitted fitting following found free front gathered
  given graded grown half having here hidden higher highest hollow inner inside interim interpolated joined joint judged
  kept known labelled large larger largest later latest led least limited listed loaded longer longest lost lower lowest
  many marked measured met mine missing more most named narrowest near nearest needed needless newest newly none nothing
  now old oldest one only ordered ours out outer outside over own parsed passed picked placed plain prepared present
  previous printed queued reached read received refused related removed replaced reported requested rescued resolved
  rounded said same saved scaled seen sent settled shared short shorter shortest shown since single slower small smaller
  smoothed some sorted staggered such taken tallest theirs them there these thing those timed told took tried trimmed
  typed typical unclear unexplained unnamed unsteady untold unusable used useless usual waiting wanted where whole wide
  wider widest without wrapped written`.split(/\s+/),
);
/** A rank, and a function of the command line with the name that its interface has. */
const ALLOWED_BARE_NAMES: readonly string[] = ['first', 'out'];

test('no function and no constant has only a participle, a pronoun or an adverb as its name', () => {
  const wrong = files.flatMap((file) =>
    (declarationsByFile.get(file) ?? [])
      .filter((node) => ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node))
      .filter(({ name }) => name !== undefined && ts.isIdentifier(name) && BARE_WORDS.has(name.text))
      .filter(({ name }) => !ALLOWED_BARE_NAMES.includes(name?.getText() ?? ''))
      .map((node) => placeOf(file, node)),
  );
  expect(wrong).toEqual([]);
});

/** Words in place of a name: no field has one of them either. */
const PRONOUNS =
  /^(?:another|each|having|here|how|mine|others?|otherwise|ours|said|such|that|theirs|them|there|these|things?|this|those|told|untold|whoever)$/;

test('no field has a pronoun as its name', () => {
  const fields = files.flatMap((file) =>
    (declarationsByFile.get(file) ?? [])
      .filter((node) => ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
      .map((node) => ({ file, node, name: nameOf(node) })),
  );
  expect(fields.length).toBeGreaterThan(5_000);
  const wrong = fields.filter(({ name }) => PRONOUNS.test(name));
  expect(wrong.map(({ file, node, name }) => `${placeOf(file, node)}: ${name}`)).toEqual([]);
});

/** A verb in the third person, or in the plural. A noun in the plural cannot be told from it. */
const PREDICATE = /^_?(?:are|can|cannot|did|had|have|may|must|should|was|were|will|[a-z]+s)(?![a-z])/;

/** Booleans whose names others rely on. */
const PROMISED_BOOLEANS: Readonly<Record<string, readonly string[]>> = {
  'keys of files and of stored data': ['playing', 'unsteady'],
  'parts of the package: policies, senders, frames, and declarations of parameters': [
    ...['default', 'ended', 'explaining', 'integer', 'live', 'log', 'primary', 'tagSensitive', 'workConserving'],
  ],
  'parameters of policies and sources, which links and files have': ['gentle', 'pacing', 'rfc8511', 'tagging', 'wait'],
  'attributes of elements and options of browsers': ['disabled', 'fatal', 'open', 'stream'],
};

const isPromised = (name: string) => Object.values(PROMISED_BOOLEANS).some((names) => names.includes(name));

const COMPARISONS: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
];

/** Whether an expression is a boolean, as far as its form tells. */
function isBooleanValue(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  if (value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword) return true;
  if (ts.isParenthesizedExpression(value)) return isBooleanValue(value.expression);
  if (ts.isPrefixUnaryExpression(value)) return value.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isCallExpression(value))
    return /\.(?:every|has|hasOwn|includes|some|startsWith|test)$/.test(value.expression.getText());
  if (!ts.isBinaryExpression(value)) return false;
  const { left, operatorToken, right } = value;
  if (COMPARISONS.includes(operatorToken.kind)) return true;
  const isLogical = /^(?:&&|\|\|)$/.test(operatorToken.getText());
  return isLogical && isBooleanValue(left) && isBooleanValue(right);
}

/** The declared booleans of a file: fields, parameters and local values, with the node that has the name. */
function booleansOf(file: ts.SourceFile): ts.Node[] {
  return (declarationsByFile.get(file) ?? []).filter((node) => {
    if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node))
      return (
        /^boolean(?: \| undefined)?$/.test(node.type?.getText() ?? '') ||
        (!ts.isPropertySignature(node) && node.type === undefined && isBooleanValue(node.initializer))
      );
    return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isBooleanValue(node.initializer);
  });
}

const isComputed = (node: ts.Node) => ts.isPropertyDeclaration(node) && ts.isComputedPropertyName(node.name);

test('each boolean is a predicate', () => {
  const booleans = files.flatMap((file) =>
    booleansOf(file).flatMap((node) => (isComputed(node) ? [] : { file, node, name: nameOf(node) })),
  );
  expect(booleans.length).toBeGreaterThan(1_000);
  const wrong = booleans.filter(({ name }) => !PREDICATE.test(name) && !isPromised(name));
  expect(wrong.map(({ file, node, name }) => `${placeOf(file, node)}: ${name}`)).toEqual([]);
  const names = new Set(booleans.map(({ name }) => name));
  expect(
    Object.values(PROMISED_BOOLEANS)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});

/** Each paper has its own file of these, and a folder its index. */
const FILES_OF_FOLDERS = /^(claims|index|paper|printed-values)\.ts$/;

test('two files have two names, except those that each paper has', () => {
  const names = files.map(({ fileName }) => basename(fileName)).filter((name) => !FILES_OF_FOLDERS.test(name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** The package promises this name. */
const PROMISED_ERRORS = ['InvalidRun'];

test('a class of errors ends in Error', () => {
  const errors = files.flatMap((file) =>
    file.statements
      .filter((statement) => ts.isClassDeclaration(statement))
      .filter(({ heritageClauses }) => heritageClauses?.some((clause) => /^extends \w*Error$/.test(clause.getText())))
      .map(({ name }) => name?.text ?? ''),
  );
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.filter((name) => !name.endsWith('Error') && !PROMISED_ERRORS.includes(name))).toEqual([]);
});

/** The pairs of a state and its setter, such as `[isOpen, setIsOpen]`. */
function statePairsOf(file: ts.SourceFile): (readonly [state: string, setter: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isArrayBindingPattern(node.name) &&
      /^useState\b/.test(node.initializer?.getText() ?? '')
    ) {
      const [state, setter] = node.name.elements.map((element) => ts.isBindingElement(element) && element.name);
      if (state && setter && ts.isIdentifier(state)) pairs.push([state.text, setter.getText()]);
    }
  }
  return pairs;
}

test('a setter has the name of its state', () => {
  const pairs = files.flatMap((file) => statePairsOf(file).map((pair) => ({ pair, file: file.fileName })));
  expect(pairs.length).toBeGreaterThan(40);
  const wrong = pairs.filter(
    ({ pair: [state, setter] }) => setter !== `set${state[0]?.toUpperCase()}${state.slice(1)}`,
  );
  expect(wrong.map(({ pair, file }) => `${file}: ${pair.join(', ')}`)).toEqual([]);
});
