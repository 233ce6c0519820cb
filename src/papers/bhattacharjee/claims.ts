/**
 * The sentences of Bhattacharjee & McKinnon about their figures, as checks of ours. A claim holds, fails, or is not
 * distinguishable from chance. The evidence is given in numbers. If the paper gives no bounds, they are our own.
 *
 * The whole buffer of SHB counts, as in the paper: "the buffer space per connection is computed based on the size of
 * the entire buffer". For the other policies, only the part for videos counts.
 */

import {
  type EvidenceStatement,
  evidenceValues,
  type JudgementWithEvidence,
  judgeByTest,
  listStatements,
  statement,
} from '../claim-judgement.ts';
import type { PaperClaim } from '../paper.ts';
import { NotRunError } from '../task-results.ts';
import {
  combineParts,
  evidenceKilobytes,
  judgeFirstLarger,
  judgeLineRise,
  judgeLineStraightness,
  judgeMeanPositive,
  meanWithInterval,
  type PointDifference,
  pairedDifference,
  quotientOfTwo,
  type RowStatistic,
  type StudyLine,
  StudyLines,
  sampleVariance,
} from './line-checks.ts';
import type { ExperimentRow, RowsOfExperiment } from './rows.ts';

/** Least growth from one place to the next that is called a jump. */
const MIN_JUMP_RATIO = 1.5;
/** Number of videos (with half as many data connections) from which the offered load exceeds 20 Mb/s. */
const MIN_OVERLOAD_VIDEOS = 24;
const HIGH_GOODPUT = 0.9;
const GOODPUT_LEVELS = [0.7, HIGH_GOODPUT] as const;
const MAX_SEEDS = 1_000;
/** A packet of data (section 2.2). */
const DATA_PACKET_BYTES = 576;

const bytesPerConnection = (row: ExperimentRow) => row.bytesPerConnection;
const totalBytes = (row: ExperimentRow) => row.videoBytes;
const delay = (row: ExperimentRow) => row.meanDelayMs;
const neededVideoBytes = (row: ExperimentRow | undefined) => row?.videoBytes ?? Number.POSITIVE_INFINITY;

/** For a mark: whole kB, whose unit stays with the number. */
const shortNeed = (bytes: number | undefined) => evidenceKilobytes(bytes, 0);

/** The sentences of the paper about its figures, and their judgement by the rows of our experiments. */
export interface ClaimOnFigures extends Omit<PaperClaim, 'judge' | 'measured'> {
  /** Experiments that the judgement needs. */
  readonly needs: readonly string[];
  readonly judgeParts: (lines: StudyLines) => readonly JudgementWithEvidence[];
  /** The measured result, in a few words with a number, from rows that may be without samples. */
  readonly measured?: (lines: StudyLines) => EvidenceStatement | undefined;
}

