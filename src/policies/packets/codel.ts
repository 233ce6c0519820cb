/**
 * CoDel: drops or marks at the head of the queue when every packet that was sent in the last interval had waited for the
 * target or longer, and then the sooner again the longer that lasts.
 * Source: RFC 8289, section 5. The RFC only drops; marks are set where Linux sets them (net/sched/sch_codel), one at most
 * for each packet that is sent.
 */
import { PacketFlag } from '../../engine/packet.ts';
import { NO_PACKET, type PacketPolicyDefinition, type PolicyHost, type Reason } from '../../engine/policy.ts';
import type { ParameterSchema, ParameterValue, ValuesOf } from '../../params/schema.ts';
import { roomOperands, roomStep, waitingRoomQuantities } from './parts/room.ts';
import { SingleQueue } from './parts/single-queue.ts';

const RFC = 'RFC 8289';

const parameters = {
  targetMs: {
    kind: 'number',
    label: 'Target',
    symbol: 'target',
    unit: 'ms',
    min: 0,
    max: 10_000,
    step: 1,
    default: 5,
    primary: true,
    help: 'A queue that packets wait in for less than this is short enough: nothing is dropped.',
    source: `${RFC}, section 4.4`,
  },
  intervalMs: {
    kind: 'number',
    label: 'Interval',
    symbol: 'interval',
    unit: 'ms',
    min: 0.1,
    max: 100_000,
    step: 10,
    default: 100,
    primary: true,
    help: 'How long all packets have to wait for the target or longer before one is dropped: about the longest round trip.',
    source: `${RFC}, section 4.3`,
  },
  ecn: {
    kind: 'boolean',
    label: 'Mark (ECN)',
    default: true,
    help: 'Packets of ECN-capable senders are marked instead of dropped.',
    source: 'RFC 3168; Linux, sch_codel',
  },
  mtuBytes: {
    kind: 'integer',
    label: 'Largest packet',
    unit: 'bytes',
    min: 0,
    max: 65_000,
    step: 100,
    default: 1500,
    help: 'No packet is dropped while the queue holds at most this amount, even if sending it takes long.',
    source: `${RFC}, section 5.1 (maxpacket_)`,
  },
  variant: {
    kind: 'choice',
    label: 'CoDel as in',
    options: [
      { value: 'rfc', label: 'RFC 8289' },
      { value: 'ns3', label: 'ns-3' },
    ],
    default: 'rfc',
    live: false,
    help: 'ns-3 counts in units of 1,024 ns, estimates the square root, and spaces marks from the present time.',
  },
} as const satisfies ParameterSchema;

type CoDelValues = ValuesOf<typeof parameters>;

/** Indices of the reasons. */
const FITS = 0;
const FULL = 1;
const FIRST_DROP = 2;
const NEXT_DROP = 3;
const FIRST_MARK = 4;
const NEXT_MARK = 5;

const FIRST = 'It waited {sojourn} ms. No packet of the last {above} ms has waited less than the target, {targetMs} ms';
const NEXT = 'It waited {sojourn} ms, and action {count} of this congestion is due since {late} ms';

const reasons: readonly Reason[] = [
  { id: 'fits', verdict: 'accept', label: 'accepted', template: 'There was room in the buffer.' },
  {
    id: 'full',
    verdict: 'drop',
    label: 'buffer full',
    template: 'The buffer was full: the packet did not fit and was dropped.',
  },
  {
    id: 'first-drop',
    verdict: 'drop',
    label: 'above target for an interval',
    template: `${FIRST}: dropped.`,
    source: `${RFC}, section 5.5`,
  },
  {
    id: 'next-drop',
    verdict: 'drop',
    label: 'still above target',
    template: `${NEXT}: dropped.`,
    source: `${RFC}, section 5.5`,
  },
  {
    id: 'first-mark',
    verdict: 'mark',
    label: 'marked: above target for an interval',
    template: `${FIRST}: marked, not dropped.`,
    source: 'RFC 3168 section 5',
  },
  {
    id: 'next-mark',
    verdict: 'mark',
    label: 'marked: still above target',
    template: `${NEXT}: marked, not dropped.`,
    source: 'RFC 3168 section 5',
  },
];

/** ns-3 counts time in units of so many ns. */
const NS3_TICK_NS = 1024;
/** 1 / sqrt(1) in ns-3's fixed point: all sixteen bits set. */
const NS3_ONE = 65_535;

