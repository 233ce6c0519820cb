/**
 * The measurements of both papers on Guaranteed Frame Rate: the throughputs of five VCs, and the part above their
 * minimum.
 */
import type { RunStatistic } from '../studies/tasks.ts';
import { shownFigures } from './claim-checks.ts';
import type { ClaimFigure } from './task-results.ts';

export const GFR_VCS = [0, 1, 2, 3, 4] as const;

/** The sum; 0 without values. */
export const sumOfValues = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Mb/s, counted as in its paper. */
export const vcMbps =
  (vc: number): RunStatistic =>
  ({ classes }) =>
    (classes[vc]?.throughputBps ?? Number.NaN) / 1e6;

/** Throughput of all classes together, Mb/s. */
export const totalMbps: RunStatistic = ({ classes }) =>
  sumOfValues(classes.map(({ throughputBps }) => throughputBps)) / 1e6;

/** The excess of a VC over its minimum, as a part of the minimum. */
export const excessOverMinimum =
  (vc: number): RunStatistic =>
  ({ classes }) =>
    (classes[vc]?.throughputBps ?? Number.NaN) / (classes[vc]?.mcrBps ?? Number.NaN) - 1;

/** Spread of the excess over the VCs: 0 if it is shared in proportion to the minima. */
export const excessSpread: RunStatistic = (figures) => {
  const values = GFR_VCS.map((vc) => excessOverMinimum(vc)(figures));
  return Math.max(...values) - Math.min(...values);
};

/** "smallest excess of a VC over its minimum: R1 66 %, R2 0 %", from the excesses of all VCs. */
export const shownSmallestExcess = (
  cases: readonly { readonly name: string; readonly figures: readonly ClaimFigure[] }[],
) => [
  'smallest excess of a VC over its minimum: ',
  ...cases.flatMap(({ name, figures }, index) => [
    `${index === 0 ? '' : ', '}${name} `,
    shownFigures(figures, 0, { unit: '%', numbersOf: (means) => [100 * Math.min(...means)] }),
  ]),
];
