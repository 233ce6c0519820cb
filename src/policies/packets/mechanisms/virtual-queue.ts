/**
 * A virtual queue. It gets a duplicate of every packet and serves the duplicates in order of arrival at the link's
 * rate. So it shows the verdicts and departures of a flat router.
 * Source: draft-hurley-alternative-best-effort-01, section 5 (duplicates).
 */
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { VIRTUAL_STRIDE, VirtualColumn } from '../../../engine/contract/policy-tables.ts';
import { DOUBLE_ZERO } from '../../../engine/numbers/double-zero.ts';
import type { QueueContent } from '../../mechanisms/random-early-detection.ts';
import { FlatDecision, FlatRule, type FlatValues } from './flat-rule.ts';

const FIRST_CAPACITY = 64;

/** The virtual queue of one port, with its duplicates in a ring. */
export class VirtualQueue implements QueueContent {
  readonly rule: FlatRule;
  /** Start of the transmission of the last accepted duplicate, ns. */
  startNs = DOUBLE_ZERO;
  /** Held now, the one in transmission included. */
  heldPackets = 0;
  heldBytes = 0;
  private readonly host: PolicyHost;
  /**
   * A ring of duplicates, starting at `head`. `packet` is the index of the original. If the original has left, the
   * serial there is another one.
   */
  private head = 0;
  private packet = new Int32Array(FIRST_CAPACITY);
  private serial = new Float64Array(FIRST_CAPACITY);
  private flow = new Int32Array(FIRST_CAPACITY);
  private classIndex = new Uint8Array(FIRST_CAPACITY);
  private flags = new Uint8Array(FIRST_CAPACITY);
  private bytes = new Int32Array(FIRST_CAPACITY);
  private starts = new Float64Array(FIRST_CAPACITY);
  private ends = new Float64Array(FIRST_CAPACITY);
  /** Rounding error of each end, which is carried to the next one, as in the port. */
  private carries = new Float64Array(FIRST_CAPACITY);
  private lastEndNs = DOUBLE_ZERO;
  private lastCarry = DOUBLE_ZERO;
  private rateBps: number;

  constructor(host: PolicyHost, values: FlatValues) {
    this.host = host;
    this.rateBps = host.rateBps;
    this.rule = new FlatRule(host, this, values);
  }

  /** Waiting packets and bytes, without the packet in transmission. */
  get packetCount(): number {
    return this.heldPackets - (this.isServing ? 1 : 0);
  }

  get byteCount(): number {
    return this.heldBytes - (this.isServing ? this.bytes[this.head] : 0);
  }

  /** Remaining transmission time of the head, ns. */
  get residualNs(): number {
    return this.heldPackets > 0 ? this.ends[this.head] - this.host.nowNs : 0;
  }

  /** Bytes held behind the head. */
  get byteCountBehindHead(): number {
    return this.heldBytes - (this.heldPackets > 0 ? this.bytes[this.head] : 0);
  }

  private get isServing(): boolean {
    return this.heldPackets > 0 && this.starts[this.head] < this.host.nowNs;
  }

  /**
   * Accepts a duplicate of the packet if a flat router would accept the packet; then `startNs` is its start.
   * @returns
   * one of `FlatDecision`
   */
  enqueue(packet: number): number {
    this.leave();
    const decision = this.rule.decide(packet, this.heldPackets, this.heldBytes);
    if (decision !== FlatDecision.fits) {
      if (this.heldPackets === 0) this.rule.onQueueEmptied(this.host.nowNs);
      return decision;
    }
    const { packets, nowNs } = this.host;
    if (this.heldPackets === this.bytes.length) this.grow();
    const slot = (this.head + this.heldPackets) & (this.bytes.length - 1);
    this.packet[slot] = packet;
    this.serial[slot] = packets.serial[packet];
    this.flow[slot] = packets.flow[packet];
    this.classIndex[slot] = packets.classIndex[packet];
    this.flags[slot] = packets.flags[packet];
    this.bytes[slot] = packets.bytes[packet];
    this.heldPackets++;
    this.heldBytes += packets.bytes[packet];
    this.place(slot, this.lastEndNs > nowNs ? this.lastEndNs : nowNs);
    return decision;
  }

