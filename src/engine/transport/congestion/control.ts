/**
 * The contract of congestion controls: the largest amount in flight, and the sending rate. The sender is responsible
 * for loss recovery (which segments are sent again, and when). It also ensures that a window is cut only once for all
 * its losses.
 */

import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import type { SenderPhases } from '../../contract/sender-phases.ts';
import type { DeliveryLog } from './delivery-log.ts';

/**
 * The state of a connection that a congestion control reads, and the values that it sets. Windows and amounts are in
 * segments.
 */
export interface Connection {
  /**
   * The window that limits the sender now. The control sets it within its hooks, but it does not own it alone. The
   * sender sets it after the handshake (the initial window), after a timeout (one segment) and after an idle time (at
   * most the initial window). Loss recovery sets it too: NewReno's inflation, SACK's way to the threshold. A control
   * whose window does not follow from this one, as that of BBR, keeps its own value and writes it here in `onDelivery`,
   * which comes last.
   */
  congestionWindow: number;
  /**
   * The sender sets it after a loss, a mark or a timeout (`ReducedWindowSegments`). A control may set it in `onAck` and
   * `onDelivery`.
   */
  slowStartThreshold: number;
  /** The receiver's window. A larger congestion window would only hide the next cut. */
  readonly receiverWindow: number;
  readonly nowNs: number;
  /** Highest segment sent, and highest acknowledged in order; -1 before the first. */
  readonly highestSent: number;
  readonly highestAcked: number;
  /** In loss recovery after duplicate ACKs, not after a timeout. */
  readonly isInRecovery: boolean;
  /** Segments in the network (pipe of RFC 6675): outstanding, and not known to have arrived or to be lost. */
  readonly inFlight: number;
  /**
   * Outstanding segments (FlightSize of RFC 5681): sent and not yet acknowledged in order, also those that are lost.
   */
  readonly flightSize: number;
  /** Smoothed round trip (RFC 6298), ns; -1 before the first sample. */
  readonly smoothedRttNs: number;
  /** All data of the application was sent. */
  readonly isApplicationLimited: boolean;
}

/** An ACK for new data. The sender uses one object for all of them, so a control reads it within the hook only. */
export interface Acknowledgement {
  /** Newly acknowledged segments. */
  readonly acked: number;
  /**
   * Number of segments that a window grows by in slow start: one, or all that are acknowledged (parameter `growthPer`).
   */
  readonly growthSegments: number;
  /** Number of marked segments among those that the receiver got since the last ACK. */
  readonly marked: number;
  /**
   * The sender is outside of loss recovery, and the ACK carries no ECN-Echo of RFC 3168. A receiver that counts marks
   * sends their number and no echo.
   */
  readonly mayGrow: boolean;
}

/**
 * The answer of a control to a loss, a mark or a timeout: the window that it wants afterwards, in segments. The sender
 * sets the threshold to it, but to two segments at least, and then moves the window.
 */
export type ReducedWindowSegments = number;

/** The values of a TCP source that a control may need, beside those of its own parameters. */
export interface SenderValues {
  /** Payload and headers of a segment, bytes. */
  readonly segmentBytes: number;
  readonly headerBytes: number;
  /** Loss recovery (`variant` of tcp-parameters.ts): with selective ACKs or without. */
  readonly variant: string;
  /** The source asks for pacing. A control with `pacingBps` always paces. */
  readonly pacing: boolean;
  /** Paced segments that leave at once. */
  readonly pacingBurst: number;
  /**
   * A mark takes less of the window than a loss, by the factor that RFC 8511 names for the control. Controls without
   * one ignore it.
   */
  readonly rfc8511: boolean;
  /** Windows in fractions of segments, or in whole ones. Controls may ignore it. */
  readonly windowUnit: 'fraction' | 'segment';
}

/**
 * A congestion control at work on one connection. The sender calls it in this order:
 *
 *     an ACK arrives      onMark      first mark in a window of data; not in loss recovery
 *                         onAck       new data is acknowledged, also in loss recovery; not for the handshake
 *                         onLoss      the ACK shows a loss, and loss recovery begins
 *                                     (loss recovery moves the window)
 *                         onDelivery  the ACK reports deliveries
 *     a segment is sent   pacingBps   the rate until the next segment
 *     the timer runs out  onTimeout   first timeout of this segment
 *     a cut was needless  onUndo      within an ACK, before onDelivery
 *
 * Its state is in ordinary fields that its constructor sets, and in arrays, maps, sets and typed arrays in them. It is
 * never in #private fields or in variables of a closure, and no field is added later. A run that goes back in time
 * restores exactly this state (engine/state/checkpoint.ts).
 */
