/**
 * The policy contract: the arguments of a buffer policy, its answers, and its description of itself. The engine imports
 * this file and no policy.
 */
import type { Constraint, ParameterSchema, ParameterValues } from '../../params/schema.ts';
import type { RandomStream } from '../numbers/random.ts';
import type { PacketColumns } from '../packets/packet.ts';
import type { CellHost, CellOccupancy, CellPolicy } from './cell-policy.ts';
import type { DrawingHints } from './drawing.ts';
import type { Explanation, Quantities } from './explanation.ts';

/**
 * The effect of a verdict on a packet. `accept` and `mark` enqueue it, `drop` refuses it or removes it from the queue.
 */
export type VerdictKind = 'accept' | 'mark' | 'drop';

/** One reason that a policy can give for a verdict. The port counts, traces and explains by its index. */
export interface Reason {
  readonly id: string;
  readonly verdict: VerdictKind;
  /** Short label beside a drop on the page. */
  readonly label: string;
  /** The label where it has no room. */
  readonly shortLabel?: string;
  /** Sentence with `{name}` places, each an operand or a parameter: "The average {average} is below {minThreshold}." */
  readonly template: string;
  /**
   * Its rule, step by step, from the operands to the verdict: `name = formula`, or a comparison such as `draw < p`. The
   * names are operands and parameters. Left out if the sentence is enough, or if each verdict gives its own steps.
   */
  readonly steps?: readonly string[];
  readonly source?: string;
}

/** One reason for the choice of the packet to send, for a policy with several queues; as `Reason`. */
export type SchedulingReason = Omit<Reason, 'verdict'>;

/** The fields of a packet's header that a router reads besides the flow. */
export interface PacketLabels {
  /** DiffServ code point, 0 to 63. */
  codePointOf(packet: number): number;
  /** Number of the host that sends it, and of the host that gets it. */
  sourceHostOf(packet: number): number;
  destinationHostOf(packet: number): number;
}

/** The part of the traffic that the operator of a router knows. */
export interface TrafficView {
  /** Without it, each class is a host of its own at both ends, and all code points are 0. */
  readonly labels?: PacketLabels;
  /** Number of classes. */
  readonly classes: number;
  /** Number of flows of a class that send now. */
  flowsOf(classIndex: number): number;
  /** Mean rate that one flow of a class offers, bit/s; NaN if it adapts. */
  meanRateBpsOf(classIndex: number): number;
}

/** The part of the port that a policy can use. */
export interface PolicyHost {
  readonly packets: PacketColumns;
  /** Random stream for the policy only: no other part of the engine uses it. */
  readonly random: RandomStream;
  /** Simulated time, ns. */
  readonly nowNs: number;
  readonly traffic: TrafficView;
  /** Rate of the link that the port serves, bit/s (live). */
  readonly rateBps: number;
  /** Buffer, in packets and in bytes; the unit that does not limit is Infinity (live). */
  readonly limitPackets: number;
  readonly limitBytes: number;
  /** Packets and bytes in transmission now: 0 or 1, and its size. */
  readonly inServicePackets: number;
  readonly inServiceBytes: number;
  /** When that transmission ends, ns. */
  readonly inServiceEndNs: number;
  /**
   * True only while an explanation is wanted. The policy then calls `explanation.tell` with every operand that the
   * template or the steps of the reason name. A reason that names none needs no call.
   */
  readonly explaining: boolean;
  readonly explanation: Explanation;
  /**
   * Marks a packet that was accepted before: one that waits, or one that `dequeue` will return. It sets CE, counts the
   * mark and adds it to digest, traces and the packet's history. No policy sets CE itself.
   * @param packet ECN-capable and not marked yet
   * @param reason index of a reason whose verdict is `mark`
   */
  mark(packet: number, reason: number): void;
  /**
   * Drops a packet that was accepted before, in `dequeue` or at any other call. The policy must remove it from its
   * queue before; the packet does not exist afterwards.
   * @param reason index of a reason whose verdict is `drop`
   */
  drop(packet: number, reason: number): void;
  /**
   * Requests a call of `wake` at this time, after all departures and arrivals of that instant. Only one call is
   * pending: each `wakeAt` replaces the time of the last one; Infinity cancels it.
   * @param timeNs not before now
   */
  wakeAt(timeNs: number): void;
}

/** No packet: the empty answer of `dequeue`. */
export const NO_PACKET = -1;

/**
 * A buffer policy at work on one port. All its methods are called at the present simulated time.
 *
 * Its state is in ordinary fields that its constructor sets, and in arrays, maps, sets and typed arrays in them. It is
 * never in #private fields or in variables of a closure, and no field is added later. A run that goes back in time
 * restores exactly this state (engine/state/checkpoint.ts).
 * @typeParam V the values of its parameters
 */
