/** Hu & Jan: figures 7 to 12 and table 1. */

import { required } from '../../shared/required.ts';
import { GFR_VCS, totalMbps, vcMbps } from '../gfr-statistics.ts';
import { ownNullValue } from '../null-models.ts';
import { type DrawnDiagram, groupedColumn, type NullModel, type Paper, type PublishedNumber } from '../paper.ts';
import { huClaims } from './claims.ts';
import {
  type ComparedPolicy,
  DIFFERENT_ROUND_TRIPS_CASE,
  EQUAL_ROUND_TRIPS_CASE,
  FAIR_SHARES_MBPS,
  HU_FULL_LINK_CAUSE,
  HU_LINK_MBPS,
  huCases,
  huPolicies,
  huPolicyNames,
  huTable1,
  runOfHuFigure,
  weightedFairness,
} from './printed-values.ts';

const proportional: NullModel = {
  description: 'a full link, shared in proportion to the guarantees: 10, 20, 30, 40 and 50 Mb/s, fairness 1',
  rationale: 'the aim of both policies, as if they lost no packets',
  predict: ownNullValue,
};
const GUARANTEED_MBPS = { half: [5, 10, 15, 20, 25], most: [8.5, 17, 25.5, 34, 42.5] } as const;

const DFBA_RATES_CAUSE =
  'our links are full, so the VCs together get 13 % more than is printed. The share of each VC in the total is nearly the printed one';
const PEAK_RATE_CAUSE =
  'our links are full, so VBS gives every VC its fair share. VC 5 gets its whole peak rate of 50 Mb/s, also with a longer round trip';

const rateCause = (policy: ComparedPolicy) => (policy === 'dfba' ? DFBA_RATES_CAUSE : PEAK_RATE_CAUSE);

const figureCells: readonly PublishedNumber[] = huCases.flatMap((item) =>
  huPolicies.flatMap((policy): PublishedNumber[] => {
    const [rate, index] = item[policy];
    const commonFields = {
      table: 'figures',
      row: `${item.figure}: ${item.description}`,
      run: runOfHuFigure(item.id, policy),
    };
    return [
      {
        ...commonFields,
        id: `${item.id}/${policy}/total`,
        ...groupedColumn(huPolicyNames[policy], 'total'),
        nullValue: HU_LINK_MBPS,
        printed: rate,
        tolerance: 'gfrDeficit',
        maxValue: HU_LINK_MBPS,
        statistic: totalMbps,
        cause: HU_FULL_LINK_CAUSE,
      },
      {
        ...commonFields,
        id: `${item.id}/${policy}/fairness`,
        ...groupedColumn(huPolicyNames[policy], 'fairness'),
        nullValue: 1,
        printed: index,
        tolerance: 'gfrFairness',
        maxValue: 1,
        statistic: weightedFairness,
        cause: rateCause(policy),
      },
    ];
  }),
);

const tableCells: readonly PublishedNumber[] = huTable1.flatMap((column) => {
  const { trip, name, policy, byVc } = column;
  type CellNotes = Pick<
    PublishedNumber,
    'statistic' | 'tolerance' | 'wholeValue' | 'maxValue' | 'derived' | 'cause' | 'nullValue'
  >;
  const repeats = trip === EQUAL_ROUND_TRIPS_CASE ? { derived: 'figure 9 prints it too' } : {};
  const cell = (row: string, printedValue: number, notes: CellNotes): PublishedNumber => ({
    id: `table1/${policy}/${trip}/${row}`,
    table: '1',
    row,
    ...groupedColumn(huPolicyNames[policy], name),
    printed: printedValue,
    run: runOfHuFigure(trip, policy),
    ...notes,
  });
  return [
    ...byVc.map((rate, vc) =>
      cell(`VC ${vc + 1}`, rate, {
        statistic: vcMbps(vc),
        nullValue: required(FAIR_SHARES_MBPS[vc]),
        tolerance: 'gfrPart',
        wholeValue: HU_LINK_MBPS,
        cause: rateCause(policy),
      }),
    ),
    cell('all', column.total, {
      statistic: totalMbps,
      nullValue: HU_LINK_MBPS,
      tolerance: 'gfrDeficit',
      maxValue: HU_LINK_MBPS,
      ...repeats,
      cause: HU_FULL_LINK_CAUSE,
    }),
    cell('fairness', column.weightedFairness, {
      statistic: weightedFairness,
      nullValue: 1,
      tolerance: 'gfrFairness',
      maxValue: 1,
      ...repeats,
      cause: rateCause(policy),
    }),
  ];
});

const figures: readonly DrawnDiagram[] = [
  ...huCases,
  {
    id: DIFFERENT_ROUND_TRIPS_CASE,
    figure: 'Table 1',
    guaranteedShare: 'half' as const,
    description: 'VC 5 with a longer round trip',
  },
].map(({ id, figure, guaranteedShare, description }) => ({
  kind: 'bars',
  id,
  title: `${figure}: ${description}`,
  xLabel: 'virtual connection',
  yLabel: 'throughput (Mb/s of cells)',
  series: huPolicies.map((policy) => ({
    name: huPolicyNames[policy],
    policy,
    points: GFR_VCS.map((vc) => ({ run: runOfHuFigure(id, policy), x: `VC ${vc + 1}`, y: vcMbps(vc) })),
  })),
  reference: { name: 'guaranteed', values: GUARANTEED_MBPS[guaranteedShare] },
}));

