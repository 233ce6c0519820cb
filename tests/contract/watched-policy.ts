/** A policy with a witness: every call of the port and every answer is checked against the contract as it happens. */
import { PacketFlag } from '../../src/engine/packet.ts';
import { NO_PACKET, type Policy, type PolicyDefinition, type PolicyHost } from '../../src/engine/policy.ts';

/** How often the same complaint is kept. */
const MAX_COMPLAINTS = 5;

export class Witness {
  readonly complaints: string[] = [];
  /** Serial numbers of packets that are waiting, in the order of their acceptance. */
  readonly waiting: number[] = [];
  /** Indices of the reasons that were given. */
  readonly reasonsGiven = new Set<number>();
  accepted = 0;
  served = 0;
  /** Simulated time, ns: to see whether the policy is told the same. */
  clockNs: () => number = () => this.hostNow();
  /** Calls for which the host's time was not the present. */
  readonly untimely = new Set<string>();
  private readonly definition: PolicyDefinition;
  /** By serial number: packets with the same key leave in the order in which they came. */
  private readonly keyOf = new Map<number, number>();
  /** It may hold more than the buffer, or could before its values were changed. */
  private mayOverfill = false;
  private policy: Policy | undefined;
  private host: PolicyHost | undefined;
  private readonly signals: Float64Array;
  private values: Parameters<PolicyDefinition['create']>[1] = {};

  constructor(definition: PolicyDefinition) {
    this.definition = definition;
    this.signals = new Float64Array(definition.hints.signals.length);
  }

  /** The policy's definition with the witness in between. */
  get watched(): PolicyDefinition {
    return { ...this.definition, create: (host, values) => this.create(host, values) };
  }

  private create(host: PolicyHost, values: Parameters<PolicyDefinition['create']>[1]): Policy {
    const inner: PolicyHost = Object.create(host, {
      discard: { value: (packet: number, reason: number) => this.onDiscard(packet, reason) },
    });
    const policy = this.definition.create(inner, values);
    this.policy = policy;
    this.host = host;
    this.noteValues(values);
    return {
      offer: (packet) => this.offer(packet),
      next: () => this.next(),
      sent: (packet, idle) => policy.sent?.(packet, idle),
      configure: (next) => {
        this.noteValues(next);
        this.unchanged('configure', () => policy.configure(next));
      },
      waitingPackets: () => policy.waitingPackets(),
      waitingBytes: () => policy.waitingBytes(),
      listWaiting: (into) => policy.listWaiting(into),
      signals: (into) => this.unchanged('signals', () => policy.signals(into)),
      listVirtual: (into) => policy.listVirtual?.(into) ?? 0,
      listChoices: (into) => policy.listChoices?.(into) ?? 0,
    };
  }

  private noteValues(values: Parameters<PolicyDefinition['create']>[1]): void {
    this.values = values;
    const countsPackets = Number.isFinite(this.host?.limitPackets);
    this.mayOverfill ||= this.definition.mayOverfill?.(values, countsPackets) ?? false;
  }

  complain(what: string): void {
    if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(`${this.hostNow()} ns: ${what}`);
  }

  /** Serial numbers of the packets that the policy says are waiting. */
  listed(): number[] {
    const { policy, host } = this.parts();
    const into = new Int32Array(policy.waitingPackets() + 8);
    const rows = policy.listWaiting(into);
    if (rows !== policy.waitingPackets()) this.complain(`lists ${rows} of ${policy.waitingPackets()} waiting packets`);
    return Array.from(into.subarray(0, rows), (packet) => host.packets.serial[packet] as number);
  }

  /** Checks what should hold whenever nothing is going on. */
  atRest(): void {
    const { policy } = this.parts();
    const listed = this.listed();
    const known = new Set(this.waiting);
    if (listed.length !== known.size || listed.some((serial) => !known.has(serial)))
      this.complain('what it lists is not what was accepted and neither served nor thrown out');
    if (policy.listWaiting(new Int32Array(1)) > 1) this.complain('lists more packets than asked for');
    this.signals.fill(Number.NaN);
    policy.signals(this.signals);
    for (const [index, value] of this.signals.entries())
      if (!Number.isFinite(value)) this.complain(`signal ${this.definition.hints.signals[index]?.id} is ${value}`);
  }

