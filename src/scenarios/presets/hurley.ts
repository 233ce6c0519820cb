/**
 * Hurley et al., "The ABE Service": green and blue packets before one link. The presets are the cells of its tables 1
 * to 4, its two examples packet by packet, and a case that contradicts one of its claims. In one more preset, a voice
 * chooses its colour.
 */

import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';

const DRAFT_CITATION = 'Hurley et al., The ABE Service, draft-hurley-alternative-best-effort-01, 2000';

/** Delays of the pairs of hosts of the testbed; the flows take them in turn. */
const HOST_DELAYS_MS = [20, 40, 60, 80] as const;
/** One green source: "4 UDP connections sending at an aggregate rate of 100Kbps". */
const GREEN_KBPS = 25;
/** dummynet drops if the queue is over the limit. It ignores the size of the packet. */
const BYTE_LIMIT_VALUES: ParameterValues = { byteLimitTest: 'sizeBlind' };

/** The algorithm as the draft prints it: a green packet is sent even if its duplicate is dropped. */
const policies: Record<string, ParameterValues> = {
  'flat-be': BYTE_LIMIT_VALUES,
  'abe-dsd': { ...BYTE_LIMIT_VALUES, dupRefusedGreen: 'keep' },
  'fcfs-threshold': {},
};

/** Persistent TCP SACK on the hosts of the testbed. */
function blueSource(flowCount: number): SourceSpec {
  return {
    kind: 'tcp',
    label: 'blue',
    flows: flowCount,
    accessDelayMs: HOST_DELAYS_MS,
    startWithinSeconds: 5,
    segmentBytes: 1460,
    headerBytes: 40,
    minRtoMs: 200,
    delayedAck: false,
    ecn: false,
  };
}

/**
 * A cell of a table: 1 Mb/s, 50 ms, 75 kB; the first and the tenth minute are left out. The draft prints for the green
 * sources: a constant rate, four of them at 100 kbit/s, "a variable number" above. We infer 25 kbit/s for each source,
 * and that the sources of one host send in step. docs/ABE.md has the effects of this and of other readings.
 */
function tableCell(greenKbps: number, blueFlowCount: number): Scenario {
  const greenFlows = greenKbps / GREEN_KBPS;
  return {
    id: `abe-${greenKbps}k-blue${blueFlowCount}`,
    title: `Hurley et al. (ABE) · ${blueFlowCount} blue TCPs, ${greenKbps} kbit/s of green`,
    summary: `${blueFlowCount} TCP connections (blue) and ${greenFlows} constant-rate sources (green) share 1 Mb/s. How long does green wait, how much does it lose, and is blue harmed?`,
    citation: `${DRAFT_CITATION}, section 6, tables 1 to 4`,
    link: { rateBps: 1e6, delayMs: 50 },
    access: { rateBps: 10e6, receiverDelayMs: 0 },
    buffer: { bytes: 75_000 },
    // The tables count the bytes of blue on the wire.
    run: { durationSeconds: 540, warmupSeconds: 60, accounting: 'wire' },
    sources: {
      blue: blueSource(blueFlowCount),
      green: {
        kind: 'cbr',
        label: 'green',
        flows: greenFlows,
        greenShare: 1,
        rateBps: GREEN_KBPS * 1e3,
        packetBytes: 272,
        headerBytes: 28,
        timing: 'phasePerHost',
        accessDelayMs: HOST_DELAYS_MS,
      },
    },
    policies,
    variants: {
      green: {
        inStepWithinHosts: { 'sources.green.timing': 'phasePerHost' },
        eachAtItsPhase: { 'sources.green.timing': 'randomPhase' },
        allInStep: { 'sources.green.timing': 'periodic', 'sources.green.startSeconds': [0.06, 0.04, 0.02, 0] },
      },
      acks: {
        everyPacket: { 'sources.blue.delayedAck': false },
        everySecond: { 'sources.blue.delayedAck': true },
      },
    },
  };
}

/** Time in slots: a slot is the transmission time of a packet, here one second. */
const SLOT_BYTES = 1500;
/** Slot 0 of the examples, s. */
const FIRST_SLOT_SECONDS = 2;

/**
 * Packets that arrive at given times, each in its own flow. Packets of one instant arrive in the order of the list: the
 * access delay of each is longer than that of the next one, so it was sent earlier.
 */
function givenArrivals(
  label: string,
  greenShare: number,
  arrivals: readonly [slot: number, index: number][],
): SourceSpec {
  const delaysMs = arrivals.map(([, index]) => 50 - index);
  const starts = arrivals.map(([slot], index) => FIRST_SLOT_SECONDS + slot - delaysMs[index] / 1e3);
  return {
    kind: 'cbr',
    label,
    flows: arrivals.length,
    greenShare,
    timing: 'periodic',
    rateBps: 1e3,
    packetBytes: SLOT_BYTES,
    startSeconds: valueOrValues(starts),
    stopSeconds: valueOrValues(starts.map((start) => start + 1)),
    accessDelayMs: valueOrValues(delaysMs),
  };
}

