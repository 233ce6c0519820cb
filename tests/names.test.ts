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
  .map((file) => ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true));

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

/** Files whose exports have the names of others on purpose: components that are loaded later, and the package. */
const TWINS = ['src/ui/shell/loaded-parts.tsx', 'src/library/index.ts'];

const NOUN_OF_TEXT = /^[a-z]\w*(Text|Words)$/;
/** A verb before the noun says what the function does with the text: `readText`. */
const BEGINS_WITH_VERB =
  /^(add|compress|decode|decompress|deflate|draw|fetch|fill|format|has|hash|inflate|load|measure|parse|read|shorten|stroke|wrap)[A-Z]/;
const PARTICIPLE = /^[a-z]+ed$/;
/** Adjectives and adverbs in place of a verb or a value. */
const FUNCTIONS_WITHOUT_VERB = new Set(
  (
    'after before beginning early falling faster halves largest late longest nearest newest others outstanding shown ' +
    'slower soon upper waiting worth'
  ).split(' '),
);
/** Verbs without an object, and other words that say too little for the name of a function. */
const FUNCTIONS_WITHOUT_OBJECT = new Set(
  (
    'act approach areas concerns cost depart dot emit expect go guard hasten hatch high include keep lacks letters low note ' +
    'postpone press pull refine renew scrub settle split standing strips takes touch turn typeset unroll want watch weigh ' +
    'weights widen work zigzag'
  ).split(' '),
);
/** `required` returns an element that must exist; `seed` is a noun. */
const OTHERS = new Set(['required', 'seed']);

/** `setChosen` sets a state, `hasAnswered` and `keepsShown` are predicates. */
const INVERTED = /^(?!(set|has|is|keeps)[A-Z]).*[A-Za-z](Answered|Asked|Chosen|Given|Made|Requested|Shown)$/;
/** Words of a list, a size or a row of objects that do not say of which thing it is. */
const WITHOUT_SUBJECT = new Set(
  (
    'ALL BOUNDS END FIVE FOUR GAP HEADING LABELS LATER LEFT MIXES NEAR OLD PLACES POINT RATES RIGHT SIGNS SIZE TWO ' +
    'all buffers excess gap labels links loads outcomes places ratio room schemes says tall told wide'
  ).split(' '),
);

/** Words for a kind, a size or a place without a subject: they say too little for the name of a constant. */
const CONSTANTS_WITHOUT_SUBJECT = new Set(
  (
    'ALL BELOW BESIDE BLOCK EDGE FAINT FAR GAP HEAD HEIGHT KEPT KEY KEYS KNOWN LABEL LARGE LAST LEAST LINE LIMIT LONG LOOK LOW MARK ' +
    'MARKS NAMED NAMES NARROW NEAR NOTHING PAD PARTS PLACES REACH ROOM ROW SAME SHAPE SHORT SHOWN SIZE SMALL STATES ' +
    'STEP STEPS TALL TERMS TEXT TICKS TITLE TRAIL WHOLE WIDE WIDTH WORDS'
  ).split(' '),
);
/** Adjectives, pronouns, adverbs and prepositions in place of a quantity. They are promised as keys of some files, so only variables count. */
const VARIABLES_WITHOUT_NOUN = new Set(
  (
    'above after again against ago ahead alike alone along also among another any apart apiece as aside asked at ' +
    'away back bad because begun behind below beside best better between beyond big both busy by chosen clear ' +
    'current deep dense different done down drawn during each earlier early else empty ended enough equal even ' +
    'extra fake false far few final for forbidden former forth found free fresh full future gone good got he her ' +
    'here hidden him himself how idle if impossible in inside instead it its itself kept known large late later ' +
    'latter least less long look lost made many me mine missing mixed more most much my narrow nay near needed ' +
    'new no none nor not odd of off old on one only ordinary otherwise our out outer outermost outside over own ' +
    'past pending picked plain possible present previous prior quarter rare ready recent required said same seen ' +
    'sent shallow she short shown shut similar simple since single so sole some spare sparse special stale still ' +
    'strange stuck such sure taken tall that their them then there these they thick thin this those three through ' +
    'tied tiny together told too toward true two under unequal unknown upto us useful useless usual very wanted ' +
    'well what when where which while who whole why wide with within without worse worst written wrong yes yet ' +
    'young your'
  ).split(' '),
);

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

