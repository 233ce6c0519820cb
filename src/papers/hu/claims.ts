/** Hu & Jan: the sentences about their results (C4.1 to C4.8). */
import type { RunStatistic } from '../../studies/tasks.ts';
import { differenceOf, fallsAlong, figureOf, judgeByChecks, shownFigures, shownGroups } from '../claim-checks.ts';
import { excessOverMinimum, excessSpread, GFR_VCS, shownSmallestExcess, totalMbps, vcMbps } from '../gfr-statistics.ts';
import type { PaperClaim } from '../paper.ts';
import {
  type ComparedPolicy,
  DIFFERENT_ROUND_TRIPS_CASE,
  EQUAL_ROUND_TRIPS_CASE,
  HU_FULL_LINK_CAUSE,
  huCases,
  huPolicies,
  runOfHuFigure,
  weightedFairness,
} from './printed-values.ts';

const dropRateOfRun: RunStatistic = (figures) => figures.dropRate;

const ids = huCases.map(({ id }) => id);
const allCases = [...ids, DIFFERENT_ROUND_TRIPS_CASE];
const halfBufferCases = ['fig7', 'fig9', 'fig11'];
const nearlyFullBufferCases = ['fig8', 'fig10', 'fig12'];
const figure = (id: string, policy: ComparedPolicy, statistic: RunStatistic) =>
  figureOf(runOfHuFigure(id, policy), statistic);
const shownBoth = (label: string, cases: readonly string[], statistic: RunStatistic, digits: number, unit?: string) =>
  shownGroups(
    `${label} with VBS, DFBA`,
    cases.map((id) => ({ name: id, figures: [figure(id, 'vbs', statistic), figure(id, 'dfba', statistic)] })),
    digits,
    unit,
  );
/** VBS above DFBA with the same seeds. */
const vbsOver = (cases: readonly string[], statistic: RunStatistic) =>
  cases.map((id) => differenceOf(figure(id, 'vbs', statistic), figure(id, 'dfba', statistic)));
/** The excesses of all VCs over their minima. */
const excesses = (id: string, policy: ComparedPolicy) => GFR_VCS.map((vc) => figure(id, policy, excessOverMinimum(vc)));
const minimumCheck = (policy: ComparedPolicy) => ({
  figures: allCases.flatMap((id) => excesses(id, policy)),
  evidence: [shownSmallestExcess(allCases.map((id) => ({ name: id, figures: excesses(id, policy) })))],
});

/** DFBA with 85 % guaranteed and with half, for each buffer. */
const dfbaPairs = (statistic: RunStatistic) =>
  nearlyFullBufferCases.map((id, index) => [
    figure(id, 'dfba', statistic),
    figure(halfBufferCases[index], 'dfba', statistic),
  ]);
const guaranteeCheck = (statistic: RunStatistic, digits: number, unit?: string) => ({
  figures: dfbaPairs(statistic).flatMap(fallsAlong),
  evidence: shownGroups(
    'with 85 %, half',
    dfbaPairs(statistic).map((figures) => ({ figures })),
    digits,
    unit,
  ),
});

const decrease = (from: string, to: string, policy: ComparedPolicy, statistic: RunStatistic) =>
  differenceOf(figure(from, policy, statistic), figure(to, policy, statistic));
/** The decrease of a figure from one case to another under DFBA, minus that under VBS. */
const moreUnderDfba = (from: string, to: string, statistic: RunStatistic) =>
  differenceOf(decrease(from, to, 'dfba', statistic), decrease(from, to, 'vbs', statistic));

/** The decreases of the total from each buffer to the next smaller one. */
const bufferStepDecreases = huPolicies.flatMap((policy) =>
  [halfBufferCases, nearlyFullBufferCases].flatMap((cases) =>
    fallsAlong(cases.map((id) => figure(id, policy, totalMbps))),
  ),
);
const largerDecreases = [halfBufferCases, nearlyFullBufferCases].flatMap(([large, ...smaller]) =>
  smaller.map((smallerCase) => moreUnderDfba(large, smallerCase, totalMbps)),
);
const longTripLoss = (policy: ComparedPolicy) =>
  decrease(EQUAL_ROUND_TRIPS_CASE, DIFFERENT_ROUND_TRIPS_CASE, policy, vcMbps(4));

