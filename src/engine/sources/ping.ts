/**
 * Ping: an echo request at a constant interval, answered at once by its receiver. The time from a request to its reply
 * is its round trip: queue, transmission, and propagation both ways.
 * Source: RFC 792, echo and echo reply.
 */
import { PacketFlag } from '../packets/packet.ts';
import { type DatagramFlow, DatagramTraffic } from './datagram-traffic.ts';
import type { PingValues } from './ping-parameters.ts';

/** All pingers of one class. */
export class PingTraffic extends DatagramTraffic<PingValues> {
  override get meanRateBps(): number {
    const { packetBytes, headerBytes, intervalMs } = this.values;
    return (8e3 * (packetBytes + headerBytes)) / intervalMs;
  }

  /** Each host pings at a phase of its own. */
  protected override planFirst(member: DatagramFlow): void {
    member.pendingNs = member.startNs + Math.floor(member.random.uniform() * this.intervalNs);
  }

  protected override planNext(member: DatagramFlow): void {
    const { nowNs } = this.host.clock;
    member.pendingNs = Math.max(nowNs + 1, member.sinceNs + Math.round(member.count * this.intervalNs));
  }

  protected override intervalOf({ intervalMs }: PingValues): number {
    return intervalMs * 1e6;
  }

  /** At the receiver: sends the reply, which contains the time at which the request was sent. */
  override onReceived(packet: number): boolean {
    const { packets } = this.host;
    const reply = packets.allocate();
    packets.flags[reply] = PacketFlag.ack;
    packets.classIndex[reply] = packets.classIndex[packet];
    packets.sequence[reply] = packets.sequence[packet];
    packets.bytes[reply] = packets.bytes[packet];
    packets.countedBytes[reply] = 0;
    packets.bornNs[reply] = packets.bornNs[packet];
    this.host.reply(packets.flow[packet], reply);
    return true;
  }

  /** At the sender: the reply has arrived. */
  override onAcknowledged(packet: number): void {
    const { packets } = this.host;
    this.host.countCompleted(packets.classIndex[packet], packets.bornNs[packet]);
  }
}
