/** Hurley et al., the ABE draft: Tables 1 to 4. */
import { medianModel } from '../null-models.ts';
import type { NullModel, Paper, PaperTable, PublishedNumber } from '../paper.ts';
import { hurleyClaims } from './claims.ts';
import {
  blueKbps,
  DELAY_BOUNDS_MS,
  type DelayBound,
  formatBound,
  greenDelayMs,
  lossPercent,
  runOfMix,
  TRAFFIC_MIXES,
  type TrafficMix,
} from './printed-values.ts';

const REPEATED_CAUSE = 'the draft prints the same throughput, digit for digit, for 16 connections at 50 ms';
const MUCH_GREEN_CAUSE =
  'with 500 kbit/s of green, loss and throughput depend on how many of the twenty green sources send in step. The draft does not print this number. If each source has its own phase, green loses less and blue gets less than printed. If all sources send in step, green loses more and blue gets more than printed (docs/ABE.md). We infer that the sources of one host send in step. The results of this reading lie between those of the other two';
const SHORT_BOUND_CAUSE =
  'at 10 ms, blue gets more when green loses more. The loss of green depends on how many green sources send in step. The draft does not print this number. Here the sources of one host send in step, and blue gets 899.3 ± 1.6 kbit/s. If all sources send in step, blue gets 905.6 kbit/s (docs/ABE.md)';
const FEW_BLUE_CAUSE =
  'with four connections the loss is small. It depends on how often the hosts acknowledge, and the draft does not print this. If they acknowledge every second packet, the loss is less than half as large (docs/ABE.md), here and in ns-2. For a flat router, the printed loss lies between the two. At 20 ms, the printed loss is larger than both, and the cause is not known';

function mismatchCause({ greenKbps, blueFlows }: TrafficMix, isLoss: boolean, bound: DelayBound): string | undefined {
  if (greenKbps === 500) return MUCH_GREEN_CAUSE;
  if (isLoss) return blueFlows === 4 ? FEW_BLUE_CAUSE : undefined;
  return blueFlows === 8 && bound === 10 ? SHORT_BOUND_CAUSE : undefined;
}

const blueRows = {
  mixes: TRAFFIC_MIXES.filter(({ greenKbps }) => greenKbps === 100),
  rowOf: ({ blueFlows }: TrafficMix) => `${blueFlows} blue`,
};
const greenRows = {
  mixes: TRAFFIC_MIXES.filter(({ blueFlows }) => blueFlows === 16),
  rowOf: ({ greenKbps }: TrafficMix) => `${greenKbps} kbit/s of green`,
};

const mixTables = [
  { id: '1', title: 'Loss of green, 100 kbit/s of green', ...blueRows, isLoss: true },
  { id: '2', title: 'Throughput of blue, 100 kbit/s of green', ...blueRows, isLoss: false },
  { id: '3', title: 'Loss of green, 16 blue', ...greenRows, isLoss: true },
  { id: '4', title: 'Throughput of blue, 16 blue', ...greenRows, isLoss: false },
];

const mixCells = mixTables.flatMap(({ id: table, mixes, rowOf, isLoss }) =>
  mixes.flatMap((mix) =>
    DELAY_BOUNDS_MS.map((bound, index): PublishedNumber => {
      const { greenKbps, blueFlows } = mix;
      const [printed, halves] = isLoss ? [mix.lossPercent, mix.lossHalves] : [mix.blueKbps, mix.blueHalves];
      const [row, column] = [rowOf(mix), formatBound(bound)];
      return {
        id: `${table}/${row}/${column}`,
        table,
        row,
        column,
        printed: printed[index],
        interval: halves[index],
        tolerance: isLoss ? 'abeLossFactor' : 'abeBlue',
        ...(table === '2' && blueFlows === 8 && bound === null ? { suspect: REPEATED_CAUSE } : {}),
        ...(table > '2' && greenKbps === 100
          ? { derived: `the same value as in row “16 blue” of table ${isLoss ? 1 : 2}` }
          : {}),
        cause: mismatchCause(mix, isLoss, bound),
        run: runOfMix(greenKbps, blueFlows, bound),
        statistic: isLoss ? lossPercent : blueKbps,
      };
    }),
  ),
);

const waitCell = (bound: DelayBound, printedMs: number): PublishedNumber => ({
  id: `text/${formatBound(bound)}`,
  table: 'text',
  row: 'waiting time of green',
  column: formatBound(bound),
  printed: printedMs,
  tolerance: 'abeDelay',
  run: runOfMix(100, 8, bound),
  statistic: greenDelayMs,
});

const cells = [...mixCells, waitCell(null, 400), waitCell(10, 6)];

const median = (id: string, unit: string): NullModel =>
  medianModel(
    cells.filter(({ table }) => table === id).map(({ printed }) => printed),
    unit,
  );

export const hurleyAbe: Paper = {
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
  terms: {
    ABE: 'alternative best effort: packets are green or blue, at the choice of the sender',
    Green: 'packets that need a short delay; they are dropped more often',
    Blue: 'packets that can wait; here greedy TCP connections',
    d: 'the longest time that a green packet may wait',
    'Flat router': 'one queue that treats green and blue alike',
  },
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
    ...mixTables.map(
      ({ id, title, isLoss }): PaperTable => ({
        id,
        title,
        source: `Table ${id}`,
        ...(isLoss ? { unit: '%', digits: 2 } : { unit: 'kbit/s', digits: 1 }),
        nullModel: median(id, isLoss ? ' %' : ' kbit/s'),
      }),
    ),
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
  claims: hurleyClaims,
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
