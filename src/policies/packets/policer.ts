/**
 * Policer: a token bucket before one queue. The bucket fills at the token rate, up to the burst. A packet that finds
 * enough tokens takes its size out of the bucket and joins the queue. Any other packet is dropped at once: it never
 * waits for tokens. Source: RFC 2697, section 3, with an excess burst of 0 and red packets dropped (RFC 2475, section
 * 2.3.3.4). Below the bucket the queue is that of DropTail.
 */

import type { SignalHint } from '../../engine/contract/drawing.ts';
import type { CautionContext, PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import type { DefaultContext, ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferQuantities, bufferStep } from './mechanisms/buffer-steps.ts';
import { fullReason, occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { SingleQueue } from './mechanisms/single-queue.ts';

const BUCKET_SOURCE = 'RFC 2697, section 3';

const parameters = {
  tokenRateBps: numberParameter('Token rate', 'bit/s', [1e3, 1e12, 1e5], {
    symbol: 'CIR',
    scale: 'log',
    default: { rule: 'half of the bottleneck', compute: ({ rateBps }: DefaultContext) => rateBps / 2 },
    primary: true,
    help: 'Rate at which tokens come into the bucket. From the rate of the link on, the policer has nearly no effect.',
    source: BUCKET_SOURCE,
  }),
  burstBytes: integerParameter('Burst', 'bytes', [1, 1e9, 1_000], {
    symbol: 'CBS',
    scale: 'log',
    default: 50_000,
    primary: true,
    help: 'Size of the bucket, which is full at the start. So many bytes can pass at once after a pause. A packet that is larger never passes.',
    source: BUCKET_SOURCE,
  }),
} as const satisfies ParameterSchema;

type PolicerValues = ValuesOf<typeof parameters>;

const reasons = [
  acceptReason('conforms', 'accepted', {
    template: 'The bucket held {tokens} bytes, enough for this packet of {bytes} bytes.',
    source: BUCKET_SOURCE,
  }),
  dropReason('exceeds', 'too few tokens', {
    template:
      'The bucket held {tokens} bytes, too few for this packet of {bytes} bytes: it was dropped. The queue does not matter.',
    source: BUCKET_SOURCE,
  }),
  { ...fullReason, template: 'The packet took its tokens, but the buffer was full: it was dropped.' },
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

const signals = [
  { id: 'tokens', label: 'tokens in the bucket', symbol: 'T_c', unit: 'bytes', axis: 'own' },
] as const satisfies readonly SignalHint[];

const SIGNAL_INDEX = indexById(signals);

/** Slots of the bucket: its tokens in bytes, and the time at which it held them, ns. */
const TOKENS_SLOT = 0;
const FILLED_NS_SLOT = 1;

class Policer extends SingleQueue<PolicerValues> {
  private values: PolicerValues;
  private readonly slots = new Float64Array(2);

  constructor(host: PolicyHost, values: PolicerValues) {
    super(host);
    this.values = values;
    this.slots[TOKENS_SLOT] = values.burstBytes;
    this.slots[FILLED_NS_SLOT] = host.nowNs;
  }

  enqueue(packet: number): number {
    const { host, queue, slots } = this;
    const bytes = host.packets.bytes[packet];
    const heldPackets = queue.packetCount + host.inServicePackets;
    const heldBytes = queue.byteCount + host.inServiceBytes;
    this.fill();
    const tokens = slots[TOKENS_SLOT];
    const conforms = bytes <= tokens;
    const fits = heldPackets + 1 <= host.limitPackets && heldBytes + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell({ ...bufferOperands(host, heldPackets, heldBytes, bytes), tokens }, [
        conforms ? 'bytes <= tokens' : 'bytes > tokens',
        ...(conforms ? [bufferStep(host, { isFull: !fits })] : []),
      ]);
    if (!conforms) return REASON.exceeds;
    slots[TOKENS_SLOT] = tokens - bytes;
    if (!fits) return REASON.full;
    queue.push(packet);
    return REASON.conforms;
  }

  /** Tokens of the time before the change come at the rate of that time. A smaller bucket loses its excess. */
  override configure(values: PolicerValues): void {
    this.fill();
    this.values = values;
    this.slots[TOKENS_SLOT] = Math.min(this.slots[TOKENS_SLOT], values.burstBytes);
  }

  override signals(into: Float64Array): void {
    into[SIGNAL_INDEX.tokens] = this.tokensNow();
  }

  private fill(): void {
    this.slots[TOKENS_SLOT] = this.tokensNow();
    this.slots[FILLED_NS_SLOT] = this.host.nowNs;
  }

  private tokensNow(): number {
    const { slots, values, host } = this;
    const addedBytes = ((host.nowNs - slots[FILLED_NS_SLOT]) * values.tokenRateBps) / 8e9;
    return Math.min(values.burstBytes, slots[TOKENS_SLOT] + addedBytes);
  }
}

export const policer = packetPolicy({
  id: 'policer',
  name: 'Policer',
  summary: 'Drops each packet for which its token bucket holds too few tokens. Nothing waits for tokens.',
  source: 'Heinanen & Guérin, RFC 2697, 1999',
  parameters,
  caution: ({ burstBytes }: PolicerValues, { largestPacketBytes }: CautionContext) =>
    burstBytes < largestPacketBytes
      ? `CBS = ${burstBytes} bytes is less than the largest packet (${largestPacketBytes} bytes). No packet of this size passes.`
      : undefined,
  reasons,
  quantities: {
    ...bufferQuantities,
    tokens: { symbol: 'T_c', meaning: 'tokens in the bucket when this packet arrived', unit: 'bytes' },
  },
  hints: { ...occupancyHints, lens: 'bucket', signals },
  create: (host, values) => new Policer(host, values),
});