const bufferClaims: readonly ClaimOnFigures[] = [
  {
    id: 'C0.1',
    shortName: 'Total grows with load and goodput',
    sentence: 'The total buffer needed grows with the load and with the required goodput.',
    source: 'section 5.2',
    needs: ['e1', 'e2', 'load'],
    judgeParts: (lines) => [
      ...lines.policies('e1').map((policy) => {
        const [low, high] = [lines.line('e2', policy).values(totalBytes), lines.line('e1', policy).values(totalBytes)];
        return judgeByTest(
          high.every((bytes, index) => bytes >= low[index]),
          statement`${{ policy }}: 90 % goodput never needs less buffer than 70 %`,
        );
      }),
      ...lines
        .policies('load')
        .map((policy) =>
          judgeLineRise(statement`${{ policy }} over 26, 30, 32 connections:`, lines.line('load', policy), totalBytes),
        ),
    ],
  },
  {
    id: 'C0.2',
    shortName: 'Total grows with share of video',
    sentence: 'The total buffer needed grows with the share of video.',
    source: 'section 5.2, of figures 2 and 3',
    cause:
      'From 10 to 22 videos, the needed size of a shared buffer hardly changes. More videos begin at different times, so fewer of their I frames arrive together.',
    needs: ['e1'],
    judgeParts: (lines) =>
      lines.policies('e1').map((policy) => judgeLineRise([{ policy }], lines.line('e1', policy), totalBytes)),
  },
  {
    id: 'C0.3',
    shortName: 'PFB: linear, no multiplexing gain',
    sentence:
      'With PFB and PFB/AD, the total buffer needed grows linearly with the number of videos. There is no multiplexing gain.',
    source: 'section 5.2',
    needs: ['e1'],
    judgeParts: (lines) =>
      ['pfb', 'pfb-ad'].map((policy) => judgeLineStraightness(policy, lines.line('e1', policy), totalBytes)),
  },
  {
    id: 'C0.4',
    shortName: 'ABD/WEQ: much more at 15 videos',
    instead: 'The buffer for each video hardly changes from 14 to 15 videos. It jumps at fewer videos.',
    sentence: 'With ABD/WEQ, each video needs much more buffer with 15 videos than with 14 (among 30 connections).',
    source: 'section 5.2',
    cause:
      'There is a jump, but at fewer videos. When video is less than half of the load, ABD/WEQ serves video first and needs far less buffer than ABD. A paced I frame sends 3.84 Mb/s, so three I frames at the same time need more than half of the link. This happens long before the mean rate of all videos is half of the link.',
    needs: ['e1'],
    measured: (lines) => {
      const line = lines.line('e1', 'abd-weq');
      const times = quotientOfTwo(line.rowAtX(15)?.bytesPerConnection, line.rowAtX(14)?.bytesPerConnection);
      return Number.isNaN(times) ? undefined : statement`${evidenceValues([times], 2)} times`;
    },
    judgeParts: (lines) => {
      const line = lines.line('e1', 'abd-weq');
      const times = quotientOfTwo(line.rowAtX(15)?.bytesPerConnection, line.rowAtX(14)?.bytesPerConnection);
      const { verdict } = judgeByTest(times >= MIN_JUMP_RATIO, []);
      return [
        {
          verdict,
          evidence: [
            statement`with 15 videos ${evidenceValues([times], 2)} times the buffer with 14`,
            alongAxis(line, bytesPerConnection, 0, 'bytes'),
          ],
        },
      ];
    },
  },
  {
    id: 'C0.5',
    shortName: 'SHB: little buffer for few videos',
    instead:
      'With two videos, SHB needs slightly more buffer than PFB, PFB/AD and ABD, not less. Its need does grow with the share of video.',
    sentence:
      'SHB needs little buffer while most traffic is data. Its need grows dramatically with the share of video.',
    source: 'section 5.2',
    cause:
      'The second half holds. The first half depends on how the buffer of SHB is counted. If only the part of each connection counts, SHB needs far less than the others while most traffic is data, but then C0.7 fails. If the whole buffer counts, as in the paper, C0.7 holds, but this claim fails. No way of counting makes both hold.',
    needs: ['e1'],
    measured: (lines) => {
      const [shb, abd] = ['shb', 'abd'].map((policy) => lines.line('e1', policy).rowAtX(2)?.videoBytes);
      return statement`${{ policy: 'shb' }} ${shortNeed(shb)}, ${{ policy: 'abd' }} ${shortNeed(abd)}`;
    },
    judgeParts: (lines) => {
      const shb = lines.line('e1', 'shb');
      const [few, many] = [neededVideoBytes(shb.rowAtX(2)), neededVideoBytes(shb.rowAtX(30))];
      const others = ['pfb', 'pfb-ad', 'abd'].map((policy) => ({
        policy,
        need: neededVideoBytes(lines.line('e1', policy).rowAtX(2)),
      }));
      return [
        judgeByTest(
          others.every(({ need }) => few < need),
          statement`with 2 videos: SHB ${evidenceKilobytes(few)}, ${listStatements(
            others.map(({ policy, need }) => statement`${{ policy }} ${evidenceKilobytes(need)}`),
          )}; the part of each connection in SHB has ${evidenceValues([shb.rowAtX(2)?.bytesPerConnection], 0)} bytes`,
        ),
        judgeByTest(
          quotientOfTwo(many, few) > 2,
          statement`with 30 videos ${evidenceValues([quotientOfTwo(many, few)], 1)} times the buffer with 2`,
        ),
      ];
    },
  },
  {
    id: 'C0.6',
    shortName: 'ABD: less per video with many',
    sentence: 'ABD needs less buffer for each video when there are more videos.',
    source: 'section 5.2',
    needs: ['e1', 'e2'],
    judgeParts: (lines) => [
      judgeLineRise(['90 %:'], lines.line('e1', 'abd'), bytesPerConnection, true),
      judgeLineRise(['70 %:'], lines.line('e2', 'abd'), bytesPerConnection, true),
    ],
  },
  {
    id: 'C0.7',
    shortName: 'Many videos: ABD needs least',
    sentence: 'With many videos ABD needs the smallest buffer for video.',
    source: 'section 5.2',
    needs: ['e1'],
    judgeParts: (lines) =>
      [22, 26, 30].flatMap((x) =>
        ['shb', 'pfb', 'pfb-ad'].map((policy) => {
          const [mine, otherSamples] = [
            neededVideoBytes(lines.line('e1', 'abd').rowAtX(x)),
            neededVideoBytes(lines.line('e1', policy).rowAtX(x)),
          ];
          return judgeByTest(
            mine <= otherSamples,
            statement`${x} videos: ABD ${evidenceKilobytes(mine)}, ${{ policy }} ${evidenceKilobytes(otherSamples)}`,
          );
        }),
      ),
  },
  {
    id: 'C0.8',
    shortName: 'Each needs less with 26 videos',
    sentence: 'At 70 % goodput, each video needs less buffer with 26 videos than with 22.',
    source: 'section 5.2',
    needs: [],
    judgeParts: () => [{ verdict: 'not checkable', evidence: [['The paper itself attributes it to chance.']] }],
  },
];

