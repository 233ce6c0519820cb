/**
 * COBALT, CoDel and Blue together, as in CAKE: drops or marks at the head of a queue that packets wait in for too long, and drops at
 * random what does not answer.
 * Source: Linux, net/sched/sch_cake.c; its law is in parts/cobalt-law.ts.
 */
import type { PacketPolicyDefinition, Policy, PolicyHost, Reason } from '../../engine/policy.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { CobaltLaw, type CobaltValues, cobaltParameters, cobaltQuantities, cobaltReasons } from './parts/cobalt-law.ts';
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
    template: 'The buffer was full: the packet did not fit and was dropped. Blue’s drop probability grows.',
  },
  ...cobaltReasons,
];

/** The only queue. */
const QUEUE = 0;

class Cobalt implements Policy {
  private readonly host: PolicyHost;
  private readonly fifos: Fifos;
  private readonly law: CobaltLaw;

  constructor(host: PolicyHost, values: CobaltValues) {
    this.host = host;
    this.fifos = new Fifos(host.packets, 1);
    this.law = new CobaltLaw(host, this.fifos, FIRST_OF_LAW, values);
  }

  enqueue(packet: number): number {
    const { host, fifos } = this;
    const bytes = host.packets.bytes[packet];
    const { packetCount, byteCount } = fifos;
    const fits = packetCount + 1 <= host.limitPackets && byteCount + bytes <= host.limitBytes;
    if (host.explaining)
      host.explanation.tell(roomOperands(host, packetCount, byteCount, bytes), [roomStep(host, !fits)]);
    if (fits) fifos.push(QUEUE, packet);
    else this.law.lacksRoom(QUEUE);
    return fits ? FITS : FULL;
  }

  dequeue(): number {
    return this.law.dequeue(QUEUE);
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.law.configure(values as CobaltValues);
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
    into[1] = this.law.blueOf(QUEUE);
  }
}

export const cobalt: PacketPolicyDefinition = {
  id: 'cobalt',
  name: 'COBALT',
  summary:
    'Acts at the head of the queue as CoDel does, and drops packets of unresponsive flows at random as Blue does.',
  source: 'Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, sch_cake',
  manages: 'packets',
  workConserving: true,
  order: 'fifo',
  parameters: cobaltParameters,
  constraints: [],
  reasons,
  quantities: { ...waitingRoomQuantities, ...cobaltQuantities },
  hints: {
    lens: 'overTime',
    thresholds: [
      { parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' },
      { parameter: 'buffer', symbol: 'B', style: 'high' },
    ],
    signals: [
      { id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' },
      { id: 'blue', label: 'Blue’s drop probability', symbol: 'p', unit: '', axis: 'probability' },
    ],
  },
  create: (host, values) => new Cobalt(host, values as CobaltValues),
};
