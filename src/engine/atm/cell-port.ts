/**
 * The backbone's output port for ATM cells. Edge switches send the frames of each VC cell by cell. The cells of all VCs
 * interleave before one FIFO buffer, and one cell leaves in each slot. An event is scheduled only for a decision or for
 * the end of a frame. At each event, the port computes the cells since the last event slot by slot.
 */

import type { CellHost, CellPolicy } from '../contract/cell-policy.ts';
import { Explanation } from '../contract/explanation.ts';
import { NO_PACKET, type Reason } from '../contract/policy.ts';
import { VC_STRIDE, VcColumn } from '../contract/policy-tables.ts';
import { type Clock, type EventHandler, EventPriority } from '../events/clock.ts';
import { CellBit } from '../frame/frame.ts';
import type { OutputPort, PortObserver, PortOptions, PortPolicy } from '../network/port.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { RandomStream } from '../numbers/random.ts';
import { CellFlag, type PacketPool } from '../packets/packet.ts';
import { Digest, DigestKind } from '../state/digest.ts';
import { CELL_BYTES } from './aal5.ts';
import { Aal5FrameRing } from './aal5-frame-ring.ts';
import { EdgeSwitch, NEVER_SLOT, NO_POSITION, NO_SLOT, type TrafficContract } from './edge-switch.ts';

/** The parts of a run that its port for cells uses, and its link. */
export interface CellPortOptions extends Omit<PortOptions, 'limit' | 'traffic'> {
  readonly limitCells: number;
  /** By class. */
  readonly contracts: readonly TrafficContract[];
  /** The loss when a cell of a frame does not fit: only that cell, or also the rest of the frame. */
  readonly overflow: 'cell' | 'rest';
  /** Index of the reason for a frame whose first cell finds no room. */
  readonly overflowReason: number;
}

/** An output port for cells. */
export interface CellOutputPort extends OutputPort, CellHost {
  explaining: boolean;
  limitCells: number;
  /** Gives the port its policy: once, before the first packet. */
  attach(policy: CellPolicy): void;
  /** A part of the contract of a VC has changed. */
  changeContract(vc: number, change: Partial<TrafficContract>): void;
}

const TRUNCATED_DIGEST_KIND = 3;

/** The port of a run whose sources are VCs. Its amounts are cells. */
export class CellPort implements CellOutputPort, EventHandler, PortPolicy {
  readonly packets: PacketPool;
  readonly random: RandomStream;
  readonly explanation = new Explanation();
  readonly digest: Digest;
  readonly limitPackets = Number.POSITIVE_INFINITY;
  readonly heldOf: Int32Array;
  readonly minimumCellRate: Float64Array;
  /** No packet is ever alone in transmission: the link sends cells of several packets in turn. */
  readonly inService = NO_PACKET;
  readonly serviceStartNs = 0;
  readonly inServiceEndNs = 0;
  heldCells = 0;
  limitCells: number;
  /** Frames that are partly sent. */
  inServicePackets = 0;
  readonly inServiceBytes = 0;
  explaining = false;
  /** Lost cells, and frames that lost a cell. */
  lostCells = 0;
  brokenFrameCount = 0;
  private policy: CellPolicy | undefined = undefined;
  /** The policy wants to know of single cells. A look-up of a method that is missing would cost as much as a cell. */
  private tellsOffered = false;
  private tellsTaken = false;
  private tellsSent = false;
  private readonly clock: Clock;
  private readonly observer: PortObserver;
  private readonly deliver: (packet: number) => void;
  private readonly reasons: readonly Reason[];
  private readonly overflow: 'cell' | 'rest';
  private readonly overflowReason: number;
  private readonly handlerId: number;
  private readonly edges: readonly EdgeSwitch[];
  /** The VCs that send a cell in the processed slots: the first `comingEdgeCount` elements. */
  private readonly comingEdges: EdgeSwitch[];
  private comingEdgeCount = 0;
  private contracts: readonly TrafficContract[];
  private linkRateBps: number;
  private slotNs = DOUBLE_ZERO + 1;
  /** Time at which slot 0 of the present rate began. The count of slots continues when the rate changes. */
  private epochNs = DOUBLE_ZERO;
  private epochSlot = 0;
  /** The last processed slot. */
  private slot = 0;
  /** Idle time of the link before that slot, ns. */
  private restedNs = DOUBLE_ZERO;
  /** Each cell in the buffer (bits: `CellBit`), as a ring; the numbers of cells accepted and sent since the start. */
  private cellRing = new Uint16Array(1024);
  private acceptedCells = 0;
  private sentCells = 0;
  /** The slot of the last posted event for the first or last cell of a frame that leaves. */
  private leaveSlot = NO_SLOT;
  private readonly frameStarts = new Aal5FrameRing();
  private readonly frameEnds = new Aal5FrameRing();

