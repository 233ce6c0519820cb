/**
 * The contract of congestion controls: how much a sender may have outstanding, and how fast it may send. Loss recovery
 * (what is sent again and when) is the sender's, and so is the rule that a window is cut once for all that it held.
 */

/** What a congestion control is told of its connection, and what it sets. Windows and amounts are in segments. */
export interface Connection {
  /** Congestion window and slow-start threshold: the control sets them, within its hooks. */
  congestionWindow: number;
  slowStartThreshold: number;
  /** The receiver's window: a window beyond it would only hide the next cut. */
  readonly receiverWindow: number;
  readonly nowNs: number;
  /** Sent and not yet acknowledged (FlightSize of RFC 5681). */
  flight(): number;
  /** Smoothed round trip (RFC 6298), ns; -1 before the first sample. */
  smoothedRttNs(): number;
}

/** A congestion control at work on one connection. */
export interface CongestionControl {
  /**
   * New data was acknowledged.
   * @param acked segments that are acknowledged now and were not before
   * @param marked of the segments that have come to the receiver since the last ACK, how many were marked
   * @param mayGrow outside of loss recovery, and the ACK echoes no mark
   */
  onAck(acked: number, marked: number, mayGrow: boolean): void;
  /**
   * A loss was noticed by duplicate ACKs: sets the threshold. Loss recovery takes the window there.
   * @param flight outstanding, without what limited transmit has sent
   */
  onLoss(flight: number): void;
  /** The first echo of a mark in a window of data: sets threshold and window. */
  onEcn(): void;
  /**
   * The retransmission timer ran out for a segment for the first time: sets the threshold. The window is one segment then.
   * @param flight outstanding
   */
  onTimeout(flight: number): void;
  /** Most that is sent, bit/s on the wire; read before each segment. Without it nothing is paced. */
  pacingBps?(): number;
}

/** A congestion control as the registry knows it. */
export interface CongestionControlDefinition {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  /** What its data packets carry where ECN is on. */
  readonly codepoint: 'ect0' | 'ect1';
  create(connection: Connection): CongestionControl;
}
