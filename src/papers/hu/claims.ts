/** Hu & Jan: the sentences about their results (C4.1 to C4.8). */
import type { RunStatistic } from '../../studies/tasks.ts';
import { excessOverMinimum, excessSpread, GFR_VCS, totalMbps, vcMbps } from '../gfr-statistics.ts';
import {
  combineNamedParts,
  differenceOfDifferences,
  formatFixedNumbers,
  judgeAboveZero,
  meansOfFigures,
  neighbourPairs,
} from '../judge-claim.ts';
import type { PaperClaim } from '../paper.ts';
import type { TaskResults } from '../task-results.ts';
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

const dropRate: RunStatistic = (figures) => figures.dropRate;

const ids = huCases.map(({ id }) => id);
const halfBufferCases = ['fig7', 'fig9', 'fig11'];
const nearlyFullBufferCases = ['fig8', 'fig10', 'fig12'];
const mean = (results: TaskResults, id: string, policy: ComparedPolicy, statistic: RunStatistic) =>
  results.figureOf(runOfHuFigure(id, policy), statistic).mean;
const formatBoth = (results: TaskResults, cases: readonly string[], statistic: RunStatistic, digits: number) =>
  cases
    .map(
      (id) =>
        `${id} ${formatFixedNumbers(huPolicies.map((policy) => mean(results, id, policy, statistic)).reverse(), digits)}`,
    )
    .join('; ');
/** VBS above DFBA with the same seeds. */
const vbsOver = (results: TaskResults, cases: readonly string[], statistic: RunStatistic) =>
  cases.map((id) => results.differenceOf(runOfHuFigure(id, 'vbs'), runOfHuFigure(id, 'dfba'), statistic));
/** The decrease of the total from each buffer to the next smaller one. */
const bufferStepDecreases = (results: TaskResults, cases: readonly string[], policy: ComparedPolicy) =>
  neighbourPairs(cases).map(([large, small]) =>
    results.differenceOf(runOfHuFigure(large, policy), runOfHuFigure(small, policy), totalMbps),
  );

/** The decrease of a figure from one case to another under DFBA, minus that under VBS. */
const moreUnderDfba = (results: TaskResults, from: string, to: string, statistic: RunStatistic) =>
  results.figureRatio(
    huPolicies.flatMap((policy) => [from, to].map((id) => ({ run: runOfHuFigure(id, policy), statistic }))),
    differenceOfDifferences,
  );