  constructor(options: CellPortOptions) {
    this.clock = options.clock;
    this.packets = options.packets;
    this.packets.hasCells = true;
    this.random = options.random;
    this.reasons = options.reasons;
    this.observer = options.observer;
    this.deliver = options.deliver;
    this.linkRateBps = options.rateBps;
    this.limitCells = options.limitCells;
    this.overflow = options.overflow;
    this.overflowReason = options.overflowReason;
    this.contracts = options.contracts;
    this.digest = new Digest(options.clock);
    this.edges = options.contracts.map((_, vc) => new EdgeSwitch(vc));
    this.comingEdges = [...this.edges];
    this.heldOf = new Int32Array(options.contracts.length);
    this.minimumCellRate = new Float64Array(options.contracts.length);
    this.handlerId = options.clock.register(this);
    this.setSlot();
  }

  attach(policy: CellPolicy): void {
    this.policy = policy;
    this.tellsOffered = policy.onCellOffered !== undefined;
    this.tellsTaken = policy.onCellTaken !== undefined;
    this.tellsSent = policy.onCellSent !== undefined;
  }

  get attachedPolicy(): PortPolicy {
    return this;
  }

  get cellRate(): number {
    return this.linkRateBps / (8 * CELL_BYTES);
  }

  get limitBytes(): number {
    return this.limitCells * CELL_BYTES;
  }

  get rateBps(): number {
    return this.linkRateBps;
  }

  /** The new rate is valid from the next slot. */
  set rateBps(rateBps: number) {
    this.playSlots(this.slotAt(this.clock.nowNs));
    if (this.heldCells === 0) this.restedNs += this.clock.nowNs - this.timeOf(this.slot);
    this.epochNs = this.clock.nowNs;
    this.epochSlot = this.slot;
    this.linkRateBps = rateBps;
    this.setSlot();
    this.postNextSlots();
  }

  changeContract(vc: number, change: Partial<TrafficContract>): void {
    this.contracts = this.contracts.map((contract, index) => (index === vc ? { ...contract, ...change } : contract));
    this.setSlot();
  }

  /**
   * Time of all busy slots: a slot is idle or busy as a whole. First processes the slots up to now. This changes no
   * verdict.
   */
  busyNs(): number {
    const { nowNs } = this.clock;
    this.playSlots(this.slotAt(nowNs));
    const restingNs = this.heldCells === 0 ? nowNs - this.timeOf(this.slot) : 0;
    return nowNs - this.restedNs - restingNs;
  }

  /** A packet has arrived at the edge switch of its VC. */
  arrive(packet: number): void {
    const { packets } = this;
    const vc = packets.classIndex[packet];
    const edge = this.edges[vc];
    packets.next[packet] = NO_PACKET;
    if (edge.tail === NO_PACKET) edge.head = packet;
    else packets.next[edge.tail] = packet;
    edge.tail = packet;
    if (edge.nextSlot === NO_SLOT) this.beginFrame(edge, this.slotAt(this.clock.nowNs) + 1);
  }

  /** In this slot there is a decision, or a frame is complete. */
  onEvent(): void {
    this.playSlots(this.slotAt(this.clock.nowNs));
  }

  configure(values: Parameters<CellPolicy['configure']>[0]): void {
    (this.policy as CellPolicy).configure(values);
  }

  /** Cells in the buffer, then the policy's values. */
  signals(into: Float64Array): void {
    into[0] = this.heldCells;
    (this.policy as CellPolicy).signals(into.subarray(1));
  }

  waitingPackets(): number {
    return this.frameStarts.count;
  }

  waitingBytes(): number {
    return this.heldCells * CELL_BYTES;
  }

