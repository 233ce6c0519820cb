/** A policy with an inspector, which checks every call of the port and every answer against the contract. */
import { NO_PACKET, type PacketPolicyDefinition, type Policy, type PolicyHost } from '../engine/contract/policy.ts';
import { PacketFlag } from '../engine/packets/packet.ts';
import { required } from '../shared/required.ts';
import { type RuleId, STARVED_KB } from './rules/contract-rules.ts';

/** Largest number of stored complaints about one rule in a run. */
const MAX_COMPLAINTS = 5;
const STARVED_BYTES = 1000 * STARVED_KB;

/** A broken rule, with the time, ns, and the packet. */
export interface Complaint {
  readonly rule: RuleId;
  readonly timeNs: number;
  /** Serial number of the packet, and the index of its class if it is known. */
  readonly packet?: { readonly serial: number; readonly classIndex: number | undefined } | undefined;
  readonly text: string;
}

/** What an inspector has seen of one policy in a run, and its complaints. The calls and answers are reported to it. */
export class ContractInspector {
  readonly complaints: Complaint[] = [];
  /** Serial numbers of the waiting packets, in the order of their acceptance. */
  readonly waitingPackets: number[] = [];
  /** Indices of the given reasons. */
  readonly givenReasons = new Set<number>();
  /** Serial numbers of the marked packets. */
  readonly markedPackets = new Set<number>();
  acceptedCount = 0;
  servedCount = 0;
  /** Simulated time of the run, ns, for comparison with the time of the host. */
  clockNs: () => number = () => this.hostNow();
  /** Names of calls during which the host had another time than the run. */
  readonly untimelyMethods = new Set<string>();
  private readonly definition: PacketPolicyDefinition;
  /** Key by serial number: packets with the same key must leave in the order of their arrival. */
  private readonly keyOf = new Map<number, number>();
  /**
   * By serial number of a waiting packet: the index of its class, and the bytes that arrived later and were sent
   * earlier.
   */
  private readonly classOf = new Map<number, number>();
  private readonly overtakingBytes = new Map<number, number>();
  /** The policy may exceed the buffer, with its present or with earlier values. */
  private mayOverfill = false;
  /** Requested time of the next call of wake(), ns. */
  private wakeNs = Number.POSITIVE_INFINITY;
  private policy: Policy | undefined = undefined;
  private host: PolicyHost | undefined = undefined;
  private readonly signals: Float64Array;
  /** The names of the numbers in the sentence of each reason. */
  private readonly namesOf: readonly string[][];
  private values: Parameters<PacketPolicyDefinition['create']>[1] = {};

  constructor(definition: PacketPolicyDefinition) {
    this.definition = definition;
    this.signals = new Float64Array(definition.hints.signals.length);
    this.namesOf = definition.reasons.map(({ template }) =>
      [...template.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name),
    );
  }

  /** The definition of the policy with the inspector between port and policy. */
  get observedDefinition(): PacketPolicyDefinition {
    return { ...this.definition, create: (host, values) => this.create(host, values) };
  }

  private create(host: PolicyHost, values: Parameters<PacketPolicyDefinition['create']>[1]): Policy {
    const innerHost: PolicyHost = Object.create(host, {
      mark: { value: (packet: number, reason: number) => this.onMark(packet, reason) },
      drop: { value: (packet: number, reason: number) => this.onDrop(packet, reason) },
      wakeAt: { value: (timeNs: number) => this.onWakeAt(timeNs) },
    });
    this.host = host;
    const policy = this.definition.create(innerHost, values);
    this.policy = policy;
    this.setValues(values);
    return {
      enqueue: (packet) => this.enqueue(packet),
      dequeue: () => this.dequeue(),
      wake: () => this.wake(),
      configure: (next) => {
        this.setValues(next);
        this.callUnchanged('configure', () => policy.configure(next));
      },
      waitingPackets: () => policy.waitingPackets(),
      waitingBytes: () => policy.waitingBytes(),
      listWaiting: (into) => policy.listWaiting(into),
      signals: (into) => this.callUnchanged('signals', () => policy.signals(into)),
      listVirtual: (into) => policy.listVirtual?.(into) ?? 0,
      listChoices: (into) => policy.listChoices?.(into) ?? 0,
    };
  }

  private setValues(values: Parameters<PacketPolicyDefinition['create']>[1]): void {
    this.values = values;
    const countsPackets = Number.isFinite(this.host?.limitPackets);
    this.mayOverfill ||= this.definition.mayOverfill?.(values, countsPackets) ?? false;
  }

