/** Zhao & Reddy: the sentences about their results (C2.1 to C2.13). */

import { required } from '../../shared/required.ts';
import { rSquared } from '../../shared/statistics.ts';
import type { RunStatistic } from '../../studies/tasks.ts';
import {
  allPairs,
  type ClaimCheck,
  combineFigures,
  differenceOf,
  fallsAlong,
  figureOf,
  judgeByChecks,
  quotientOf,
  shownFigures,
  shownGroups,
  shownRange,
} from '../claim-checks.ts';
import type { PaperClaim } from '../paper.ts';
import type { ClaimFigure } from '../task-results.ts';
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

const longTcpShare = (link: ZhaoLink, buffer: ZhaoBuffer, policy: string) =>
  figureOf(runAtLoad30(link, buffer, policy), shareOfLink(link, 'ltrf'));
/** Difference in the goodput of long TCP flows in favour of DropTail, as a share of the link. */
const tcpShareGap = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) =>
  differenceOf(longTcpShare(link, buffer, 'droptail'), longTcpShare(link, buffer, scheme));
/** Gaps against both kinds of RED at each link, by buffer. */
const gapsByBuffer = redSchemes.flatMap((scheme) =>
  zhaoLinks.map((link) => zhaoBuffers.map((buffer) => tcpShareGap(link, buffer, scheme))),
);

/** A statistic with a buffer of one product, at each link. */
const atLinks = (policy: string, statistic: RunStatistic, links: readonly ZhaoLink[] = zhaoLinks) =>
  links.map((link) => figureOf(runAtLoad30(link, singleBuffer, policy), statistic));
const differencesOf = (figures: readonly ClaimFigure[], others: readonly ClaimFigure[]) =>
  figures.map((figure, index) => differenceOf(figure, required(others[index])));

/** How often constant-rate packets are dropped for one of long TCP flows. */
const dropRatios = (policy: string) =>
  atLinks(policy, (figures) => dropRateOfClass('ltnrf')(figures) / dropRateOfClass('ltrf')(figures));

const deviationRatio = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) => {
  const deviation = (policy: string) => figureOf(runWithOnOffSources(link, buffer, policy), delayDeviationMs);
  return quotientOf(deviation('droptail'), deviation(scheme));
};

const busyLead = (link: ZhaoLink, buffer: ZhaoBuffer, scheme: string) => {
  const busy = (policy: string) => figureOf(runAtLoad30(link, buffer, policy), busyShare);
  return differenceOf(busy('droptail'), busy(scheme));
};
const leadsAtThird = zhaoLinks.flatMap((link) => redSchemes.map((scheme) => busyLead(link, thirdBuffer, scheme)));
const leadsOnSlowLink = zhaoBuffers.map((buffer) => busyLead(slowLink, buffer, 'red'));
const leadsOnFasterLinks = fasterZhaoLinks.map((link) => busyLead(link, thirdBuffer, 'red'));

const tripleDelay = (link: ZhaoLink, policy: string) =>
  figureOf(runAtLoad30(link, tripleBuffer, policy), queueingDelayMs);
const tripleDelays = zhaoLinks.flatMap((link) => [tripleDelay(link, 'droptail'), tripleDelay(link, 'red')]);

/** The gain of long TCP flows by ECN. */
const ecnGains = zhaoLinks.flatMap((link) =>
  zhaoBuffers.map((buffer) => differenceOf(longTcpShare(link, buffer, 'red-ecn'), longTcpShare(link, buffer, 'red'))),
);
const meanEcnGain = combineFigures(ecnGains, (gains) => gains.reduce((sum, gain) => sum + gain, 0) / gains.length);

/** TCP's share under DropTail minus that under RED, by load. */
const shareGapsByLoad = zhaoLinks.map((link) =>
  zhaoLoads.map((load) => {
    const shareUnder = (policy: string) => figureOf(runAtLoad(link, singleBuffer, load, policy), tcpShare);
    return differenceOf(shareUnder('droptail'), shareUnder('red'));
  }),
);

/** Whether figures are within bounds, with their range. */
const rangeCheck = (
  figures: readonly ClaimFigure[],
  bounds: Pick<ClaimCheck, 'low' | 'high'>,
  label: string,
  digits: number,
  unit?: string,
): ClaimCheck => ({ figures, ...bounds, evidence: [[label, shownRange(figures, digits, unit)]] });

/** Busy times that differ by less than a thousandth are equal: such a link is never idle. */
const MIN_BUSY_INTERVAL = 0.001;

/** Shares of the link with a smaller difference are called the same, if the paper says so without numbers. */
const MAX_SAME_DIFFERENCE = 0.02;

