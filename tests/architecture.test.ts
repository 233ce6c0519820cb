/** Tests the rules of the architecture: the allowed imports, and the functions that the engine must not call. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The part of the engine that a policy imports. */
const policyContract = [
  'src/engine/contract/',
  'src/engine/packets/packet.ts',
  'src/engine/numbers/exact-math.ts',
  'src/engine/numbers/double-zero.ts',
  'src/engine/packets/label-numbers.ts',
  'src/engine/numbers/grown-array.ts',
  'src/engine/transport/pftk.ts',
  'src/params/',
];

/** Small tools that any folder may need. */
const sharedFolder = 'src/shared/';

const packetPolicies = 'src/policies/packets/';
const cellPolicies = 'src/policies/cells/';

/**
 * The allowed imports of each folder besides itself. A file belongs to the first folder in this list whose name its
 * path begins with. A folder inside another one is separate: permission to import the outer folder does not include the
 * inner one. Every file may import the shared folder.
 */
const allowed: readonly (readonly [room: string, mayImport: readonly string[]])[] = [
  ['src/engine/', ['src/params/']],
  ['src/params/', []],
  [sharedFolder, []],
  ['src/version.ts', []],
  ['src/policies/mechanisms/', policyContract],
  ['src/policies/packets/mechanisms/', ['src/policies/mechanisms/', ...policyContract]],
  ['src/policies/cells/mechanisms/', ['src/policies/mechanisms/', ...policyContract]],
  [packetPolicies, ['src/policies/packets/mechanisms/', 'src/policies/mechanisms/', ...policyContract]],
  [cellPolicies, ['src/policies/cells/mechanisms/', 'src/policies/mechanisms/', ...policyContract]],
  // The lists of policies, and the values of their parameters.
  [
    'src/policies/',
    [
      packetPolicies,
      cellPolicies,
      'src/engine/contract/',
      'src/engine/scenario/',
      'src/engine/simulation/all-optional-parts.ts',
      'src/engine/simulation/declared-parts.ts',
      'src/params/',
      // RED as in Linux, which is loaded later than RED.
      'src/policies/packets/mechanisms/linux/all-linux-red.ts',
      'src/policies/packets/mechanisms/linux/loaded-linux-red.ts',
      // The values that a policy rounds, for their controls.
      'src/policies/packets/mechanisms/linux/pie-rounding.ts',
    ],
  ],
  // The sandbox has the engine's contract with policies, but no code of runs.
  [
    'src/program/sandbox/',
    [
      'src/program/',
      'src/policies/packets/mechanisms/indexed-queue.ts',
      'src/engine/contract/',
      'src/engine/packets/',
      'src/engine/state/',
      'src/params/',
    ],
  ],
  // A program as data, and its declarations as a definition of a policy.
  ['src/program/', ['src/engine/contract/', 'src/params/']],
  [
    'src/scenarios/',
    [
      'src/engine/atm/aal5.ts',
      'src/engine/contract/',
      'src/engine/network/loss-chain.ts',
      'src/engine/packets/source-kind.ts',
      'src/engine/scenario/',
      'src/engine/sources/',
      'src/engine/time-lists/',
      'src/engine/transport/',
      'src/params/',
      'src/policies/',
      'src/program/',
    ],
  ],
  // The answers to questions about a run, as data.
  ['src/runs/answers/', ['src/engine/contract/', 'src/params/']],
  ['src/runs/', ['src/runs/answers/', 'src/engine/', 'src/params/', 'src/policies/']],
  // The rules of the contract as data. The other files hold policies to them, in workers and in the command line.
  ['src/judging/rules/', []],
  ['src/judging/', ['src/judging/rules/', 'src/engine/', 'src/params/', 'src/policies/', 'src/program/']],
  // The measured quantities of a run: on the page, in its files and in the command line.
  ['src/quantities/', ['src/engine/contract/', 'src/engine/figures/', 'src/engine/frame/']],
  // A drawing as a list of marks, the places of its texts, and its painting as SVG: of nothing that is measured.
  ['src/scene/', []],
  // The plots: on the page, in files and in the command line.
  [
    'src/plots/',
    [
      'src/engine/contract/',
      'src/engine/figures/',
      'src/engine/frame/',
      'src/quantities/',
      'src/scene/',
      'src/view/draw/',
    ],
  ],
  // Many runs: their data, and the pool of workers that does them.
  ['src/studies/', ['src/engine/', 'src/params/', 'src/policies/', 'src/quantities/', 'src/scenarios/']],
  // A run as files for other programs: in workers and in the command line. The page writes only files of its drawings.
  [
    'src/export/',
    ['src/engine/', 'src/params/', 'src/plots/', 'src/runs/', 'src/scenarios/', 'src/scene/', 'src/studies/'],
  ],
  ['src/capture/writing/', ['src/capture/', 'src/engine/']],
  ['src/capture/', ['src/engine/time-lists/']],
  // Files of measuring tools, and the fit of a scenario to them.
  ['src/measurements/', ['src/capture/', 'src/engine/scenario/', 'src/params/']],
  // Code that runs papers, in workers only.
  [
    'src/papers/run-task.ts',
    ['src/papers/bhattacharjee/search/', 'src/engine/scenario/', 'src/runs/', 'src/scenarios/', 'src/studies/'],
  ],
  [
    'src/papers/bhattacharjee/search/',
    ['src/papers/bhattacharjee/experiments.ts', 'src/engine/', 'src/policies/', 'src/runs/', 'src/studies/'],
  ],
  // Data, and sums over results.
  [
    'src/papers/',
    [
      'src/engine/figures/',
      'src/engine/scenario/',
      'src/params/',
      'src/scenarios/',
      // The types of a diagram.
      'src/scene/',
      'src/studies/',
    ],
  ],
  [
    'src/protocol/',
    [
      'src/capture/',
      'src/engine/',
      'src/export/',
      'src/judging/rules/',
      'src/measurements/',
      'src/params/',
      'src/program/',
      'src/runs/answers/',
    ],
  ],
  // The arguments of a run as data, and their link: for the page, lessons and the command line.
  [
    'src/run-state/',
    [
      'src/engine/contract/',
      'src/engine/numbers/',
      'src/engine/scenario/',
      'src/params/',
      'src/policies/',
      // The values that tc computes for RED, for its lines.
      'src/policies/packets/mechanisms/linux/linux-red-parameters.ts',
      'src/policies/packets/mechanisms/linux/linux-red-table.ts',
      // The overheads of CAKE behind the names of links in tc.
      'src/policies/packets/mechanisms/cake/cake-rates.ts',
      'src/protocol/',
      'src/scenarios/',
    ],
  ],
  // Code that runs lessons, in workers and in the command line.
  ['src/lessons/measurement/', ['src/engine/', 'src/protocol/', 'src/quantities/', 'src/runs/']],
  // Data, and values computed from it.
  [
    'src/lessons/',
    [
      'src/lessons/measurement/',
      'src/engine/scenario/',
      'src/params/',
      'src/policies/',
      'src/run-state/',
      'src/scenarios/',
      'src/version.ts',
    ],
  ],
  [
    'src/library/',
    ['src/engine/', 'src/params/', 'src/policies/', 'src/policies/packets/mechanisms/', 'src/runs/', 'src/scenarios/'],
  ],
  [
    'src/app/',
    [
      'src/capture/',
      'src/engine/contract/',
      'src/engine/frame/',
      'src/engine/scenario/',
      'src/engine/time-lists/',
      'src/export/',
      'src/judging/rules/',
      'src/lessons/',
      'src/lessons/measurement/',
      'src/measurements/',
      'src/papers/',
      'src/params/',
      'src/policies/',
      'src/program/',
      'src/protocol/',
      'src/run-state/',
      'src/runs/answers/',
      'src/scenarios/',
      'src/studies/',
      'src/version.ts',
      'workers/',
    ],
  ],
  ['src/view/draw/', ['src/engine/frame/', 'src/engine/packets/', 'src/params/', 'src/scene/']],
  [
    'src/view/plots/',
    [
      'src/view/draw/',
      'src/engine/contract/',
      'src/engine/frame/',
      'src/engine/packets/',
      'src/params/',
      // The plots of a sender as records.
      'src/plots/sender/',
      'src/scene/',
    ],
  ],
  [
    'src/view/queue/',
    ['src/view/draw/', 'src/engine/contract/', 'src/engine/frame/', 'src/engine/packets/', 'src/params/', 'src/scene/'],
  ],
  [
    'src/view/lenses/',
    [
      'src/view/draw/',
      'src/view/queue/',
      'src/engine/contract/',
      'src/engine/frame/',
      'src/engine/packets/',
      'src/params/',
      'src/scene/',
    ],
  ],
  ['src/view/papers/', ['src/papers/', 'src/scene/']],
  [
    'src/ui/',
    [
      'src/app/',
      'src/capture/',
      'src/engine/contract/',
      'src/engine/figures/',
      'src/engine/frame/',
      'src/engine/packets/',
      'src/engine/scenario/',
      'src/export/',
      'src/judging/rules/',
      'src/lessons/',
      'src/lessons/measurement/',
      'src/measurements/',
      'src/papers/',
      'src/params/',
      'src/plots/',
      'src/policies/',
      'src/program/',
      'src/protocol/',
      'src/quantities/',
      'src/run-state/',
      'src/runs/answers/',
      'src/scenarios/',
      'src/scene/',
      'src/studies/',
      'src/version.ts',
      'src/view/draw/',
      'src/view/lenses/',
      'src/view/papers/',
      'src/view/plots/',
      'src/view/queue/',
      'workers/',
    ],
  ],
  [
    'src/cli/',
    [
      'src/capture/',
      'src/capture/writing/',
      'src/engine/',
      'src/export/',
      'src/judging/',
      'src/judging/rules/',
      'src/lessons/',
      'src/lessons/measurement/',
      'src/measurements/',
      'src/papers/',
      'src/papers/run-task.ts',
      'src/params/',
      'src/plots/',
      'src/policies/',
      'src/program/',
      'src/program/sandbox/',
      'src/quantities/',
      'src/run-state/',
      'src/runs/',
      'src/scenarios/',
      'src/studies/',
      'src/version.ts',
    ],
  ],
  ['src/main.tsx', ['src/ui/', 'src/app/', 'src/run-state/']],
  [
    'workers/',
    [
      'src/capture/writing/',
      'src/engine/',
      'src/export/',
      'src/judging/',
      // The hand-ins of a class are read and judged in a worker.
      'src/lessons/',
      'src/lessons/measurement/',
      'src/measurements/',
      'src/papers/run-task.ts',
      'src/policies/',
      'src/program/',
      'src/program/sandbox/',
      'src/protocol/',
      'src/runs/',
      'src/scenarios/',
      'src/studies/',
    ],
  ],
];

