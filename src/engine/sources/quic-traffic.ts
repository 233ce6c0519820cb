/** QUIC connections of one class: they always have data, or transfers with pauses between them. */
import { loadedCongestionControl } from '../transport/congestion/loaded-controls.ts';
import { type QuicSettings, type QuicValues, quicSettings } from '../transport/quic/quic-parameters.ts';
import { QuicReceiver } from '../transport/quic/quic-receiver.ts';
import { QuicSender } from '../transport/quic/quic-sender.ts';
import type { TcpSender } from '../transport/tcp-sender.ts';
import { type TcpFlow, TcpTraffic } from './tcp-traffic.ts';
import type { TrafficHost } from './traffic.ts';

/** All connections of one QUIC class, with their receivers. */
export class QuicTraffic extends TcpTraffic {
  declare protected values: QuicSettings;

  constructor(host: TrafficHost, classIndex: number, name: string, values: QuicValues) {
    super(host, classIndex, name, quicSettings(values));
  }

  protected override beginTransfer(member: TcpFlow): void {
    const { transferPackets } = this.values;
    if (transferPackets === 0 || this.stopNs(member) <= this.host.clock.nowNs) {
      super.beginTransfer(member);
      return;
    }
    member.isUsed = true;
    member.openTransfers[0] = this.host.clock.nowNs;
    this.senderByFlow[member.flow].supply(transferPackets);
  }

  override onTransferDone(flow: number): void {
    const { transferPackets, pauseSeconds } = this.values;
    const member = this.memberOf(flow);
    if (transferPackets === 0) return;
    this.host.countCompleted(this.classIndex, member.openTransfers[0]);
    if (member.isRunning) this.wakeAt(member, this.host.clock.nowNs + Math.round(pauseSeconds * 1e9));
  }

  protected override createSenderOf(flow: number, random: TcpFlow['random']): TcpSender {
    const { host, classIndex, values } = this;
    const control = loadedCongestionControl(values.congestion);
    if (control === undefined) throw new Error(`congestion control ${values.congestion} is not loaded`);
    return new QuicSender(host, flow, classIndex, values, control, () => random.uniform());
  }

  protected override createReceiverOf(flow: number): QuicReceiver {
    return new QuicReceiver(this.host, flow, this.classIndex, this.values);
  }
}