const delayClaims: readonly ClaimOnFigures[] = [
  {
    id: 'C0.9',
    shortName: 'Mean delay below 33\u00a0ms',
    sentence: 'Mean delays stay below the time of one frame, 33 ms.',
    source: 'section 5.2',
    needs: ['e3'],
    judgeParts: (lines) =>
      lines.rows('e3').map(({ policy, x, meanDelayMs = Number.NaN, meanDelayCi95 = Number.NaN, samples }) => {
        const room = { mean: 33 - meanDelayMs, ci95: meanDelayCi95, n: samples?.delayMs.length ?? 0 };
        return judgeMeanPositive(
          statement`${{ policy }}, ${x} videos: ${evidenceValues([meanDelayMs], 1, { ci95: meanDelayCi95, unit: 'ms' })}`,
          room,
        );
      }),
  },
  {
    id: 'C0.10',
    shortName: 'Mean delay grows with videos',
    sentence: 'The mean delay grows with the number of videos.',
    source: 'section 5.2',
    needs: ['e3'],
    judgeParts: (lines) =>
      GOODPUT_LEVELS.flatMap((level) =>
        lines
          .policies('e3')
          .map((policy) =>
            judgeLineRise(statement`${{ policy }} at ${100 * level} %:`, lines.line('e3', policy, level), delay),
          ),
      ),
  },
  {
    id: 'C0.11',
    shortName: 'PFB/AD: shorter delay than PFB',
    sentence: 'The mean delay is shorter with PFB/AD than with PFB.',
    source: 'section 5.2',
    cause:
      'At 90 % goodput, few frames are lost, so there is little to discard. At 70 %, PFB/AD does have a shorter delay.',
    needs: ['e3'],
    judgeParts: (lines) =>
      GOODPUT_LEVELS.map((level) =>
        judgeFirstLarger(
          statement`${minus('pfb', 'pfb-ad')} at ${100 * level} %`,
          lines.comparePairs('e3', 'pfb', 'pfb-ad', 'delayMs', level),
          'ms',
        ),
      ),
  },
  {
    id: 'C0.12',
    shortName: 'ABD/WEQ: delay jumps at 15 videos',
    sentence: 'With ABD/WEQ, the delay of video jumps at about 15 videos (among 30 connections).',
    source: 'section 5.2',
    needs: ['e3'],
    judgeParts: (lines) => GOODPUT_LEVELS.map((level) => judgeJumpNearHalf(lines.line('e3', 'abd-weq', level), level)),
  },
  {
    id: 'C0.13',
    shortName: 'ABD: delay becomes steady',
    instead: 'The delay of ABD varies more with many videos than with few.',
    sentence: 'With few videos, the delay of ABD varies. With more videos, it becomes steady.',
    source: 'section 5.2',
    cause:
      'With few videos, most packets are data packets, and data packets wait a very short time. The mean over all packets grows smoothly with the number of videos. It varies more between seeds than between points.',
    needs: ['e3'],
    measured: (lines) => {
      const { rows } = lines.line('e3', 'abd', HIGH_GOODPUT);
      const [few, many] = [rows.at(0)?.meanDelayCi95, rows.at(-1)?.meanDelayCi95];
      if (few === undefined || many === undefined) return undefined;
      return statement`±${evidenceValues([few], 1)} to ±${evidenceValues([many], 1, { unit: 'ms' })}`;
    },
    judgeParts: (lines) => GOODPUT_LEVELS.map((level) => judgeSettling(lines.line('e3', 'abd', level), level)),
  },
];

