/** What the models without feedback (CBR, Poisson, on/off) share: flows that emit packets of one size. */
import type { ParameterSchema, ParameterValue, ValuesOf } from '../../params/schema.ts';
import { EventPriority, type EventTarget } from '../clock.ts';
import type { RandomStream } from '../random.ts';
import { inTurn, type Traffic, type TrafficHost } from './traffic.ts';

export const datagramParameters = {
  flows: {
    kind: 'integer',
    label: 'Flows',
    unit: '',
    min: 0,
    max: 10_000,
    step: 1,
    default: 1,
    primary: true,
    help: 'Number of sources. Added ones start at once.',
  },
  rateBps: {
    kind: 'number',
    label: 'Rate of each',
    unit: 'bit/s',
    min: 1,
    max: 1e10,
    step: 1e4,
    scale: 'log',
    default: 1e6,
    primary: true,
    help: 'Mean rate of one source while it sends, headers not counted.',
  },
  packetBytes: {
    kind: 'integer',
    label: 'Packet',
    unit: 'bytes',
    min: 1,
    max: 65_000,
    step: 10,
    default: 1000,
    live: false,
    help: 'Size of a packet on the wire, less the header.',
  },
  headerBytes: {
    kind: 'integer',
    label: 'Header',
    unit: 'bytes',
    min: 0,
    max: 120,
    step: 4,
    default: 0,
    live: false,
    help: 'Bytes on the wire that do not count as payload.',
  },
  accessDelayMs: {
    kind: 'numberList',
    label: 'Access delay',
    unit: 'ms',
    min: 0,
    max: 10_000,
    step: 1,
    default: 2,
    live: false,
    help: 'One-way delay between the sources and the first router: one for all, or a list that they take in turn.',
  },
  startSeconds: {
    kind: 'numberList',
    label: 'Start',
    unit: 's',
    min: 0,
    max: 3_600,
    step: 0.1,
    default: 0,
    live: false,
    help: 'When the sources begin: one time for all, or a list that they take in turn.',
  },
  stopSeconds: {
    kind: 'numberList',
    label: 'Stop',
    unit: 's',
    min: 0,
    max: 3_600,
    step: 0.1,
    default: 3_600,
    live: false,
    help: 'When the sources end: one time for all, or a list that they take in turn.',
  },
} as const satisfies ParameterSchema;

export type DatagramValues = ValuesOf<typeof datagramParameters>;

/** One source of a datagram class. */
export interface DatagramFlow {
  readonly flow: number;
  readonly index: number;
  readonly random: RandomStream;
  sent: number;
  /** When it began, or will begin, to send, ns. */
  beginNs: number;
  /** When its present rhythm began, ns, and how many packets it has sent since then. */
  sinceNs: number;
  count: number;
  stopNs: number;
  running: boolean;
  /** The emission that is pending, ns, and the event that stands for it: one a flow. */
  pendingNs: number;
  handle: number;
}

export abstract class DatagramTraffic<V extends DatagramValues> implements Traffic, EventTarget {
  protected values: V;
  protected readonly host: TrafficHost;
  private readonly classIndex: number;
  private readonly name: string;
  private readonly target: number;
  protected readonly members: DatagramFlow[] = [];
  private running = 0;

  constructor(host: TrafficHost, classIndex: number, name: string, values: V) {
    this.host = host;
    this.classIndex = classIndex;
    this.name = name;
    this.values = values;
    this.target = host.clock.register(this);
  }

  get flows(): number {
    return this.running;
  }

  start(): void {
    this.resize(this.values.flows);
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    const before = this.values;
    this.values = { ...before, ...values } as V;
    if (this.values.flows !== this.running) this.resize(this.values.flows);
    const factor = before.rateBps / this.values.rateBps;
    if (factor === 1) return;
    for (const member of this.members) if (member.running) this.changePace(member, factor);
  }

  /** A datagram is of use to whoever gets it. */
  received(): boolean {
    return true;
  }

