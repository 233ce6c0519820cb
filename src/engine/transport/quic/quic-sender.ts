/**
 * A QUIC sender: each packet has a new number, the data of lost packets leaves again in new ones, and probes take the
 * place of the timeout. Source: RFC 9002, whose sections and names are given in brackets. Amounts in packets, and all
 * packets are full. A congestion control decides how the window changes.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { colourFlag } from '../../packets/colour.ts';
import { OPTION_STRIDE, PacketFlag, SendRule } from '../../packets/packet.ts';
import { CONSTANT_FIELDS } from '../../state/checkpoint.ts';
import type { Acknowledgement, CongestionControlDefinition, ReducedWindowSegments } from '../congestion/control.ts';
import { ControlledSender } from '../controlled-sender.ts';
import { ENDLESS_SUPPLY, type TransportHost } from '../tcp-sender.ts';
import { AckOption, SEGMENT_OPTION } from './ack-frame.ts';
import type { QuicSettings } from './quic-parameters.ts';
import { QuicTimers } from './quic-timers.ts';
import { PacketFate, SentPackets } from './sent-packets.ts';
import { StreamData } from './stream-data.ts';

/** A packet is lost if one with a number higher by this was acknowledged [6.1.1, kPacketThreshold]. */
const PACKET_THRESHOLD = 3;
/** Least window [7.2, kMinimumWindow]. */
const MIN_WINDOW_PACKETS = 2;
/** Packets of a probe [6.2.4]. */
const PROBE_PACKETS = 2;
/** Windows paced in a round trip [7.7]. */
const PACING_FACTOR = 1.25;

/** The ACK that a control reads now: one object for all senders. */
const acknowledgement: { -readonly [Key in keyof Acknowledgement]: Acknowledgement[Key] } = {
  acked: 0,
  growthSegments: 0,
  marked: 0,
  mayGrow: false,
};

/** The sender of one QUIC connection. */
export class QuicSender extends ControlledSender {
  static override readonly [CONSTANT_FIELDS] = ['sent', 'stream'];
  declare readonly rtt: QuicTimers;
  private readonly sent = new SentPackets();
  private readonly stream = new StreamData();
  /** Largest number that was acknowledged [largest_acked_packet]. */
  private largestAcked = -1;
  /** Time at which the next packet counts as lost, ns; Infinity without one [loss_time]. */
  private lossTimeNs = Number.POSITIVE_INFINITY;
  /** Time of the last congestion event, ns; -1 without one [congestion_recovery_start_time]. */
  private cutNs = DOUBLE_ZERO - 1;
  /** Time at which the first of the packets was sent that were lost in turn, ns; -1 without one. */
  private lossRunStartNs = DOUBLE_ZERO - 1;
  /** A packet may be sent beside the window, to speed up recovery [7.3.2]. */
  private maySendOne = false;
  /** The path has shown that it carries ECN [RFC 9000, 13.4.2]. */
  private isEcnValid = true;
  /** Packets with ECT or CE that the receiver had counted, by its last report. */
  private lastCapableCount = 0;
  // Results of the present ACK, or of the timer.
  /** Packets acknowledged that were sent after the last congestion event. */
  private ackedAfterCut = 0;
  /**
   * Time at which the last of the packets was sent that were found lost, ns; -1 without one [sent_time_of_last_loss].
   */
  private lastLostSentNs = DOUBLE_ZERO - 1;
  private isPersistent = false;

  constructor(
    host: TransportHost,
    flow: number,
    classIndex: number,
    values: QuicSettings,
    control: CongestionControlDefinition,
    uniform: () => number,
  ) {
    super({ host, flow, classIndex, values }, new QuicTimers(values.maxAckDelayMs * 1e6), control, uniform, false);
    this.countsMarks = true;
  }

  override get inFlight(): number {
    return this.sent.openCount;
  }

  override get flightSize(): number {
    return this.sent.openCount;
  }

  override get isApplicationLimited(): boolean {
    return this.stream.next >= this.endSegment && this.stream.nextLost() < 0;
  }

  /** Segments of the data that were acknowledged, without a gap. */
  get deliveredSegments(): number {
    return this.stream.first;
  }

