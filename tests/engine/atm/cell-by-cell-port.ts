/**
 * A simple port for cells: one event for each cell that arrives and one for each that leaves. `CellPort` must give the
 * same verdicts and be faster. Rate and contracts stay as they are.
 */
import { CELL_BYTES } from '../../../src/engine/atm/aal5.ts';
import type { CellOutputPort, CellPortOptions } from '../../../src/engine/atm/cell-port.ts';
import type { TrafficContract } from '../../../src/engine/atm/edge-switch.ts';
import { FrameGcra } from '../../../src/engine/atm/frame-gcra.ts';
import type { CellPolicy } from '../../../src/engine/contract/cell-policy.ts';
import { Explanation } from '../../../src/engine/contract/explanation.ts';
import { NO_PACKET, type Reason } from '../../../src/engine/contract/policy.ts';
import { type EventHandler, EventPriority } from '../../../src/engine/events/clock.ts';
import type { PortPolicy } from '../../../src/engine/network/port.ts';
import { CellFlag } from '../../../src/engine/packets/packet.ts';
import { Digest } from '../../../src/engine/state/digest.ts';

const DIGEST_KIND = { accept: 0, mark: 1, drop: 2 } as const;
const TRUNCATED_DIGEST_KIND = 3;
/** Argument of the event with which a cell leaves; that of one that comes is its VC. */
const DEPARTURE = -1;

interface Frame {
  readonly packet: number;
  readonly vc: number;
  readonly cells: number;
  /** Slot of its first cell. */
  readonly startSlot: number;
  /** Cells of it that have come, and that were taken. */
  come: number;
  taken: number;
  admitted: boolean;
  broken: boolean;
  started: boolean;
  /** Of its last cell that was taken: how many were taken before it, since the start. */
  lastIndex: number;
}

/** The edge switch of a VC, which sends a frame's cells `gap` slots apart. */
interface Edge {
  readonly waiting: number[];
  sending: Frame | undefined;
  /** From this slot on the next frame may begin. */
  freeSlot: number;
  readonly gap: number;
  readonly tagging: boolean;
  readonly gcra: FrameGcra;
}

export class CellByCellPort implements CellOutputPort, PortPolicy, EventHandler {
  readonly packets;
  readonly random;
  readonly rateBps;
  readonly cellRate;
  readonly digest;
  readonly explanation = new Explanation();
  readonly heldOf: Int32Array;
  readonly minimumCellRate: Float64Array;
  readonly attachedPolicy = this;
  readonly limitPackets = Number.POSITIVE_INFINITY;
  readonly limitBytes: number;
  readonly inService = NO_PACKET;
  readonly serviceStartNs = 0;
  readonly inServiceEndNs = 0;
  readonly inServiceBytes = 0;
  inServicePackets = 0;
  explaining = false;
  heldCells = 0;
  limitCells: number;
  private policy!: CellPolicy;
  private readonly options: CellPortOptions;
  private readonly slotNs: number;
  private readonly target: number;
  private readonly edges: readonly Edge[];
  /** The frame of each cell in the buffer, a ring; cells taken into it and sent from it since the start. */
  private ring = new Array<Frame | undefined>(1024).fill(undefined);
  private taken = 0;
  private sent = 0;
  /** When the cell in transmission began, and how long all before it took, ns. */
  private startedNs = 0;
  private transmittedNs = 0;
  /** Frames whose last cell has come, and the cell with which each leaves. */
  private readonly leaving: { readonly frame: Frame; readonly index: number }[] = [];