/** "PFB minus PFB/AD". */
const minus = (first: string, other: string) => statement`${{ policy: first }} minus ${{ policy: other }}`;

const LINK_MIXES = ['all video', '2 : 1'] as const;

/** Goodput of data under two policies with the largest load: "0.73, PFB/AD 0.99" without the name of the first. */
function dataGoodputs(
  lines: StudyLines,
  policies: readonly [first: string, other: string],
): EvidenceStatement | undefined {
  const [first, other] = policies.map((policy) => lines.line('e6', policy).rows.at(-1)?.dataGoodput);
  if (first === undefined || other === undefined) return undefined;
  return statement`${evidenceValues([first], 2)}, ${{ policy: policies[1] }} ${evidenceValues([other], 2)}`;
}

/** Each mix and level of E4. */
function fasterLinks(
  lines: StudyLines,
  judge: (label: string, shb: StudyLine, abd: StudyLine) => JudgementWithEvidence,
): JudgementWithEvidence[] {
  return LINK_MIXES.flatMap((name) =>
    GOODPUT_LEVELS.map((level) =>
      judge(`${name}, ${100 * level} %`, lines.line('e4', 'shb', level, name), lines.line('e4', 'abd', level, name)),
    ),
  );
}

const linkClaims: readonly ClaimOnFigures[] = [
  {
    id: 'C0.14a',
    shortName: 'ABD: less buffer than SHB',
    instead: 'If all connections are video, ABD and SHB need the same buffer on some links.',
    sentence: 'On every link, ABD needs less buffer than SHB.',
    source: 'section 5.3',
    cause:
      'The paper does not print how many connections are data. If one third of the connections is data, ABD does need less than SHB on every link, but not much less. With video alone, both need nearly the same: under both policies, all connections share the buffer, and few frames may be lost, so discarding has little effect.',
    needs: ['e4'],
    measured: (lines) => {
      const pairs = LINK_MIXES.flatMap((name) =>
        lines.line('e4', 'abd', HIGH_GOODPUT, name).rows.map(({ x, videoBytes }) => ({
          abd: videoBytes,
          shb: lines.line('e4', 'shb', HIGH_GOODPUT, name).rowAtX(x)?.videoBytes,
        })),
      );
      const [worstPair] = pairs
        .filter(({ abd, shb }) => abd !== undefined && shb !== undefined)
        .reverse()
        .sort((a, b) => quotientOfTwo(b.abd, b.shb) - quotientOfTwo(a.abd, a.shb));
      if (worstPair === undefined) return undefined;
      return worstPair.abd === worstPair.shb
        ? statement`both ${shortNeed(worstPair.abd)}`
        : statement`${shortNeed(worstPair.abd)}, ${{ policy: 'shb' }} ${shortNeed(worstPair.shb)}`;
    },
    judgeParts: (lines) =>
      fasterLinks(lines, (label, shb, abd) =>
        judgeByTest(
          abd.rows.every((row) => neededVideoBytes(row) < neededVideoBytes(shb.rowAtX(row.x))),
          statement`${label}: ${listStatements(
            abd.rows.map(({ x, videoBytes }) => {
              const shbNeed = evidenceKilobytes(shb.rowAtX(x)?.videoBytes);
              return statement`at ${x} Mb/s ABD ${evidenceKilobytes(videoBytes)} and SHB ${shbNeed}`;
            }),
          )}`,
        ),
      ),
  },
  {
    id: 'C0.14b',
    shortName: 'SHB needs more on faster links',
    sentence: 'SHB needs more buffer on faster links.',
    source: 'section 5.3',
    needs: ['e4'],
    judgeParts: (lines) => fasterLinks(lines, (label, shb) => judgeLineRise([`${label}: SHB`], shb, totalBytes)),
  },
  {
    id: 'C0.14c',
    shortName: 'ABD: no growth on fastest links',
    sentence: 'The buffer that ABD needs for each video does not grow on the fastest links.',
    source: 'section 5.3',
    needs: ['e4'],
    judgeParts: (lines) =>
      fasterLinks(lines, (label, _, abd) => {
        const [before = Number.NaN, last = Number.NaN] = abd.values(bytesPerConnection).slice(-2);
        const [lastBytes, earlierBytes] = [evidenceValues([last], 0), evidenceValues([before], 0)];
        return judgeByTest(
          Number.isFinite(last) && last <= 1.1 * before,
          statement`${label}: ${lastBytes} bytes on the fastest link, ${earlierBytes} on the second fastest`,
        );
      }),
  },
];

