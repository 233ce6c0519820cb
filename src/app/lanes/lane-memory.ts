/** The memory for checkpoints: one budget for all lanes, which depends on the memory of the device. */

/** Largest memory that browsers report for a device, GB. If a browser reports nothing, the device counts as small. */
const MAX_DEVICE_GB = 8;
const DEFAULT_DEVICE_GB = 4;
/** Bytes for the checkpoints of all lanes, per GB of memory. */
const CHECKPOINT_BYTES_PER_GB = 16e6;

declare global {
  interface Navigator {
    /** GB; not in every browser. */
    readonly deviceMemory?: number;
  }
}

/** @param deviceGb memory of the device, GB */
export function checkpointBytes(
  laneCount: number,
  deviceGb = globalThis.navigator?.deviceMemory ?? DEFAULT_DEVICE_GB,
): number {
  return (Math.min(MAX_DEVICE_GB, deviceGb) * CHECKPOINT_BYTES_PER_GB) / laneCount;
}
