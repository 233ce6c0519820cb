/** Hu & Jan: figures 7 to 12 and table 1. */
import { totalMbps, VCS, vcMbps } from '../gfr.ts';
import type { DrawnFigure, NullModel, Paper, PublishedCell } from '../paper.ts';
import { huClaims } from './claims.ts';
import {
  DIFFERENT,
  EQUAL,
  FAIR_MBPS,
  FULL_LINK,
  fairness,
  huCases,
  huTable1,
  LINK_MBPS,
  NAMES,
  type Policy,
  policies,
  runOf,
} from './printed.ts';

const proportional: NullModel = {
  what: 'a full link, shared in proportion to the guarantees: 10, 20, 30, 40 and 50 Mb/s, fairness 1',
  why: 'what both policies aim at, as if nothing were lost by them',
  says: ({ row, column }) => {
    if (row === 'fairness' || column.endsWith('fairness')) return 1;
    return row.startsWith('VC') ? (FAIR_MBPS[Number(row.slice(3)) - 1] as number) : LINK_MBPS;
  },
};
const GUARANTEED = { half: [5, 10, 15, 20, 25], most: [8.5, 17, 25.5, 34, 42.5] } as const;

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
  claims: huClaims,
  experiments: [],
  extent: {
    quick: { seeds: 3, settings: () => ({ 'run.durationSeconds': 5, 'run.warmupSeconds': 1.5 }) },
    full: { seeds: 10 },
  },
};