const comparePairs = (lines: StudyLines, betterLines: readonly string[], worseLines: readonly string[]) =>
  worseLines.flatMap((worseLine) =>
    betterLines.flatMap((betterLine) =>
      (['video', 'data'] as const).map((figure) =>
        judgeFirstLarger(
          statement`${figure}: ${minus(betterLine, worseLine)}`,
          lines.comparePairs('e5', betterLine, worseLine, figure),
        ),
      ),
    ),
  );

const goodputClaims: readonly ClaimOnFigures[] = [
  {
    id: 'C0.15a',
    shortName: 'Data: more goodput than video',
    sentence: 'With equal buffers, data gets a higher goodput than video.',
    source: 'section 5.4',
    needs: ['e5'],
    judgeParts: (lines) => lines.policies('e5').map((policy) => judgeDataOverVideo(lines.line('e5', policy), policy)),
  },
  {
    id: 'C0.15b',
    shortName: 'PFB, PFB/AD: lower than SHB, ABD',
    sentence: 'With equal buffers, video and data get a lower goodput under PFB and PFB/AD than under SHB and ABD.',
    source: 'section 5.4',
    needs: ['e5'],
    judgeParts: (lines) => comparePairs(lines, ['shb', 'abd'], ['pfb', 'pfb-ad']),
  },
  {
    id: 'C0.15c',
    shortName: 'ABD helps video more than data',
    sentence: 'Compared with PFB, ABD raises the goodput of video more than the goodput of data.',
    source: 'section 5.4',
    needs: ['e5'],
    judgeParts: (lines) => [judgeGainOfVideo(lines.line('e5', 'abd'), lines.line('e5', 'pfb'))],
  },
  {
    id: 'C0.16a',
    shortName: 'Goodput falls when load grows',
    sentence: 'With every paradigm, the goodput of video and of data falls when the load grows.',
    source: 'section 5.4',
    needs: ['e6'],
    judgeParts: (lines) =>
      lines.policies('e6').flatMap((policy) => {
        const line = lines.line('e6', policy);
        return [
          judgeLineRise(statement`${{ policy }}, video:`, line, (row) => row.videoGoodput, true),
          judgeLineRise(statement`${{ policy }}, data:`, line, (row) => row.dataGoodput, true),
        ];
      }),
  },
  {
    id: 'C0.16b',
    shortName: 'Video: best with ABD, PFB/AD',
    sentence: 'Under load, video gets a higher goodput with ABD and PFB/AD than with PFB and SHB.',
    source: 'section 5.4',
    needs: ['e6'],
    judgeParts: (lines) =>
      ['abd', 'pfb-ad'].flatMap((betterLine) =>
        ['pfb', 'shb'].map((worseLine) => {
          const loadedLines = lines
            .comparePairs('e6', betterLine, worseLine, 'video')
            .filter(({ x }) => x >= MIN_OVERLOAD_VIDEOS);
          return judgeFirstLarger(
            statement`${minus(betterLine, worseLine)} from ${MIN_OVERLOAD_VIDEOS} videos on`,
            loadedLines,
          );
        }),
      ),
  },
  {
    id: 'C0.16c',
    shortName: 'Data: ABD higher than SHB',
    sentence: 'Data gets a higher goodput with ABD than with SHB.',
    source: 'section 5.4',
    needs: ['e6'],
    judgeParts: (lines) => [judgeFirstLarger(minus('abd', 'shb'), lines.comparePairs('e6', 'abd', 'shb', 'data'))],
  },
  {
    id: 'C0.16d',
    shortName: 'Data: highest with ABD',
    instead: 'In overload, data gets a higher goodput with PFB and PFB/AD than with ABD.',
    sentence: 'Data gets its highest goodput with ABD.',
    source: 'section 5.4',
    cause:
      'Data gets a higher goodput with ABD than with SHB (C0.16c). In overload, it gets even more under PFB and PFB/AD: the small buffers of single videos lose so many packets that part of the link is left for data. The paper does not print the load at which its figure ends.',
    needs: ['e6'],
    measured: (lines) => dataGoodputs(lines, ['abd', 'pfb-ad']),
    judgeParts: (lines) =>
      ['pfb', 'pfb-ad'].map((other) =>
        judgeFirstLarger(minus('abd', other), lines.comparePairs('e6', 'abd', other, 'data')),
      ),
  },
  {
    id: 'C0.16e',
    shortName: 'Data: lowest with PFB/AD',
    instead: 'In overload, data gets its highest goodput with PFB/AD, not its lowest.',
    sentence: 'Data gets its lowest goodput with PFB/AD.',
    source: 'section 5.4',
    cause:
      'The opposite is true. PFB/AD refuses video packets, so more of the link is left for data. Also, our round robin counts bytes. The paper expects that longer rounds harm data.',
    needs: ['e6'],
    measured: (lines) => dataGoodputs(lines, ['pfb-ad', 'abd']),
    judgeParts: (lines) =>
      ['shb', 'pfb', 'abd'].map((other) =>
        judgeFirstLarger(minus(other, 'pfb-ad'), lines.comparePairs('e6', other, 'pfb-ad', 'data')),
      ),
  },
];