/**
 * The folders of the engine, from the lowest to the highest, and the others that each imports. Each imports only
 * folders before it.
 */
const engineFolders: readonly (readonly [folder: string, imported: readonly string[]])[] = [
  ['numbers', []],
  ['state', ['numbers']],
  ['events', ['numbers', 'state']],
  ['packets', ['numbers']],
  ['time-lists', ['numbers', 'state', 'packets']],
  ['contract', ['numbers', 'packets']],
  ['frame', ['packets', 'contract']],
  ['figures', ['numbers', 'frame']],
  ['network', ['numbers', 'events', 'time-lists', 'state', 'packets', 'contract']],
  ['atm', ['numbers', 'events', 'state', 'packets', 'contract', 'frame', 'network']],
  ['metrics', ['numbers', 'events', 'state', 'packets', 'contract', 'frame', 'figures', 'network']],
  ['transport', ['numbers', 'state', 'events', 'packets', 'contract']],
  ['sources', ['numbers', 'state', 'events', 'packets', 'time-lists', 'frame', 'transport']],
  ['scenario', ['packets', 'sources']],
  [
    'simulation',
    [
      'numbers',
      'events',
      'state',
      'packets',
      'time-lists',
      'contract',
      'frame',
      'figures',
      'network',
      'atm',
      'metrics',
      'transport',
      'sources',
      'scenario',
    ],
  ],
];