/** Times, in ticks of the variant: 1 ns, or 1,024 ns. */
const FIRST_ABOVE = 0;
const DROP_NEXT = 1;
const SOJOURN = 2;
const TARGET = 3;
const INTERVAL = 4;
const NOW = 5;

class CoDel extends SingleQueue {
  private values: CoDelValues;
  /** Both `first_above_time_` and `drop_next_` of the RFC, the latest sojourn time, target, interval, and the time of this call. */
  private readonly ticks = new Float64Array(6);
  /** Actions since the dropping state was entered; `count_` and `lastcount_` of the RFC. */
  private count = 0;
  private lastCount = 0;
  private dropping = false;
  /** ns-3 only: 1 / sqrt(count) as a fraction of 65,536. */
  private inverseRoot = NS3_ONE;

  constructor(host: PolicyHost, values: CoDelValues) {
    super(host);
    this.values = values;
    this.configure(values);
  }

  enqueue(packet: number): number {
    const { host, queue } = this;
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = queue;
    const fits = packetCount + 1 <= host.limitPackets && byteCount + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(roomOperands(host, packetCount, byteCount, bytes), [roomStep(host, !fits)]);
    if (!fits) return FULL;
    queue.push(packet);
    return FITS;
  }

  /** `dequeue()` of RFC 8289, section 5.5. */
  override dequeue(): number {
    this.ticks[NOW] = this.ticksOf(this.host.nowNs);
    const packet = this.queue.shift();
    const mayAct = this.isAbove(packet);
    if (!this.dropping) return mayAct ? this.enter(packet) : packet;
    this.dropping = mayAct;
    return mayAct ? this.goOn(packet) : packet;
  }

  override configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.values = values as CoDelValues;
    this.ticks[TARGET] = this.ticksOf(this.values.targetMs * 1e6);
    this.ticks[INTERVAL] = this.ticksOf(this.values.intervalMs * 1e6);
  }

  override signals(into: Float64Array): void {
    into[0] = (this.ticks[SOJOURN] * (this.isNs3 ? NS3_TICK_NS : 1)) / 1e6;
  }

  private get isNs3(): boolean {
    return this.values.variant === 'ns3';
  }

  private ticksOf(ns: number): number {
    return this.isNs3 ? Math.floor(ns / NS3_TICK_NS) : ns;
  }

  /** `dodequeue()` of RFC 8289: whether all packets have been above the target for an interval. */
  private isAbove(packet: number): boolean {
    const { ticks, queue, host, isNs3 } = this;
    if (packet === NO_PACKET) {
      ticks[FIRST_ABOVE] = 0;
      ticks[SOJOURN] = 0;
      return false;
    }
    ticks[SOJOURN] = this.ticksOf(host.nowNs - host.packets.arrivedNs[packet]);
    const { mtuBytes } = this.values;
    const short = isNs3 ? queue.byteCount < mtuBytes : queue.byteCount <= mtuBytes;
    if (short || ticks[SOJOURN] < ticks[TARGET]) {
      ticks[FIRST_ABOVE] = 0;
      return false;
    }
    if (ticks[FIRST_ABOVE] === 0) {
      ticks[FIRST_ABOVE] = ticks[NOW] + ticks[INTERVAL];
      return false;
    }
    return isNs3 ? ticks[NOW] > ticks[FIRST_ABOVE] : ticks[NOW] >= ticks[FIRST_ABOVE];
  }

  /** Enters the dropping state with one action. @returns the packet to send */
  private enter(packet: number): number {
    const { ticks } = this;
    let sent = packet;
    if (this.act(packet, FIRST_DROP, FIRST_MARK)) {
      sent = this.queue.shift();
      this.isAbove(sent);
    }
    this.dropping = true;
    // The rate that held the queue last time is a good one to begin with, if that was not long ago.
    const since = ticks[NOW] - ticks[DROP_NEXT];
    const remembers = since < 16 * ticks[INTERVAL] && (since >= 0 || !this.isNs3);
    const more = this.count - this.lastCount;
    this.count = more > 1 && remembers ? more : 1;
    if (this.count === 1) this.inverseRoot = NS3_ONE;
    else this.estimateRoot();
    this.lastCount = this.count;
    this.schedule(ticks[NOW]);
    return sent;
  }

  /** In the dropping state, above the target: takes the actions that are due. @returns the packet to send */
  private goOn(packet: number): number {
    const { ticks } = this;
    let sent = packet;
    while (this.dropping && ticks[NOW] >= ticks[DROP_NEXT]) {
      this.count++;
      this.estimateRoot();
      if (!this.act(sent, NEXT_DROP, NEXT_MARK)) {
        this.schedule(this.isNs3 ? ticks[NOW] : ticks[DROP_NEXT]);
        return sent;
      }
      sent = this.queue.shift();
      if (this.isAbove(sent)) this.schedule(ticks[DROP_NEXT]);
      else this.dropping = false;
    }
    return sent;
  }

  /** Marks the packet where that is possible, or drops it. @returns whether it was dropped */
  private act(packet: number, drop: number, mark: number): boolean {
    const { host } = this;
    if (host.explaining) this.explain(drop === FIRST_DROP);
    if (this.values.ecn && (host.packets.flags[packet] & PacketFlag.ect) !== 0) {
      host.mark(packet, mark);
      return false;
    }
    host.drop(packet, drop);
    return true;
  }

  /** `control_law()` of RFC 8289: the next action. */
  private schedule(fromTicks: number): void {
    const { ticks, count, inverseRoot } = this;
    const spacing = this.isNs3
      ? Math.floor((ticks[INTERVAL] * inverseRoot) / 65_536)
      : ticks[INTERVAL] / Math.sqrt(count);
    ticks[DROP_NEXT] = fromTicks + spacing;
  }

  /** One step of Newton's method from the last estimate, in whole numbers, as ns-3 and Linux take it. */
  private estimateRoot(): void {
    if (!this.isNs3) return;
    const { inverseRoot: root, count } = this;
    const error = Math.floor((3 * 2 ** 32 - count * root * root) / 4);
    this.inverseRoot = Math.floor((error * root) / 2 ** 31);
  }

  private explain(first: boolean): void {
    const { ticks, queue, count, host, isNs3 } = this;
    const ms = (isNs3 ? NS3_TICK_NS : 1) / 1e6;
    const operands = {
      sojourn: ticks[SOJOURN] * ms,
      target: ticks[TARGET] * ms,
      interval: ticks[INTERVAL] * ms,
      leftBytes: queue.byteCount,
      above: (ticks[NOW] - ticks[FIRST_ABOVE] + ticks[INTERVAL]) * ms,
    };
    const [more, longer] = isNs3 ? ['>=', '>'] : ['>', '>='];
    const steps = [`sojourn >= ${isNs3 ? 'target' : 'targetMs'}`, `leftBytes ${more} mtuBytes`];
    steps.push(`above ${longer} ${isNs3 ? 'interval' : 'intervalMs'}`);
    if (!first) {
      Object.assign(operands, { count, late: (ticks[NOW] - ticks[DROP_NEXT]) * ms });
      steps.push('late >= 0');
    }
    if (!first && !isNs3) {
      Object.assign(operands, { spacing: this.values.intervalMs / Math.sqrt(count) });
      steps.push('spacing = intervalMs / count^0.5');
    }
    host.explanation.tell(operands, steps);
  }
}

