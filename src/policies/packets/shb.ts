/**
 * SHB, the shared buffer: one queue for all, in order of arrival. Packets that do not fit are dropped. It differs from
 * DropTail in one point: its authors do not count the packet in transmission. Source: Bhattacharjee & McKinnon, section
 * 2.3.
 */
import type { Reason } from '../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn } from '../../engine/contract/policy-tables.ts';
import { indexById } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './mechanisms/buffer-steps.ts';
import { bufferHints } from './mechanisms/fair-buffers.ts';
import { fitsReason, fullReason, packetPolicy } from './mechanisms/packet-policy.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

const reasons = [
  fitsReason,
  { ...fullReason, template: 'The buffer was full: the packet did not fit.' },
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class SharedBuffer extends SingleQueue {
  private fullDropCount = 0;

  enqueue(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet];
    const isFull = queue.byteCount + bytes > host.limitBytes || queue.packetCount + 1 > host.limitPackets;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, queue.packetCount, queue.byteCount, bytes), [
        bufferStep(host, { isFull }),
      ]);
    if (isFull) {
      this.fullDropCount++;
      return REASON.full;
    }
    queue.push(packet);
    return REASON.fits;
  }

  override signals(into: Float64Array): void {
    // With one buffer there is no sorting, no discard test and no choice.
    into.set([1, 0, 0, 0, 1]);
  }

  listBuffers(into: Float64Array): number {
    into.fill(0, 0, BUFFER_STRIDE);
    into[BufferColumn.flow] = -1;
    into[BufferColumn.classIndex] = -1;
    into[BufferColumn.waitingPackets] = this.queue.packetCount;
    into[BufferColumn.waitingBytes] = this.queue.byteCount;
    into[BufferColumn.share] = 1;
    into[BufferColumn.fullPackets] = this.fullDropCount;
    return 1;
  }
}

export const shb = packetPolicy({
  id: 'shb',
  name: 'SHB',
  summary: 'Shared buffer: one queue for all. Packets that do not fit are dropped.',
  source: 'Bhattacharjee & McKinnon, section 2.3',
  parameters: {},
  reasons,
  quantities: waitingBufferQuantities,
  hints: bufferHints,
  create: (host) => new SharedBuffer(host),
});