/** Folders whose files do not import each other: no policy is built on another. */
const strangers = [packetPolicies, cellPolicies];

function roomOf(file: string): readonly [string, readonly string[]] {
  const room = allowed.find(([prefix]) => file.startsWith(prefix));
  if (room === undefined) throw new Error(`${file} lies in no room`);
  return room;
}

function forbiddenImports(imports: readonly { from: string; to: string }[]): string[] {
  return imports
    .filter(({ from, to }) => {
      if (to.startsWith('node_modules/') || !/^(src|workers)\//.test(to)) return false;
      const [room, mayImport] = roomOf(from);
      const [target] = roomOf(to);
      if (target === room) return strangers.includes(room);
      if (target === sharedFolder) return false;
      return !mayImport.some((name) => to.startsWith(name) && name.startsWith(target));
    })
    .map(({ from, to }) => `${from} -> ${to}`);
}

/** The imports of workers in a text. An address in `new URL` is none. */
function workerImports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']*\/workers\/[^']*)'/g)].map(([, name]) => name as string);
}

/** The arrows between the folders of the engine, each once. */
function engineArrows(imports: readonly { from: string; to: string }[]): string[] {
  const folder = (file: string) => /^src\/engine\/([^/]+)\//.exec(file)?.[1];
  const arrows = imports.flatMap(({ from, to }) => {
    const [a, b] = [folder(from), folder(to)];
    return a === undefined || b === undefined || a === b ? [] : `${a} -> ${b}`;
  });
  return [...new Set(arrows)].sort();
}

