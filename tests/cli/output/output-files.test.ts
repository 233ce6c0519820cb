/** The files of a command: an output is whole or not there, and never an input or another output. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError, OutputError } from '../../../src/cli/io.ts';
import { OutputFiles } from '../../../src/cli/output/output-files.ts';
import { writeWholeFile } from '../../../src/cli/output/unfinished-file.ts';

const OLD = 'earlier results';
let folder = '';
let outputs = new OutputFiles();
const at = (name: string) => join(folder, name);
const write = (name: string, text: string, option = '--trace') => {
  const file = outputs.openBytes(at(name), option);
  file.write(Buffer.from(text));
  file.close();
};
const textOf = (name: string) => readFileSync(at(name), 'utf8');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'outputs-')));
  outputs = new OutputFiles();
  writeFileSync(at('old'), OLD);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an output takes its place when the command has succeeded', () => {
  test('an earlier file stays until then; the folder has no other file after it', () => {
    write('old', 'new');
    write('fresh', 'first');
    outputs.openLines(at('empty'), '--flow-csv').close();
    expect([textOf('old'), readdirSync(folder).includes('fresh')]).toEqual([OLD, false]);
    outputs.publish();
    expect([textOf('old'), textOf('fresh'), textOf('empty')]).toEqual(['new', 'first', '']);
    expect(readdirSync(folder).sort()).toEqual(['empty', 'fresh', 'old']);
  });

  test('it stays if the command fails', () => {
    write('old', 'new');
    write('fresh', 'first');
    outputs.discard();
    outputs.publish();
    expect([textOf('old'), readdirSync(folder)]).toEqual([OLD, ['old']]);
  });

  test('if a place was lost meanwhile, it and the finished files are named; earlier files stay', () => {
    write('fresh', 'first');
    write('old', 'new', '--series-csv');
    mkdirSync(at('fresh'));
    let message = '';
    try {
      outputs.publish();
    } catch (error) {
      expect(error).toBeInstanceOf(OutputError);
      message = (error as OutputError).message;
    }
    expect(message).toMatch(/^--trace: .*fresh could not be written/);
    const kept = [...message.matchAll(/^(--\S+): the output is in (.*\.tmp)$/gm)];
    expect(kept.map(([, option, path = '']) => [option, readFileSync(path, 'utf8')])).toEqual([
      ['--trace', 'first'],
      ['--series-csv', 'new'],
    ]);
    expect([textOf('old'), readdirSync(folder)]).toEqual([OLD, expect.objectContaining({ length: 4 })]);
  });

  test('lines come in order, also longer ones than a block', () => {
    const file = outputs.openLines(at('old'), '--trace');
    const lines = ['a', 'b'.repeat(200_000), '', 'é'];
    for (const line of lines) file.write(line);
    file.close();
    outputs.publish();
    expect(textOf('old')).toBe(`${lines.join('\n')}\n`);
  });

  test('a name of the greatest length', () => {
    const name = 'n'.repeat(255);
    write(name, 'x');
    outputs.publish();
    expect(textOf(name)).toBe('x');
  });
});

describe.skipIf(process.platform === 'win32')('an earlier file keeps its mode, its links and its protection', () => {
  test('mode', () => {
    chmodSync(at('old'), 0o640);
    write('old', 'new');
    outputs.publish();
    expect([statSync(at('old')).mode & 0o777, textOf('old')]).toEqual([0o640, 'new']);
  });

  test('a link, a link to a link, and a link to a file that is not there', () => {
    mkdirSync(at('deep'));
    symlinkSync('../old', at('deep/one'));
    symlinkSync('deep/one', at('two'));
    symlinkSync('deep/missing', at('dangling'));
    write('two', 'new');
    write('dangling', 'first', '--series-csv');
    outputs.publish();
    expect(['two', 'deep/one', 'dangling'].map((name) => lstatSync(at(name)).isSymbolicLink())).toEqual([
      true,
      true,
      true,
    ]);
    expect([textOf('old'), textOf('deep/missing')]).toEqual(['new', 'first']);
    expect(readdirSync(at('deep')).sort()).toEqual(['missing', 'one']);
  });

  test('`..` behind a link to a folder leads out of the folder that the link names', () => {
    mkdirSync(at('far/inner'), { recursive: true });
    symlinkSync('far/inner', at('near'));
    const file = outputs.openBytes(`${folder}/near/../x`, '--trace');
    file.write(Buffer.from('x'));
    outputs.publish();
    expect(textOf('far/x')).toBe('x');
  });

  test.each([
    ['old', () => chmodSync(at('old'), 0o444), /--trace: .*old could not be written: this file is write-protected/],
    ['', () => {}, /this is a directory; allowed: a file/],
    ['none/', () => {}, /this is a directory; allowed: a file/],
    ['none/x', () => {}, /the folder .*none cannot be opened: no such file or folder/],
    ['old/x', () => {}, /old.x could not be written: .*a part of its path is not a folder/],
    ['n'.repeat(256), () => {}, /could not be written: its name is too long/],
    ['loop', () => symlinkSync('loop', at('loop')), /too many symbolic links/],
  ])('%s is refused before the run', (name, prepare, message) => {
    prepare();
    expect(() => outputs.openBytes(`${folder}/${name}`, '--trace')).toThrow(InputError);
    expect(() => outputs.openBytes(`${folder}/${name}`, '--trace')).toThrow(message);
    expect(textOf('old')).toBe(OLD);
  });

  test("another user's file in a sticky folder is refused, one's own file and a new one are not", () => {
    chmodSync(folder, 0o1777);
    const owner = process.geteuid?.() ?? 0;
    const user = vi.spyOn(process, 'geteuid').mockReturnValue(owner + 1);
    expect(() => write('old', 'new')).toThrow(/^--trace: .*sticky, and the file belongs to another user; allowed: /);
    write('fresh', 'first');
    chmodSync(folder, 0o777);
    write('old', 'new', '--series-csv');
    user.mockRestore();
    chmodSync(folder, 0o1777);
    expect(() => new OutputFiles().openBytes(at('old'), '--trace')).not.toThrow();
  });

  test('a folder that may not be written is refused by its name', () => {
    // The root user may write every folder, except in a file system that has no new files.
    const place = process.getuid?.() === 0 ? '/proc/self' : at('closed');
    if (process.getuid?.() !== 0) mkdirSync(place, 0o555);
    expect(() => outputs.openBytes(`${place}/x`, '--trace')).toThrow(/\/x could not be written|cannot be written/);
  });
});

describe.skipIf(process.platform === 'win32')('no output is an input or another output', () => {
  beforeEach(() => {
    linkSync(at('old'), at('hard'));
    symlinkSync('old', at('soft'));
    symlinkSync('.', at('folder'));
    symlinkSync('new', at('soft-new'));
  });
  const namesOfOld = ['old', 'hard', 'soft', 'folder/old', 'folder/../old'.replace('..', 'folder')];

  test.each(namesOfOld)('the input, as %s', (name) => {
    outputs.addInput(at('old'));
    expect(() => write(name, 'x')).toThrow(InputError);
    expect(() => write(name, 'x')).toThrow(/--trace: .* is not allowed, because the command reads this file/);
    outputs.publish();
    expect(textOf('old')).toBe(OLD);
  });

  test.each(namesOfOld)('a file that is read after the output was opened, as %s', (name) => {
    write('old', 'new');
    expect(() => outputs.addInput(at(name))).toThrow('--trace writes this file; allowed: a file that is not an output');
  });

  test.each([
    ...namesOfOld.map((name) => ['old', name] as const),
    ['new', 'new'],
    ['new', 'folder/new'],
    ['new', 'soft-new'],
    ['soft-new', 'folder/soft-new'],
  ] as const)('two outputs, %s and %s', (first, second) => {
    write(first, 'a');
    expect(() => write(second, 'b', '--series-csv')).toThrow(InputError);
    expect(() => write(second, 'b', '--series-csv')).toThrow(
      /--series-csv: .* is not allowed, because --trace writes this file/,
    );
  });

  test('different files are allowed', () => {
    outputs.addInput(at('old'));
    outputs.addInput(at('old'));
    outputs.addInput('/dev/null');
    for (const name of ['a', 'b', 'old2']) write(name, name);
    for (const option of ['--trace', '--series-csv']) outputs.openBytes('/dev/null', option).close();
    outputs.publish();
    expect([textOf('a'), textOf('b'), textOf('old2'), textOf('old')]).toEqual(['a', 'b', 'old2', OLD]);
  });

  test('two options with one pipe', () => {
    execFileSync('mkfifo', [at('pipe')]);
    // With a reader, opening does not wait.
    openSync(at('pipe'), 'r+');
    outputs.openBytes(at('pipe'), '--trace');
    expect(() => outputs.openBytes(at('pipe'), '--series-csv')).toThrow(/because --trace writes this file/);
  });
});

test.skipIf(process.platform === 'win32')('an open pipe is needed until it is closed', () => {
  execFileSync('mkfifo', [at('pipe')]);
  openSync(at('pipe'), 'r+');
  expect(outputs.isNeeded).toBe(false);
  const file = outputs.openBytes(at('pipe'), '--trace');
  expect(outputs.isNeeded).toBe(true);
  file.close();
  expect(outputs.isNeeded).toBe(false);
});

test.skipIf(process.platform === 'win32')('a descriptor that is a file is continued, not overwritten', () => {
  const descriptor = openSync(at('old'), 'a');
  const file = outputs.openBytes(`/dev/fd/${descriptor}`, '--trace');
  file.write(Buffer.from(' and more'));
  file.close();
  outputs.publish();
  expect(textOf('old')).toBe(`${OLD} and more`);
});

test('one file in one step: it follows a link, and leaves nothing if it fails', () => {
  symlinkSync('old', at('soft'));
  writeWholeFile(at('soft'), 'new');
  expect([textOf('old'), lstatSync(at('soft')).isSymbolicLink()]).toEqual(['new', true]);
  mkdirSync(at('taken'));
  expect(() => writeWholeFile(at('taken'), 'x')).toThrow(OutputError);
  expect(readdirSync(folder).sort()).toEqual(['old', 'soft', 'taken']);
});
