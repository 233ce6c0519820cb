/** Hu & Jan: six cases of guaranteed frame rate (GFR), and two of round trips. */

import { CELL_BITS } from '../../engine/atm/aal5.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { gfrPolicies, vcSources, WITHOUT_LIMITED_TRANSMIT } from './gfr-network.ts';

const CITATION = 'Hu & Jan, An efficient FIFO-based buffer management strategy for TCP over GFR, section 4';

/**
 * Cells at which DFBA drops tagged frames in Hu & Jan, for every buffer. This is inferred. The printed fairness is
 * nearly the same for 25,000, 6,000 and 3,000 cells. And with 180 more slots of round trip, VC 5 loses throughput
 * (table 1: 37.6 of 132.8 Mb/s become 33.8, while the others gain 4 %). This loss implies a queue of 1,100 to 1,600
 * slots, and tags keep the queue near this threshold.
 */
const LOW_THRESHOLD_CELLS = 1_250;

const LINK_RATE_BPS = 150e6;
const SLOT_MS = (CELL_BITS / LINK_RATE_BPS) * 1e3;
const GUARANTEED_MBPS = { half: [5, 10, 15, 20, 25], most: [8.5, 17, 25.5, 34, 42.5] } as const;
const PEAK_RATE_BPS = 50e6;
const HOP_SLOTS = 5;

interface HuCase {
  readonly id: string;
  readonly title: string;
  readonly rates: keyof typeof GUARANTEED_MBPS;
  readonly bufferCells: number;
  /** Delay t of VC 5's hop, slots. A round trip passes it four times, in addition to 20 slots of the backbone. */
  readonly lastHopSlots?: number;
}

const cases: readonly HuCase[] = [
  { id: 'fig7', title: 'Figure 7: half guaranteed, 25\u202f000 cells', rates: 'half', bufferCells: 25_000 },
  { id: 'fig8', title: 'Figure 8: 85 % guaranteed, 25\u202f000 cells', rates: 'most', bufferCells: 25_000 },
  { id: 'fig9', title: 'Figure 9: half guaranteed, 6\u202f000 cells', rates: 'half', bufferCells: 6_000 },
  { id: 'fig10', title: 'Figure 10: 85 % guaranteed, 6\u202f000 cells', rates: 'most', bufferCells: 6_000 },
  { id: 'fig11', title: 'Figure 11: half guaranteed, 3\u202f000 cells', rates: 'half', bufferCells: 3_000 },
  { id: 'fig12', title: 'Figure 12: 85 % guaranteed, 3\u202f000 cells', rates: 'most', bufferCells: 3_000 },
  { id: 'rtt-identical', title: 'Equal round trips', rates: 'half', bufferCells: 6_000 },
  { id: 'rtt-different', title: 'VC 5 with a longer round trip', rates: 'half', bufferCells: 6_000, lastHopSlots: 50 },
];

function presetOfCase({ id, title, rates, bufferCells, lastHopSlots = HOP_SLOTS }: HuCase): Scenario {
  return {
    id: `hu-${id}`,
    title: `Hu & Jan · ${title}`,
    summary: `Five virtual connections (VCs) share ${groupDigits(bufferCells)} cells. Does each VC get its minimum, and is the rest shared in proportion to the guarantees?`,
    citation: CITATION,
    link: { rateBps: LINK_RATE_BPS, delayMs: 10 * SLOT_MS },
    access: { receiverDelayMs: HOP_SLOTS * SLOT_MS },
    buffer: { cells: bufferCells },
    run: { durationSeconds: 10, warmupSeconds: 2, accounting: 'wire' },
    sources: vcSources(
      GUARANTEED_MBPS[rates].map((megabits, index) => ({
        connectionCount: 10,
        minimumCellRate: (megabits * 1e6) / CELL_BITS,
        peakCellRate: PEAK_RATE_BPS / CELL_BITS,
        // The hop on the far side is the same for all VCs, so the additional delay of VC 5 is on this side.
        accessDelayMs: (index === 4 ? 2 * lastHopSlots - HOP_SLOTS : HOP_SLOTS) * SLOT_MS,
      })),
      {
        variant: 'newreno',
        segmentBytes: 512,
        clockGranularityMs: 100,
        windowPackets: 128,
        initialWindow: 1,
        ...WITHOUT_LIMITED_TRANSMIT,
        maximumBurstCells: 24,
      },
    ),
    policies: gfrPolicies({ dfba: { lowThreshold: LOW_THRESHOLD_CELLS }, vbs: {} }),
  };
}

export const huPresets: readonly Scenario[] = cases.map(presetOfCase);
