/** The steps by which DualPI2 computes its probabilities: the meaning of the numbers, and the formulas. */
import type { Quantities } from '../../../../engine/contract/explanation.ts';
import { waitingBufferQuantities } from '../waiting-quantities.ts';

export const dualPi2Quantities: Quantities = {
  ...waitingBufferQuantities,
  memory: { symbol: 'M', meaning: 'memory of the waiting packets with this one', unit: 'bytes' },
  base: { symbol: "p'", meaning: 'base probability since the last update', unit: '' },
  baseBefore: { symbol: "p'_0", meaning: 'base probability before that update', unit: '' },
  delay: {
    symbol: String.raw`\tau`,
    meaning: 'delay at the last update: the longer one of the two queues',
    unit: 'ms',
  },
  delayBefore: {
    symbol: String.raw`\tau_0`,
    meaning: 'delay at the previous update: the longer one of the two queues',
    unit: 'ms',
  },
  classic: { symbol: 'p_C', meaning: 'probability for the classic queue', unit: '' },
  coupled: { symbol: 'p_{CL}', meaning: 'probability that is coupled to the L4S queue', unit: '' },
  native: { symbol: "p'_L", meaning: 'probability from the delay in the L4S queue', unit: '' },
  likelihood: { symbol: 'p_L', meaning: 'probability for the L4S queue', unit: '' },
  draw: { symbol: 'u', meaning: 'random number of this packet, from 0 to 1', unit: '' },
  secondDraw: { symbol: 'u_2', meaning: 'its second random number', unit: '' },
  sojourn: { symbol: 't', meaning: 'time that it waited', unit: 'ms' },
  left: { symbol: 'n', meaning: 'waiting in the L4S queue behind it', unit: 'packets' },
  lower: { symbol: 'r_0', meaning: 'delay at which marks begin', unit: 'ms' },
  upper: { symbol: 'r_1', meaning: 'delay from which every packet is marked', unit: 'ms' },
  sum: { symbol: String.raw`\sum p`, meaning: 'sum of the probabilities of this queue, with this packet', unit: '' },
  sumBefore: {
    symbol: String.raw`\sum_0 p`,
    meaning: 'sum of the probabilities of this queue before this packet',
    unit: '',
  },
};

/** `laqm()` of RFC 9332, figure 5, with the test of the queue length of figure 7. */
export function nativeSteps(sojournMs: number, leftPackets: number, lowerMs: number, upperMs: number): string[] {
  if (leftPackets <= 1) return ['left <= 1', 'native = 0'];
  const bounds = ['left > 1', 'upper = stepMs + rampMs / 2'];
  if (sojournMs >= upperMs) return [...bounds, 'sojourn >= upper', 'native = 1'];
  const lowerSteps = [...bounds, 'lower = max(0, stepMs - rampMs / 2)'];
  if (sojournMs <= lowerMs) return [...lowerSteps, 'sojourn <= lower', 'native = 0'];
  return [...lowerSteps, 'native = (sojourn - lower) / (upper - lower)'];
}

/**
 * `dualpi2_update()` of RFC 9332, figure 8.
 * @param sum the value before it is limited to 0 to 1
 */
export function piUpdateSteps(sum: number): string[] {
  const law = 'baseBefore + (alpha * (delay - targetMs) + beta * (delay - delayBefore)) / 1000';
  return [`base = ${sum < 0 ? `max(0, ${law})` : sum > 1 ? `min(1, ${law})` : law}`];
}

/** @param product coupling factor times base probability */
export function coupledStep(product: number): string {
  return `coupled = ${product > 1 ? 'min(1, couplingFactor * base)' : 'couplingFactor * base'}`;
}
