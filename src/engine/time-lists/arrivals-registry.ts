/** Loads the reader of lists of arrivals, and stores what it has read last. */
import { type Arrivals, ClassArrivals, type ListedPackets, registerArrivalsReader } from './arrivals.ts';
import { parseArrivalsCsv } from './arrivals-csv.ts';

/** The codepoint ECT(1) in the column `ect`. */
const ECT1 = 2;

/** The last list that was read: all lanes and tapes of a run use the same list. */
let lastList: { readonly csv: string; readonly list: Arrivals } | undefined;

/** By class and number of flows, the packets that were counted: a page asks for them at each change of a control. */
const packetsByList = new WeakMap<Arrivals, Map<string, ListedPackets>>();

function list(csv: string): Arrivals {
  if (lastList?.csv !== csv) lastList = { csv, list: parseArrivalsCsv(csv).arrivals };
  return lastList.list;
}

function packets(csv: string, classId: string, flowCount: number): ListedPackets {
  const arrivals = list(csv);
  const countedPackets = packetsByList.get(arrivals) ?? new Map<string, ListedPackets>();
  packetsByList.set(arrivals, countedPackets);
  const key = `${flowCount} ${classId}`;
  const knownPackets = countedPackets.get(key) ?? countPackets(arrivals, classId, flowCount);
  countedPackets.set(key, knownPackets);
  return knownPackets;
}

function countPackets(arrivals: Arrivals, classId: string, flowCount: number): ListedPackets {
  const { rows, flow } = new ClassArrivals(arrivals, arrivals.classes.indexOf(classId));
  let [largestBytes, hasL4s] = [0, false];
  for (const [index, row] of rows.entries()) {
    if (flow[index] >= flowCount) continue;
    largestBytes = Math.max(largestBytes, arrivals.bytes[row]);
    if (arrivals.ect[row] === ECT1) hasL4s = true;
  }
  return { largestBytes, hasL4s };
}

registerArrivalsReader({ list, packets });
