/**
 * Guaranteed Frame Rate: five VCs of many TCP connections before one backbone switch, in cells. The runs R1 to R7 of
 * Goyal et al., a satellite case, and the six cases and two round trips of Hu & Jan.
 */
import type { Scenario, SourceSpec, Values } from '../../engine/scenario/scenario.ts';

const GOYAL = 'Goyal, Jain, Fahmy & Vandalore, Buffer management for the GFR service, ATM Forum 98-0405, 1998';
const HU = 'Hu & Jan, An efficient FIFO-based buffer management strategy for TCP over GFR, section 4';

const CELL_BITS = 424;

/** Both papers are older than RFC 3042 (January 2001). */
const BEFORE_2001: Values = { limitedTransmit: false };

/**
 * Cells at which DFBA drops tagged frames in Hu & Jan, for every buffer. This is inferred. The printed fairness is
 * nearly the same for 25,000, 6,000 and 3,000 cells. And with 180 more slots of round trip, VC 5 loses throughput
 * (table 1: 37.6 of 132.8 Mb/s become 33.8, while the others gain 4 %). This loss implies a queue of 1,100 to 1,600
 * slots, and tags keep the queue near this threshold.
 */
const HU_LOW_THRESHOLD = 1_250;

/** Policies that both papers compare, or that are in the taxonomy of the first one. */
const POLICIES: readonly string[] = [
  'dfba',
  'double-epd',
  'epd',
  'selective-drop',
  'fba',
  'fred',
  'vq-depd',
  'ered',
  'ppd',
  'tail-cells',
];

interface Vc {
  readonly connections: number;
  readonly minimumCellRate: number;
  readonly peakCellRate?: number;
  readonly accessDelayMs: number;
}

function sources(vcs: readonly Vc[], tcp: Values): Record<string, SourceSpec> {
  return Object.fromEntries(
    vcs.map(({ connections, minimumCellRate, peakCellRate, accessDelayMs }, index) => [
      `vc${index + 1}`,
      {
        kind: 'vc',
        label: `VC ${index + 1}`,
        flows: connections,
        minimumCellRate,
        ...(peakCellRate === undefined ? {} : { peakCellRate }),
        accessDelayMs,
        startWithinSeconds: 0.5,
        ...tcp,
      } as SourceSpec,
    ]),
  );
}

function policies(given: Readonly<Record<string, Values>>): Record<string, Values> {
  return { ...given, ...Object.fromEntries(POLICIES.filter((id) => !(id in given)).map((id) => [id, {}])) };
}

/** 353.207 kcells/s: the capacity of 155.52 Mb/s without the overhead of SONET. */
const GOYAL_RATE_BPS = 353_207 * CELL_BITS;
/** Minimum cell rates, kcells/s: about half, and 85 % of the link. */
const GOYAL_RATES = { half: [12, 24, 36, 48, 60], most: [20, 40, 60, 80, 100] } as const;

interface GoyalRun {
  readonly id: string;
  readonly title: string;
  readonly connections: number;
  readonly rates: keyof typeof GOYAL_RATES;
  readonly bufferCells: number;
  readonly scale?: string;
  readonly accessDelayMs?: number;
  readonly backboneDelayMs?: number;
}

const SATELLITE_MS = 250;

const goyalRuns: readonly GoyalRun[] = [
  { id: 'r1', title: 'R1: half guaranteed', connections: 10, rates: 'half', bufferCells: 25_000 },
  { id: 'r2', title: 'R2: 85 % guaranteed', connections: 10, rates: 'most', bufferCells: 25_000 },
  { id: 'r3', title: 'R3: twice the connections', connections: 20, rates: 'most', bufferCells: 25_000 },
  { id: 'r4', title: 'R4: 6,000 cells', connections: 20, rates: 'most', bufferCells: 6_000 },
  { id: 'r5', title: 'R5: 3,000 cells', connections: 20, rates: 'most', bufferCells: 3_000 },
  {
    id: 'r6',
    title: 'R6: Z = 1 − share',
    connections: 20,
    rates: 'most',
    bufferCells: 6_000,
    scale: 'unguaranteed',
  },
  {
    id: 'r7',
    title: 'R7: Z = (1 − share)²',
    connections: 20,
    rates: 'most',
    bufferCells: 6_000,
    scale: 'unguaranteedSquared',
  },
  {
    id: 'geo',
    title: 'a satellite hop',
    connections: 10,
    rates: 'most',
    bufferCells: 25_000,
    accessDelayMs: 0.05,
    backboneDelayMs: SATELLITE_MS,
  },
];

