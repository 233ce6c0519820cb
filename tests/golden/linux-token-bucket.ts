/**
 * Linux's token bucket filter as the link, with a queue discipline inside: the link of the kernel's runs in the loop.
 * It is for the comparison only. Source: Linux, net/sched/sch_tbf.c and sch_generic.c (`qdisc_peek_dequeued`).
 *
 * The filter looks at the next packet as soon as the last one has left, and keeps it until there are tokens for it. To
 * look, CoDel, FQ-CoDel, PIE and DualPI2 take the packet out of the queue, a packet's time before it leaves. Such a
 * packet still counts in their backlog. FIFO, RED and CHOKe leave it in the queue.
 */
import {
  NO_PACKET,
  type PacketPolicyDefinition,
  type Policy,
  type PolicyHost,
} from '../../src/engine/contract/policy.ts';

/** Bytes that the bucket holds. */
const BURST_BYTES = 1600;

/** The part of the port that the inner discipline sees: a link of the filter's rate that never is busy. */
class InnerHost implements PolicyHost {
  readonly inServicePackets = 0;
  readonly inServiceBytes = 0;
  wakeNs = Number.POSITIVE_INFINITY;
  readonly rateBps: number;
  private readonly host: PolicyHost;
  private readonly onWakeAt: () => void;

  constructor(host: PolicyHost, rateBps: number, onWakeAt: () => void) {
    this.host = host;
    this.rateBps = rateBps;
    this.onWakeAt = onWakeAt;
  }
  get packets() {
    return this.host.packets;
  }
  get random() {
    return this.host.random;
  }
  get nowNs() {
    return this.host.nowNs;
  }
  get traffic() {
    return this.host.traffic;
  }
  get limitPackets() {
    return this.host.limitPackets;
  }
  get limitBytes() {
    return this.host.limitBytes;
  }
  get inServiceEndNs() {
    return this.host.nowNs;
  }
  get explaining() {
    return this.host.explaining;
  }
  get explanation() {
    return this.host.explanation;
  }
  mark(packet: number, reason: number): void {
    this.host.mark(packet, reason);
  }
  drop(packet: number, reason: number): void {
    this.host.drop(packet, reason);
  }
  wakeAt(timeNs: number): void {
    this.wakeNs = timeNs;
    this.onWakeAt();
  }
}

class TokenBucket implements Policy {
  private readonly host: PolicyHost;
  private readonly inner: Policy;
  private readonly innerHost: InnerHost;
  private readonly takesToLook: boolean;
  private tokensNs: number;
  private filledNs = 0;
  private nextNs = Number.POSITIVE_INFINITY;
  private held = NO_PACKET;
  private readonly head = new Int32Array(1);

  constructor(host: PolicyHost, definition: PacketPolicyDefinition, values: never, rateBps: number) {
    this.host = host;
    this.takesToLook = ['codel', 'fq-codel', 'pie', 'dualpi2'].includes(definition.id);
    this.innerHost = new InnerHost(host, rateBps, () => this.setTimer());
    this.inner = definition.create(this.innerHost, values);
    this.tokensNs = this.sendingNs(BURST_BYTES);
  }

  enqueue(packet: number): number {
    return this.inner.enqueue(packet);
  }

  dequeue(): number {
    const { host, inner } = this;
    if (this.takesToLook && this.held === NO_PACKET) this.held = inner.dequeue();
    const next = this.takesToLook ? this.held : this.headOfInner();
    if (next === NO_PACKET) {
      // Tells RED that the link is idle.
      if (!this.takesToLook) inner.dequeue();
      return NO_PACKET;
    }
    const filledNs = Math.min(this.sendingNs(BURST_BYTES), this.tokensNs + host.nowNs - this.filledNs);
    const leftNs = filledNs - this.sendingNs(host.packets.bytes[next] as number);
    if (leftNs < 0) {
      this.nextNs = host.nowNs - leftNs;
      this.setTimer();
      return NO_PACKET;
    }
    this.tokensNs = leftNs;
    this.filledNs = host.nowNs;
    this.held = NO_PACKET;
    return this.takesToLook ? next : inner.dequeue();
  }

  wake(): void {
    const { innerHost, host } = this;
    if (this.nextNs <= host.nowNs) this.nextNs = Number.POSITIVE_INFINITY;
    if (innerHost.wakeNs <= host.nowNs) {
      innerHost.wakeNs = Number.POSITIVE_INFINITY;
      this.inner.wake?.();
    }
    this.setTimer();
  }

  configure(values: never): void {
    this.inner.configure(values);
  }
  waitingPackets(): number {
    return this.inner.waitingPackets() + (this.held === NO_PACKET ? 0 : 1);
  }
  waitingBytes(): number {
    return this.inner.waitingBytes() + (this.held === NO_PACKET ? 0 : (this.host.packets.bytes[this.held] as number));
  }
  listWaiting(into: Int32Array): number {
    return this.inner.listWaiting(into);
  }
  signals(into: Float64Array): void {
    this.inner.signals(into);
  }

  private headOfInner(): number {
    return this.inner.listWaiting(this.head) === 0 ? NO_PACKET : (this.head[0] as number);
  }

  private sendingNs(bytes: number): number {
    return Math.floor((bytes * 8e9) / this.innerHost.rateBps);
  }

  private setTimer(): void {
    this.host.wakeAt(Math.min(this.nextNs, this.innerHost.wakeNs));
  }
}

/** A policy with the discipline behind a filter of this rate. The port's own link should take no time. */
export function behindTokenBucket(definition: PacketPolicyDefinition, rateBps: number): PacketPolicyDefinition {
  return {
    ...definition,
    id: `${definition.id}-behind-tbf`,
    workConserving: false,
    create: (host, values) => new TokenBucket(host, definition, values as never, rateBps) as Policy,
  };
}