export const huVbs: Paper = {
  id: 'hu-vbs',
  name: 'Hu & Jan',
  title: 'An Efficient FIFO-based Buffer Management Strategy for TCP over GFR',
  authors: 'Shuo-Cheng Hu and Sen-Ren Jan',
  citedAuthors: 'S.-C. Hu, S.-R. Jan',
  question:
    'Does a queue with virtual weighted round robin keep the guarantees, share more fairly than DFBA, and lose less?',
  setUp:
    'Five VCs share one switch of 150 Mb/s. Each VC has ten greedy NewReno TCP connections. Frames above the minimum are tagged, and each VC is limited to 50 Mb/s. Half or 85 % of the link is guaranteed; the buffer has 25\u202f000, 6\u202f000 or 3\u202f000 cells. In one case VC 5 has a longer round trip.',
  terms: {
    GFR: 'guaranteed frame rate: an ATM service that guarantees each VC a minimum rate for whole frames',
    VC: 'virtual connection of ATM. Five share the link, VC 1 with the lowest minimum, VC 5 with the highest',
    DFBA: 'differential fair buffer allocation: the policy of Goyal et al.',
    VBS: 'the policy of this paper: it decides by the cells that a VC would hold under weighted round robin',
    Total: 'the throughput of all VCs together',
    Fairness: 'an index of the shares of the VCs; 1 is the fairest',
  },
  readings: [
    {
      what: 'Throughput counts all 53 bytes of a cell',
      basis: 'inferred',
      why: 'totals of up to 149.702 Mb/s are printed on links of 150 Mb/s',
    },
    {
      what: 'Round trips are 40 slots, and 220 slots for VC 5 in table 1. Peak rates are 50 Mb/s. F-GCRA tags the traffic above the minimum',
      basis: 'printed',
      why: 'section 4.1 gives these values',
      against: 'with round trips of 0.11 ms, fifty greedy connections keep our links full under both policies',
    },
    {
      what: 'DFBA drops tagged frames above L = 1\u202f250 cells for every buffer size; H is nine tenths of the buffer',
      basis: 'inferred',
      why: 'the paper takes L and H from its reference [7], and this reference does not print them. The printed fairness of DFBA hardly depends on the buffer (.9616, .9610, .9493 and .9946, .9938, .9903). If L were a fraction of the buffer, the fairness would depend on the buffer. Also, in table 1 (6\u202f000 cells) VC 5 gets less with a round trip that is 180 slots longer. This lower throughput implies a queue of 1\u202f100 to 1\u202f600 slots, and tags keep the queue near L',
      against:
        'the value 1\u202f250 lies between those bounds, but it is not printed. The authors of DFBA use half of the buffer in later papers',
    },
    {
      what: 'NewReno without limited transmit',
      basis: 'inferred',
      why: 'the paper only says that TCP is NewReno. Its references date from 1999 and earlier. RFC 3042 defines limited transmit, and it is from 2001',
    },
    {
      what: 'Timeouts of at least 1 s, measured in steps of 100 ms',
      basis: 'inferred',
      why: 'the paper does not print them; RFC 2988 (November 2000), and the TCP of BSD before it, had this minimum timeout',
      against:
        'this value does not reproduce the totals of DFBA either. With at least 200 ms, the fairness of DFBA is lower by .01 (docs/GFR.md)',
    },
    {
      what: 'Bursts of 24 cells are not tagged',
      basis: 'inferred',
      why: 'no value is printed. 24 cells are two segments, the minimum that F-GCRA allows',
      against: 'larger bursts raise the fairness of DFBA with 85 % guaranteed (docs/GFR.md)',
    },
    {
      what: 'The state machine of VBS is corrected: a VC leaves state 3 when it has reached its share, not before',
      basis: 'inferred',
      why: 'as printed, a VC below its share would immediately leave the state that favours it. Both readings give the same figures (docs/GFR.md)',
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
      title: 'Round trips, half guaranteed, 6\u202f000 cells',
      unit: 'Mb/s; fairness without unit',
      source: 'Table 1',
      digits: 3,
      note: 'Total and fairness with equal round trips are the same as in figure 9, and are counted there.',
      nullModel: proportional,
    },
  ],
  cells: [...figureCells, ...tableCells],
  diagrams: figures,
  claims: huClaims,
  answer: {
    text: 'Yes: every VC gets its minimum under both policies, and VBS shares more fairly than DFBA in all seven cases. But our links are always full, so the printed totals differ from ours.',
    holding: ['C4.1', 'C4.3'],
    failing: [],
  },
  mainCause: 'Our links are always full; in the paper they are not. We do not know why.',
  experiments: [],
  simulationAmounts: {
    quick: { seedCount: 3, settings: () => ({ 'run.durationSeconds': 5, 'run.warmupSeconds': 1.5 }) },
    full: { seedCount: 10 },
  },
};