  constructor(options: CellPortOptions) {
    const { clock, contracts, rateBps } = options;
    this.options = options;
    this.packets = options.packets;
    this.packets.hasCells = true;
    this.random = options.random;
    this.rateBps = rateBps;
    this.limitCells = options.limitCells;
    this.limitBytes = options.limitCells * CELL_BYTES;
    this.cellRate = rateBps / (8 * CELL_BYTES);
    this.slotNs = (8e9 * CELL_BYTES) / rateBps;
    this.digest = new Digest(clock);
    this.target = clock.register(this);
    this.heldOf = new Int32Array(contracts.length);
    this.minimumCellRate = Float64Array.from(contracts, ({ minimumCellRate }) => minimumCellRate);
    this.edges = contracts.map(({ minimumCellRate, peakCellRate, tagging, maximumBurstCells }) => {
      const gap = Math.max(1, this.cellRate / peakCellRate);
      const increment = this.cellRate / minimumCellRate;
      const gcra = new FrameGcra(increment, Math.max(0, (maximumBurstCells - 1) * (increment - gap)));
      return { waiting: [], sending: undefined, freeSlot: 0, gap, tagging, gcra };
    });
  }

  attach(policy: CellPolicy): void {
    this.policy = policy;
  }

  changeContract(_vc: number, _change: Partial<TrafficContract>): void {
    throw new Error('contracts stay as they are');
  }

  configure(values: Parameters<CellPolicy['configure']>[0]): void {
    this.policy.configure(values);
  }

  signals(into: Float64Array): void {
    this.policy.signals(into);
  }

  busyNs(): number {
    return this.transmittedNs + (this.heldCells > 0 ? this.options.clock.nowNs - this.startedNs : 0);
  }

  waitingPackets(): number {
    return 0;
  }

  waitingBytes(): number {
    return this.heldCells * CELL_BYTES;
  }

  listWaiting(): number {
    return 0;
  }

  arrive(packet: number): void {
    const vc = this.packets.classIndex[packet] as number;
    const edge = this.edges[vc] as Edge;
    edge.waiting.push(packet);
    if (edge.sending === undefined) this.begin(vc, edge, this.slotAt(this.options.clock.nowNs) + 1);
  }

  onEvent(argument: number): void {
    const slot = this.slotAt(this.options.clock.nowNs);
    if (argument === DEPARTURE) this.depart(slot);
    else this.come(argument, slot);
  }

  /** The slot in which a time lies. */
  private slotAt(timeNs: number): number {
    const slot = Math.floor(timeNs / this.slotNs);
    return this.timeOf(slot + 1) <= timeNs ? slot + 1 : slot;
  }

  private timeOf(slot: number): number {
    return Math.round(slot * this.slotNs);
  }

  private begin(vc: number, edge: Edge, slot: number): void {
    const packet = edge.waiting.shift() as number;
    edge.sending = {
      packet,
      vc,
      cells: (this.packets.bytes[packet] as number) / CELL_BYTES,
      startSlot: Math.max(slot, edge.freeSlot),
      come: 0,
      taken: 0,
      admitted: false,
      broken: false,
      started: false,
      lastIndex: -1,
    };
    this.postCell(vc, edge.sending.startSlot);
  }

  /** The next cell of a VC, after the departure of that slot; another VC's is the first in each slot. */
  private postCell(vc: number, slot: number): void {
    const { queue } = this.options.clock;
    const { length } = this.edges;
    queue.dueNs = this.timeOf(slot);
    queue.dueSequence = (vc + length - (slot % length)) % length;
    queue.postReserved(EventPriority.service, this.target, vc);
  }

  /** A cell comes to the port. */
  private come(vc: number, slot: number): void {
    const edge = this.edges[vc] as Edge;
    const frame = edge.sending as Frame;
    this.policy.onCellOffered?.(vc, slot);
    if (frame.come === 0) this.decide(frame, edge, slot);
    frame.come++;
    const last = frame.come === frame.cells;
    if (frame.admitted) this.take(frame, last, slot);
    if (!last) {
      this.postCell(vc, frame.startSlot + Math.floor(frame.come * edge.gap));
      return;
    }
    if (frame.admitted) this.complete(frame);
    edge.sending = undefined;
    edge.freeSlot = frame.startSlot + Math.ceil(frame.cells * edge.gap);
    if (edge.waiting.length > 0) this.begin(vc, edge, slot + 1);
  }

