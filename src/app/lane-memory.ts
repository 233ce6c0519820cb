/** The memory for checkpoints: one budget for all lanes, which depends on the memory of the device. */

/** Browsers tell no more than this of a device's memory, and some nothing: then it counts as a small one, GB. */
const MOST_GB = 8;
const CAUTIOUS_GB = 4;
/** For the checkpoints of all lanes, of each GB of memory, bytes. */
const BYTES_A_GB = 16e6;

/** @param deviceGb memory of the device, GB */
export function checkpointBytes(
  lanes: number,
  deviceGb = (globalThis.navigator as { readonly deviceMemory?: number } | undefined)?.deviceMemory ?? CAUTIOUS_GB,
): number {
  return (Math.min(MOST_GB, deviceGb) * BYTES_A_GB) / lanes;
}
