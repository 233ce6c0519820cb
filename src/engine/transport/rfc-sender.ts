/**
 * The part that the standard senders share: RFC 5681 (window growth, idle restart), RFC 6298 (timer), RFC 3168 (ECN).
 */
import { PacketFlag } from '../packet.ts';
import type { TcpValues } from './parameters.ts';
import { StandardRttEstimator } from './rtt-estimator.ts';
import { TcpSender, type TransportHost } from './tcp-sender.ts';

export abstract class RfcSender extends TcpSender {
  /** Highest segment sent when the last loss recovery or timeout began: `recover` of RFC 6582, RecoveryPoint of RFC 6675. */
  protected recoveryPoint = -1;
  protected inRecovery = false;
  /** Highest segment sent when the window was last cut for ECN. */
  private ecnPoint = -1;
  private lastSentNs = 0;
  /** Segment whose timeout came last: the threshold is cut once for it (RFC 5681 section 3.1). */
  private timedOutAt = -1;
  private initialWindow: number;

  constructor(host: TransportHost, flow: number, classIndex: number, values: TcpValues) {
    super(host, flow, classIndex, values, new StandardRttEstimator(values));
    this.initialWindow = values.initialWindow;
  }

  /** Segments sent and not yet acknowledged (FlightSize). */
  protected flight(): number {
    return this.highestSent - this.highestAcked;
  }

  /** RFC 5681 equation 4. */
  protected halvedFlight(): number {
    return Math.max(this.flight() / 2, 2);
  }

  override supply(segments: number): void {
    const idleNs = this.host.clock.nowNs - this.lastSentNs;
    if (this.values.idleRestart && this.highestSent >= 0 && this.flight() === 0 && idleNs > this.rtt.timeoutNs()) {
      this.congestionWindow = Math.min(this.congestionWindow, this.initialWindow);
    }
    super.supply(segments);
  }

  /** Karn's rule: no round trip is measured across a retransmission. */
  protected override output(sequence: number): void {
    this.lastSentNs = this.host.clock.nowNs;
    if (sequence <= this.highestSent) this.timing = false;
    super.output(sequence);
  }

  /** ECN-Echo: one halving a window of data; the handshake's echo is negotiation only (RFC 3168 section 6.1). */
  protected onEcnEcho(packet: number): void {
    const sequence = this.host.packets.sequence[packet] as number;
    const echo = (this.host.packets.flags[packet] & PacketFlag.ece) !== 0;
    if (!echo || !this.values.ecn || sequence <= Math.max(this.ecnPoint, 0) || this.inRecovery) return;
    this.ecnPoint = this.highestSent;
    this.slowStartThreshold = Math.max(this.congestionWindow / 2, 2);
    this.congestionWindow = Math.max(this.congestionWindow / 2, 1);
    this.announceCut = true;
    this.windowCuts++;
  }

  /** Moves the left edge; measures the round trip (Karn: of segments sent once); restarts or stops the timer. */
  protected advance(sequence: number): void {
    this.highestAcked = sequence;
    if (this.nextSequence < sequence + 1) this.nextSequence = sequence + 1;
    if (this.timing && sequence >= this.timedSequence) {
      this.timing = false;
      this.rtt.sample(this.timedSinceNs, this.host.clock.nowNs);
    }
  }

  /** RFC 6298 section 5, rules 2 and 3. */
  protected adjustTimer(): void {
    if (this.flight() === 0) this.timer.stop();
    else this.restartTimer();
  }

  /** An ACK for new data outside of recovery. */
  protected acceptNewAck(packet: number): void {
    const { packets } = this.host;
    const sequence = packets.sequence[packet] as number;
    const handshake = this.highestAcked < 0;
    this.advance(sequence);
    this.duplicateAcks = 0;
    this.adjustTimer();
    if (handshake) this.congestionWindow = this.initialWindow;
    else if (!this.values.ecn || (packets.flags[packet] & PacketFlag.ece) === 0) this.grow();
    this.transferDone();
  }

  /** RFC 5681 section 3.1; RFC 6298 section 5.5: the loss window is one segment. */
  protected override onTimeout(): void {
    const first = this.highestAcked + 1;
    if (this.flight() === 0) return;
    this.timeouts++;
    if (this.highestAcked < 0) this.initialWindow = 1;
    if (this.timedOutAt !== first) {
      this.slowStartThreshold = this.halvedFlight();
      this.windowCuts++;
    }
    this.timedOutAt = first;
    this.congestionWindow = 1;
    this.announceCut = true;
    this.inRecovery = false;
    this.duplicateAcks = 0;
    this.recoveryPoint = this.highestSent;
    this.nextSequence = first;
    this.timing = false;
    this.rtt.backOff();
    this.restartTimer();
    this.sendAllowed();
  }

  private grow(): void {
    if (this.congestionWindow < this.slowStartThreshold) this.congestionWindow += 1;
    else this.congestionWindow += 1 / this.congestionWindow;
  }
}
