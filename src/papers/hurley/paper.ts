/** Hurley et al., the ABE draft: Tables 1 to 4 and the sentences about them (C3.1 to C3.8). */
import type { ParameterValues } from '../../params/schema.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';
import type { RunStatistic, StudyRun } from '../../studies/tasks.ts';
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
import { medianModel } from '../null-models.ts';
import type { NullModel, Paper, PaperClaim, PublishedNumber } from '../paper.ts';
import type { ClaimFigure } from '../task-results.ts';
import { DELAY_BOUNDS_MS, type DelayBound, TRAFFIC_MIXES, type TrafficMix } from './printed-values.ts';
import { type HurleyReading, hurleyReadings } from './readings.ts';

const REPEATED_CAUSE = 'the draft prints the same throughput, digit for digit, for 16 connections at 50 ms';
const MUCH_GREEN_CAUSE =
  'with 500 kbit/s of green, loss and throughput depend on how many of the twenty green sources send in step. The draft does not print this number. If each source has its own phase, green loses less and blue gets less than printed. If all sources send in step, green loses more and blue gets more than printed (docs/ABE.md). We infer that the sources of one host send in step. The results of this reading lie between those of the other two';
const SHORT_BOUND_CAUSE =
  'at 10 ms, blue gets more when green loses more. The loss of green depends on how many green sources send in step. The draft does not print this number. Here the sources of one host send in step, and blue gets 899.3 ± 1.6 kbit/s. If all sources send in step, blue gets 905.6 kbit/s (docs/ABE.md)';
const FEW_BLUE_CAUSE =
  'with four connections the loss is small. It depends on how often the hosts acknowledge, and the draft does not print this. If they acknowledge every second packet, the loss is less than half as large (docs/ABE.md), here and in ns-2. For a flat router, the printed loss lies between the two. At 20 ms, the printed loss is larger than both, and the cause is not known';

const BLUE_CLASS = 0;
const GREEN_CLASS = 1;
const lossPercent: RunStatistic = ({ classes }) => 100 * (classes[GREEN_CLASS]?.dropRate ?? Number.NaN);
const blueKbps: RunStatistic = ({ classes }) => (classes[BLUE_CLASS]?.throughputBps ?? Number.NaN) / 1e3;
const greenDelayMs: RunStatistic = ({ classes }) => classes[GREEN_CLASS]?.meanDelayMs ?? Number.NaN;

const boundColumn = (bound: DelayBound) => (bound === null ? 'flat' : `d = ${bound} ms`);

function mismatchCause({ greenKbps, blueFlows }: TrafficMix, isLoss: boolean, bound: DelayBound): string | undefined {
  if (greenKbps === 500) return MUCH_GREEN_CAUSE;
  if (isLoss) return blueFlows === 4 ? FEW_BLUE_CAUSE : undefined;
  return blueFlows === 8 && bound === 10 ? SHORT_BOUND_CAUSE : undefined;
}

