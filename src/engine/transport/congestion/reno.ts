/**
 * Reno: one segment per ACK in slow start, one per round trip above the threshold. A loss or a mark halves the window.
 * Source: RFC 5681, sections 3.1 and 3.2; RFC 3168, section 6.1.2, or RFC 8511, section 3.
 */
import { CONSTANT_FIELDS } from '../../state/checkpoint.ts';
import type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
  ReducedWindowSegments,
  SenderValues,
} from './control.ts';
import { WholeWindow } from './whole-window.ts';

/** The part of FlightSize that a mark leaves (RFC 8511 section 3) [beta_ecn]. */
const MARK_BETA = 0.8;

/** Reno, and the base of controls that change only parts of it. Windows in segments. */
export class Reno implements CongestionControl {
  static readonly [CONSTANT_FIELDS] = ['connection'];
  protected readonly connection: Connection;
  private readonly usesRfc8511: boolean;
  private readonly wholeWindow: WholeWindow | undefined;

  /**
   * @param values without them, RFC 8511 is not used: its factor is that of Reno alone. Then windows have fractions,
   * too
   */
  constructor(connection: Connection, values?: Partial<Pick<SenderValues, 'rfc8511' | 'windowUnit'>>) {
    this.connection = connection;
    this.usesRfc8511 = values?.rfc8511 ?? false;
    this.wholeWindow = values?.windowUnit === 'segment' ? new WholeWindow() : undefined;
  }

  onAck({ mayGrow, growthSegments }: Acknowledgement): void {
    if (mayGrow) this.grow(growthSegments);
  }

  /** RFC 5681 equation 4. */
  onLoss(flight: number): ReducedWindowSegments {
    return this.cut(flight / 2);
  }

  onMark(flight: number): ReducedWindowSegments {
    return this.cut(this.usesRfc8511 ? flight * MARK_BETA : this.connection.congestionWindow / 2);
  }

  onTimeout(flight: number): ReducedWindowSegments {
    return this.onLoss(flight);
  }

  private cut(window: number): ReducedWindowSegments {
    return this.wholeWindow?.cut(window) ?? window;
  }

  /**
   * RFC 5681 equations 2 and 3, for one segment or, as RFC 3465 and Linux count, for all that an ACK acknowledges.
   * Those that are left at the end of slow start count above the threshold.
   */
  protected grow(segments: number): void {
    const { connection } = this;
    const { congestionWindow, slowStartThreshold } = connection;
    const isSlowStart = congestionWindow < slowStartThreshold;
    const slowStartSegments = isSlowStart ? Math.min(segments, Math.max(1, slowStartThreshold - congestionWindow)) : 0;
    const window = congestionWindow + slowStartSegments;
    const next = window + (segments - slowStartSegments) / window;
    const grownWindow = this.wholeWindow?.grown(congestionWindow, next) ?? next;
    connection.congestionWindow = Math.min(grownWindow, connection.receiverWindow);
  }
}

export const reno: CongestionControlDefinition = {
  // Its id in links, files and presets, which keep working. The loss recovery with this name is the parameter
  // `variant`.
  id: 'newreno',
  label: 'Reno',
  source: 'RFC 5681; RFC 3168',
  codepoint: 'ect0',
  create: (connection, values) => new Reno(connection, values),
};
