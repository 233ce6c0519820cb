/**
 * Vegas keeps a few of its segments in the queue. It computes their number from the round trip. It reacts to losses and
 * marks as Reno does. The paper's retransmission on the first duplicate ACK is not modelled. Source: Brakmo & Peterson
 * 1995, section IV; alpha, beta and the window after slow start as in Linux.
 */
import type { Acknowledgement, CongestionControlDefinition, Connection } from './control.ts';
import { DeliveryLog } from './delivery-log.ts';
import { Reno } from './reno.ts';

/**
 * Segments in the queue: below VEGAS_ALPHA the window opens, above VEGAS_BETA it closes; slow start ends above
 * VEGAS_GAMMA.
 */
const VEGAS_ALPHA = 2;
const VEGAS_BETA = 4;
const VEGAS_GAMMA = 1;
/** A round with fewer measurements is not used: the window grows as in Reno. */
const MIN_SAMPLES = 3;

/** Vegas for one connection. */
export class Vegas extends Reno {
  readonly deliveries: DeliveryLog;
  /** Least round trip of all, and of the present round, ns [BaseRTT]. */
  private baseRttNs = Number.POSITIVE_INFINITY;
  private roundMinRttNs = Number.POSITIVE_INFINITY;
  private sampleCount = 0;
  private roundEnd = -1;
  /** Slow start opens the window in every other round, and measures in the others. */
  private isGrowthRound = true;
  private hasMeasured = false;
  /** The present ACK came outside of loss recovery and without an echo. */
  private mayGrow = false;

  constructor(connection: Connection) {
    super(connection);
    this.deliveries = new DeliveryLog(connection);
  }

  override onAck({ mayGrow, growthSegments }: Acknowledgement): void {
    const { connection } = this;
    this.mayGrow = mayGrow;
    const isSlowStart = connection.congestionWindow < connection.slowStartThreshold;
    const grows = isSlowStart ? this.isGrowthRound : !this.hasMeasured;
    if (mayGrow && grows) this.grow(growthSegments);
  }

  onDelivery(): void {
    const { connection, deliveries } = this;
    const { rttNs } = deliveries;
    if (rttNs > 0) {
      this.baseRttNs = Math.min(this.baseRttNs, rttNs);
      this.roundMinRttNs = Math.min(this.roundMinRttNs, rttNs);
      this.sampleCount++;
    }
    if (connection.highestAcked <= this.roundEnd) return;
    this.hasMeasured = this.sampleCount >= MIN_SAMPLES;
    if (this.hasMeasured && this.mayGrow) this.adjustWindow();
    this.isGrowthRound = !this.isGrowthRound;
    this.roundEnd = connection.highestSent;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
    this.sampleCount = 0;
  }

  /** Called once per round with the number of segments of this window that were in the queue [Diff, times BaseRTT]. */
  private adjustWindow(): void {
    const { connection, baseRttNs, roundMinRttNs } = this;
    const window = connection.congestionWindow;
    const onPath = (window * baseRttNs) / roundMinRttNs;
    const queuedSegments = window - onPath;
    if (window < connection.slowStartThreshold) {
      if (queuedSegments <= VEGAS_GAMMA) return;
      connection.congestionWindow = Math.max(2, Math.min(window, Math.trunc(onPath) + 1));
      connection.slowStartThreshold = connection.congestionWindow;
    } else if (queuedSegments > VEGAS_BETA) connection.congestionWindow = Math.max(2, window - 1);
    else if (queuedSegments < VEGAS_ALPHA)
      connection.congestionWindow = Math.min(window + 1, connection.receiverWindow);
    if (connection.congestionWindow < connection.slowStartThreshold)
      connection.slowStartThreshold = Math.max(2, connection.congestionWindow);
  }
}

export const vegas: CongestionControlDefinition = {
  id: 'vegas',
  label: 'Vegas',
  source: 'Brakmo & Peterson 1995',
  codepoint: 'ect0',
  create: (connection) => new Vegas(connection),
};
