/** A connection without a sender, for tests of one congestion control: the test sets its fields and calls the hooks. */
import type { CongestionControl, Connection } from '../../../../src/engine/transport/congestion/control.ts';

export type TestConnection = { -readonly [K in keyof Connection]: Connection[K] };

/** A connection in congestion avoidance. */
export function createConnection(window: number, rttMs = 100): TestConnection {
  return {
    congestionWindow: window,
    slowStartThreshold: window,
    receiverWindow: 1000,
    nowNs: 0,
    highestSent: 0,
    highestAcked: 0,
    isInRecovery: false,
    inFlight: window,
    flightSize: window,
    smoothedRttNs: rttMs * 1e6,
    isApplicationLimited: false,
  };
}

/** This number of ACKs of one segment each, the first `marked` of them marked. The window is sent again behind them. */
export function acknowledgeWindow(
  connection: TestConnection,
  control: Pick<CongestionControl, 'onAck'>,
  acks: number,
  marked = 0,
): void {
  for (let ack = 0; ack < acks; ack++) {
    connection.highestAcked++;
    connection.highestSent = Math.max(connection.highestSent, connection.highestAcked + acks - 1);
    control.onAck({ acked: 1, growthSegments: 1, marked: ack < marked ? 1 : 0, mayGrow: true });
  }
}

/** The reaction to a mark, with the part of the sender (rfc-sender.ts). */
export function applyMark(connection: TestConnection, control: Pick<CongestionControl, 'onMark'>): void {
  const window = control.onMark(Math.min(connection.flightSize, connection.congestionWindow));
  if (window === undefined) return;
  connection.congestionWindow = Math.max(1, window);
  connection.slowStartThreshold = Math.max(2, window);
}
