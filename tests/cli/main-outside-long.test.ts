/** The command line and its environment: terminals, pipes, full disks, and paths that are not regular files. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readRegular } from '../../src/cli/input/regular-file.ts';
import { formatCsv } from '../../src/export/csv.ts';
import { MAX_FILE_BYTES, parseScenarioFile } from '../../src/scenarios/files/file.ts';
import { repeatedKeys } from '../../src/scenarios/files/json-file.ts';
import { escapeInvisible, removeInvisible } from '../../src/shared/invisible-characters.ts';
import { chosen } from '../amount.ts';
import { sim, simAny } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'sim-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ESCAPE = '\u001b]0;owned\u0007\u009b31m';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

describe('foreign text does nothing to a terminal', () => {
  const scenario = { title: ESCAPE, summary: ESCAPE, sources: { a: { kind: 'cbr', label: ESCAPE } } };
  const files = {
    'a.json': JSON.stringify(scenario).replaceAll('\\u009b', '\u009b'),
    'b.json': JSON.stringify({ ...scenario, [ESCAPE]: ESCAPE, policies: { [ESCAPE]: 1 } }),
    'c.json': `{"a": ${ESCAPE}}`,
  };
  test.each([
    [['show', 'a.json']],
    [['url', 'a.json']],
    [['run', 'a.json', '--set', 'run.durationSeconds=1']],
    [['run', 'b.json']],
    [['run', 'c.json']],
    [['run', `${ESCAPE}.json`]],
    [['run', ESCAPE]],
    [['run', 'opening', '--set', `${ESCAPE}=${ESCAPE}`]],
    [['run', 'opening', '--policy', ESCAPE]],
    [['run', 'opening', ESCAPE]],
    [['url', `#v=1&p=${encodeURIComponent(ESCAPE)}&${ESCAPE}=1`]],
    [[ESCAPE]],
  ])('%j', (line) => {
    const { out, err } = sim(line, files);
    expect(out + err).not.toMatch(CONTROL);
    expect((out + err).length).toBeGreaterThan(0);
  });

  test('only visible characters of a file are printed', () => {
    expect(JSON.parse(sim(['show', 'a.json'], files).out).title).toBe(removeInvisible(ESCAPE));
    expect(escapeInvisible('a\tb\nc \u001b[31m é 日本')).toBe('a\tb\nc \\u001b[31m é 日本');
  });
});

test.each([
  [['shard', 'manifest.json', '1/1', '--out', ''], '--out'],
  [['run', 'opening', '--pcapng='], '--pcapng'],
  [['run', 'opening', '--seed', ''], '--seed'],
  [['merge', ''], undefined],
  [['run', ''], undefined],
])('an empty value is refused, and nothing is written into the present folder: %j', async (line, option) => {
  const { status, err } = await simAny(line);
  expect(status).toBe(2);
  expect(err).toContain(option === undefined ? "'' is not allowed; allowed: a word" : `${option}: '' is not allowed`);
});

describe('as a process', () => {
  const shell = (line: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', timeout: 110_000 });
    return { status, stdout, stderr };
  };
  const SIM = `${process.execPath} scripts/sim.mjs`;

  test('a full disk is a failure with a message; a reader that closes the pipe early is not a failure', () => {
    const full = shell(`${SIM} list > /dev/full`);
    expect([full.status, full.stderr]).toEqual([
      1,
      expect.stringMatching(/output could not be written: no space is left/),
    ]);
    // A disk with room for a part of the output.
    const cut = shell(`ulimit -f 8; ${SIM} list --json > ${folder}/list.json`);
    expect([cut.status, cut.stderr]).toEqual([
      1,
      expect.stringMatching(/output could not be written: the file would be too large/),
    ]);
    expect(shell(`${SIM} schema | head -c 10; exit "\${PIPESTATUS[0]}"`).status).toBe(0);
  });

  test('the same holds for a trace', () => {
    const run = `${SIM} run opening --policy droptail --duration 2 --csv`;
    const full = shell(`${run} --trace /dev/full`);
    expect([full.status, full.stderr]).toEqual([
      1,
      expect.stringMatching(/--trace: \/dev\/full .*no space is left.*\n$/),
    ]);
    expect(full.stderr).not.toContain('    at ');
    const early = shell(`${run} --trace /dev/stdout | head -2; exit "\${PIPESTATUS[0]}"`);
    expect([early.status, early.stdout.split('\n').length]).toEqual([0, 3]);
    expect(early.stderr).not.toContain('    at ');
    const other = shell(`${run} --trace >(head -c 10 > /dev/null)`);
    expect([other.status, other.stdout]).toEqual([0, expect.stringMatching(/^scenario,seed.*\nopening,1/)]);
  });

  test('the output and a trace share a file that the caller opened', () => {
    const file = join(folder, 'both.txt');
    expect(shell(`${SIM} run opening --policy red --duration 3 --csv --trace /dev/stdout > ${file}`).status).toBe(0);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith('{"policy":"red",')).length).toBe(lines.length - 5);
    expect(lines.filter((line) => line.startsWith('opening,1,red'))).toHaveLength(4);
    const same = shell(`${SIM} run opening --duration 3 --trace ${file} > ${file}`);
    expect([same.status, same.stderr]).toEqual([
      2,
      expect.stringContaining('because standard output writes this file'),
    ]);
  });

  describe('earlier files stay', () => {
    const [series, trace] = [join(folder, 'out/series.csv'), join(folder, 'out/trace.jsonl')];
    const run = `${SIM} run opening --policy red --duration 3 --csv --series-csv ${series} --trace ${trace}`;
    beforeEach(() => {
      rmSync(join(folder, 'out'), { recursive: true, force: true });
      mkdirSync(join(folder, 'out'));
      writeFileSync(series, 'earlier results');
    });
    const expectUnchanged = () => {
      expect(readFileSync(series, 'utf8')).toBe('earlier results');
      expect(readdirSync(join(folder, 'out'))).toEqual(['series.csv']);
    };

    test.each([
      ['a usage error', `${run} --set link.rateBps=none`, 2],
      ['a second file that cannot be opened', `${run} --flows-csv ${folder}/none/flows.csv`, 2],
      [
        'the scenario is an output',
        `${SIM} show opening > ${folder}/in.json; ${run} --run-json ${folder}/in.json`.replace(
          'run opening',
          `run ${folder}/in.json`,
        ),
        2,
      ],
      [
        'a program that fails',
        `echo 'function enqueue() {} function dequeue() {}' > ${folder}/own.js; ${run} --policy-file ${folder}/own.js`,
        2,
      ],
      ['a full disk of the files', `ulimit -f 16; ${run}`, 1],
      ['a full disk of the output', `${run} > /dev/full`, 1],
    ])('after %s', (_, line, status) => {
      expect(shell(line).status).toBe(status);
      expectUnchanged();
    });

    test.each(chosen(['INT', 'TERM', 'HUP', 'QUIT'] as const, (name) => name === 'INT' || name === 'QUIT'))(
      'after SIG%s, which also ends the command in mid-run',
      async (signal) => {
        const words = [
          'scripts/sim.mjs',
          'run',
          'zhao-100mb-3bwdp-stf30',
          '--duration',
          '3600',
          '--series-csv',
          series,
        ];
        const child = spawn(process.execPath, [...words, '--trace', trace], { stdio: 'ignore' });
        const end = new Promise((resolve) => child.on('exit', (status, name) => resolve([status, name])));
        await expect.poll(() => readdirSync(join(folder, 'out')).length, { timeout: 100_000 }).toBe(2);
        child.kill(`SIG${signal}`);
        expect(await end).toEqual([null, `SIG${signal}`]);
        expectUnchanged();
      },
    );

    test('until a run without faults, whose readers of output and messages may leave', () => {
      expect(shell(`(${run}; echo $? > ${folder}/status) 2>&1 | true`).status).toBe(0);
      expect(readFileSync(join(folder, 'status'), 'utf8')).toBe('0\n');
      expect(readFileSync(series, 'utf8')).toContain('\n');
      expect(readdirSync(join(folder, 'out')).sort()).toEqual(['series.csv', 'trace.jsonl']);
    });
  });

  test('without a reader of messages, the work goes on', () => {
    const axes = [{ path: 'buffer.packets', from: 10, to: 60, places: 12 }];
    const sweep = { scenario: 'md1', axes, seconds: 5, warmupSeconds: 1 };
    writeFileSync(join(folder, 'sweep.json'), JSON.stringify(sweep));
    const table = join(folder, 'table.csv');
    const status = join(folder, 'status');
    shell(`(${SIM} sweep ${folder}/sweep.json --csv 2>&1 > ${table}; echo $? > ${status}) | true`);
    expect(readFileSync(status, 'utf8')).toBe('0\n');
    expect(csvParse(readFileSync(table, 'utf8')).length).toBeGreaterThanOrEqual(12);
    expect(shell(`${SIM} run md1 --duration 3 2> /dev/full`).status).toBe(0);
  });

  test('a device or pipe without an end is refused at once, by name', () => {
    shell(`mkfifo ${join(folder, 'pipe.json')}`);
    writeFileSync(join(folder, 'long.json'), ' '.repeat(MAX_FILE_BYTES + 1));
    writeFileSync(join(folder, 'latin1.json'), '{"title": "caf\u00e9"}', 'latin1');
    for (const [path, kind] of [
      [join(folder, 'pipe.json'), /pipe\.json could not be read: this is a pipe; allowed: a file/],
      ['/dev/zero', /\/dev\/zero could not be read: this is a device/],
      [`${folder}/`, /could not be read: this is a directory/],
      [
        join(folder, 'long.json'),
        new RegExp(`long\\.json could not be read: the file is too long; allowed: ${MAX_FILE_BYTES} bytes`),
      ],
      [join(folder, 'latin1.json'), /latin1\.json could not be read: its text is not UTF-8; save it as UTF-8/],
      [join(folder, 'none.json'), /none\.json could not be read: no such file or folder/],
    ] as const) {
      const { status, err } = sim(['run', path], (name) => readRegular(name, MAX_FILE_BYTES));
      expect([path, status]).toEqual([path, 2]);
      expect(err).toMatch(kind);
    }
    const { status, stderr } = shell(`${SIM} run ${join(folder, 'pipe.json')}`);
    expect([status, stderr]).toEqual([2, expect.stringContaining('this is a pipe')]);
  });

  test.each([
    ['json', 'run FILE'],
    ['json', 'sweep FILE'],
    ['csv', 'replay FILE --policy red'],
    ['js', 'run opening --policy-file FILE'],
    ['json', 'lesson FILE'],
    ['json', 'scorm FILE'],
    ['json', 'grade FILE'],
    ['json', 'grade FILE --lesson FILE'],
  ])('a .%s in UTF-16 is refused by the name of its encoding: %s', async (ending, line) => {
    const text = Buffer.from('\ufeff{"bufferscopeLesson": 1}', 'utf16le');
    for (const bytes of [text, Buffer.from(text).swap16()]) {
      const words = line.replaceAll('FILE', `utf16.${ending}`).split(' ');
      const { status, err } = await simAny(words, { [`utf16.${ending}`]: bytes });
      expect(status).toBe(2);
      expect(err).toContain('its text is UTF-16; save it as UTF-8');
      expect(err).not.toContain('JSON');
    }
  });
});

describe('keys that a file has twice', () => {
  test.each([
    ['{"link":{"rateBps":1e6,"rateBps":2e6},"sources":{"a":{"kind":"cbr"}}}', ['link.rateBps']],
    ['{"sources":{"a":{"kind":"cbr"},"\\u0061":{"kind":"tcp"}}}', ['sources.a']],
    ['{"a":[{"b":1},{"b":1,"b":[{"c":0,"c":1}]}],"a":{}}', ['a.1.b', 'a.1.b.0.c', 'a']],
    ['{"a":"{\\"b\\":1,\\"b\\":2}","b":{"a":1},"c":{"a":1}}', []],
    ['[1,"a","a",{"":1,"":2}]', ['3.']],
  ])('%s', (text, paths) => {
    expect(repeatedKeys(text)).toEqual(paths);
  });

  test('are named when the file is read', () => {
    const { problems } = parseScenarioFile('{"link":{"rateBps":1e6,"rateBps":2e6},"sources":{"a":{"kind":"cbr"}}}');
    expect(problems).toEqual([
      { path: 'link.rateBps', given: 'more than one value', allowed: 'one value; the last one is used' },
    ]);
  });

  test('no JSON that was written by a program has any', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(repeatedKeys(JSON.stringify(value))).toEqual([]);
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});

test('a table of any texts and numbers reads back; a text that a spreadsheet would run is quoted', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double(),
    fc.constantFrom('=1+1', '+1', '-1', '@a', '\t=1', '\n=1', '＝1+1', 'a,b', 'a"b', 'a\nb'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 9 }), (rows) => {
      const read = csvParse(formatCsv([['one', 'other'], ...rows]));
      for (const [index, row] of rows.entries())
        for (const [at, name] of ['one', 'other'].entries()) {
          const [given, text] = [row[at], read[index]?.[name] ?? ''];
          if (typeof given === 'number') expect(text).toBe(Number.isFinite(given) ? String(given) : '');
          else if (!given?.includes('\r')) expect([given, `'${given}`]).toContain(text);
          expect(typeof given === 'string' && /^[=+\-@＝\t\n]/.test(text)).toBe(false);
        }
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('a link is never busy for more than the measured time, whatever the warm-up', () => {
  for (const warmup of [0.1234567891, 1 / 3, 1.0000000004, 2.999999999, 1.7])
    for (const preset of ['cbr-overload', 'single-tcp']) {
      const set = ['--set', 'link.rateBps=1234567.8', '--duration', '3', '--warmup', String(warmup)];
      const { lanes } = JSON.parse(sim(['run', preset, '--json', ...set]).out);
      for (const { busy } of lanes) {
        expect(busy).toBeGreaterThanOrEqual(0);
        expect(busy).toBeLessThanOrEqual(1);
      }
    }
  // Only a fraction of a nanosecond would be left.
  const { status, err } = sim(['run', 'cbr-overload', '--duration', '3', '--warmup', '2.9999999999']);
  expect([status, err]).toEqual([2, expect.stringMatching(/^--warmup: 2\.9999999999 is not allowed/)]);
});