export const huClaims: readonly PaperClaim[] = [
  {
    id: 'C4.1',
    shortName: 'Every VC gets its minimum',
    sentence: 'DFBA and VBS give every VC its minimum in all cases.',
    source: 'section 4.2',
    judge: judgeByChecks({ DFBA: minimumCheck('dfba'), VBS: minimumCheck('vbs') }),
  },
  {
    id: 'C4.2',
    shortName: 'Total higher with VBS',
    instead: 'With both policies, the link is always full, so the totals are equal.',
    sentence:
      'With 25\u202f000 cells, the total is higher with VBS than with DFBA (in the paper, by 6.7 Mb/s with half guaranteed and by 3.7 Mb/s with 85 %).',
    source: 'section 4.2.1, figures 7 and 8',
    cause: HU_FULL_LINK_CAUSE,
    judge: judgeByChecks({
      figures: vbsOver(['fig7', 'fig8'], totalMbps),
      evidence: shownBoth('totals', ['fig7', 'fig8'], totalMbps, 2, 'Mb/s'),
    }),
  },
  {
    id: 'C4.3',
    shortName: 'VBS is fairer than DFBA',
    sentence: 'VBS is fairer than DFBA in every case, and also with different round trips.',
    source: 'section 4.2, figures 7 to 12 and table 1',
    judge: judgeByChecks({
      figures: vbsOver(allCases, weightedFairness),
      evidence: shownBoth('fairness', allCases, weightedFairness, 4),
    }),
  },
  {
    id: 'C4.4',
    shortName: 'DFBA: better with 85\u00a0% guaranteed',
    instead: 'The fairness is higher with 85 % guaranteed. The totals are equal, because the link is always full.',
    sentence: 'With DFBA, the total and the fairness are higher with 85 % guaranteed than with half.',
    source: 'section 4.2.1',
    cause: HU_FULL_LINK_CAUSE,
    judge: judgeByChecks({
      total: guaranteeCheck(totalMbps, 2, 'Mb/s'),
      fairness: guaranteeCheck(weightedFairness, 4),
    }),
  },
  {
    id: 'C4.5',
    shortName: 'Total falls with the buffer',
    instead: 'The link stays full with every buffer, so no total decreases.',
    sentence: 'Totals decrease when the buffer decreases, under both policies and with both guarantees.',
    source: 'section 4.2.1, figures 7 to 12',
    cause: HU_FULL_LINK_CAUSE,
    judge: judgeByChecks({
      figures: bufferStepDecreases,
      evidence: [
        [
          'decrease from 25\u202f000 to 6\u202f000 and from 6\u202f000 to 3\u202f000 cells, with half and with 85 % guaranteed, first DFBA, then VBS: ',
          shownFigures(bufferStepDecreases, 2, { unit: 'Mb/s' }),
        ],
      ],
    }),
  },
  {
    id: 'C4.6',
    shortName: 'Total falls more with DFBA',
    instead: 'The link stays full with both policies, so no total falls.',
    sentence: 'When the buffer becomes smaller, the total falls more with DFBA than with VBS.',
    source: 'section 4.2.1',
    cause: HU_FULL_LINK_CAUSE,
    judge: judgeByChecks({
      figures: largerDecreases,
      evidence: [
        ['falls more by ', shownFigures(largerDecreases, 2, { unit: 'Mb/s' })],
        ...shownBoth('drop rates', ids, dropRateOfRun, 3),
      ],
    }),
  },
  {
    id: 'C4.7',
    shortName: 'Long round trip: DFBA loses more',
    sentence:
      'With a longer round trip, VC 5 loses more throughput under DFBA (in the paper 3.8 Mb/s) than under VBS (1.6 Mb/s).',
    source: 'section 4.2.2, table 1',
    judge: judgeByChecks({
      figures: [longTripLoss('dfba'), moreUnderDfba(EQUAL_ROUND_TRIPS_CASE, DIFFERENT_ROUND_TRIPS_CASE, vcMbps(4))],
      evidence: [
        [
          'loss of VC 5 under DFBA ',
          shownFigures([longTripLoss('dfba')], 2),
          ', under VBS ',
          shownFigures([longTripLoss('vbs')], 2, { unit: 'Mb/s' }),
        ],
      ],
    }),
  },
  {
    id: 'C4.8',
    shortName: 'VBS is nearer to proportion',
    instead:
      'VBS does share more nearly in proportion. Under DFBA with 85 % guaranteed, no order of VC 1 to VC 4 can be seen.',
    sentence:
      'Under DFBA, a VC with a larger guarantee has a smaller ratio of the excess to the guarantee. Under VBS, the shares are closer to the proportions of the guarantees.',
    source: 'section 4.2.1, figures 7 to 12 (a)',
    judge: judgeByChecks({
      DFBA: {
        figures: ids.flatMap((id) => fallsAlong(excesses(id, 'dfba'))),
        evidence: shownGroups(
          'excess as a part of the minimum, VC 1 to 5',
          ids.map((id) => ({ name: id, figures: excesses(id, 'dfba') })),
          2,
        ),
      },
      'VBS closer': {
        figures: ids.map((id) => differenceOf(figure(id, 'dfba', excessSpread), figure(id, 'vbs', excessSpread))),
        evidence: shownBoth('spread', ids, excessSpread, 2),
      },
    }),
  },
];
