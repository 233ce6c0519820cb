/**
 * Reno: one segment per ACK in slow start, one per round trip above the threshold; a loss or a mark halves the window.
 * Source: RFC 5681, sections 3.1 and 3.2; RFC 3168, section 6.1.2.
 */
import type { CongestionControl, CongestionControlDefinition, Connection } from './control.ts';

export class Reno implements CongestionControl {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** RFC 5681 equations 2 and 3, by ACKs: appropriate byte counting (RFC 3465) is not modelled. */
  onAck(_acked: number, _marked: number, mayGrow: boolean): void {
    if (!mayGrow) return;
    const { connection } = this;
    if (connection.congestionWindow < connection.slowStartThreshold) connection.congestionWindow += 1;
    else connection.congestionWindow += 1 / connection.congestionWindow;
    connection.congestionWindow = Math.min(connection.congestionWindow, connection.receiverWindow);
  }

  /** RFC 5681 equation 4. */
  onLoss(flight: number): void {
    this.connection.slowStartThreshold = Math.max(flight / 2, 2);
  }

  onEcn(): void {
    const { connection } = this;
    connection.slowStartThreshold = Math.max(connection.congestionWindow / 2, 2);
    connection.congestionWindow = Math.max(connection.congestionWindow / 2, 1);
  }

  onTimeout(flight: number): void {
    this.onLoss(flight);
  }
}

export const reno: CongestionControlDefinition = {
  id: 'newreno',
  codepoint: 'ect0',
  create: (connection) => new Reno(connection),
};
