/** Zhao & Reddy: the sentences about their results (C2.1 to C2.13). */

import { type ReplicatedFigure, rSquared } from '../../shared/statistics.ts';
import type { RunStatistic, StudyRun } from '../../studies/tasks.ts';
import {
  allPairs,
  combineNamedParts,
  differenceOfDifferences,
  differenceOfTwo,
  formatFixedNumbers,
  formatValueRange,
  judgeAboveZero,
  judgeBetween,
  meansOfFigures,
  neighbourPairs,
} from '../judge-claim.ts';
import type { PaperClaim } from '../paper.ts';
import type { StatisticOfRun, TaskResults } from '../task-results.ts';
import {
  busyShare,
  delayDeviationMs,
  delayInRoundTrips,
  dropRateOfClass,
  fasterZhaoLinks,
  fastLink,
  markRateOfClass,
  middleLink,
  queueingDelayMs,
  redSchemes,
  runAtLoad,
  runAtLoad30,
  runWithOnOffSources,
  shareOfLink,
  singleBuffer,
  slowLink,
  tcpShare,
  thirdBuffer,
  tripleBuffer,
  type ZhaoBuffer,
  type ZhaoLink,
  zhaoBuffers,
  zhaoLinks,
  zhaoLoads,
  zhaoSchemes,
} from './scheme-runs.ts';

/** The goodput of long TCP flows under DropTail and under the given scheme, as shares of the link. */
const tcpShareWithAndWithout = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string): StatisticOfRun[] =>
  ['droptail', scheme].map((policy) => ({
    run: runAtLoad30(link, buffer, policy),
    statistic: shareOfLink(link, 'ltrf'),
  }));
/** Difference in favour of DropTail. */
const tcpShareGap = (results: TaskResults, link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) =>
  results.figureRatio(tcpShareWithAndWithout(link, buffer, scheme), differenceOfTwo);

const mean = (results: TaskResults, run: StudyRun, statistic: RunStatistic) => results.figureOf(run, statistic).mean;
const mapLinksAndBuffers = <T>(compute: (link: ZhaoLink, buffer: ZhaoBuffer) => T): T[] =>
  zhaoLinks.flatMap((link) => zhaoBuffers.map((buffer) => compute(link, buffer)));

const dropRatios = (results: TaskResults, policy: string) =>
  zhaoLinks.map((link) =>
    results.figureOf(
      runAtLoad30(link, singleBuffer, policy),
      (figures) => dropRateOfClass('ltnrf')(figures) / dropRateOfClass('ltrf')(figures),
    ),
  );

const deviationRatio = (results: TaskResults, link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) =>
  results.figureRatio(
    ['droptail', scheme].map((policy) => ({
      run: runWithOnOffSources(link, buffer, policy),
      statistic: delayDeviationMs,
    })),
    ([tail = 0, earlyShare = 0]) => tail / earlyShare,
  );

/** Busy times that differ by less than a thousandth are equal: such a link is never idle. */
const withMinInterval = (difference: ReplicatedFigure): ReplicatedFigure => ({
  ...difference,
  ci95: Math.max(difference.ci95, 0.001),
});

/** Shares of the link with a smaller difference are called the same, if the paper says so without numbers. */
const MAX_SAME_DIFFERENCE = 0.02;