function goyal({
  id,
  title,
  connections,
  rates,
  bufferCells,
  scale,
  accessDelayMs = 0.05,
  backboneDelayMs = 5,
}: GoyalRun): Scenario {
  const guaranteed = rates === 'half' ? 'half' : '85 %';
  return {
    id: `goyal-${id}`,
    title: `Goyal et al. · ${title}`,
    summary: `Five VCs of ${connections} TCP connections share ${bufferCells / 1_000},000 cells. Guarantees take ${guaranteed} of the link. Does each VC get its minimum, and which gets the rest?`,
    citation: GOYAL,
    link: { rateBps: GOYAL_RATE_BPS, delayMs: backboneDelayMs },
    access: { receiverDelayMs: 0.05 },
    buffer: { cells: bufferCells },
    run: { durationSeconds: 25, warmupSeconds: 5 },
    sources: sources(
      GOYAL_RATES[rates].map((kilocells) => ({ connections, minimumCellRate: kilocells * 1e3, accessDelayMs })),
      {
        variant: 'sack',
        segmentBytes: 1024,
        minRtoMs: 200,
        clockGranularityMs: 100,
        windowPackets: backboneDelayMs === SATELLITE_MS ? 4_000 : 600,
        initialWindow: 1,
        ...BEFORE_2001,
        // The slides tag only on request; runs without tags give their figures.
        tagging: false,
        maximumBurstCells: 46,
      },
    ),
    policies: policies(scale === undefined ? { dfba: {} } : { dfba: { scale } }),
    variants: { tagging: { none: tagging(false), fgcra: tagging(true) } },
  };
}

/** Of all VCs. */
function tagging(value: boolean): Values {
  return Object.fromEntries([1, 2, 3, 4, 5].map((vc) => [`sources.vc${vc}.tagging`, value]));
}

const HU_RATE_BPS = 150e6;
const SLOT_MS = (CELL_BITS / HU_RATE_BPS) * 1e3;
const HU_RATES_MBPS = { half: [5, 10, 15, 20, 25], most: [8.5, 17, 25.5, 34, 42.5] } as const;
const PEAK_BPS = 50e6;
const HOP_SLOTS = 5;

interface HuCase {
  readonly id: string;
  readonly title: string;
  readonly rates: keyof typeof HU_RATES_MBPS;
  readonly bufferCells: number;
  /** Delay t of VC 5's hop, slots. A round trip passes it four times, in addition to 20 slots of the backbone. */
  readonly lastHopSlots?: number;
}

const huCases: readonly HuCase[] = [
  { id: 'fig7', title: 'figure 7: half guaranteed, 25,000 cells', rates: 'half', bufferCells: 25_000 },
  { id: 'fig8', title: 'figure 8: 85 % guaranteed, 25,000 cells', rates: 'most', bufferCells: 25_000 },
  { id: 'fig9', title: 'figure 9: half guaranteed, 6,000 cells', rates: 'half', bufferCells: 6_000 },
  { id: 'fig10', title: 'figure 10: 85 % guaranteed, 6,000 cells', rates: 'most', bufferCells: 6_000 },
  { id: 'fig11', title: 'figure 11: half guaranteed, 3,000 cells', rates: 'half', bufferCells: 3_000 },
  { id: 'fig12', title: 'figure 12: 85 % guaranteed, 3,000 cells', rates: 'most', bufferCells: 3_000 },
  { id: 'rtt-identical', title: 'equal round trips', rates: 'half', bufferCells: 6_000 },
  { id: 'rtt-different', title: 'VC 5 with a longer round trip', rates: 'half', bufferCells: 6_000, lastHopSlots: 50 },
];

function hu({ id, title, rates, bufferCells, lastHopSlots = HOP_SLOTS }: HuCase): Scenario {
  return {
    id: `hu-${id}`,
    title: `Hu & Jan · ${title}`,
    summary: `Five VCs of ten TCP connections share ${bufferCells / 1_000},000 cells. Does each VC get its minimum, and is the rest shared in proportion to the guarantees?`,
    citation: HU,
    link: { rateBps: HU_RATE_BPS, delayMs: 10 * SLOT_MS },
    access: { receiverDelayMs: HOP_SLOTS * SLOT_MS },
    buffer: { cells: bufferCells },
    run: { durationSeconds: 10, warmupSeconds: 2, accounting: 'wire' },
    sources: sources(
      HU_RATES_MBPS[rates].map((megabits, index) => ({
        connections: 10,
        minimumCellRate: (megabits * 1e6) / CELL_BITS,
        peakCellRate: PEAK_BPS / CELL_BITS,
        // The hop on the far side is the same for all VCs, so the additional delay of VC 5 is on this side.
        accessDelayMs: (index === 4 ? 2 * lastHopSlots - HOP_SLOTS : HOP_SLOTS) * SLOT_MS,
      })),
      {
        variant: 'newreno',
        segmentBytes: 512,
        clockGranularityMs: 100,
        windowPackets: 128,
        initialWindow: 1,
        ...BEFORE_2001,
        maximumBurstCells: 24,
      },
    ),
    policies: policies({ dfba: { lowThreshold: HU_LOW_THRESHOLD }, vbs: {} }),
  };
}

export const goyalPresets: readonly Scenario[] = goyalRuns.map(goyal);
export const huPresets: readonly Scenario[] = huCases.map(hu);
