/**
 * Several buffers before one link. Each arriving packet goes to its buffer. Each buffer accepts packets up to its share
 * of the whole. Weighted round robin serves the buffers. With a discard rule, packets that a loss has made useless are
 * refused. A policy has a buffer for each flow or for each class. The share of a buffer depends on its number of flows.
 * Source: Bhattacharjee & McKinnon, section 2.3.
 */

import type { DrawingHints, SignalHint } from '../../../engine/contract/drawing.ts';
import type { Operands, Quantities } from '../../../engine/contract/explanation.ts';
import {
  NO_PACKET,
  type PacketPolicyDefinition,
  type PolicyHost,
  type Reason,
} from '../../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn } from '../../../engine/contract/policy-tables.ts';
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../../mechanisms/reasons.ts';
import { bufferStep } from './buffer-steps.ts';
import {
  DiscardBit,
  type DiscardOptions,
  DiscardRule,
  OWN_VIDEO_FRAME_BIT,
  type ReopeningPacket,
} from './discard-rule.ts';
import { Fifo } from './fifo.ts';
import { packetPolicy } from './packet-policy.ts';
import { PolicyWithQueues } from './policy-with-queues.ts';
import { waitingBufferQuantities } from './waiting-quantities.ts';
import { WeightedRoundRobin } from './weighted-round-robin.ts';

export const schedulerParameters = {
  roundRobin: choiceParameter('Unit of a turn', {
    options: { bytes: 'bytes', packets: 'packets' },
    default: 'bytes',
    live: false,
    help: 'The quantum of weighted round robin is counted in this unit. Counting packets favours buffers with large packets.',
    source: 'Bhattacharjee & McKinnon, section 2.3, does not say',
  }),
  quantumBytes: integerParameter('Mean quantum', 'bytes', [64, 65_000, 64], {
    default: 576,
    help: 'Amount that a buffer of average weight may send in one turn. With a smaller quantum, the turns are shorter, but the policy takes more steps.',
  }),
} as const satisfies ParameterSchema;

export const bFrameDiscardParameter = {
  dropRestOfB: booleanParameter('Drop the rest of a B frame', {
    default: false,
    help: 'Refuse the rest of a B frame that lost a packet. The router must remember this in a third bit. The router of the paper has only two.',
    source: 'Bhattacharjee & McKinnon, section 2.3: two bits',
  }),
} as const satisfies ParameterSchema;

/** The last two only with a discard rule. */
type FairValues = ValuesOf<typeof schedulerParameters> &
  Partial<ValuesOf<typeof bFrameDiscardParameter> & { readonly reopenOn: ReopeningPacket }>;

interface FairOptions {
  readonly bufferOwners: 'flows' | 'classes';
  /** True: every buffer has the same weight. False: the weight is its share of the offered traffic. */
  readonly hasEqualWeights: boolean;
  readonly hasDiscardRule: boolean;
}

/** The reason of a refusal of the discard rule. */
function refusalReason(refusal: number): number {
  if (refusal === DiscardBit.intra) return REASON['needs-i'];
  if (refusal === DiscardBit.predicted) return REASON['needs-p'];
  return refusal === OWN_VIDEO_FRAME_BIT ? REASON['rest-of-frame'] : REASON['rest-of-b'];
}

/** Content and capacity of one of several buffers; `buffer-steps.ts` has them for a single buffer. */
const ownBufferQuantities: Quantities = {
  ...waitingBufferQuantities,
  heldPackets: { symbol: 'x_i', meaning: 'waiting in its buffer when this packet arrived', unit: 'packets' },
  heldBytes: { symbol: 'x_i', meaning: 'waiting in its buffer when this packet arrived', unit: 'bytes' },
  limitPackets: { symbol: 'b_i', meaning: 'capacity of its buffer', unit: 'packets' },
  limitBytes: { symbol: 'b_i', meaning: 'capacity of its buffer', unit: 'bytes' },
  wholePackets: { symbol: 'B', meaning: 'capacity of all buffers together', unit: 'packets' },
  wholeBytes: { symbol: 'B', meaning: 'capacity of all buffers together', unit: 'bytes' },
  owners: { symbol: 'f_i', meaning: 'flows that share its buffer', unit: '' },
  flows: { symbol: 'F', meaning: 'flows of all buffers', unit: '' },
  lostFrame: { symbol: 'k', meaning: 'number of the frame that lost a packet', unit: '' },
  lostFlow: { symbol: 'j', meaning: 'flow of the frame that lost a packet', unit: '' },
};

