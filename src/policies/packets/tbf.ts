/**
 * tbf of Linux: a queue behind a token bucket, and the buffer of a modem behind both. People shape with it where there
 * is no CAKE. Source: Linux 7.2, net/sched/sch_tbf.c; tc-tbf(8). It has no peak rate.
 */

import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { type ByteTime, bytesNs, byteTimeOf } from './mechanisms/cake/cake-rates.ts';
import { Fifo } from './mechanisms/fifo.ts';
import { ModemBuffer, modemFullReason, modemParameter } from './mechanisms/modem-buffer.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PolicyWithQueues } from './mechanisms/policy-with-queues.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

const LINUX_SOURCE = 'Linux, sch_tbf; tc-tbf(8)';

const parameters = {
  bandwidthBps: numberParameter('Rate', 'bit/s', [512, 100e9, 1e5], {
    symbol: 'rate',
    default: { rule: '95 % of the rate of the line', compute: ({ rateBps }) => Math.floor(rateBps * 0.95) },
    primary: true,
    help: 'Tokens come at this rate. A packet leaves when there are tokens for its bytes.',
    source: LINUX_SOURCE,
  }),
  burstBytes: integerParameter('Bucket', 'bytes', [1500, 100_000_000, 1500], {
    symbol: 'burst',
    default: 5000,
    primary: true,
    help: 'Tokens that the bucket holds. After a pause, so many bytes leave at once. Larger packets are dropped.',
    source: LINUX_SOURCE,
  }),
  limitBytes: integerParameter('Limit', 'bytes', [1500, 1_000_000_000, 10_000], {
    symbol: 'limit',
    default: 150_000,
    primary: true,
    help: 'Bytes that may wait for tokens. The buffer of the scenario does not matter.',
    source: LINUX_SOURCE,
  }),
  ...modemParameter,
} as const satisfies ParameterSchema;

type TbfValues = ValuesOf<typeof parameters>;

const reasons = [
  acceptReason('fits', 'accepted', {
    template: 'It waits for tokens behind {heldBytes} bytes.',
    steps: ['heldBytes + bytes <= limitBytes'],
    source: LINUX_SOURCE,
  }),
  dropReason('too-large', 'larger than the bucket', {
    template: 'The bucket never holds tokens for {bytes} bytes, only for {burstBytes}: dropped.',
    steps: ['bytes > burstBytes'],
    source: LINUX_SOURCE,
  }),
  dropReason('full', 'limit', {
    template: '{heldBytes} bytes waited for tokens, and the limit is {limitBytes}: dropped.',
    steps: ['heldBytes + bytes > limitBytes'],
    source: LINUX_SOURCE,
  }),
  modemFullReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

/** Slots of the bucket: tokens, as the time that they take to come, and when they were counted, ns. */
const [TOKENS_SLOT, COUNTED_SLOT] = [0, 1] as const;

class Tbf extends PolicyWithQueues<TbfValues> {
  private readonly queue: Fifo;
  private readonly modem: ModemBuffer;
  private readonly bucket = new Float64Array(2);
  private values: TbfValues;
  private byteTime: ByteTime;

  constructor(host: PolicyHost, values: TbfValues) {
    const queue = new Fifo(host.packets);
    const modem = new ModemBuffer(host, values.modemPackets, REASON['modem-full']);
    super(host, [modem, queue]);
    this.queue = queue;
    this.modem = modem;
    this.values = values;
    this.byteTime = byteTimeOf(Math.floor(values.bandwidthBps / 8));
    this.bucket[TOKENS_SLOT] = bytesNs(this.byteTime, values.burstBytes);
  }

  configure(values: TbfValues): void {
    this.values = values;
    this.byteTime = byteTimeOf(Math.floor(values.bandwidthBps / 8));
  }

  enqueue(packet: number): number {
    const { host, queue, values } = this;
    const bytes = host.packets.bytes[packet];
    if (host.explaining) host.explanation.tell({ heldBytes: queue.byteCount, bytes });
    if (bytes > values.burstBytes) return REASON['too-large'];
    if (queue.byteCount + bytes > values.limitBytes) return REASON.full;
    queue.push(packet);
    // The modem takes packets after all arrivals of this instant.
    if (values.modemPackets > 0) host.wakeAt(host.nowNs);
    return REASON.fits;
  }

  dequeue(): number {
    if (this.values.modemPackets === 0) return this.next();
    this.fillModem();
    return this.modem.shift();
  }

  wake(): void {
    if (this.values.modemPackets > 0) this.fillModem();
  }

  signals(into: Float64Array): void {
    into[0] = this.modem.packetCount;
  }

  /** The next packet, if there are tokens for it; otherwise NO_PACKET, and the time of its tokens is awaited. */
  private next(): number {
    const { host, queue, bucket, byteTime, values } = this;
    if (queue.packetCount === 0) return NO_PACKET;
    const { nowNs } = host;
    const headNs = bytesNs(byteTime, queue.headBytes);
    // A packet that came before the bucket was made smaller still gets its tokens.
    const mostNs = Math.max(headNs, bytesNs(byteTime, values.burstBytes));
    const tokensNs = Math.min(mostNs, bucket[TOKENS_SLOT] + nowNs - bucket[COUNTED_SLOT]);
    const leftNs = tokensNs - headNs;
    if (leftNs < 0) {
      host.wakeAt(nowNs - leftNs);
      return NO_PACKET;
    }
    bucket[TOKENS_SLOT] = leftNs;
    bucket[COUNTED_SLOT] = nowNs;
    return queue.shift();
  }

  private fillModem(): void {
    for (let packet = this.next(); packet !== NO_PACKET; packet = this.next()) this.modem.take(packet);
  }
}

export const tbf = packetPolicy({
  id: 'tbf',
  name: 'tbf',
  summary: 'One queue behind a token bucket, and the buffer of a modem behind it. Packets that do not fit are dropped.',
  source: 'Linux, sch_tbf',
  workConserving: false,
  parameters,
  // It has its own limit, not the buffer of the scenario.
  mayOverfill: () => true,
  ownLimit: () => ({ parameter: 'limitBytes', unit: 'bytes' }),
  reasons,
  quantities: waitingBufferQuantities,
  hints: {
    lens: 'occupancy',
    thresholds: [bufferThreshold],
    signals: [{ id: 'modem', label: 'in the modem', unit: 'packets', axis: 'own' }],
  },
  create: (host, values) => new Tbf(host, values),
});
