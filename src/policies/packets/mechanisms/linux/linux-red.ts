/**
 * RED as the Linux kernel has it (7.2: include/net/red.h), for RED and CHOKe. The average is a whole number with
 * `log` binary places, of bytes (RED) or packets (CHOKe). Between the thresholds one random number R is drawn for the
 * distance to the next action: it is due when n (average - min_th) >= R, for the n-th packet since R was drawn. R is
 * uniform from 0 to (max_th - min_th) / max_p. The first packet above min_th only draws R.
 */
import type { Operands } from '../../../../engine/contract/explanation.ts';
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { powInt } from '../../../../engine/numbers/exact-math.ts';
import { PacketFlag } from '../../../../engine/packets/packet.ts';
import type { QueueContent } from '../../../mechanisms/random-early-detection.ts';
import { indexById, isAccepted } from '../../../mechanisms/reasons.ts';
import { timerGrain } from './kernel-ticks.ts';
import type { LinuxRedValues } from './linux-red-parameters.ts';
import { linuxBaseProbability, reasonsWithLinux } from './linux-red-reasons.ts';
import { averagingLog, CELLS, createIdleTable, type IdleTable, scaledProbability } from './linux-red-table.ts';

const REASON = indexById(reasonsWithLinux);

/** The average has `log` binary places. */
const AVERAGE_SLOT = 0;
const AVERAGE_BEFORE_SLOT = 1;
/** R, and the packets since it was drawn; -1: it is not drawn yet. */
const DISTANCE_SLOT = 2;
const COUNT_SLOT = 3;
/** Begin of an idle time, ns; -1 if there is none. */
const IDLE_SINCE_NS_SLOT = 4;
/** For the last decision: R and the count before they changed, and the average above min_th in whole units. */
const DECIDED_DISTANCE_SLOT = 5;
const DECIDED_COUNT_SLOT = 6;
const EXCESS_SLOT = 7;
/** The queue at that time. */
const WAITING_PACKETS_SLOT = 8;
const WAITING_BYTES_SLOT = 9;
/** Of the parameters: one unit and both thresholds, with binary places; the divisor of a random word. */
const ONE_SLOT = 10;
const MINIMUM_SLOT = 11;
const MAXIMUM_SLOT = 12;
const STEP_SLOT = 13;
/**
 * Adaptive RED: max_p as a whole number of 32 bits, and the time of its next change, ns; Infinity if it does not
 * change.
 */
const MAX_PROBABILITY_SLOT = 14;
const NEXT_CHANGE_NS_SLOT = 15;
const SLOT_COUNT = 16;

/** Of 32 bits. max_p stays between these, but for one step. */
const ONE_PERCENT = Math.round(2 ** 32 / 100);
const MAX_ADAPTED_PROBABILITY = 50 * ONE_PERCENT;

/** True for a reason that accepts the packet. */
export function linuxRedAccepts(reason: number): boolean {
  return isAccepted(reasonsWithLinux, reason);
}

/** RED's decisions on one queue, as in Linux. */
export class LinuxRed {
  private values: LinuxRedValues;
  private readonly host: PolicyHost;
  private readonly queue: QueueContent;
  /** The average counts bytes (RED), or packets. */
  private readonly countsBytes: boolean;
  private readonly slots = new Float64Array(SLOT_COUNT);
  private idleTable: IdleTable;

  constructor(host: PolicyHost, queue: QueueContent, values: LinuxRedValues, countsBytes: boolean) {
    this.host = host;
    this.queue = queue;
    this.countsBytes = countsBytes;
    this.values = values;
    this.idleTable = createIdleTable(0, 1, 1);
    this.setValues(values);
    this.slots[COUNT_SLOT] = -1;
    // RED is idle from its start, CHOKe is not. The average is 0 in both cases.
    this.slots[IDLE_SINCE_NS_SLOT] = countsBytes ? host.nowNs : -1;
  }

  /** In Linux, a change also resets the average. */
  configure(values: LinuxRedValues): void {
    const { slots } = this;
    const isChanged = Object.entries(values).some(([id, value]) => this.values[id as keyof LinuxRedValues] !== value);
    if (!isChanged) return;
    this.setValues(values);
    slots[AVERAGE_SLOT] = 0;
    slots[COUNT_SLOT] = -1;
  }

  /** Time of the next change of max_p, ns; Infinity without adaptive RED. */
  get nextChangeNs(): number {
    return this.slots[NEXT_CHANGE_NS_SLOT];
  }

  /** Makes the changes of max_p that are due. One that falls on an arrival comes before it. */
  adapt(): void {
    const { slots, host } = this;
    while (slots[NEXT_CHANGE_NS_SLOT] <= host.nowNs) {
      this.changeMaxProbability(slots[NEXT_CHANGE_NS_SLOT]);
      slots[NEXT_CHANGE_NS_SLOT] = slots[NEXT_CHANGE_NS_SLOT] + this.changePeriodNs;
    }
  }

