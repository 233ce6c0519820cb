/**
 * The packets of a scenario's list of arrivals, for files that do not need the reader of lists. arrivals-registry.ts
 * registers this reader when it is loaded.
 */
import type { Arrivals } from './arrivals.ts';

/** The sizes and codepoints of the packets that a source takes from a list. */
export interface ListedPackets {
  /** On the wire; 0 without packets. */
  readonly largestBytes: number;
  /** Whether at least one packet has ECT(1), and whether at least one has another codepoint. */
  readonly hasL4s: boolean;
  readonly hasClassic: boolean;
}

export interface ArrivalsReader {
  /** The list of a CSV text. It must be checked before. */
  list(csv: string): Arrivals;
  packets(csv: string, classId: string, flowCount: number): ListedPackets;
}

let reader: ArrivalsReader | undefined;

/** Called by arrivals-registry.ts when it is loaded. */
export function registerArrivalsReader(loadedReader: ArrivalsReader): void {
  reader = loadedReader;
}

/** The list of a CSV text; undefined if the reader is not loaded. */
export const loadedArrivals = (csv: string): Arrivals | undefined => reader?.list(csv);

/**
 * The packets of the first `flowCount` flows of a class; undefined if the reader is not loaded.
 * @param csv the list of a scenario, which must be checked before
 */
export const listedPackets = (csv: string, classId: string, flowCount: number): ListedPackets | undefined =>
  reader?.packets(csv, classId, flowCount);
