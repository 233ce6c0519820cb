/** Cuts the run into windows of equal length and keeps one row of the series for each (columns: frame.ts). */
import { type Clock, type EventHandler, EventPriority } from '../events/clock.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
  seriesSignalColumn,
  seriesStride,
} from '../frame/frame.ts';
import type { OutputPort, PortPolicy, VaryingLink } from '../network/port.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { Recorder } from './recorder.ts';
import { SeriesLog } from './series-log.ts';

export interface SampledRows {
  /** Number of the first row. */
  readonly from: number;
  readonly rows: Float64Array;
}

/** The values of the port at the end of a window. */
type SampledPort = Pick<OutputPort, 'busyNs' | 'rateBps' | 'varyingLink'> & {
  readonly attachedPolicy: Pick<PortPolicy, 'signals'>;
};

/** Writes the columns that only a class of video players has, starting at entry `rowStart` of a row. */
export type PlayerSampler = (index: number, rows: Float64Array, rowStart: number) => void;

export interface SamplerOptions {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly sampleNs: number;
  /** Number of classes, and of the signals of the policy. */
  readonly classCount: number;
  readonly signalCount: number;
  readonly port: SampledPort;
  readonly samplePlayers: PlayerSampler;
}

/** The series of a run: one row for each window of `sampleNs`. */
export class Sampler implements EventHandler {
  private readonly clock: Clock;
  private readonly recorder: Recorder;
  private readonly sampleNs: number;
  private readonly classCount: number;
  private readonly port: SampledPort;
  private readonly signals: Float64Array;
  private readonly handlerId: number;
  private readonly previousClasses: Float64Array;
  private previousWaitingNs = DOUBLE_ZERO;
  private busyBeforeNs = DOUBLE_ZERO;
  /** Capacity of a link of varying rate up to the last sample, bits. */
  private capacityBeforeBits = DOUBLE_ZERO;
  private usedBeforeBits = DOUBLE_ZERO;
  private readonly samplePlayers: PlayerSampler;
  private readonly log: SeriesLog;
  /** Rows finished so far. */
  private finishedRowCount = 0;
  /** Rows that `readRows` has returned. */
  private takenRowCount = 0;

  constructor({ clock, recorder, sampleNs, classCount, signalCount, port, samplePlayers }: SamplerOptions) {
    this.clock = clock;
    this.recorder = recorder;
    this.sampleNs = sampleNs;
    this.classCount = classCount;
    this.port = port;
    this.samplePlayers = samplePlayers;
    this.signals = new Float64Array(signalCount);
    this.previousClasses = new Float64Array(classCount * CLASS_STRIDE);
    this.log = new SeriesLog(seriesStride(classCount, signalCount));
    this.handlerId = clock.register(this);
    clock.schedule(sampleNs, EventPriority.sample, this.handlerId, 0);
  }

  onEvent(): void {
    this.clock.schedule(this.clock.nowNs + this.sampleNs, EventPriority.sample, this.handlerId, 0);
    const rowStart = this.log.ensureRow(this.finishedRowCount++);
    this.writeQueue(rowStart);
    for (let index = 0; index < this.classCount; index++)
      this.writeClass(rowStart + seriesClassColumn(index, 0), index);
    this.port.attachedPolicy.signals(this.signals);
    this.log.entries.set(this.signals, rowStart + seriesSignalColumn(this.classCount, 0));
    this.recorder.sampleDelays.clear();
    this.previousClasses.set(this.recorder.classes);
  }

  /** The finished rows from number `from`, in a new array; without `from`, those since the last call. */
  takeRows(from = this.takenRowCount): SampledRows {
    this.takenRowCount = this.finishedRowCount;
    return { from, rows: this.log.slice(from, this.finishedRowCount) };
  }