  override stop(): void {
    this.endSegment = Math.min(this.endSegment, this.stream.next);
  }

  /** [A.7, OnAckReceived] */
  override onAck(packet: number): void {
    const { packets } = this.host;
    const { sent, rtt } = this;
    const largestNumber = packets.sequence[packet];
    const flightBefore = sent.openCount;
    const isNewestNew = largestNumber >= sent.first && sent.fateOf(largestNumber) === PacketFate.open;
    const largestSentNs = isNewestNew ? sent.sentNsOf(largestNumber) : 0;
    const isHandshake = this.stream.first === 0;
    for (let range = packets.sackCount[packet] - 1; range >= 0; range--) {
      const offset = packet * OPTION_STRIDE + 2 * range;
      this.acknowledge(packets.options[offset], packets.options[offset + 1]);
    }
    this.acknowledge(packets.options[packet * OPTION_STRIDE + AckOption.firstLow], largestNumber + 1);
    const newlyAcked = flightBefore - sent.openCount;
    if (newlyAcked === 0) return;
    const isAdvance = largestNumber > this.largestAcked;
    this.largestAcked = Math.max(this.largestAcked, largestNumber);
    const sentAfterCut = this.ackedAfterCut;
    this.ackedAfterCut = 0;
    if (isNewestNew) {
      const delayNs = isHandshake ? 0 : packets.options[packet * OPTION_STRIDE + AckOption.delay] * 1e3;
      rtt.sampleDelayed(largestSentNs, this.nowNs, delayNs);
    }
    const eventsBefore = this.windowCutCount;
    const markedPackets = isAdvance ? this.readMarks(packet, largestSentNs, newlyAcked) : 0;
    this.detectLosses(SendRule.rackTime);
    this.reactToLosses();
    const isCut = this.windowCutCount > eventsBefore;
    if (isHandshake) this.congestionWindow = this.values.initialWindow;
    else this.reportAck(newlyAcked, isCut ? 0 : sentAfterCut, markedPackets, flightBefore);
    rtt.resetBackOff();
    this.reportDeliveries();
    // The ACK that ends recovery belongs to it: BBR looks there at the losses of the whole round.
    if (sentAfterCut > 0 && !isCut) this.isInRecovery = false;
    this.highestAcked = sent.first - 1;
    this.endTransfer();
    this.sendWithinWindow();
    this.setTimer();
  }

  /** Packets from `low` up to `high`, without `high`, have arrived. */
  private acknowledge(low: number, high: number): void {
    const { sent, stream } = this;
    for (let number = Math.max(low, sent.first); number < high; number++) {
      if (sent.fateOf(number) !== PacketFate.open) continue;
      this.deliveries?.onAcknowledged(number, number);
      sent.decide(number, PacketFate.acknowledged);
      stream.acknowledge(sent.segmentOf(number));
      if (sent.sentNsOf(number) > this.cutNs) this.ackedAfterCut++;
    }
  }

  /**
   * Each packet counts by itself [B.5, OnPacketAcked]. Packets sent before a congestion event do not grow the window.
   */
  private reportAck(newlyAcked: number, afterCut: number, markedPackets: number, flightBefore: number): void {
    const isUnderused = this.isApplicationLimited && flightBefore < Math.trunc(this.congestionWindow);
    acknowledgement.growthSegments = 1;
    acknowledgement.acked = 1;
    for (let index = 0; index < newlyAcked; index++) {
      acknowledgement.marked = index === 0 ? markedPackets : 0;
      acknowledgement.mayGrow = index < afterCut && !isUnderused;
      this.control.onAck(acknowledgement);
    }
  }

  /**
   * The counts of ECN [B.7, ProcessECN], and their validation [RFC 9000, 13.4.2.1]: each packet with ECT that was
   * acknowledged has been counted, as ECT or as CE. Otherwise packets have no ECT any more.
   * @param largestSentNs time at which the packet was sent that has the largest acknowledged number
   * @returns packets with CE since the last report
   */
  private readMarks(packet: number, largestSentNs: number, newlyAcked: number): number {
    const { packets } = this.host;
    if (!this.usesEcn) return 0;
    const ceCount = packets.ceCount[packet];
    const capableCount = packets.options[packet * OPTION_STRIDE + AckOption.capable];
    const markedPackets = ceCount - this.lastCeCount;
    if (capableCount - this.lastCapableCount < newlyAcked || markedPackets < 0) {
      this.isEcnValid = false;
      return 0;
    }
    this.lastCapableCount = capableCount;
    this.lastCeCount = ceCount;
    if (markedPackets > 0 && largestSentNs > this.cutNs) this.reactToMark();
    return markedPackets;
  }