  /**
   * Stores a complaint.
   * @param serial serial number of its packet
   */
  complain(rule: RuleId, text: string, serial?: number): void {
    if (this.complaints.filter((complaint) => complaint.rule === rule).length >= MAX_COMPLAINTS) return;
    const packet = serial === undefined ? undefined : { serial, classIndex: this.classOf.get(serial) };
    this.complaints.push({ rule, timeNs: this.hostNow(), packet, text });
  }

  /** Serial numbers of the packets that the policy lists as waiting. */
  listedSerials(): number[] {
    const { policy, host } = this.policyAndHost();
    const into = new Int32Array(policy.waitingPackets() + 8);
    const rows = policy.listWaiting(into);
    for (const packet of into.subarray(0, rows)) this.checkCe(packet);
    if (rows !== policy.waitingPackets())
      this.complain('conserves', `lists ${rows} of ${policy.waitingPackets()} waiting packets`);
    return Array.from(into.subarray(0, rows), (packet) => host.packets.serial[packet]);
  }

  /** Checks the rules that hold between two events. */
  checkAtRest(): void {
    const { policy } = this.policyAndHost();
    const listedPackets = this.listedSerials();
    const knownPackets = new Set(this.waitingPackets);
    if (listedPackets.length !== knownPackets.size || listedPackets.some((serial) => !knownPackets.has(serial)))
      this.complain('conserves', 'its list is not exactly the packets that were accepted and not yet sent or dropped');
    if (policy.listWaiting(new Int32Array(1)) > 1) this.complain('conserves', 'lists more packets than asked for');
    this.signals.fill(Number.NaN);
    policy.signals(this.signals);
    for (const [index, { id, mayBeMissing }] of this.definition.hints.signals.entries()) {
      const value = required(this.signals[index]);
      if (Number.isFinite(value) || (mayBeMissing && Number.isNaN(value))) continue;
      this.complain('numbers', `signal ${id} is ${value}`);
    }
  }

  private enqueue(packet: number): number {
    const { policy } = this.policyAndHost();
    this.checkTime('enqueue');
    const countDifference = policy.waitingPackets() - this.waitingPackets.length;
    const reason = policy.enqueue(packet);
    this.checkCe(packet);
    const kind = this.verdict(reason);
    if (kind === 'mark') this.recordMark(packet);
    if (kind === 'accept' || kind === 'mark') this.onAccepted(packet);
    if (policy.waitingPackets() - this.waitingPackets.length !== countDifference)
      this.complain('conserves', 'its count of waiting packets is wrong');
    return reason;
  }

  private onAccepted(packet: number): void {
    const { policy, host } = this.policyAndHost();
    const serial = host.packets.serial[packet];
    this.acceptedCount++;
    this.waitingPackets.push(serial);
    this.keyOf.set(serial, this.key(packet));
    this.classOf.set(serial, host.packets.classIndex[packet]);
    this.overtakingBytes.set(serial, 0);
    if (this.mayOverfill) return;
    if (policy.waitingPackets() > host.limitPackets)
      this.complain('buffer', `holds ${policy.waitingPackets()} of ${host.limitPackets} packets`, serial);
    if (policy.waitingBytes() > host.limitBytes)
      this.complain('buffer', `holds ${policy.waitingBytes()} of ${host.limitBytes} bytes`, serial);
  }

  private dequeue(): number {
    const { policy, host } = this.policyAndHost();
    this.checkTime('dequeue');
    const packet = policy.dequeue();
    if (packet === NO_PACKET) {
      if (this.definition.workConserving && policy.waitingPackets() > 0)
        this.complain('busy', `leaves the link idle while ${policy.waitingPackets()} packets wait`);
      return packet;
    }
    this.servedCount++;
    this.checkCe(packet);
    const serial = host.packets.serial[packet];
    this.checkOrder(serial);
    this.countOvertaken(serial, host.packets.bytes[packet]);
    this.remove(serial, 'serves');
    return packet;
  }

  private checkOrder(serial: number): void {
    const { order } = this.definition;
    const key = this.keyOf.get(serial);
    const first = this.waitingPackets.find((other) => this.keyOf.get(other) === key);
    if (first !== serial)
      this.complain('order', `sends packet ${serial} before packet ${first}, which came first (${order})`, serial);
  }

  /** The packet overtakes the waiting packets that were accepted earlier. */
  private countOvertaken(serial: number, bytes: number): void {
    for (const other of this.waitingPackets) {
      if (other === serial) return;
      const previousBytes = required(this.overtakingBytes.get(other));
      this.overtakingBytes.set(other, previousBytes + bytes);
      if (previousBytes < STARVED_BYTES && previousBytes + bytes >= STARVED_BYTES)
        this.complain('starves', `packet ${other} waits while ${STARVED_KB} kB that came later are sent`, other);
    }
  }

