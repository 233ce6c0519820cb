/** The steps by which PIE reaches a verdict: the meaning of the numbers, and the formula of the drop probability. */
import type { Quantities } from '../../../engine/contract/explanation.ts';
import { waitingBufferQuantities } from './waiting-quantities.ts';

export const pieQuantities: Quantities = {
  ...waitingBufferQuantities,
  probability: { symbol: 'p', meaning: 'drop probability since the last update', unit: '' },
  probabilityBefore: { symbol: "p'", meaning: 'drop probability before that update', unit: '' },
  delay: { symbol: String.raw`\tau`, meaning: 'queueing delay at the last update', unit: 'ms' },
  delayBefore: { symbol: String.raw`\tau'`, meaning: 'queueing delay at the previous update', unit: 'ms' },
  delayNow: { symbol: String.raw`\tau_n`, meaning: 'queueing delay when the last packet was sent', unit: 'ms' },
  change: { symbol: String.raw`\Delta p`, meaning: 'change of the drop probability at the last update', unit: '' },
  divisor: { symbol: 'd', meaning: 'divisor for small drop probabilities, by RFC 8033, section 4.2', unit: '' },
  burstLeft: { symbol: 'b', meaning: 'burst allowance that is left', unit: 'ms' },
  waiting: { symbol: 'q', meaning: 'packets waiting now', unit: 'packets' },
  waitingBytes: { symbol: 'q', meaning: 'bytes waiting now', unit: 'bytes' },
  sum: {
    symbol: String.raw`\sum p`,
    meaning: 'sum of the drop probabilities since the last drop, with this one',
    unit: '',
  },
  deviceMtuBytes: { symbol: 'MTU', meaning: 'largest packet of the device, with its header', unit: 'bytes' },
  scaledProbability: { symbol: 'p_s', meaning: 'drop probability scaled by the packet size', unit: '' },
  draw: { symbol: 'u', meaning: 'random number, uniform in [0, 1)', unit: '' },
};

/** The result of the last update and its steps. */
export interface PieUpdate {
  /** The change was limited to 0.02; 0.02 was added for a very long delay. */
  readonly isCapped: boolean;
  readonly isBoosted: boolean;
  /** Factor of the decay after the change: 1 if the queue was not empty. */
  readonly decay: '' | '0.98' | '63 / 64';
  /** The result was outside of 0 to 1 and was limited. */
  readonly reachedBound: 'low' | 'high' | 'no';
}

/** The new probability, computed from the last one. */
export function pieUpdateSteps({ isCapped, isBoosted, decay, reachedBound }: PieUpdate): string[] {
  const law = '(alpha * (delay - targetMs) + beta * (delay - delayBefore)) / 1000 / divisor';
  const limitedFormula = isCapped ? `min(0.02, ${law})` : law;
  const sum = 'probabilityBefore + change';
  const decayedFormula = decay === '' ? sum : `(${sum}) * ${decay}`;
  const fullTerm =
    reachedBound === 'low'
      ? `max(0, ${decayedFormula})`
      : reachedBound === 'high'
        ? `min(1, ${decayedFormula})`
        : decayedFormula;
  return [`change = ${limitedFormula}${isBoosted ? ' + 0.02' : ''}`, `probability = ${fullTerm}`];
}

/** Divisor of the change for a small probability: RFC 8033, section 4.2. */
export function updateDivisor(probability: number): number {
  if (probability >= 0.1) return 1;
  if (probability >= 0.01) return 2;
  if (probability >= 0.001) return 8;
  if (probability >= 0.0001) return 32;
  if (probability >= 0.00001) return 128;
  return probability >= 0.000001 ? 512 : 2048;
}