/** A list with one element is written as a number. */
function valueOrValues(values: readonly number[]): number | readonly number[] {
  return values.length === 1 ? values[0] : values;
}

type AppendixExample = Pick<Scenario, 'id' | 'title' | 'summary' | 'citation' | 'policies'> & {
  /** Names in the order of their arrival, e.g. `B1@-1`: blue packet 1 in slot -1. F fills the slot before the first. */
  readonly arrivals: string;
  readonly bufferPackets: number;
  readonly lastSlot: number;
};

function example({ arrivals, bufferPackets, lastSlot, ...scenario }: AppendixExample): Scenario {
  const items = arrivals.split(' ').map((item, index) => {
    const [name, slot] = item.split('@') as [string, string];
    return { colour: name.charAt(0), arrival: [Number(slot), index] as [number, number] };
  });
  const arrivalsOfColour = (colour: string) =>
    items.filter((item) => item.colour === colour).map(({ arrival }) => arrival);
  return {
    ...scenario,
    link: { rateBps: 8 * SLOT_BYTES, delayMs: 1_000 },
    access: { rateBps: 1e12, receiverDelayMs: 0 },
    buffer: { bytes: bufferPackets * SLOT_BYTES },
    run: { durationSeconds: FIRST_SLOT_SECONDS + lastSlot + 1 },
    sources: {
      blue: givenArrivals('blue', 0, arrivalsOfColour('B')),
      green: givenArrivals('green', 1, arrivalsOfColour('G')),
      ...(arrivalsOfColour('F').length > 0 ? { filler: givenArrivals('filler', 0, arrivalsOfColour('F')) } : {}),
    },
  };
}

/** The traffic of the appendices, and the policies with a bound of three packets. */
const appendixTraffic = (greenDrop: 'late' | 'early') => ({
  arrivals: 'F@-1 B1@-1 G1@-1 B2@-1 B3@-1 B4@-1 G2@0 B5@0 B6@0 B7@3 G3@4 B8@4 B9@4 G4@5',
  bufferPackets: 7,
  lastSlot: 12,
  policies: {
    'flat-be': {},
    'abe-dsd': { greenBoundMs: 3_000, greenDrop },
    'fcfs-threshold': { greenBoundMs: 3_000 },
  },
});

const examples: readonly Scenario[] = [
  example({
    id: 'abe-appendix-a',
    title: "Hurley et al. (ABE) · Appendix A: the draft's example, slot by slot",
    summary:
      'Thirteen packets follow a first one. Each takes one second to send. Which packet leaves next, and why? Choose “step by transmission”.',
    citation: `${DRAFT_CITATION}, appendix A`,
    ...appendixTraffic('late'),
  }),
  example({
    id: 'abe-appendix-b',
    title: 'Hurley et al. (ABE) · Appendix B: green tested on arrival',
    summary:
      'The same packets. ABE / DSD drops the second green one on arrival now, because the packets before it take too long.',
    citation: `${DRAFT_CITATION}, appendix B`,
    ...appendixTraffic('early'),
  }),
  example({
    id: 'abe-late-blue',
    title: 'Hurley et al. (ABE) · A blue packet that is late',
    summary:
      'The draft says that ABE delays no blue packet. Here it does: it sends a green one that has no duplicate, and the second blue one leaves later.',
    citation: 'Our own counterexample to section 5 of the draft',
    arrivals: 'G1@0 B1@0.25 G2@0.5 B2@2.25 B3@2.5',
    bufferPackets: 2,
    lastSlot: 5,
    policies: {
      'flat-be': {},
      'abe-dsd': { greenBoundMs: 2_000, greenDrop: 'late', dupRefusedGreen: 'keep' },
      'fcfs-threshold': { greenBoundMs: 2_000 },
    },
  }),
];

/** For a lesson about the choice of a colour for voice. */
const voice: Scenario = {
  id: 'abe-voice',
  title: 'Hurley et al. (ABE) · Voice sources choose their colour',
  summary:
    'Three voice sources share 1 Mb/s with TCP (blue). Each sends green while green gives enough rate. How often is it green, and what goodput does TCP lose?',
  citation: `${DRAFT_CITATION}, section 4`,
  link: { rateBps: 1e6, delayMs: 30 },
  access: { receiverDelayMs: 0 },
  buffer: { bytes: 75_000 },
  run: { durationSeconds: 120, warmupSeconds: 5 },
  sources: {
    blue: { ...blueSource(6), label: 'TCP', startWithinSeconds: 1 },
    voice: { kind: 'adaptive', label: 'voice', flows: 3, leastRateBps: 48e3, accessDelayMs: [20, 40, 60] },
  },
  policies: { 'flat-be': {}, 'abe-dsd': {}, 'fcfs-threshold': {} },
};

export const hurleyPresets: readonly Scenario[] = [
  voice,
  ...examples,
  ...[100, 200, 500].flatMap((greenKbps) => [4, 8, 16].map((flows) => tableCell(greenKbps, flows))),
];
