/**
 * CUBIC: the window is a cubic function of the time since the last cut, and it is flat at the window of that cut.
 * Source: RFC 9438, whose names are given in brackets. Windows in segments, times of the function in seconds.
 */
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { pow } from '../../numbers/exact-math.ts';
import type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
  ReducedWindowSegments,
  SenderValues,
} from './control.ts';
import { DeliveryLog } from './delivery-log.ts';
import { HyStart } from './hystart.ts';

/** Segments per second cubed (section 5.1). */
const CUBIC_C = 0.4;
const CUBIC_BETA = 0.7;
/** The cut after a mark, with RFC 8511 (section 3.1 there). */
const CUBIC_MARK_BETA = 0.85;
/** The increase that is as fair as Reno's with a cut by CUBIC_BETA (section 4.3). */
const CUBIC_ALPHA = (3 * (1 - CUBIC_BETA)) / (1 + CUBIC_BETA);

const parameters = {
  hystart: booleanParameter('HyStart++', {
    default: true,
    live: false,
    help: 'CUBIC leaves the first slow start when round trips grow.',
    source: 'RFC 9406; RFC 9438 section 4.10',
  }),
  cubicGrowth: choiceParameter('Growth beside Reno', {
    options: { rfc: 'as RFC 9438', linux: 'as Linux' },
    default: 'rfc',
    live: false,
    help: 'Where CUBIC follows Reno, above the window before the cut, it grows by 1 segment per round trip (RFC 9438), or by 0.53, as below that window (Linux).',
    source: 'RFC 9438 section 4.3; Linux, bictcp_update',
  }),
} as const satisfies ParameterSchema;

type CubicValues = Pick<SenderValues, 'pacing' | 'rfc8511'> & ValuesOf<typeof parameters>;

/** CUBIC for one connection. */
export class Cubic implements CongestionControl {
  readonly deliveries?: DeliveryLog;
  /** The window at which the function is flat [W_max], and the time of this point, seconds after its beginning [K]. */
  flatWindow = DOUBLE_ZERO;
  flatSeconds = DOUBLE_ZERO;
  /** The window that Reno would have [W_est]. */
  renoWindow = DOUBLE_ZERO;
  /** Window before the last cut [cwnd_prior]. */
  private priorWindow = DOUBLE_ZERO;
  /** Start of the function, ns [t_epoch]; -1: it starts with the next ACK above the threshold. */
  private epochNs = DOUBLE_ZERO - 1;
  private lastAckNs = DOUBLE_ZERO;
  private readonly connection: Connection;
  private readonly hystart: HyStart | undefined;
  private readonly markBeta: number;
  /** Growth of W_est above the window before the cut, segments per round trip [alpha_cubic]. */
  private readonly alphaAbovePrior: number;

  constructor(connection: Connection, values: CubicValues) {
    this.connection = connection;
    this.alphaAbovePrior = values.cubicGrowth === 'linux' ? CUBIC_ALPHA : 1;
    this.markBeta = values.rfc8511 ? CUBIC_MARK_BETA : CUBIC_BETA;
    if (!values.hystart) return;
    this.deliveries = new DeliveryLog(connection);
    this.hystart = new HyStart(connection, this.deliveries, values.pacing);
  }

  get phase(): string | undefined {
    const { connection, hystart } = this;
    const isSlow = connection.congestionWindow < connection.slowStartThreshold && !connection.isInRecovery;
    return isSlow && hystart?.isConservative ? 'conservativeSlowStart' : undefined;
  }

  onAck({ acked, growthSegments, mayGrow }: Acknowledgement): void {
    const { connection } = this;
    const idleNs = connection.nowNs - this.lastAckNs;
    this.lastAckNs = connection.nowNs;
    if (!mayGrow) return;
    const window = connection.congestionWindow;
    if (window < connection.slowStartThreshold)
      connection.congestionWindow = this.slowStartWindow(window, acked, growthSegments);
    else if (this.isStarved(acked)) this.epochNs += this.epochNs < 0 ? 0 : idleNs;
    else connection.congestionWindow = this.avoidanceWindow(window, acked, growthSegments);
    connection.congestionWindow = Math.min(connection.congestionWindow, connection.receiverWindow);
  }