  /** A packet arrives: updates the average of what waits. After an idle time the average only decays. */
  estimate(): void {
    const { slots, queue } = this;
    this.adapt();
    slots[AVERAGE_BEFORE_SLOT] = slots[AVERAGE_SLOT];
    slots[WAITING_PACKETS_SLOT] = queue.packetCount;
    slots[WAITING_BYTES_SLOT] = queue.byteCount;
    slots[DECIDED_COUNT_SLOT] = Number.NaN;
    if (slots[IDLE_SINCE_NS_SLOT] >= 0) {
      slots[AVERAGE_SLOT] = this.averageAfterIdleTime(this.host.nowNs);
      slots[IDLE_SINCE_NS_SLOT] = -1;
    } else {
      const presentLength = this.countsBytes ? queue.byteCount : queue.packetCount;
      slots[AVERAGE_SLOT] = slots[AVERAGE_SLOT] + presentLength - Math.floor(slots[AVERAGE_SLOT] / slots[ONE_SLOT]);
    }
  }

  /** The average is below the range of random drops. At exactly min_th only CHOKe says so. */
  get isBelow(): boolean {
    const { slots } = this;
    return this.countsBytes ? slots[AVERAGE_SLOT] < slots[MINIMUM_SLOT] : slots[AVERAGE_SLOT] <= slots[MINIMUM_SLOT];
  }

  /** @returns an index into `reasonsWithLinux`, for a packet that fits */
  judge(packet: number): number {
    const { slots, values } = this;
    if (this.isBelow) {
      slots[COUNT_SLOT] = -1;
      return REASON.below;
    }
    if (this.isAbove) {
      slots[COUNT_SLOT] = -1;
      return values.harddrop ? REASON.certain : this.markOrDrop(packet, REASON.certain, REASON['above-marked']);
    }
    slots[COUNT_SLOT] = slots[COUNT_SLOT] + 1;
    if (slots[COUNT_SLOT] === 0) {
      this.drawDistance();
      return REASON['first-above'];
    }
    slots[EXCESS_SLOT] = Math.floor((slots[AVERAGE_SLOT] - slots[MINIMUM_SLOT]) / slots[ONE_SLOT]);
    slots[DECIDED_COUNT_SLOT] = slots[COUNT_SLOT];
    slots[DECIDED_DISTANCE_SLOT] = slots[DISTANCE_SLOT];
    if (slots[EXCESS_SLOT] * slots[COUNT_SLOT] < slots[DISTANCE_SLOT]) return REASON['not-due'];
    slots[COUNT_SLOT] = 0;
    this.drawDistance();
    return this.markOrDrop(packet, REASON.due, REASON['due-marked']);
  }

  /** The link has found the queue empty. */
  onQueueEmptied(): void {
    const { slots } = this;
    this.adapt();
    if (slots[IDLE_SINCE_NS_SLOT] < 0) slots[IDLE_SINCE_NS_SLOT] = this.host.nowNs;
  }

  /** As RED as published: the average in packets, and the probability on the curve. */
  signals(into: Float64Array): void {
    into[0] = this.averagePackets(AVERAGE_SLOT);
    const { adaptive, maxProbability } = this.values;
    const presentProbability = adaptive === true ? this.slots[MAX_PROBABILITY_SLOT] / 2 ** 32 : maxProbability;
    into[1] = linuxBaseProbability(into[0], { ...this.values, maxProbability: presentProbability });
  }

  /** The numbers of the last decision. */
  operands(packet: number): Operands {
    const { slots, host } = this;
    return {
      average: this.averagePackets(AVERAGE_SLOT),
      averageBefore: this.averagePackets(AVERAGE_BEFORE_SLOT),
      waiting: slots[WAITING_PACKETS_SLOT],
      waitingBytes: slots[WAITING_BYTES_SLOT],
      bytes: host.packets.bytes[packet],
      count: slots[DECIDED_COUNT_SLOT],
      excess: slots[EXCESS_SLOT],
      distance: slots[DECIDED_DISTANCE_SLOT],
    };
  }

  /**
   * The steps of the last decision.
   * @param fullCondition the comparison by which the packet does not fit
   */
  steps(reason: number, fullCondition: string): string[] {
    const { countsBytes } = this;
    if (reason === REASON.full) return [fullCondition];
    if (reason === REASON.below) return [`average ${countsBytes ? '<' : '<='} minThreshold`];
    if (this.isAbove) return [`average ${countsBytes ? '>=' : '>'} maxThreshold`];
    const conditions = countsBytes
      ? ['minThreshold <= average < maxThreshold']
      : ['minThreshold < average <= maxThreshold'];
    if (reason === REASON['first-above']) return conditions;
    return [...conditions, `count * excess ${reason === REASON['not-due'] ? '<' : '>='} distance`];
  }