  private get usesEcn(): boolean {
    return this.values.ecn && this.isEcnValid && this.ectFlags !== 0;
  }

  private reactToMark(): void {
    const window = this.control.onMark(this.congestionWindow);
    if (window === undefined) return;
    this.beginEvent(window);
  }

  /** [B.6, OnCongestionEvent] */
  private beginEvent(window: ReducedWindowSegments): void {
    this.cutNs = this.nowNs;
    this.windowCutCount++;
    this.slowStartThreshold = Math.max(MIN_WINDOW_PACKETS, window);
    this.congestionWindow = this.slowStartThreshold;
  }

  /**
   * [A.10, DetectAndRemoveLostPackets]. Lost are the first packets of those that are open.
   * @param rule of those found by time
   */
  private detectLosses(rule: number): void {
    const { sent, stream, largestAcked } = this;
    const delayNs = this.rtt.estimator.lossDelayNs();
    this.lossTimeNs = Number.POSITIVE_INFINITY;
    for (let number = sent.first; number < largestAcked; number++) {
      if (sent.fateOf(number) !== PacketFate.open) continue;
      const isFarBehind = largestAcked >= number + PACKET_THRESHOLD;
      const lostNs = sent.sentNsOf(number) + delayNs;
      if (!isFarBehind && lostNs > this.nowNs) {
        this.lossTimeNs = lostNs;
        break;
      }
      sent.decide(number, PacketFate.lost);
      stream.lose(sent.segmentOf(number), rule);
      this.lastLostSentNs = sent.sentNsOf(number);
    }
    this.passDecided();
  }

  /** Passes the packets whose fate is known, and looks for persistent congestion [7.6.2] among the lost ones. */
  private passDecided(): void {
    const { sent, rtt } = this;
    for (; sent.first < sent.next; sent.first++) {
      const fate = sent.fateOf(sent.first);
      if (fate === PacketFate.open) return;
      const sentNs = sent.sentNsOf(sent.first);
      if (fate === PacketFate.acknowledged) this.lossRunStartNs = -1;
      else if (rtt.firstSampleNs >= 0 && sentNs > rtt.firstSampleNs) {
        if (this.lossRunStartNs < 0) this.lossRunStartNs = sentNs;
        else if (sentNs - this.lossRunStartNs > rtt.estimator.persistentCongestionNs()) this.isPersistent = true;
      }
    }
  }

  /** [B.8, OnPacketsLost] */
  private reactToLosses(): void {
    const { lastLostSentNs, isPersistent } = this;
    if (lastLostSentNs < 0) return;
    const isNewEvent = lastLostSentNs > this.cutNs;
    this.lastLostSentNs = -1;
    this.isPersistent = false;
    if (isNewEvent) {
      const { control, congestionWindow } = this;
      this.beginEvent(isPersistent ? control.onTimeout(congestionWindow) : control.onLoss(congestionWindow));
      this.isInRecovery = true;
      this.maySendOne = true;
    } else if (isPersistent) this.control.onTimeout(this.congestionWindow);
    if (!isPersistent) return;
    this.congestionWindow = MIN_WINDOW_PACKETS;
    this.isInRecovery = false;
    this.cutNs = -1;
    this.lossRunStartNs = -1;
    this.rtt.forgetMinRtt();
  }

  /** [A.9, OnLossDetectionTimeout] */
  protected override onTimeout(): void {
    if (this.lossTimeNs !== Number.POSITIVE_INFINITY) {
      this.detectLosses(SendRule.reorderingTimer);
      this.reactToLosses();
      this.sendWithinWindow();
    } else this.sendProbe();
    this.setTimer();
  }