  acknowledged(): void {}
  transferDone(): void {}

  onEvent(index: number): void {
    const member = this.members[index] as DatagramFlow;
    const { nowNs } = this.host.clock;
    if (!member.running || nowNs >= member.stopNs) {
      member.running = false;
      return;
    }
    this.emit(member, nowNs);
    member.count++;
    this.await(member, this.nextNs(member, nowNs));
  }

  /** Time of the first emission of a flow that begins at `beginNs`. */
  protected abstract firstNs(member: DatagramFlow, beginNs: number): number;
  /** Time of the emission after the one at `nowNs`. `member.count` emissions lie behind. */
  protected abstract nextNs(member: DatagramFlow, nowNs: number): number;

  /** The time itself, or the end of the silence that it falls into. */
  protected whenOn(_member: DatagramFlow, timeNs: number): number {
    return timeNs;
  }

  protected payloadBytes(_member: DatagramFlow): number {
    return this.values.packetBytes;
  }

  /** Time between packets at the full rate, ns (not rounded). */
  protected intervalNs(): number {
    return (this.values.packetBytes * 8e9) / this.values.rateBps;
  }

  private resize(flows: number): void {
    for (let index = 0; index < Math.max(flows, this.members.length); index++) {
      if (index >= this.members.length) this.members.push(this.made(index));
      const member = this.members[index] as DatagramFlow;
      if (index < flows && !member.running && this.host.clock.nowNs < member.stopNs) this.begin(member);
      else if (index >= flows) this.end(member);
    }
    this.running = flows;
  }

  private made(index: number): DatagramFlow {
    const flow = this.host.addFlow(this.classIndex, inTurn(this.values.accessDelayMs, index));
    const random = this.host.stream(`${this.name}/${index}`);
    return {
      flow,
      index,
      random,
      sent: 0,
      beginNs: 0,
      sinceNs: 0,
      count: 0,
      stopNs: Math.round(inTurn(this.values.stopSeconds, index) * 1e9),
      running: false,
      pendingNs: 0,
      handle: -1,
    };
  }

  private begin(member: DatagramFlow): void {
    const { nowNs } = this.host.clock;
    member.beginNs = Math.max(nowNs, Math.round(inTurn(this.values.startSeconds, member.index) * 1e9));
    member.running = true;
    member.count = 0;
    member.sinceNs = this.firstNs(member, member.beginNs);
    this.await(member, member.sinceNs);
  }

  private end(member: DatagramFlow): void {
    if (!member.running) return;
    member.running = false;
    this.host.clock.cancel(member.handle);
  }

  /** Stretches what is left of the present interval; the rhythm begins anew where it ends. */
  private changePace(member: DatagramFlow, factor: number): void {
    const anchorNs = Math.max(this.host.clock.nowNs, member.beginNs);
    member.sinceNs = anchorNs + Math.round((member.pendingNs - anchorNs) * factor);
    member.count = 0;
    this.move(member, this.whenOn(member, member.sinceNs));
  }

  /** Puts the pending emission to another time. */
  protected move(member: DatagramFlow, timeNs: number): void {
    this.host.clock.cancel(member.handle);
    this.await(member, timeNs);
  }

  private await(member: DatagramFlow, timeNs: number): void {
    member.pendingNs = timeNs;
    member.handle = this.host.clock.schedule(timeNs, EventPriority.timer, this.target, member.index);
  }

  private emit(member: DatagramFlow, nowNs: number): void {
    const { packets } = this.host;
    const packet = packets.allocate();
    packets.classIndex[packet] = this.classIndex;
    packets.sequence[packet] = member.sent++;
    const payloadBytes = this.payloadBytes(member);
    packets.bytes[packet] = payloadBytes + this.values.headerBytes;
    packets.countedBytes[packet] = payloadBytes;
    packets.bornNs[packet] = nowNs;
    this.host.send(member.flow, packet);
  }
}
