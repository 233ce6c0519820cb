/**
 * Rates of CAKE in the kernel's whole numbers: the time of a byte as a fraction, and the target, the interval and the
 * quantum that follow from a rate. Source: Linux, net/sched/sch_cake.c (cake_set_rate, cake_advance_shaper,
 * cake_calc_overhead, cake_reconfigure).
 */

const NS_PER_SECOND = 1_000_000_000n;
const FRACTION_BITS = 34n;
/** Slower shapers count as this rate. */
const MIN_BYTES_PER_SECOND = 64;
const [MIN_QUANTUM_BYTES, MAX_QUANTUM_BYTES] = [300, 1514] as const;
/** A quantum is what the rate sends in this part of a second. */
const QUANTA_PER_SECOND = 4096;
const MIN_MEMORY_BYTES = 4_194_304;
/** Packets of the largest size that a queue without a rate may hold. */
const MAX_PACKETS = 10_240;

/** The time of a number of bytes: bytes * nsPerByte / divisor, rounded down. */
export interface ByteTime {
  readonly nsPerByte: number;
  /** A power of two. */
  readonly divisor: number;
}

const NO_TIME: ByteTime = { nsPerByte: 0, divisor: 1 };

/** @param bytesPerSecond 0: no rate, so bytes take no time */
export function byteTimeOf(bytesPerSecond: number): ByteTime {
  if (bytesPerSecond === 0) return NO_TIME;
  let shift = FRACTION_BITS;
  let nsPerByte = (NS_PER_SECOND << shift) / BigInt(Math.max(MIN_BYTES_PER_SECOND, bytesPerSecond));
  while (nsPerByte >> FRACTION_BITS > 0n) {
    nsPerByte >>= 1n;
    shift--;
  }
  return { nsPerByte: Number(nsPerByte), divisor: Number(1n << shift) };
}

/** Time of a number of bytes, whole ns. */
export function bytesNs({ nsPerByte, divisor }: ByteTime, bytes: number): number {
  return Math.floor((bytes * nsPerByte) / divisor);
}

/** The settings of a tin at its rate. */
export interface TinRate {
  readonly byteTime: ByteTime;
  /** Bytes that a queue may send in its turn. */
  readonly quantumBytes: number;
  readonly targetNs: number;
  readonly intervalNs: number;
  /** Time of the largest packet; 0 without a rate. */
  readonly mtuNs: number;
}

/**
 * @param bytesPerSecond 0: no rate
 * @param mtuBytes the largest packet, with the header of the link
 */
export function tinRateOf(bytesPerSecond: number, mtuBytes: number, targetNs: number, intervalNs: number): TinRate {
  const byteTime = byteTimeOf(bytesPerSecond);
  const mtuNs = bytesNs(byteTime, mtuBytes);
  const slowTargetNs = Math.max(Math.floor((mtuNs * 3) / 2), targetNs);
  const rateQuantum = Math.floor(bytesPerSecond / QUANTA_PER_SECOND);
  return {
    byteTime,
    quantumBytes:
      bytesPerSecond === 0 ? MAX_QUANTUM_BYTES : Math.max(Math.min(rateQuantum, MAX_QUANTUM_BYTES), MIN_QUANTUM_BYTES),
    targetNs: slowTargetNs,
    intervalNs: Math.max(intervalNs + slowTargetNs - targetNs, slowTargetNs * 2),
    mtuNs,
  };
}

/** How the link behind the shaper packs a packet. */
export interface Framing {
  readonly kind: 'raw' | 'noatm' | 'atm' | 'ptm';
  readonly overheadBytes: number;
  readonly minBytes: number;
  /** Header of the link that the packets' sizes contain. `raw` keeps it. */
  readonly headerBytes: number;
}

const [CELL_DATA_BYTES, CELL_WIRE_BYTES, PTM_BLOCK_BYTES] = [48, 53, 64] as const;

/** The bytes that the shaper charges for a packet. */
export function chargedBytes({ kind, overheadBytes, minBytes, headerBytes }: Framing, packetBytes: number): number {
  const networkBytes = kind === 'raw' ? packetBytes : packetBytes - headerBytes;
  const bytes = Math.max(networkBytes + overheadBytes, minBytes);
  if (kind === 'atm') return Math.floor((bytes + CELL_DATA_BYTES - 1) / CELL_DATA_BYTES) * CELL_WIRE_BYTES;
  // One byte for each 64 bytes or part of them.
  if (kind === 'ptm') return bytes + Math.floor((bytes + PTM_BLOCK_BYTES - 1) / PTM_BLOCK_BYTES);
  return bytes;
}

/**
 * The memory that CAKE takes if none is given: what the rate sends in four intervals, at least 4 MiB, and never more
 * than 10240 packets of the largest size.
 */
export function usualMemoryBytes(bandwidthBps: number, intervalMs: number, mtuBytes: number): number {
  const bytesPerSecond = Math.floor(bandwidthBps / 8);
  const byRate =
    bytesPerSecond === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(Math.floor((bytesPerSecond * Math.round(intervalMs * 1000)) / 250_000), MIN_MEMORY_BYTES);
  return Math.min(byRate, MAX_PACKETS * mtuBytes);
}

/**
 * The memory that the kernel adds to the data of a packet: room in front and behind, and the bookkeeping of its parts.
 */
const [EXTRA_BYTES, SHARED_INFO_BYTES, DESCRIPTION_BYTES, CACHE_LINE_BYTES] = [80, 320, 256, 64] as const;
/** Blocks of memory for data: one size for small packets, and powers of two from the next one on. */
const [SMALL_BLOCK_BYTES, NEXT_BLOCK_BYTES] = [640, 1024] as const;

/**
 * Memory that the kernel counts for a packet (`truesize`): the block that holds its data, and a description of 256
 * bytes. A packet of up to 240 bytes counts as 896, one of 625 to 1648 bytes as 2304.
 */
export function memoryBytesOf(packetBytes: number): number {
  const lines = (packetBytes + EXTRA_BYTES + CACHE_LINE_BYTES - 1) & -CACHE_LINE_BYTES;
  const dataBytes = lines + SHARED_INFO_BYTES;
  if (dataBytes <= SMALL_BLOCK_BYTES) return SMALL_BLOCK_BYTES + DESCRIPTION_BYTES;
  let blockBytes: number = NEXT_BLOCK_BYTES;
  while (blockBytes < dataBytes) blockBytes <<= 1;
  return blockBytes + DESCRIPTION_BYTES;
}
