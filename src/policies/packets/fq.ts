/**
 * fq of Linux, the scheduler of hosts: a queue for each flow, served in turns, and a largest rate for each flow. It has
 * no law against long queues.
 * Source: Linux 7.2, net/sched/sch_fq.c; tc-fq(8). Packets have no departure times of their own here, all have the same
 * priority, and a flow has no socket with a rate: senders that pace do so before the queue.
 */

import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import { BUFFER_STRIDE } from '../../engine/contract/policy-tables.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { booleanParameter } from '../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById, markReason } from '../mechanisms/reasons.ts';
import { Fifo } from './mechanisms/fifo.ts';
import { Fifos } from './mechanisms/fifos.ts';
import { quantumParameter, queueOfFlow, queueParameters, writeQueueRow } from './mechanisms/flow-queues.ts';
import { BANDS, FqLists, NEW_FLOWS, OLD_FLOWS } from './mechanisms/linux/fq-lists.ts';
import { kernelHzParameter } from './mechanisms/linux/kernel-ticks.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PolicyWithQueues } from './mechanisms/policy-with-queues.ts';
import { ringSignals } from './mechanisms/queue-ring.ts';

const LINUX_SOURCE = 'Linux, sch_fq';
const MAN_SOURCE = `${LINUX_SOURCE}; tc-fq(8)`;

const parameters = {
  limit: integerParameter('Limit', 'packets', [1, 1e6, 100], {
    symbol: 'limit',
    default: 10_000,
    primary: true,
    help: 'Packets that may wait in the queues of all flows together. The packet in transmission does not count, and the buffer of the scenario does not matter.',
    source: MAN_SOURCE,
  }),
  flowLimit: integerParameter('Limit of a flow', 'packets', [1, 1e6, 10], {
    symbol: 'flow_limit',
    default: 100,
    primary: true,
    help: 'Packets that may wait in the queue of one flow.',
    source: MAN_SOURCE,
  }),
  quantumBytes: {
    ...quantumParameter.quantumBytes,
    max: 1_048_576,
    default: 3028,
    help: 'Bytes that a flow may send in one turn. It sends a packet while any credit is left. Linux takes two MTU with the header of the link layer.',
    source: MAN_SOURCE,
  },
  initialQuantumBytes: integerParameter('First quantum', 'bytes', [0, 2_147_483_647, 1000], {
    default: 15_140,
    help: 'Bytes that a flow may send in its first turn. Linux takes ten MTU with the header of the link layer.',
    source: MAN_SOURCE,
  }),
  maxRateBps: numberParameter('Largest rate of a flow', 'bit/s', [0, 34e9, 1e5], {
    symbol: 'maxrate',
    default: 0,
    primary: true,
    help: 'A flow sends no faster than this rate, also while the link is free. With 0 there is no such limit.',
    source: MAN_SOURCE,
  }),
  lowRateBps: numberParameter('Low rate', 'bit/s', [0, 34e9, 1e5], {
    symbol: 'low_rate_threshold',
    default: 550e3,
    help: 'At this rate or a lower one, the distance after each packet depends on its size. Above it, a flow sends a quantum at once.',
    source: MAN_SOURCE,
  }),
  refillDelayMs: numberParameter('Rest before a new credit', 'ms', [0, 10_000, 10], {
    default: 40,
    help: 'A flow whose queue was empty for longer than this time begins again with a quantum, if it has less left.',
    source: MAN_SOURCE,
  }),
  ceThresholdMs: numberParameter('Threshold for marks', 'ms', [0, 4_294_967, 1], {
    symbol: 'ce_threshold',
    default: 4_294_967,
    help: 'Packets of ECN-capable senders that waited longer are marked. The default is more than an hour: no marks.',
    source: MAN_SOURCE,
  }),
  kernelHz: {
    ...kernelHzParameter,
    help: 'The ticks of the kernel’s clock. The rest before a new credit is counted in whole ticks, rounded up.',
    source: LINUX_SOURCE,
  },
  pacing: booleanParameter('Pace flows', {
    default: true,
    help: 'Off: the largest rate of a flow does not count.',
    source: MAN_SOURCE,
  }),
  timerSlackUs: numberParameter('Slack of the timer', 'µs', [0, 4_294_967, 1], {
    default: 10,
    help: 'The timer for the next flow may come late by this time.',
    source: MAN_SOURCE,
  }),
  ...queueParameters,
} as const satisfies ParameterSchema;

