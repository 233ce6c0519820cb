/**
 * The shared part of all senders with a congestion control: what the control reads of its connection, and pacing.
 * Segments leave in trains (`pacingBurst`). A train begins when the one before has taken its time at the pacing rate.
 */
import { Timer } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { PacketFlag } from '../packets/packet.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import type { CongestionControl, CongestionControlDefinition, Connection } from './congestion/control.ts';
import type { DeliveryLog } from './congestion/delivery-log.ts';
import type { RttEstimator } from './rtt-estimator.ts';
import type { TcpValues } from './tcp-parameters.ts';
import { type SenderOptions, TcpSender } from './tcp-sender.ts';

/** A TCP sender whose window and pacing a congestion control decides. */
export abstract class ControlledSender extends TcpSender implements Connection {
  static override readonly [CONSTANT_FIELDS] = ['control', 'deliveries', 'pacer'];
  isInRecovery = false;
  protected readonly control: CongestionControl;
  protected readonly deliveries: DeliveryLog | undefined;
  /** Timer for the next segment at the pacing rate; undefined without pacing. */
  protected readonly pacer: Timer | undefined;
  protected lastSentNs = DOUBLE_ZERO;
  private nextSendNs = DOUBLE_ZERO;
  /** Segments that may still leave in the present train of paced segments, at once. */
  private trainRest = 0;

  /** @param mustPace a control with a rate of its own always paces */
  constructor(
    endpoint: SenderOptions,
    rtt: RttEstimator,
    definition: CongestionControlDefinition,
    uniform: () => number,
    mustPace: boolean,
  ) {
    super(endpoint, rtt);
    const values: TcpValues = endpoint.values;
    this.control = definition.create(this, values, uniform);
    this.deliveries = this.control.deliveries;
    this.ectFlags = { ect0: PacketFlag.ect, ect1: PacketFlag.ect | PacketFlag.ect1, none: 0 }[definition.codepoint];
    const isPaced = values.pacing || (mustPace && this.control.pacingBps !== undefined);
    this.pacer = isPaced ? new Timer(endpoint.host.clock, () => this.openGate()) : undefined;
  }

  get receiverWindow(): number {
    return this.values.windowPackets;
  }

  get nowNs(): number {
    return this.host.clock.nowNs;
  }

  get smoothedRttNs(): number {
    return this.rtt.smoothedRttNs;
  }

  abstract get flightSize(): number;
  abstract get isApplicationLimited(): boolean;

  override get phase(): string {
    const controlPhase = this.control.phase;
    if (controlPhase !== undefined) return controlPhase;
    if (this.isInRecovery) return 'recovery';
    return this.congestionWindow < this.slowStartThreshold ? 'slowStart' : 'avoidance';
  }

  override get pacingBps(): number {
    if (this.pacer === undefined) return Number.NaN;
    return this.control.pacingBps?.() ?? this.windowBps();
  }

  /** The pacing rate of a control without one, bit/s on the wire. */
  protected abstract windowBps(): number;

  /** Pacing allows a segment now. */
  protected abstract openGate(): void;

  override close(): void {
    super.close();
    this.pacer?.close();
  }

  /** Reports what the present ACK has delivered to the control. */
  protected reportDeliveries(): void {
    const { deliveries } = this;
    if (deliveries === undefined) return;
    if (deliveries.finishSample(this.inFlight)) this.control.onDelivery?.();
    deliveries.resetSample();
  }

  /** Whether pacing allows a segment now; otherwise the gate opens when the next is due. */
  protected isPacerReady(): boolean {
    const { pacer, nowNs } = this;
    if (pacer === undefined || this.nextSendNs <= nowNs) return true;
    if (this.trainRest > 0 && this.lastSentNs === nowNs) return true;
    pacer.set(this.nextSendNs);
    return false;
  }

  /**
   * A segment has left.
   * @param bytes on the wire
   */
  protected pace(bytes: number): void {
    if (this.pacer === undefined) return;
    this.trainRest = this.nextSendNs <= this.nowNs ? this.values.pacingBurst - 1 : this.trainRest - 1;
    this.nextSendNs = Math.round(Math.max(this.nextSendNs, this.nowNs) + (bytes * 8e9) / this.pacingBps);
  }
}
