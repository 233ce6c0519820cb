/** The limits of a queue that bind. */
import type { ParameterValue } from '../../params/schema.ts';
import type { RunDescription } from '../frame/frame.ts';
import type { OutputPort } from '../network/port.ts';

/** The limits of the buffer, or that of the policy in its place. Infinity in a unit without a limit. */
export function bindingLimits(
  port: Pick<OutputPort, 'limitPackets' | 'limitBytes'>,
  { ownLimit }: Pick<RunDescription, 'ownLimit'>,
  policyValues: Readonly<Record<string, ParameterValue>>,
): { readonly packets: number; readonly bytes: number } {
  if (ownLimit === undefined) return { packets: port.limitPackets, bytes: port.limitBytes };
  const amount = Number(policyValues[ownLimit.parameter]);
  return ownLimit.unit === 'packets'
    ? { packets: amount, bytes: Number.POSITIVE_INFINITY }
    : { packets: Number.POSITIVE_INFINITY, bytes: amount };
}