  private get isAbove(): boolean {
    const { slots } = this;
    return this.countsBytes ? slots[AVERAGE_SLOT] >= slots[MAXIMUM_SLOT] : slots[AVERAGE_SLOT] > slots[MAXIMUM_SLOT];
  }

  private averagePackets(slot: number): number {
    const { slots, countsBytes, values } = this;
    return slots[slot] / slots[ONE_SLOT] / (countsBytes ? values.meanPacketBytes : 1);
  }

  private setValues(values: LinuxRedValues): void {
    const { slots, countsBytes } = this;
    const { minThreshold, maxThreshold, maxProbability, meanPacketBytes, bandwidthBps } = values;
    const unit = countsBytes ? meanPacketBytes : 1;
    const minimum = Math.round(minThreshold * unit);
    const range = Math.round(maxThreshold * unit) - minimum;
    const log = averagingLog(values, minimum / unit);
    this.values = values;
    this.idleTable = createIdleTable(log, meanPacketBytes, bandwidthBps);
    slots[ONE_SLOT] = powInt(2, log);
    slots[MINIMUM_SLOT] = minimum * slots[ONE_SLOT];
    slots[MAXIMUM_SLOT] = (minimum + range) * slots[ONE_SLOT];
    slots[MAX_PROBABILITY_SLOT] = scaledProbability(
      maxProbability,
      range,
      countsBytes ? range : range * meanPacketBytes,
    );
    slots[STEP_SLOT] = Math.max(1, Math.floor(slots[MAX_PROBABILITY_SLOT] / Math.max(1, range)));
    slots[NEXT_CHANGE_NS_SLOT] =
      values.adaptive === true ? this.host.nowNs + this.changePeriodNs : Number.POSITIVE_INFINITY;
  }

  /** Half a second, by the kernel's timers. */
  private get changePeriodNs(): number {
    const hz = Number(this.values.kernelHz);
    const ticks = hz / 2;
    const grain = timerGrain(ticks);
    return ((Math.floor(ticks / grain) + 1) * grain * 1e9) / hz;
  }

  /** `red_adaptative_algo()`: keeps the average in the middle fifth between the thresholds. */
  private changeMaxProbability(atNs: number): void {
    const { slots } = this;
    const unit = slots[ONE_SLOT];
    const average = Math.floor(
      (slots[IDLE_SINCE_NS_SLOT] < 0 ? slots[AVERAGE_SLOT] : this.averageAfterIdleTime(atNs)) / unit,
    );
    const minimum = slots[MINIMUM_SLOT] / unit;
    const range = Math.max(1, slots[MAXIMUM_SLOT] / unit - minimum);
    const fifthOfRange = Math.floor(range / 5);
    const probability = slots[MAX_PROBABILITY_SLOT];
    if (average > minimum + 3 * fifthOfRange && probability <= MAX_ADAPTED_PROBABILITY)
      slots[MAX_PROBABILITY_SLOT] = probability + Math.min(ONE_PERCENT, Math.floor(probability / 4));
    else if (average < minimum + 2 * fifthOfRange && probability >= ONE_PERCENT)
      slots[MAX_PROBABILITY_SLOT] = Math.floor(probability / 10) * 9;
    const probabilityStep = Math.floor((slots[MAX_PROBABILITY_SLOT] + Math.floor(range / 2)) / range);
    slots[STEP_SLOT] = Math.max(1, probabilityStep);
  }

  private averageAfterIdleTime(nowNs: number): number {
    const { slots } = this;
    const { cellLog, shifts } = this.idleTable;
    const cellUs = powInt(2, cellLog);
    const longestUs = (CELLS - 1) * cellUs;
    const idleUs = Math.min(longestUs, Math.floor((nowNs - slots[IDLE_SINCE_NS_SLOT]) / 1000));
    const cell = Math.floor(idleUs / cellUs);
    const average = slots[AVERAGE_SLOT];
    if (shifts[cell] > 0) return Math.floor(average / powInt(2, shifts[cell]));
    // average * idleUs / cellUs, rounded down. In two parts, because the product may have more than 53 bits.
    const decay = average * cell + Math.floor((average * (idleUs - cell * cellUs)) / cellUs);
    const halfAverage = Math.floor(average / 2);
    return decay < halfAverage ? average - decay : halfAverage;
  }

  private drawDistance(): void {
    const { slots } = this;
    const { random } = this.host;
    random.drawWord32();
    slots[DISTANCE_SLOT] = Math.floor(random.drawn[0] / slots[STEP_SLOT]);
  }

  /** A chosen packet is marked with ECN if it can be, and kept with `nodrop` if it cannot. */
  private markOrDrop(packet: number, drop: number, mark: number): number {
    const { ecn, nodrop } = this.values;
    if (!ecn) return drop;
    if ((this.host.packets.flags[packet] & PacketFlag.ect) !== 0) return mark;
    return nodrop === true ? REASON.kept : drop;
  }
}
