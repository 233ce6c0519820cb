/** Constant bit rate: a packet every `packetBytes * 8 / rateBps` seconds. */
import type { CbrValues } from './cbr-parameters.ts';
import { type DatagramFlow, RatedTraffic } from './datagram-traffic.ts';
import { itemIndexOfFlow } from './traffic.ts';

/** A source class of constant bit rate: periodic, with phases by host, or jittered by half an interval. */
export class CbrTraffic extends RatedTraffic<CbrValues> {
  protected override planFirst(member: DatagramFlow): void {
    const { timing } = this.values;
    const hostMate = timing === 'phasePerHost' ? this.findHostMate(member) : undefined;
    if (hostMate !== undefined) {
      const intervals = Math.ceil((member.startNs - hostMate.pendingNs) / this.intervalNs);
      member.pendingNs = hostMate.pendingNs + Math.round(intervals * this.intervalNs);
    } else if (timing === 'periodic') member.pendingNs = member.startNs;
    else member.pendingNs = member.startNs + Math.floor(member.random.uniform() * this.intervalNs);
  }

  /** Counts the intervals from `sinceNs`, so that rounding errors do not add up. */
  protected override planNext(member: DatagramFlow): void {
    const { nowNs } = this.host.clock;
    if (this.values.timing === 'jittered')
      member.pendingNs = nowNs + Math.max(1, Math.round(this.intervalNs * (0.5 + member.random.uniform())));
    else member.pendingNs = Math.max(nowNs + 1, member.sinceNs + Math.round(member.count * this.intervalNs));
  }

  /** A source of the same host that sends, or waits for its start. */
  private findHostMate({ index }: DatagramFlow): DatagramFlow | undefined {
    const { accessDelayMs } = this.values;
    const hostOf = (member: number) => itemIndexOfFlow(accessDelayMs, this.placeOf(member));
    return this.members.find(
      (other) => other.index !== index && other.isRunning && hostOf(other.index) === hostOf(index),
    );
  }
}
