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

/** The numbers, in the unit that limits the buffer. */
export function bufferOperands(host: PolicyHost, heldPackets: number, heldBytes: number, bytes: number): Operands {
  const { limitPackets, limitBytes } = host;
  return Number.isFinite(limitBytes) ? { heldBytes, limitBytes, bytes } : { heldPackets, limitPackets, bytes };
}

/**
 * The comparison.
 * @param isSizeBlind the test ignores the size of the packet
 */
export function bufferStep(host: PolicyHost, isFull: boolean, isSizeBlind = false): string {
  const compare = isFull ? '>' : '<=';
  if (!Number.isFinite(host.limitBytes)) return `heldPackets + 1 ${compare} limitPackets`;
  return isSizeBlind ? `heldBytes ${compare} limitBytes` : `heldBytes + bytes ${compare} limitBytes`;
}