  private decide(frame: Frame, edge: Edge, slot: number): void {
    const { packets, options } = this;
    const { packet, vc, cells } = frame;
    packets.arrivedNs[packet] = options.clock.nowNs;
    const tagged = edge.tagging && !edge.gcra.admitFrame(slot, cells, edge.gap);
    if (tagged) packets.cellFlags[packet] = (packets.cellFlags[packet] as number) | CellFlag.tagged;
    options.observer.onArrival(packet);
    let reason = this.policy.admit(vc, tagged, cells);
    let kind = (options.reasons[reason] as Reason).verdict;
    if (kind !== 'drop' && options.overflow === 'rest' && this.heldCells >= this.limitCells) {
      reason = options.overflowReason;
      kind = 'drop';
    }
    frame.admitted = kind !== 'drop';
    this.digest.add(packets.flow[packet] as number, packets.sequence[packet] as number, DIGEST_KIND[kind]);
    options.observer.onVerdict(packet, reason, kind);
    if (!frame.admitted) packets.free(packet);
  }

  /** Puts a cell into the buffer, if there is room, and sends it at once if nothing is before it. */
  private take(frame: Frame, last: boolean, slot: number): void {
    const { packets } = this;
    const { packet, vc } = frame;
    const full = this.heldCells >= this.limitCells;
    if (full || (frame.broken && this.options.overflow === 'rest' && !last)) {
      packets.lostBytes[packet] = (packets.lostBytes[packet] as number) + CELL_BYTES;
      if (frame.broken) return;
      frame.broken = true;
      packets.cellFlags[packet] = (packets.cellFlags[packet] as number) | CellFlag.broken;
      this.digest.add(packets.flow[packet] as number, packets.sequence[packet] as number, TRUNCATED_DIGEST_KIND);
      return;
    }
    if (this.heldCells === this.ring.length) this.growRing();
    frame.lastIndex = this.taken;
    this.ring[this.taken++ & (this.ring.length - 1)] = frame;
    this.heldCells++;
    this.heldOf[vc] = (this.heldOf[vc] as number) + 1;
    this.policy.onCellTaken?.(vc);
    if (this.heldCells === 1) this.serve(slot);
  }

  /** All cells of a frame have come. Frames leave in that order. */
  private complete(frame: Frame): void {
    if (frame.lastIndex < 0) {
      this.options.observer.onLaterVerdict(frame.packet, this.options.overflowReason, 'drop');
      this.packets.free(frame.packet);
      return;
    }
    this.leaving.push({ frame, index: Math.max(frame.lastIndex, this.leaving.at(-1)?.index ?? 0) });
    this.leave();
  }

  /** The transmission of the next cell begins. */
  private serve(slot: number): void {
    const frame = this.ring[this.sent & (this.ring.length - 1)] as Frame;
    if (!frame.started) {
      frame.started = true;
      this.inServicePackets++;
      this.options.observer.onServiceStart(frame.packet);
    }
    const { queue } = this.options.clock;
    this.startedNs = this.timeOf(slot);
    queue.dueNs = this.timeOf(slot + 1);
    queue.post(EventPriority.departure, this.target, DEPARTURE);
  }

  private depart(slot: number): void {
    const { vc } = this.ring[this.sent & (this.ring.length - 1)] as Frame;
    this.transmittedNs += this.timeOf(slot) - this.startedNs;
    this.sent++;
    this.heldCells--;
    this.heldOf[vc] = (this.heldOf[vc] as number) - 1;
    this.policy.onCellSent?.(vc, slot);
    this.leave();
    if (this.heldCells > 0) this.serve(slot);
  }

  private leave(): void {
    while (this.leaving.length > 0 && (this.leaving[0] as { index: number }).index < this.sent) {
      const { packet } = (this.leaving.shift() as { frame: Frame }).frame;
      this.inServicePackets--;
      this.options.observer.onDeparture(packet);
      this.options.deliver(packet);
    }
  }

  private growRing(): void {
    const { ring } = this;
    const larger = new Array<Frame | undefined>(2 * ring.length).fill(undefined);
    for (let index = this.sent; index < this.taken; index++)
      larger[index & (larger.length - 1)] = ring[index & (ring.length - 1)];
    this.ring = larger;
  }
}
