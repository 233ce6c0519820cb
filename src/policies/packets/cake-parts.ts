/**
 * Parts of CAKE that act on one port: tins for DiffServ classes, equal shares for hosts, a queue for each flow, and
 * COBALT in each queue. CAKE's shaper, its filter of ACKs and its overheads of link layers are left out. Source:
 * Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, net/sched/sch_cake.c.
 */
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../engine/contract/policy-tables.ts';
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason } from '../mechanisms/reasons.ts';
import {
  CAKE_SOURCE,
  CobaltLaw,
  cobaltCaution,
  cobaltParameters,
  cobaltQuantities,
  cobaltReasons,
} from './mechanisms/cobalt-law.ts';
import { FlowQueueing, flowQueueQuantities, headLawHints, overflowReasons } from './mechanisms/flow-queueing.ts';
import { quantumParameter, queueParameters, writeQueueRow } from './mechanisms/flow-queues.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';
import { TinQueues } from './mechanisms/tin-queues.ts';

const { variant: _variant, blueThresholdMs: _threshold, ...lawParameters } = cobaltParameters;

const parameters = {
  isolation: choiceParameter('Equal shares for', {
    options: { hosts: 'hosts, then flows', flows: 'flows' },
    default: 'hosts',
    primary: true,
    help: 'Each class of flows stands for one host. The flows of a host divide its quantum. So a host with many flows gets no more than a host with one flow.',
    source: `${CAKE_SOURCE} (dual-dsthost, flows)`,
  }),
  tins: choiceParameter('Tins', {
    options: { besteffort: 'one', diffserv3: 'three (diffserv3)', diffserv4: 'four (diffserv4)' },
    default: 'diffserv3',
    live: false,
    primary: true,
    help: 'Bulk traffic has 1/16 of the link, voice 1/4, video 1/2. Tins that use less than their share are served first. Among them the order is: voice, video, bulk, best effort. With three tins, video goes into the best-effort tin.',
    source: `${CAKE_SOURCE} (cake_config_diffserv3, cake_config_diffserv4)`,
  }),
  tinOfClass: {
    kind: 'numberList',
    label: 'Traffic of each class',
    unit: '',
    min: 0,
    max: 3,
    step: 1,
    default: 0,
    live: false,
    primary: true,
    help: '0 is best effort, 1 bulk, 2 video and 3 voice. Give one number for all classes, or a list that the classes take in turn. The number stands for the DiffServ code point of the packets.',
    source: `${CAKE_SOURCE} (tin_index)`,
  },
  ...lawParameters,
  ...quantumParameter,
  ...queueParameters,
} as const satisfies ParameterSchema;

type PartsValues = ValuesOf<typeof parameters>;

/** For each tin, from the lowest rank to the highest: the kinds of traffic in it, and its share of the link. */
interface Tin {
  readonly kinds: readonly number[];
  readonly share: number;
}

/** Kinds of traffic, in the order of `hints.groups`. */
const [BEST_EFFORT, BULK, VIDEO, VOICE] = [0, 1, 2, 3] as const;
const TINS_BY_MODE: Readonly<Record<PartsValues['tins'], readonly Tin[]>> = {
  besteffort: [{ kinds: [BEST_EFFORT, BULK, VIDEO, VOICE], share: 1 }],
  diffserv3: [
    { kinds: [BEST_EFFORT, VIDEO], share: 1 },
    { kinds: [BULK], share: 1 / 16 },
    { kinds: [VOICE], share: 1 / 4 },
  ],
  diffserv4: [
    { kinds: [BEST_EFFORT], share: 1 },
    { kinds: [BULK], share: 1 / 16 },
    { kinds: [VIDEO], share: 1 / 2 },
    { kinds: [VOICE], share: 1 / 4 },
  ],
};

const reasons: readonly Reason[] = [
  ...overflowReasons.map((reason) => ({ ...reason, source: CAKE_SOURCE })),
  acceptReason('fits', 'accepted', {
    template:
      'It was put into queue {queue}, in tin {tin}. In a turn, the queue may send {grant} bytes. This is the quantum divided by {load}, the number of busy queues of its host.',
    steps: ['grant = quantumBytes / load'],
    source: CAKE_SOURCE,
  }),
  ...cobaltReasons,
];

class CakeQueues extends FlowQueueing<PartsValues> {
  private readonly tinQueues: TinQueues;
  /** By tin. */
  private readonly laws: readonly CobaltLaw[];
  /** By class: its tin. */
  private readonly tinOfClass: Uint8Array;
  /** By tin: its group, the first kind of traffic in it. */
  private readonly groups: readonly number[];
  /** The tin whose queue the law processed last. */
  private lastTin = 0;

