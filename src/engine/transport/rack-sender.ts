/**
 * Losses found by time: RACK-TLP as in RFC 8985, in whole segments. A segment is lost if one that was sent later has
 * arrived, and the time for reordering is over. A probe finds losses at the end of a flight. What SACK has reported
 * stays known after a timeout. F-RTO (RFC 5682) and duplicate reports (RFC 2883) undo a cut that was not needed.
 * Recovery sends by proportional rate reduction (RFC 9937). Names of RFC 8985 are given in brackets.
 */

import { Timer } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { MAX_SACK_BLOCKS, SendRule } from '../packets/packet.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import type { CongestionControlDefinition } from './congestion/control.ts';
import { RateReduction } from './rate-reduction.ts';
import { RetransmissionQueue, SegmentState } from './retransmission-queue.ts';
import { SequenceRanges } from './sequence-ranges.ts';
import type { SenderOptions } from './tcp-sender.ts';
import { ticksBetween } from './timestamps.ts';
import { UndoingSender } from './undoing-sender.ts';

/** With so many segments SACKed, and without reordering so far, a segment is lost at once [DupThresh]. */
const DUPLICATE_THRESHOLD = 3;
/**
 * Recoveries without a duplicate report after which the time for reordering is the least one again
 * [RACK.reo_wnd_persist].
 */
const REORDERING_MEMORY_RECOVERIES = 16;
/** Longest time by which a receiver delays the ACK of a single segment [TLP.max_ack_delay], ns. */
const MAX_ACK_DELAY_NS = 200e6;
/** Time of a probe before the first measured round trip, ns. */
const FIRST_PROBE_NS = 1e9;

/** A sender with SACK, as today's systems have it. */
export class RackSender extends UndoingSender {
  static override readonly [CONSTANT_FIELDS] = ['queue', 'sackedRanges', 'reduction', 'lossTimer'];
  private readonly queue = new RetransmissionQueue();
  private readonly sackedRanges = new SequenceRanges();
  private readonly reduction = new RateReduction();

  // The segment sent last among those that have arrived [RACK.xmit_ts, RACK.end_seq, RACK.rtt], and the least round
  // trip.
  private newestSentNs = DOUBLE_ZERO - 1;
  private newestSegment = -1;
  private newestRttNs = DOUBLE_ZERO;
  private leastRttNs = Number.POSITIVE_INFINITY;

  // Reordering.
  /** Highest segment that has arrived [RACK.fack]. */
  private highestDelivered = -1;
  /** An original has arrived after one with a higher number [RACK.reordering_seen]. */
  private hasSeenReordering = false;
  /** The time for reordering, in quarters of the least round trip [RACK.reo_wnd_mult]. */
  private reorderingQuarters = 1;
  private recoveriesToRemember = REORDERING_MEMORY_RECOVERIES;
  /** The time for reordering has grown once for the data up to here [RACK.dsack_round]. */
  private highestSentAtGrowth = -1;

  /** Timer of the end of the time for reordering, or of a probe: at most one of the two is due. */
  private readonly lossTimer: Timer;
  private lossTimerRule: number = SendRule.reorderingTimer;
  /** Highest segment sent when the probe was sent [TLP.end_seq]; -1 without a probe under way. */
  private highestSentAtProbe = -1;
  /** The probe repeats a segment [TLP.is_retrans]. */
  private isProbeRepeated = false;
  /** A segment that was sent once has arrived since the last probe, or since the beginning. */
  private hasRttSinceProbe = false;

  // For the undo of a cut.
  private firstSegmentOfCut = 0;
  /** Retransmissions since the cut, without those that the receiver has reported as duplicates. */
  private unprovenRetransmissions = 0;
  private retransmissionsSinceCut = 0;

  /** Timestamp of the first retransmission since the cut. */
  private firstResentTimestamp = 0;

