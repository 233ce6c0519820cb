/**
 * The part that ns-2.35's NewReno and SACK senders share: window growth, the reaction to ECN, the timeout.
 * Its departures from the RFCs are listed in MODEL.md, "TCP as in ns-2".
 */
import { PacketFlag, SendRule } from '../packets/packet.ts';
import { Ns2RttEstimator } from './rtt-estimator.ts';
import { type SenderOptions, TcpSender } from './tcp-sender.ts';

/** The cause of the last cut of the window; ns-2 lets the next reaction depend on it. */
export const CutCause = { none: 0, duplicateAcks: 1, ecn: 2, timeout: 3, exited: 4 } as const;

/** A TCP sender as in ns-2.35; subclasses add the loss recovery. */
export abstract class Ns2Sender extends TcpSender {
  protected highestSentAtCut = 0;
  protected lastCutCause: number = CutCause.none;
  /** Acknowledged in order when the last ACK outside of recovery came. */
  protected lastAckedSegment = -1;
  private initialWindow: number;
  private usesEcn = false;
  private backsOffForEcn = false;

  /** @param phase of the sender's clock, 0 to 1 tick */
  constructor(endpoint: SenderOptions, phase: number) {
    super(endpoint, new Ns2RttEstimator(endpoint.values, phase));
    this.initialWindow = endpoint.values.initialWindow;
  }

  abstract get isInRecovery(): boolean;

  override get phase(): string {
    if (this.isInRecovery) return 'recovery';
    return this.congestionWindow < this.slowStartThreshold ? 'slowStart' : 'avoidance';
  }

  /** Outside of a recovery: segments sent in order and not acknowledged. */
  override get inFlight(): number {
    return this.nextSegment - 1 - this.highestAcked;
  }

  /** Usable window, whole segments. */
  protected window(): number {
    return Math.trunc(this.exactWindow());
  }

  protected exactWindow(): number {
    return Math.min(this.congestionWindow, this.values.windowPackets);
  }

  /** Halves window and threshold. Deviation: from the window, not from FlightSize (RFC 5681 equation 4). */
  protected halveWindow(): void {
    const halfWindow = this.exactWindow() / 2;
    this.slowStartThreshold = Math.max(2, Math.trunc(halfWindow));
    this.congestionWindow = halfWindow;
    this.mustAnnounceCut = true;
    this.windowCutCount++;
  }

  /** ECN-Echo: one halving a window of data (RFC 3168 section 6.1.2). */
  protected onEcnEcho(sequence: number): void {
    if (sequence <= this.highestSentAtCut && this.lastCutCause !== CutCause.timeout) return;
    this.highestSentAtCut = this.highestSent;
    this.lastCutCause = CutCause.ecn;
    if (this.congestionWindow <= 1) {
      if (this.backsOffForEcn) this.rtt.backOff();
      else this.backsOffForEcn = true;
    } else this.backsOffForEcn = false;
    this.halveWindow();
  }

  /** An ACK for new data outside of recovery: measure, move on, grow. */
  protected acceptNewAck(packet: number): void {
    const hasEcho = (this.host.packets.flags[packet] & PacketFlag.ece) !== 0;
    this.moveTo(packet, hasEcho);
    if (!this.usesEcn || !hasEcho) this.growWindow();
    if (this.usesEcn && !hasEcho) this.backsOffForEcn = false;
    if (hasEcho) this.usesEcn = true;
    this.endTransfer();
    if (this.lastAckedSegment === 0) this.congestionWindow = this.initialWindow;
  }

  /** Moves the left edge to the acknowledged segment and restarts the timer. */
  protected moveTo(packet: number, hasEcho: boolean): void {
    const sequence = this.host.packets.sequence[packet];
    this.duplicateAckCount = 0;
    this.lastAckedSegment = sequence;
    this.highestAcked = sequence;
    if (this.nextSegment < sequence + 1) this.nextSegment = sequence + 1;
    if (this.isMeasuringRtt && sequence >= this.timedSegment) {
      if (!this.usesEcn || !this.backsOffForEcn || !hasEcho) {
        this.rtt.resetBackOff();
        this.backsOffForEcn = false;
      }
      this.isMeasuringRtt = false;
      this.rtt.sample(this.timedSentNs, this.host.clock.nowNs);
    }
    this.restartTimer();
  }

  /** First or second duplicate ACK (RFC 3042). */
  protected limitedTransmit(): void {
    const { nextSegment, highestAcked } = this;
    if (nextSegment >= this.endSegment) return;
    if (nextSegment > highestAcked + this.values.windowPackets) return;
    if (nextSegment > highestAcked + this.congestionWindow + this.duplicateAckCount) return;
    this.nextSegment++;
    this.sendSegment(nextSegment);
  }

  /** Starts the timer again and stops measuring, as at the start of a recovery. */
  protected resetTimer(): void {
    this.restartTimer();
    this.isMeasuringRtt = false;
  }

  /**
   * If nothing is outstanding, the timer still runs. When it ends, slow start restarts (ssthresh stays). In this way
   * ns-2 restarts after idle time, and a window below one segment opens again.
   */
  protected override onTimeout(): void {
    if (this.congestionWindow < 1) this.congestionWindow = 1;
    const isIdle = this.highestAcked === this.highestSent;
    if (isIdle && !this.values.idleRestart) return;
    if (this.highestAcked < 0) this.initialWindow = 1;
    this.highestSentAtCut = this.highestSent;
    this.windowCutCount++;
    this.mustAnnounceCut = true;
    if (!isIdle && this.lastCutCause !== CutCause.ecn) {
      this.timeoutCount++;
      this.host.onTimeout(this.flow);
      this.slowStartThreshold = Math.max(2, Math.trunc(this.exactWindow() / 2));
    }
    this.congestionWindow = 1;
    this.lastCutCause = CutCause.timeout;
    this.retransmissionRule = SendRule.timeout;
    this.nextSegment = this.highestAcked + 1;
    this.isMeasuringRtt = false;
    if (!isIdle) {
      this.rtt.backOff();
      this.restartTimer();
    }
    this.sendWithinWindow();
  }

  private growWindow(): void {
    if (this.congestionWindow < this.slowStartThreshold) this.congestionWindow += 1;
    else this.congestionWindow += 1 / this.congestionWindow;
  }
}