export interface Policy<V = ParameterValues> {
  /**
   * Decides on an arriving packet, enqueues it unless the reason is a drop, and returns the index of the reason. If the
   * verdict of the reason is `mark`, the port sets CE.
   */
  enqueue(packet: number): number;
  /**
   * Takes the packet to transmit next out of the queue, or NO_PACKET. Before it returns, it may mark that packet and
   * drop others (`PolicyHost.mark`, `PolicyHost.drop`). The port calls it when the link is idle: after a transmission,
   * an arrival (also of a dropped packet) and a wake-up.
   */
  dequeue(): number;
  /** The time given to `PolicyHost.wakeAt` is reached. */
  wake?(): void;
  /**
   * Sets new parameter values during the run. It is also called after a change of the link's rate or the traffic. It
   * never loses accepted packets, except when another version of a program takes over.
   */
  configure(values: V): void;
  /** Packets and bytes waiting (not those in transmission). */
  waitingPackets(): number;
  waitingBytes(): number;
  /** Writes the waiting packets, head first, into `into` (at most its length); returns how many. */
  listWaiting(into: Int32Array): number;
  /** Writes its signals in the order of `hints.signals`. */
  signals(into: Float64Array): void;
  /** Start deadline of a waiting packet (ns); only for policies that keep deadlines. */
  deadlineNsOf?(packet: number): number;
  /**
   * Writes a row for each packet of the virtual queue (columns: `VirtualColumn`) and returns their number; only for
   * policies with a virtual queue.
   */
  listVirtual?(into: Float64Array): number;
  /** Writes the last choices (columns: `ChoiceColumn`) and returns their number; only for policies with choices. */
  listChoices?(into: Float64Array): number;
  /**
   * Writes a row for each buffer (columns: `BufferColumn`, all of them) and returns their number; only for policies
   * with several buffers.
   */
  listBuffers?(into: Float64Array): number;
}

/** The values that a caution may depend on. */
export interface CautionContext {
  /** NaN if the rate of the link varies. */
  readonly rateBps: number;
  /** On the wire, of all sources that send, and of the packets of a list. */
  readonly largestPacketBytes: number;
  /** At least one source sends its packets as L4S, with ECT(1), or a list has such a packet. */
  readonly sendsL4s: boolean;
}

/** The group of a policy in the classification of buffer management by Goyal et al. (ATM Forum 98-0405). */
export interface Taxonomy {
  /** Counts cells of the whole buffer only, or of each VC too. */
  readonly accounting: 'single' | 'multiple';
  /** One threshold for all frames, or different ones by VC or tag. */
  readonly thresholds: 'single' | 'multiple';
  readonly threshold: 'static' | 'dynamic';
  readonly drop: 'deterministic' | 'probabilistic';
  readonly tagSensitive: boolean;
}

/**
 * The part that all definitions of policies share.
 * @typeParam V the values of its parameters
 */
interface CommonDefinition<V> {
  readonly id: string;
  readonly name: string;
  /** Its rule in one or two sentences. */
  readonly summary: string;
  readonly source: string;
  readonly taxonomy?: Taxonomy;
  readonly parameters: ParameterSchema;
  /** A warning about an allowed but unusual combination, as a sentence; undefined when all is well. */
  caution?(values: V, link: CautionContext): string | undefined;
  /** Another policy has taken its place: it stays for old links and files, and menus leave it out. */
  readonly isSuperseded?: true;
  /** Id of the policy whose values count as its defaults, e.g. red for red-ecn. */
  readonly parametersOf?: string;
  readonly constraints: readonly Constraint[];
  readonly reasons: readonly Reason[];
  /** The meaning of the operands of its reasons and choices, and of parameters without a symbol. */
  readonly quantities: Quantities;
  readonly hints: DrawingHints;
  /** The rule as a curve for the lens: the probability for a value of the first signal. */
  curve?(signal: number, values: V): number;
}

/** A limit of a policy for the packets or bytes that wait. The packet in transmission does not count. */
export interface OwnLimit {
  /** Id of its parameter. */
  readonly parameter: string;
  readonly unit: 'packets' | 'bytes';
  /** The limit holds for each queue, not for all together. */
  readonly isPerQueue?: true;
}

/**
 * A policy for packets, as an entry of the registry. `packetPolicy` (policies/packets/mechanisms) makes one from a
 * definition whose values have the types of its parameters.
 */
export interface PacketPolicyDefinition<V = ParameterValues> extends CommonDefinition<V> {
  readonly manages: 'packets';
  /** The link is idle only if no packet waits. */
  readonly workConserving: boolean;
  /**
   * The order that it keeps: over all packets, within each flow, within each colour, or within each flow with ECT(1)
   * packets separate from the others (a retransmission has no ECT).
   */
  readonly order: 'fifo' | 'flow' | 'colour' | 'codepoint';
  /** Begins no transmission before all packets of the instant have arrived. */
  readonly choosesAfterArrivals?: boolean;
  /**
   * Whether, with these values, it may hold more than the buffer, as its source specifies.
   * @param countsPackets the buffer is counted in packets, whatever their sizes
   */
  mayOverfill?(values: V, countsPackets: boolean): boolean;
  /** The limit that it keeps with these values in place of the buffer; undefined if it keeps the buffer. */
  ownLimit?(values: V): OwnLimit | undefined;
  /** Reasons for the choice of the packet to send, if there is a choice. */
  readonly choices?: readonly SchedulingReason[];
  /** Names of the operands of a choice, in the order of their columns. */
  readonly choiceOperands?: readonly string[];
  create(host: PolicyHost, values: V): Policy<V>;
}

/**
 * A policy for cells, as an entry of the registry. It serves all cells in the order of their arrival. `cellPolicy`
 * (policies/cells/mechanisms) makes one from a definition whose values have the types of its parameters.
 */
export interface CellPolicyDefinition<V = ParameterValues> extends CommonDefinition<V> {
  readonly manages: 'cells';
  /**
   * The loss of a frame when one of its cells finds the buffer full: only that cell, or that cell and all later ones
   * except the last.
   */
  readonly overflow: 'cell' | 'rest';
  /** Index of the reason for a frame that has lost all its cells in this way. */
  readonly overflowReason: number;
  /** The rule as a function of the buffer, for the lens: the drop probability of a frame that has room. */
  dropProbability?(occupancy: CellOccupancy, isTagged: boolean, values: V): number;
  create(host: CellHost, values: V): CellPolicy<V>;
}

/** A policy, as an entry of the registry. */
export type PolicyDefinition = PacketPolicyDefinition | CellPolicyDefinition;
