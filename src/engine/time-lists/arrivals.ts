/** A list of packets that arrive at the queue: the traffic of a user's own file. It does not react to drops. */

import { PacketFlag, type PacketPool } from '../packets/packet.ts';
import { NOT_STATE } from '../state/checkpoint.ts';

/** Packets that reach a port, in order of arrival. Each column has one element per packet. */
export interface Arrivals {
  readonly count: number;
  /** Whole numbers of ns, from 0, none smaller than the one before. */
  readonly timeNs: Float64Array;
  readonly flow: Int32Array;
  readonly bytes: Int32Array;
  /** 0: not ECN-capable, 1: ECT(0), 2: ECT(1). */
  readonly ect: Uint8Array;
  /** Index into `classes`. */
  readonly classIndex: Uint8Array;
  readonly classes: readonly string[];
  /** 1 for a green packet of ABE; no column: all are blue. */
  readonly green?: Uint8Array;
  /** DiffServ code points, 0 to 63. No column: those of the class. */
  readonly codePoint?: Uint8Array;
  /** Hosts that send and get the packets, by number. No column: those of the class. */
  readonly sourceHost?: Int32Array;
  readonly destinationHost?: Int32Array;
  /**
   * The number in [0, 1) for the first random decision on a packet, instead of a number from the policy's stream. NaN
   * or no column means the stream. Only `replay` uses it.
   */
  readonly draws?: Float64Array;
  /** Random words, each for the next random decision on its packet. Only `replay` uses them. */
  readonly drawWords?: DrawWords;
}

/** Words of random bits, of 32 or 64 bits, in order of arrival. A word of 32 bits has only an upper half. */
export interface DrawWords {
  /** By packet: the index of its first word. One more element has the number of words. */
  readonly firstWord: Int32Array;
  readonly upper: Uint32Array;
  readonly lower: Uint32Array;
}

/** Copies row `row` of a list into a packet of the pool. The row is its sequence number. */
export function fillPacket(arrivals: Arrivals, row: number, packets: PacketPool, packet: number): void {
  const ect = arrivals.ect[row];
  const colour = arrivals.green !== undefined && arrivals.green[row] === 1 ? PacketFlag.green : 0;
  packets.bytes[packet] = arrivals.bytes[row];
  packets.sequence[packet] = row;
  packets.flags[packet] = colour | (ect === 0 ? 0 : ect === 1 ? PacketFlag.ect : PacketFlag.ect | PacketFlag.ect1);
}

/** The packets of one class of a list. */
export class ClassArrivals {
  readonly [NOT_STATE] = true;
  readonly list: Arrivals;
  /** Rows of the list, in order. */
  readonly rows: Int32Array;
  /** The flow of each of `rows`, counted from 0 in the order of the numbers in the list. */
  readonly flow: Int32Array;
  /** Flows of this class in the list. */
  readonly flowCount: number;
  /** Mean rate of a flow from the first to the last arrival of the whole list, bit/s; NaN if all arrive at once. */
  readonly meanRateBps: number;
  /** The mean size of its packets, bytes, and whether they differ; without packets, no size. */
  readonly packetSizes: { readonly packetBytes?: number; readonly hasVaryingSizes?: boolean };
  /** Whether its packets are L4S, with ECT(1); undefined if only some of them are. */
  readonly isL4s: boolean | undefined;

  constructor(list: Arrivals, classIndex: number) {
    const rows: number[] = [];
    let bytes = 0;
    for (let row = 0; row < list.count; row++) {
      if (list.classIndex[row] !== classIndex) continue;
      rows.push(row);
      bytes += list.bytes[row];
    }
    const numbers = [...new Set(rows.map((row) => list.flow[row]))].sort((a, b) => a - b);
    const indexOfFlow = new Map(numbers.map((flow, index) => [flow, index]));
    const spanNs = list.count === 0 ? 0 : list.timeNs[list.count - 1] - list.timeNs[0];
    const l4sCount = rows.filter((row) => list.ect[row] === 2).length;
    this.isL4s = l4sCount === 0 || l4sCount === rows.length ? l4sCount > 0 : undefined;
    this.list = list;
    this.rows = Int32Array.from(rows);
    this.flow = this.rows.map((row) => indexOfFlow.get(list.flow[row]) as number);
    this.flowCount = numbers.length;
    const [firstRow = 0] = rows;
    this.packetSizes =
      rows.length === 0
        ? {}
        : {
            packetBytes: bytes / rows.length,
            hasVaryingSizes: rows.some((row) => list.bytes[row] !== list.bytes[firstRow]),
          };
    this.meanRateBps = spanNs > 0 ? (bytes * 8e9) / spanNs / numbers.length : Number.NaN;
  }
}

/** The sizes and codepoints of the packets that a source takes from a list. */
export interface ListedPackets {
  /** Largest packet on the wire, bytes; 0 without packets. */
  readonly largestBytes: number;
  /** Whether at least one packet has ECT(1). */
  readonly hasL4s: boolean;
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
