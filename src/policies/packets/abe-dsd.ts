/**
 * ABE by Duplicate Scheduling with Deadlines: a green packet waits at most d, or it is dropped. A blue packet leaves no
 * later than it would leave a flat router. A virtual queue of duplicates simulates the flat router. The bias g decides
 * how blue and green share the rest. Source: draft-hurley-alternative-best-effort-01, section 5 and appendices;
 * MODEL.md lists the corrections.
 */

import type { SignalHint } from '../../engine/contract/drawing.ts';
import type { Quantities } from '../../engine/contract/explanation.ts';
import { NO_PACKET, type PolicyHost, type Reason, type SchedulingReason } from '../../engine/contract/policy.ts';
import { CHOICE_STRIDE, ChoiceColumn, MAX_CHOICE_ROWS } from '../../engine/contract/policy-tables.ts';
import { copyIntoGrown } from '../../engine/numbers/grown-array.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { booleanParameter, choiceParameter } from '../../params/choice-parameter.ts';
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { Fifo } from './mechanisms/fifo.ts';
import {
  type FlatBasis,
  FlatDecision,
  flatConstraints,
  flatParameters,
  flatQuantities,
} from './mechanisms/flat-rule.ts';
import { BLUE_INDEX, GREEN_INDEX, GreenBias } from './mechanisms/green-bias.ts';
import { greenBoundCaution, greenBoundParameter } from './mechanisms/green-bound.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PolicyWithQueues } from './mechanisms/policy-with-queues.ts';
import { VirtualQueue } from './mechanisms/virtual-queue.ts';

const DRAFT_SOURCE = 'draft-hurley-alternative-best-effort-01';

const parameters = {
  ...greenBoundParameter,
  greenBias: numberParameter('Green bias', '', [0, 1, 0.05], {
    symbol: 'g',
    default: 1,
    primary: true,
    help: 'Probability that green goes first when both colours can wait. With 0, blue goes first, and green waits as long as its bound allows.',
    source: `${DRAFT_SOURCE}, section 5.1`,
  }),
  controlLoop: booleanParameter('Control the bias', {
    default: false,
    help: 'Adjust the bias to the rate of a TCP-friendly flow in each colour, so that green gets no more than blue. The bias starts at the value above. The control loop is our own. The draft refers to a report for it.',
    source: 'Our own; see the model notes',
  }),
  greenDrop: choiceParameter('Green is dropped', {
    options: { early: 'on arrival, by a test', late: 'when its time has expired' },
    default: 'early',
    help: 'A green packet that would be too late is dropped on arrival, or after it has waited for d.',
    source: `${DRAFT_SOURCE}, section 5`,
  }),
  dupRefusedGreen: choiceParameter('Green without duplicate', {
    options: { drop: 'dropped', keep: 'kept, as printed' },
    default: 'drop',
    help: 'Treatment of a green packet that a flat router (one queue for both colours) would have dropped. If such a packet is kept, the link must send a packet that a flat router would not send. Then blue may be late by up to the transmission time of this packet, and the queue may exceed the buffer.',
    source: `${DRAFT_SOURCE}, section 5, keeps it`,
  }),
  inequality: choiceParameter('Blue packets in the test', {
    options: { strict: 'deadline before green has left', asPrinted: 'also a deadline at that moment' },
    default: 'strict',
    help: 'Whether a blue packet can wait if its deadline is exactly the time at which the transmission of the green packet ends. In this case the draft drops green (“shorter or equal”), although green could be served in time.',
    source: `${DRAFT_SOURCE}, section 5 and appendix B`,
  }),
  countResidual: booleanParameter('Count the packet in transmission', {
    default: true,
    help: 'The test includes the remaining time of the packet in transmission. The draft does not say so. Without this time, some accepted green packets are too late.',
    source: 'Our own',
  }),
  ...flatParameters,
} as const satisfies ParameterSchema;

type AbeValues = ValuesOf<typeof parameters>;

