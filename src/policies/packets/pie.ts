/**
 * PIE drops or marks arriving packets at random. A proportional integral controller computes the probability from the
 * queueing delay and its trend. Source: Pan, Natarajan, Baker & White, RFC 8033; Pan et al., "PIE: a lightweight
 * control scheme to address the bufferbloat problem", HPSR 2013. The control law is `mechanisms/pie-control.ts`.
 */
import { NO_PACKET, type PolicyHost } from '../../engine/contract/policy.ts';
import { bufferOperands, bufferStep } from './mechanisms/buffer-steps.ts';
import { LinuxPieControl } from './mechanisms/linux/linux-pie-control.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PieControl, type PieLaw, pieSignals } from './mechanisms/pie-control.ts';
import { type PieValues, pieParameters } from './mechanisms/pie-parameters.ts';
import { PIE_REASON, pieAccepts, pieReasons } from './mechanisms/pie-reasons.ts';
import { pieQuantities } from './mechanisms/pie-steps.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';

class Pie extends SingleQueue<PieValues> {
  private readonly control: PieLaw;

  constructor(host: PolicyHost, values: PieValues) {
    super(host);
    this.control =
      values.variant === 'linux'
        ? new LinuxPieControl(host, this.queue, values)
        : new PieControl(host, this.queue, values, host.nowNs);
    host.wakeAt(this.control.nextUpdateNs);
  }

  enqueue(packet: number): number {
    const { host, queue, control } = this;
    control.advance();
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = queue;
    if (packetCount + 1 > host.limitPackets || byteCount + bytes > host.limitBytes) {
      control.refuse();
      if (host.explaining)
        host.explanation.tell(bufferOperands(host, packetCount, byteCount, bytes), [
          bufferStep(host, { isFull: true }),
        ]);
      return PIE_REASON.full;
    }
    const reason = control.judge(packet);
    if (host.explaining) control.explain(packet, reason);
    if (pieAccepts(reason)) queue.push(packet);
    return reason;
  }

  override dequeue(): number {
    const { queue, control } = this;
    control.advance();
    const packet = queue.shift();
    if (packet !== NO_PACKET) control.onSent(packet);
    return packet;
  }

  /** An update is due. If packets arrive at the same instant, the update was made before them. */
  wake(): void {
    const { control } = this;
    control.advance();
    this.host.wakeAt(control.nextUpdateNs);
  }

  override configure(values: PieValues): void {
    const { control } = this;
    control.advance();
    control.configure(values);
    this.host.wakeAt(control.nextUpdateNs);
  }

  override signals(into: Float64Array): void {
    this.control.signals(into);
  }
}

export const pie = packetPolicy({
  id: 'pie',
  name: 'PIE',
  summary:
    'Drops or marks arriving packets at random, with a probability that follows the queueing delay and its trend.',
  source: 'Pan, Natarajan, Baker & White, RFC 8033, 2017',
  taxonomy: {
    accounting: 'single',
    thresholds: 'single',
    threshold: 'static',
    drop: 'probabilistic',
    tagSensitive: false,
  },
  parameters: pieParameters,
  caution: ({ targetMs }, { rateBps, largestPacketBytes }) => {
    const packetMs = (largestPacketBytes * 8e3) / rateBps;
    if (!(targetMs < packetMs)) return undefined;
    return `The target of ${targetMs} ms is less than the ${Number(packetMs.toPrecision(4))} ms that the largest packet (${largestPacketBytes} bytes) takes on this link. PIE then drops packets that wait for only one other packet.`;
  },
  reasons: pieReasons,
  quantities: pieQuantities,
  hints: {
    lens: 'controller',
    thresholds: [{ parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' }, bufferThreshold],
    signals: pieSignals,
  },
  create: (host, values) => new Pie(host, values),
});