export const huClaims: readonly PaperClaim[] = [
  {
    id: 'C4.1',
    shortName: 'Every VC gets its minimum',
    sentence: 'DFBA and VBS give every VC its minimum in all cases.',
    source: 'section 4.2',
    judge: (results) => {
      const cases = [...ids, DIFFERENT_ROUND_TRIPS_CASE];
      const minOf = (policy: ComparedPolicy) =>
        cases.map(
          (id) =>
            `${id} ${(100 * Math.min(...GFR_VCS.map((vc) => mean(results, id, policy, excessOverMinimum(vc))))).toFixed(0)} %`,
        );
      const figuresOfPolicy = (policy: ComparedPolicy) =>
        cases.flatMap((id) => GFR_VCS.map((vc) => results.figureOf(runOfHuFigure(id, policy), excessOverMinimum(vc))));
      return combineNamedParts({
        DFBA: judgeAboveZero(
          figuresOfPolicy('dfba'),
          `smallest excess of a VC over its minimum: ${minOf('dfba').join(', ')}`,
        ),
        VBS: judgeAboveZero(
          figuresOfPolicy('vbs'),
          `smallest excess of a VC over its minimum: ${minOf('vbs').join(', ')}`,
        ),
      });
    },
  },
  {
    id: 'C4.2',
    shortName: 'Total higher with VBS',
    instead: 'With both policies, the link is always full, so the totals are equal.',
    sentence:
      'With 25\u202f000 cells, the total is higher with VBS than with DFBA (in the paper, by 6.7 Mb/s with half guaranteed and by 3.7 Mb/s with 85 %).',
    source: 'section 4.2.1, figures 7 and 8',
    cause: HU_FULL_LINK_CAUSE,
    judge: (results) =>
      judgeAboveZero(
        vbsOver(results, ['fig7', 'fig8'], totalMbps),
        `totals with VBS, DFBA: ${formatBoth(results, ['fig7', 'fig8'], totalMbps, 2)} Mb/s`,
      ),
  },
  {
    id: 'C4.3',
    shortName: 'VBS is fairer than DFBA',
    sentence: 'VBS is fairer than DFBA in every case, and also with different round trips.',
    source: 'section 4.2, figures 7 to 12 and table 1',
    judge: (results) => {
      const cases = [...ids, DIFFERENT_ROUND_TRIPS_CASE];
      return judgeAboveZero(
        vbsOver(results, cases, weightedFairness),
        `fairness with VBS, DFBA: ${formatBoth(results, cases, weightedFairness, 4)}`,
      );
    },
  },
  {
    id: 'C4.4',
    shortName: 'DFBA: better with 85\u00a0% guaranteed',
    instead: 'The fairness is higher with 85 % guaranteed. The totals are equal, because the link is always full.',
    sentence: 'With DFBA, the total and the fairness are higher with 85 % guaranteed than with half.',
    source: 'section 4.2.1',
    cause: HU_FULL_LINK_CAUSE,
    judge: (results) => {
      const gains = (statistic: RunStatistic) =>
        nearlyFullBufferCases.map((id, index) =>
          results.differenceOf(runOfHuFigure(id, 'dfba'), runOfHuFigure(halfBufferCases[index], 'dfba'), statistic),
        );
      const formatStatistic = (statistic: RunStatistic, digits: number) =>
        nearlyFullBufferCases
          .map((id, index) =>
            formatFixedNumbers(
              [mean(results, id, 'dfba', statistic), mean(results, halfBufferCases[index], 'dfba', statistic)],
              digits,
            ),
          )
          .join('; ');
      return combineNamedParts({
        total: judgeAboveZero(gains(totalMbps), `with 85 %, half: ${formatStatistic(totalMbps, 2)} Mb/s`),
        fairness: judgeAboveZero(gains(weightedFairness), `with 85 %, half: ${formatStatistic(weightedFairness, 4)}`),
      });
    },
  },
  {
    id: 'C4.5',
    shortName: 'Total falls with the buffer',
    instead: 'The link stays full with every buffer, so no total decreases.',
    sentence: 'Totals decrease when the buffer decreases, under both policies and with both guarantees.',
    source: 'section 4.2.1, figures 7 to 12',
    cause: HU_FULL_LINK_CAUSE,
    judge: (results) => {
      const decreases = huPolicies.flatMap((policy) =>
        [halfBufferCases, nearlyFullBufferCases].flatMap((cases) => bufferStepDecreases(results, cases, policy)),
      );
      return judgeAboveZero(
        decreases,
        `decrease from 25\u202f000 to 6\u202f000 and from 6\u202f000 to 3\u202f000 cells, with half and with 85 % guaranteed, first DFBA, then VBS: ${formatFixedNumbers(meansOfFigures(decreases), 2)} Mb/s`,
      );
    },
  },
  {
    id: 'C4.6',
    shortName: 'Total falls more with DFBA',
    instead: 'The link stays full with both policies, so no total falls.',
    sentence: 'When the buffer becomes smaller, the total falls more with DFBA than with VBS.',
    source: 'section 4.2.1',
    cause: HU_FULL_LINK_CAUSE,
    judge: (results) => {
      const largerFigures = [halfBufferCases, nearlyFullBufferCases].flatMap(([large, ...smaller]) =>
        smaller.map((smallerCase) => moreUnderDfba(results, large, smallerCase, totalMbps)),
      );
      return judgeAboveZero(
        largerFigures,
        `falls more by ${formatFixedNumbers(meansOfFigures(largerFigures), 2)} Mb/s; drop rates with VBS, DFBA: ${formatBoth(results, ids, dropRate, 3)}`,
      );
    },
  },
  {
    id: 'C4.7',
    shortName: 'Long round trip: DFBA loses more',
    sentence:
      'With a longer round trip, VC 5 loses more throughput under DFBA (in the paper 3.8 Mb/s) than under VBS (1.6 Mb/s).',
    source: 'section 4.2.2, table 1',
    judge: (results) => {
      const [dfba, vbs] = huPolicies.map((policy) =>
        results.differenceOf(
          runOfHuFigure(EQUAL_ROUND_TRIPS_CASE, policy),
          runOfHuFigure(DIFFERENT_ROUND_TRIPS_CASE, policy),
          vcMbps(4),
        ),
      );
      if (dfba === undefined || vbs === undefined) throw new Error('both policies are compared');
      const difference = moreUnderDfba(results, EQUAL_ROUND_TRIPS_CASE, DIFFERENT_ROUND_TRIPS_CASE, vcMbps(4));
      return judgeAboveZero(
        [dfba, difference],
        `loss of VC 5 under DFBA ${dfba.mean.toFixed(2)}, under VBS ${vbs.mean.toFixed(2)} Mb/s`,
      );
    },
  },
  {
    id: 'C4.8',
    shortName: 'VBS is nearer to proportion',
    instead:
      'VBS does share more nearly in proportion. Under DFBA with 85 % guaranteed, no order of VC 1 to VC 4 can be seen.',
    sentence:
      'Under DFBA, a VC with a larger guarantee has a smaller ratio of the excess to the guarantee. Under VBS, the shares are closer to the proportions of the guarantees.',
    source: 'section 4.2.1, figures 7 to 12 (a)',
    judge: (results) => {
      const lower = ids.flatMap((id) =>
        neighbourPairs(GFR_VCS).map(([vc, next]) =>
          results.differenceOf(
            runOfHuFigure(id, 'dfba'),
            runOfHuFigure(id, 'dfba'),
            excessOverMinimum(vc),
            excessOverMinimum(next),
          ),
        ),
      );
      const spreadDifferences = ids.map((id) =>
        results.differenceOf(runOfHuFigure(id, 'dfba'), runOfHuFigure(id, 'vbs'), excessSpread),
      );
      return combineNamedParts({
        DFBA: judgeAboveZero(
          lower,
          `excess as a part of the minimum, VC 1 to 5: ${ids
            .map(
              (id) =>
                `${id} ${formatFixedNumbers(
                  GFR_VCS.map((vc) => mean(results, id, 'dfba', excessOverMinimum(vc))),
                  2,
                )}`,
            )
            .join('; ')}`,
        ),
        'VBS closer': judgeAboveZero(
          spreadDifferences,
          `spread with VBS, DFBA: ${formatBoth(results, ids, excessSpread, 2)}`,
        ),
      });
    },
  },
];