const synchronizationClaims: readonly ClaimOnFigures[] = [
  {
    id: 'C0.17a',
    shortName: 'Total buffer grows linearly',
    sentence: 'When all videos send in step, the total buffer needed grows linearly with their number.',
    source: 'section 5.5, figure 14',
    needs: ['e7'],
    judgeParts: (lines) =>
      lines.policies('e7').map((policy) => judgeLineStraightness(policy, lines.line('e7', policy), totalBytes)),
  },
  {
    id: 'C0.17b',
    shortName: 'Mean delay grows linearly',
    sentence: 'When all videos send in step, the mean delay also grows linearly with their number.',
    source: 'section 5.5, figure 15',
    needs: ['e7'],
    judgeParts: (lines) =>
      lines.policies('e7').map((policy) => judgeLineStraightness(policy, lines.line('e7', policy), delay)),
  },
  {
    id: 'C0.17c',
    shortName: 'Videos can need much more buffer',
    sentence: 'Videos that send in step can need much more buffer than videos that begin at different times.',
    source: 'section 5.5',
    needs: ['e1', 'e7'],
    judgeParts: (lines) => {
      const times = lines.policies('e7').map((policy) => {
        const [step, staggered] = [
          neededVideoBytes(lines.line('e7', policy).rowAtX(30)),
          neededVideoBytes(lines.line('e1', policy).rowAtX(30)),
        ];
        return { policy, times: quotientOfTwo(step, staggered) };
      });
      return [
        judgeByTest(
          Math.max(...times.map((time) => time.times)) >= MIN_JUMP_RATIO,
          statement`buffer of 30 videos in step, divided by the buffer for different start times: ${listStatements(
            times.map(
              (time) => statement`${{ policy: time.policy }} ${evidenceValues([time.times], 1, { unit: 'times' })}`,
            ),
          )}`,
        ),
      ];
    },
  },
];

const topicOf = (topic: string, claims: readonly ClaimOnFigures[]) => claims.map((claim) => ({ ...claim, topic }));

/** The claims of the paper with their topics, each judged by `judgeClaimOnFigures`. */
export const claimsOnFigures: readonly ClaimOnFigures[] = [
  ...topicOf('Buffer size', bufferClaims),
  ...topicOf('Delay', delayClaims),
  ...topicOf('Faster links', linkClaims),
  ...topicOf('Goodput', goodputClaims),
  ...topicOf('Videos in step', synchronizationClaims),
];

/**
 * Judges one claim.
 * @param rowsOf rows of an experiment; empty if it was not run
 * @throws NotRunError when an experiment is missing that it needs
 */
export function judgeClaimOnFigures(
  { needs, judgeParts }: ClaimOnFigures,
  rowsOf: RowsOfExperiment,
): JudgementWithEvidence {
  const missingExperiments = needs.filter((experiment) => rowsOf(experiment).length === 0);
  if (missingExperiments.length > 0) throw new NotRunError(missingExperiments.join(', '));
  return combineParts(judgeParts(new StudyLines(rowsOf)));
}

/** The measured result of a claim; undefined if the claim has none, or if an experiment is missing that it needs. */
export function measuredOfClaim(
  { needs, measured }: ClaimOnFigures,
  rowsOf: RowsOfExperiment,
): EvidenceStatement | undefined {
  return needs.some((experiment) => rowsOf(experiment).length === 0) ? undefined : measured?.(new StudyLines(rowsOf));
}

