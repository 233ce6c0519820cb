/** The capacity of the link in the measured time, and the used part of it, also when the rate changes. */
import type { Clock } from '../events/clock.ts';
import type { MeasuredSpan } from '../frame/frame.ts';
import type { OutputPort, VaryingLink } from '../network/port.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';

type UsedPort = Pick<OutputPort, 'busyNs' | 'rateBps' | 'varyingLink'>;

/** The link's capacity and its used part since the end of the warm-up, in bits and ns. */
export class LinkUse {
  private readonly clock: Clock;
  private readonly port: UsedPort;
  /** Start of the measured time, and the time in which the link had transmitted before it, ns. */
  private sinceNs = DOUBLE_ZERO;
  private busyBeforeNs = DOUBLE_ZERO;
  /**
   * Start of the time at the present rate, and the time in which the link had transmitted before it, ns; and the bits
   * counted before it.
   */
  private presentRateNs = DOUBLE_ZERO;
  private presentRateBusyNs = DOUBLE_ZERO;
  private capacityBits = 0;
  private usedBits = 0;
  /** For a link of varying rate: bits that it could have sent, and bits that it sent, before the measured time. */
  private capacityBeforeBits = DOUBLE_ZERO;
  private usedBeforeBits = DOUBLE_ZERO;

  constructor(clock: Clock, port: UsedPort) {
    this.clock = clock;
    this.port = port;
  }

  /** The warm-up ends: the counters begin again. */
  restart(): void {
    this.sinceNs = this.clock.nowNs;
    this.busyBeforeNs = this.port.busyNs();
    this.presentRateNs = this.sinceNs;
    this.presentRateBusyNs = this.busyBeforeNs;
    this.capacityBits = 0;
    this.usedBits = 0;
    const { varyingLink } = this.port;
    if (varyingLink === undefined) return;
    this.capacityBeforeBits = varyingLink.capacityBits();
    this.usedBeforeBits = varyingLink.usedBits();
  }

  /** Must be called before the port's rate changes. */
  onRateChange(): void {
    const { capacityBits, usedBits } = this.measuredUse();
    this.capacityBits = capacityBits;
    this.usedBits = usedBits;
    this.presentRateNs = this.clock.nowNs;
    this.presentRateBusyNs = this.port.busyNs();
  }

  measuredUse(): Omit<MeasuredSpan, 'classes'> {
    const { nowNs } = this.clock;
    const { rateBps, varyingLink } = this.port;
    if (varyingLink !== undefined) return this.varyingUse(varyingLink);
    const busyNs = this.port.busyNs();
    return {
      spanNs: nowNs - this.sinceNs,
      busyNs: busyNs - this.busyBeforeNs,
      capacityBits: this.capacityBits + ((nowNs - this.presentRateNs) * rateBps) / 1e9,
      usedBits: this.usedBits + ((busyNs - this.presentRateBusyNs) * rateBps) / 1e9,
    };
  }

  /**
   * If the rate varies, the busy share is the sent share of the possible bits. For a constant rate both are the same.
   */
  private varyingUse(varying: VaryingLink): Omit<MeasuredSpan, 'classes'> {
    const spanNs = this.clock.nowNs - this.sinceNs;
    const capacityBits = varying.capacityBits() - this.capacityBeforeBits;
    // Transmissions end at whole ns, so one sum may exceed the other by a part of a bit.
    const usedBits = Math.min(capacityBits, varying.usedBits() - this.usedBeforeBits);
    return { spanNs, busyNs: capacityBits > 0 ? (spanNs * usedBits) / capacityBits : 0, capacityBits, usedBits };
  }
}
