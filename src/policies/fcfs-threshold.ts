/**
 * FCFS with a threshold for green: one queue for both colours, which a green packet only joins if it would not wait
 * longer than d. The simple scheme that the draft argues against: green has little reason to be green.
 * Source: draft-hurley-alternative-best-effort-01, section 5.
 */
import { PacketFlag } from '../engine/packet.ts';
import type { PolicyDefinition, PolicyHost, Reason } from '../engine/policy.ts';
import type { ParameterValue, ValuesOf } from '../params/schema.ts';
import { greenBoundCaution, greenBoundParameter } from './parts/green-bound.ts';
import { SingleQueue } from './parts/single-queue.ts';

const DRAFT = 'draft-hurley-alternative-best-effort-01, section 5';

type ThresholdValues = ValuesOf<typeof greenBoundParameter>;

const FITS = 0;
const FULL = 1;
const TOO_LONG = 2;

const operands = ['held', 'limit', 'bytes', 'wait', 'bound'] as const;

const reasons: readonly Reason[] = [
  {
    id: 'fits',
    verdict: 'accept',
    label: 'accepted',
    template: 'The buffer held {held} of {limit}: there was room. It waits {wait} ms.',
    operands,
  },
  {
    id: 'full',
    verdict: 'drop',
    label: 'buffer full',
    template: 'The buffer held {held} of {limit}: the packet of {bytes} bytes did not fit.',
    operands,
    equation: 'X + s > B',
    worked: '«held» + «bytes» > «limit»',
  },
  {
    id: 'too-long',
    verdict: 'drop',
    label: 'green would wait too long',
    template: 'The queue takes {wait} ms, and green waits at most {bound} ms.',
    operands,
    equation: 'r + X / c > d',
    worked: '«wait» > «bound»',
  },
];

class FcfsThreshold extends SingleQueue {
  private values: ThresholdValues;

  constructor(host: PolicyHost, values: ThresholdValues) {
    super(host);
    this.values = values;
  }

  offer(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet] as number;
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    const residualNs = host.inServicePackets > 0 ? host.inServiceEndNs - host.nowNs : 0;
    const waitMs = (residualNs + (queue.byteCount * 8e9) / host.rateBps) / 1e6;
    if (host.explaining) this.explain(heldPackets, heldBytes, bytes, waitMs);
    if (heldPackets + 1 > host.limitPackets || heldBytes + bytes > host.limitBytes) return FULL;
    const green = ((host.packets.flags[packet] as number) & PacketFlag.green) !== 0;
    if (green && waitMs > this.values.greenBoundMs) return TOO_LONG;
    queue.push(packet);
    return FITS;
  }

  override configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.values = values as ThresholdValues;
  }

  private explain(heldPackets: number, heldBytes: number, bytes: number, waitMs: number): void {
    const { operands: into, limitBytes, limitPackets } = this.host;
    const inBytes = Number.isFinite(limitBytes);
    into[0] = inBytes ? heldBytes : heldPackets;
    into[1] = inBytes ? limitBytes : limitPackets;
    into[2] = inBytes ? bytes : 1;
    into[3] = waitMs;
    into[4] = this.values.greenBoundMs;
  }
}

export const fcfsThreshold: PolicyDefinition = {
  id: 'fcfs-threshold',
  name: 'FCFS with threshold',
  summary: 'One queue for both colours; green is refused when it would wait longer than d.',
  source: DRAFT,
  workConserving: true,
  order: 'fifo',
  choosesAfterArrivals: true,
  parameters: greenBoundParameter,
  caution: greenBoundCaution,
  constraints: [],
  reasons,
  hints: {
    lens: 'occupancy',
    thresholds: [{ parameter: 'buffer', symbol: 'B', style: 'high' }],
    signals: [],
  },
  create: (host, values) => new FcfsThreshold(host, values as ThresholdValues),
};
