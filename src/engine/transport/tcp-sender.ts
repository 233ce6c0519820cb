/**
 * The shared part of all TCP senders: sequence state, output, the retransmission timer and the measured round trip.
 * Segments are numbered from 0 (the SYN), and windows are counted in segments. Subclasses add loss recovery.
 */

import { type Clock, Timer } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { colourFlag } from '../packets/colour.ts';
import { PacketFlag, type PacketPool, SendRule } from '../packets/packet.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import type { RttEstimator } from './rtt-estimator.ts';
import type { TcpSettings } from './tcp-parameters.ts';

/** The part of the network that a sender or receiver uses. */
export interface TransportHost {
  readonly clock: Clock;
  readonly packets: PacketPool;
  /** Sends a packet of this flow towards the bottleneck. */
  send(flow: number, packet: number): void;
  /** Sends an acknowledgement of this flow back to its sender. */
  reply(flow: number, packet: number): void;
  /** All data that was supplied to the flow's sender has been acknowledged. */
  onTransferDone(flow: number): void;
  /** The retransmission timer of the flow's sender ran out while segments were outstanding. */
  onTimeout(flow: number): void;
}

/** An end of a connection: the flow that it belongs to, and the values of its source. */
export interface SenderOptions {
  readonly host: TransportHost;
  readonly flow: number;
  readonly classIndex: number;
  readonly values: TcpSettings;
}

/** A supply that never ends: more segments than any run sends. */
export const ENDLESS_SUPPLY = 2 ** 30;

/** The sender of one TCP flow. Sequence numbers and windows are in segments, times in ns. */
export abstract class TcpSender {
  static readonly [CONSTANT_FIELDS] = [
    'firstSerial',
    'host',
    'values',
    'rtt',
    'timer',
    'flow',
    'classIndex',
    'countsMarks',
    'ectFlags',
    'sendsEctOnAll',
  ];
  /** Packets of the connection have this serial number or a higher one. */
  readonly firstSerial: number;
  /** Congestion window and slow-start threshold, segments. */
  congestionWindow = DOUBLE_ZERO + 1;
  slowStartThreshold: number;
  /** Next segment to send, in order. */
  nextSegment = 0;
  /** Highest segment sent; -1 before the first. */
  highestSent = -1;
  /** Highest segment acknowledged in order; -1 before the first. */
  highestAcked = -1;
  /** Number after the last segment that the application supplied. */
  endSegment = 0;
  duplicateAckCount = 0;
  /** Counts since the start of the run. */
  sentSegments = 0;
  retransmittedSegments = 0;
  timeoutCount = 0;
  windowCutCount = 0;
  /** The sender reads the receiver's count of marked segments, not the echo. */
  countsMarks = false;
  /** Marked segments that the receiver had counted when the last ACK was sent. */
  lastCeCount = 0;
  protected readonly host: TransportHost;
  protected readonly values: TcpSettings;
  readonly rtt: RttEstimator;
  protected readonly timer: Timer;
  /** The window was cut, and the sender must report it to the receiver (RFC 3168: CWR). */
  protected mustAnnounceCut = false;
  /** The ECN codepoint of data packets if ECN is on. */
  protected ectFlags: number = PacketFlag.ect;
  /** Its SYN and its retransmissions carry the codepoint too. */
  protected sendsEctOnAll = false;
  /** The rule that sends segments again now. */
  protected retransmissionRule: number = SendRule.duplicateAcks;
  /** All supplied data has been acknowledged. */
  isCompleted = false;
  protected readonly flow: number;
  protected readonly classIndex: number;
  /** The segment whose round trip is being measured, and its sending time. */
  protected timedSegment = -1;
  protected timedSentNs = DOUBLE_ZERO;
  protected isMeasuringRtt = false;

  constructor({ host, flow, classIndex, values }: SenderOptions, rtt: RttEstimator) {
    this.firstSerial = host.packets.allocatedCount;
    this.host = host;
    this.flow = flow;
    this.classIndex = classIndex;
    this.values = values;
    this.rtt = rtt;
    this.slowStartThreshold = DOUBLE_ZERO + values.windowPackets;
    this.timer = new Timer(host.clock, () => this.onTimeout());
  }

