/**
 * RandomDrop: if a packet arrives at a full buffer, it is accepted, and a waiting packet drawn at random is dropped. So
 * a flow loses packets in proportion to its share of the buffer. The losses do not depend on the arrival times of its
 * packets. Source: Mankin, "Random Drop Congestion Control", SIGCOMM 1990; Hashem, "Analysis of Random Drop for Gateway
 * Congestion Control", MIT LCS TR-465, 1989.
 */
import type { Reason } from '../../engine/contract/policy.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferQuantities, bufferStep } from './mechanisms/buffer-steps.ts';
import { IndexedQueue } from './mechanisms/indexed-queue.ts';
import { fitsReason, fullReason, occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { formatRandomDrawStep, randomDrawQuantities } from './mechanisms/random-draw.ts';
import { SingleQueueBase } from './mechanisms/single-queue.ts';

const parameters = {} as const satisfies ParameterSchema;

const reasons = [
  fitsReason,
  acceptReason('makes-room', 'accepted for another packet', {
    template: 'The buffer was full: waiting packets, drawn at random, were dropped, and this packet was accepted.',
  }),
  dropReason('drawn', 'drawn at random', {
    template:
      'A packet arrived when the buffer was full. The draw {draw} chose place {place} of the {waiting} waiting packets: the packet at this place was dropped.',
    source: 'Mankin 1990',
  }),
  { ...fullReason, template: 'No waiting packet could make room for this packet: it was dropped.' },
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

/** The packet in transmission counts as part of the buffer, as in DropTail. It cannot be drawn. */
class RandomDrop extends SingleQueueBase<IndexedQueue, unknown> {
  enqueue(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet];
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    if (host.inServicePackets + 1 > host.limitPackets || host.inServiceBytes + bytes > host.limitBytes) {
      if (host.explaining) this.explainTooLarge(bytes);
      return REASON.full;
    }
    while (this.isFull(bytes)) this.dropOne();
    const fits = queue.packetCount + host.inServicePackets === heldPackets;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, heldPackets, heldBytes, bytes), [bufferStep(host, { isFull: !fits })]);
    queue.push(packet);
    return fits ? REASON.fits : REASON['makes-room'];
  }

  private isFull(bytes: number): boolean {
    const { host, queue } = this;
    return (
      queue.packetCount + host.inServicePackets + 1 > host.limitPackets ||
      queue.byteCount + host.inServiceBytes + bytes > host.limitBytes
    );
  }

  private dropOne(): void {
    const { host, queue } = this;
    const waitingPackets = queue.packetCount;
    host.random.drawUniform();
    const draw = host.random.drawn[0];
    const position = Math.floor(draw * waitingPackets);
    const packet = queue.remove(position);
    if (host.explaining)
      host.explanation.tell({ draw, waiting: waitingPackets, place: position + 1 }, [formatRandomDrawStep('draw')]);
    host.drop(packet, REASON.drawn);
  }

  private explainTooLarge(bytes: number): void {
    const { host } = this;
    const { inServicePackets: sendingPackets, inServiceBytes: sendingBytes, limitPackets, limitBytes } = host;
    const step = Number.isFinite(limitBytes)
      ? 'sendingBytes + bytes > limitBytes'
      : 'sendingPackets + 1 > limitPackets';
    host.explanation.tell({ sendingPackets, sendingBytes, limitPackets, limitBytes, bytes }, [step]);
  }
}

export const randomDrop = packetPolicy({
  id: 'random-drop',
  name: 'RandomDrop',
  summary: 'Drops a waiting packet, drawn at random, when the buffer is full.',
  source: 'Mankin, "Random Drop Congestion Control", SIGCOMM 1990',
  parameters,
  reasons,
  quantities: {
    ...bufferQuantities,
    ...randomDrawQuantities,
    draw: { symbol: 'u', meaning: 'random number, uniform in [0, 1)', unit: '' },
    sendingPackets: { symbol: 'X_s', meaning: 'in transmission when this packet arrived', unit: 'packets' },
    sendingBytes: { symbol: 'X_s', meaning: 'in transmission when this packet arrived', unit: 'bytes' },
  },
  hints: occupancyHints,
  create: (host) => new RandomDrop(host, new IndexedQueue(host.packets)),
});