  listWaiting(into: Int32Array): number {
    return this.frameStarts.list(into);
  }

  /** The content of each VC, in cells, and its content in the policy's virtual queue. */
  listVcs(into: Float64Array): number {
    for (const [vc, cells] of this.heldOf.entries()) {
      const offset = vc * VC_STRIDE;
      into.fill(Number.NaN, offset, offset + VC_STRIDE);
      into[offset + VcColumn.heldCells] = cells;
      into[offset + VcColumn.tagsFrames] = Number(this.edges[vc].tagsExcessFrames);
      this.policy?.describeVc?.(vc, into, offset);
    }
    return this.heldOf.length;
  }

  listCells(into: Uint16Array): number {
    const count = Math.min(into.length, this.heldCells);
    for (let cell = 0; cell < count; cell++)
      into[cell] = this.cellRing[(this.sentCells + cell) & (this.cellRing.length - 1)];
    return count;
  }

  private setSlot(): void {
    this.slotNs = (8e9 * CELL_BYTES) / this.linkRateBps;
    for (const [vc, edge] of this.edges.entries()) {
      const { minimumCellRate, peakCellRate, tagging, maximumBurstCells } = this.contracts[vc];
      const slots = (cellsPerSecond: number) => this.cellRate / cellsPerSecond;
      this.minimumCellRate[vc] = minimumCellRate;
      edge.nextFrameCellSpacing = Math.max(1, slots(peakCellRate));
      edge.tagsExcessFrames = tagging;
      edge.gcra.incrementSlots = slots(minimumCellRate);
      edge.gcra.toleranceSlots = Math.max(
        0,
        (maximumBurstCells - 1) * (slots(minimumCellRate) - edge.nextFrameCellSpacing),
      );
    }
  }

  /** The slot that contains a time. */
  private slotAt(timeNs: number): number {
    const slot = this.epochSlot + Math.floor((timeNs - this.epochNs) / this.slotNs);
    return this.timeOf(slot + 1) <= timeNs ? slot + 1 : slot;
  }

  /** Time at which a slot begins, ns. */
  private timeOf(slot: number): number {
    return this.epochNs + Math.round((slot - this.epochSlot) * this.slotNs);
  }

  private postSlot(slot: number): void {
    const { queue } = this.clock;
    queue.dueNs = Math.max(this.clock.nowNs, this.timeOf(slot));
    queue.post(EventPriority.departure, this.handlerId, 0);
  }

  /** After a change of the rate: schedules all known future events again, at their new times. */
  private postNextSlots(): void {
    for (const edge of this.edges) {
      if (edge.nextSlot === NO_SLOT) continue;
      this.postSlot(edge.nextSlot);
      this.postSlot(edge.startSlot + Math.floor((edge.frameCells - 1) * edge.cellSpacing));
    }
    this.leaveSlot = NO_SLOT;
    this.postDeparture();
  }

  /** The next moment at which the first or last cell of a frame leaves. */
  private postDeparture(): void {
    const index = Math.min(this.frameStarts.firstPosition, this.frameEnds.firstPosition + 1);
    const slot = this.slot + index - this.sentCells;
    if (slot === NEVER_SLOT || slot === this.leaveSlot) return;
    this.leaveSlot = slot;
    this.postSlot(slot);
  }

  /** Takes the next frame of an edge switch, to send its first cell not before `slot`. */
  private beginFrame(edge: EdgeSwitch, slot: number): void {
    const { packets } = this;
    const packet = edge.head;
    edge.head = packets.next[packet];
    if (edge.head === NO_PACKET) edge.tail = NO_PACKET;
    edge.packet = packet;
    edge.frameCells = packets.bytes[packet] / CELL_BYTES;
    edge.sentCells = 0;
    edge.cellSpacing = edge.nextFrameCellSpacing;
    edge.startSlot = Math.max(slot, edge.freeSlot, this.slot + 1);
    edge.nextSlot = edge.startSlot;
    edge.firstPosition = NO_POSITION;
    edge.lastPosition = NO_POSITION;
    edge.hasLostCell = false;
    this.postSlot(edge.startSlot);
    if (edge.frameCells > 1) this.postSlot(edge.startSlot + Math.floor((edge.frameCells - 1) * edge.cellSpacing));
  }

