/**
 * SHB, the shared buffer: one queue for all, in order of arrival; what does not fit is dropped. As DropTail, but counted
 * as its authors do: the packet in transmission has left the buffer.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */
import type { PolicyDefinition } from '../engine/policy.ts';
import { bufferHints, bufferReasons } from './parts/fair-buffers.ts';
import { SingleQueue } from './parts/single-queue.ts';

const FITS = 0;
const FULL = 1;

class SharedBuffer extends SingleQueue {
  private full = 0;

  offer(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet] as number;
    if (host.explaining) this.explain(bytes);
    if (queue.byteCount + bytes > host.limitBytes || queue.packetCount + 1 > host.limitPackets) {
      this.full++;
      return FULL;
    }
    queue.push(packet);
    return FITS;
  }

  override signals(into: Float64Array): void {
    // One buffer: nothing is sorted, tested or chosen.
    into.set([1, 0, 0, 0, 1]);
  }

  listBuffers(into: Float64Array): number {
    into.set([-1, -1, this.queue.packetCount, this.queue.byteCount, 1, 0, this.full, 0]);
    return 1;
  }

  private explain(bytes: number): void {
    const { operands, limitBytes, limitPackets } = this.host;
    const inBytes = Number.isFinite(limitBytes);
    operands[0] = inBytes ? this.queue.byteCount : this.queue.packetCount;
    operands[1] = inBytes ? limitBytes : limitPackets;
    operands[2] = inBytes ? bytes : 1;
    operands[3] = -1;
    operands[4] = -1;
  }
}

export const shb: PolicyDefinition = {
  id: 'shb',
  name: 'SHB',
  summary: 'Shared buffer: one queue for all; a packet that does not fit is dropped.',
  source: 'Bhattacharjee & McKinnon, section 2.3',
  workConserving: true,
  order: 'fifo',
  parameters: {},
  constraints: [],
  reasons: bufferReasons,
  hints: bufferHints,
  create: (host) => new SharedBuffer(host),
};
