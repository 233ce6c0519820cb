/** Hurley et al., the ABE draft: the sentences about its tables (C3.1 to C3.8). */

import { required } from '../../shared/required.ts';
import type { RunStatistic } from '../../studies/tasks.ts';
import {
  type ClaimCheck,
  differenceOf,
  fallsAlong,
  figureOf,
  judgeByChecks,
  judgeVariesMore,
  quotientOf,
  shownFigures,
  shownGroups,
  shownRange,
} from '../claim-checks.ts';
import { evidenceValues, statement } from '../claim-judgement.ts';
import type { PaperClaim } from '../paper.ts';
import type { ClaimFigure } from '../task-results.ts';
import {
  blueKbps,
  DELAY_BOUNDS_MS,
  type DelayBound,
  formatBound,
  greenDelayMs,
  lossPercent,
  runOfMix,
  TRAFFIC_MIXES,
} from './printed-values.ts';

const BLUE_COUNTS = [4, 8, 16];

const loss = (green: number, blue: number, bound: DelayBound) => figureOf(runOfMix(green, blue, bound), lossPercent);
const throughput = (green: number, blue: number, bound: DelayBound) => figureOf(runOfMix(green, blue, bound), blueKbps);

/**
 * Whether each figure is above the next, with the same seeds and at each bound.
 * @param subject changes from figure to figure
 */
const fallCheck = (
  digits: number,
  unit: string,
  subject: string,
  figuresAt: (bound: DelayBound) => readonly ClaimFigure[],
): ClaimCheck => ({
  figures: DELAY_BOUNDS_MS.flatMap((bound) => fallsAlong(figuresAt(bound))),
  evidence: DELAY_BOUNDS_MS.map((bound) => [
    `${formatBound(bound)} (${subject}): `,
    shownFigures(figuresAt(bound), digits, { unit }),
  ]),
});

const lossesByBound = TRAFFIC_MIXES.map(({ greenKbps, blueFlows }) => ({
  name: `${greenKbps} kbit/s, ${blueFlows} blue:`,
  figures: DELAY_BOUNDS_MS.map((bound) => loss(greenKbps, blueFlows, bound)),
}));

const waitCheck = (bound: DelayBound, targetMs: number, digits: number): ClaimCheck => {
  const waits = BLUE_COUNTS.map((blue) => figureOf(runOfMix(100, blue, bound), greenDelayMs));
  return {
    figures: waits,
    low: targetMs / 1.5,
    high: targetMs * 1.5,
    evidence: [[shownFigures(waits, digits, { unit: 'ms' })]],
  };
};

const blueGains = TRAFFIC_MIXES.flatMap(({ greenKbps, blueFlows }) =>
  ([10, 20, 50] as const).map((bound) =>
    differenceOf(throughput(greenKbps, blueFlows, bound), throughput(greenKbps, blueFlows, null)),
  ),
);

const growthCheck = (
  shortBound: DelayBound,
  longBound: DelayBound,
  digits: number,
  bounds: Pick<ClaimCheck, 'low' | 'high'>,
): ClaimCheck => {
  const ratios = BLUE_COUNTS.map((blue) => quotientOf(loss(100, blue, shortBound), loss(100, blue, longBound)));
  return { figures: ratios, ...bounds, evidence: [[shownFigures(ratios, digits, { unit: 'times' })]] };
};

/** Throughput of blue plus the delivered part of green's nominal rate, kbit/s. */
const totalKbps: RunStatistic = (figures) => blueKbps(figures) + 500 * (1 - lossPercent(figures) / 100);
const totalAt = (bound: DelayBound) => figureOf(runOfMix(500, 16, bound), totalKbps);

