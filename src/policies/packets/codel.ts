/**
 * CoDel: drops or marks at the head of the queue when every packet that was sent in the last interval had waited for the
 * target or longer, and then the sooner again the longer that lasts.
 * Source: RFC 8289; its law is in parts/codel-law.ts.
 */
import type { PacketPolicyDefinition, Policy, PolicyHost, Reason } from '../../engine/policy.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { CodelLaw, type CodelValues, codelParameters, codelQuantities, codelReasons } from './parts/codel-law.ts';
import { Fifos } from './parts/fifos.ts';
import { roomOperands, roomStep, waitingRoomQuantities } from './parts/room.ts';

/** Indices of the reasons; those of the law follow. */
const FITS = 0;
const FULL = 1;
const FIRST_OF_LAW = 2;

const reasons: readonly Reason[] = [
  { id: 'fits', verdict: 'accept', label: 'accepted', template: 'There was room in the buffer.' },
  {
    id: 'full',
    verdict: 'drop',
    label: 'buffer full',
    template: 'The buffer was full: the packet did not fit and was dropped.',
  },
  ...codelReasons,
];

/** The only queue. */
const QUEUE = 0;

class CoDel implements Policy {
  private readonly host: PolicyHost;
  private readonly fifos: Fifos;
  private readonly law: CodelLaw;

  constructor(host: PolicyHost, values: CodelValues) {
    this.host = host;
    this.fifos = new Fifos(host.packets, 1);
    this.law = new CodelLaw(host, this.fifos, FIRST_OF_LAW, values);
  }

  enqueue(packet: number): number {
    const { host, fifos } = this;
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = fifos;
    const fits = packetCount + 1 <= host.limitPackets && byteCount + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(roomOperands(host, packetCount, byteCount, bytes), [roomStep(host, !fits)]);
    if (!fits) return FULL;
    fifos.push(QUEUE, packet);
    return FITS;
  }

  dequeue(): number {
    return this.law.dequeue(QUEUE);
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.law.configure(values as CodelValues);
  }

  waitingPackets(): number {
    return this.fifos.packetCount;
  }

  waitingBytes(): number {
    return this.fifos.byteCount;
  }

  listWaiting(into: Int32Array): number {
    return this.fifos.list(QUEUE, into);
  }

  signals(into: Float64Array): void {
    into[0] = this.law.sojournMs;
  }
}

export const codel: PacketPolicyDefinition = {
  id: 'codel',
  name: 'CoDel',
  summary: 'Drops or marks at the head of the queue when packets have waited too long for a whole interval.',
  source: 'Nichols, Jacobson, McGregor & Iyengar, RFC 8289, 2018',
  manages: 'packets',
  workConserving: true,
  order: 'fifo',
  parameters: codelParameters,
  constraints: [],
  reasons,
  quantities: { ...waitingRoomQuantities, ...codelQuantities },
  hints: {
    lens: 'overTime',
    thresholds: [
      { parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' },
      { parameter: 'buffer', symbol: 'B', style: 'high' },
    ],
    signals: [{ id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' }],
  },
  create: (host, values) => new CoDel(host, values as CodelValues),
};