  onDelivery(): void {
    const { hystart, connection } = this;
    if (hystart === undefined || hystart.hasEnded) return;
    if (connection.congestionWindow < connection.slowStartThreshold) hystart.onDelivery();
  }

  /** Sections 4.6 and 4.7. */
  onLoss(flight: number): ReducedWindowSegments {
    const window = this.reduceWindow(flight, CUBIC_BETA);
    this.beginEpoch(Math.max(window, 2));
    return window;
  }

  onMark(flight: number): ReducedWindowSegments {
    const window = this.reduceWindow(flight, this.markBeta);
    this.beginEpoch(Math.max(window, 1));
    return window;
  }

  /** Section 4.8: the function begins where slow start ends. */
  onTimeout(flight: number): ReducedWindowSegments {
    this.epochNs = -1;
    return this.reduceWindow(flight, CUBIC_BETA);
  }

  private reduceWindow(flight: number, beta: number): ReducedWindowSegments {
    const { hystart } = this;
    const window = this.connection.congestionWindow;
    this.priorWindow = window;
    this.flatWindow = window < this.flatWindow ? (window * (1 + CUBIC_BETA)) / 2 : window;
    if (hystart !== undefined) hystart.hasEnded = true;
    return flight * beta;
  }

  /** The function begins with the cut, at `window` [cwnd_epoch]. */
  private beginEpoch(window: number): void {
    this.epochNs = this.connection.nowNs;
    this.renoWindow = window;
    this.flatSeconds = pow(Math.max(0, this.flatWindow - window) / CUBIC_C, 1 / 3);
  }

  /**
   * Reno's slow start, or HyStart++ (section 4.10). It ends at the threshold, also if one ACK acknowledges many
   * segments.
   */
  private slowStartWindow(window: number, ackedSegments: number, growthSegments: number): number {
    const { hystart, connection } = this;
    if (hystart === undefined || hystart.hasEnded)
      return window + Math.min(growthSegments, Math.max(1, connection.slowStartThreshold - window));
    return Math.max(window, Math.min(window + hystart.growth(ackedSegments), connection.slowStartThreshold));
  }

  /** The application did not fill the window: the function does not count this time (section 4.2). */
  private isStarved(ackedSegments: number): boolean {
    const { connection } = this;
    return (
      connection.isApplicationLimited && connection.flightSize + ackedSegments < Math.trunc(connection.congestionWindow)
    );
  }

  /** Sections 4.2 to 4.5. */
  private avoidanceWindow(window: number, ackedSegments: number, growthSegments: number): number {
    const { connection } = this;
    if (this.epochNs < 0) {
      this.flatWindow = window;
      if (this.priorWindow === 0) this.priorWindow = window;
      this.beginEpoch(window);
    }
    const alpha = this.renoWindow < this.priorWindow ? CUBIC_ALPHA : this.alphaAbovePrior;
    this.renoWindow += (alpha * ackedSegments) / window;
    const seconds = (connection.nowNs - this.epochNs) / 1e9;
    if (this.windowAt(seconds) < this.renoWindow) return Math.max(window, this.renoWindow);
    const target = this.windowAt(seconds + connection.smoothedRttNs / 1e9);
    return window + (growthSegments * (Math.min(Math.max(target, window), 1.5 * window) - window)) / window;
  }

  /** [W_cubic] */
  private windowAt(seconds: number): number {
    const elapsedSeconds = seconds - this.flatSeconds;
    return CUBIC_C * elapsedSeconds * elapsedSeconds * elapsedSeconds + this.flatWindow;
  }
}

export const cubic: CongestionControlDefinition<typeof parameters> = {
  id: 'cubic',
  label: 'CUBIC',
  source: 'RFC 9438',
  codepoint: 'ect0',
  phases: { conservativeSlowStart: { label: 'conservative slow start', shade: 0.06 } },
  parameters,
  create: (connection, values) => new Cubic(connection, values),
};
