/**
 * Flat best effort: one queue for both colours, as in common routers. ABE is compared with it.
 * Source: draft-hurley-alternative-best-effort-01, sections 2 and 6.
 */
import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import { dropReason } from '../mechanisms/reasons.ts';
import {
  FlatDecision,
  FlatRule,
  type FlatValues,
  flatConstraints,
  flatParameters,
  flatQuantities,
} from './mechanisms/flat-rule.ts';
import { fitsReason, fullReason, occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';

/** In the order of `FlatDecision`. */
const reasons: readonly Reason[] = [
  fitsReason,
  { ...fullReason, template: 'The buffer was full: the packet was dropped. Its colour does not matter.' },
  dropReason('early', 'early drop', { template: 'RED dropped the packet.' }),
];

class FlatBestEffort extends SingleQueue<FlatValues> {
  private readonly rule: FlatRule;

  constructor(host: PolicyHost, values: FlatValues) {
    super(host);
    this.rule = new FlatRule(host, this.queue, values);
  }

  enqueue(packet: number): number {
    const { host, queue } = this;
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    const decision = this.rule.decide(packet, heldPackets, heldBytes);
    if (host.explaining) {
      const { operands, steps } = this.rule.explainDecision(packet, decision, heldPackets, heldBytes);
      host.explanation.tell(operands, steps);
    }
    if (decision === FlatDecision.fits) queue.push(packet);
    return decision;
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.rule.onQueueEmptied(this.host.nowNs);
    return packet;
  }

  override configure(values: FlatValues): void {
    this.rule.configure(values);
  }
}

export const flatBe = packetPolicy({
  id: 'flat-be',
  name: 'Flat best effort',
  summary: 'One queue for both colours. Green packets wait like all others.',
  source: 'draft-hurley-alternative-best-effort-01, section 2',
  choosesAfterArrivals: true,
  mayOverfill: ({ byteLimitTest }) => byteLimitTest === 'sizeBlind',
  parameters: flatParameters,
  constraints: flatConstraints,
  reasons,
  quantities: flatQuantities,
  hints: occupancyHints,
  create: (host, values) => new FlatBestEffort(host, values),
});
