/** Zhao & Reddy's cells against ns-2.35: those that are quick to run. `npm run validate` runs them all. */
import { expect, test } from 'vitest';
import { chosen } from '../amount.ts';
import { compare, failures, measure, ns2Zhao, zhaoScenario } from './cells.ts';

const quick = ns2Zhao.filter(
  ({ preset, timing }) =>
    timing === undefined && (/^zhao-5mb-.*-stf30$/.test(preset) || preset === 'zhao-35mb-1bwdp-stf30'),
);

/** The other rates differ only in the number of flows. */
const cells = chosen(quick, ({ preset }) => /-5mb-(third|1)bwdp/.test(preset));

test.each(cells.map((cell) => [cell.preset, cell.policy, cell] as const))('%s, %s: as ns-2', (preset, policy, cell) => {
  const ours = measure(zhaoScenario(cell), policy, preset.includes('-5mb-') ? 3 : 2);
  expect(failures(compare(ours, cell, policy, preset.includes('third')))).toEqual([]);
});
