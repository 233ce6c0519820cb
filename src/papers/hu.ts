/** Hu & Jan: figures 7 to 12, table 1 and the sentences about them (C4.1 to C4.8). */
import { jainIndex } from '../engine/metrics/fairness.ts';
import type { Run, Statistic } from '../studies/tasks.ts';
import { above, differenceOfDifferences, list, means, parted, steps } from './decide.ts';
import { excess, spread, totalMbps, VCS, vcMbps } from './gfr.ts';
import type { Claim, DrawnFigure, NullModel, Paper, PublishedCell } from './paper.ts';
import type { Results } from './results.ts';

const policies = ['dfba', 'vbs'] as const;
type Policy = (typeof policies)[number];
const NAMES: Readonly<Record<Policy, string>> = { dfba: 'DFBA', vbs: 'VBS' };

type Pair = readonly [total: number, fairness: number];
interface Case extends Readonly<Record<Policy, Pair>> {
  readonly id: string;
  readonly figure: string;
  readonly what: string;
}

/** Total throughput, Mb/s at the cell rate, and the fairness index. */
export const huCases: readonly Case[] = [
  {
    id: 'fig7',
    figure: 'Figure 7',
    what: 'half guaranteed, 25,000 cells',
    dfba: [141.553, 0.961566],
    vbs: [148.29, 0.99149],
  },
  {
    id: 'fig8',
    figure: 'Figure 8',
    what: '85 % guaranteed, 25,000 cells',
    dfba: [146.04, 0.994637],
    vbs: [149.702, 0.999029],
  },
  {
    id: 'fig9',
    figure: 'Figure 9',
    what: 'half guaranteed, 6,000 cells',
    dfba: [132.83, 0.961005],
    vbs: [144.567, 0.991321],
  },
  {
    id: 'fig10',
    figure: 'Figure 10',
    what: '85 % guaranteed, 6,000 cells',
    dfba: [143.149, 0.993828],
    vbs: [148.636, 0.997768],
  },
  {
    id: 'fig11',
    figure: 'Figure 11',
    what: 'half guaranteed, 3,000 cells',
    dfba: [132.771, 0.949308],
    vbs: [142.945, 0.99049],
  },
  {
    id: 'fig12',
    figure: 'Figure 12',
    what: '85 % guaranteed, 3,000 cells',
    dfba: [142.882, 0.990279],
    vbs: [147.65, 0.996866],
  },
];

interface Column {
  readonly trip: string;
  readonly name: string;
  readonly policy: Policy;
  /** Mb/s by VC, in all, and the fairness index. */
  readonly byVc: readonly number[];
  readonly total: number;
  readonly fairness: number;
}

/** Equal round trips are the case of figure 9. */
const EQUAL = 'fig9';
const DIFFERENT = 'rtt-different';

/** Table 1: half guaranteed, 6,000 cells. */
export const huTable1: readonly Column[] = [
  {
    trip: EQUAL,
    name: 'equal round trips',
    policy: 'dfba',
    byVc: [12.993, 21.721, 27.565, 32.96, 37.591],
    total: 132.83,
    fairness: 0.961005,
  },
  {
    trip: DIFFERENT,
    name: 'VC 5 longer',
    policy: 'dfba',
    byVc: [13.12, 22.631, 29.138, 34.159, 33.81],
    total: 132.858,
    fairness: 0.953029,
  },
  {
    trip: EQUAL,
    name: 'equal round trips',
    policy: 'vbs',
    byVc: [11.114, 21.779, 30.94, 37.92, 42.814],
    total: 144.567,
    fairness: 0.991321,
  },
  {
    trip: DIFFERENT,
    name: 'VC 5 longer',
    policy: 'vbs',
    byVc: [11.627, 22.359, 31.27, 38.117, 41.172],
    total: 144.545,
    fairness: 0.986047,
  },
];

/** What the guarantees' proportion gives each VC of 150 Mb/s: f_i of the fairness index. */
const FAIR_MBPS = [10, 20, 30, 40, 50] as const;
const LINK_MBPS = 150;

