/** Greedy flows in the loop, beside Linux's: a few rows. `npm run validate` compares all, and writes docs/LINUX.md. */
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { compareLoop, type KernelRun, kernelRuns, LOOP_FIGURES, nameOf } from './linux-loop.ts';

const runOf = (name: string) => kernelRuns.find((run) => nameOf(run) === name) as KernelRun;

// Over PIE, slow start fills a long queue: a timeout that fires within it costs 3,000 packets.
test.each([
  ['reno 1 pie', 'ours'],
  ['cubic 1 codel', 'linux'],
] as const)('%s, %s: as Linux', (name, rules) => {
  const compared = compareLoop(runOf(name), rules, amount(1, 3));
  expect(LOOP_FIGURES.filter((figure) => !compared[figure].isInside)).toEqual([]);
});