const quantities: Quantities = {
  ...flatQuantities,
  heldPackets: { symbol: 'V', meaning: 'packets in a flat router before this packet', unit: 'packets' },
  heldBytes: { symbol: 'V', meaning: 'bytes in a flat router before this packet', unit: 'bytes' },
  rate: { symbol: 'c', meaning: 'rate of the link', unit: 'kbit/s, which is bits per ms' },
  virtualResidual: {
    symbol: 'r_v',
    meaning: 'remaining time of the packet that a flat router would be sending',
    unit: 'ms',
  },
  virtualBytes: { symbol: 'q_v', meaning: 'bytes that would wait in a flat router', unit: 'bytes' },
  wait: { symbol: 'w', meaning: 'time from its arrival', unit: 'ms' },
  residual: { symbol: 'r', meaning: 'remaining time of the packet in transmission', unit: 'ms' },
  greenBytes: { symbol: 'L_g', meaning: 'waiting green bytes', unit: 'bytes' },
  blueBytes: { symbol: 'L_b', meaning: 'blue bytes that must leave before this packet', unit: 'bytes' },
  load: { symbol: 'L', meaning: 'time to send these bytes and this packet', unit: 'ms' },
  allowed: { symbol: 'A', meaning: 'time allowed: the bound plus its own transmission time', unit: 'ms' },
  greenTime: { symbol: 'p_g', meaning: 'transmission time of the first green packet', unit: 'ms' },
  blueTime: { symbol: 'p_b', meaning: 'transmission time of the first blue packet', unit: 'ms' },
  blueDeadline: { symbol: 't_b', meaning: 'time until the first blue packet must start', unit: 'ms' },
  greenDeadline: { symbol: 't_g', meaning: 'time until the first green packet must start', unit: 'ms' },
  // Here p_b is a time: RED's probability before spreading has a bar.
  baseProbability: {
    symbol: String.raw`\bar p_b`,
    meaning: 'probability before the drops are spread evenly',
    unit: '',
  },
  bias: { symbol: 'g', meaning: 'green bias now', unit: '' },
};

