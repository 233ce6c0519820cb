/** Lines that a program of a student prints: a command shows the first ones, and says how many more there are. */
import { expect, test } from 'vitest';
import { templateOf } from '../../program/program.ts';
import { sim, simAny } from '../harness.ts';

const files = {
  'loud.js': templateOf('droptail').replace(/function enqueue\(.*?\{/, "$&\n  console.log('in');"),
};
const line = ['run', 'opening', '--duration', '3', '--policy-file', 'loud.js'];

test('a command that succeeds says how many lines it left out, also as the program calls it', async () => {
  for (const { status, err } of [sim(line, files), await simAny(line, files), await simAny(line, files)]) {
    expect([status, err.split('\n').filter((text) => text.endsWith(' s: in')).length]).toEqual([0, 100]);
    expect(err).toMatch(/\.\.\. and \d+ more lines of the program, which are not shown$/);
  }
});
