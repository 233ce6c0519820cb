/** The random draw of a waiting packet, as a step of an explanation. */
import type { Quantities } from '../../../engine/contract/explanation.ts';

export const randomDrawQuantities: Quantities = {
  place: { symbol: 'i', meaning: 'place that was drawn; 1 is the next packet to send', unit: '' },
  waiting: { symbol: 'q', meaning: 'waiting at that time', unit: 'packets' },
};

/**
 * Each place has the same probability.
 * @param draw name of the random number
 */
export function formatRandomDrawStep(draw: string): string {
  return `place = 1 + floor(${draw} * waiting)`;
}