export const codel: PacketPolicyDefinition = {
  id: 'codel',
  name: 'CoDel',
  summary: 'Drops or marks at the head of the queue when packets have waited too long for a whole interval.',
  source: `Nichols, Jacobson, McGregor & Iyengar, ${RFC}, 2018`,
  manages: 'packets',
  workConserving: true,
  order: 'fifo',
  parameters,
  constraints: [],
  reasons,
  quantities: {
    ...waitingRoomQuantities,
    sojourn: { symbol: 't', meaning: 'time that it waited', unit: 'ms' },
    target: { symbol: 'target', meaning: 'target, in units of 1,024 ns', unit: 'ms' },
    interval: { symbol: 'interval', meaning: 'interval, in units of 1,024 ns', unit: 'ms' },
    leftBytes: { symbol: 'b', meaning: 'left in the queue behind it', unit: 'bytes' },
    mtuBytes: { symbol: 'MTU', meaning: 'largest packet', unit: 'bytes' },
    above: { symbol: 't_a', meaning: 'time since a packet first waited for the target or longer', unit: 'ms' },
    count: { symbol: 'n', meaning: 'actions of this congestion, with this one', unit: '' },
    spacing: { symbol: String.raw`\Delta`, meaning: 'from when this action was due until the next one is', unit: 'ms' },
    late: { symbol: 't_l', meaning: 'time since this action was due', unit: 'ms' },
  },
  hints: {
    lens: 'overTime',
    thresholds: [
      { parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' },
      { parameter: 'buffer', symbol: 'B', style: 'high' },
    ],
    signals: [{ id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' }],
  },
  create: (host, values) => new CoDel(host, values as CoDelValues),
};