  // Results of the present ACK.
  private hasDeliveredOriginal = false;
  /** The timestamp that it returns, while segments that it acknowledges in order are read. */
  private echo = 0;
  private isReadingEcho = false;
  /** When the first original was sent that it reports by SACK, ns; Infinity without one. */
  private sackedOriginalSentNs = Number.POSITIVE_INFINITY;

  constructor(endpoint: SenderOptions, control: CongestionControlDefinition, uniform: () => number) {
    super(endpoint, control, uniform);
    this.lossTimer = new Timer(endpoint.host.clock, () => this.onLossTimer());
  }

  override close(): void {
    super.close();
    this.lossTimer.close();
  }

  override get inFlight(): number {
    const { queue, sackedRanges } = this;
    return this.flightSize - sackedRanges.segmentCount - queue.lostCount + queue.resentInFlightCount;
  }

  /** A timeout was followed by the retransmission of what it has lost, until all data sent before has arrived. */
  private get isAfterTimeout(): boolean {
    return !this.isInRecovery && this.highestAcked < this.highestSentAtRecovery;
  }

  override onAck(packet: number): void {
    const { packets } = this.host;
    const sequence = packets.sequence[packet];
    const { highestAcked, queue, sackedRanges } = this;
    if (sequence < highestAcked) return;
    const deliveredBefore = highestAcked + sackedRanges.segmentCount;
    this.hasDeliveredOriginal = false;
    this.isReadingEcho = this.values.timestamps;
    if (this.isReadingEcho) this.echo = this.echoOf(packet);
    this.sackedOriginalSentNs = Number.POSITIVE_INFINITY;
    const duplicate = this.reportedDuplicate(packet, sequence);
    sackedRanges.removeBelow(sequence + 1);
    this.deliveries?.onSackBlocks(packets, packet, sackedRanges);
    // In the order of numbers: one ACK may report a delayed segment and one beyond a hole.
    for (let segment = highestAcked + 1; segment <= sequence; segment++) this.deliver(segment);
    this.isReadingEcho = false;
    const hasNewSacks = this.deliverSacked(packet, sequence);
    const advances = sequence > highestAcked;
    const wasRecovering = this.isInRecovery || this.isAfterTimeout;
    this.onEcnEcho(packet);
    if (advances) this.onNewAck(packet, sequence);
    else if (hasNewSacks) {
      this.duplicateAckCount++;
      this.extendTimer();
    }
    if (duplicate >= 0) this.onDuplicateReport(duplicate);
    if (advances && this.values.timestamps) this.testEcho();
    this.testTimeout(advances, hasNewSacks);
    this.checkProbe(sequence, duplicate, advances || hasNewSacks);
    const deliveredSegments = sequence + sackedRanges.segmentCount - deliveredBefore;
    const toResendBefore = queue.toResendCount;
    const remainingNs = this.detectLosses(SendRule.rackTime);
    const isLossNew = queue.toResendCount > toResendBefore;
    // Losses that the last recovery has found beyond its end are of another window, so they cut again (RFC 5681 section
    // 4.3).
    if (isLossNew || (wasRecovering && queue.lostCount > 0)) this.beginRecovery(deliveredSegments);
    if (this.isInRecovery) this.reduceWindow(deliveredSegments, advances && !isLossNew);
    this.afterAck();
    this.setLossTimer(remainingNs);
  }

  protected override onTimeout(): void {
    if (this.lossTimerRule === SendRule.probe && this.lossTimer.deadlineNs <= this.nowNs) {
      this.sendProbe();
      return;
    }
    if (this.flightSize > 0) {
      if (!this.isInRecovery && (!this.isAfterTimeout || this.isCutByTimeout)) this.rememberCut();
      this.timeoutTest = this.isInRecovery ? 'none' : 'firstAck';
      this.lossTimer.stop();
      this.highestSentAtProbe = -1;
    }
    super.onTimeout();
  }