  /**
   * Processes all slots up to and including this one. In the slots before it, no frame begins or ends: such slots have
   * their own events.
   */
  private playSlots(until: number): void {
    if (this.slot >= until) return;
    this.findComing(until);
    while (this.slot < until - 1) {
      this.advanceSlot();
      this.takeCells();
    }
    if (this.advanceSlot()) while (this.frameEnds.firstPosition < this.sentCells) this.finishService();
    this.takeCells();
    this.startService();
    this.postDeparture();
  }

  /** Finds the VCs whose cells arrive up to this slot. If the buffer is empty, skips the slots without cells. */
  private findComing(until: number): void {
    const { edges, comingEdges } = this;
    let first = until;
    let count = 0;
    for (let vc = 0; vc < edges.length; vc++) {
      const edge = edges[vc];
      if (edge.nextSlot === NO_SLOT || edge.nextSlot > until) continue;
      comingEdges[count++] = edge;
      if (edge.nextSlot < first) first = edge.nextSlot;
    }
    this.comingEdgeCount = count;
    if (this.heldCells === 0) this.restUntil(first - 1);
  }

  /**
   * The next slot begins.
   * @returns whether a cell has left
   */
  private advanceSlot(): boolean {
    if (this.heldCells === 0) {
      this.restUntil(this.slot + 1);
      return false;
    }
    this.slot++;
    this.sendCell();
    return true;
  }

  /** The link is idle until a slot begins. */
  private restUntil(slot: number): void {
    this.restedNs += this.timeOf(slot) - this.timeOf(this.slot);
    this.slot = slot;
  }

  /** The first VC changes with each slot: in a full buffer, the first one gets the place that has become free. */
  private takeCells(): void {
    const { slot, comingEdges, comingEdgeCount } = this;
    let offset = 0;
    if (comingEdgeCount > 1) {
      const first = slot % this.edges.length;
      while (offset < comingEdgeCount && comingEdges[offset].vc < first) offset++;
    }
    for (let turn = 0; turn < comingEdgeCount; turn++) {
      if (offset >= comingEdgeCount) offset = 0;
      const edge = comingEdges[offset++];
      if (edge.nextSlot === slot) this.takeCell(edge.vc, edge);
    }
  }

  /** The next cell begins to leave. It may be the first cell of its frame. */
  private startService(): void {
    const { frameStarts } = this;
    while (frameStarts.firstPosition <= this.sentCells && this.heldCells > 0) {
      const packet = frameStarts.shift();
      this.inServicePackets++;
      this.observer.onServiceStart(packet);
    }
  }

  private sendCell(): void {
    const vc = this.cellRing[this.sentCells & (this.cellRing.length - 1)] & CellBit.vc;
    this.sentCells++;
    this.heldCells--;
    this.heldOf[vc] = this.heldOf[vc] - 1;
    if (this.tellsSent) (this.policy as CellPolicy).onCellSent?.(vc, this.slot);
  }

  /** All accepted cells of a frame have been sent. */
  private finishService(): void {
    const packet = this.frameEnds.shift();
    this.inServicePackets--;
    this.observer.onDeparture(packet);
    this.deliver(packet);
  }

  private takeCell(vc: number, edge: EdgeSwitch): void {
    if (this.tellsOffered) (this.policy as CellPolicy).onCellOffered?.(vc, this.slot);
    if (edge.sentCells === 0) this.decideFrame(vc, edge);
    edge.sentCells++;
    const isLastCell = edge.sentCells === edge.frameCells;
    if (edge.isAdmitted) this.enqueue(vc, edge, isLastCell);
    if (!isLastCell) {
      edge.nextSlot = edge.startSlot + Math.floor(edge.sentCells * edge.cellSpacing);
      // The first accepted cell begins the service of the frame. This needs its own event.
      if (edge.isAdmitted && edge.firstPosition === NO_POSITION) this.postSlot(edge.nextSlot);
      return;
    }
    if (edge.isAdmitted) this.completeFrame(edge);
    edge.freeSlot = edge.startSlot + Math.ceil(edge.frameCells * edge.cellSpacing);
    edge.nextSlot = NO_SLOT;
    edge.packet = NO_PACKET;
    if (edge.head !== NO_PACKET) this.beginFrame(edge, this.slot + 1);
  }