/** The names of functions, methods, and properties with the type of a function. */
function functionsOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const isFunction =
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
        node.initializer !== undefined &&
        ts.isArrowFunction(node.initializer)) ||
      ((ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) &&
        node.type !== undefined &&
        ts.isFunctionTypeNode(node.type));
    if (isFunction && node.name !== undefined) names.push(node.name.getText());
  }
  return names;
}

const namedFunctions = files.flatMap((file) => functionsOf(file).map((name) => ({ name, file: file.fileName })));

test('a function names its object', () => {
  expect(namedFunctions.length).toBeGreaterThan(4_000);
  const wrong = namedFunctions.filter(({ name }) => FUNCTIONS_WITHOUT_OBJECT.has(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** The names of the constants of a file. */
function constantsOf(file: ts.SourceFile): string[] {
  return file.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => name.getText()))
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name));
}

/** The names of the variables and parameters that a file declares; a destructured key keeps its name. */
function variablesOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name))
      names.push(node.name.text);
  }
  return names;
}

/** Adverbs, adjectives, verbs and irregular participles in place of the thing: a function may have them, a value may not. */
const VALUES_WITHOUT_NOUN = new Set(
  (
    'active alive awake before began beyond broken busy common cut dead differs drawn exact fallen found grown ' +
    'held highest inner largest latest longest lowest met missing nearest newest once open ready running shared ' +
    'slow small smallest spent split spread struck swept taken thrown unlike unready useless virtual waiting wanted within wrong'
  ).split(' '),
);
/** `allowed` stands beside `given` in the message of an error, and three others are names of policies. */
const OTHER_PARTICIPLES = new Set(['allowed', 'ered', 'fred', 'red', 'seed', 'speed']);
/** Here `left` is a place; elsewhere it would be a remainder. */
const FILES_WITH_PLACES = /^src\/(export\/svg|ui|view)/;

/** The names of the variables and parameters of a file that do not hold a function. */
function valuesOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node)) &&
      ts.isIdentifier(node.name) &&
      !(node.initializer !== undefined && ts.isArrowFunction(node.initializer))
    )
      names.push(node.name.text);
  }
  return names;
}

