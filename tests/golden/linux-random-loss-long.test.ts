/**
 * Flows over lossy and reordering links, beside Linux's: a few rows. `npm run validate` compares all, and writes
 * docs/RECOVERY.md.
 */
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { compareLoss, type LossRun, lossRuns, nameOfLoss } from './linux-random-loss.ts';

const runOf = (name: string) => lossRuns.find((run) => nameOfLoss(run) === name) as LossRun;

test.each([
  ['cubic loss2 rack', 'linux'],
  // Each late packet would cut the window without the number of duplicate ACKs that rises.
  ['reno reorder newreno', 'ours'],
] as const)('%s, %s: as Linux', (name, rules) => {
  const compared = compareLoss(runOf(name), rules, amount(2, 3));
  expect([compared.isInside, compared.areTimeoutsInside]).toEqual([true, true]);
});
