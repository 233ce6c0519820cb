/** Poisson arrivals have exponential gaps. Packet sizes are constant, or exponential (rounded up to whole bytes). */
import { type DatagramFlow, RatedTraffic } from './datagram-traffic.ts';
import type { PoissonValues } from './poisson-parameters.ts';

/** All flows of one Poisson class. */
export class PoissonTraffic extends RatedTraffic<PoissonValues> {
  protected override planFirst(member: DatagramFlow): void {
    member.random.drawExponential();
    member.pendingNs = member.startNs + Math.round(this.intervalNs * member.random.drawn[0]);
  }

  protected override planNext(member: DatagramFlow): void {
    member.random.drawExponential();
    member.pendingNs = this.host.clock.nowNs + Math.round(this.intervalNs * member.random.drawn[0]);
  }

  protected override payloadBytes(member: DatagramFlow): number {
    if (this.values.sizes === 'constant') return this.values.packetBytes;
    member.random.drawExponential();
    const bytes = Math.round(this.values.packetBytes * member.random.drawn[0]);
    return Math.min(65_000, Math.max(1, bytes));
  }
}
