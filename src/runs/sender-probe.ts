/**
 * Observes the sender of one TCP flow: its state after each packet and each acknowledgement, and the events of its
 * packets.
 */

import type { VerdictKind } from '../engine/contract/policy.ts';
import { senderPhaseIndex } from '../engine/contract/sender-phases.ts';
import { SENDER_STRIDE, SenderColumn, type SenderEvent } from '../engine/frame/sender-columns.ts';
import { MAX_SACK_BLOCKS, PacketFlag } from '../engine/packets/packet.ts';
import type { Probe, WireEvent } from '../engine/simulation/probe.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { NOT_STATE } from '../engine/state/checkpoint.ts';
import type { TcpSender } from '../engine/transport/tcp-sender.ts';

/** Gets the states and events that the probe sees. */
export interface SenderObserver {
  /** @param row the sender's state now, by `SenderColumn`; it is written again at the next call */
  addState(row: Float64Array): void;
  /**
   * An event of the segments from `low` to `high`, without `high`. `rule`: of `SendRule`, for a segment that is sent.
   */
  addEvent(event: SenderEvent, low: number, high: number, rule?: number): void;
}

/** Writes what one sender does into a log. */
export class SenderProbe implements Probe {
  readonly [NOT_STATE] = true;
  private readonly simulation: Simulation;
  private readonly flow: number;
  private readonly observer: SenderObserver;
  private readonly row = new Float64Array(SENDER_STRIDE);
  /** Sender of the present connection. */
  private sender: TcpSender | undefined;
  private timeoutCount = 0;
  private ackedSegment = -1;
  private markedSegments = 0;

  /** @param simulation opened with `watch` */
  constructor(simulation: Simulation, flow: number, sink: SenderObserver) {
    this.simulation = simulation;
    this.flow = flow;
    this.observer = sink;
  }

  /** The run went back to an earlier time, so the probe restarts with the present state of the sender. */
  resume(): void {
    this.sender = this.simulation.network.senderOf(this.flow);
    this.timeoutCount = this.sender?.timeoutCount ?? 0;
    this.ackedSegment = this.sender?.highestAcked ?? -1;
    this.markedSegments = this.sender?.lastCeCount ?? 0;
  }

  onSent(packet: number): void {
    if (!this.isOfFlow(packet)) return;
    const sender = this.presentState();
    if (sender === undefined) return;
    const { packets } = this.simulation;
    const sequence = packets.sequence[packet];
    if (sender.timeoutCount > this.timeoutCount) {
      this.timeoutCount = sender.timeoutCount;
      this.observer.addEvent('timeout', sender.highestAcked + 1, sender.highestAcked + 2);
    }
    const isRetransmission = (packets.flags[packet] & PacketFlag.retransmission) !== 0;
    const event = isRetransmission ? 'retransmitted' : 'sent';
    this.observer.addEvent(event, sequence, sequence + 1, packets.sendRule[packet]);
    this.addState(sender);
  }

  onAcked(packet: number): void {
    if (!this.isOfFlow(packet)) return;
    const sender = this.presentState();
    const { packets } = this.simulation;
    const sequence = packets.sequence[packet];
    // The acknowledgement is late: an earlier connection of the flow sent its segments.
    if (sender === undefined || sequence > sender.highestSent) return;
    this.observer.addEvent(sequence === this.ackedSegment ? 'duplicate' : 'acked', 0, sequence + 1);
    this.ackedSegment = Math.max(this.ackedSegment, sequence);
    const base = 2 * packet * MAX_SACK_BLOCKS;
    for (let block = 0; block < packets.sackCount[packet]; block++)
      this.observer.addEvent('sacked', packets.options[base + 2 * block], packets.options[base + 2 * block + 1]);
    if (this.echoes(packet, sender)) this.observer.addEvent('echoed', sequence, sequence + 1);
    this.addState(sender);
  }

  onVerdict(packet: number, _reason: number, kind: VerdictKind): void {
    if (kind === 'accept' || !this.isOfFlow(packet)) return;
    const sequence = this.simulation.packets.sequence[packet];
    this.observer.addEvent(kind === 'drop' ? 'dropped' : 'marked', sequence, sequence + 1);
  }

  onLaterVerdict(packet: number, reason: number, kind: VerdictKind): void {
    this.onVerdict(packet, reason, kind);
  }

  onWireEvent(packet: number, event: WireEvent): void {
    if (event !== 'lost' || !this.isOfFlow(packet)) return;
    const sequence = this.simulation.packets.sequence[packet];
    this.observer.addEvent('lost', sequence, sequence + 1);
  }

  private isOfFlow(packet: number): boolean {
    return this.simulation.packets.flow[packet] === this.flow;
  }

  private presentState(): TcpSender | undefined {
    const sender = this.simulation.network.senderOf(this.flow);
    if (sender === this.sender) return sender;
    this.sender = sender;
    this.timeoutCount = 0;
    this.ackedSegment = -1;
    this.markedSegments = 0;
    return sender;
  }

  /**
   * By the receiver's count if the sender reads it, otherwise by the flag. In the handshake the flag is not an echo, it
   * negotiates ECN.
   */
  private echoes(packet: number, sender: TcpSender): boolean {
    const { packets } = this.simulation;
    const ceCount = packets.ceCount[packet];
    const hasMore = ceCount > this.markedSegments;
    this.markedSegments = ceCount;
    if (sender.countsMarks) return hasMore;
    return packets.sequence[packet] > 0 && (packets.flags[packet] & PacketFlag.ece) !== 0;
  }

  private addState(sender: TcpSender): void {
    describeSender(sender, this.simulation.nowNs, this.row);
    this.observer.addState(this.row);
  }
}

/** Writes a row of `SenderColumn`, without allocating. */
export function describeSender(sender: TcpSender, nowNs: number, into: Float64Array): void {
  const { rtt } = sender;
  into.fill(Number.NaN);
  into[SenderColumn.timeNs] = nowNs;
  into[SenderColumn.congestionWindow] = sender.congestionWindow;
  into[SenderColumn.slowStartThreshold] = sender.slowStartThreshold;
  into[SenderColumn.inFlight] = sender.inFlight;
  into[SenderColumn.pacingBps] = sender.pacingBps;
  if (rtt.lastRttNs >= 0) {
    into[SenderColumn.rttNs] = rtt.lastRttNs;
    into[SenderColumn.smoothedRttNs] = rtt.smoothedRttNs;
    into[SenderColumn.minRttNs] = rtt.minRttNs;
  }
  into[SenderColumn.timeoutNs] = rtt.timeoutNs();
  into[SenderColumn.phase] = senderPhaseIndex(sender.phase);
}
