/** Goyal et al.: the runs R1 to R7 of guaranteed frame rate (GFR), and a satellite case. */

import { CELL_BITS } from '../../engine/atm/aal5.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { gfrPolicies, vcSources, WITHOUT_LIMITED_TRANSMIT } from './gfr-network.ts';

const CITATION = 'Goyal, Jain, Fahmy & Vandalore, Buffer management for the GFR service, ATM Forum 98-0405, 1998';

/** 353.207 kcells/s: the capacity of 155.52 Mb/s without the overhead of SONET. */
const LINK_RATE_BPS = 353_207 * CELL_BITS;
/** Minimum cell rates, kcells/s: about half, and 85 % of the link. */
const GUARANTEED_KILOCELLS = { half: [12, 24, 36, 48, 60], most: [20, 40, 60, 80, 100] } as const;

interface GoyalRun {
  readonly id: string;
  readonly title: string;
  readonly connectionCount: number;
  readonly rates: keyof typeof GUARANTEED_KILOCELLS;
  readonly bufferCells: number;
  readonly scale?: string;
  readonly accessDelayMs?: number;
  readonly backboneDelayMs?: number;
}

const SATELLITE_DELAY_MS = 250;

const runs: readonly GoyalRun[] = [
  { id: 'r1', title: 'R1: half guaranteed', connectionCount: 10, rates: 'half', bufferCells: 25_000 },
  { id: 'r2', title: 'R2: 85 % guaranteed', connectionCount: 10, rates: 'most', bufferCells: 25_000 },
  { id: 'r3', title: 'R3: twice the connections', connectionCount: 20, rates: 'most', bufferCells: 25_000 },
  { id: 'r4', title: 'R4: 6\u202f000 cells', connectionCount: 20, rates: 'most', bufferCells: 6_000 },
  { id: 'r5', title: 'R5: 3\u202f000 cells', connectionCount: 20, rates: 'most', bufferCells: 3_000 },
  {
    id: 'r6',
    title: 'R6: Z = 1 − share',
    connectionCount: 20,
    rates: 'most',
    bufferCells: 6_000,
    scale: 'unguaranteed',
  },
  {
    id: 'r7',
    title: 'R7: Z = (1 − share)²',
    connectionCount: 20,
    rates: 'most',
    bufferCells: 6_000,
    scale: 'unguaranteedSquared',
  },
  {
    id: 'geo',
    title: 'A satellite hop',
    connectionCount: 10,
    rates: 'most',
    bufferCells: 25_000,
    accessDelayMs: 0.05,
    backboneDelayMs: SATELLITE_DELAY_MS,
  },
];

function presetOfRun({
  id,
  title,
  connectionCount,
  rates,
  bufferCells,
  scale,
  accessDelayMs = 0.05,
  backboneDelayMs = 5,
}: GoyalRun): Scenario {
  const guaranteedShare = rates === 'half' ? 'half' : '85 %';
  return {
    id: `goyal-${id}`,
    title: `Goyal et al. · ${title}`,
    summary: `Five virtual connections (VCs) share a buffer of ${groupDigits(bufferCells)} cells. Guarantees take ${guaranteedShare} of the link. Does each VC get its minimum? Who gets the rest?`,
    citation: CITATION,
    link: { rateBps: LINK_RATE_BPS, delayMs: backboneDelayMs },
    access: { receiverDelayMs: 0.05 },
    buffer: { cells: bufferCells },
    run: { durationSeconds: 25, warmupSeconds: 5 },
    sources: vcSources(
      GUARANTEED_KILOCELLS[rates].map((kilocells) => ({
        connectionCount,
        minimumCellRate: kilocells * 1e3,
        accessDelayMs,
      })),
      {
        variant: 'sack',
        segmentBytes: 1024,
        minRtoMs: 200,
        clockGranularityMs: 100,
        windowPackets: backboneDelayMs === SATELLITE_DELAY_MS ? 4_000 : 600,
        initialWindow: 1,
        ...WITHOUT_LIMITED_TRANSMIT,
        // The slides tag only on request; runs without tags give their figures.
        tagging: false,
        maximumBurstCells: 46,
      },
    ),
    policies: gfrPolicies(scale === undefined ? { dfba: {} } : { dfba: { scale } }),
    variants: { tagging: { none: taggingValues(false), fgcra: taggingValues(true) } },
  };
}

/** The values by which all VCs tag frames, or none. */
function taggingValues(isTagging: boolean): ParameterValues {
  return Object.fromEntries([1, 2, 3, 4, 5].map((vc) => [`sources.vc${vc}.tagging`, isTagging]));
}

export const goyalPresets: readonly Scenario[] = runs.map(presetOfRun);
