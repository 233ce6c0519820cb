/** The parts of the bundled program that its beginning loads: what a command does not need would cost its start. */
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/** The modules in a part and in all parts that it imports at once, by the name of its entry. */
let modulesOf: (entry: string) => readonly string[];

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: ['src/cli/main.ts'],
    outdir: 'unused',
    bundle: true,
    splitting: true,
    metafile: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['react', 'react/*', 'react-dom/*'],
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  modulesOf = (entry) => {
    const parts = new Set([...outputs].filter(([, { entryPoint }]) => entryPoint === entry).map(([path]) => path));
    for (const part of parts)
      for (const { path, kind } of outputs.get(part)?.imports ?? [])
        if (kind === 'import-statement' && outputs.has(path)) parts.add(path);
    return [...parts].flatMap((part) => Object.keys(outputs.get(part)?.inputs ?? {}));
  };
});

/** Folders of modules, without those of the program itself. */
const foldersOf = (entry: string) =>
  new Set(
    modulesOf(entry).map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('src/') ? 2 : 3)
        .join('/'),
    ),
  );

test('main.ts itself loads nothing', () => {
  expect([...modulesOf('src/cli/main.ts')].sort()).toEqual(['src/cli/main.ts', 'src/cli/thread-mark.ts']);
});

test('run loads no papers, lessons, judges or sweeps, and not the packages that they need', () => {
  const modules = modulesOf('src/cli/commands/paused-run-command.ts');
  expect(modules).toContain('src/engine/simulation/simulation.ts');
  for (const folder of ['src/papers/', 'src/lessons/', 'src/judging/', 'src/cli/shards/', 'node_modules/hyparquet'])
    expect(modules.filter((path) => path.startsWith(folder))).toEqual([]);
  expect(modules).not.toContain('src/scenarios/files/scenario-schema.ts');
});

test('a thread of the pool loads no commands, plots or exports', () => {
  const folders = foldersOf('src/cli/pool-thread.ts');
  expect(folders).toContain('src/engine');
  for (const folder of ['src/lessons', 'src/quantities', 'src/export']) expect(folders).not.toContain(folder);
  expect(modulesOf('src/cli/pool-thread.ts').filter((path) => path.startsWith('src/cli/commands/'))).toEqual([]);
});
