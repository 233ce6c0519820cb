/** One queue in order of arrival with a limit. A packet that does not fit is dropped. There is no other decision. */
import type { Reason } from '../../../engine/contract/policy.ts';
import type { ParameterValues } from '../../../params/schema.ts';
import { indexById } from '../../mechanisms/reasons.ts';
import { type BufferLimits, bufferOperands, bufferStep } from './buffer-steps.ts';
import { fitsReason, fullReason } from './packet-policy.ts';
import { SingleQueue } from './single-queue.ts';

export const tailDropReasons = [fitsReason, fullReason] as const satisfies readonly Reason[];

const REASON = indexById(tailDropReasons);

/** @typeParam V the values of its parameters */
export abstract class TailDropQueue<V = ParameterValues> extends SingleQueue<V> implements BufferLimits {
  /** Its limit, in one of the units; the other is Infinity. */
  abstract get limitPackets(): number;
  abstract get limitBytes(): number;

  enqueue(packet: number): number {
    const { host, countedPackets, countedBytes } = this;
    const bytes = host.packets.bytes[packet];
    const fits = countedPackets + 1 <= this.limitPackets && countedBytes + bytes <= this.limitBytes;
    if (host.explaining)
      host.explanation.tell(bufferOperands(this, countedPackets, countedBytes, bytes), [
        bufferStep(this, { isFull: !fits }),
      ]);
    if (!fits) return REASON.full;
    this.queue.push(packet);
    return REASON.fits;
  }

  /** The packets that it compares with the limit: the waiting ones, and in some policies the one in transmission. */
  protected get countedPackets(): number {
    return this.queue.packetCount;
  }

  protected get countedBytes(): number {
    return this.queue.byteCount;
  }
}
