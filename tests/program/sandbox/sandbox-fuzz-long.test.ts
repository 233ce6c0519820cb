/**
 * Templates with mistakes at random: each program is refused, stops with a message, or runs; nothing else happens.
 * `PROGRAM_FUZZ=10000 npx vitest run tests/program/sandbox/sandbox-fuzz-long.test.ts` tries more of them.
 */
import { expect, test } from 'vitest';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { ProgramRunError } from '../../../src/program/fault.ts';
import { ProgramError } from '../../../src/program/program-error.ts';
import { programTemplates } from '../../../src/program/templates.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { amount } from '../../amount.ts';
import { compiled, opening } from '../program.ts';

const COUNT = Number(process.env.PROGRAM_FUZZ ?? amount(50, 150));
const SECONDS = 0.4;
/** A program that calls itself slowly on purpose may take this much processor time. */
const LONGEST_MS = 20_000;

const SPICE = [
  ...[
    'for (;;) {}',
    'while (true) queue.push(1);',
    'drop(packet);',
    'mark(packet);',
    'return packet;',
    'throw 1;',
    'null',
  ],
  ...[
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '1e308',
    '0',
    'queue',
    'packet',
    'port',
    'random()',
    'port.now',
    '[]',
    '{}',
    '(',
  ],
  ...[')', '}', '{', ';', '`', "'", '//', 'Array(1e6)', 'globalThis', 'Object.prototype', 'eval', 'wakeAt(port.now)'],
  ...[
    'show("x", 1);',
    'policy({});',
    'queue.length = 0;',
    'queue.reverse();',
    'delete packet.bytes;',
    'new Map()',
    '10n ** 9n',
  ],
];

/** A template after one to four mistakes. */
function mistaken(random: RandomStream): string {
  const template = programTemplates[random.integer(programTemplates.length)]?.source ?? '';
  let tokens: string[] = template.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let left = 1 + random.integer(4); left > 0; left--) {
    const at = random.integer(tokens.length);
    const other = tokens[random.integer(tokens.length)] as string;
    const spice = SPICE[random.integer(SPICE.length)] as string;
    const kind = random.integer(6);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens[at] = other;
    else if (kind === 2) tokens.splice(at, 0, ` ${spice} `);
    else if (kind === 3) tokens[at] = ` ${spice} `;
    else if (kind === 4) tokens.splice(at, 1 + random.integer(12));
    else tokens = [...tokens.slice(0, at), ...tokens.slice(at, at + 20), ...tokens.slice(at)];
  }
  return tokens.join('');
}

/** @returns the result for a program */
function outcome(source: string): 'refused' | 'broke off' | 'ran' {
  try {
    openRunOfPolicy(compiled(source), { scenario: opening, seed: 1 }).advance(SECONDS * 1e9);
    return 'ran';
  } catch (error) {
    if (error instanceof ProgramError) return 'refused';
    if (error instanceof ProgramRunError) return 'broke off';
    throw new Error(`${(error as Error).stack}\n${source}`);
  }
}

test(`${COUNT} programs with mistakes`, { timeout: 7_200_000 }, () => {
  const random = new RandomStream(22, 'fuzz');
  const counts = { refused: 0, 'broke off': 0, ran: 0 };
  let longestMs = 0;
  for (let done = 0; done < COUNT; done++) {
    const source = mistaken(random);
    const began = process.cpuUsage();
    counts[outcome(source)]++;
    const { user, system } = process.cpuUsage(began);
    longestMs = Math.max(longestMs, (user + system) / 1e3);
  }
  if (COUNT > 1000) console.info(counts, { longestMs }, process.memoryUsage());
  expect(longestMs).toBeLessThan(LONGEST_MS);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});
