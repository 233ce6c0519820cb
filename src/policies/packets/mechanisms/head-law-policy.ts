/** The shared part of CoDel and COBALT: one queue, and a law that acts on the packet at its head. */
import type { Policy, PolicyHost } from '../../../engine/contract/policy.ts';
import { indexOfItem } from '../../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './buffer-steps.ts';
import { Fifos } from './fifos.ts';
import { fitsReason, fullReason } from './packet-policy.ts';

/** The list of a policy begins with these reasons. The reasons of its law follow them. */
export const headLawReasons = [fitsReason, fullReason] as const;

const FITS_REASON = indexOfItem(headLawReasons, 'fits');
const FULL_REASON = indexOfItem(headLawReasons, 'full');

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

export class HeadLawPolicy<Values, Law extends HeadLaw<Values>> implements Policy<Values> {
  protected readonly law: Law;
  private readonly host: PolicyHost;
  private readonly fifos: Fifos;

  constructor(host: PolicyHost, createLaw: (fifos: Fifos) => Law) {
    this.host = host;
    this.fifos = new Fifos(host.packets, 1);
    this.law = createLaw(this.fifos);
  }

  enqueue(packet: number): number {
    const { host, fifos } = this;
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = fifos;
    const fits = packetCount + 1 <= host.limitPackets && byteCount + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(bufferOperands(host, packetCount, byteCount, bytes), [bufferStep(host, !fits)]);
    if (fits) fifos.push(QUEUE_INDEX, packet);
    else this.law.onQueueFull?.(QUEUE_INDEX);
    return fits ? FITS_REASON : FULL_REASON;
  }

  dequeue(): number {
    return this.law.dequeue(QUEUE_INDEX);
  }

  configure(values: Values): void {
    this.law.configure(values);
  }

  waitingPackets(): number {
    return this.fifos.packetCount;
  }

  waitingBytes(): number {
    return this.fifos.byteCount;
  }

  listWaiting(into: Int32Array): number {
    return this.fifos.list(QUEUE_INDEX, into);
  }

  signals(into: Float64Array): void {
    into[0] = this.law.sojournMs;
  }
}
