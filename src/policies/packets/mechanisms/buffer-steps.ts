/** Whether a packet fits below the limit of a buffer, as a step of an explanation. */
import type { Operands, Quantities } from '../../../engine/contract/explanation.ts';
import type { PolicyHost } from '../../../engine/contract/policy.ts';

/** The content of a buffer (with the packet in transmission, if the policy counts it), and its capacity. */
export const bufferQuantities: Quantities = {
  heldPackets: {
    symbol: 'X',
    meaning: 'in the buffer before this packet, including the one in transmission',
    unit: 'packets',
  },
  limitPackets: { symbol: 'B', meaning: 'buffer', unit: 'packets' },
  heldBytes: {
    symbol: 'X',
    meaning: 'in the buffer before this packet, including the one in transmission',
    unit: 'bytes',
  },
  limitBytes: { symbol: 'B', meaning: 'buffer', unit: 'bytes' },
  bytes: { symbol: 's', meaning: 'size of this packet', unit: 'bytes' },
};

/** The limits of a buffer: of the port, or of a policy that has its own. The unit that does not limit is Infinity. */
export type BufferLimits = Pick<PolicyHost, 'limitPackets' | 'limitBytes'>;

/** The numbers, in the unit that limits the buffer. */
export function bufferOperands(limits: BufferLimits, heldPackets: number, heldBytes: number, bytes: number): Operands {
  const { limitPackets, limitBytes } = limits;
  return Number.isFinite(limitBytes) ? { heldBytes, limitBytes, bytes } : { heldPackets, limitPackets, bytes };
}

interface BufferTest {
  readonly isFull: boolean;
  /** The test ignores the size of the packet. */
  readonly isSizeBlind?: boolean;
}

/** The comparison. */
export function bufferStep(limits: BufferLimits, { isFull, isSizeBlind = false }: BufferTest): string {
  const compare = isFull ? '>' : '<=';
  if (!Number.isFinite(limits.limitBytes)) return `heldPackets + 1 ${compare} limitPackets`;
  return isSizeBlind ? `heldBytes ${compare} limitBytes` : `heldBytes + bytes ${compare} limitBytes`;
}