type FqValues = ValuesOf<typeof parameters>;

const reasons = [
  acceptReason('fast', 'accepted in the fast queue', {
    template:
      'No flow had a packet that could leave, and {fastPackets} packets waited in the queue that all flows share: it was put there.',
    steps: ['fastPackets < 8'],
    source: LINUX_SOURCE,
  }),
  acceptReason('fits', 'accepted', {
    template: 'It was put into the queue of its flow, {queue}, behind {ownPackets} packets.',
    source: LINUX_SOURCE,
  }),
  dropReason('limit', 'limit of all flows', {
    template: '{heldPackets} packets waited in the queues of flows, and the limit is {limit}: dropped.',
    steps: ['heldPackets >= limit'],
    source: LINUX_SOURCE,
  }),
  dropReason('flow-limit', 'limit of the flow', {
    template: '{ownPackets} packets of its flow waited, and the limit of a flow is {flowLimit}: dropped.',
    steps: ['ownPackets >= flowLimit'],
    source: LINUX_SOURCE,
  }),
  markReason('late-mark', 'marked: waited too long', {
    template: 'It left {late} ms after it could have left, more than the threshold, {ceThresholdMs} ms: marked.',
    steps: ['late > ceThresholdMs'],
    source: LINUX_SOURCE,
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

/** Packets that the shared queue holds. */
const MAX_FAST_PACKETS = 8;
/** Bytes of the bands' turns, and the band of usual packets. */
const BAND_BYTES = [589_824, 196_608, 65_536] as const;
const USUAL_BAND = 1;
const NO_FLOW = -1;
/** A flow waits no longer than this time for its next packet. */
const MAX_WAIT_NS = 1e9;

class Fq extends PolicyWithQueues<FqValues> {
  private values: FqValues;
  /** Packets that pass all flows. */
  private readonly fastQueue: Fifo;
  private readonly fifos: Fifos;
  private readonly lists: FqLists;
  /** By flow: bytes that it may still send in this turn. */
  private readonly creditBytes: Float64Array;
  /** By flow: it exists; it is in a list or waits for its time; when it left its list (jiffies). */
  private readonly knownFlows: Uint8Array;
  private readonly listedFlows: Uint8Array;
  private readonly restsSince: Float64Array;
  private activeCount = 0;
  private presentBand = 0;
  private readonly bandCredit = new Float64Array(BANDS);
  /** Earliest time for which the timer was set, ns; Infinity if it is not set. */
  private timerNs = Number.POSITIVE_INFINITY;

  constructor(host: PolicyHost, values: FqValues) {
    const fastQueue = new Fifo(host.packets);
    const fifos = new Fifos(host.packets, values.queues);
    super(host, [fastQueue, fifos]);
    this.values = values;
    this.fastQueue = fastQueue;
    this.fifos = fifos;
    this.lists = new FqLists(values.queues);
    this.creditBytes = new Float64Array(values.queues);
    this.knownFlows = new Uint8Array(values.queues);
    this.listedFlows = new Uint8Array(values.queues);
    this.restsSince = new Float64Array(values.queues);
  }

  configure(values: FqValues): void {
    this.values = values;
  }

  enqueue(packet: number): number {
    const { host, fifos, values, lists } = this;
    if (fifos.packetCount >= values.limit) {
      if (host.explaining) host.explanation.tell({ heldPackets: fifos.packetCount });
      return REASON.limit;
    }
    if (this.takesFastQueue()) {
      if (host.explaining) host.explanation.tell({ fastPackets: this.fastQueue.packetCount });
      this.fastQueue.push(packet);
      return REASON.fast;
    }
    const flow = queueOfFlow(host.packets.flow[packet], values.queues, values.hash);
    if (this.knownFlows[flow] === 0) this.create(flow);
    const ownPackets = fifos.packetCounts[flow];
    if (host.explaining) host.explanation.tell({ queue: flow, ownPackets });
    if (ownPackets >= values.flowLimit) return REASON['flow-limit'];
    if (this.listedFlows[flow] === 0) {
      this.listedFlows[flow] = 1;
      lists.append(flow, NEW_FLOWS);
      if (this.jiffies > this.restsSince[flow] + this.refillTicks)
        this.creditBytes[flow] = Math.max(this.creditBytes[flow], values.quantumBytes);
    }
    lists.band[flow] = USUAL_BAND;
    if (ownPackets === 0) this.activeCount++;
    fifos.push(flow, packet);
    return REASON.fits;
  }

  dequeue(): number {
    const { fastQueue, lists, host } = this;
    if (fastQueue.packetCount > 0) return fastQueue.shift();
    if (this.fifos.packetCount === 0) return NO_PACKET;
    lists.release(host.nowNs);
    for (;;) {
      const band = this.nextBand();
      if (band < 0) {
        this.setTimer(lists.nextTimeNs);
        return NO_PACKET;
      }
      const packet = this.serve(band);
      if (packet !== NO_PACKET) return packet;
    }
  }

  wake(): void {
    this.timerNs = Number.POSITIVE_INFINITY;
  }

  signals(into: Float64Array): void {
    into[0] = this.activeCount;
  }

  listBuffers(into: Float64Array): number {
    const { fifos } = this;
    const maxRows = Math.floor(into.length / BUFFER_STRIDE);
    let rows = 0;
    for (let index = 0; index < fifos.usedCount && rows < maxRows; index++) {
      const flow = fifos.usedQueues[index];
      if (fifos.packetCounts[flow] > 0) writeQueueRow(into, BUFFER_STRIDE * rows++, this.host, fifos, flow);
    }
    return rows;
  }

  /** Timer ticks of the kernel. */
  private get jiffies(): number {
    return Math.floor(this.host.nowNs / (1e9 / Number(this.values.kernelHz)));
  }

  private get refillTicks(): number {
    const microseconds = Math.round(this.values.refillDelayMs * 1000);
    return Math.ceil((microseconds * Number(this.values.kernelHz)) / 1e6);
  }

  /** Bytes per second of a flow; Infinity without a limit. */
  private get maxBytesPerSecond(): number {
    const { maxRateBps } = this.values;
    return maxRateBps > 0 ? Math.max(1, Math.floor(maxRateBps / 8)) : Number.POSITIVE_INFINITY;
  }

  /** `fq_fastpath_check()`: no flow could send now, and none has a largest rate. */
  private takesFastQueue(): boolean {
    const { fastQueue, fifos, lists, host, values } = this;
    if (values.maxRateBps > 0) return false;
    if (fastQueue.packetCount + fifos.packetCount === 0) return true;
    return (
      this.activeCount === lists.throttledCount &&
      fastQueue.packetCount < MAX_FAST_PACKETS &&
      lists.nextTimeNs > host.nowNs
    );
  }

  private create(flow: number): void {
    this.knownFlows[flow] = 1;
    this.creditBytes[flow] = this.values.initialQuantumBytes;
    this.rest(flow);
  }

  /** The flow is in no list. The kernel marks this by an odd number. */
  private rest(flow: number): void {
    const { jiffies } = this;
    this.listedFlows[flow] = 0;
    this.restsSince[flow] = jiffies % 2 === 0 ? jiffies + 1 : jiffies;
  }

  /** The band whose turn it is, with its credit; -1 if no flow may send. */
  private nextBand(): number {
    const { bandCredit, lists } = this;
    for (let tries = 0; ; tries++) {
      const band = this.presentBand;
      const hasFlows = lists.first(band, NEW_FLOWS) !== NO_FLOW || lists.first(band, OLD_FLOWS) !== NO_FLOW;
      if (hasFlows && bandCredit[band] > 0) return band;
      if (tries >= BANDS && !this.hasListedFlows()) return NO_FLOW;
      this.presentBand = (band + 1) % BANDS;
      const bytes = BAND_BYTES[this.presentBand];
      bandCredit[this.presentBand] = Math.min(bandCredit[this.presentBand] + bytes, bytes);
    }
  }

  private hasListedFlows(): boolean {
    const { lists } = this;
    for (let band = 0; band < BANDS; band++)
      if (lists.first(band, NEW_FLOWS) !== NO_FLOW || lists.first(band, OLD_FLOWS) !== NO_FLOW) return true;
    return false;
  }

  /** The first flow of a band sends a packet, or loses its turn. */
  private serve(band: number): number {
    const { lists, fifos, host, creditBytes, values } = this;
    const list = lists.first(band, NEW_FLOWS) === NO_FLOW ? OLD_FLOWS : NEW_FLOWS;
    const flow = lists.first(band, list);
    if (creditBytes[flow] <= 0) {
      creditBytes[flow] = creditBytes[flow] + values.quantumBytes;
      lists.shift(band, list);
      lists.append(flow, OLD_FLOWS);
      return NO_PACKET;
    }
    const head = fifos.headOf(flow);
    if (head === NO_PACKET) {
      lists.shift(band, list);
      // A new flow passes through the old ones once more, so that it cannot starve them.
      if (list === NEW_FLOWS) lists.append(flow, OLD_FLOWS);
      else this.rest(flow);
      return NO_PACKET;
    }
    const dueNs = Math.max(host.packets.arrivedNs[head], lists.timeNextNs[flow]);
    if (host.nowNs < dueNs) {
      lists.shift(band, list);
      lists.timeNextNs[flow] = dueNs;
      lists.throttle(flow);
      return NO_PACKET;
    }
    const packet = fifos.shift(flow);
    this.markIfLate(packet, dueNs);
    if (fifos.packetCounts[flow] === 0) this.activeCount--;
    const bytes = host.packets.bytes[packet];
    creditBytes[flow] = creditBytes[flow] - bytes;
    this.bandCredit[band] = this.bandCredit[band] - bytes;
    if (values.pacing) this.pace(flow, bytes);
    return packet;
  }

  private markIfLate(packet: number, dueNs: number): void {
    const { host, values } = this;
    const lateNs = host.nowNs - dueNs;
    const flags = host.packets.flags[packet];
    if (lateNs <= values.ceThresholdMs * 1e6 || (flags & PacketFlag.ect) === 0 || (flags & PacketFlag.ce) !== 0) return;
    if (host.explaining) host.explanation.tell({ late: lateNs / 1e6 });
    host.mark(packet, REASON['late-mark']);
  }

  /** Sets the time of the flow's next packet. */
  private pace(flow: number, bytes: number): void {
    const { lists, host, values, creditBytes, maxBytesPerSecond } = this;
    let chargedBytes = bytes;
    if (maxBytesPerSecond <= Math.floor(values.lowRateBps / 8)) creditBytes[flow] = 0;
    else {
      chargedBytes = Math.max(bytes, values.quantumBytes);
      if (creditBytes[flow] > 0) return;
    }
    if (maxBytesPerSecond === Number.POSITIVE_INFINITY) return;
    let waitNs = Math.min(MAX_WAIT_NS, Math.floor((chargedBytes * 1e9) / maxBytesPerSecond));
    // A late timer is made up for, up to a half.
    if (lists.timeNextNs[flow] > 0) waitNs -= Math.min(Math.floor(waitNs / 2), host.nowNs - lists.timeNextNs[flow]);
    lists.timeNextNs[flow] = host.nowNs + waitNs;
  }

  /** The timer comes at the end of its slack. One that is set for a time within the slack stays. */
  private setTimer(timeNs: number): void {
    const slackNs = this.values.timerSlackUs * 1e3;
    if (timeNs === Number.POSITIVE_INFINITY) return;
    if (this.timerNs >= timeNs && this.timerNs <= timeNs + slackNs) return;
    this.timerNs = timeNs;
    this.host.wakeAt(Math.max(this.host.nowNs, Math.round(timeNs + slackNs)));
  }
}

export const fq = packetPolicy({
  id: 'fq',
  name: 'fq',
  summary: 'Gives each flow a queue of its own, serves new flows first, and can limit the rate of each flow.',
  source: 'Linux, sch_fq',
  order: 'flow',
  workConserving: false,
  parameters,
  // It has its own limit, not the buffer of the scenario.
  mayOverfill: () => true,
  // That of a flow binds first, unless a single flow may fill all.
  ownLimit: ({ limit, flowLimit }) =>
    limit <= flowLimit
      ? { parameter: 'limit', unit: 'packets' }
      : { parameter: 'flowLimit', unit: 'packets', isPerQueue: true },
  reasons,
  quantities: {
    fastPackets: {
      symbol: 'x_f',
      meaning: 'in the queue that all flows share, before the packet arrived',
      unit: 'packets',
    },
    queue: { symbol: 'i', meaning: 'number of its queue', unit: '' },
    ownPackets: { symbol: 'x', meaning: 'in its queue before the packet arrived', unit: 'packets' },
    heldPackets: { symbol: 'X', meaning: 'in the queues of all flows before the packet arrived', unit: 'packets' },
    late: { symbol: 't_l', meaning: 'time since it could have left', unit: 'ms' },
  },
  hints: {
    lens: 'buffers',
    rows: { by: 'flow' },
    thresholds: [bufferThreshold],
    signals: ringSignals,
  },
  create: (host, values) => new Fq(host, values),
});