  /** Section 6.3: a segment that may still arrive within its time does not count as lost, but for the first one. */
  protected override loseOutstanding(firstSegment: number): void {
    const { queue } = this;
    queue.markLost(firstSegment, SendRule.timeout);
    const lastLostNs = this.nowNs - this.newestRttNs - this.reorderingNs();
    for (let segment = queue.firstSent; segment >= 0 && queue.sentNsOf(segment) <= lastLostNs; ) {
      const next = queue.sentAfter(segment);
      queue.markLost(segment, SendRule.timeout);
      segment = next;
    }
    const { inFlight } = this;
    this.deliveries?.onTimeout(inFlight);
    // As in Linux: the first segment can be sent again at once.
    this.congestionWindow = inFlight + 1;
  }

  protected override sendInWindow(): void {
    const { queue } = this;
    while (this.congestionWindow - this.usedWindow >= 1 && this.mayTransmit()) {
      const lostSegment =
        this.timeoutTest === 'newSegments' ? -1 : queue.nextToResend(this.highestAcked, this.highestSent);
      if (lostSegment >= 0) {
        this.retransmissionRule = queue.ruleOf(lostSegment);
        this.sendSegment(lostSegment);
      } else if (this.maySendNew()) this.sendSegment(this.nextSegment++);
      else return;
    }
  }

  /** Segments that fill the window: without limited transmit, those that were SACKed do too, until a loss is found. */
  private get usedWindow(): number {
    if (this.values.limitedTransmit || this.isInRecovery || this.isAfterTimeout) return this.inFlight;
    return this.inFlight + this.sackedRanges.segmentCount;
  }

  /** Section 7.2: new data starts the time of a probe again, which ends with that of the timeout at the latest. */
  protected override sendSegment(sequence: number): void {
    super.sendSegment(sequence);
    if (this.lossTimerRule === SendRule.probe || !this.lossTimer.isArmed) this.setLossTimer(0);
  }

  /** The round trip is measured at SACK blocks too, so only a retransmission of the measured segment spoils it. */
  protected override endsMeasurement(sequence: number): boolean {
    return sequence === this.timedSegment;
  }

  protected override updateSendState(sequence: number, isRetransmission: boolean): void {
    super.updateSendState(sequence, isRetransmission);
    this.reduction.sentSegments++;
    if (!isRetransmission) {
      this.queue.addNew(sequence, this.nowNs, this.highestAcked);
      return;
    }
    this.queue.addResent(sequence, this.nowNs);
    if (this.retransmissionsSinceCut++ === 0) this.firstResentTimestamp = this.timestampAt(this.nowNs);
    this.unprovenRetransmissions++;
    // As in Linux: the timer counts from the last retransmission of the first segment.
    if (sequence === this.highestAcked + 1) this.restartTimer();
  }

  /** A cut for a mark is never undone, and the window before an earlier cut does not come back after it. */
  protected override onEcnEcho(packet: number): void {
    const { windowCutCount } = this;
    super.onEcnEcho(packet);
    if (this.windowCutCount > windowCutCount) this.canUndo = false;
  }

  private onNewAck(packet: number, sequence: number): void {
    const wasAfterTimeout = this.isAfterTimeout;
    if (!this.isInRecovery) {
      this.acceptNewAck(packet);
      if (wasAfterTimeout && !this.isAfterTimeout) this.countRecovery();
      return;
    }
    const ackedSegments = sequence - this.highestAcked;
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    this.adjustTimer();
    if (sequence < this.highestSentAtRecovery) return;
    this.isInRecovery = false;
    this.resetDuplicateAcks();
    this.congestionWindow = this.slowStartThreshold;
    this.countRecovery();
    this.endTransfer();
  }

