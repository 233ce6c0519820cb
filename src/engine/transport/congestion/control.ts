/**
 * The contract of congestion controls: the largest amount in flight, and the sending rate. The sender is responsible for loss
 * recovery (which segments are sent again, and when). It also ensures that a window is cut only once for all its losses.
 */

import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import type { TcpValues } from '../parameters.ts';
import type { DeliveryLog } from './delivery-log.ts';

/** The state of a connection that a congestion control reads, and the values that it sets. Windows and amounts are in segments. */
export interface Connection {
  /**
   * The window that limits the sender now. The control sets it within its hooks, but it does not own it alone. The sender
   * sets it after the handshake (the initial window), after a timeout (one segment) and after an idle time (at most the initial
   * window). Loss recovery sets it too: NewReno's inflation, SACK's way to the threshold. A control whose window does not follow from
   * this one, as that of BBR, keeps its own value and writes it here in `onDelivery`, which comes last.
   */
  congestionWindow: number;
  /** Only the control sets it, within its hooks. Loss recovery moves the window to it. */
  slowStartThreshold: number;
  /** The receiver's window. A larger congestion window would only hide the next cut. */
  readonly receiverWindow: number;
  readonly nowNs: number;
  /** Highest segment sent, and highest acknowledged in order; -1 before the first. */
  readonly highestSent: number;
  readonly highestAcked: number;
  /** In loss recovery after duplicate ACKs, not after a timeout. */
  readonly inRecovery: boolean;
  /** Segments in the network (pipe of RFC 6675): outstanding, and not known to have arrived or to be lost. */
  inFlight(): number;
  /** Outstanding segments (FlightSize of RFC 5681): sent and not yet acknowledged in order, also those that are lost. */
  flightSize(): number;
  /** Smoothed round trip (RFC 6298), ns; -1 before the first sample. */
  smoothedRttNs(): number;
  /** All data of the application was sent. */
  isApplicationLimited(): boolean;
}

/** A congestion control at work on one connection. */
export interface CongestionControl {
  /**
   * If a control needs samples of round trip and delivery rate, it makes this log. The sender records in it the times at
   * which each segment was sent and delivered. The control only reads it, as `Deliveries`.
   */
  readonly deliveries?: DeliveryLog;
  /**
   * Called for each ACK that reports deliveries, in order or not, after `onAck` and after loss recovery. `deliveries`
   * has the sample of this ACK.
   */
  onDelivery?(): void;
  /**
   * New data was acknowledged.
   * @param acked newly acknowledged segments
   * @param marked number of marked segments among those that the receiver got since the last ACK
   * @param mayGrow the sender is outside of loss recovery, and the ACK carries no ECN-Echo of RFC 3168. A receiver that
   * counts marks sends their number and no echo.
   */
  onAck(acked: number, marked: number, mayGrow: boolean): void;
  /**
   * Duplicate ACKs have shown a loss: sets the threshold. Loss recovery moves the window to it.
   * @param flight outstanding segments, without those of limited transmit, at most the window
   */
  onLoss(flight: number): void;
  /** The first echo of a mark in a window of data: sets threshold and window. Called before `onAck`. */
  onEcn(): void;
  /**
   * The retransmission timer ran out for a segment for the first time: sets the threshold. The window is one segment then.
   * @param flight outstanding segments, without those of limited transmit, at most the window; within a recovery, at most
   * the threshold that it began with
   */
  onTimeout(flight: number): void;
  /** Largest sending rate, bit/s on the wire; read before each segment. Without it there is no pacing. */
  pacingBps?(): number;
  /** Id of its phase, one of those that it declares (choices.ts); undefined if it follows from window, threshold and loss recovery. */
  readonly phase?: string | undefined;
}

/**
 * The code of a congestion control, which is loaded when a run needs it, and the properties that its sender reads. The list in
 * choices.ts has the properties that the page needs before.
 */
export interface CongestionControlDefinition<Own extends ParameterSchema = ParameterSchema> {
  readonly id: string;
  /** The ECN codepoint of its data packets if ECN is on. */
  readonly codepoint: 'ect0' | 'ect1' | 'none';
  /** Its SYN and its retransmissions carry the codepoint too. In RFC 3168 they have none. */
  readonly ectOnAll?: true;
  /**
   * It reacts to the receiver's count of marked packets, not to the echo that lasts until CWR (RFC 3168), so it needs marks. A mark
   * at a window of one stops nothing, and a loss after a mark is one more reason to cut. The page refuses a scenario without ECN
   * for it before this code is loaded, so choices.ts has this property too. A test compares the two.
   */
  readonly countsMarks?: boolean;
  /**
   * @param values of the source; `Own` are the control's own parameters
   * @param uniform draws from the flow's own random numbers, in [0, 1)
   */
  create(connection: Connection, values: TcpValues & ValuesOf<Own>, uniform: () => number): CongestionControl;
}