  private writeQueue(rowStart: number): void {
    const { recorder } = this;
    const rows = this.log.entries;
    recorder.integrate();
    rows[rowStart + SeriesColumn.timeNs] = this.clock.nowNs;
    rows[rowStart + SeriesColumn.waitingPackets] = recorder.waitingPackets;
    rows[rowStart + SeriesColumn.meanWaitingPackets] =
      (recorder.waitingPacketNs - this.previousWaitingNs) / this.sampleNs;
    rows[rowStart + SeriesColumn.maxWaitingPackets] = recorder.maxWaitingPackets;
    rows[rowStart + SeriesColumn.meanDelayNs] =
      this.sumOverClasses(ClassColumn.delaySumNs) / recorder.sampleDelays.count;
    rows[rowStart + SeriesColumn.p95DelayNs] = recorder.sampleDelays.quantileNs(0.95);
    this.previousWaitingNs = recorder.waitingPacketNs;
    recorder.resetMaxWaiting();
    const { varyingLink, rateBps } = this.port;
    const busyNs = this.port.busyNs();
    rows[rowStart + SeriesColumn.busy] = (busyNs - this.busyBeforeNs) / this.sampleNs;
    rows[rowStart + SeriesColumn.rateBps] = rateBps;
    this.busyBeforeNs = busyNs;
    if (varyingLink !== undefined) this.writeVarying(rowStart, varyingLink);
  }

  private writeVarying(rowStart: number, varying: VaryingLink): void {
    const rows = this.log.entries;
    const capacityBits = varying.capacityBits();
    const usedBits = varying.usedBits();
    const sampleBits = capacityBits - this.capacityBeforeBits;
    rows[rowStart + SeriesColumn.busy] = Math.min(1, (usedBits - this.usedBeforeBits) / sampleBits);
    rows[rowStart + SeriesColumn.rateBps] = (sampleBits * 1e9) / this.sampleNs;
    this.capacityBeforeBits = capacityBits;
    this.usedBeforeBits = usedBits;
  }

  private writeClass(rowStart: number, index: number): void {
    const rows = this.log.entries;
    const bpsPerByte = 8e9 / this.sampleNs;
    const changeOfColumn = (column: number) => this.changeInSample(index, column);
    rows[rowStart + SeriesClassColumn.throughputBps] = changeOfColumn(ClassColumn.countedBytes) * bpsPerByte;
    rows[rowStart + SeriesClassColumn.goodputBps] = changeOfColumn(ClassColumn.usefulBytes) * bpsPerByte;
    rows[rowStart + SeriesClassColumn.drops] = changeOfColumn(ClassColumn.droppedPackets);
    rows[rowStart + SeriesClassColumn.marks] = changeOfColumn(ClassColumn.markedPackets);
    rows[rowStart + SeriesClassColumn.meanDelayNs] =
      changeOfColumn(ClassColumn.delaySumNs) / changeOfColumn(ClassColumn.startedPackets);
    const durations = this.recorder.durations[index];
    rows[rowStart + SeriesClassColumn.durationMeanNs] = durations?.sampleMeanNs() ?? Number.NaN;
    rows[rowStart + SeriesClassColumn.durationP95Ns] = durations?.sampleP95Ns() ?? Number.NaN;
    rows[rowStart + SeriesClassColumn.startedPackets] = changeOfColumn(ClassColumn.startedPackets);
    rows[rowStart + SeriesClassColumn.durations] = durations?.sampleDurationCount() ?? 0;
    rows[rowStart + SeriesClassColumn.usefulPackets] = changeOfColumn(ClassColumn.usefulPackets);
    rows[rowStart + SeriesClassColumn.uselessPackets] = changeOfColumn(ClassColumn.uselessPackets);
    rows[rowStart + SeriesClassColumn.greenPackets] = changeOfColumn(ClassColumn.greenPackets);
    rows[rowStart + SeriesClassColumn.greenDelaySumNs] = changeOfColumn(ClassColumn.greenDelaySumNs);
    rows[rowStart + SeriesClassColumn.lostPackets] = changeOfColumn(ClassColumn.lostPackets);
    durations?.clearSample();
    this.samplePlayers(index, rows, rowStart);
  }

  /** Change of a class's counter in this window. */
  private changeInSample(index: number, column: number): number {
    const slot = index * CLASS_STRIDE + column;
    return this.recorder.classes[slot] - this.previousClasses[slot];
  }

  private sumOverClasses(column: number): number {
    let sum = 0;
    for (let index = 0; index < this.classCount; index++) sum += this.changeInSample(index, column);
    return sum;
  }
}