const reasons = [
  acceptReason('blue', 'accepted', {
    template: 'In a flat router (one queue for both colours) it would start in {wait} ms: this is its deadline.',
  }),
  acceptReason('green', 'accepted', {
    template: 'It may wait {greenBoundMs} ms.',
  }),
  dropReason('full', 'virtual queue full', {
    template:
      'The buffer of a flat router (one queue for both colours) would be full. Such a router would drop this packet, so this policy drops it too.',
  }),
  dropReason('early', 'RED on the virtual queue', {
    template: 'RED on the virtual queue dropped the duplicate, so the packet is dropped too.',
  }),
  dropReason('no-duplicate', 'no room for its duplicate', {
    template:
      'A flat router (one queue for both colours) would drop this green packet. If this router kept it, blue packets could miss their deadlines.',
    source: 'Our own; see “Green without duplicate”',
  }),
  dropReason('admission', 'would be late', {
    template: 'It would wait longer than {greenBoundMs} ms, because the packets before it take too long.',
    source: `${DRAFT_SOURCE}, section 5`,
  }),
  dropReason('late', 'waited too long', {
    template: 'It has waited {wait} ms. A green packet waits at most {greenBoundMs} ms.',
    steps: ['wait > greenBoundMs'],
    source: `${DRAFT_SOURCE}, section 5`,
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

const LOAD_STEPS = [
  'load = residual + 8 * (greenBytes + blueBytes + bytes) / rate',
  'allowed = greenBoundMs + 8 * bytes / rate',
];

/** Columns of the operands of a choice. Times are in ms from the moment of the choice. */
const ChoiceOperand = { blueDeadline: 0, greenTime: 1, greenDeadline: 2, blueTime: 3, draw: 4, bias: 5 } as const;
const BLUE_CAN_STEP = 'greenTime <= blueDeadline';
const GREEN_CAN_STEP = 'blueTime <= greenDeadline';

const choices = [
  { id: 'only-blue', label: 'no green waits', template: 'No green packet waits: blue goes.' },
  { id: 'only-green', label: 'no blue waits', template: 'No blue packet waits: green goes.' },
  {
    id: 'blue-due',
    label: 'blue cannot wait',
    template: 'The blue packet must start before a green packet could be sent: blue goes.',
    steps: ['greenTime > blueDeadline'],
  },
  {
    id: 'green-due',
    label: 'only blue can wait',
    template: 'Blue can wait for green, but green cannot wait for blue: green goes.',
    steps: [BLUE_CAN_STEP, 'blueTime > greenDeadline'],
  },
  {
    id: 'green-first',
    label: 'both can wait: green',
    template: 'Both can wait. The draw {draw} is below g = {bias}: green goes.',
    steps: [BLUE_CAN_STEP, GREEN_CAN_STEP, 'draw < bias'],
  },
  {
    id: 'blue-first',
    label: 'both can wait: blue',
    template: 'Both can wait. The draw {draw} is not below g = {bias}: blue goes.',
    steps: [BLUE_CAN_STEP, GREEN_CAN_STEP, 'draw >= bias'],
  },
] as const satisfies readonly SchedulingReason[];

const CHOICE = indexById(choices);

/** Slots of a comparison. */
const GREEN_TIME_SLOT = 0;
const BLUE_TIME_SLOT = 1;
const DRAW_SLOT = 2;

const signals = [
  {
    id: 'virtual',
    label: 'virtual queue',
    queueText: 'in one shared queue',
    isVirtual: true,
    symbol: 'V',
    unit: 'packets',
    axis: 'queue',
  },
  { id: 'bias', label: 'green bias', symbol: 'g', unit: '', axis: 'probability' },
  { id: 'blueRate', label: 'estimated blue rate', symbol: 'x_b', unit: 'kbit/s', axis: 'rate' },
  { id: 'greenRate', label: 'estimated green rate', symbol: 'x_g', unit: 'kbit/s', axis: 'rate' },
] as const satisfies readonly SignalHint[];

const SIGNAL_INDEX = indexById(signals);

class DuplicateScheduling extends PolicyWithQueues<AbeValues> {
  private values: AbeValues;
  private readonly virtualQueue: VirtualQueue;
  private readonly blueQueue: Fifo;
  private readonly greenQueue: Fifo;
  private readonly bias: GreenBias;
  /** By packet: its start deadline, ns. */
  private deadlineNs = new Float64Array(0);
  /**
   * For the last comparison: transmission times of the first green and blue packets, ns, and the draw (NaN without
   * one).
   */
  private readonly lastComparison = new Float64Array(3);
  private readonly choiceRows = new Float64Array(MAX_CHOICE_ROWS * CHOICE_STRIDE);
  private choiceCount = 0;

  constructor(host: PolicyHost, values: AbeValues) {
    const [greenQueue, blueQueue] = [new Fifo(host.packets), new Fifo(host.packets)];
    super(host, [greenQueue, blueQueue]);
    this.values = values;
    this.virtualQueue = new VirtualQueue(host, values);
    this.blueQueue = blueQueue;
    this.greenQueue = greenQueue;
    this.bias = new GreenBias(values.greenBias);
  }

  enqueue(packet: number): number {
    const { host, virtualQueue, bias } = this;
    const colour = (host.packets.flags[packet] & PacketFlag.green) === 0 ? BLUE_INDEX : GREEN_INDEX;
    bias.advance(host.nowNs, this.values.controlLoop);
    bias.onArrival(colour);
    if (host.packets.capacity > this.deadlineNs.length)
      this.deadlineNs = copyIntoGrown(this.deadlineNs, new Float64Array(host.packets.capacity));
    const duplicate = virtualQueue.enqueue(packet);
    const reason = colour === BLUE_INDEX ? this.offerBlue(packet, duplicate) : this.offerGreen(packet, duplicate);
    if (reason !== REASON.blue && reason !== REASON.green) bias.onDrop(colour);
    return reason;
  }

  dequeue(): number {
    const { host, values, bias } = this;
    bias.advance(host.nowNs, values.controlLoop);
    this.dropLate();
    const choice = this.choose();
    const colour =
      choice === CHOICE['only-green'] || choice === CHOICE['green-due'] || choice === CHOICE['green-first']
        ? GREEN_INDEX
        : BLUE_INDEX;
    const queue = colour === GREEN_INDEX ? this.greenQueue : this.blueQueue;
    if (queue.packetCount === 0) return NO_PACKET;
    this.recordChoice(choice, queue.headPacket);
    const packet = queue.shift();
    bias.onStart(colour, host.nowNs - host.packets.arrivedNs[packet]);
    return packet;
  }

  configure(values: AbeValues): void {
    const previousValues = this.values;
    this.values = values;
    if (this.values.greenBias !== previousValues.greenBias) this.bias.bias = this.values.greenBias;
    if (previousValues.controlLoop && !this.values.controlLoop) this.bias.bias = this.values.greenBias;
    this.virtualQueue.rule.configure(values);
    this.virtualQueue.changeRate((packet, startNs) => {
      if (!this.isGreen(packet)) this.deadlineNs[packet] = startNs;
    });
  }

  deadlineNsOf(packet: number): number {
    return this.deadlineNs[packet];
  }

  listVirtual(into: Float64Array): number {
    return this.virtualQueue.list(into);
  }

  listChoices(into: Float64Array): number {
    const rows = Math.min(this.choiceCount, MAX_CHOICE_ROWS);
    for (let row = 0; row < rows; row++) {
      const from = ((this.choiceCount - rows + row) % MAX_CHOICE_ROWS) * CHOICE_STRIDE;
      into.set(this.choiceRows.subarray(from, from + CHOICE_STRIDE), row * CHOICE_STRIDE);
    }
    return rows;
  }

  signals(into: Float64Array): void {
    this.virtualQueue.leave();
    into[SIGNAL_INDEX.virtual] = this.virtualQueue.packetCount;
    into[SIGNAL_INDEX.bias] = this.bias.bias;
    into[SIGNAL_INDEX.blueRate] = this.bias.rateBps(BLUE_INDEX) / 1e3;
    into[SIGNAL_INDEX.greenRate] = this.bias.rateBps(GREEN_INDEX) / 1e3;
  }

  private isGreen(packet: number): boolean {
    return (this.host.packets.flags[packet] & PacketFlag.green) !== 0;
  }

  private offerBlue(packet: number, duplicate: number): number {
    const { host, virtualQueue } = this;
    if (duplicate === FlatDecision.fits) {
      this.deadlineNs[packet] = virtualQueue.startNs;
      this.blueQueue.push(packet);
    }
    if (host.explaining) this.explainBlue(packet, duplicate);
    return duplicate === FlatDecision.fits ? REASON.blue : duplicate === FlatDecision.full ? REASON.full : REASON.early;
  }

  private offerGreen(packet: number, duplicate: number): number {
    const { host, values } = this;
    const boundNs = values.greenBoundMs * 1e6;
    const transmissionNs = this.timeNs(host.packets.bytes[packet]);
    const dropsEarly = values.greenDrop === 'early';
    const blueBytes = dropsEarly ? this.blueBytesBefore(boundNs + transmissionNs) : 0;
    const loadNs = dropsEarly ? this.loadNs(packet, blueBytes) : 0;
    const isTooMuch = dropsEarly && loadNs > boundNs + transmissionNs;
    if (host.explaining) this.explainGreen(packet, duplicate, blueBytes, loadNs, isTooMuch);
    if (duplicate !== FlatDecision.fits && values.dupRefusedGreen === 'drop') return REASON['no-duplicate'];
    if (isTooMuch) return REASON.admission;
    this.deadlineNs[packet] = host.nowNs + boundNs;
    this.greenQueue.push(packet);
    return REASON.green;
  }

  /** Blue bytes that must be sent in the next `horizonNs`. */
  private blueBytesBefore(horizonNs: number): number {
    const { host, values } = this;
    const { packets, nowNs } = host;
    let bytes = 0;
    const untilNs = nowNs + horizonNs;
    const asPrinted = values.inequality === 'asPrinted';
    for (let blue = this.blueQueue.headPacket; blue !== NO_PACKET; blue = packets.next[blue]) {
      const deadlineNs = this.deadlineNs[blue];
      if (asPrinted ? deadlineNs > untilNs : deadlineNs >= untilNs) break;
      bytes += packets.bytes[blue];
    }
    return bytes;
  }

  /** Time to send all packets that must leave before this green packet, and the packet itself. */
  private loadNs(packet: number, blueBytes: number): number {
    const bytes = this.greenQueue.byteCount + this.host.packets.bytes[packet] + blueBytes;
    return this.residualNs() + this.timeNs(bytes);
  }

  /** Remaining time of the packet in transmission, if the test counts it. */
  private residualNs(): number {
    const { host, values } = this;
    return values.countResidual && host.inServicePackets > 0 ? host.inServiceEndNs - host.nowNs : 0;
  }

  private dropLate(): void {
    const { host, greenQueue } = this;
    for (let packet = greenQueue.headPacket; packet !== NO_PACKET; packet = greenQueue.headPacket) {
      if (this.deadlineNs[packet] >= host.nowNs) return;
      greenQueue.shift();
      if (host.explaining) host.explanation.tell({ wait: (host.nowNs - host.packets.arrivedNs[packet]) / 1e6 });
      this.bias.onDrop(GREEN_INDEX);
      host.drop(packet, REASON.late);
    }
  }

  /** @returns the colour that goes, with the reason; that of `only-blue` also if nothing waits */
  private choose(): number {
    const { blueQueue, greenQueue, host, lastComparison, bias } = this;
    lastComparison[DRAW_SLOT] = Number.NaN;
    if (greenQueue.packetCount === 0) return CHOICE['only-blue'];
    if (blueQueue.packetCount === 0) return CHOICE['only-green'];
    lastComparison[GREEN_TIME_SLOT] = this.timeNs(greenQueue.headBytes);
    lastComparison[BLUE_TIME_SLOT] = this.timeNs(blueQueue.headBytes);
    if (host.nowNs + lastComparison[GREEN_TIME_SLOT] > this.deadlineNs[blueQueue.headPacket]) return CHOICE['blue-due'];
    if (host.nowNs + lastComparison[BLUE_TIME_SLOT] > this.deadlineNs[greenQueue.headPacket])
      return CHOICE['green-due'];
    host.random.drawUniform();
    lastComparison[DRAW_SLOT] = host.random.drawn[0];
    return lastComparison[DRAW_SLOT] < bias.bias ? CHOICE['green-first'] : CHOICE['blue-first'];
  }

  private timeNs(bytes: number): number {
    return (bytes * 8e9) / this.host.rateBps;
  }

  private recordChoice(choice: number, packet: number): void {
    const { choiceRows, lastComparison, host, blueQueue, greenQueue } = this;
    const { packets, nowNs } = host;
    const offset = (this.choiceCount % MAX_CHOICE_ROWS) * CHOICE_STRIDE;
    this.choiceCount++;
    choiceRows[offset + ChoiceColumn.timeNs] = nowNs;
    choiceRows[offset + ChoiceColumn.serial] = packets.serial[packet];
    choiceRows[offset + ChoiceColumn.flow] = packets.flow[packet];
    choiceRows[offset + ChoiceColumn.classIndex] = packets.classIndex[packet];
    choiceRows[offset + ChoiceColumn.flags] = packets.flags[packet];
    choiceRows[offset + ChoiceColumn.bytes] = packets.bytes[packet];
    choiceRows[offset + ChoiceColumn.arrivedNs] = packets.arrivedNs[packet];
    choiceRows[offset + ChoiceColumn.deadlineNs] = this.deadlineNs[packet];
    choiceRows[offset + ChoiceColumn.choice] = choice;
    const to = offset + ChoiceColumn.operands;
    const hasBothColours = blueQueue.packetCount > 0 && greenQueue.packetCount > 0;
    choiceRows[to + ChoiceOperand.blueDeadline] = hasBothColours
      ? (this.deadlineNs[blueQueue.headPacket] - nowNs) / 1e6
      : Number.NaN;
    choiceRows[to + ChoiceOperand.greenTime] = hasBothColours ? lastComparison[GREEN_TIME_SLOT] / 1e6 : Number.NaN;
    choiceRows[to + ChoiceOperand.greenDeadline] = hasBothColours
      ? (this.deadlineNs[greenQueue.headPacket] - nowNs) / 1e6
      : Number.NaN;
    choiceRows[to + ChoiceOperand.blueTime] = hasBothColours ? lastComparison[BLUE_TIME_SLOT] / 1e6 : Number.NaN;
    choiceRows[to + ChoiceOperand.draw] = lastComparison[DRAW_SLOT];
    choiceRows[to + ChoiceOperand.bias] = this.bias.bias;
  }

  /** Called after the decision on its duplicate. */
  private explainBlue(packet: number, duplicate: number): void {
    const { host, virtualQueue } = this;
    const { operands, steps } = this.flatBasis(packet, duplicate);
    if (duplicate !== FlatDecision.fits) {
      host.explanation.tell(operands, steps);
      return;
    }
    const bytes = host.packets.bytes[packet];
    const wait = {
      rate: host.rateBps / 1e3,
      virtualResidual: virtualQueue.residualNs / 1e6,
      virtualBytes: virtualQueue.byteCountBehindHead - bytes,
      wait: (virtualQueue.startNs - host.nowNs) / 1e6,
    };
    const isAlone = virtualQueue.heldPackets === 1;
    const waitStep = isAlone ? 'wait = 0' : 'wait = virtualResidual + 8 * virtualBytes / rate';
    host.explanation.tell({ ...operands, ...wait }, [...steps, waitStep]);
  }

  /** Called after the decision on its duplicate, before the packet is accepted. */
  private explainGreen(packet: number, duplicate: number, blueBytes: number, loadNs: number, isTooMuch: boolean): void {
    const { host, values } = this;
    const { operands, steps } = this.flatBasis(packet, duplicate);
    const isRefused = duplicate !== FlatDecision.fits && values.dupRefusedGreen === 'drop';
    const bytes = host.packets.bytes[packet];
    const test = {
      rate: host.rateBps / 1e3,
      residual: this.residualNs() / 1e6,
      greenBytes: this.greenQueue.byteCount,
      blueBytes,
      load: loadNs / 1e6,
      allowed: values.greenBoundMs + this.timeNs(bytes) / 1e6,
    };
    const isTested = !isRefused && values.greenDrop === 'early';
    const testSteps = isTested ? [...LOAD_STEPS, isTooMuch ? 'load > allowed' : 'load <= allowed'] : [];
    host.explanation.tell({ ...operands, ...test }, [...steps, ...testSteps]);
  }

  /** The reason why a flat router would accept or drop this packet; called after that decision. */
  private flatBasis(packet: number, duplicate: number): FlatBasis {
    const { virtualQueue, host } = this;
    const isTaken = duplicate === FlatDecision.fits;
    const packets = virtualQueue.heldPackets - (isTaken ? 1 : 0);
    const bytes = virtualQueue.heldBytes - (isTaken ? host.packets.bytes[packet] : 0);
    return virtualQueue.rule.explainDecision(packet, duplicate, packets, bytes);
  }
}

export const abeDsd = packetPolicy({
  id: 'abe-dsd',
  name: 'ABE / DSD',
  summary:
    'Green packets wait at most d, or they are dropped. Blue packets leave no later than they would leave a flat router.',
  source: DRAFT_SOURCE,
  order: 'colour',
  choosesAfterArrivals: true,
  // The real queue never takes longer to send than the virtual queue. But it may hold more packets, if they are
  // smaller.
  mayOverfill: ({ dupRefusedGreen, byteLimitTest }, countsPackets) =>
    countsPackets || dupRefusedGreen === 'keep' || byteLimitTest === 'sizeBlind',
  parameters,
  caution: greenBoundCaution,
  constraints: flatConstraints,
  reasons,
  quantities,
  choices,
  choiceOperands: Object.keys(ChoiceOperand),
  hints: {
    lens: 'deadlines',
    rows: { by: 'colour', names: ['green', 'blue'] },
    thresholds: [bufferThreshold],
    signals,
  },
  create: (host, values) => new DuplicateScheduling(host, values),
});