/** The arrows to a folder that is not before the importing folder in the list. */
function upwardArrows(folders: typeof engineFolders): string[] {
  return folders.flatMap(([folder, names], index) => {
    const below = folders.slice(0, index).map(([name]) => name);
    return names.filter((name) => !below.includes(name)).map((name) => `${folder} -> ${name}`);
  });
}

/** The lines of the diagram at the top of the document of the architecture. */
function diagram(): readonly string[] {
  const top = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8').split('\n## Folders')[0] as string;
  return [...top.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line as string);
}

/** `a, b ──▶ c ──▶ d` has the arrows a to c, b to c, and c to d. Words after the last path are a comment. */
function drawnArrows(lines: readonly string[]): { from: string; to: string }[] {
  return lines.flatMap((line) => {
    const places = line.split(/─+▶/).map((part) => part.split(/ {3,}/)[0]?.match(/\b(?:src|workers)\b[\w./-]*/g) ?? []);
    return places
      .slice(1)
      .flatMap((to, index) => (places[index] ?? []).flatMap((a) => to.map((b) => ({ from: a, to: b }))));
  });
}

/** The folder of a file or of a place in the diagram, such as `src/view`. */
const topFolder = (path: string): string => /^(?:src\/[\w.-]+|workers)/.exec(path)?.[0] ?? path;

/** Folders that most others import, and files beside the folders: the diagram has no arrow to them. */
const UNDRAWN = ['src/params', 'src/shared', 'src/version.ts', 'src/main.tsx'];

/** The imports between two folders from one to the other of which no way of arrows leads. */
function undrawnImports(imports: readonly { from: string; to: string }[], arrows: typeof imports): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of arrows)
    targets.set(topFolder(from), (targets.get(topFolder(from)) ?? new Set()).add(topFolder(to)));
  // A set in a loop also visits the members that are added meanwhile.
  for (const reached of targets.values())
    for (const folder of reached) for (const next of targets.get(folder) ?? []) reached.add(next);
  const pairs = imports
    .filter(({ to }) => /^(src|workers)\//.test(to))
    .map(({ from, to }) => ({ from: topFolder(from), to: topFolder(to) }))
    .filter(({ from, to }) => from !== to && !UNDRAWN.includes(from) && !UNDRAWN.includes(to))
    // The page has only the addresses and the messages of workers.
    .filter(({ from, to }) => to !== 'workers' || !['src/ui', 'src/app'].includes(from));
  const undrawn = pairs.filter(({ from, to }) => targets.get(from)?.has(to) !== true);
  return [...new Set(undrawn.map(({ from, to }) => `${from} -> ${to}`))];
}