  /** Section 6.2, steps 1 to 3: a segment has arrived. */
  private deliver(segment: number): void {
    const { queue, nowNs } = this;
    const state = queue.stateOf(segment);
    if ((state & SegmentState.sacked) !== 0) return;
    const sentNs = queue.sentNsOf(segment);
    const rttNs = nowNs - sentNs;
    const isResent = (state & SegmentState.resent) !== 0;
    if (!isResent) {
      this.hasRttSinceProbe = true;
      this.leastRttNs = Math.min(this.leastRttNs, rttNs);
      if (segment < this.highestDelivered) this.hasSeenReordering = true;
      if (segment <= this.highestSentAtRecovery) this.hasDeliveredOriginal = true;
      if (this.isMeasuringRtt && segment === this.timedSegment) {
        this.isMeasuringRtt = false;
        this.rtt.sample(this.timedSentNs, nowNs);
      }
    }
    this.highestDelivered = Math.max(this.highestDelivered, segment);
    queue.deliver(segment);
    // The ACK is of an earlier transmission.
    if (isResent && (rttNs < this.leastRttNs || this.isOfEarlier(sentNs))) return;
    this.newestRttNs = rttNs;
    if (sentNs < this.newestSentNs || (sentNs === this.newestSentNs && segment < this.newestSegment)) return;
    this.newestSentNs = sentNs;
    this.newestSegment = segment;
  }

  /**
   * Step 2: the present ACK returns a time before the last transmission of a segment. It is that of the segment which
   * moved the left edge, so it says nothing of those that SACK reports (RFC 7323, section 4.3).
   */
  private isOfEarlier(sentNs: number): boolean {
    return this.isReadingEcho && ticksBetween(this.timestampAt(sentNs), this.echo) < 0;
  }

  /** As in Linux, and RFC 4015: an ACK of the time before the first retransmission is that of a late original. */
  private testEcho(): void {
    if (!this.canUndo || this.retransmissionsSinceCut === 0) return;
    if (ticksBetween(this.firstResentTimestamp, this.echo) >= 0) return;
    this.hasSeenReordering = true;
    this.undoCut();
  }

  /**
   * As in Linux: SACK reports originals that left before the last transmission of the first segment, so the ACK of that
   * one cannot have come yet. The timeout waits longer.
   */
  private extendTimer(): void {
    if (this.sackedOriginalSentNs < this.queue.sentNsOf(this.highestAcked + 1)) this.restartTimer();
  }

  /**
   * Segments above the acknowledged one that SACK reports for the first time.
   * @returns whether there are any
   */
  private deliverSacked(packet: number, acknowledged: number): boolean {
    const { packets } = this.host;
    const { sackedRanges } = this;
    const countBefore = sackedRanges.segmentCount;
    for (let block = 0; block < packets.sackCount[packet]; block++) {
      const offset = 2 * (packet * MAX_SACK_BLOCKS + block);
      const low = Math.max(packets.options[offset], acknowledged + 1);
      const high = packets.options[offset + 1];
      for (let segment = low; segment < high; ) {
        const range = sackedRanges.firstEndingAfter(segment);
        if (range < sackedRanges.rangeCount && sackedRanges.lowAt(range) <= segment)
          segment = sackedRanges.highAt(range);
        else this.deliverSackedSegment(segment++);
      }
      sackedRanges.add(low, high);
    }
    return sackedRanges.segmentCount > countBefore;
  }

  private deliverSackedSegment(segment: number): void {
    const { queue } = this;
    if ((queue.stateOf(segment) & (SegmentState.sacked | SegmentState.resent)) === 0)
      this.sackedOriginalSentNs = Math.min(this.sackedOriginalSentNs, queue.sentNsOf(segment));
    this.deliver(segment);
  }

  /**
   * RFC 2883: the first block lies below the acknowledgement or within the second block.
   * @returns its segment, or -1
   */
  private reportedDuplicate(packet: number, acknowledged: number): number {
    const { sackCount, options } = this.host.packets;
    if (sackCount[packet] === 0) return -1;
    const offset = 2 * packet * MAX_SACK_BLOCKS;
    const low = options[offset];
    const high = options[offset + 1];
    const isBelow = high <= acknowledged + 1;
    const isWithin = sackCount[packet] > 1 && low >= options[offset + 2] && high <= options[offset + 3];
    return isBelow || isWithin ? low : -1;
  }