export const zhaoClaims: readonly PaperClaim[] = [
  {
    id: 'C2.1',
    shortName: 'Delay grows linearly with buffer',
    sentence: 'Mean delay grows linearly with the buffer (35 Mb/s, each scheme: R² > 0.98).',
    source: 'section II.B, figure 2',
    judge: (results) => {
      const products = zhaoBuffers.map((buffer) => buffer.products);
      const fits = zhaoSchemes.map((policy) =>
        results.figureRatio(
          zhaoBuffers.map((buffer) => ({ run: runAtLoad30(middleLink, buffer, policy), statistic: queueingDelayMs })),
          (delays) => rSquared(products, delays),
        ),
      );
      return judgeBetween(fits, 0.98, Number.POSITIVE_INFINITY, `R² ${formatValueRange(meansOfFigures(fits), 4)}`);
    },
  },
  {
    id: 'C2.2',
    shortName: 'Long TCP gets more from DropTail',
    instead:
      'Long TCP flows do get more from DropTail. But at 35 and 100 Mb/s, the difference does not always become smaller with larger buffers.',
    sentence:
      'Long TCP flows always get more from DropTail than from RED or RED-ECN. The difference becomes smaller with larger buffers (from 1/3 to 3 BWDP).',
    source: 'section II.B, figure 3',
    cause:
      'at 35 Mb/s and 3 BWDP, the difference comes from the short flows. With the longer queue of DropTail, their transfers take longer, so they send less and leave more capacity to long flows. ns-2 shows the same',
    judge: (results) => {
      const gaps = redSchemes.flatMap((scheme) =>
        mapLinksAndBuffers((link, buffer) => tcpShareGap(results, link, buffer, scheme)),
      );
      const byLink = redSchemes.flatMap((scheme) =>
        zhaoLinks.map((link) => zhaoBuffers.map((buffer) => tcpShareGap(results, link, buffer, scheme))),
      );
      return combineNamedParts({
        'more from DropTail': judgeAboveZero(gaps, `by ${formatValueRange(meansOfFigures(gaps), 3)} of the link`),
        'smaller difference with larger buffers': judgeAboveZero(
          redSchemes.flatMap((scheme) =>
            zhaoLinks.map((link) =>
              results.figureRatio(
                [
                  ...tcpShareWithAndWithout(link, thirdBuffer, scheme),
                  ...tcpShareWithAndWithout(link, tripleBuffer, scheme),
                ],
                differenceOfDifferences,
              ),
            ),
          ),
          `1/3, 1, 3 BWDP against RED and RED-ECN: ${byLink.map((values) => formatFixedNumbers(meansOfFigures(values), 3)).join('; ')}`,
        ),
      });
    },
  },
  {
    id: 'C2.3',
    shortName: 'Delay: DropTail over 3 times RED',
    sentence: 'With large buffers the delay of DropTail is more than three times that of RED (3 BWDP).',
    source: 'section II.B',
    judge: (results) => {
      const delayMargins = zhaoLinks.map((link) =>
        results.differenceOf(
          runAtLoad30(link, tripleBuffer, 'droptail'),
          runAtLoad30(link, tripleBuffer, 'red'),
          queueingDelayMs,
          (figures) => 3 * queueingDelayMs(figures),
        ),
      );
      const ratios = zhaoLinks.map(
        (link) =>
          mean(results, runAtLoad30(link, tripleBuffer, 'droptail'), queueingDelayMs) /
          mean(results, runAtLoad30(link, tripleBuffer, 'red'), queueingDelayMs),
      );
      return judgeAboveZero(delayMargins, `${formatValueRange(ratios, 2)} times`);
    },
  },
  {
    id: 'C2.4',
    shortName: 'ECN: slightly more for long TCP',
    sentence:
      'With ECN, RED gives long TCP flows slightly more throughput (on average, less than 0.02 of the link more).',
    source: 'section II.B',
    judge: (results) => {
      const shareOf = (link: ZhaoLink, buffer: ZhaoBuffer, policy: string): StatisticOfRun => ({
        run: runAtLoad30(link, buffer, policy),
        statistic: shareOfLink(link, 'ltrf'),
      });
      const pairs = mapLinksAndBuffers((link, buffer) => [
        shareOf(link, buffer, 'red-ecn'),
        shareOf(link, buffer, 'red'),
      ]);
      const gains = pairs.map((pair) => results.figureRatio(pair, differenceOfTwo));
      const average = results.figureRatio(pairs.flat(), (shares) => {
        const values = pairs.map((_, index) => differenceOfTwo(shares.slice(2 * index)));
        return values.reduce((sum, gain) => sum + gain, 0) / values.length;
      });
      return judgeBetween(
        [average],
        0,
        0.02,
        `${formatValueRange(meansOfFigures(gains), 4)}, on average ${average.mean.toFixed(4)} ± ${average.ci95.toFixed(4)} of the link`,
      );
    },
  },
  {
    id: 'C2.5',
    shortName: 'DropTail keeps the link busier',
    instead: 'At 5 Mb/s, the link is busier with DropTail. At 35 and 100 Mb/s, no difference can be seen.',
    sentence:
      'With small buffers (1/3 BWDP), the link is busy for more of the time with DropTail than with RED and RED-ECN. The difference becomes smaller with larger buffers. It is larger at 5 Mb/s than at 35 and 100 Mb/s.',
    source: 'section II.B, table III',
    cause:
      'at 35 and 100 Mb/s the link is almost never idle under any policy, so no difference can be seen. We compare busy time, because table III counts payload. Constant-rate flows have no headers, so a full link carries more payload when these flows get a larger share',
    judge: (results) => {
      const busySharePair = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string): StatisticOfRun[] =>
        ['droptail', scheme].map((policy) => ({ run: runAtLoad30(link, buffer, policy), statistic: busyShare }));
      const busyShareLead = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) =>
        results.figureRatio(busySharePair(link, buffer, scheme), differenceOfTwo);
      const leadDifference = (link: ZhaoLink, buffer: ZhaoBuffer) =>
        results.figureRatio(
          [...busySharePair(slowLink, thirdBuffer, 'red'), ...busySharePair(link, buffer, 'red')],
          differenceOfDifferences,
        );
      const leads = zhaoLinks.flatMap((link) => redSchemes.map((scheme) => busyShareLead(link, thirdBuffer, scheme)));
      const leadsOnSlowLink = zhaoBuffers.map((buffer) => busyShareLead(slowLink, buffer, 'red'));
      const fasterLinkLeads = fasterZhaoLinks.map((link) => busyShareLead(link, thirdBuffer, 'red'));
      return combineNamedParts({
        'more at 1/3 BWDP': judgeAboveZero(
          leads.map(withMinInterval),
          `by ${formatFixedNumbers(meansOfFigures(leads), 5)} at 5, 35, 100 Mb/s, each against RED and RED-ECN`,
        ),
        'smaller with larger buffers, larger at 5 Mb/s': judgeAboveZero(
          [
            leadDifference(slowLink, tripleBuffer),
            ...fasterZhaoLinks.map((link) => leadDifference(link, thirdBuffer)),
          ].map(withMinInterval),
          `5 Mb/s with 1/3, 1, 3 BWDP: ${formatFixedNumbers(meansOfFigures(leadsOnSlowLink), 4)}; 35, 100 Mb/s with 1/3 BWDP: ${formatFixedNumbers(meansOfFigures(fasterLinkLeads), 4)}`,
        ),
      });
    },
  },
  {
    id: 'C2.6',
    shortName: 'RED: steadier delay on fast links',
    sentence:
      'With on/off flows, the standard deviation of the delay is similar for all policies at 5 Mb/s (within a factor of 2.5). It is much smaller with RED and RED-ECN on faster links with large buffers (35 and 100 Mb/s, 3 BWDP).',
    source: 'section II.B, figure 4',
    judge: (results) => {
      const slowLinkRatios = zhaoBuffers.map((buffer) => deviationRatio(results, slowLink, buffer, 'red'));
      const fasterLinkRatios = fasterZhaoLinks.flatMap((link) =>
        redSchemes.map((scheme) => deviationRatio(results, link, tripleBuffer, scheme)),
      );
      return combineNamedParts({
        'similar at 5 Mb/s': judgeBetween(
          slowLinkRatios,
          0.4,
          2.5,
          `ratio of DropTail to RED: ${formatValueRange(meansOfFigures(slowLinkRatios), 2)}`,
        ),
        'smaller on faster links': judgeBetween(
          fasterLinkRatios,
          1.5,
          Number.POSITIVE_INFINITY,
          `ratio of DropTail to RED: ${formatValueRange(meansOfFigures(fasterLinkRatios), 2)}`,
        ),
      });
    },
  },
  {
    id: 'C2.7',
    shortName: 'Link rate: little effect on gain',
    instead: 'At 1/3 BWDP, long TCP flows gain much more from DropTail at 100 Mb/s than on the slower links.',
    sentence:
      'Long TCP flows get more from DropTail than from RED. The link rate has little effect on the difference (within 0.05 of the link at each buffer). These flows get more of the link at 100 Mb/s than at 5 Mb/s (1 BWDP).',
    source: 'section II.C, figure 3',
    cause:
      'at 1/3 BWDP and 100 Mb/s, the constant-rate flows begin together. DropTail starves them, and long TCP flows take their share. ns-2 shows the same. If the phases are random, the claim holds. But then DropTail drops 3.4 % of the constant-rate packets at 100 Mb/s and 1 BWDP, and table IV prints 12.2 %. No tested arrangement of phases reproduces both',
    judge: (results) => {
      const gaps = zhaoBuffers.map((buffer) => zhaoLinks.map((link) => tcpShareGap(results, link, buffer, 'red').mean));
      const gapDifferences = zhaoBuffers.flatMap((buffer) =>
        allPairs(zhaoLinks).map(([link, other]) =>
          results.figureRatio(
            [...tcpShareWithAndWithout(link, buffer, 'red'), ...tcpShareWithAndWithout(other, buffer, 'red')],
            differenceOfDifferences,
          ),
        ),
      );
      const gains = zhaoSchemes.map((policy) =>
        results.differenceOf(
          runAtLoad30(fastLink, singleBuffer, policy),
          runAtLoad30(slowLink, singleBuffer, policy),
          shareOfLink(fastLink, 'ltrf'),
          shareOfLink(slowLink, 'ltrf'),
        ),
      );
      return combineNamedParts({
        'little effect of the link rate': judgeBetween(
          gapDifferences,
          -0.05,
          0.05,
          `5, 35, 100 Mb/s at 1/3, 1, 3 BWDP: ${gaps.map((values) => formatFixedNumbers(values, 3)).join('; ')}`,
        ),
        'more at 100 Mb/s': judgeAboveZero(gains, `by ${formatValueRange(meansOfFigures(gains), 3)} of the link`),
      });
    },
  },
  {
    id: 'C2.8',
    shortName: 'Buffer sets the delay of DropTail',
    sentence:
      'The buffer sets the delay of DropTail: about 1 and 3 round trips at 1 and 3 BWDP (within 15 %). The delay of RED and RED-ECN stays near 1 round trip at 3 BWDP (0.6 to 1.2).',
    source: 'section II.C, figure 5',
    judge: (results) => {
      const tail = zhaoLinks.flatMap((link) =>
        [singleBuffer, tripleBuffer].map((buffer) =>
          results.figureOf(
            runAtLoad30(link, buffer, 'droptail'),
            (figures) => delayInRoundTrips(figures) / buffer.products,
          ),
        ),
      );
      const earlyShare = zhaoLinks.flatMap((link) =>
        redSchemes.map((scheme) => results.figureOf(runAtLoad30(link, tripleBuffer, scheme), delayInRoundTrips)),
      );
      return combineNamedParts({
        DropTail: judgeBetween(
          tail,
          0.85,
          1.15,
          `round trips per BWDP of buffer: ${formatValueRange(meansOfFigures(tail), 2)}`,
        ),
        'RED and RED-ECN': judgeBetween(
          earlyShare,
          0.6,
          1.2,
          `round trips: ${formatValueRange(meansOfFigures(earlyShare), 2)}`,
        ),
      });
    },
  },
  {
    id: 'C2.9',
    shortName: 'DropTail drops constant rate more',
    sentence:
      'DropTail drops constant-rate packets far more often than packets of long TCP flows (more than 3 times as often). RED drops both at a similar rate (0.8 to 1.3 times).',
    source: 'section II.C, table IV',
    judge: (results) => {
      const [tail, red] = [dropRatios(results, 'droptail'), dropRatios(results, 'red')];
      return combineNamedParts({
        DropTail: judgeBetween(tail, 3, Number.POSITIVE_INFINITY, `${formatValueRange(meansOfFigures(tail), 1)} times`),
        RED: judgeBetween(red, 0.8, 1.3, `${formatValueRange(meansOfFigures(red), 2)} times`),
      });
    },
  },
  {
    id: 'C2.10',
    shortName: 'RED-ECN marks more than RED drops',
    sentence:
      'RED-ECN marks packets of long TCP flows slightly more often than RED drops them. It drops almost none of them (35 and 100 Mb/s). It drops constant-rate packets more often than RED does.',
    source: 'section II.C, table IV',
    judge: (results) => {
      const differences = fasterZhaoLinks.map((link) =>
        results.differenceOf(
          runAtLoad30(link, singleBuffer, 'red-ecn'),
          runAtLoad30(link, singleBuffer, 'red'),
          markRateOfClass('ltrf'),
          dropRateOfClass('ltrf'),
        ),
      );
      const drops = fasterZhaoLinks.map((link) =>
        results.figureOf(runAtLoad30(link, singleBuffer, 'red-ecn'), dropRateOfClass('ltrf')),
      );
      const constantRateDifferences = zhaoLinks.map((link) =>
        results.differenceOf(
          runAtLoad30(link, singleBuffer, 'red-ecn'),
          runAtLoad30(link, singleBuffer, 'red'),
          dropRateOfClass('ltnrf'),
        ),
      );
      return combineNamedParts({
        'marks more': judgeAboveZero(differences, `by ${formatValueRange(meansOfFigures(differences), 4)}`),
        'hardly drops': judgeBetween(drops, -1, 0.001, formatValueRange(meansOfFigures(drops), 5)),
        'drops constant-rate packets more': judgeAboveZero(
          constantRateDifferences,
          `by ${formatValueRange(meansOfFigures(constantRateDifferences), 4)}`,
        ),
      });
    },
  },
  {
    id: 'C2.11',
    shortName: 'Short flows: scheme hardly matters',
    sentence: 'Short flows get nearly the same throughput from every scheme (100 Mb/s: within 0.02 of the link).',
    source: 'section II.D, table V',
    judge: (results) => {
      const shareDifferences = [5, 30].flatMap((load) =>
        allPairs(zhaoSchemes).map(([policy, other]) =>
          results.differenceOf(
            runAtLoad(fastLink, singleBuffer, load, policy),
            runAtLoad(fastLink, singleBuffer, load, other),
            shareOfLink(fastLink, 'stf'),
          ),
        ),
      );
      return judgeBetween(
        shareDifferences,
        -MAX_SAME_DIFFERENCE,
        MAX_SAME_DIFFERENCE,
        `differences ${formatValueRange(meansOfFigures(shareDifferences), 3)}`,
      );
    },
  },
  {
    id: 'C2.12',
    shortName: 'More short flows: smaller TCP gap',
    sentence:
      'With more short flows (0, 5, then 30 %), the difference between TCP’s shares under DropTail and RED becomes smaller or stays the same (on each link; a rise of up to 0.02 counts as the same). At 30 %, DropTail and RED give long TCP flows nearly the same share (100 Mb/s, within 0.05).',
    source: 'section II.D, figure 6 and table V',
    judge: (results) => {
      const byLink = zhaoLinks.map((link) =>
        zhaoLoads.map((load) =>
          results.differenceOf(
            runAtLoad(link, singleBuffer, load, 'droptail'),
            runAtLoad(link, singleBuffer, load, 'red'),
            tcpShare,
          ),
        ),
      );
      const gapReductions = zhaoLinks.flatMap((link) =>
        neighbourPairs(zhaoLoads).map((pair) =>
          results.figureRatio(
            pair.flatMap((load) =>
              ['droptail', 'red'].map((policy) => ({
                run: runAtLoad(link, singleBuffer, load, policy),
                statistic: tcpShare,
              })),
            ),
            (differences) => differenceOfDifferences(differences) + MAX_SAME_DIFFERENCE,
          ),
        ),
      );
      const lastGap = tcpShareGap(results, fastLink, singleBuffer, 'red');
      return combineNamedParts({
        'smaller or the same': judgeAboveZero(
          gapReductions,
          `TCP's share under DropTail minus RED at 0, 5, 30 %: ${byLink.map((values) => formatFixedNumbers(meansOfFigures(values), 3)).join('; ')}`,
        ),
        'nearly the same': judgeBetween([lastGap], -0.05, 0.05, `${lastGap.mean.toFixed(3)} of the link`),
      });
    },
  },
  {
    id: 'C2.13',
    shortName: 'Congestion is moderate',
    sentence: 'Congestion is moderate: 1 to 10 % of the packets of long TCP flows are dropped or marked (1 BWDP).',
    source: 'section II.C, table IV',
    judge: (results) => {
      const rates = zhaoLinks.flatMap((link) =>
        zhaoSchemes.map((policy) =>
          results.figureOf(
            runAtLoad30(link, singleBuffer, policy),
            (figures) => dropRateOfClass('ltrf')(figures) + markRateOfClass('ltrf')(figures),
          ),
        ),
      );
      return judgeBetween(rates, 0.01, 0.1, `shares of packets: ${formatValueRange(meansOfFigures(rates), 3)}`);
    },
  },
];
