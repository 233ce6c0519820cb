/** Hu & Jan: the printed values of figures 7 to 12 and table 1, and the runs that measure them again. */
import { jainIndex } from '../../engine/figures/fairness.ts';
import { required } from '../../shared/required.ts';
import type { RunStatistic, StudyRun } from '../../studies/tasks.ts';

export const huPolicies = ['dfba', 'vbs'] as const;
export type ComparedPolicy = (typeof huPolicies)[number];
export const huPolicyNames: Readonly<Record<ComparedPolicy, string>> = { dfba: 'DFBA', vbs: 'VBS' };

export type PrintedPair = readonly [total: number, fairness: number];
export interface PrintedCase extends Readonly<Record<ComparedPolicy, PrintedPair>> {
  readonly id: string;
  readonly figure: string;
  /** Half of the link, or 85 % of it. */
  readonly guaranteedShare: 'half' | 'most';
  readonly description: string;
}

/** Total throughput, Mb/s at the cell rate, and the fairness index of both policies. */
function printedCase(
  figureNumber: number,
  guaranteedShare: PrintedCase['guaranteedShare'],
  cells: string,
  pairs: Readonly<Record<ComparedPolicy, PrintedPair>>,
): PrintedCase {
  return {
    id: `fig${figureNumber}`,
    figure: `Figure ${figureNumber}`,
    guaranteedShare,
    description: `${guaranteedShare === 'half' ? 'half' : '85 %'} guaranteed, ${cells} cells`,
    ...pairs,
  };
}

export const huCases: readonly PrintedCase[] = [
  printedCase(7, 'half', '25\u202f000', { dfba: [141.553, 0.961566], vbs: [148.29, 0.99149] }),
  printedCase(8, 'most', '25\u202f000', { dfba: [146.04, 0.994637], vbs: [149.702, 0.999029] }),
  printedCase(9, 'half', '6\u202f000', { dfba: [132.83, 0.961005], vbs: [144.567, 0.991321] }),
  printedCase(10, 'most', '6\u202f000', { dfba: [143.149, 0.993828], vbs: [148.636, 0.997768] }),
  printedCase(11, 'half', '3\u202f000', { dfba: [132.771, 0.949308], vbs: [142.945, 0.99049] }),
  printedCase(12, 'most', '3\u202f000', { dfba: [142.882, 0.990279], vbs: [147.65, 0.996866] }),
];

export interface PrintedColumn {
  readonly trip: string;
  readonly name: string;
  readonly policy: ComparedPolicy;
  /** Mb/s by VC, in all, and the fairness index. */
  readonly byVc: readonly number[];
  readonly total: number;
  readonly weightedFairness: number;
}

/** Equal round trips are the case of figure 9. */
export const EQUAL_ROUND_TRIPS_CASE = 'fig9';
export const DIFFERENT_ROUND_TRIPS_CASE = 'rtt-different';

/** Table 1: half guaranteed, 6,000 cells. */
export const huTable1: readonly PrintedColumn[] = [
  {
    trip: EQUAL_ROUND_TRIPS_CASE,
    name: 'equal round trips',
    policy: 'dfba',
    byVc: [12.993, 21.721, 27.565, 32.96, 37.591],
    total: 132.83,
    weightedFairness: 0.961005,
  },
  {
    trip: DIFFERENT_ROUND_TRIPS_CASE,
    name: 'VC 5 longer',
    policy: 'dfba',
    byVc: [13.12, 22.631, 29.138, 34.159, 33.81],
    total: 132.858,
    weightedFairness: 0.953029,
  },
  {
    trip: EQUAL_ROUND_TRIPS_CASE,
    name: 'equal round trips',
    policy: 'vbs',
    byVc: [11.114, 21.779, 30.94, 37.92, 42.814],
    total: 144.567,
    weightedFairness: 0.991321,
  },
  {
    trip: DIFFERENT_ROUND_TRIPS_CASE,
    name: 'VC 5 longer',
    policy: 'vbs',
    byVc: [11.627, 22.359, 31.27, 38.117, 41.172],
    total: 144.545,
    weightedFairness: 0.986047,
  },
];

/** Share of each VC in 150 Mb/s in proportion to the guarantees: f_i of the fairness index. */
export const FAIR_SHARES_MBPS = [10, 20, 30, 40, 50] as const;
export const HU_LINK_MBPS = 150;

/** The index of section 4.2: 1 when every VC has the same part of its fair share. */
export function weightedJainIndex(byVc: readonly number[]): number {
  return jainIndex(byVc.map((rate, vc) => rate / required(FAIR_SHARES_MBPS[vc])));
}

/** The run of one figure under a policy. */
export const runOfHuFigure = (id: string, policy: ComparedPolicy): StudyRun => ({ preset: `hu-${id}`, policy });
/** The weighted fairness index of the throughputs of a run. */
export const weightedFairness: RunStatistic = ({ classes }) =>
  weightedJainIndex(classes.map(({ throughputBps }) => throughputBps / 1e6));

export const HU_FULL_LINK_CAUSE =
  'not known. Our links are always full. We tried other timers, windows, start times and peak rates. With the printed round trips, the links stayed full in all of them. Longer round trips contradict the loss of VC 5 in table 1 (docs/GFR.md). One clue: in the paper, the links use a part of the capacity that is not guaranteed. This part depends on the policy and the buffer, but hardly on the guarantees (6\u202f000 cells, with half and with 85 % guaranteed: .77 and .70 for DFBA, .93 and .94 for VBS)';