  private wake(): void {
    const { policy, host } = this.policyAndHost();
    this.checkTime('wake');
    if (this.wakeNs !== host.nowNs)
      this.complain('busy', `its wake() is called at ${host.nowNs}, not at ${this.wakeNs}`);
    this.wakeNs = Number.POSITIVE_INFINITY;
    policy.wake?.();
  }

  private onWakeAt(timeNs: number): void {
    const { host, policy } = this;
    if (host === undefined) throw new Error('there is no host yet');
    if (!(timeNs >= host.nowNs)) {
      // If this request were passed on, the policy would be woken at this instant again and again.
      this.complain('busy', `requests wake() at ${timeNs}, which is in the past`);
      return;
    }
    // The policy may call this in its constructor.
    if (policy !== undefined && policy.wake === undefined) this.complain('busy', 'requests wake() but has no wake()');
    this.wakeNs = timeNs;
    host.wakeAt(timeNs);
  }

  private onMark(packet: number, reason: number): void {
    const { host } = this.policyAndHost();
    if (this.verdict(reason) !== 'mark') this.complain('verdict', 'marks a packet with a reason that is not for marks');
    if (!this.waitingPackets.includes(host.packets.serial[packet]))
      this.complain('verdict', 'marks a packet that is not waiting', host.packets.serial[packet]);
    this.checkCe(packet);
    this.recordMark(packet);
    host.mark(packet, reason);
  }

  private onDrop(packet: number, reason: number): void {
    const { host } = this.policyAndHost();
    if (this.verdict(reason) !== 'drop') this.complain('verdict', 'drops a packet with a reason that is not for drops');
    this.checkCe(packet);
    this.remove(host.packets.serial[packet], 'drops');
    host.drop(packet, reason);
  }

  private recordMark(packet: number): void {
    const { packets } = this.policyAndHost().host;
    const serial = packets.serial[packet];
    if ((packets.flags[packet] & PacketFlag.ect) === 0)
      this.complain('verdict', 'marks a packet that is not ECN-capable', serial);
    if (this.markedPackets.has(serial)) this.complain('verdict', `marks ${serial} twice`, serial);
    this.markedPackets.add(serial);
  }

  /** Only the port sets CE: after a verdict `mark`, or in `PolicyHost.mark`. */
  private checkCe(packet: number): void {
    const { packets } = this.policyAndHost().host;
    const serial = packets.serial[packet];
    const isCe = (packets.flags[packet] & PacketFlag.ce) !== 0;
    if (isCe !== this.markedPackets.has(serial))
      this.complain('verdict', `${isCe ? 'sets' : 'clears'} CE of ${serial} itself`, serial);
  }

  private remove(serial: number, methodName: string): void {
    const index = this.waitingPackets.indexOf(serial);
    if (index < 0) this.complain('verdict', `${methodName} ${serial}, which is not waiting`, serial);
    else this.waitingPackets.splice(index, 1);
    this.keyOf.delete(serial);
    this.classOf.delete(serial);
    this.overtakingBytes.delete(serial);
  }

  private key(packet: number): number {
    const { packets } = this.policyAndHost().host;
    const { order } = this.definition;
    if (order === 'fifo') return 0;
    const flow = packets.flow[packet];
    const flags = packets.flags[packet];
    if (order === 'codepoint') return 2 * flow + ((flags & PacketFlag.ect1) === 0 ? 0 : 1);
    return order === 'flow' ? flow : flags & PacketFlag.green;
  }

  /** The verdict of a reason. Complains about an unknown reason, and about a sentence with a missing number. */
  private verdict(index: number): string | undefined {
    const reason = this.definition.reasons[index];
    if (reason === undefined) {
      this.complain('verdict', `gives reason ${index}, which it does not declare`);
      return undefined;
    }
    this.givenReasons.add(index);
    const { host } = this.policyAndHost();
    if (host.explaining)
      for (const name of this.namesOf[index] ?? [])
        if (!Number.isFinite(Number(host.explanation.operands[name] ?? this.values[name])))
          this.complain('numbers', `explains ${reason.id} without ${name}`);
    return reason.verdict;
  }

  /** The call must not change the list of waiting packets. */
  private callUnchanged(methodName: string, call: () => void): void {
    this.checkTime(methodName);
    const previousSerials = this.listedSerials().join();
    call();
    if (this.listedSerials().join() !== previousSerials)
      this.complain('changes', `${methodName} changes the list of waiting packets`);
  }

  private policyAndHost(): { policy: Policy; host: PolicyHost } {
    if (this.policy === undefined || this.host === undefined) throw new Error('the policy was not created yet');
    return { policy: this.policy, host: this.host };
  }

  private checkTime(methodName: string): void {
    if (this.hostNow() !== this.clockNs()) this.untimelyMethods.add(methodName);
  }

  private hostNow(): number {
    return this.host?.nowNs ?? 0;
  }
}
