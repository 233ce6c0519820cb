/** The capacity of the link in the measured time, and the used part of it, also when the rate changes. */
import type { Clock } from '../clock.ts';
import type { Measured } from '../frame.ts';
import type { OutputPort } from '../port.ts';

export class LinkUse {
  private readonly clock: Clock;
  private readonly port: Pick<OutputPort, 'busyNs' | 'rateBps'>;
  /** The measured time began here, and so long had the link transmitted before it, ns. */
  private sinceNs = 0;
  private busyBeforeNs = 0;
  /** The same of the time at the present rate; what was counted before that, bits. */
  private partNs = 0;
  private partBusyNs = 0;
  private capacityBits = 0;
  private usedBits = 0;

  constructor(clock: Clock, port: Pick<OutputPort, 'busyNs' | 'rateBps'>) {
    this.clock = clock;
    this.port = port;
  }

  /** The warm-up ends: what was counted is forgotten. */
  restart(): void {
    this.sinceNs = this.clock.nowNs;
    this.busyBeforeNs = this.port.busyNs();
    this.partNs = this.sinceNs;
    this.partBusyNs = this.busyBeforeNs;
    this.capacityBits = 0;
    this.usedBits = 0;
  }

  /** To be called before the port's rate changes. */
  rateChanges(): void {
    const { capacityBits, usedBits } = this.read();
    this.capacityBits = capacityBits;
    this.usedBits = usedBits;
    this.partNs = this.clock.nowNs;
    this.partBusyNs = this.port.busyNs();
  }

  read(): Omit<Measured, 'classes'> {
    const { nowNs } = this.clock;
    const { rateBps } = this.port;
    const busyNs = this.port.busyNs();
    return {
      spanNs: nowNs - this.sinceNs,
      busyNs: busyNs - this.busyBeforeNs,
      capacityBits: this.capacityBits + ((nowNs - this.partNs) * rateBps) / 1e9,
      usedBits: this.usedBits + ((busyNs - this.partBusyNs) * rateBps) / 1e9,
    };
  }
}
