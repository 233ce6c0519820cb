/** The shared part of CoDel and COBALT: one queue, and a law that acts on the packet at its head. */
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { indexById } from '../../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './buffer-steps.ts';
import { Fifos } from './fifos.ts';
import { fitsReason, fullReason } from './packet-policy.ts';
import { PolicyWithQueues } from './policy-with-queues.ts';

/** The list of a policy begins with these reasons. The reasons of its law follow them. */
export const headLawReasons = [fitsReason, fullReason] as const;

const REASON = indexById(headLawReasons);

/** The only queue. */
const QUEUE_INDEX = 0;

interface HeadLaw<Values> {
  /** Sojourn time of the last processed packet, ms. */
  readonly sojournMs: number;
  /** @returns the packet to send, or NO_PACKET */
  dequeue(queue: number): number;
  configure(values: Values): void;
  /** A packet found no room; only for laws that react to it. */
  onQueueFull?(queue: number): void;
}

/** Indices of reasons: of a packet that replaces the oldest ones, and of their drops. */
export interface ReplacingReasons {
  readonly acceptedReason: number;
  readonly oldestReason: number;
}

/** A policy with one queue under a head law; a full buffer drops its newest or its oldest packets. */
export class HeadLawPolicy<Values, Law extends HeadLaw<Values>> extends PolicyWithQueues<Values> {
  protected readonly law: Law;
  private readonly fifos: Fifos;
  private readonly replacingReasons: ReplacingReasons | undefined;

  /** @param replacingReasons if given, a full buffer loses its oldest packets, not the one that arrives */
  constructor(host: PolicyHost, createLaw: (fifos: Fifos) => Law, replacingReasons?: ReplacingReasons) {
    const fifos = new Fifos(host.packets, 1);
    super(host, [fifos]);
    this.replacingReasons = replacingReasons;
    this.fifos = fifos;
    this.law = createLaw(fifos);
  }

  enqueue(packet: number): number {
    const { host, fifos } = this;
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = fifos;
    const fits = packetCount + 1 <= host.limitPackets && byteCount + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, packetCount, byteCount, bytes), [bufferStep(host, { isFull: !fits })]);
    if (!fits && this.replacingReasons !== undefined && bytes <= host.limitBytes)
      return this.replaceOldest(packet, this.replacingReasons);
    if (fits) fifos.push(QUEUE_INDEX, packet);
    else this.law.onQueueFull?.(QUEUE_INDEX);
    return fits ? REASON.fits : REASON.full;
  }

  /** Takes the packet, then drops packets at the head until all fit. */
  private replaceOldest(packet: number, { acceptedReason, oldestReason }: ReplacingReasons): number {
    const { host, fifos } = this;
    fifos.push(QUEUE_INDEX, packet);
    while (fifos.packetCount > host.limitPackets || fifos.byteCount > host.limitBytes) {
      this.law.onQueueFull?.(QUEUE_INDEX);
      host.drop(fifos.shift(QUEUE_INDEX), oldestReason);
    }
    return acceptedReason;
  }

  dequeue(): number {
    return this.law.dequeue(QUEUE_INDEX);
  }

  configure(values: Values): void {
    this.law.configure(values);
  }

  signals(into: Float64Array): void {
    into[0] = this.law.sojournMs;
  }
}