  /** Removes duplicates whose transmission has ended. */
  leave(): void {
    const { nowNs } = this.host;
    while (this.heldPackets > 0 && this.ends[this.head] <= nowNs) {
      this.heldBytes -= this.bytes[this.head];
      this.heldPackets--;
      this.head = (this.head + 1) & (this.bytes.length - 1);
    }
    if (this.heldPackets === 0 && this.lastEndNs < nowNs) this.rule.onQueueEmptied(this.lastEndNs);
  }

  /**
   * The link has another rate: duplicates that have not begun begin at other times.
   * @param onMove called with each
   * original that still waits, and the new start of its duplicate, ns
   */
  changeRate(onMove: (packet: number, startNs: number) => void): void {
    if (this.rateBps === this.host.rateBps) return;
    this.leave();
    this.rateBps = this.host.rateBps;
    const { packets, nowNs } = this.host;
    const mask = this.bytes.length - 1;
    for (let position = 0; position < this.heldPackets; position++) {
      const slot = (this.head + position) & mask;
      if (this.starts[slot] <= nowNs) {
        this.lastEndNs = this.ends[slot];
        this.lastCarry = this.carries[slot];
        continue;
      }
      this.place(slot, this.lastEndNs);
      const packet = this.packet[slot];
      if (packets.serial[packet] === this.serial[slot]) onMove(packet, this.starts[slot]);
    }
  }

  list(into: Float64Array): number {
    this.leave();
    const rows = Math.min(this.heldPackets, Math.floor(into.length / VIRTUAL_STRIDE));
    for (let row = 0; row < rows; row++) {
      const from = (this.head + row) & (this.bytes.length - 1);
      const offset = row * VIRTUAL_STRIDE;
      into[offset + VirtualColumn.serial] = this.serial[from];
      into[offset + VirtualColumn.flow] = this.flow[from];
      into[offset + VirtualColumn.classIndex] = this.classIndex[from];
      into[offset + VirtualColumn.flags] = this.flags[from];
      into[offset + VirtualColumn.bytes] = this.bytes[from];
      into[offset + VirtualColumn.startNs] = this.starts[from];
      into[offset + VirtualColumn.endNs] = this.ends[from];
    }
    return rows;
  }

  private place(slot: number, startNs: number): void {
    const exactNs = (this.bytes[slot] * 8e9) / this.rateBps + this.lastCarry;
    const transmissionNs = Math.round(exactNs);
    this.lastCarry = exactNs - transmissionNs;
    this.lastEndNs = startNs + transmissionNs;
    this.startNs = startNs;
    this.starts[slot] = startNs;
    this.ends[slot] = this.lastEndNs;
    this.carries[slot] = this.lastCarry;
  }

  /** Doubles the ring; it then begins at index 0. */
  private grow(): void {
    const size = 2 * this.bytes.length;
    this.packet = this.copyRing(new Int32Array(size), this.packet);
    this.serial = this.copyRing(new Float64Array(size), this.serial);
    this.flow = this.copyRing(new Int32Array(size), this.flow);
    this.classIndex = this.copyRing(new Uint8Array(size), this.classIndex);
    this.flags = this.copyRing(new Uint8Array(size), this.flags);
    this.starts = this.copyRing(new Float64Array(size), this.starts);
    this.ends = this.copyRing(new Float64Array(size), this.ends);
    this.carries = this.copyRing(new Float64Array(size), this.carries);
    this.bytes = this.copyRing(new Int32Array(size), this.bytes);
    this.head = 0;
  }

  private copyRing<T extends Int32Array | Float64Array | Uint8Array>(into: T, ring: T): T {
    into.set(ring.subarray(this.head));
    into.set(ring.subarray(0, this.head), ring.length - this.head);
    return into;
  }
}