const proportional: NullModel = {
  what: 'a full link, shared in proportion to the guarantees: 10, 20, 30, 40 and 50 Mb/s, fairness 1',
  why: 'what both policies aim at, as if nothing were lost by them',
  says: ({ row, column }) => {
    if (row === 'fairness' || column.endsWith('fairness')) return 1;
    return row.startsWith('VC') ? (FAIR_MBPS[Number(row.slice(3)) - 1] as number) : LINK_MBPS;
  },
};
const GUARANTEED = { half: [5, 10, 15, 20, 25], most: [8.5, 17, 25.5, 34, 42.5] } as const;

/** The index of section 4.2: 1 when every VC has the same part of its fair share. */
export function jain(byVc: readonly number[]): number {
  return jainIndex(byVc.map((rate, vc) => rate / (FAIR_MBPS[vc] as number)));
}

const runOf = (id: string, policy: Policy): Run => ({ preset: `hu-${id}`, policy });
const fairness: Statistic = ({ classes }) => jain(classes.map(({ throughputBps }) => throughputBps / 1e6));
const dropRate: Statistic = (figures) => figures.dropRate;

const FULL_LINK =
  'not known. Our links are always full. No timer, window, start or peak rate that was tried lets them rest on the printed round trips, and longer round trips contradict what VC 5 loses by its own in table 1 (docs/GFR.md). A clue: what is printed as used of the rate that is not guaranteed hangs on the policy and the buffer, hardly on the guarantees (6,000 cells: DFBA .77 and .70, VBS .93 and .94)';
const DFBA_RATES =
  'our links are full, so that VCs together get 13 % more than is printed; of the total each gets nearly the part that is printed';
const PEAK =
  'with a full link VBS gives every VC its fair share, VC 5 all of its peak rate of 50 Mb/s, whatever its round trip';

const rateCause = (policy: Policy) => (policy === 'dfba' ? DFBA_RATES : PEAK);

const figureCells: readonly PublishedCell[] = huCases.flatMap((item) =>
  policies.flatMap((policy): PublishedCell[] => {
    const [rate, index] = item[policy];
    const common = { table: 'figures', row: `${item.figure}: ${item.what}`, run: runOf(item.id, policy) };
    return [
      {
        ...common,
        id: `${item.id}/${policy}/total`,
        column: `${NAMES[policy]}, total`,
        printed: rate,
        tolerance: 'gfrDeficit',
        most: LINK_MBPS,
        of: totalMbps,
        cause: FULL_LINK,
      },
      {
        ...common,
        id: `${item.id}/${policy}/fairness`,
        column: `${NAMES[policy]}, fairness`,
        printed: index,
        tolerance: 'gfrFairness',
        most: 1,
        of: fairness,
        cause: rateCause(policy),
      },
    ];
  }),
);

const tableCells: readonly PublishedCell[] = huTable1.flatMap((column) => {
  const { trip, name, policy, byVc } = column;
  type More = Pick<PublishedCell, 'of' | 'tolerance' | 'whole' | 'most' | 'derived' | 'cause'>;
  const repeats = trip === EQUAL ? { derived: 'figure 9 prints it too' } : {};
  const cell = (row: string, printed: number, more: More): PublishedCell => ({
    id: `table1/${policy}/${trip}/${row}`,
    table: '1',
    row,
    column: `${NAMES[policy]}, ${name}`,
    printed,
    run: runOf(trip, policy),
    ...more,
  });
  return [
    ...byVc.map((rate, vc) =>
      cell(`VC ${vc + 1}`, rate, {
        of: vcMbps(vc),
        tolerance: 'gfrPart',
        whole: LINK_MBPS,
        cause: rateCause(policy),
      }),
    ),
    cell('all', column.total, {
      of: totalMbps,
      tolerance: 'gfrDeficit',
      most: LINK_MBPS,
      ...repeats,
      cause: FULL_LINK,
    }),
    cell('fairness', column.fairness, {
      of: fairness,
      tolerance: 'gfrFairness',
      most: 1,
      ...repeats,
      cause: rateCause(policy),
    }),
  ];
});