export const zhaoClaims: readonly PaperClaim[] = [
  {
    id: 'C2.1',
    shortName: 'Delay grows linearly with buffer',
    sentence: 'Mean delay grows linearly with the buffer (35 Mb/s, each scheme: R² > 0.98).',
    source: 'section II.B, figure 2',
    judge: judgeByChecks(
      rangeCheck(
        zhaoSchemes.map((policy) =>
          combineFigures(
            zhaoBuffers.map((buffer) => figureOf(runAtLoad30(middleLink, buffer, policy), queueingDelayMs)),
            (delays) =>
              rSquared(
                zhaoBuffers.map(({ products }) => products),
                delays,
              ),
          ),
        ),
        { low: 0.98 },
        'R² ',
        4,
      ),
    ),
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
    judge: judgeByChecks({
      'more from DropTail': rangeCheck(gapsByBuffer.flat(), {}, 'by ', 3, 'of the link'),
      'smaller difference with larger buffers': {
        figures: gapsByBuffer.map(([third, , triple]) => differenceOf(third, triple)),
        evidence: shownGroups(
          '1/3, 1, 3 BWDP against RED and RED-ECN',
          gapsByBuffer.map((figures) => ({ figures })),
          3,
        ),
      },
    }),
  },
  {
    id: 'C2.3',
    shortName: 'Delay: DropTail over 3 times RED',
    sentence: 'With large buffers the delay of DropTail is more than three times that of RED (3 BWDP).',
    source: 'section II.B',
    judge: judgeByChecks({
      figures: zhaoLinks.map((link) =>
        combineFigures(
          [tripleDelay(link, 'droptail'), tripleDelay(link, 'red')],
          ([tail = 0, red = 0]) => tail - 3 * red,
        ),
      ),
      evidence: [
        [
          shownFigures(tripleDelays, 2, {
            numbersOf: (means) => zhaoLinks.map((_, index) => means[2 * index] / means[2 * index + 1]),
            isRange: true,
            unit: 'times',
          }),
        ],
      ],
    }),
  },
  {
    id: 'C2.4',
    shortName: 'ECN: slightly more for long TCP',
    sentence:
      'With ECN, RED gives long TCP flows slightly more throughput (on average, less than 0.02 of the link more).',
    source: 'section II.B',
    judge: judgeByChecks({
      figures: [meanEcnGain],
      low: 0,
      high: 0.02,
      evidence: [
        [
          shownRange(ecnGains, 4),
          ', on average ',
          shownFigures([meanEcnGain], 4, { hasInterval: true, unit: 'of the link' }),
        ],
      ],
    }),
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
    judge: judgeByChecks({
      'more at 1/3 BWDP': {
        figures: leadsAtThird,
        minInterval: MIN_BUSY_INTERVAL,
        evidence: [['by ', shownFigures(leadsAtThird, 5), ' at 5, 35, 100 Mb/s, each against RED and RED-ECN']],
      },
      'smaller with larger buffers, larger at 5 Mb/s': {
        figures: [leadsOnSlowLink[2], ...leadsOnFasterLinks].map((lead) => differenceOf(leadsOnSlowLink[0], lead)),
        minInterval: MIN_BUSY_INTERVAL,
        evidence: [
          ['5 Mb/s with 1/3, 1, 3 BWDP: ', shownFigures(leadsOnSlowLink, 4)],
          ['35, 100 Mb/s with 1/3 BWDP: ', shownFigures(leadsOnFasterLinks, 4)],
        ],
      },
    }),
  },
  {
    id: 'C2.6',
    shortName: 'RED: steadier delay on fast links',
    sentence:
      'With on/off flows, the standard deviation of the delay is similar for all policies at 5 Mb/s (within a factor of 2.5). It is much smaller with RED and RED-ECN on faster links with large buffers (35 and 100 Mb/s, 3 BWDP).',
    source: 'section II.B, figure 4',
    judge: judgeByChecks({
      'similar at 5 Mb/s': rangeCheck(
        zhaoBuffers.map((buffer) => deviationRatio(slowLink, buffer, 'red')),
        { low: 0.4, high: 2.5 },
        'ratio of DropTail to RED: ',
        2,
      ),
      'smaller on faster links': rangeCheck(
        fasterZhaoLinks.flatMap((link) => redSchemes.map((scheme) => deviationRatio(link, tripleBuffer, scheme))),
        { low: 1.5 },
        'ratio of DropTail to RED: ',
        2,
      ),
    }),
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
    judge: judgeByChecks({
      'little effect of the link rate': {
        figures: zhaoBuffers.flatMap((buffer) =>
          allPairs(zhaoLinks).map(([link, other]) =>
            differenceOf(tcpShareGap(link, buffer, 'red'), tcpShareGap(other, buffer, 'red')),
          ),
        ),
        low: -0.05,
        high: 0.05,
        evidence: shownGroups(
          '5, 35, 100 Mb/s at 1/3, 1, 3 BWDP',
          zhaoBuffers.map((buffer) => ({ figures: zhaoLinks.map((link) => tcpShareGap(link, buffer, 'red')) })),
          3,
        ),
      },
      'more at 100 Mb/s': rangeCheck(
        zhaoSchemes.map((policy) =>
          differenceOf(longTcpShare(fastLink, singleBuffer, policy), longTcpShare(slowLink, singleBuffer, policy)),
        ),
        {},
        'by ',
        3,
        'of the link',
      ),
    }),
  },
  {
    id: 'C2.8',
    shortName: 'Buffer sets the delay of DropTail',
    sentence:
      'The buffer sets the delay of DropTail: about 1 and 3 round trips at 1 and 3 BWDP (within 15 %). The delay of RED and RED-ECN stays near 1 round trip at 3 BWDP (0.6 to 1.2).',
    source: 'section II.C, figure 5',
    judge: judgeByChecks({
      DropTail: rangeCheck(
        zhaoLinks.flatMap((link) =>
          [singleBuffer, tripleBuffer].map((buffer) =>
            figureOf(runAtLoad30(link, buffer, 'droptail'), (figures) => delayInRoundTrips(figures) / buffer.products),
          ),
        ),
        { low: 0.85, high: 1.15 },
        'round trips per BWDP of buffer: ',
        2,
      ),
      'RED and RED-ECN': rangeCheck(
        zhaoLinks.flatMap((link) =>
          redSchemes.map((scheme) => figureOf(runAtLoad30(link, tripleBuffer, scheme), delayInRoundTrips)),
        ),
        { low: 0.6, high: 1.2 },
        'round trips: ',
        2,
      ),
    }),
  },
  {
    id: 'C2.9',
    shortName: 'DropTail drops constant rate more',
    sentence:
      'DropTail drops constant-rate packets far more often than packets of long TCP flows (more than 3 times as often). RED drops both at a similar rate (0.8 to 1.3 times).',
    source: 'section II.C, table IV',
    judge: judgeByChecks({
      DropTail: rangeCheck(dropRatios('droptail'), { low: 3 }, '', 1, 'times'),
      RED: rangeCheck(dropRatios('red'), { low: 0.8, high: 1.3 }, '', 2, 'times'),
    }),
  },
  {
    id: 'C2.10',
    shortName: 'RED-ECN marks more than RED drops',
    sentence:
      'RED-ECN marks packets of long TCP flows slightly more often than RED drops them. It drops almost none of them (35 and 100 Mb/s). It drops constant-rate packets more often than RED does.',
    source: 'section II.C, table IV',
    judge: judgeByChecks({
      'marks more': rangeCheck(
        differencesOf(
          atLinks('red-ecn', markRateOfClass('ltrf'), fasterZhaoLinks),
          atLinks('red', dropRateOfClass('ltrf'), fasterZhaoLinks),
        ),
        {},
        'by ',
        4,
      ),
      'hardly drops': rangeCheck(atLinks('red-ecn', dropRateOfClass('ltrf'), fasterZhaoLinks), { high: 0.001 }, '', 5),
      'drops constant-rate packets more': rangeCheck(
        differencesOf(atLinks('red-ecn', dropRateOfClass('ltnrf')), atLinks('red', dropRateOfClass('ltnrf'))),
        {},
        'by ',
        4,
      ),
    }),
  },
  {
    id: 'C2.11',
    shortName: 'Short flows: scheme hardly matters',
    sentence: 'Short flows get nearly the same throughput from every scheme (100 Mb/s: within 0.02 of the link).',
    source: 'section II.D, table V',
    judge: judgeByChecks(
      rangeCheck(
        [5, 30].flatMap((load) =>
          allPairs(
            zhaoSchemes.map((policy) =>
              figureOf(runAtLoad(fastLink, singleBuffer, load, policy), shareOfLink(fastLink, 'stf')),
            ),
          ).map(([share, other]) => differenceOf(share, other)),
        ),
        { low: -MAX_SAME_DIFFERENCE, high: MAX_SAME_DIFFERENCE },
        'differences ',
        3,
      ),
    ),
  },
  {
    id: 'C2.12',
    shortName: 'More short flows: smaller TCP gap',
    sentence:
      'With more short flows (0, 5, then 30 %), the difference between TCP’s shares under DropTail and RED becomes smaller or stays the same (on each link; a rise of up to 0.02 counts as the same). At 30 %, DropTail and RED give long TCP flows nearly the same share (100 Mb/s, within 0.05).',
    source: 'section II.D, figure 6 and table V',
    judge: judgeByChecks({
      'smaller or the same': {
        figures: shareGapsByLoad.flatMap(fallsAlong),
        low: -MAX_SAME_DIFFERENCE,
        evidence: shownGroups(
          "TCP's share under DropTail minus RED at 0, 5, 30 %",
          shareGapsByLoad.map((figures) => ({ figures })),
          3,
        ),
      },
      'nearly the same': {
        figures: [tcpShareGap(fastLink, singleBuffer, 'red')],
        low: -0.05,
        high: 0.05,
        evidence: [[shownFigures([tcpShareGap(fastLink, singleBuffer, 'red')], 3, { unit: 'of the link' })]],
      },
    }),
  },
  {
    id: 'C2.13',
    shortName: 'Congestion is moderate',
    sentence: 'Congestion is moderate: 1 to 10 % of the packets of long TCP flows are dropped or marked (1 BWDP).',
    source: 'section II.C, table IV',
    judge: judgeByChecks(
      rangeCheck(
        zhaoSchemes.flatMap((policy) =>
          atLinks(policy, (figures) => dropRateOfClass('ltrf')(figures) + markRateOfClass('ltrf')(figures)),
        ),
        { low: 0.01, high: 0.1 },
        'shares of packets: ',
        3,
      ),
    ),
  },
];