  private decideFrame(vc: number, edge: EdgeSwitch): void {
    const { packets, observer } = this;
    const { packet, frameCells } = edge;
    packets.arrivedNs[packet] = this.clock.nowNs;
    const isTagged = edge.tagsExcessFrames && !edge.gcra.admitFrame(this.slot, frameCells, edge.cellSpacing);
    edge.cellFlags = isTagged ? CellBit.tagged : 0;
    if (isTagged) packets.cellFlags[packet] = packets.cellFlags[packet] | CellFlag.tagged;
    observer.onArrival(packet);
    let reason = (this.policy as CellPolicy).admit(vc, isTagged, frameCells);
    let kind = this.reasons[reason].verdict;
    if (kind !== 'drop' && this.overflow === 'rest' && this.heldCells >= this.limitCells) {
      reason = this.overflowReason;
      kind = 'drop';
      if (this.explaining) this.explainOverflow();
    }
    edge.isAdmitted = kind !== 'drop';
    this.digest.add(packets.flow[packet], packets.sequence[packet], DigestKind[kind]);
    observer.onVerdict(packet, reason, kind, this.heldCells, this.heldOf[vc]);
    if (!edge.isAdmitted) {
      packets.free(packet);
      edge.packet = NO_PACKET;
    }
  }

  /**
   * Puts a cell into the buffer if there is room. After a loss, only the last cell of the frame is accepted, because it
   * ends the frame.
   */
  private enqueue(vc: number, edge: EdgeSwitch, isLastCell: boolean): void {
    const isFull = this.heldCells >= this.limitCells;
    if (isFull || (edge.hasLostCell && this.overflow === 'rest' && !isLastCell)) {
      this.lostCells++;
      const { lostBytes } = this.packets;
      lostBytes[edge.packet] = lostBytes[edge.packet] + CELL_BYTES;
      if (!edge.hasLostCell) this.breakFrame(edge);
      return;
    }
    if (this.heldCells === this.cellRing.length) this.growCellRing();
    this.cellRing[this.acceptedCells & (this.cellRing.length - 1)] =
      vc | edge.cellFlags | (isLastCell ? CellBit.last : 0);
    edge.lastPosition = this.acceptedCells;
    if (edge.firstPosition === NO_POSITION) {
      edge.firstPosition = this.acceptedCells;
      this.frameStarts.push(this.acceptedCells, edge.packet);
    }
    this.acceptedCells++;
    this.heldCells++;
    this.heldOf[vc] = this.heldOf[vc] + 1;
    if (this.tellsTaken) (this.policy as CellPolicy).onCellTaken?.(vc);
  }

  /** The frame has lost a cell: its remaining cells are useless. */
  private breakFrame(edge: EdgeSwitch): void {
    const { packets } = this;
    const { packet } = edge;
    edge.hasLostCell = true;
    this.brokenFrameCount++;
    packets.cellFlags[packet] = packets.cellFlags[packet] | CellFlag.broken;
    const flow = packets.flow[packet];
    this.digest.addAt(this.timeOf(this.slot), flow, packets.sequence[packet], TRUNCATED_DIGEST_KIND);
  }

  /** The last cell of a frame has arrived: from now on the departure time of the frame is known. */
  private completeFrame(edge: EdgeSwitch): void {
    if (edge.lastPosition === NO_POSITION) {
      if (this.explaining) this.explainOverflow();
      this.observer.onLaterVerdict(edge.packet, this.overflowReason, 'drop');
      this.packets.free(edge.packet);
      return;
    }
    // A frame without its last cell leaves together with the frame before it, if that leaves later.
    this.frameEnds.push(Math.max(edge.lastPosition, this.frameEnds.lastPosition), edge.packet);
    if (this.frameEnds.firstPosition < this.sentCells) this.finishService();
  }

  private explainOverflow(): void {
    this.explanation.tell({ held: this.heldCells, limit: this.limitCells });
  }

  private growCellRing(): void {
    const { cellRing } = this;
    const largerRing = new Uint16Array(2 * cellRing.length);
    for (let index = this.sentCells; index < this.acceptedCells; index++)
      largerRing[index & (largerRing.length - 1)] = cellRing[index & (cellRing.length - 1)];
    this.cellRing = largerRing;
  }
}
