/**
 * ns-3.37's rules for the window, where they differ from this engine's: read off ns-3's own log of the window, ACK by
 * ACK. They are for the comparison only.
 */

import { registerCongestionControl } from '../../src/engine/sources/control-registry.ts';
import type {
  Acknowledgement,
  CongestionControl,
  Connection,
  ReducedWindowSegments,
} from '../../src/engine/transport/congestion/control.ts';
import { Cubic } from '../../src/engine/transport/congestion/cubic.ts';
import { DeliveryLog } from '../../src/engine/transport/congestion/delivery-log.ts';

/** `TcpLinuxReno` with `TcpPrrRecovery`. */
class Ns3Reno implements CongestionControl {
  readonly deliveries: DeliveryLog;
  private readonly connection: Connection;
  /** ACKed segments that have not opened the window yet. */
  private count = 0;
  /** Segments that the last ACK within a recovery acknowledged in order. */
  private ackedLast = 0;
  /** Reaction to an echo: highest segment sent when it began, -1 without one; outstanding then, delivered since. */
  private reducesUntil = -1;
  private reducesFrom = 0;
  private reducesTo = 0;
  private delivered = 0;

  constructor(connection: Connection) {
    this.connection = connection;
    this.deliveries = new DeliveryLog(connection);
  }

  onAck({ acked, mayGrow }: Acknowledgement): void {
    const { connection } = this;
    if (connection.isInRecovery) this.ackedLast = acked;
    else if (this.reducesUntil >= 0) this.reduce(acked);
    else if (mayGrow) this.grow(acked);
  }

  /** The ACK that ends a recovery opens the window by all its segments, though most were SACKed before. */
  onDelivery(): void {
    if (this.ackedLast > 0 && !this.connection.isInRecovery) this.grow(this.ackedLast);
    this.ackedLast = 0;
  }

  onLoss(): ReducedWindowSegments {
    this.reducesUntil = -1;
    return this.connection.congestionWindow / 2;
  }

  onTimeout(): ReducedWindowSegments {
    return this.onLoss();
  }

  /** The window shrinks in proportion to the delivered segments, as in recovery: it is the same still at the mark. */
  onMark(): ReducedWindowSegments {
    const { connection } = this;
    this.reducesTo = Math.max(connection.congestionWindow / 2, 2);
    this.reducesUntil = connection.highestSent;
    this.reducesFrom = connection.flightSize;
    this.delivered = 0;
    return connection.congestionWindow;
  }

  private reduce(acked: number): void {
    const { connection, reducesTo: slowStartThreshold } = this;
    connection.slowStartThreshold = slowStartThreshold;
    if (connection.highestAcked > this.reducesUntil) {
      this.reducesUntil = -1;
      connection.congestionWindow = slowStartThreshold;
      this.grow(acked);
      return;
    }
    this.delivered += acked;
    const pipe = connection.inFlight;
    const sent = connection.highestSent - this.reducesUntil;
    const count =
      pipe > slowStartThreshold
        ? Math.ceil((this.delivered * slowStartThreshold) / this.reducesFrom) - sent
        : Math.min(slowStartThreshold - pipe, Math.max(this.delivered - sent, acked));
    connection.congestionWindow = Math.max(1, pipe + Math.max(0, count));
  }

  /** In whole segments, by all that the ACK acknowledges. */
  private grow(acked: number): void {
    const { connection } = this;
    if (connection.congestionWindow < connection.slowStartThreshold) {
      connection.congestionWindow = Math.min(connection.congestionWindow + acked, connection.slowStartThreshold);
      return;
    }
    const window = Math.max(1, Math.trunc(connection.congestionWindow));
    if (this.count >= window) {
      this.count = 0;
      connection.congestionWindow += 1;
    }
    this.count += acked;
    connection.congestionWindow += Math.trunc(this.count / window);
    this.count %= window;
  }
}

type CubicValues = ConstructorParameters<typeof Cubic>[1];

/** `TcpCubic`: no Reno-friendly region, whole segments, at least one segment in a hundred windows. */
class Ns3Cubic extends Cubic {
  private readonly window: Connection;
  private count = 0;

  constructor(connection: Connection, values: CubicValues) {
    super(connection, values);
    this.window = connection;
  }

  override onAck(ack: Acknowledgement): void {
    const { window } = this;
    const { acked, mayGrow } = ack;
    const before = window.congestionWindow;
    this.renoWindow = Number.NEGATIVE_INFINITY;
    super.onAck(ack);
    if (!mayGrow || before < window.slowStartThreshold) return;
    const increase = window.congestionWindow - before;
    const forOne = increase > 0 ? Math.max(2, 1 / increase) : 100 * before;
    this.count += acked;
    const isDue = this.count > forOne;
    if (isDue) this.count -= forOne;
    window.congestionWindow = before + (isDue ? 1 : 0);
  }
}

const source = 'ns-3.37';
registerCongestionControl({
  id: 'ns3-reno',
  label: 'ns-3 Reno',
  source,
  codepoint: 'ect0',
  create: (connection) => new Ns3Reno(connection),
});
registerCongestionControl({
  id: 'ns3-cubic',
  label: 'ns-3 CUBIC',
  source,
  codepoint: 'ect0',
  create: (connection, values) => new Ns3Cubic(connection, values as unknown as CubicValues),
});
