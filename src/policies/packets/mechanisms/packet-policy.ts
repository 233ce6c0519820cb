/** The way to define a policy for packets, and the parts that most definitions share. */

import type { DrawingHints, ThresholdHint } from '../../../engine/contract/drawing.ts';
import type { PacketPolicyDefinition, Reason } from '../../../engine/contract/policy.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { acceptReason, dropReason } from '../../mechanisms/reasons.ts';

/** Left out: the most common value. */
type UsualKey = 'workConserving' | 'order' | 'constraints';

type PacketPolicyOptions<S extends ParameterSchema> = Omit<
  PacketPolicyDefinition<ValuesOf<NoInfer<S>>>,
  'manages' | 'parameters' | UsualKey
> &
  Partial<Pick<PacketPolicyDefinition, UsualKey>> & { readonly parameters: S };

/**
 * The definition of a policy for packets. Its values have the types of its parameters. The registry holds policies
 * with different parameters, so these types end here. By default, the policy serves all packets in the order of their
 * arrival, lets the link idle only if none waits, and its parameters have no constraints.
 */
export function packetPolicy<S extends ParameterSchema>(options: PacketPolicyOptions<S>): PacketPolicyDefinition {
  return {
    manages: 'packets',
    workConserving: true,
    order: 'fifo',
    constraints: [],
    ...options,
  } as PacketPolicyDefinition;
}

/** For a policy that accepts a packet if the buffer has room for it. */
export const fitsReason: Reason = acceptReason('fits', 'accepted', {
  template: 'There was room in the buffer.',
});

export const fullReason: Reason = dropReason('full', 'buffer full', {
  template: 'The buffer was full: the packet did not fit and was dropped.',
});

export const bufferThreshold: ThresholdHint = { parameter: 'buffer', symbol: 'buffer', style: 'high' };

/** The drawing of a policy without a state of its own. The packet in transmission has a place in its buffer. */
export const occupancyHints: DrawingHints = {
  lens: 'occupancy',
  countsSending: true,
  thresholds: [bufferThreshold],
  signals: [],
};