/** The draft in one of its readings. */
export function hurleyPaper(reading: HurleyReading): Paper {
  const settings: ParameterValues = {
    ...(reading.acks === 'everySecond' ? { 'sources.blue.delayedAck': true } : {}),
    ...(reading.green === 'phasePerHost' ? {} : { 'sources.green.timing': reading.green }),
    // Hosts are 20 to 80 ms away: the farthest sends first, so that all come at once.
    ...(reading.green === 'periodic' ? { 'sources.green.startSeconds': [0.06, 0.04, 0.02, 0] } : {}),
  };
  const runOf = (greenKbps: number, blueFlowCount: number, bound: DelayBound): StudyRun => ({
    preset: `abe-${greenKbps}k-blue${blueFlowCount}`,
    settings,
    ...(bound === null
      ? { policy: 'flat-be' }
      : { policy: 'abe-dsd', policyValues: { greenBoundMs: bound, dupRefusedGreen: reading.dupRefusedGreen } }),
  });

  const lossOrRateCells = (
    table: string,
    mixes: readonly TrafficMix[],
    rowOf: (mix: TrafficMix) => string,
    isLoss: boolean,
  ) =>
    mixes.flatMap((mix) =>
      DELAY_BOUNDS_MS.map((bound, column): PublishedNumber => {
        const { greenKbps, blueFlows } = mix;
        const [printed, interval] = (isLoss ? mix.lossPercent : mix.blueKbps)[column];
        const cause = mismatchCause(mix, isLoss, bound);
        return {
          id: `${table}/${rowOf(mix)}/${boundColumn(bound)}`,
          table,
          row: rowOf(mix),
          column: boundColumn(bound),
          printed,
          interval,
          tolerance: isLoss ? 'abeLossFactor' : 'abeBlue',
          ...(!isLoss && table === '2' && blueFlows === 8 && bound === null ? { suspect: REPEATED_CAUSE } : {}),
          ...(table > '2' && greenKbps === 100
            ? { derived: `the same value as in row “16 blue” of table ${isLoss ? 1 : 2}` }
            : {}),
          cause,
          run: runOf(greenKbps, blueFlows, bound),
          statistic: isLoss ? lossPercent : blueKbps,
        };
      }),
    );
  const [few, many] = [
    TRAFFIC_MIXES.filter(({ greenKbps }) => greenKbps === 100),
    TRAFFIC_MIXES.filter(({ blueFlows }) => blueFlows === 16),
  ];
  const blueRow = ({ blueFlows }: TrafficMix) => `${blueFlows} blue`;
  const greenRow = ({ greenKbps }: TrafficMix) => `${greenKbps} kbit/s of green`;
  const waits: readonly PublishedNumber[] = [
    { bound: null, printed: 400 },
    { bound: 10 as const, printed: 6 },
  ].map(({ bound, printed }) => ({
    id: `text/${boundColumn(bound)}`,
    table: 'text',
    row: 'waiting time of green',
    column: boundColumn(bound),
    printed,
    tolerance: 'abeDelay',
    run: runOf(100, 8, bound),
    statistic: greenDelayMs,
  }));

  const cells = [
    ...lossOrRateCells('1', few, blueRow, true),
    ...lossOrRateCells('2', few, blueRow, false),
    ...lossOrRateCells('3', many, greenRow, true),
    ...lossOrRateCells('4', many, greenRow, false),
    ...waits,
  ];
  const median = (id: string, unit: string): NullModel =>
    medianModel(
      cells.filter(({ table }) => table === id).map(({ printed }) => printed),
      unit,
    );

  const loss = (green: number, blue: number, bound: DelayBound) => figureOf(runOf(green, blue, bound), lossPercent);

  /** Figures that should fall from one to the next. */
  interface Fall {
    readonly name: string;
    readonly figures: readonly ClaimFigure[];
  }
  /** Whether each figure is above the next, with the same seeds. */
  const fallCheck = (digits: number, unit: string, falls: readonly Fall[]): ClaimCheck => ({
    figures: falls.flatMap(({ figures }) => fallsAlong(figures)),
    evidence: falls.map(({ name, figures }) => [`${name}: `, shownFigures(figures, digits, { unit })]),
  });
  /** One fall for each bound. @param suffix what changes from figure to figure */
  const fallAtBounds = (suffix: string, figuresAt: (bound: DelayBound) => readonly ClaimFigure[]) =>
    DELAY_BOUNDS_MS.map((bound) => ({ name: `${boundColumn(bound)} (${suffix})`, figures: figuresAt(bound) }));
  const lossesByBound = TRAFFIC_MIXES.map(({ greenKbps, blueFlows }) => ({
    name: `${greenKbps} kbit/s, ${blueFlows} blue:`,
    figures: DELAY_BOUNDS_MS.map((bound) => loss(greenKbps, blueFlows, bound)),
  }));
  const waitCheck = (bound: DelayBound, targetMs: number, digits: number): ClaimCheck => {
    const waits = [4, 8, 16].map((blue) => figureOf(runOf(100, blue, bound), greenDelayMs));
    return {
      figures: waits,
      low: targetMs / 1.5,
      high: targetMs * 1.5,
      evidence: [[shownFigures(waits, digits, { unit: 'ms' })]],
    };
  };
  const blueGains = TRAFFIC_MIXES.flatMap(({ greenKbps, blueFlows }) =>
    ([10, 20, 50] as const).map((bound) =>
      differenceOf(
        figureOf(runOf(greenKbps, blueFlows, bound), blueKbps),
        figureOf(runOf(greenKbps, blueFlows, null), blueKbps),
      ),
    ),
  );
  const growthCheck = (
    shortBound: DelayBound,
    longBound: DelayBound,
    digits: number,
    bounds: Pick<ClaimCheck, 'low' | 'high'>,
  ): ClaimCheck => {
    const ratios = [4, 8, 16].map((blue) => quotientOf(loss(100, blue, shortBound), loss(100, blue, longBound)));
    return { figures: ratios, ...bounds, evidence: [[shownFigures(ratios, digits, { unit: 'times' })]] };
  };
  /** Throughput of blue plus the delivered part of green's nominal rate, kbit/s. */
  const totalKbps: RunStatistic = (figures) => blueKbps(figures) + 500 * (1 - lossPercent(figures) / 100);
  const totalAt = (bound: DelayBound) => figureOf(runOf(500, 16, bound), totalKbps);

  const claims: readonly PaperClaim[] = [
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
            figures.slice(0, -1).map((figure) => differenceOf(figure, figures.at(-1) as ClaimFigure)),
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
        'more connections': fallCheck(
          2,
          '%',
          fallAtBounds('16, 8, 4 blue', (bound) => [16, 8, 4].map((blue) => loss(100, blue, bound))),
        ),
        'more green': fallCheck(
          2,
          '%',
          fallAtBounds('500, 200, 100 kbit/s of green', (bound) =>
            [500, 200, 100].map((green) => loss(green, 16, bound)),
          ),
        ),
      }),
    },
    {
      id: 'C3.6',
      shortName: 'More green: blue gets less',
      sentence: 'Blue gets less when there is more green traffic.',
      source: 'section 6, table 4',
      judge: judgeByChecks(
        fallCheck(
          0,
          'kbit/s',
          fallAtBounds('100, 200, 500 kbit/s of green', (bound) =>
            [100, 200, 500].map((green) => figureOf(runOf(green, 16, bound), blueKbps)),
          ),
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
        const [shortBound, longBound] = [10, 20].map((bound) =>
          results.figureOf(runOf(100, 4, bound as DelayBound), lossPercent),
        ) as [ReplicatedFigure, ReplicatedFigure];
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

  return {
    id: 'abe',
    name: 'Hurley et al. (ABE)',
    title: 'The ABE Service',
    authors: 'Paul Hurley, Gianluca Iannaccone, Mourad Kara, Jean-Yves Le Boudec, Patrick Thiran and Christophe Diot',
    citedAuthors: 'P. Hurley et al.',
    publication: 'draft-hurley-alternative-best-effort-01, November 2000',
    question:
      'Green packets accept more loss for a short delay. Can they share a best-effort link with blue packets and not harm them?',
    setUp:
      'In a testbed, four pairs of hosts share one link of 1 Mb/s, with a delay of 50 ms and a buffer of 75 kB. There are 4, 8 or 16 TCP connections (blue), and 4, 8 or 20 constant-rate sources of 25 kbit/s (green). A run measures eight minutes; the minute before them is not counted. The draft prints that green has a constant rate and a variable number of sources. We infer that each source sends 25 kbit/s, and that the sources of one host send in step. The loss of green counts packets. The throughput of blue counts bytes on the wire.',
    terms: [
      { name: 'ABE', meaning: 'alternative best effort: packets are green or blue, at the choice of the sender' },
      { name: 'Green', meaning: 'packets that need a short delay; they are dropped more often' },
      { name: 'Blue', meaning: 'packets that can wait; here greedy TCP connections' },
      { name: 'd', meaning: 'the longest time that a green packet may wait' },
      { name: 'Flat router', meaning: 'one queue that treats green and blue alike' },
    ],
    readings: [
      {
        what: 'Green has a constant rate. Four sources send 100 kbit/s together; for higher rates the number of sources is variable',
        basis: 'printed',
        why: 'section 6 has “UDP connections sending at a constant bit rate”, “4 UDP connections”, “a variable number of green/UDP sources”',
      },
      {
        what: 'Each green source sends 25 kbit/s, so there are 4, 8 or 20 sources',
        basis: 'inferred',
        why: 'four of them send 100 kbit/s together',
      },
      {
        what: 'The green sources of one host send in step. Each host has its own phase, random in each run',
        basis: 'inferred',
        why: 'the printed losses at 10 ms differ much from run to run. This happens if the phases are drawn once for each run. If each source has its own phase, green loses too little. If all sources send in step, green loses too much (docs/ABE.md)',
        against: 'with 500 kbit/s, green loses less than printed at every bound. So more sources may have sent in step',
      },
      {
        what: 'A green packet is kept if its duplicate is refused',
        basis: 'printed',
        why: 'section 5 says so. If the packet is dropped, green loses more at 10 ms than is printed, and blue is never late (docs/ABE.md)',
      },
      {
        what: 'Every packet is acknowledged',
        basis: 'inferred',
        why: 'the hosts ran Linux, and Linux acknowledges every packet at the start of a connection',
        against:
          'later in a connection, Linux acknowledges every second packet. With four blue connections, most losses are then less than half as large (docs/ABE.md)',
      },
      {
        what: 'The throughput of blue counts bytes on the wire. The loss of green counts packets',
        basis: 'inferred',
        why: 'together, the blue throughput of table 2 and the green packets that arrive fill the 1 Mb/s',
      },
    ],
    tables: [
      {
        id: '1',
        title: 'Loss of green, 100 kbit/s of green',
        unit: '%',
        source: 'Table 1',
        digits: 2,
        nullModel: median('1', ' %'),
      },
      {
        id: '2',
        title: 'Throughput of blue, 100 kbit/s of green',
        unit: 'kbit/s',
        source: 'Table 2',
        digits: 1,
        nullModel: median('2', ' kbit/s'),
      },
      {
        id: '3',
        title: 'Loss of green, 16 blue',
        unit: '%',
        source: 'Table 3',
        digits: 2,
        nullModel: median('3', ' %'),
      },
      {
        id: '4',
        title: 'Throughput of blue, 16 blue',
        unit: 'kbit/s',
        source: 'Table 4',
        digits: 1,
        nullModel: median('4', ' kbit/s'),
      },
      {
        id: 'text',
        title: 'Delay of green',
        unit: 'ms',
        source: 'section 6',
        digits: 1,
        note: 'The draft does not print the number of blue connections. We use 8.',
        nullModel: median('text', ' ms'),
      },
    ],
    cells,
    diagrams: [],
    claims,
    answer: {
      text: 'Nearly: with a bound of 10 ms, green waits about 5 ms, not about 500 ms, and blue gets at least as much as before, except slightly less in one case. With much green traffic, a part of the link stays unused.',
      holding: ['C3.2', 'C3.8'],
      failing: ['C3.3'],
    },
    experiments: [],
    simulationAmounts: {
      quick: { seedCount: 3, settings: () => ({ 'run.durationSeconds': 240 }) },
      // Ten, as the draft's intervals suggest.
      full: { seedCount: 10 },
    },
  };
}

export const hurleyAbe = hurleyPaper(hurleyReadings[0]);