  /** The application supplies `segments` more (ENDLESS_SUPPLY for a source that never stops). */
  supply(segments: number): void {
    this.endSegment = segments === ENDLESS_SUPPLY ? ENDLESS_SUPPLY : this.endSegment + segments;
    this.isCompleted = false;
    this.sendWithinWindow();
  }

  /** Nothing new is sent from now on; outstanding data is still recovered. */
  stop(): void {
    this.endSegment = Math.min(this.endSegment, this.highestSent + 1);
  }

  /** Ends the connection at once: nothing is sent any more, not even outstanding data. */
  close(): void {
    this.timer.close();
  }

  /** Processes an acknowledgement. The caller still owns the packet. */
  abstract onAck(packet: number): void;
  protected abstract onTimeout(): void;
  protected abstract sendWithinWindow(): void;

  /** Segments in flight: sent, and not known to have arrived or to be lost. */
  abstract get inFlight(): number;
  abstract get phase(): string;

  /** Rate at which segments leave, bit/s on the wire; NaN without pacing. */
  get pacingBps(): number {
    return Number.NaN;
  }

  /** Sends one segment and starts the timer if it is not running. */
  protected sendSegment(sequence: number): void {
    const { packets, clock } = this.host;
    const packet = packets.allocate();
    const isRetransmission = sequence <= this.highestSent;
    let flags = isRetransmission ? PacketFlag.retransmission : 0;
    if (this.values.ecn && (!isRetransmission || this.sendsEctOnAll || this.values.conformance === 'ns2'))
      flags |= this.ectFlags;
    if (this.mustAnnounceCut && (!isRetransmission || this.values.conformance === 'ns2')) {
      flags |= PacketFlag.cwr;
      this.mustAnnounceCut = false;
    }
    const isSyn = sequence === 0;
    if (isSyn) {
      if (this.highestSent < 0 && this.endSegment !== ENDLESS_SUPPLY) this.endSegment++;
      if (!this.sendsEctOnAll) flags &= ~this.ectFlags;
      flags |= PacketFlag.syn | (this.values.ecn ? PacketFlag.ece : 0);
    }
    packets.flags[packet] = flags | colourFlag(sequence, this.values.greenShare);
    packets.classIndex[packet] = this.classIndex;
    packets.sequence[packet] = sequence;
    packets.sendRule[packet] = isRetransmission ? this.retransmissionRule : SendRule.inOrder;
    const bytes = this.values.headerBytes + (isSyn ? 0 : this.values.segmentBytes);
    packets.bytes[packet] = this.values.wireBytes === undefined ? bytes : this.values.wireBytes(bytes);
    packets.countedBytes[packet] = isSyn ? 0 : this.values.segmentBytes;
    packets.bornNs[packet] = clock.nowNs;
    const isNothingOutstanding = this.highestAcked === this.highestSent;
    this.sentSegments++;
    this.updateSendState(sequence, isRetransmission);
    this.host.send(this.flow, packet);
    if (!this.timer.isArmed || isNothingOutstanding) this.restartTimer();
  }

  protected restartTimer(): void {
    this.timer.set(this.host.clock.nowNs + this.rtt.timeoutNs());
  }

  protected endTransfer(): void {
    if (this.isCompleted || this.highestAcked < this.endSegment - 1) return;
    this.isCompleted = true;
    this.host.onTransferDone(this.flow);
  }

  /** Called for each segment just before it leaves. */
  protected updateSendState(sequence: number, isRetransmission: boolean): void {
    if (isRetransmission) {
      this.retransmittedSegments++;
      return;
    }
    this.highestSent = sequence;
    if (this.isMeasuringRtt || this.values.timestamps) return;
    this.isMeasuringRtt = true;
    this.timedSegment = sequence;
    this.timedSentNs = this.host.clock.nowNs;
  }
}