const figures: readonly DrawnFigure[] = [
  ...huCases,
  { id: DIFFERENT, figure: 'Table 1', what: 'VC 5 with a longer round trip' },
].map(({ id, figure, what }) => ({
  kind: 'bars',
  id,
  title: `${figure}: ${what}`,
  xLabel: 'virtual connection',
  yLabel: 'throughput (Mb/s of cells)',
  series: policies.map((policy) => ({
    name: NAMES[policy],
    policy,
    points: VCS.map((vc) => ({ run: runOf(id, policy), x: `VC ${vc + 1}`, y: vcMbps(vc) })),
  })),
  reference: { name: 'guaranteed', values: GUARANTEED[what.startsWith('85') ? 'most' : 'half'] },
}));

const ids = huCases.map(({ id }) => id);
const halves = ['fig7', 'fig9', 'fig11'];
const mosts = ['fig8', 'fig10', 'fig12'];
const mean = (results: Results, id: string, policy: Policy, of: Statistic) =>
  results.figure(runOf(id, policy), of).mean;
const both = (results: Results, cases: readonly string[], of: Statistic, digits: number) =>
  cases
    .map((id) => `${id} ${list(policies.map((policy) => mean(results, id, policy, of)).reverse(), digits)}`)
    .join('; ');
/** VBS above DFBA in the same seeds. */
const vbsOver = (results: Results, cases: readonly string[], of: Statistic) =>
  cases.map((id) => results.difference(runOf(id, 'vbs'), runOf(id, 'dfba'), of));
/** By how much the total falls from each buffer to the next smaller one. */
const falls = (results: Results, cases: readonly string[], policy: Policy) =>
  steps(cases).map(([large, small]) => results.difference(runOf(large, policy), runOf(small, policy), totalMbps));

/** By how much more a figure falls from one case to another under DFBA than under VBS. */
const moreUnderDfba = (results: Results, from: string, to: string, of: Statistic) =>
  results.over(
    policies.flatMap((policy) => [from, to].map((id) => ({ run: runOf(id, policy), of }))),
    differenceOfDifferences,
  );