/** Whether the list allows an import from a place of the diagram to another: a place is a folder, or a part of one. */
function isAllowed(from: string, to: string): boolean {
  const meets = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
  return allowed.some(([room, mayImport]) => meets(room, from) && mayImport.some((name) => meets(name, to)));
}

/** The files of some folders that exist, those that are not committed included. */
function listOf(...folders: readonly string[]): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

const files = listOf('src', 'workers').filter((file) => /\.tsx?$/.test(file));

async function modules(): Promise<ICruiseResult['modules']> {
  const { output } = await cruise(['src', 'workers'], {
    baseDir: root,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '\\.css$' },
  });
  return (output as ICruiseResult).modules;
}

describe('arrows', async () => {
  const seen = (await modules()).filter((module) => /^(src|workers)\//.test(module.source));
  const imports = seen.flatMap((module) =>
    module.dependencies.map((dependency) => ({ from: module.source, to: dependency.resolved })),
  );

  test('every source file was seen', () => {
    const names = new Set(seen.map((module) => module.source));
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((file) => !names.has(file))).toEqual([]);
  });

  test('imports go only in the allowed directions', () => {
    expect(forbiddenImports(imports)).toEqual([]);
  });

  test('the arrows of the diagram are allowed, and a file uses each', () => {
    const arrows = drawnArrows(diagram());
    expect(arrows.length).toBeGreaterThan(35);
    expect(arrows.filter(({ from, to }) => !isAllowed(from, to))).toEqual([]);
    const isUsed = (a: string, b: string) => imports.some(({ from, to }) => from.startsWith(a) && to.startsWith(b));
    expect(arrows.filter(({ from, to }) => !isUsed(from, to))).toEqual([]);
  });

  test('the diagram has a way of arrows for each import between folders', () => {
    expect(undrawnImports(imports, drawnArrows(diagram()))).toEqual([]);
    const arrows = [
      { from: 'src/a', to: 'src/b/c.ts' },
      { from: 'src/b', to: 'src/d' },
    ];
    expect(undrawnImports([{ from: 'src/a/x.ts', to: 'src/d/y.ts' }], arrows)).toEqual([]);
    expect(undrawnImports([{ from: 'src/d/x.ts', to: 'src/a/y.ts' }], arrows)).toEqual(['src/d -> src/a']);
  });

  test('the folders of the engine import each other as listed, each arrow is used, and all point down', () => {
    const listedArrows = engineFolders.flatMap(([folder, names]) => names.map((name) => `${folder} -> ${name}`));
    expect(engineArrows(imports)).toEqual(listedArrows.sort());
    expect(upwardArrows(engineFolders)).toEqual([]);
  });

  test('the folders of a lesson: its editor may import all others, and no other imports it', () => {
    const folder = (file: string) => /^src\/ui\/lessons\/([a-z-]+)\//.exec(file)?.[1];
    const intoEditor = imports.filter(
      ({ from, to }) => folder(to) === 'editor' && folder(from) !== 'editor' && folder(from) !== undefined,
    );
    expect(intoEditor).toEqual([]);
  });

  test('the page has the addresses of workers, and none of their code', () => {
    const pageFiles = files.filter((file) => /^src\/(app|ui)\//.test(file));
    const imported = pageFiles.flatMap((file) => workerImports(readFileSync(join(root, file), 'utf8')));
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !name.endsWith('?worker&url'))).toEqual([]);
    expect(workerImports("import a from '../workers/a.ts?worker&url';\nawait import('../workers/b.ts');")).toEqual([
      '../workers/a.ts?worker&url',
      '../workers/b.ts',
    ]);
  });

  test('make no cycles', () => {
    expect(
      seen
        .filter((module) => module.dependencies.some((dependency) => dependency.circular))
        .map((module) => module.source),
    ).toEqual([]);
  });

  test('packages: the engine, policies, scenarios and studies use none', () => {
    const strict = imports.filter(
      ({ from, to }) =>
        /^src\/(engine|library|params|shared|policies|scenarios|runs|capture|studies|papers|protocol|quantities)\//.test(
          from,
        ) && !/^(src|workers)\//.test(to),
    );
    expect(strict).toEqual([]);
  });

  test('packages: only components use React', () => {
    const users = new Set(
      imports.filter(({ to }) => /\bnode_modules\/(@types\/)?react/.test(to)).map(({ from }) => from),
    );
    expect(users.size).toBeGreaterThan(50);
    expect([...users].filter((file) => !/^src\/(ui\/|main\.tsx$)/.test(file))).toEqual([]);
  });

  test('the check finds forbidden imports', () => {
    const wrong = drawnArrows(['src/ui, workers ─▶ src/app ──▶ src/view   src/cli', 'no arrow'])
      .filter(({ from, to }) => !isAllowed(from, to))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(wrong).toEqual(['workers -> src/app', 'src/app -> src/view']);
    expect(forbiddenImports([{ from: 'src/engine/network/port.ts', to: 'src/policies/packets/red.ts' }])).toHaveLength(
      1,
    );
    expect(
      forbiddenImports([{ from: 'src/policies/packets/red.ts', to: 'src/policies/packets/droptail.ts' }]),
    ).toHaveLength(1);
    expect(forbiddenImports([{ from: 'src/app/page/page.ts', to: 'src/ui/shell/app.tsx' }])).toHaveLength(1);
    expect(
      engineArrows([
        { from: 'src/engine/transport/congestion/reno.ts', to: 'src/engine/atm/aal5.ts' },
        { from: 'src/engine/transport/congestion/reno.ts', to: 'src/engine/transport/pftk.ts' },
      ]),
    ).toEqual(['transport -> atm']);
    expect(
      upwardArrows([
        ['transport', ['sources']],
        ['sources', ['transport']],
      ]),
    ).toEqual(['transport -> sources']);
  });
});

