/** The content of a buffer without the packet in transmission, for explanations. */
import type { Quantities } from '../../../engine/contract/explanation.ts';
import { bufferQuantities } from './buffer-steps.ts';

/** As `bufferQuantities`, for policies in which the packet in transmission has left the buffer. */
export const waitingBufferQuantities: Quantities = {
  ...bufferQuantities,
  heldPackets: { symbol: 'X', meaning: 'waiting when this packet arrived', unit: 'packets' },
  heldBytes: { symbol: 'X', meaning: 'waiting when this packet arrived', unit: 'bytes' },
};