const claims: readonly Claim[] = [
  {
    id: 'C4.1',
    sentence: 'Both give every VC its minimum, in all cases.',
    source: 'section 4.2',
    decide: (results) => {
      const cases = [...ids, DIFFERENT];
      const least = (policy: Policy) =>
        cases.map(
          (id) => `${id} ${(100 * Math.min(...VCS.map((vc) => mean(results, id, policy, excess(vc))))).toFixed(0)} %`,
        );
      const all = (policy: Policy) =>
        cases.flatMap((id) => VCS.map((vc) => results.figure(runOf(id, policy), excess(vc))));
      return parted({
        DFBA: above(all('dfba'), `least excess ${least('dfba').join(', ')}`),
        VBS: above(all('vbs'), `least excess ${least('vbs').join(', ')}`),
      });
    },
  },
  {
    id: 'C4.2',
    sentence:
      'VBS delivers more in all than DFBA with 25,000 cells (as printed by 6.7 Mb/s with half guaranteed, by 3.7 with 85 %).',
    source: 'section 4.2.1, figures 7 and 8',
    cause: FULL_LINK,
    decide: (results) =>
      above(
        vbsOver(results, ['fig7', 'fig8'], totalMbps),
        `VBS, DFBA: ${both(results, ['fig7', 'fig8'], totalMbps, 2)} Mb/s`,
      ),
  },
  {
    id: 'C4.3',
    sentence: 'VBS is fairer than DFBA in every case, also with different round trips.',
    source: 'section 4.2, figures 7 to 12 and table 1',
    decide: (results) => {
      const cases = [...ids, DIFFERENT];
      return above(vbsOver(results, cases, fairness), `VBS, DFBA: ${both(results, cases, fairness, 4)}`);
    },
  },
  {
    id: 'C4.4',
    sentence: 'DFBA does better with 85 % guaranteed than with half, in total and in fairness.',
    source: 'section 4.2.1',
    cause: FULL_LINK,
    decide: (results) => {
      const gains = (of: Statistic) =>
        mosts.map((id, at) => results.difference(runOf(id, 'dfba'), runOf(halves[at] as string, 'dfba'), of));
      const shown = (of: Statistic, digits: number) =>
        mosts
          .map((id, at) =>
            list([mean(results, id, 'dfba', of), mean(results, halves[at] as string, 'dfba', of)], digits),
          )
          .join('; ');
      return parted({
        total: above(gains(totalMbps), `85 %, half: ${shown(totalMbps, 2)} Mb/s`),
        fairness: above(gains(fairness), `85 %, half: ${shown(fairness, 4)}`),
      });
    },
  },
  {
    id: 'C4.5',
    sentence: 'Totals fall with the buffer, under both and with either guarantee.',
    source: 'section 4.2.1, figures 7 to 12',
    cause: FULL_LINK,
    decide: (results) => {
      const all = policies.flatMap((policy) => [halves, mosts].flatMap((cases) => falls(results, cases, policy)));
      return above(all, `25,000 cells less 6,000, 6,000 less 3,000, DFBA and VBS: ${list(means(all), 2)} Mb/s`);
    },
  },
  {
    id: 'C4.6',
    sentence: 'A smaller buffer costs DFBA more of its total than VBS.',
    source: 'section 4.2.1',
    cause: FULL_LINK,
    decide: (results) => {
      const more = [halves, mosts].flatMap(([large, ...smaller]) =>
        smaller.map((small) => moreUnderDfba(results, large as string, small, totalMbps)),
      );
      return above(
        more,
        `by ${list(means(more), 2)} Mb/s; cells dropped, VBS, DFBA: ${both(results, ids, dropRate, 3)}`,
      );
    },
  },
  {
    id: 'C4.7',
    sentence: 'By its longer round trip VC 5 loses more under DFBA (3.8 Mb/s as printed) than under VBS (1.6).',
    source: 'section 4.2.2, table 1',
    decide: (results) => {
      const [dfba, vbs] = policies.map((policy) =>
        results.difference(runOf(EQUAL, policy), runOf(DIFFERENT, policy), vcMbps(4)),
      );
      if (dfba === undefined || vbs === undefined) throw new Error('both policies are compared');
      const more = moreUnderDfba(results, EQUAL, DIFFERENT, vcMbps(4));
      return above([dfba, more], `DFBA ${dfba.mean.toFixed(2)}, VBS ${vbs.mean.toFixed(2)} Mb/s`);
    },
  },
  {
    id: 'C4.8',
    sentence:
      'Under DFBA the larger the guarantee, the less a VC has over it, as a part of it; VBS is closer to their proportion.',
    source: 'section 4.2.1, figures 7 to 12 (a)',
    decide: (results) => {
      const lower = ids.flatMap((id) =>
        steps(VCS).map(([vc, next]) =>
          results.difference(runOf(id, 'dfba'), runOf(id, 'dfba'), excess(vc), excess(next)),
        ),
      );
      const closer = ids.map((id) => results.difference(runOf(id, 'dfba'), runOf(id, 'vbs'), spread));
      return parted({
        DFBA: above(
          lower,
          `excess as a part of the minimum, VC 1 to 5: ${ids
            .map(
              (id) =>
                `${id} ${list(
                  VCS.map((vc) => mean(results, id, 'dfba', excess(vc))),
                  2,
                )}`,
            )
            .join('; ')}`,
        ),
        'VBS closer': above(closer, `spread, VBS, DFBA: ${both(results, ids, spread, 2)}`),
      });
    },
  },
];

