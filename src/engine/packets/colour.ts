/**
 * The two colours of ABE: green packets ask for little delay, blue packets for throughput. Packets without a colour are
 * blue. One flow may send both.
 * Source: draft-hurley-alternative-best-effort-01, section 2.
 */
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import { PacketFlag } from './packet.ts';

export const greenShareParameter = {
  greenShare: numberParameter('Green share', '', [0, 1, 0.05], {
    default: 0,
    help: 'Share of green packets, evenly spaced among the blue ones. It matters only with an ABE policy.',
    source: 'draft-hurley-alternative-best-effort-01, sections 2 and 4',
  }),
} as const satisfies ParameterSchema;

/** Flag of packet `number` (from 0) of a flow with this share of green ones. */
export function colourFlag(number: number, greenShare: number): number {
  return Math.floor((number + 1) * greenShare) > Math.floor(number * greenShare) ? PacketFlag.green : 0;
}