  /** Step 4: a segment came twice, so the time for reordering grows, once per round trip. */
  private onDuplicateReport(segment: number): void {
    if (segment === this.highestSentAtProbe) return;
    if (this.highestAcked >= this.highestSentAtGrowth) {
      this.highestSentAtGrowth = this.highestSent;
      this.reorderingQuarters++;
      this.recoveriesToRemember = REORDERING_MEMORY_RECOVERIES;
    }
    if (!this.canUndo || segment < this.firstSegmentOfCut) return;
    this.unprovenRetransmissions--;
    if (this.unprovenRetransmissions > 0 || this.retransmissionsSinceCut === 0) return;
    // The originals came late. Step 3 does not see this, because they were sent again meanwhile.
    this.hasSeenReordering = true;
    this.undoCut();
  }

  /** A recovery is over. */
  private countRecovery(): void {
    this.timeoutTest = 'none';
    if (--this.recoveriesToRemember <= 0) this.reorderingQuarters = 1;
  }

  /** Step 4 [RACK_update_reo_wnd], ns. */
  private reorderingNs(): number {
    const { leastRttNs, smoothedRttNs } = this;
    if (leastRttNs === Number.POSITIVE_INFINITY || smoothedRttNs < 0) return 0;
    const isRecovering = this.isInRecovery || this.isAfterTimeout;
    if (!this.hasSeenReordering && (isRecovering || this.sackedRanges.segmentCount >= DUPLICATE_THRESHOLD)) return 0;
    return Math.min((this.reorderingQuarters * leastRttNs) / 4, smoothedRttNs);
  }

  /**
   * Step 5 [RACK_detect_loss]: a segment is lost if one that was sent later has arrived, and its own round trip and the
   * time for reordering are over.
   * @returns the longest time after which another one would be lost, ns; 0 if there is none
   */
  private detectLosses(rule: number): number {
    const { queue, nowNs, newestSentNs, newestSegment } = this;
    const allowedNs = this.newestRttNs + this.reorderingNs();
    let longestNs = 0;
    for (let segment = queue.firstSent; segment >= 0; ) {
      const sentNs = queue.sentNsOf(segment);
      if (sentNs > newestSentNs || (sentNs === newestSentNs && segment >= newestSegment)) break;
      const next = queue.sentAfter(segment);
      const remainingNs = sentNs + allowedNs - nowNs;
      if (remainingNs <= 0) queue.markLost(segment, rule);
      else longestNs = Math.max(longestNs, remainingNs);
      segment = next;
    }
    return longestNs;
  }

  /** A loss was found: recovery begins, unless one is under way. */
  private beginRecovery(deliveredSegments: number): void {
    if (this.isInRecovery || this.isAfterTimeout) return;
    this.rememberCut();
    this.highestSentAtProbe = -1;
    this.reduction.begin(this.flightSize - this.sackedRanges.segmentCount + deliveredSegments);
    this.enterRecovery();
  }

  private reduceWindow(deliveredSegments: number, isSafe: boolean): void {
    const { inFlight, slowStartThreshold } = this;
    this.congestionWindow = this.reduction.windowAfter(inFlight, slowStartThreshold, deliveredSegments, isSafe);
  }

  private onLossTimer(): void {
    if (this.lossTimerRule === SendRule.probe) {
      this.sendProbe();
      return;
    }
    const { queue } = this;
    const toResendBefore = queue.toResendCount;
    const remainingNs = this.detectLosses(SendRule.reorderingTimer);
    if (queue.toResendCount > toResendBefore && !this.isInRecovery && !this.isAfterTimeout) {
      this.beginRecovery(0);
      this.reduceWindow(0, false);
    }
    this.sendWithinWindow();
    this.setLossTimer(remainingNs);
  }

