/**
 * FCFS with a threshold for green: one queue for both colours. A green packet joins it only if it would wait at most d.
 * The draft argues against this simple scheme, because green flows gain little by it.
 * Source: draft-hurley-alternative-best-effort-01, section 5.
 */
import type { Quantities } from '../../engine/contract/explanation.ts';
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferQuantities, bufferStep } from './mechanisms/buffer-steps.ts';
import { greenBoundCaution, greenBoundParameter } from './mechanisms/green-bound.ts';
import { fullReason, occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';

const DRAFT_SOURCE = 'draft-hurley-alternative-best-effort-01, section 5';

type ThresholdValues = ValuesOf<typeof greenBoundParameter>;

const quantities: Quantities = {
  ...bufferQuantities,
  residual: { symbol: 'r', meaning: 'remaining time of the packet in transmission', unit: 'ms' },
  waitingBytes: { symbol: 'q', meaning: 'waiting bytes', unit: 'bytes' },
  rate: { symbol: 'c', meaning: 'rate of the link', unit: 'kbit/s, which is bits per ms' },
  wait: { symbol: 'w', meaning: 'waiting time of this packet', unit: 'ms' },
};

const WAIT_STEP = 'wait = residual + 8 * waitingBytes / rate';

const reasons = [
  acceptReason('fits', 'accepted', {
    template: 'There was room in the buffer. The packet waits {wait} ms.',
  }),
  { ...fullReason, template: 'The buffer was full: the packet did not fit.' },
  dropReason('too-long', 'green would wait too long', {
    template: 'This green packet would wait {wait} ms. A green packet waits at most {greenBoundMs} ms.',
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class FcfsThreshold extends SingleQueue<ThresholdValues> {
  private values: ThresholdValues;

  constructor(host: PolicyHost, values: ThresholdValues) {
    super(host);
    this.values = values;
  }

  enqueue(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet];
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    const residualNs = host.inServicePackets > 0 ? host.inServiceEndNs - host.nowNs : 0;
    const waitMs = (residualNs + (queue.byteCount * 8e9) / host.rateBps) / 1e6;
    const isFull = heldPackets + 1 > host.limitPackets || heldBytes + bytes > host.limitBytes;
    const isGreen = (host.packets.flags[packet] & PacketFlag.green) !== 0;
    const isTooLong = isGreen && waitMs > this.values.greenBoundMs;
    if (host.explaining) {
      const operands = {
        ...bufferOperands(host, heldPackets, heldBytes, bytes),
        residual: residualNs / 1e6,
        waitingBytes: queue.byteCount,
        rate: host.rateBps / 1e3,
        wait: waitMs,
      };
      const bound = isGreen ? [isTooLong ? 'wait > greenBoundMs' : 'wait <= greenBoundMs'] : [];
      host.explanation.tell(operands, [bufferStep(host, { isFull }), ...(isFull ? [] : [WAIT_STEP, ...bound])]);
    }
    if (isFull) return REASON.full;
    if (isTooLong) return REASON['too-long'];
    queue.push(packet);
    return REASON.fits;
  }

  override configure(values: ThresholdValues): void {
    this.values = values;
  }
}

export const fcfsThreshold = packetPolicy({
  id: 'fcfs-threshold',
  name: 'FCFS with threshold',
  summary: 'One queue for both colours. A green packet is refused if it would wait longer than d.',
  source: DRAFT_SOURCE,
  choosesAfterArrivals: true,
  parameters: greenBoundParameter,
  caution: greenBoundCaution,
  reasons,
  quantities,
  hints: occupancyHints,
  create: (host, values) => new FcfsThreshold(host, values),
});