  private offer(packet: number): number {
    const { policy, host } = this.parts();
    this.checkTime('offer');
    const before = policy.waitingPackets() - this.waiting.length;
    const reason = policy.offer(packet);
    const kind = this.verdict(reason);
    if (kind === 'mark' && ((host.packets.flags[packet] as number) & PacketFlag.ect) === 0)
      this.complain('marks a packet that is not ECN-capable');
    if (kind === 'accept' || kind === 'mark') this.onAccepted(packet);
    if (policy.waitingPackets() - this.waiting.length !== before) this.complain('its count of waiting packets is off');
    return reason;
  }

  private onAccepted(packet: number): void {
    const { policy, host } = this.parts();
    const serial = host.packets.serial[packet] as number;
    this.accepted++;
    this.waiting.push(serial);
    this.keyOf.set(serial, this.key(packet));
    if (this.mayOverfill) return;
    if (policy.waitingPackets() > host.limitPackets)
      this.complain(`holds ${policy.waitingPackets()} of ${host.limitPackets} packets`);
    if (policy.waitingBytes() > host.limitBytes)
      this.complain(`holds ${policy.waitingBytes()} of ${host.limitBytes} bytes`);
  }

  private next(): number {
    const { policy, host } = this.parts();
    this.checkTime('next');
    const packet = policy.next();
    if (packet === NO_PACKET) {
      if (this.definition.workConserving && policy.waitingPackets() > 0)
        this.complain(`lets the link rest while ${policy.waitingPackets()} packets wait`);
      return packet;
    }
    this.served++;
    const serial = host.packets.serial[packet] as number;
    this.checkOrder(serial);
    this.remove(serial, 'serves');
    return packet;
  }

  private checkOrder(serial: number): void {
    const { order } = this.definition;
    const key = this.keyOf.get(serial);
    const first = this.waiting.find((other) => this.keyOf.get(other) === key);
    if (first !== serial) this.complain(`serves ${serial} before ${first} (${order})`);
  }

  private onDiscard(packet: number, reason: number): void {
    const { host } = this.parts();
    if (this.verdict(reason) !== 'drop') this.complain('throws a packet out with a reason that is no drop');
    this.remove(host.packets.serial[packet] as number, 'throws out');
    host.discard(packet, reason);
  }

  private remove(serial: number, what: string): void {
    const index = this.waiting.indexOf(serial);
    if (index < 0) this.complain(`${what} ${serial}, which is not waiting`);
    else this.waiting.splice(index, 1);
    this.keyOf.delete(serial);
  }

  private key(packet: number): number {
    const { packets } = this.parts().host;
    const { order } = this.definition;
    if (order === 'fifo') return 0;
    return order === 'flow' ? (packets.flow[packet] as number) : (packets.flags[packet] as number) & PacketFlag.green;
  }

  /** The verdict of a reason; complains about one that is unknown or whose sentence lacks a number. */
  private verdict(index: number): string | undefined {
    const reason = this.definition.reasons[index];
    if (reason === undefined) {
      this.complain(`gives reason ${index}, which it does not declare`);
      return undefined;
    }
    this.reasonsGiven.add(index);
    const { host } = this.parts();
    if (host.explaining)
      for (const [, name] of reason.template.matchAll(/\{([^}]*)\}/g))
        if (Number.isNaN(Number(host.explanation.operands[name as string] ?? this.values[name as string])))
          this.complain(`explains ${reason.id} without ${name}`);
    return reason.verdict;
  }

  /** What is waiting must be the same before and after. */
  private unchanged(what: string, call: () => void): void {
    this.checkTime(what);
    const before = this.listed().join();
    call();
    if (this.listed().join() !== before) this.complain(`${what} changes what is waiting`);
  }

  private parts(): { policy: Policy; host: PolicyHost } {
    if (this.policy === undefined || this.host === undefined) throw new Error('the policy was not created yet');
    return { policy: this.policy, host: this.host };
  }

  private checkTime(what: string): void {
    if (this.hostNow() !== this.clockNs()) this.untimely.add(what);
  }

  private hostNow(): number {
    return this.host?.nowNs ?? 0;
  }
}