  /** @param remainingNs time to the end of the time for reordering; 0 if it does not run, so a probe may be due */
  private setLossTimer(remainingNs: number): void {
    if (remainingNs > 0) {
      this.lossTimerRule = SendRule.reorderingTimer;
      this.lossTimer.set(Math.ceil(this.nowNs + remainingNs));
    } else if (this.mayProbe) {
      this.lossTimerRule = SendRule.probe;
      this.lossTimer.set(this.probeNs());
    } else this.lossTimer.stop();
  }

  /**
   * Sections 7.2 and 7.3: the conditions of a probe. Without a round trip between probes, there would be no new
   * timeout.
   */
  private get mayProbe(): boolean {
    return (
      this.highestAcked >= 0 &&
      this.flightSize > 0 &&
      this.highestSentAtProbe < 0 &&
      this.hasRttSinceProbe &&
      !this.isInRecovery &&
      !this.isAfterTimeout &&
      this.sackedRanges.segmentCount === 0
    );
  }

  /** Section 7.2 [TLP_calc_PTO]: the time of the probe, not after that of the timeout, ns. */
  private probeNs(): number {
    const { smoothedRttNs } = this;
    const ackDelayNs = this.flightSize === 1 ? MAX_ACK_DELAY_NS : 0;
    const waitNs = smoothedRttNs < 0 ? FIRST_PROBE_NS : 2 * smoothedRttNs + ackDelayNs;
    return Math.min(Math.round(this.nowNs + waitNs), this.timer.deadlineNs);
  }

  /** Section 7.3 [TLP_send_probe]: new data, or the last segment again, whatever the window. */
  private sendProbe(): void {
    this.lossTimer.stop();
    this.hasRttSinceProbe = false;
    this.isProbeRepeated = !this.maySendNew();
    this.highestSentAtProbe = this.isProbeRepeated ? this.highestSent : this.nextSegment;
    this.retransmissionRule = SendRule.probe;
    this.sendSegment(this.isProbeRepeated ? this.highestSent : this.nextSegment++);
    this.restartTimer();
  }

  /** Section 7.4 [TLP_process_ack]: whether the probe has repaired a loss, which cuts the window. */
  private checkProbe(sequence: number, duplicate: number, isProgress: boolean): void {
    const { highestSentAtProbe } = this;
    if (highestSentAtProbe < 0 || sequence < highestSentAtProbe) return;
    const isNeedless = !this.isProbeRepeated || duplicate === highestSentAtProbe;
    if (!isNeedless && isProgress && sequence === highestSentAtProbe) return;
    this.highestSentAtProbe = -1;
    if (isNeedless || !isProgress || this.isInRecovery || this.isAfterTimeout) return;
    this.cutForLoss();
    this.congestionWindow = Math.min(this.congestionWindow, this.slowStartThreshold);
    this.canUndo = false;
  }

  /** RFC 5682, section 3, steps 2 and 3: whether originals arrive after a timeout. */
  private testTimeout(advances: boolean, hasNewSacks: boolean): void {
    if (this.timeoutTest === 'none') return;
    if (this.hasDeliveredOriginal) this.undoCut();
    else if (this.timeoutTest === 'firstAck' && advances && this.isAfterTimeout && this.maySendNew())
      this.timeoutTest = 'newSegments';
    else if (advances || hasNewSacks) this.timeoutTest = 'none';
  }

  protected override rememberCut(): void {
    super.rememberCut();
    this.firstSegmentOfCut = this.highestAcked + 1;
    this.unprovenRetransmissions = 0;
    this.retransmissionsSinceCut = 0;
  }

  /** No segment was lost. */
  protected override undoCut(): boolean {
    if (!super.undoCut()) return false;
    if (!this.isInRecovery && !this.isAfterTimeout) return true;
    this.isInRecovery = false;
    this.highestSentAtRecovery = this.highestAcked;
    this.queue.forgetLosses(this.highestAcked, this.highestSent);
    return true;
  }
}