export const huVbs: Paper = {
  id: 'hu-vbs',
  title: 'An Efficient FIFO-based Buffer Management Strategy for TCP over GFR',
  authors: 'Shuo-Cheng Hu and Sen-Ren Jan',
  citation: 'S.-C. Hu, S.-R. Jan, An Efficient FIFO-based Buffer Management Strategy for TCP over GFR',
  question: 'Does a queue that imagines weighted round robin guarantee and share more fairly than DFBA, and lose less?',
  setUp:
    'Five VCs of ten greedy NewReno TCP connections each, tagged above their minimum and held to 50 Mb/s, before one switch of 150 Mb/s: half or 85 % of the link guaranteed, 25,000, 6,000 or 3,000 cells, and once a longer round trip for VC 5.',
  readings: [
    {
      what: 'Throughput counts all 53 bytes of a cell',
      basis: 'inferred',
      why: 'totals of up to 149.702 Mb/s are printed on links of 150 Mb/s',
    },
    {
      what: 'Round trips of 40 slots, 220 for VC 5 in table 1; peak rates of 50 Mb/s; F-GCRA tags what is above the minimum',
      basis: 'printed',
      why: 'section 4.1',
      against:
        'with round trips of 0.11 ms fifty greedy connections leave nothing of our links unused, under either policy',
    },
    {
      what: 'DFBA drops tagged frames from L = 1,250 cells on, whatever the buffer; H is nine tenths of the buffer',
      basis: 'inferred',
      why: 'the paper takes both from its source [7], which does not print them. The printed fairness of DFBA hardly depends on the buffer (.9616, .9610, .9493 and .9946, .9938, .9903), as it would if L were a part of it; and what VC 5 loses by 180 slots more of round trip asks for a queue of 1,100 to 1,600 slots with 6,000 cells, which tags keep near L',
      against:
        'the value lies between those bounds and is not printed anywhere; the authors of DFBA take half of the buffer in later papers',
    },
    {
      what: 'NewReno without limited transmit',
      basis: 'inferred',
      why: 'the paper says NewReno and no more; what it cites is of 1999 and before, RFC 3042, which defines limited transmit, of 2001',
    },
    {
      what: 'Timeouts of at least 1 s, measured in steps of 100 ms',
      basis: 'inferred',
      why: 'the paper does not print them; RFC 2988, of November 2000, and TCP of BSD before it had this least timeout',
      against:
        'the totals of DFBA do not come out with it either; with at least 200 ms its fairness is lower by .01 (docs/GFR.md)',
    },
    {
      what: 'Bursts of 24 cells are not tagged',
      basis: 'inferred',
      why: 'nothing is printed. 24 cells are two segments, the least that F-GCRA allows for',
      against: 'larger bursts raise the fairness of DFBA with 85 % guaranteed (docs/GFR.md)',
    },
    {
      what: 'The state machine of VBS is mended: a VC leaves state 3 when it has reached its share, not before',
      basis: 'inferred',
      why: 'as printed, a VC that is below its share would leave at once the state that favours it. Both readings give the same figures (docs/GFR.md)',
    },
  ],
  tables: [
    {
      id: 'figures',
      title: 'Total throughput and fairness',
      unit: 'Mb/s; fairness without unit',
      source: 'Figures 7 (b) to 12 (b)',
      digits: 3,
      nullModel: proportional,
    },
    {
      id: '1',
      title: 'Round trips, half guaranteed, 6,000 cells',
      unit: 'Mb/s; fairness without unit',
      source: 'Table 1',
      digits: 3,
      note: 'Total and fairness with equal round trips are those of figure 9: they are counted there.',
      nullModel: proportional,
    },
  ],
  cells: [...figureCells, ...tableCells],
  figures,
  claims,
  experiments: [],
  extent: {
    quick: { seeds: 3, settings: () => ({ 'run.durationSeconds': 5, 'run.warmupSeconds': 1.5 }) },
    full: { seeds: 10 },
  },
};
