/**
 * DropTail: one queue in order of arrival. A packet that does not fit is dropped. There is no other decision.
 * Source: the common practice before RED (Floyd & Jacobson 1993, section 1); Zhao & Reddy's "DT".
 */
import type { Reason } from '../../engine/contract/policy.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import { indexOfItem } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferQuantities, bufferStep } from './mechanisms/buffer-steps.ts';
import { fitsReason, fullReason, occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';

const parameters = {} as const satisfies ParameterSchema;

const reasons: readonly Reason[] = [fitsReason, fullReason];

const ACCEPTED_REASON = indexOfItem(reasons, 'fits');
const FULL_REASON = indexOfItem(reasons, 'full');

/** Drops at the tail. The packet in transmission counts as part of the buffer, as in ns-2. */
class DropTail extends SingleQueue {
  enqueue(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet];
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    const fits = heldPackets + 1 <= host.limitPackets && heldBytes + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, heldPackets, heldBytes, bytes), [bufferStep(host, !fits)]);
    if (!fits) return FULL_REASON;
    queue.push(packet);
    return ACCEPTED_REASON;
  }
}

export const droptail = packetPolicy({
  id: 'droptail',
  name: 'DropTail',
  summary: 'One queue. Packets that do not fit are dropped.',
  source: 'Zhao & Reddy, section II',
  parameters,
  reasons,
  quantities: bufferQuantities,
  hints: occupancyHints,
  create: (host) => new DropTail(host),
});