export const hurleyClaims: readonly PaperClaim[] = [
  {
    id: 'C3.1',
    shortName: 'Green loses more with ABE',
    instead:
      'At 10 ms, green loses much more than in a flat router. At 20 and 50 ms, mostly no difference can be seen.',
    sentence: 'Green loses more with ABE than in a flat router. The shorter its bound, the more it loses.',
    source: 'section 6, tables 1 and 3',
    cause:
      'at 20 and 50 ms green almost never misses its bound. Its losses are the packets that the virtual queue refuses, as in a flat router, so the two bounds cannot be distinguished',
    judge: judgeByChecks({
      'more than in a flat router': {
        figures: lossesByBound.flatMap(({ figures }) =>
          figures.slice(0, -1).map((figure) => differenceOf(figure, required(figures.at(-1)))),
        ),
        evidence: shownGroups('loss in % at 10, 20, 50 ms and in a flat router', lossesByBound, 2),
      },
      'more with a shorter bound': {
        figures: lossesByBound.flatMap(({ figures }) => fallsAlong(figures.slice(0, -1))),
        evidence: [['the same losses']],
      },
    }),
  },
  {
    id: 'C3.2',
    shortName: 'Green waits 6, not 400 ms',
    sentence:
      'In a flat router, green waits about 400 ms. With d = 10 ms, it waits about 6 ms (100 kbit/s of green, within a factor of 1.5).',
    source: 'section 6',
    judge: judgeByChecks({ flat: waitCheck(null, 400, 0), 'd = 10 ms': waitCheck(10, 6, 1) }),
  },
  {
    id: 'C3.3',
    shortName: 'Blue gets no less with ABE',
    instead: 'In one case, blue gets slightly less with ABE: four blue connections and d = 50 ms.',
    sentence: 'Blue gets at least as much throughput with ABE as with a flat router.',
    source: 'section 6, tables 2 and 4',
    cause:
      'the link is always full, so blue gets exactly the capacity that green loses. With four connections at 50 ms, green loses slightly less than with a flat router (30 seeds: 1.42 and 1.51 %). So blue gets 0.11 ± 0.06 kbit/s less (of 891 kbit/s). The other differences at 50 ms cannot be distinguished from zero, except with 500 kbit/s of green: there blue gets more',
    judge: judgeByChecks({
      figures: blueGains,
      isAtLeast: true,
      evidence: [['ABE minus flat router: ', shownRange(blueGains, 1, 'kbit/s')]],
    }),
  },
  {
    id: 'C3.4',
    shortName: 'Threshold between 20 and 10 ms',
    instead: 'The loss becomes larger from 20 to 10 ms, but our runs do not show whether it at least doubles.',
    sentence:
      'There is a threshold. From d = 20 to 10 ms, the loss becomes much larger (3 to 6 times as large in the draft; we ask for at least twice). From d = 50 to 20 ms, it grows by less than a quarter.',
    source: 'section 6, table 1',
    cause:
      'the loss becomes much larger for every number of connections. But the loss at 10 ms depends on the phases of four hosts. These phases are random in each run. Ten runs do not determine the size of the jump',
    judge: judgeByChecks({
      '20 to 10 ms': growthCheck(10, 20, 1, { low: 2 }),
      '50 to 20 ms': growthCheck(20, 50, 2, { low: 0, high: 1.25 }),
    }),
  },
  {
    id: 'C3.5',
    shortName: 'More traffic: green loses more',
    instead: 'More green traffic raises the loss. At 10 ms, the effect of more blue connections cannot be seen.',
    sentence: 'Green loses more when there are more blue connections, and when there is more green traffic.',
    source: 'section 6, tables 1 and 3',
    cause:
      'at 10 ms the loss depends on the phases of four hosts. These phases are random in each run. This randomness hides the effect of more connections',
    judge: judgeByChecks({
      'more connections': fallCheck(2, '%', '16, 8, 4 blue', (bound) =>
        [16, 8, 4].map((blue) => loss(100, blue, bound)),
      ),
      'more green': fallCheck(2, '%', '500, 200, 100 kbit/s of green', (bound) =>
        [500, 200, 100].map((green) => loss(green, 16, bound)),
      ),
    }),
  },
  {
    id: 'C3.6',
    shortName: 'More green: blue gets less',
    sentence: 'Blue gets less when there is more green traffic.',
    source: 'section 6, table 4',
    judge: judgeByChecks(
      fallCheck(0, 'kbit/s', '100, 200, 500 kbit/s of green', (bound) =>
        [100, 200, 500].map((green) => throughput(green, 16, bound)),
      ),
    ),
  },
  {
    id: 'C3.7',
    shortName: 'At 10 ms, loss varies much',
    sentence:
      'With d = 10 ms and few connections, the loss varies much between runs (4 blue: the interval is at least three times as wide as at 20 ms).',
    source: 'section 6, table 1',
    judge: (results) => {
      const figureAt = (bound: 10 | 20) => results.figureOf(runOfMix(100, 4, bound), lossPercent);
      const [shortBound, longBound] = [figureAt(10), figureAt(20)];
      return judgeVariesMore(
        shortBound,
        longBound,
        3,
        statement`half-widths at 10 and 20 ms: ${evidenceValues([shortBound.ci95], 2)} and ${evidenceValues([longBound.ci95], 2)} %`,
      );
    },
  },
  {
    id: 'C3.8',
    shortName: 'Short bound: capacity is lost',
    sentence:
      'With much green traffic and a short bound, capacity is lost: with 500 kbit/s of green and d = 10 ms, the total is lower than with a flat router.',
    source: 'sums of tables 3 and 4',
    judge: judgeByChecks({
      figures: [differenceOf(totalAt(null), totalAt(10))],
      evidence: [
        [
          'total with d = 10 ms and with a flat router: ',
          shownFigures([totalAt(10), totalAt(null)], 0, { unit: 'kbit/s' }),
        ],
      ],
    }),
  },
];
