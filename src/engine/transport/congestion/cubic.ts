/**
 * CUBIC: the window is a cubic function of the time since the last cut, with its flat part at the window of that cut.
 * Source: RFC 9438, whose names are given in brackets. Windows in segments, times of the function in seconds.
 */
import { pow } from '../../numbers/exact-math.ts';
import type { TcpValues } from '../parameters.ts';
import type { CongestionControl, CongestionControlDefinition, Connection } from './control.ts';
import { DeliveryLog } from './delivery-log.ts';
import { HyStart } from './hystart.ts';

/** Segments per second cubed (section 5.1). */
const C = 0.4;
const BETA = 0.7;
/** The increase that is as fair as Reno's with a cut by BETA (section 4.3). */
const ALPHA = (3 * (1 - BETA)) / (1 + BETA);

export class Cubic implements CongestionControl {
  readonly deliveries?: DeliveryLog;
  /** The window at which the function is flat [W_max], and the time of this point, seconds after its beginning [K]. */
  flatWindow = 0;
  flatSeconds = 0;
  /** The window that Reno would have [W_est]. */
  renoWindow = 0;
  /** Window before the last cut [cwnd_prior]. */
  private priorWindow = 0;
  /** Start of the function, ns [t_epoch]; -1: it starts with the next ACK above the threshold. */
  private epochNs = -1;
  private lastAckNs = 0;
  private readonly connection: Connection;
  private readonly hystart: HyStart | undefined;

  constructor(connection: Connection, values: Pick<TcpValues, 'hystart' | 'pacing'>) {
    this.connection = connection;
    if (!values.hystart) return;
    this.deliveries = new DeliveryLog(connection);
    this.hystart = new HyStart(connection, this.deliveries, values.pacing);
  }

  get phase(): string | undefined {
    const { connection, hystart } = this;
    const isSlow = connection.congestionWindow < connection.slowStartThreshold && !connection.inRecovery;
    return isSlow && hystart?.isConservative ? 'conservativeSlowStart' : undefined;
  }

  onAck(acked: number, _marked: number, mayGrow: boolean): void {
    const { connection } = this;
    const idleNs = connection.nowNs - this.lastAckNs;
    this.lastAckNs = connection.nowNs;
    if (!mayGrow) return;
    const window = connection.congestionWindow;
    if (window < connection.slowStartThreshold) connection.congestionWindow = this.inSlowStart(window, acked);
    else if (this.isStarved(acked)) this.epochNs += this.epochNs < 0 ? 0 : idleNs;
    else connection.congestionWindow = this.inAvoidance(window, acked);
    connection.congestionWindow = Math.min(connection.congestionWindow, connection.receiverWindow);
  }

  onDelivery(): void {
    const { hystart, connection } = this;
    if (hystart === undefined || hystart.ended) return;
    if (connection.congestionWindow < connection.slowStartThreshold) hystart.onDelivery();
  }

  /** Sections 4.6 and 4.7. */
  onLoss(flight: number): void {
    const { connection } = this;
    this.cut(flight);
    this.beginEpoch(connection.slowStartThreshold);
  }

  onEcn(): void {
    const { connection } = this;
    const flight = Math.min(connection.flightSize(), connection.congestionWindow);
    this.cut(flight);
    connection.congestionWindow = Math.max(flight * BETA, 1);
    this.beginEpoch(connection.congestionWindow);
  }

  /** Section 4.8: the function begins where slow start ends. */
  onTimeout(flight: number): void {
    this.cut(flight);
    this.epochNs = -1;
  }

  private cut(flight: number): void {
    const { connection, hystart } = this;
    const window = connection.congestionWindow;
    this.priorWindow = window;
    this.flatWindow = window < this.flatWindow ? (window * (1 + BETA)) / 2 : window;
    connection.slowStartThreshold = Math.max(flight * BETA, 2);
    if (hystart !== undefined) hystart.ended = true;
  }

  /** The function begins with the cut, at `window` [cwnd_epoch]. */
  private beginEpoch(window: number): void {
    this.epochNs = this.connection.nowNs;
    this.renoWindow = window;
    this.flatSeconds = pow(Math.max(0, this.flatWindow - window) / C, 1 / 3);
  }

  /**
   * Reno's slow start, or HyStart++ (section 4.10). It ends at the threshold, also if one ACK acknowledges many
   * segments.
   */
  private inSlowStart(window: number, acked: number): number {
    const { hystart, connection } = this;
    if (hystart === undefined || hystart.ended) return window + 1;
    return Math.max(window, Math.min(window + hystart.growth(acked), connection.slowStartThreshold));
  }

  /** The application did not fill the window: the function does not count this time (section 4.2). */
  private isStarved(acked: number): boolean {
    const { connection } = this;
    return (
      connection.isApplicationLimited() && connection.flightSize() + acked < Math.trunc(connection.congestionWindow)
    );
  }

  /** Sections 4.2 to 4.5. */
  private inAvoidance(window: number, acked: number): number {
    const { connection } = this;
    if (this.epochNs < 0) {
      this.flatWindow = window;
      if (this.priorWindow === 0) this.priorWindow = window;
      this.beginEpoch(window);
    }
    this.renoWindow += ((this.renoWindow < this.priorWindow ? ALPHA : 1) * acked) / window;
    const seconds = (connection.nowNs - this.epochNs) / 1e9;
    if (this.at(seconds) < this.renoWindow) return Math.max(window, this.renoWindow);
    const target = this.at(seconds + connection.smoothedRttNs() / 1e9);
    return window + (Math.min(Math.max(target, window), 1.5 * window) - window) / window;
  }

  /** [W_cubic] */
  private at(seconds: number): number {
    const since = seconds - this.flatSeconds;
    return C * since * since * since + this.flatWindow;
  }
}

export const cubic: CongestionControlDefinition = {
  id: 'cubic',
  codepoint: 'ect0',
  create: (connection, values) => new Cubic(connection, values),
};