const BANNED_MATH = new Set([
  'random',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'pow',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'cbrt',
  'hypot',
]);
const BANNED_GLOBALS = new Set(['Date', 'performance', 'crypto', 'Intl', 'globalThis']);

const isMemberName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) && node.parent.name === node;

/** Uses of functions that differ between machines or times. */
function platformCalls(name: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'Math' && !isMemberName(node)) {
      // Anything but Math.name hides which function is meant: Math['log'], const { log } = Math, f(Math).
      const member = ts.isPropertyAccessExpression(node.parent) ? node.parent.name.text : undefined;
      if (member === undefined || BANNED_MATH.has(member)) found.push(`${name}: ${node.parent.getText()}`);
    }
    if (ts.isPropertyAccessExpression(node) && /^(toLocale|localeCompare)/.test(node.name.text))
      found.push(`${name}: ${node.name.text}`);
    if (
      ts.isBinaryExpression(node) &&
      [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken].includes(node.operatorToken.kind)
    ) {
      const constant = ts.isNumericLiteral(node.left) && ts.isNumericLiteral(node.right);
      if (!constant) found.push(`${name}: **`);
    }
    if (ts.isIdentifier(node) && BANNED_GLOBALS.has(node.text) && !isMemberName(node))
      found.push(`${name}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('bit-exactness', () => {
  const pure = files.filter((file) =>
    /^src\/(engine|policies|params|shared|scenarios|runs|capture|judging|studies|papers|run-state|lessons)\//.test(
      file,
    ),
  );

  test('nothing in the engine depends on the platform or the time of day', () => {
    expect(pure.length).toBeGreaterThan(30);
    expect(pure.flatMap((file) => platformCalls(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('the scan finds banned names', () => {
    expect(
      platformCalls('x.ts', 'const a = Math.log(2); const b = x ** 2; const c = Date.now(); Math["pow"](1, 2);'),
    ).toHaveLength(4);
    expect(
      platformCalls('x.ts', 'const { log } = Math; const m = Math; globalThis.x; "a".localeCompare("b");'),
    ).toHaveLength(4);
    expect(platformCalls('x.ts', '// Math.log is banned, ** too\nconst a = Math.sqrt(2) + 2 ** 30;')).toEqual([]);
  });
});

describe('folders', () => {
  /** Most source files in one folder: more of them need folders of their own. */
  const MOST = 32;

  test('no folder has so many files that they need folders inside it', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
  });
});

/**
 * Folders of tests that belong to no single source file, each with its reason. Every other test lies where its source
 * file lies.
 */
const WITHOUT_SOURCE: readonly (readonly [folder: string, reason: string])[] = [
  ['tests/closed-form/', 'formulas of queues and of TCP against whole runs'],
  ['tests/fuzz/', 'random inputs to all readers'],
  ['tests/golden/', 'traces of other simulators, and digests of whole runs'],
  ['tests/judging/', 'the rules that every policy must keep, for all policies'],
  ['tests/library/', 'the package as other programs install it'],
  ['tests/validate/', 'comparisons that take hours'],
];

/**
 * Whether a test has the same place as the file or the folder that it tests. After this name and a dash, its name may
 * have the tested part or job: `rfc-sender-ecn`, `validate-long`. A test with the name of its own folder tests the
 * whole folder.
 */
function mirrors(test: string, sources: ReadonlySet<string>): boolean {
  const path = test.slice('tests/'.length).replace(/\.test\.tsx?$/, '');
  const [folder, name] = [dirname(path), basename(path)];
  return name.split('-').some((_, index, words) => {
    const stem = words.slice(0, index + 1).join('-');
    const isWholeFolder = stem === basename(folder) && sources.has(folder);
    return isWholeFolder || sources.has(folder === '.' ? stem : `${folder}/${stem}`);
  });
}

/** The paths below src, and those of workers and scripts, without the ends of their names; and all their folders. */
function testablePaths(): ReadonlySet<string> {
  const listed = listOf('src', 'workers', 'scripts').map((file) => file.replace(/^src\//, '').replace(/\.[^/]*$/, ''));
  const folders = listed.flatMap((file) =>
    file.split('/').flatMap((_, index, words) => (index === 0 ? [] : [words.slice(0, index).join('/')])),
  );
  return new Set([...listed, ...folders]);
}

describe('tests', () => {
  const sources = testablePaths();

  test('each unit test lies where its source file lies, or in a folder that is named here', () => {
    const tests = listOf('tests').filter((file) => /\.test\.tsx?$/.test(file) && dirname(file) !== 'tests');
    expect(tests.length).toBeGreaterThan(100);
    const elsewhere = tests.filter((file) => WITHOUT_SOURCE.every(([folder]) => !file.startsWith(folder)));
    expect(elsewhere.filter((file) => !mirrors(file, sources))).toEqual([]);
  });

  test('the folders that are named here have tests', () => {
    for (const [folder] of WITHOUT_SOURCE) expect(existsSync(join(root, folder)), folder).toBe(true);
  });

  test('the check finds a test that lies elsewhere', () => {
    expect(mirrors('tests/engine/network/port.test.ts', sources)).toBe(true);
    expect(mirrors('tests/engine/port.test.ts', sources)).toBe(false);
    expect(mirrors('tests/engine/transport/rfc-sender-ecn.test.ts', sources)).toBe(true);
    expect(mirrors('tests/engine/transport/ecn.test.ts', sources)).toBe(false);
  });
});

describe('documents', () => {
  test('each path in the diagram of the architecture exists', () => {
    const paths = diagram().flatMap((line) => line.match(/\b(?:src|workers)\/[\w./-]*\w/g) ?? []);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, `${path}.ts`)))).toEqual([]);
  });

  test('the policies stand in the registry, one line each', () => {
    const policies = files.filter((file) => /^src\/policies\/(packets|cells)\/[^/]+\.ts$/.test(file));
    expect(policies.length).toBeGreaterThan(20);
    const registry = readFileSync(join(root, 'src/policies/registry.ts'), 'utf8');
    for (const file of policies) expect(registry).toContain(`'./${file.slice('src/policies/'.length)}'`);
  });
});
