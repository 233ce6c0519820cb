/** The memory for checkpoints: one budget for all lanes, which depends on the memory of the device. */

/** Largest memory that browsers report for a device, GB. If a browser reports nothing, the device counts as small. */
const MAX_GB = 8;
const CAUTIOUS_GB = 4;
/** Bytes for the checkpoints of all lanes, per GB of memory. */
const BYTES_A_GB = 16e6;

declare global {
  interface Navigator {
    /** GB; not in every browser. */
    readonly deviceMemory?: number;
  }
}

/** @param deviceGb memory of the device, GB */
export function checkpointBytes(lanes: number, deviceGb = globalThis.navigator?.deviceMemory ?? CAUTIOUS_GB): number {
  return (Math.min(MAX_GB, deviceGb) * BYTES_A_GB) / lanes;
}
