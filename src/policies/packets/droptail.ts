/**
 * DropTail: one queue in order of arrival. A packet that does not fit is dropped. There is no other decision.
 * Source: the common practice before RED (Floyd & Jacobson 1993, section 1); Zhao & Reddy's "DT".
 */
import type { ParameterSchema } from '../../params/schema.ts';
import { bufferQuantities } from './mechanisms/buffer-steps.ts';
import { occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { TailDropQueue, tailDropReasons } from './mechanisms/tail-drop-queue.ts';

const parameters = {} as const satisfies ParameterSchema;

/** The packet in transmission counts as part of the buffer, as in ns-2. */
class DropTail extends TailDropQueue {
  get limitPackets(): number {
    return this.host.limitPackets;
  }

  get limitBytes(): number {
    return this.host.limitBytes;
  }

  protected override get countedPackets(): number {
    return this.queue.packetCount + this.host.inServicePackets;
  }

  protected override get countedBytes(): number {
    return this.queue.byteCount + this.host.inServiceBytes;
  }
}

export const droptail = packetPolicy({
  id: 'droptail',
  name: 'DropTail',
  summary: 'One queue. Packets that do not fit are dropped.',
  source: 'Zhao & Reddy, section II',
  parameters,
  reasons: tailDropReasons,
  quantities: bufferQuantities,
  hints: occupancyHints,
  create: (host) => new DropTail(host),
});