export interface CongestionControl {
  /**
   * If a control needs samples of round trip and delivery rate, it makes this log. The sender records in it the times
   * at which each segment was sent and delivered. The control reads it as `Deliveries`, and may say in it that the
   * application limits the sending.
   */
  readonly deliveries?: DeliveryLog;
  /**
   * Called for each ACK that reports deliveries, in order or not, after `onAck` and after loss recovery. `deliveries`
   * has the sample of this ACK.
   */
  onDelivery?(): void;
  /** New data was acknowledged: opens the window. */
  onAck(ack: Acknowledgement): void;
  /**
   * Duplicate ACKs have shown a loss. Loss recovery moves the window to the returned one. It is not called if the
   * window of the lost segment was already cut, for a mark for example, unless the control counts marks.
   * @param flight outstanding segments, without those of limited transmit, at most the window
   */
  onLoss(flight: number): ReducedWindowSegments;
  /**
   * The receiver reports the first mark in a window of data. The window becomes the returned one at once, at least one
   * segment. Called before `onAck`. A control that reduces the window in steps returns the present window, and takes
   * the steps in `onAck`.
   * @param flight outstanding segments, at most the window
   * @returns undefined if the control does not reduce the window now: nothing else happens then, and the next mark that
   * counts is one beyond the segments that are outstanding now
   */
  onMark(flight: number): ReducedWindowSegments | undefined;
  /**
   * The retransmission timer ran out for a segment for the first time. The window becomes one segment, and slow start
   * takes it to the returned one.
   * @param flight outstanding segments, without those of limited transmit, at most the window; within a recovery, at
   * most the threshold that it began with
   */
  onTimeout(flight: number): ReducedWindowSegments;
  /** The sender has found that nothing was lost in the last recovery, and undoes its cut (RACK; RFC 5682, RFC 2883). */
  onUndo?(): void;
  /**
   * Largest sending rate, bit/s on the wire. The sender reads it after each segment: the next may leave when this one
   * has taken its time at this rate. It changes no state, because the page reads it too. Without it the sender paces
   * only if the source asks for it.
   */
  pacingBps?(): number;
  /**
   * Id of its phase, one of those that its definition declares; undefined if it follows from window, threshold and loss
   * recovery.
   */
  readonly phase?: string | undefined;
}

/**
 * A congestion control in one object: its code, the properties that its sender reads, and those that controls, texts
 * and rules of scenarios read.
 * @typeParam Own its own parameters
 */
export interface CongestionControlDefinition<Own extends ParameterSchema = ParameterSchema> {
  /** The value of the parameter `congestion`. */
  readonly id: string;
  readonly label: string;
  /** Where its rules are defined. */
  readonly source?: string;
  /** The ECN codepoint of its data packets if ECN is on. */
  readonly codepoint: 'ect0' | 'ect1' | 'none';
  /** Its SYN and its retransmissions carry the codepoint too. In RFC 3168 they have none. */
  readonly ectOnAll?: true;
  /**
   * The control reacts to the receiver's count of marked packets, not to the echo that lasts until CWR (RFC 3168), so
   * it needs ECN. A mark at a window of one stops nothing, and a loss after a mark is one more reason to cut.
   */
  readonly countsMarks?: boolean;
  /**
   * The control has a rate of its own (`CongestionControl.pacingBps`), so it always paces. The help of the parameter
   * `pacing` names it.
   */
  readonly paces?: true;
  /** Its own phases (`CongestionControl.phase`). */
  readonly phases?: SenderPhases;
  /**
   * Its own parameters. Every source with TCP senders gets them, like all parameters of TCP. They share one name space
   * with these and with those of other controls, so a name should begin with the id of the control: `myControlGain`.
   */
  readonly parameters?: Own;
  /**
   * @param values also those of `parameters`
   * @param uniform draws from the flow's own random numbers, in [0, 1)
   */
  create(connection: Connection, values: SenderValues & ValuesOf<Own>, uniform: () => number): CongestionControl;
}
