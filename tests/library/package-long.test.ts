/** The package of `npm pack`, installed without a network in its own folder; and the unchanged examples, each run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const installed = join(folder, 'node_modules/bufferscope');
afterAll(() => rmSync(folder, { recursive: true }));

const npm = (...words: readonly string[]) =>
  execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const node = (...words: readonly string[]) =>
  execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let files: string[] = [];

beforeAll(() => {
  const run = (...words: readonly string[]) => execFileSync(process.execPath, words, { cwd: root, stdio: 'ignore' });
  run('scripts/library.mjs');
  // The page is not built again while browser tests may read it.
  if (!existsSync(join(root, 'dist/index.html'))) run('node_modules/vite/bin/vite.js', 'build');
  const packed = JSON.parse(npm('pack', root, '--json', '--ignore-scripts', '--pack-destination', folder));
  files = packed[0].files.map(({ path }: { path: string }) => path);
  writeFileSync(join(folder, 'package.json'), '{"name": "stranger", "version": "1.0.0", "type": "module"}');
  npm('install', '--offline', '--no-audit', '--no-fund', join(folder, packed[0].filename));
}, 300_000);

/** The relative links of all documents in the package: the document, and the file that it links. */
function linkedFiles(): [string, string][] {
  const documents = files.filter((file) => file.endsWith('.md') && !/^(lib|dist|node_modules)\//.test(file));
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replace(/```[\s\S]*?```|^ {4}.*$|`[^`\n]*`/gm, '');
    const links = [...text.matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]:\s*(\S+)|\b(?:href|src)="([^"]+)"/gm)];
    return links
      .map(([, inline, reference, attribute]) => (inline ?? reference ?? attribute ?? '').replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
      .map((link): [string, string] => [document, join(dirname(document), link).replaceAll('\\', '/')]);
  });
}

const RUN = ['run', 'opening', '--policy', 'red', '--duration', '2', '--warmup', '1', '--json'];
const DIGEST = `import { simulate } from 'bufferscope';
  console.log(await simulate('opening', 'red', { durationSeconds: 2, warmupSeconds: 1 }).digest());`;

describe('the package', () => {
  test('needs no other package, and has no unused files', () => {
    const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const allowed =
      /^(lib|dist|public\/lessons|docs|examples|findings|cluster|node_modules)\/|^(package\.json|LICENSE|README\.md|CHANGELOG\.md)$|^src\/engine\/MODEL\.md$/;
    // A document shows this code.
    const linked = new Set(linkedFiles().map(([, file]) => file));
    expect(files.filter((file) => !allowed.test(file) && !linked.has(file))).toEqual([]);
    // Files that are not in lib/ are in the package itself.
    expect(Object.keys(about.dependencies)).toEqual(about.bundleDependencies);
    expect(about.version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toContain('MIT');
  });

  test('contains every file that its documents link', () => {
    const links = linkedFiles();
    expect(links.filter(([document]) => document === 'README.md').length).toBeGreaterThan(10);
    const folders = new Set(files.map((file) => `${dirname(file)}/`));
    expect(links.filter(([, file]) => !files.includes(file) && !folders.has(file))).toEqual([]);
  });

  test('its command makes a package for a course system, of a built-in lesson and of a file, without the repository', () => {
    const sim = (...words: readonly string[]) => node(join(installed, 'lib/sim.mjs'), ...words);
    expect(sim('scorm', 'why-a-queue-fills', '--out', 'course.zip')).toMatch(/^course\.zip: \d+ files/);
    const entries = Object.keys(unzipSync(readFileSync(join(folder, 'course.zip'))));
    expect(entries).toEqual(expect.arrayContaining(['imsmanifest.xml', 'index.html', 'scorm/launch.html']));
    expect(entries.filter((name) => name.startsWith('lessons/'))).toContain('lessons/why-a-queue-fills.json');
    cpSync(join(installed, 'public/lessons/promises.json'), join(folder, 'own.json'));
    expect(sim('scorm', 'own.json', '--out', 'own.zip')).toMatch(/^own\.zip/);
    const unknown = spawnSync(process.execPath, [join(installed, 'lib/sim.mjs'), 'scorm', 'nothing'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('why-a-queue-fills')]);
  });

  test('a command without the page says how to get it', () => {
    cpSync(join(installed, 'lib'), join(folder, 'alone/lib'), { recursive: true });
    const scorm = (lesson: string) =>
      spawnSync(process.execPath, ['alone/lib/sim.mjs', 'scorm', lesson], { cwd: folder, encoding: 'utf8' });
    cpSync(join(installed, 'public/lessons/promises.json'), join(folder, 'own.json'));
    const { status, stderr } = scorm('own.json');
    expect([status, stderr]).toEqual([2, expect.stringContaining('npm run build')]);
  });

  test('runs by its command and by its module, with one digest', () => {
    const printed = JSON.parse(npm('exec', '--offline', '--', 'bufferscope', ...RUN));
    writeFileSync(join(folder, 'digest.mjs'), DIGEST);
    expect(node('digest.mjs').trim()).toBe(printed.digest);
  });

  test('its command runs a policy of one’s own from a file', () => {
    const help = readFileSync(join(root, 'docs/OWN-POLICY.md'), 'utf8');
    // The first program of the document: the indented lines.
    const program = /(?:^(?: {4}.*)?\n)*^ {4}.*$/m.exec(help.slice(help.indexOf('    const')))?.[0] ?? '';
    expect(program).toContain('function dequeue()');
    writeFileSync(join(folder, 'mine.js'), program);
    const { lanes } = JSON.parse(node(join(installed, 'lib/sim.mjs'), ...RUN, '--policy-file', 'mine.js'));
    expect(lanes.map(({ policy }: { policy: string }) => policy)).toEqual(['red', 'own']);
  });

  test('its command draws a run as pixels, with the fonts and licences in the package', () => {
    node(join(installed, 'lib/sim.mjs'), ...RUN, '--plots', 'queue', '--png', 'run.png');
    const png = readFileSync(join(folder, 'run.png'));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    // Without its fonts the picture has 6 kB.
    expect(png.length).toBeGreaterThan(15_000);
    const licences = readFileSync(join(installed, 'lib/LICENCES.md'), 'utf8');
    expect(licences).toContain('## @resvg/resvg-wasm - ');
    expect(licences).toContain('Bitstream Vera Fonts Copyright');
  });

  test('its command works on several threads and in shards', () => {
    const sweep = {
      scenario: 'md1',
      axes: [{ path: 'load', from: 0.5, to: 1, places: 2 }],
      seconds: 1,
      warmupSeconds: 0,
    };
    writeFileSync(join(folder, 'sweep.json'), JSON.stringify(sweep));
    const command = join(installed, 'lib/sim.mjs');
    const one = node(command, 'sweep', 'sweep.json', '--json', '--jobs', '2');
    writeFileSync(join(folder, 'manifest.json'), node(command, 'plan', 'sweep.json'));
    node(command, 'shard', 'manifest.json', '1/1', '--out', 'results');
    expect(node(command, 'merge', 'results', '--json')).toBe(one);
  });

  test('runs in a worker', () => {
    writeFileSync(join(folder, 'worker.mjs'), DIGEST);
    writeFileSync(join(folder, 'main.mjs'), `new (await import('node:worker_threads')).Worker('./worker.mjs');`);
    expect(node('main.mjs')).toBe(node('digest.mjs'));
  });

  test('has types that work in another project', () => {
    const fine = `import { packetPolicy, simulate, type Policy, SingleQueue, type Frame, registerPolicy, type ValuesOf } from 'bufferscope';
      const run = simulate('opening', ['red'], { seed: 3 });
      for await (const { frames } of run) { const first: Frame = frames[0]!; const n: number = first.waitingPackets; void n; }
      const { lanes } = await run.summary();
      const delay: number = lanes[0]!.meanDelayMs;
      class Mine extends SingleQueue implements Policy { enqueue(packet: number) { this.queue.push(packet); return 0; } }
      const parameters = { most: { kind: 'integer', label: 'most', unit: '', min: 0, max: 9, step: 1, default: 3, help: '' } } as const;
      class Few extends SingleQueue<ValuesOf<typeof parameters>> { enqueue() { return 0; } }
      const few = packetPolicy({
        id: 'few', name: 'Few', summary: '', source: '', parameters, quantities: {},
        reasons: [{ id: 'full', verdict: 'drop', label: 'full', template: '' }],
        hints: { lens: 'occupancy', thresholds: [], signals: [] },
        caution: ({ most }) => (most.toFixed() === '0' ? 'Drops every packet.' : undefined),
        create: (host) => new Few(host),
      });
      export { delay, few, Mine, registerPolicy };`;
    const programs = {
      'fine.ts': fine,
      'wrong.ts': fine.replace('seed: 3', "seed: 'three'"),
      'unknown.ts': fine.replace('most.toFixed()', 'most.length'),
    };
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...Object.keys(programs)], {
      cwd: folder,
      encoding: 'utf8',
    });
    // A line that is indented continues the one before it.
    const errors = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect([status, errors.sort()]).toEqual([
      2,
      [
        expect.stringMatching(/^unknown\.ts.*'length' does not exist/),
        expect.stringMatching(/^wrong\.ts.*Type 'string' is not assignable/),
      ],
    ]);
  });

  test('the module imports nothing and uses only setTimeout of its host', async () => {
    const text = readFileSync(join(installed, 'lib/bufferscope.js'), 'utf8');
    expect(text).not.toMatch(/^\s*import[\s{*]/m);
    expect(text).not.toMatch(/\bimport\(/);
    const { outputFiles } = await build({
      stdin: { contents: DIGEST.replace('console.log', 'tell').replace('await ', ''), resolveDir: folder },
      bundle: true,
      write: false,
      format: 'iife',
      logLevel: 'silent',
    });
    let digest: Promise<string> | undefined;
    // No window, document, process, performance, console, fetch, TextEncoder or structuredClone.
    const host = createContext({ setTimeout, tell: (answer: Promise<string>) => (digest = answer) });
    runInContext(outputFiles[0]?.text ?? '', host);
    expect(await digest).toBe(node('digest.mjs').trim());
  });
});

describe('examples', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'examples'));
    cpSync(join(installed, 'examples'), join(folder, 'examples'), { recursive: true });
  });

  test('figures.mjs prints the queue of both policies, and the digest of the command line', () => {
    const lines = node('examples/figures.mjs').trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['seconds,droptail,red', expect.stringMatching(/^0\.5,\d+,\d+$/)]);
    expect(lines.filter((line) => /^[\d.]+,\d+,\d+$/.test(line))).toHaveLength(20);
    const words = ['--policy', 'droptail', '--policy', 'red', '--set', 'red.maxProbability=0.05', '--duration', '10'];
    const printed = node(join(installed, 'lib/sim.mjs'), 'run', 'opening', ...words, '--warmup', '2', '--json');
    expect(lines.at(-1)).toBe(`digest ${JSON.parse(printed).digest}`);
  });

  test('own-policy.mjs keeps a shorter queue than DropTail', () => {
    const delays = [...node('examples/own-policy.mjs').matchAll(/mean delay ([\d.]+) ms/g)].map(([, ms]) => Number(ms));
    expect(delays).toHaveLength(2);
    expect(delays[1]).toBeLessThan((delays[0] ?? 0) / 2);
  });

  test('own-congestion-control.mjs takes more than Reno', () => {
    const rates = [...node('examples/own-congestion-control.mjs').matchAll(/: ([\d.]+) Mb\/s/g)].map(([, rate]) =>
      Number(rate),
    );
    expect(rates).toHaveLength(2);
    expect(rates[0]).toBeGreaterThan(1.5 * (rates[1] ?? 0));
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  test.skipIf(!python)(`notebook.ipynb runs cell by cell${python ? '' : ' (not run: python3 is missing)'}`, () => {
    const { cells } = JSON.parse(readFileSync(join(folder, 'examples/notebook.ipynb'), 'utf8'));
    const code = cells
      .filter((cell: { cell_type: string }) => cell.cell_type === 'code')
      .map((cell: { source: string[] }) => cell.source.join(''));
    expect(code.length).toBeGreaterThan(2);
    writeFileSync(join(folder, 'cells.py'), code.join('\n'));
    const env = { ...process.env, MPLBACKEND: 'Agg', BUFFERSCOPE: `${process.execPath} ${installed}/lib/sim.mjs` };
    const out = execFileSync('python3', ['cells.py'], { cwd: folder, encoding: 'utf8', env });
    expect(out).toMatch(/^droptail +mean delay [\d.]+ ± [\d.]+ ms, utilisation 0\.\d+\nred +mean delay/);
    expect(out).toMatch(/^1 [\d.]+$/m);
  });
});