test('a value does not begin with of', () => {
  const named = files.flatMap((file) => variablesOf(file).map((name) => ({ name, file: file.fileName })));
  const wrong = named.filter(({ name }) => /^of[A-Z]/.test(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('a value has a noun, not a bare participle, adverb or verb', () => {
  const named = files.flatMap((file) => valuesOf(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(10_000);
  const wrong = named.filter(
    ({ name, file }) =>
      VALUES_WITHOUT_NOUN.has(name) ||
      (PARTICIPLE.test(name) && !OTHER_PARTICIPLES.has(name)) ||
      (name === 'left' && !FILES_WITH_PLACES.test(file)),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** The names of all variables, parameters, properties, functions and types that a file declares. */
function declaredIn(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const { name } = node as { readonly name?: ts.Node };
    if (name !== undefined && ts.isIdentifier(name)) names.push(name.text);
  }
  return names;
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

/** The names of the types and classes that a file declares, also within functions. */
function typesAndClassesOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node))
      names.push(node.name?.text ?? '');
  }
  return names;
}

/** A verb or a preposition at the beginning: such a name is not a noun. */
const VERB_OF_TYPE = /^(Apply|Applies|By|Call|Draw|Get|Load|Make|Of|Render|Reopen|Saves|Set|Try|With)([A-Z]|$)/;
/** Adjectives, participles and verbs that are no types. A participle on `-ed` is found without this list. */
const TYPES_WITHOUT_NOUN = new Set(
  (
    'Above All Any Both Broken Closable Common Default Done Drawn Each Empty First Given Held Hidden Judge Known Large Last ' +
    'Later Long Look Lost Many More Most New Next NonEmpty Open Other Own Plain Possible Present Refuse Running Same ' +
    'Secondary Sent Short Shown Single Small Spare Sweepable Taken Test Usual Valid Waiting Whole Written Wrong'
  ).split(' '),
);

test('a type is a noun', () => {
  const named = files.flatMap((file) => typesAndClassesOf(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(1_200);
  const wrong = named.filter(
    ({ name }) => VERB_OF_TYPE.test(name) || TYPES_WITHOUT_NOUN.has(name) || /^[A-Z][a-z]+ed$/.test(name),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

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

/** Parts of names of exports that another word of the glossary has replaced, with that word. */
const REPLACED_WORDS: readonly (readonly [word: RegExp, replacement: string])[] = [
  [/Changes$/, 'start values, edits or commands'],
  [/^marked/, 'timeline moments'],
  [/(?<!After)Paint|Brush|(^|[a-z])Ink/, 'draw, themed context and theme'],
];

test('an export has the words of the glossary', () => {
  const wrong = files.flatMap((file) =>
    exportsOf(file).flatMap((name) =>
      REPLACED_WORDS.filter(([word]) => word.test(name)).map(([, word]) => `${file.fileName}: ${name} (say ${word})`),
    ),
  );
  expect(wrong).toEqual([]);
});

/** The first parameter of each function that a file names `read…`. */
function readersOf(file: ts.SourceFile): (readonly [name: string, parameter: string])[] {
  const readers: (readonly [string, string])[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const declaration =
      ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)
        ? node.initializer
        : node;
    const { name } = node as { readonly name?: ts.Node };
    if (ts.isFunctionLike(declaration) && name !== undefined && /^read([A-Z]|$)/.test(name.getText()))
      readers.push([name.getText(), declaration.parameters[0]?.name.getText() ?? '']);
  }
  return readers;
}

test('a function that makes data of a text is parse…; read… is for files and stores', () => {
  const named = files.flatMap((file) => readersOf(file).map((reader) => [file.fileName, ...reader] as const));
  expect(named.length).toBeGreaterThan(15);
  const wrong = named.filter(([, , parameter]) =>
    /^(text|data|content|raw|given|hash|line|lines|value|code)$/.test(parameter),
  );
  expect(wrong.map(([file, name, parameter]) => `${file}: ${name}(${parameter})`)).toEqual([]);
});

/** A command is a thing: `runCommand`. Any other function with the access to files and messages acts. */
const BEGINS_WITH_ACTION =
  /^(apply|check|create|find|is|list|load|open|parse|print|read|refuse|register|report|run|show|simulate|warn|with|write)([A-Z]|$)/;

/** The names of the functions of a file that have the access of a command to files and messages, the parameter `io`. */
function functionsWithIo(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const declaration =
      ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)
        ? node.initializer
        : node;
    const { name } = node as { readonly name?: ts.Node };
    if (
      ts.isFunctionLike(declaration) &&
      name !== undefined &&
      declaration.parameters.some((parameter) => parameter.name.getText() === 'io')
    )
      names.push(name.getText());
  }
  return names;
}

test('a function that takes `io` begins with a verb', () => {
  const named = files.flatMap((file) => functionsWithIo(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.filter(({ name }) => !BEGINS_WITH_ACTION.test(name) && !name.endsWith('Command'));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('a formatter is format…, and no function is a bare participle', () => {
  expect(namedFunctions.length).toBeGreaterThan(4_000);
  const wrong = namedFunctions.filter(
    ({ name }) =>
      (NOUN_OF_TEXT.test(name) && !BEGINS_WITH_VERB.test(name)) ||
      (PARTICIPLE.test(name) && !OTHERS.has(name)) ||
      FUNCTIONS_WITHOUT_VERB.has(name),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Each paper has its own file of these, and a folder its index. */
const FILES_OF_FOLDERS = /^(claims|index|paper|printed-values)\.ts$/;

test('two files have two names, except those that each paper has', () => {
  const names = files.map(({ fileName }) => basename(fileName)).filter((name) => !FILES_OF_FOLDERS.test(name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** The method of a builder. */
const BUILDER_METHOD = 'build';

test('a function that makes an object is create…', () => {
  const wrong = namedFunctions.filter(({ name }) => /^(build|make|new)([A-Z]|$)/.test(name) && name !== BUILDER_METHOD);
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('limits are MIN_ and MAX_, and a participle such as asked, chosen or given comes first', () => {
  const named = files.flatMap((file) => declaredIn(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(20_000);
  const wrong = named.filter(({ name }) => /^(LEAST|MOST)_/.test(name) || INVERTED.test(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('the index of a lane is `lane`', () => {
  const named = files.flatMap((file) => declaredIn(file).map((name) => ({ name, file: file.fileName })));
  const wrong = named.filter(({ name }) => /^(lane|otherLane)Index$/.test(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('an export names its subject', () => {
  const named = files.flatMap((file) => exportsOf(file).map((name) => ({ name, file: file.fileName })));
  const wrong = named.filter(({ name }) => WITHOUT_SUBJECT.has(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** The package promises this name. */
const ALLOWED_OF = ['scenarioOf'];

test('the name of an exported function has the subject of its value', () => {
  const named = files.flatMap((file) => exportsOf(file).map((name) => ({ name, file: file.fileName })));
  const wrong = named.filter(
    ({ name }) => /^([a-z]+(Of|From|In)|(?!is[A-Z])[a-z]\w*Of)$/.test(name) && !ALLOWED_OF.includes(name),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
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

test('a constant names its subject, and a variable has a noun', () => {
  const constants = files.flatMap((file) => constantsOf(file).map((name) => ({ name, file: file.fileName })));
  expect(constants.length).toBeGreaterThan(800);
  const variables = files.flatMap((file) => variablesOf(file).map((name) => ({ name, file: file.fileName })));
  expect(variables.length).toBeGreaterThan(10_000);
  const wrong = [
    ...constants.filter(({ name }) => CONSTANTS_WITHOUT_SUBJECT.has(name)),
    ...variables.filter(({ name }) => VARIABLES_WITHOUT_NOUN.has(name)),
  ];
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Keys and members that the package, files or the parameters of policies promise, and attributes of elements. */
const OTHER_BOOLEANS = new Set(
  (
    'anticlockwise default disabled done ectOnAll ended explaining fatal gallery gentle imageSmoothingEnabled integer ' +
    'lenses live log logarithmic met ok open pacing packets playing primary right stream tagSensitive tagging unsteady value ' +
    'wait workConserving'
  ).split(' '),
);
const BOOLEAN_NAME =
  /^_?((is|has|can|cannot|may|must|should|was|are|needs|does)[A-Z]|[a-z]+s([A-Z]|$)|firstUsedWins$|_$)/;
/** Nouns that end as a verb does. */
const PLURALS = new Set('cells loss numbers marks rows shares states'.split(' '));
const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
  ts.SyntaxKind.InKeyword,
]);

function isBooleanExpression(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isBooleanExpression(node.expression);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return true;
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  if (!ts.isBinaryExpression(node)) return false;
  const { left, operatorToken, right } = node;
  if (COMPARISONS.has(operatorToken.kind)) return true;
  const isLogical = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(operatorToken.kind);
  return isLogical && isBooleanExpression(left) && isBooleanExpression(right);
}

/** Names of fields, variables, parameters and getters whose type or first value is a boolean. */
function booleansOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const isValue =
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isGetAccessor(node);
    if (isValue && ts.isIdentifier(node.name)) {
      const { type } = node;
      const initializer = ts.isGetAccessor(node) || ts.isPropertySignature(node) ? undefined : node.initializer;
      const isBoolean =
        type === undefined
          ? initializer !== undefined && isBooleanExpression(initializer)
          : type.kind === ts.SyntaxKind.BooleanKeyword;
      if (isBoolean) names.push(node.name.text);
    }
  }
  return names;
}

test('a boolean has the name of a predicate', () => {
  const named = files.flatMap((file) => booleansOf(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(500);
  const wrong = named.filter(
    ({ name }) => !OTHER_BOOLEANS.has(name) && (PLURALS.has(name) || !BOOLEAN_NAME.test(name)),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/**
 * The fields of these files are promised to the package, to policies, or to saved files, records and reports, or repeat
 * the keys of an interface that is not ours.
 */
const PROMISED_FIELDS =
  /^src\/(engine\/(contract|frame)\/|engine\/(metrics\/summary|numbers\/random|sources\/arrivals\/arrivals|time-lists\/time-list-error|sources\/traffic|transport\/congestion\/control)\.ts|cli\/(commands|shards)\/|export\/(flow-choice|plot-data|recorded-run)\.ts|lessons\/|library\/|papers\/|params\/|quantities\/figures\/lane-figures\.ts|program\/(declaration|sandbox)\.ts|run-state\/|runs\/run-lanes\.ts|scenarios\/stories\.ts|studies\/(sweep|tasks)\.ts|ui\/lessons\/(editor\/form-fields|steps\/feedback)|ui\/papers\/paper-data\.ts|view\/draw\/palette\.ts)/;
/** Words without a noun. A participle on `-ed` is found without this list. */
const FIELDS_WITHOUT_NOUN = new Set(
  (
    'above after again against arriving awake before begun below beyond busy chosen coming dense drawn dropping each early ' +
    'empty entering falling found full given held hidden kept known later latest less lost missing more most newest now ' +
    'only other otherwise passing ready recent same sent shown slow spent taken together unready useless usual virtual ' +
    'waiting wanted what within worst written wrong yours'
  ).split(' '),
);
/** Also an attribute of elements. */
const NOUNS_ON_ED = new Set(['disabled', 'seed', 'speed']);
/** Numbers with a unit, bit fields, and limits; also nouns that only look like plurals. */
const UNIT_OR_LIMIT =
  /^max[A-Z]|^(bps|bytes|cells|digits|loss|ms|ns|packets|progress|replications|seconds|segments)$|(Bits|Bps|Bytes|Cells|[fF]lags|Ms|Ns|Packets|Seconds|Segments)$/;

interface FieldOfType {
  readonly file: string;
  readonly name: string;
  readonly isNumber: boolean;
  readonly isList: boolean;
}

/** The fields and getters of types and classes, without those that are functions. */
function fieldsOf(file: ts.SourceFile): FieldOfType[] {
  const fields: FieldOfType[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    const isField = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isGetAccessor(node);
    if (isField && ts.isIdentifier(node.name) && !(node.type && ts.isFunctionTypeNode(node.type))) {
      const type = node.type?.getText() ?? '';
      const first = ts.isPropertyDeclaration(node) ? (node.initializer?.getText() ?? '') : '';
      fields.push({
        file: file.fileName,
        name: node.name.text,
        isNumber: /^number( \| undefined)?$/.test(type) || (type === '' && /^-?[\d._e]+$/.test(first)),
        isList: /\[\]|Array|Map<|Set</.test(type) || /^(\[|new \w*(Array|Map|Set))/.test(first),
      });
    }
  }
  return fields;
}

const allFields = files.flatMap(fieldsOf);

test('a field has a noun', () => {
  expect(allFields.length).toBeGreaterThan(5_000);
  const wrong = allFields.filter(
    ({ file, name }) =>
      !PROMISED_FIELDS.test(file) &&
      (FIELDS_WITHOUT_NOUN.has(name) || (PARTICIPLE.test(name) && !NOUNS_ON_ED.has(name))),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('a number that counts does not have the name of a list: it ends in Count', () => {
  const lists = new Set(allFields.filter(({ isList }) => isList).map(({ name }) => name));
  const wrong = allFields.filter(
    ({ file, name, isNumber }) =>
      isNumber && name.endsWith('s') && lists.has(name) && !UNIT_OR_LIMIT.test(name) && !PROMISED_FIELDS.test(file),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Amounts that are not counted one by one: a budget of work, sums in statistics, and differences of a drawing. */
const AMOUNT_OF_VARIABLE =
  /^(actions|bars|bias|bits|events|fits|news|olds|options|pairs|series|steps|updates|weights)$/;

/** Variables and parameters whose type is a number, or whose first value is a length or a size, and end as a plural. */
function pluralNumbersOf(file: ts.SourceFile): string[] {
  const names: string[] = [];
  for (const node of declarationsByFile.get(file) ?? []) {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
      const type = node.type?.getText() ?? '';
      const first = node.initializer?.getText() ?? '';
      const isNumber =
        /^number( \| undefined)?$/.test(type) || (type === '' && /^-?[\d._e]+$|\.(length|size)$/.test(first));
      if (isNumber && node.name.text.endsWith('s')) names.push(node.name.text);
    }
  }
  return names;
}

test('a variable that counts does not have the name of a list', () => {
  const lists = new Set(allFields.filter(({ isList }) => isList).map(({ name }) => name));
  const named = files.flatMap((file) => pluralNumbersOf(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(300);
  const wrong = named.filter(
    ({ name }) => lists.has(name) && !UNIT_OR_LIMIT.test(name) && !AMOUNT_OF_VARIABLE.test(name),
  );
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('only a policy gives a verdict about a packet', () => {
  const others = files.filter(({ fileName }) => /^src\/(lessons|papers|studies|ui\/(lessons|papers))\//.test(fileName));
  expect(others.length).toBeGreaterThan(100);
  const wrong = others.flatMap((file) => exportsOf(file).map((name) => `${file.fileName}: ${name}`));
  expect(wrong.filter((name) => /verdict/i.test(name))).toEqual([]);
});

test('the code of papers judges, and never decides', () => {
  const paperFiles = files.filter(({ fileName }) => /^src\/((ui|view)\/)?papers\//.test(fileName));
  expect(paperFiles.length).toBeGreaterThan(45);
  const named = paperFiles.flatMap((file) => declaredIn(file).map((name) => `${file.fileName}: ${name}`));
  expect(named.filter((name) => /deci(de|sion)\w*$/i.test(name))).toEqual([]);
});

/** IP addresses, addresses in the memory of the interpreter, and the address bar of the browser. */
const FILES_WITH_ADDRESSES = /^src\/(capture|program\/sandbox|ui\/shell\/address)\//;
const NAMES_OF_ADDRESS_BAR = new Set('isAddressSettled markAddressSettled updateAddress'.split(' '));

test('a string that opens something is a URL, not an address', () => {
  const named = files
    .filter(({ fileName }) => !FILES_WITH_ADDRESSES.test(fileName))
    .flatMap((file) => declaredIn(file).map((name) => ({ name, file: file.fileName })));
  expect(named.length).toBeGreaterThan(20_000);
  const wrong = named.filter(({ name }) => /address/i.test(name) && !NAMES_OF_ADDRESS_BAR.has(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Shares of the arrived packets, and rates of ATM cells: terms of the field. */
const RATES_WITHOUT_UNIT = new Set(
  'cellRate dropRate lossEventRate lossRate markRate minimumCellRate peakCellRate'.split(' '),
);

test('a rate has its unit', () => {
  const rates = allFields.filter(({ name, isNumber }) => isNumber && /[a-z]Rate$/.test(name));
  expect(rates.length).toBeGreaterThan(5);
  const wrong = rates.filter(({ name }) => !RATES_WITHOUT_UNIT.has(name));
  expect(wrong.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Types of the measured and judged results, which once gave their parameters bare participles. */
const TYPES_OF_RESULTS =
  /^(readonly )?(MeasuredSpan|MeasuredRun|JudgedPaper|JudgedNumber|JudgedClaim|HandedStep|RecordedReplay|ReplayResult|ObservedRun|ParsedArguments|SweepWithResults|PaperWithNumbers|ShownPaper|DecodedRun|SavableContent)\b/;

test('a parameter of a result has a noun', () => {
  let count = 0;
  const wrong: string[] = [];
  for (const file of files) {
    for (const node of declarationsByFile.get(file) ?? []) {
      if (ts.isParameter(node) && ts.isIdentifier(node.name) && TYPES_OF_RESULTS.test(node.type?.getText() ?? '')) {
        count++;
        if (PARTICIPLE.test(node.name.text) || FIELDS_WITHOUT_NOUN.has(node.name.text))
          wrong.push(`${file.fileName}: ${node.name.text}`);
      }
    }
  }
  expect(count).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
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