  /** [6.2.4]: two packets, whatever the window: data that waits, new data, or the oldest data. */
  private sendProbe(): void {
    this.timeoutCount++;
    this.host.onTimeout(this.flow);
    this.rtt.backOff();
    let oldestNumber = -1;
    const count = this.stream.first === 0 ? 1 : PROBE_PACKETS;
    for (let index = 0; index < count; index++) {
      if (this.sendNext()) continue;
      const next = this.stream.unacknowledgedAfter(oldestNumber);
      if (next >= 0) oldestNumber = next;
      this.sendPacket(oldestNumber, SendRule.probe);
    }
  }

  /** [A.8, SetLossDetectionTimer] */
  private setTimer(): void {
    if (this.lossTimeNs !== Number.POSITIVE_INFINITY) this.timer.set(this.lossTimeNs);
    else if (this.sent.openCount === 0) this.timer.stop();
    else this.timer.set(Math.max(this.nowNs, Math.round(this.lastSentNs + this.rtt.timeoutNs())));
  }

  protected override openGate(): void {
    this.sendWithinWindow();
    this.setTimer();
  }

  override supply(segments: number): void {
    super.supply(segments);
    this.setTimer();
  }

  protected override sendWithinWindow(): void {
    // Without pacing, a burst has at most an initial window [7.7].
    let room = this.pacer === undefined ? this.values.initialWindow : Number.POSITIVE_INFINITY;
    while (room > 0 && (this.congestionWindow - this.sent.openCount >= 1 || this.maySendOne) && this.isPacerReady()) {
      if (!this.sendNext()) break;
      room--;
      this.maySendOne = false;
    }
    this.maySendOne = false;
  }

  /**
   * Sends data that was lost, or new data.
   * @returns false without any
   */
  private sendNext(): boolean {
    const { stream } = this;
    const lostSegment = stream.nextLost();
    if (lostSegment >= 0) {
      this.sendPacket(lostSegment, stream.takeLost());
      return true;
    }
    const isBeforeHandshake = stream.first === 0 && stream.next > 0;
    if (isBeforeHandshake || stream.next >= this.endSegment) return false;
    if (stream.next >= stream.first + this.values.windowPackets) return false;
    this.sendPacket(stream.takeNew(), SendRule.inOrder);
    return true;
  }

  private sendPacket(segment: number, rule: number): void {
    const { packets } = this.host;
    const { values, nowNs } = this;
    const isHandshake = segment === 0;
    const packet = packets.allocate();
    if (isHandshake && this.highestSent < 0 && this.endSegment !== ENDLESS_SUPPLY) this.endSegment++;
    this.deliveries?.onSent(this.sent.next, this.sent.openCount);
    const number = this.sent.add(segment, nowNs);
    const isAgain = rule !== SendRule.inOrder;
    let flags = isAgain ? PacketFlag.retransmission : 0;
    if (this.usesEcn) flags |= this.ectFlags;
    packets.flags[packet] = flags | colourFlag(number, values.greenShare);
    packets.classIndex[packet] = this.classIndex;
    packets.sequence[packet] = number;
    packets.sendRule[packet] = rule;
    packets.options[packet * OPTION_STRIDE + SEGMENT_OPTION] = segment;
    const bytes = values.headerBytes + values.segmentBytes;
    packets.bytes[packet] = bytes;
    packets.countedBytes[packet] = isHandshake ? 0 : values.segmentBytes;
    packets.bornNs[packet] = nowNs;
    this.sentSegments++;
    if (isAgain) this.retransmittedSegments++;
    this.highestSent = number;
    this.lastSentNs = nowNs;
    this.pace(bytes);
    this.host.send(this.flow, packet);
  }

  /** [7.7] */
  protected override windowBps(): number {
    const { segmentBytes, headerBytes } = this.values;
    const { smoothedRttNs } = this;
    if (smoothedRttNs < 0) return Number.POSITIVE_INFINITY;
    return (PACING_FACTOR * this.congestionWindow * (segmentBytes + headerBytes) * 8e9) / smoothedRttNs;
  }

  protected override endTransfer(): void {
    if (this.isCompleted || this.stream.first < this.endSegment) return;
    this.isCompleted = true;
    this.host.onTransferDone(this.flow);
  }
}