/** Values along the axis, e.g. "with 2, 6 videos: 576, 1 024 bytes". */
const alongAxis = (line: StudyLine, statistic: RowStatistic, digits: number, unit: string) =>
  statement`with ${line.xs.join(', ')} videos: ${evidenceValues(line.rows.map(statistic), digits, { unit })}`;

/** The largest step between neighbours is near 15 videos, and the growth from 10 to 15 is significantly a jump. */
function judgeJumpNearHalf(line: StudyLine, level: number): JudgementWithEvidence {
  const steps = line.rows.slice(1).map((row, index) => {
    const previousRow = line.rows[index];
    const step = (row.videoDelayMs ?? Number.NaN) - (previousRow.videoDelayMs ?? Number.NaN);
    return { isNear: previousRow.x >= 10 && row.x <= 18, step };
  });
  const largestStep = (isNear: boolean) =>
    Math.max(...steps.filter((step) => step.isNear === isNear).map(({ step }) => step));
  const evidence = statement`${100 * level} %: ${alongAxis(line, (row) => row.videoDelayMs, 2, 'ms')}`;
  const [few, half] = [10, 15].map((x) => meanWithInterval(line.rowAtX(x)?.samples?.videoDelayMs ?? []));
  if (few === undefined || half === undefined) return { verdict: 'not checkable', evidence: [evidence] };
  // The traffic differs between places, so the intervals add as independent ones.
  const ci95 = Math.sqrt(half.ci95 * half.ci95 + MIN_JUMP_RATIO * few.ci95 * (MIN_JUMP_RATIO * few.ci95));
  const grows = judgeMeanPositive(evidence, {
    mean: half.mean - MIN_JUMP_RATIO * few.mean,
    ci95,
    n: Math.min(few.n, half.n),
  });
  return largestStep(true) > largestStep(false) ? grows : judgeByTest(false, evidence);
}

/** Over the seeds: the delay varies more between the first third of the places than between the last. */
function judgeSettling(line: StudyLine, level: number): JudgementWithEvidence {
  const thirdLength = Math.floor(line.rows.length / 3);
  const delaysOf = (rows: readonly ExperimentRow[], seed: number) =>
    rows.map(({ samples }) => samples?.delayMs[seed] ?? Number.NaN);
  const seeds = Math.min(...line.rows.map(({ samples }) => samples?.delayMs.length ?? 0), MAX_SEEDS);
  const variances = (rows: readonly ExperimentRow[]) =>
    Array.from({ length: seeds }, (_, seed) => sampleVariance(delaysOf(rows, seed)));
  const [few, many] = [variances(line.rows.slice(0, thirdLength)), variances(line.rows.slice(-thirdLength))];
  const meanVariance = (values: readonly number[]) =>
    evidenceValues([meanWithInterval(values).mean], 2, { unit: 'ms²' });
  return judgeMeanPositive(
    statement`${100 * level} %: variance ${meanVariance(few)} with few videos, ${meanVariance(many)} with many`,
    pairedDifference(few, many),
  );
}

function judgeDataOverVideo(line: StudyLine, policy: string): JudgementWithEvidence {
  const differences = line.rows.flatMap(({ x, samples }): PointDifference[] =>
    samples === undefined ? [] : [{ x, ...pairedDifference(samples.data, samples.video) }],
  );
  return judgeFirstLarger(statement`${{ policy }}, data minus video`, differences);
}

/**
 * The gain of one paradigm over another for video, minus its gain for data, with the same traffic. Places where a
 * connection's buffer cannot hold a data packet are left out.
 */
function judgeGainOfVideo(betterLine: StudyLine, other: StudyLine): JudgementWithEvidence {
  const gains = betterLine.rows.flatMap(({ x, samples }): PointDifference[] => {
    const otherSamples = other.rowAtX(x)?.samples;
    if (samples === undefined || otherSamples === undefined || x < DATA_PACKET_BYTES) return [];
    const gainsOf = (statistic: 'video' | 'data') =>
      samples[statistic].map((share, index) => share - otherSamples[statistic][index]);
    return [{ x, ...pairedDifference(gainsOf('video'), gainsOf('data')) }];
  });
  return judgeFirstLarger(['gain of video minus gain of data'], gains);
}
