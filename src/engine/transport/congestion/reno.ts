/**
 * Reno: one segment per ACK in slow start, one per round trip above the threshold. A loss or a mark halves the window.
 * Source: RFC 5681, sections 3.1 and 3.2; RFC 3168, section 6.1.2.
 */
import type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
  ReducedWindowSegments,
} from './control.ts';

export class Reno implements CongestionControl {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  onAck({ mayGrow }: Acknowledgement): void {
    if (mayGrow) this.grow();
  }

  /** RFC 5681 equation 4. */
  onLoss(flight: number): ReducedWindowSegments {
    return flight / 2;
  }

  onMark(_flight: number): ReducedWindowSegments {
    return this.connection.congestionWindow / 2;
  }

  onTimeout(flight: number): ReducedWindowSegments {
    return this.onLoss(flight);
  }

  /** RFC 5681 equations 2 and 3, by ACKs: appropriate byte counting (RFC 3465) is not modelled. */
  protected grow(): void {
    const { connection } = this;
    if (connection.congestionWindow < connection.slowStartThreshold) connection.congestionWindow += 1;
    else connection.congestionWindow += 1 / connection.congestionWindow;
    connection.congestionWindow = Math.min(connection.congestionWindow, connection.receiverWindow);
  }
}

export const reno: CongestionControlDefinition = {
  // Its id in links, files and presets, which keep working. The loss recovery with this name is the parameter `variant`.
  id: 'newreno',
  label: 'Reno',
  source: 'RFC 5681; RFC 3168',
  codepoint: 'ect0',
  create: (connection) => new Reno(connection),
};
