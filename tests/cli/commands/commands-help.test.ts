/** The usual ways to ask for help and for the version. */
import { expect, test } from 'vitest';
import { version } from '../../../src/version.ts';
import { sim } from '../harness.ts';

const allCommands = sim(['help']).out;

test.each([['-h'], ['--help'], ['help'], ['help', '-h']])('%s prints all commands', (...words) => {
  const { status, out, err } = sim(words);
  expect([status, out, err]).toEqual([0, allCommands, '']);
  expect(out).toMatch(/^usage: sim COMMAND\n {2}list /);
});

const names = [...allCommands.matchAll(/^ {2}(?!help)([a-z][a-z-]*) /gm)].map(([, name = '']) => name);

test.each(names.map((name) => [name]))('the help of %s is about this command', (name) => {
  expect(names.length).toBeGreaterThan(15);
  const { status, out, err } = sim([name, '--help']);
  expect([status, err]).toEqual([0, '']);
  expect(out.startsWith(`usage: sim ${name} `)).toBe(true);
  const otherNames = names.filter((other) => other !== name);
  expect(otherNames.filter((other) => new RegExp(`^ {0,2}${other} `, 'm').test(out))).toEqual([]);
  for (const words of [
    [name, '-h'],
    ['help', name],
    [name, 'opening', '--unknown', '-h'],
    ['-h', name],
  ])
    expect([words, sim(words).out]).toEqual([words, out]);
});

test('an unknown command has no help', () => {
  expect(sim(['nothing', '--help'])).toMatchObject({ status: 2, out: '' });
  expect(sim(['nothing', '--help']).err).toContain('help: nothing is unknown');
});

test('after `--`, the words are arguments', () => {
  expect(sim(['run', '--', '-h'])).toMatchObject({ status: 2, out: '' });
});

test.each([['--version'], ['-V']])('%s', (word) => {
  expect(sim([word])).toMatchObject({ status: 0, out: `Bufferscope ${version}`, err: '' });
});