export const bufferReasons = [
  acceptReason('fits', 'accepted', {
    template: 'There was room in its buffer.',
  }),
  dropReason('full', 'buffer full', {
    template: 'Its buffer was full: the packet did not fit.',
  }),
] as const satisfies readonly Reason[];

const SOURCE = 'Bhattacharjee & McKinnon, section 2.3';

export const discardReasons = [
  ...bufferReasons,
  dropReason('needs-i', 'its I frame was lost', {
    template:
      'I frame {lostFrame} of flow {lostFlow} lost a packet here: no video is accepted until another I frame ends the refusal.',
    source: SOURCE,
  }),
  dropReason('needs-p', 'its P frame was lost', {
    template:
      'P frame {lostFrame} of flow {lostFlow} lost a packet here: frames that need it are refused until another I or P frame ends the refusal.',
    source: SOURCE,
  }),
  dropReason('rest-of-b', 'rest of a lost B frame', {
    template: 'B frame {lostFrame} of flow {lostFlow} lost a packet here: the rest of the frame is useless.',
    source: 'An option of our own',
  }),
] as const satisfies readonly Reason[];

/**
 * If the flows of a class share the bits, a frame of another flow may clear them while the lost frame is still being
 * sent.
 */
export const classDiscardReasons = [
  ...discardReasons,
  dropReason('rest-of-frame', 'rest of a lost frame', {
    template:
      'Its own frame {lostFrame} of flow {lostFlow} lost a packet here: the rest of the frame is useless, although other video is accepted again.',
    source: SOURCE,
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(classDiscardReasons);

/** The costs that the paper counts in its Tables 2 to 4, measured. */
const costSignals = [
  { id: 'buffers', label: 'buffers', unit: '', axis: 'own' },
  { id: 'discardBits', label: 'discard bits', unit: 'bits', axis: 'own' },
  { id: 'sortSteps', label: 'sorting', unit: 'steps per packet', axis: 'own', isSinceStart: true },
  { id: 'discardSteps', label: 'discard tests', unit: 'steps per packet', axis: 'own', isSinceStart: true },
  { id: 'scheduleSteps', label: 'scheduling', unit: 'buffers checked per packet', axis: 'own', isSinceStart: true },
] as const satisfies readonly SignalHint[];

const SIGNAL_INDEX = indexById(costSignals);

export const bufferHints: DrawingHints = {
  lens: 'buffers',
  thresholds: [{ parameter: 'buffer', symbol: 'buffer', style: 'high' }],
  signals: costSignals,
};

interface FairPolicy
  extends Omit<FairOptions, 'hasEqualWeights'>,
    Pick<PacketPolicyDefinition, 'id' | 'name' | 'summary' | 'reasons'> {
  readonly parameters: typeof schedulerParameters;
  /** Summary of its variant with equal weights, `…/WEQ`. */
  readonly equalSummary: string;
}

/** A policy with buffers of its own for flows or classes, and its variant with equal weights. */
export function fairBuffersPolicies({
  id,
  name,
  summary,
  equalSummary,
  bufferOwners,
  hasDiscardRule,
  ...parts
}: FairPolicy): readonly [policy: PacketPolicyDefinition, equal: PacketPolicyDefinition] {
  const policyWith = (hasEqualWeights: boolean, texts: Pick<PacketPolicyDefinition, 'id' | 'name' | 'summary'>) =>
    packetPolicy({
      source: SOURCE,
      order: 'flow',
      ...parts,
      quantities: ownBufferQuantities,
      hints: { ...bufferHints, rows: { by: bufferOwners === 'flows' ? 'flow' : 'class' } },
      ...texts,
      create: (host, values) => new FairBuffers(host, { bufferOwners, hasEqualWeights, hasDiscardRule }, values),
    });
  const equalTexts = { id: `${id}-weq`, name: `${name}/WEQ`, summary: equalSummary, parametersOf: id };
  return [policyWith(false, { id, name, summary }), policyWith(true, equalTexts)];
}

class FairBuffers extends PolicyWithQueues<FairValues> {
  private readonly options: FairOptions;
  private readonly fifos: Fifo[];
  /**
   * By buffer: its class and flow (-1 for all of the class), and the numbers of packets refused because it is full and
   * because they are useless.
   */
  private readonly classByBuffer: number[] = [];
  private readonly flowByBuffer: number[] = [];
  private readonly fullDropCounts: number[] = [];
  private readonly refusedCounts: number[] = [];
  private readonly scheduler: WeightedRoundRobin;
  private readonly rule: DiscardRule | undefined;
  /** Buffer of each flow or class, -1 before its first packet. */
  private readonly bufferByOwner: number[] = [];
  /** By class, for one of its buffers: its share of the total, and its quantum. */
  private readonly shares: number[] = [];
  /** Number of flows of all classes, at least 1: the shares are parts of it. */
  private flowCount = 1;
  private readonly quanta: number[] = [];
  private values: FairValues;
  private offeredPackets = 0;

  constructor(host: PolicyHost, options: FairOptions, values: FairValues) {
    const fifos: Fifo[] = [];
    super(host, fifos);
    this.fifos = fifos;
    this.options = options;
    this.values = values;
    this.scheduler = new WeightedRoundRobin(this.fifos, values.roundRobin === 'packets');
    if (options.hasDiscardRule) this.rule = new DiscardRule(host.packets, this.discardOptions(values));
    this.updateSharesAndQuanta();
  }

  enqueue(packet: number): number {
    const { host, rule } = this;
    this.offeredPackets++;
    const buffer = this.findBuffer(packet);
    const refusal = rule === undefined ? 0 : rule.judgeArrival(packet, buffer);
    const bytes = host.packets.bytes[packet];
    const fifo = this.fifos[buffer];
    const share = this.shares[this.classByBuffer[buffer]];
    const isFull = fifo.byteCount + bytes > share * host.limitBytes || fifo.packetCount + 1 > share * host.limitPackets;
    if (host.explaining) this.explain(buffer, bytes, share, refusal === 0 ? isFull : undefined);
    if (refusal !== 0) {
      if (refusal === OWN_VIDEO_FRAME_BIT && host.explaining) this.blameOwnFrame(packet);
      this.refusedCounts[buffer] = this.refusedCounts[buffer] + 1;
      return refusalReason(refusal);
    }
    if (isFull) {
      this.fullDropCounts[buffer] = this.fullDropCounts[buffer] + 1;
      rule?.onLost(packet, buffer);
      return REASON.full;
    }
    if (fifo.packetCount === 0) this.scheduler.activate(buffer);
    fifo.push(packet);
    return REASON.fits;
  }

  dequeue(): number {
    const { scheduler } = this;
    const buffer = scheduler.next();
    if (buffer < 0) return NO_PACKET;
    scheduler.charge(buffer);
    const packet = this.fifos[buffer].shift();
    scheduler.onSent(buffer);
    return packet;
  }

  /** Also called when the number of flows changes, because shares and weights depend on it. */
  configure(values: FairValues): void {
    this.values = values;
    if (this.rule !== undefined) this.rule.options = this.discardOptions(values);
    this.updateSharesAndQuanta();
  }

  signals(into: Float64Array): void {
    const packets = Math.max(1, this.offeredPackets);
    into[SIGNAL_INDEX.buffers] = this.fifos.length;
    into[SIGNAL_INDEX.discardBits] = this.rule?.stateBits ?? 0;
    // A packet finds its buffer with one table access, for any number of buffers.
    into[SIGNAL_INDEX.sortSteps] = 1;
    into[SIGNAL_INDEX.discardSteps] = (this.rule?.comparisonCount ?? 0) / packets;
    into[SIGNAL_INDEX.scheduleSteps] = this.scheduler.checkedBufferCount / packets;
  }

  listBuffers(into: Float64Array): number {
    const rows = Math.min(this.fifos.length, Math.floor(into.length / BUFFER_STRIDE));
    for (let row = 0; row < rows; row++) {
      const fifo = this.fifos[row];
      const offset = row * BUFFER_STRIDE;
      const classIndex = this.classByBuffer[row];
      into.fill(0, offset, offset + BUFFER_STRIDE);
      into[offset + BufferColumn.flow] = this.flowByBuffer[row];
      into[offset + BufferColumn.classIndex] = classIndex;
      into[offset + BufferColumn.waitingPackets] = fifo.packetCount;
      into[offset + BufferColumn.waitingBytes] = fifo.byteCount;
      into[offset + BufferColumn.share] = this.shares[classIndex];
      into[offset + BufferColumn.discardBits] = this.rule?.bits[row] ?? 0;
      into[offset + BufferColumn.fullPackets] = this.fullDropCounts[row];
      into[offset + BufferColumn.refusedPackets] = this.refusedCounts[row];
    }
    return rows;
  }

  private findBuffer(packet: number): number {
    const { packets } = this.host;
    const classIndex = packets.classIndex[packet];
    const flow = this.options.bufferOwners === 'flows' ? packets.flow[packet] : -1;
    const key = flow < 0 ? classIndex : flow;
    while (this.bufferByOwner.length <= key) this.bufferByOwner.push(-1);
    const knownBuffer = this.bufferByOwner[key];
    if (knownBuffer >= 0) return knownBuffer;
    const buffer = this.fifos.push(new Fifo(packets)) - 1;
    this.bufferByOwner[key] = buffer;
    this.classByBuffer.push(classIndex);
    this.flowByBuffer.push(flow);
    this.fullDropCounts.push(0);
    this.refusedCounts.push(0);
    this.rule?.addBuffer();
    this.scheduler.setQuantum(buffer, this.quanta[classIndex]);
    return buffer;
  }

  /** Sets the share of every buffer, by its flows, and its quantum, by its weight. */
  private updateSharesAndQuanta(): void {
    const { traffic } = this.host;
    const isPerFlow = this.options.bufferOwners === 'flows';
    let totalFlowCount = 0;
    let totalRateBps = 0;
    let totalBufferCount = 0;
    for (let index = 0; index < traffic.classes; index++) {
      const count = traffic.flowsOf(index);
      totalFlowCount += count;
      totalRateBps += count * this.classRateBps(index);
      totalBufferCount += isPerFlow ? count : count > 0 ? 1 : 0;
    }
    this.flowCount = Math.max(1, totalFlowCount);
    const { quantumBytes, roundRobin } = this.values;
    const mean = roundRobin === 'packets' ? 1 : quantumBytes;
    for (let index = 0; index < traffic.classes; index++) {
      const owners = isPerFlow ? 1 : traffic.flowsOf(index);
      const weight =
        this.options.hasEqualWeights || !(totalRateBps > 0)
          ? 1
          : (this.classRateBps(index) * owners * totalBufferCount) / totalRateBps;
      this.shares[index] = owners / this.flowCount;
      // Waiting packets of removed flows are still sent.
      this.quanta[index] = Math.max(mean * weight, mean / 100);
    }
    for (const [buffer, classIndex] of this.classByBuffer.entries())
      this.scheduler.setQuantum(buffer, this.quanta[classIndex]);
  }

  /** Rate in the weight of a flow; an adaptive flow counts as an equal part of the link. */
  private classRateBps(classIndex: number): number {
    const rate = this.host.traffic.meanRateBpsOf(classIndex);
    return Number.isNaN(rate) ? this.host.rateBps / Math.max(1, this.host.traffic.flowsOf(classIndex)) : rate;
  }

  private discardOptions({ reopenOn = 'frameStart', dropRestOfB = false }: FairValues): DiscardOptions {
    const coversClass = this.options.bufferOwners === 'classes';
    return { coversClass, reopenOn, coversRestOfB: dropRestOfB };
  }

  /** @param isFull whether there is no room; undefined if the packet was refused before this test */
  private explain(buffer: number, bytes: number, share: number, isFull: boolean | undefined): void {
    const { host, rule, flowCount } = this;
    const fifo = this.fifos[buffer];
    const owners = Math.round(share * flowCount);
    const countsBytes = Number.isFinite(host.limitBytes);
    const room: Operands = countsBytes
      ? { heldBytes: fifo.byteCount, wholeBytes: host.limitBytes, limitBytes: share * host.limitBytes }
      : { heldPackets: fifo.packetCount, wholePackets: host.limitPackets, limitPackets: share * host.limitPackets };
    const lossOperands = { lostFrame: rule?.lostVideoFrames[buffer] ?? -1, lostFlow: rule?.lostFlows[buffer] ?? -1 };
    const step = countsBytes
      ? 'limitBytes = wholeBytes * owners / flows'
      : 'limitPackets = wholePackets * owners / flows';
    const steps = isFull === undefined ? [] : [step, bufferStep(host, { isFull })];
    host.explanation.tell({ ...room, ...lossOperands, bytes, owners, flows: flowCount }, steps);
  }

  private blameOwnFrame(packet: number): void {
    const { explanation, packets } = this.host;
    const lossOperands = { lostFrame: packets.frame[packet], lostFlow: packets.flow[packet] };
    explanation.tell({ ...explanation.operands, ...lossOperands });
  }
}