  constructor(host: PolicyHost, values: PartsValues) {
    const tins = TINS_BY_MODE[values.tins];
    const shares = tins.map(({ share }) => share);
    const tinQueues = new TinQueues(host, values, values.quantumBytes, shares);
    super(host, 'rfc', values, tinQueues);
    this.tinQueues = tinQueues;
    this.groups = tins.map(({ kinds }) => kinds[0]);
    this.laws = shares.map((share) => new CobaltLaw(host, tinQueues.fifos, reasons, lawValues(values), share));
    this.tinOfClass = Uint8Array.from({ length: 256 }, (_, index) =>
      tins.findIndex(({ kinds }) => kinds.includes(trafficKind(values.tinOfClass, index))),
    );
    tinQueues.dividesHosts = values.isolation === 'hosts';
  }

  override configure(values: PartsValues): void {
    super.configure(values);
    this.tinQueues.dividesHosts = values.isolation === 'hosts';
    for (const law of this.laws) law.configure(lawValues(values));
  }

  override signals(into: Float64Array): void {
    into[0] = this.laws[this.lastTin].sojournMs;
    into[1] = this.flows.activeCount;
  }

  /** The tin whose turn it is, and then the others, the highest first; in a tin new queues, then old ones. */
  override listBuffers(into: Float64Array): number {
    const inTurn = this.tinQueues.tinInTurn();
    let rows = inTurn < 0 ? 0 : this.listTin(into, inTurn, 0);
    for (let tin = this.laws.length - 1; tin >= 0; tin--) if (tin !== inTurn) rows = this.listTin(into, tin, rows);
    return rows;
  }

  protected override queueOf(packet: number): number {
    const { flow, classIndex } = this.host.packets;
    return this.tinQueues.queueIn(this.tinOfClass[classIndex[packet]], flow[packet]);
  }

  protected override activate(queue: number, packet: number): void {
    this.tinQueues.activateFor(queue, this.host.packets.classIndex[packet]);
  }

  protected override dequeueFrom(queue: number): number {
    this.lastTin = this.tinQueues.tinOf(queue);
    return this.laws[this.lastTin].dequeue(queue);
  }

  protected override onQueueFull(queue: number): void {
    this.laws[this.tinQueues.tinOf(queue)].onQueueFull(queue);
  }

  protected override onOverload(queue: number): void {
    this.laws[this.tinQueues.tinOf(queue)].onOverload(queue);
  }

  /**
   * Writes the queues of a tin after the existing rows.
   * @returns the new number of rows
   */
  private listTin(into: Float64Array, tin: number, startIndex: number): number {
    const { tinQueues, host } = this;
    const maxRows = Math.floor(into.length / BUFFER_STRIDE);
    let rows = startIndex;
    for (const list of [TurnList.new, TurnList.old])
      for (
        let queue = tinQueues.firstIn(tin, list);
        queue >= 0 && rows < maxRows;
        queue = tinQueues.queueAfter(queue)
      ) {
        const offset = BUFFER_STRIDE * rows++;
        writeQueueRow(into, offset, host, tinQueues.fifos, queue);
        into[offset + BufferColumn.turn] = list;
        into[offset + BufferColumn.creditBytes] = tinQueues.creditBytes[queue];
        into[offset + BufferColumn.group] = 1 + this.groups[tin];
      }
    return rows;
  }

  protected override explainFits(queue: number, packet: number): void {
    const { host, tinQueues } = this;
    const tin = tinQueues.tinOf(queue);
    const load = tinQueues.hostLoad(tin, host.packets.classIndex[packet]);
    const { byteCounts } = tinQueues.fifos;
    const bytes = host.packets.bytes[packet];
    const grant = tinQueues.quantumBytes / load;
    host.explanation.tell({ queue, tin, load, grant, queueBytes: byteCounts[queue], bytes });
  }
}

/** The kind of traffic of a class. */
function trafficKind(list: number | readonly number[], index: number): number {
  if (typeof list === 'number') return Math.round(list);
  return list.length === 0 ? BEST_EFFORT : Math.round(list[index % list.length]);
}

function lawValues(values: PartsValues) {
  return { ...values, variant: 'cake' as const, blueThresholdMs: Number.POSITIVE_INFINITY };
}

export const cakeParts = packetPolicy({
  id: 'cake-parts',
  name: 'CAKE parts',
  summary:
    'Parts of CAKE: equal shares for hosts and then for their flows, tins for voice, video and bulk traffic, and COBALT in each queue.',
  source: 'Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, sch_cake',
  order: 'flow',
  isSuperseded: true,
  parameters,
  caution: cobaltCaution,
  reasons,
  quantities: {
    ...flowQueueQuantities,
    ...cobaltQuantities,
    tin: { symbol: 'j', meaning: 'number of its tin; 0 has the lowest priority', unit: '' },
    load: {
      symbol: 'n_h',
      meaning: 'busy queues of its host in this tin (at least 1; 1 if no other host has queues there)',
      unit: '',
    },
    grant: { symbol: 'q', meaning: 'share of this queue in the quantum of its host', unit: 'bytes' },
    fourPackets: {
      symbol: 't_4',
      meaning: 'time to send four of the largest packets at the rate of its tin',
      unit: 'ms',
    },
  },
  hints: { ...headLawHints, groups: ['best effort', 'bulk', 'video', 'voice'] },
  create: (host, values) => new CakeQueues(host, values),
});
