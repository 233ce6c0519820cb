/** The bound on the waiting time of green packets, for every policy that has one. */

import type { CautionContext } from '../../../engine/contract/policy.ts';
import { numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';

export const greenBoundParameter = {
  greenBoundMs: numberParameter('Green bound', 'ms', [0.001, 100_000, 1], {
    symbol: 'd',
    scale: 'log',
    default: 20,
    primary: true,
    help: 'No green packet waits longer than this bound. If the bound is below the transmission time of the largest packet, green losses jump. One such packet in transmission can make a green packet late.',
    source: 'draft-hurley-alternative-best-effort-01, section 5',
  }),
} as const satisfies ParameterSchema;

/**
 * If the bound is below the time of the largest packet, green losses jump: one such packet in transmission can make a
 * green packet late.
 */
export function greenBoundCaution(
  { greenBoundMs }: ValuesOf<typeof greenBoundParameter>,
  { rateBps, largestPacketBytes }: CautionContext,
): string | undefined {
  const packetMs = (largestPacketBytes * 8e3) / rateBps;
  if (!(greenBoundMs < packetMs)) return undefined;
  const share = (1 - greenBoundMs / packetMs) * 100;
  return `d = ${Number(greenBoundMs.toPrecision(4))} ms is less than the ${Number(packetMs.toPrecision(4))} ms that the largest packet (${largestPacketBytes} bytes) takes on this link. A green packet that arrives in the first ${Math.round(share)} % of such a transmission is lost, even if the queue is empty.`;
}
