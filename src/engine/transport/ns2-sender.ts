/**
 * The part that ns-2.35's NewReno and SACK senders share: window growth, the reaction to ECN, the timeout.
 * Its departures from the RFCs are listed in MODEL.md, "TCP as in ns-2".
 */
import { PacketFlag } from '../packets/packet.ts';
import { Ns2RttEstimator } from './rtt-estimator.ts';
import { type SenderOptions, TcpSender } from './tcp-sender.ts';

/** The cause of the last cut of the window; ns-2 lets the next reaction depend on it. */
export type WindowAction = 'none' | 'duplicateAcks' | 'ecn' | 'timeout' | 'exited';

export abstract class Ns2Sender extends TcpSender {
  protected recoveryPoint = 0;
  protected lastAction: WindowAction = 'none';
  /** Acknowledged in order when the last ACK outside of recovery came. */
  protected lastAck = -1;
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
    return this.nextSequence - 1 - this.highestAcked;
  }

  /** Usable window, whole segments. */
  protected window(): number {
    return Math.trunc(this.exactWindow());
  }

  protected exactWindow(): number {
    return Math.min(this.congestionWindow, this.values.windowPackets);
  }

  /** Halves window and threshold. Deviation: from the window, not from FlightSize (RFC 5681 equation 4). */
  protected halve(): void {
    const half = this.exactWindow() / 2;
    this.slowStartThreshold = Math.max(2, Math.trunc(half));
    this.congestionWindow = half;
    this.mustAnnounceCut = true;
    this.windowCutCount++;
  }

  /** ECN-Echo: one halving a window of data (RFC 3168 section 6.1.2). */
  protected onEcnEcho(sequence: number): void {
    if (sequence <= this.recoveryPoint && this.lastAction !== 'timeout') return;
    this.recoveryPoint = this.highestSent;
    this.lastAction = 'ecn';
    if (this.congestionWindow <= 1) {
      if (this.backsOffForEcn) this.rtt.backOff();
      else this.backsOffForEcn = true;
    } else this.backsOffForEcn = false;
    this.halve();
  }

  /** An ACK for new data outside of recovery: measure, move on, grow. */
  protected acceptNewAck(packet: number): void {
    const hasEcho = (this.host.packets.flags[packet] & PacketFlag.ece) !== 0;
    this.moveTo(packet, hasEcho);
    if (!this.usesEcn || !hasEcho) this.grow();
    if (this.usesEcn && !hasEcho) this.backsOffForEcn = false;
    if (hasEcho) this.usesEcn = true;
    this.endTransfer();
    if (this.lastAck === 0) this.congestionWindow = this.initialWindow;
  }

  /** Moves the left edge to the acknowledged segment and restarts the timer. */
  protected moveTo(packet: number, hasEcho: boolean): void {
    const sequence = this.host.packets.sequence[packet];
    this.duplicateAckCount = 0;
    this.lastAck = sequence;
    this.highestAcked = sequence;
    if (this.nextSequence < sequence + 1) this.nextSequence = sequence + 1;
    if (this.isMeasuringRtt && sequence >= this.rttSequence) {
      if (!this.usesEcn || !this.backsOffForEcn || !hasEcho) {
        this.rtt.resetBackOff();
        this.backsOffForEcn = false;
      }
      this.isMeasuringRtt = false;
      this.rtt.sample(this.timedSinceNs, this.host.clock.nowNs);
    }
    this.restartTimer();
  }

  /** First or second duplicate ACK (RFC 3042). */
  protected limitedTransmit(): void {
    const { nextSequence, highestAcked } = this;
    if (nextSequence >= this.suppliedEnd) return;
    if (nextSequence > highestAcked + this.values.windowPackets) return;
    if (nextSequence > highestAcked + this.congestionWindow + this.duplicateAckCount) return;
    this.nextSequence++;
    this.sendSegment(nextSequence);
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
    this.recoveryPoint = this.highestSent;
    this.windowCutCount++;
    this.mustAnnounceCut = true;
    if (!isIdle && this.lastAction !== 'ecn') {
      this.timeoutCount++;
      this.slowStartThreshold = Math.max(2, Math.trunc(this.exactWindow() / 2));
    }
    this.congestionWindow = 1;
    this.lastAction = 'timeout';
    this.nextSequence = this.highestAcked + 1;
    this.isMeasuringRtt = false;
    if (!isIdle) {
      this.rtt.backOff();
      this.restartTimer();
    }
    this.sendWithinWindow();
  }

  private grow(): void {
    if (this.congestionWindow < this.slowStartThreshold) this.congestionWindow += 1;
    else this.congestionWindow += 1 / this.congestionWindow;
  }
}
