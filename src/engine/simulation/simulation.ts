/**
 * A run: (scenario, policy, seed, live edits) -> verdicts, frames, figures. Nothing else has an influence. The run does
 * not depend on the number of frames, on the steps in which it advances, or on explanations.
 */
import { parsePath } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import { CELL_BYTES, CELL_PAYLOAD_BYTES, cellsOfPacket } from '../atm/aal5.ts';
import type { CellOutputPort, CellPortOptions } from '../atm/cell-port.ts';
import type { TrafficContract } from '../atm/edge-switch.ts';
import type { Operands } from '../contract/explanation.ts';
import type { PolicyDefinition, TrafficView, VerdictKind } from '../contract/policy.ts';
import { Clock, type EventHandler, EventPriority } from '../events/clock.ts';
import { ClassColumn, type Frame, type RunDescription, seriesStride } from '../frame/frame.ts';
import { LinkUse } from '../metrics/link-use.ts';
import { Recorder, type RecorderOptions } from '../metrics/recorder.ts';
import { Sampler } from '../metrics/sampler.ts';
import {
  type LaneSummary,
  type SummaryBaseline,
  type SummaryInput,
  summariseLane,
  takeBaseline,
} from '../metrics/summary.ts';
import { Dumbbell, type NetworkEnds } from '../network/dumbbell.ts';
import { type LaterVerdict, type OutputPort, Port, type PortObserver, type PortOptions } from '../network/port.ts';
import type { TwoWayDumbbell } from '../network/two-way-dumbbell.ts';
import { Wire } from '../network/wire.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { RandomStream } from '../numbers/random.ts';
import { FULL_PACKET_BYTES, PacketFlag, PacketPool } from '../packets/packet.ts';
import type { Edit } from '../scenario/edits.ts';
import { largestPacket } from '../scenario/largest-packet.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';
import { durationKindOfSource } from '../sources/source-schemas.ts';
import type { Traffic, TrafficHost } from '../sources/traffic.ts';
import { Checkpoint } from '../state/checkpoint.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import type { TcpSender } from '../transport/tcp-sender.ts';
import { bindingLimits } from './binding-limits.ts';
import {
  cellPortFactory,
  listedArrivals,
  packetLabels,
  partsOfTwoWay,
  trafficModel,
  varyingPortFactory,
} from './optional-parts.ts';
import { describeRun, hasVaryingRate } from './run-description.ts';
import { takeFrame } from './take-frame.ts';
import type { Direction, UpDirection, UpPolicyOptions } from './up-direction.ts';

/** One verdict, for traces. */
export interface TraceRecord {
  timeNs: number;
  /** Number of the packet among all of the run, from 0. */
  serial: number;
  /** Number of the flow among all of the run, from 0. */
  flow: number;
  classIndex: number;
  /** The packet's number in its flow: of its segment for TCP, otherwise of the packet, from 0. */
  sequence: number;
  bytes: number;
  /** Index into the policy's reasons. */
  reason: number;
  /** Packets waiting after the verdict. */
  waitingPackets: number;
  /** The direction of the queue, in a run with two. */
  direction?: Direction;
  readonly operands: Operands;
  /** The steps that the policy gave; empty if the steps of the reason are valid. */
  readonly steps: readonly string[];
}

/** The arguments of a run. The same arguments give the same run, to the last bit. */
export interface SimulationOptions {
  readonly scenario: ResolvedScenario;
  readonly policy: PolicyDefinition;
  /** All parameters of the policy. */
  readonly policyValues: Readonly<Record<string, ParameterValue>>;
  /** The policy of the direction up, if the scenario has one. */
  readonly upPolicy?: UpPolicyOptions | undefined;
  /** By default the policy's name. */
  readonly laneName?: string | undefined;
  readonly seed: number;
  readonly edits?: readonly Edit[];
  /** Keep the tables of single packets for frames. Default false. */
  readonly recordsPackets?: boolean;
  /** Called at every verdict, with its operands. */
  readonly trace?: (record: TraceRecord) => void;
  /** Allows `probe` to be set; so does `recordsPackets`. Default false. */
  readonly allowsProbe?: boolean;
  /** For tests: packets to lose just before the port, by the number of their arrival there, from 0. */
  readonly lostArrivals?: readonly number[];
  /** For tests: makes another port for cells. */
  readonly cellPort?: (options: CellPortOptions) => CellOutputPort;
}

/** Observes single packets for some time. It is called after the recorder and must not change anything. */
export interface Probe extends Partial<PortObserver> {
  /** Observes the port of the direction up; the other methods of a port observe the direction down. */
  readonly up?: Partial<PortObserver>;
  /** A source has sent a packet; its state is that after sending. */
  onSent?(packet: number): void;
  /** A sender has processed an acknowledgement, and has sent the packets that it allows. */
  onAcked?(packet: number): void;
  /**
   * A receiver sends an acknowledgement, or another reply. In a run with two queues, where replies are packets at a
   * port, it is called only for those that the link loses behind their port, after `onDeparture`.
   * @param passesNs time at which it will pass router 1; NaN if the link loses it. Replies pass in the order in which
   * they are sent, unless the link's delay changes
   */
  onReply?(packet: number, passesNs: number): void;
  /** The link has lost a packet behind the port, or gives it an extra delay there; called after `onDeparture`. */
  onWireEvent?(packet: number, event: WireEvent): void;
}

/** What the link does to a packet behind its port. */
export type WireEvent = 'lost' | 'reordered';

/** One run of one policy. It changes only in `advance` and `edit`; frames and figures only read it. */
export class Simulation implements TrafficHost, NetworkEnds, EventHandler {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly description: RunDescription;
  readonly endNs: number;
  readonly edits: Edit[] = [];
  readonly port: OutputPort;
  /** The direction up; undefined if it has no queue. All other fields concern the direction down, or both. */
  readonly up: UpDirection | undefined;
  /** The port, if it is one for cells. */
  private readonly cells: CellOutputPort | undefined;
  traffic: readonly Traffic[] = [];
  readonly recorder: Recorder;
  /** Present values of the policy. */
  policyValues: Readonly<Record<string, ParameterValue>>;
  /** For a run that is traced or watched; undefined while the run is not watched. */
  probe: Probe | undefined = undefined;
  private readonly options: SimulationOptions;
  /** The listed packets of each class; undefined for other sources. */
  private readonly listedArrivals: readonly (ClassArrivals | undefined)[];
  private readonly sampler: Sampler;
  private readonly network: Dumbbell;
  /** The network, if it has two queues. */
  private readonly twoWay: TwoWayDumbbell | undefined;
  private readonly handlerId: number;
  private readonly plannedEdits: readonly Edit[];
  private readonly wire: Wire;
  private readonly lostArrivals: ReadonlySet<number>;
  /** The buffer as the scenario counts it. */
  private buffer: number;
  private arrivalCount = 0;
  /** Values of VCs that were changed during the run, by class. */
  private readonly editedContractValues: Record<string, ParameterValue>[] = [];
  private baseline: SummaryBaseline;
  private readonly link: LinkUse;

  /** @throws Error if the policy does not fit the scenario's traffic, or a part that the run needs is not loaded */
  constructor(options: SimulationOptions) {
    const { scenario, policy } = options;
    this.options = options;
    this.listedArrivals = scenario.sources.map(({ id, kind }) =>
      kind === 'arrivals' ? listedArrivals(scenario.arrivals, id) : undefined,
    );
    this.description = describeRun(options, this.listedArrivals);
    this.endNs = this.description.durationNs;
    this.policyValues = options.policyValues;
    this.lostArrivals = new Set(options.lostArrivals ?? []);
    this.handlerId = this.clock.register(this);
    const RecorderClass = scenario.up === undefined ? Recorder : partsOfTwoWay().DirectionRecorder;
    this.recorder = new RecorderClass(this.clock, this.packets, {
      ...this.recorderOptions(this.description),
      timedClasses: scenario.sources.flatMap(({ kind, values }, index) =>
        durationKindOfSource(kind, values) === undefined ? [] : index,
      ),
    });
    this.buffer = scenario.buffer.limit;
    const isTwoWay = scenario.up !== undefined;
    const deliver = isTwoWay ? (packet: number) => this.forwardDown(packet) : (packet: number) => this.forward(packet);
    this.cells = scenario.buffer.unit === 'cells' ? this.cellPort(deliver) : undefined;
    this.port = this.cells ?? this.packetPort(deliver);
    this.port.explaining = options.trace !== undefined;
    const { link, access } = scenario;
    const networkOptions = { clock: this.clock, packets: this.packets, ends: this, link, access };
    this.twoWay =
      scenario.up &&
      new (partsOfTwoWay().TwoWayDumbbell)({
        ...networkOptions,
        onUpArrival: (packet) => this.up?.port.arrive(packet),
        onReceiverArrival: (packet) => this.receive(packet),
        upDelayMs: scenario.up.link.delayMs,
      });
    this.network = this.twoWay ?? new Dumbbell(networkOptions);
    this.wire = new Wire({
      clock: this.clock,
      stream: (name) => this.stream(name),
      values: link,
      onPassed: isTwoWay
        ? (packet) => this.passOn(packet)
        : (packet) => this.network.forward(this.packets.flow[packet], packet),
      onLost: (packet) => this.loseOnWire(packet),
      onReordered: (packet) => this.reportWireEvent(packet, 'reordered'),
    });
    this.sampler = new Sampler({
      clock: this.clock,
      recorder: this.recorder,
      sampleNs: this.description.sampleNs,
      classCount: scenario.sources.length,
      signalCount: policy.hints.signals.length,
      port: this.port,
      samplePlayers: (index, rows, rowStart) => this.traffic[index]?.writeSample?.(rows, rowStart),
    });
    this.up = this.createUp();
    this.traffic = scenario.sources.map((source, index) =>
      trafficModel(source.kind)(this, index, `sources/${source.id}`, source.values),
    );
    for (const traffic of this.traffic) traffic.start();
    this.onTrafficChange();
    this.baseline = takeBaseline(this.recorder, DOUBLE_ZERO);
    this.link = new LinkUse(this.clock, this.port);
    this.plannedEdits = [...(options.edits ?? [])].sort((a, b) => a.timeNs - b.timeNs);
    for (const [index, edit] of this.plannedEdits.entries()) {
      this.clock.schedule(edit.timeNs, EventPriority.edit, this.handlerId, index);
    }
    if (this.description.warmupNs > 0)
      this.clock.schedule(this.description.warmupNs, EventPriority.sample, this.handlerId, -1);
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  private recorderOptions({ bufferUnit }: RunDescription): RecorderOptions {
    const { scenario, recordsPackets = false } = this.options;
    return {
      classCount: scenario.sources.length,
      countsWire: scenario.run.accounting === 'wire',
      recordsPackets,
      ...(bufferUnit === 'bytes' ? { byteStep: byteStep(scenario) } : {}),
    };
  }

  private createUp(): UpDirection | undefined {
    const { upPolicy: policy, trace, scenario } = this.options;
    const { up: description } = this.description;
    const { twoWay: network } = this;
    const { up: link } = scenario;
    if (link === undefined || network === undefined) return undefined;
    if (policy === undefined || description === undefined) throw new Error('the policy of the direction up is missing');
    const up = new (partsOfTwoWay().UpDirection)({
      scenario,
      network,
      portDown: this.port,
      clock: this.clock,
      packets: this.packets,
      random: this.stream('policy/up'),
      link,
      policy,
      description,
      traffic: this.trafficView('up'),
      recorder: this.recorderOptions(description),
      observer: (recorder) => this.observerOf(recorder, 'up'),
      deliver: (packet) => this.passOnUp(packet),
    });
    up.port.explaining = trace !== undefined;
    return up;
  }

  private packetPort(deliver: (packet: number) => void): OutputPort {
    const { scenario, policy, policyValues } = this.options;
    const options: PortOptions = {
      clock: this.clock,
      packets: this.packets,
      random: this.stream('policy'),
      reasons: policy.reasons,
      observer: this.portObserver(),
      deliver,
      rateBps: scenario.link.rateBps,
      limit: this.bufferLimits(),
      traffic: this.trafficView('down'),
    };
    const port = hasVaryingRate(scenario) ? varyingPortFactory()(scenario, options) : new Port(options);
    if (policy.manages !== 'packets') throw new Error(`${policy.name} manages cells; this scenario sends packets`);
    port.attach(policy.create(port, policyValues), policy.choosesAfterArrivals ?? false);
    return port;
  }

  private cellPort(deliver: (packet: number) => void): CellOutputPort {
    const { scenario, policy, policyValues, cellPort = cellPortFactory() } = this.options;
    if (policy.manages !== 'cells') throw new Error(`${policy.name} manages packets, but this scenario sends cells`);
    const port = cellPort({
      clock: this.clock,
      packets: this.packets,
      random: this.stream('policy'),
      reasons: policy.reasons,
      observer: this.portObserver(),
      deliver,
      rateBps: scenario.link.rateBps,
      limitCells: this.buffer,
      contracts: scenario.sources.map(({ values }) => trafficContract(values)),
      overflow: policy.overflow,
      overflowReason: policy.overflowReason,
    });
    port.attach(policy.create(port, policyValues));
    return port;
  }

  /** The rule of the policy as a curve, with its present values; undefined if it has none. */
  get curve(): ((signal: number) => number) | undefined {
    const { policy } = this.options;
    const { curve } = policy;
    return curve === undefined ? undefined : (signal) => curve.call(policy, signal, this.policyValues);
  }

  /** Slots of a row of the series. */
  get seriesStride(): number {
    return seriesStride(this.description.classes.length, this.description.hints.signals.length);
  }

  get hasEnded(): boolean {
    return this.clock.nowNs >= this.endNs;
  }

  /**
   * Executes every event up to and including `untilNs`, but none after the end of the run and at most `events`; call it
   * again until it returns true. The number of steps does not change the run.
   * @returns whether the run has reached `untilNs`
   */
  advance(untilNs: number, events?: number): boolean {
    return this.clock.runUntil(Math.min(untilNs, this.endNs), events);
  }

  /** Changes a value now. It takes effect after every event of this instant, as a planned edit does. */
  edit(path: string, value: ParameterValue): Edit {
    this.advance(this.clock.nowNs);
    const edit = { timeNs: this.clock.nowNs, path, value };
    this.apply(edit);
    return edit;
  }

  /** @param fromRow first requested row of the series; without it, the rows since the last frame */
  frame(fromRow?: number): Frame {
    const { up } = this;
    const sharedParts = {
      nowNs: this.clock.nowNs,
      hasEnded: this.hasEnded,
      eventCount: this.clock.executedEventCount,
      digest: this.digest(),
      fromRow,
    };
    const frame = takeFrame({
      ...sharedParts,
      port: this.port,
      traffic: this.traffic,
      recorder: this.recorder,
      sampler: this.sampler,
      baseline: this.baseline,
      minimumBps: (index) => this.minimumBps(index),
      guaranteedBps: (index) => this.guaranteedBps(index),
      link: this.link,
      linkDelayNs: this.network.delayNs,
      signalCount: this.options.policy.hints.signals.length,
      policyValues: this.policyValues,
      limits: this.bindingLimits,
    });
    if (up === undefined) return frame;
    return { ...frame, calls: up.calls('down', this.recorder, frame.measured), up: up.frame(sharedParts) };
  }

  /** The limits that bind: those of the buffer, or that of the policy in its place. */
  get bindingLimits(): { readonly packets: number; readonly bytes: number } {
    return bindingLimits(this.port, this.description, this.policyValues);
  }

  /** Whether policies tell the operands of their verdicts, in all directions. */
  setExplaining(isExplaining: boolean): void {
    this.port.explaining = isExplaining;
    if (this.up !== undefined) this.up.port.explaining = isExplaining;
  }

  /** The whole state of the run at this moment, which can be restored later. */
  checkpoint(): Checkpoint {
    const { options, description, up } = this;
    const constants = [options, options.scenario, options.policy, description];
    return new Checkpoint(this, up === undefined ? constants : [...constants, up.definition, up.description]);
  }

  /** The digest of the run; with two queues, one for both. */
  digest(): string {
    const digest = this.port.digest.hex();
    return this.up?.digest(digest) ?? digest;
  }

  summary(): LaneSummary {
    const { up, recorder } = this;
    const input: SummaryInput = {
      recorder,
      baseline: this.baseline,
      nowNs: this.clock.nowNs,
      link: this.link,
      hasWireCounts: this.wire.wasImperfect,
      heldPackets: recorder.waitingPackets + this.port.inServicePackets,
      classes: this.description.classes.map((item, index) => ({
        id: item.id,
        flowCount: this.traffic[index].sendingFlowCount,
        guaranteedBps: this.guaranteedBps(index),
        durationKind: item.timed,
        playback: this.traffic[index]?.playback?.(),
        sendsTcp: this.traffic[index]?.senderOf !== undefined,
        sendsHere: true,
      })),
    };
    return up === undefined ? summariseLane(input) : up.summary(input);
  }

  /** The recorder of the direction in which a flow sends its data. */
  private recorderOf(flow: number): Recorder {
    return this.up !== undefined && this.twoWay?.sendsUp(flow) ? this.up.recorder : this.recorder;
  }

  /** The throughput of a VC that gets just its guaranteed cells in full frames, bit/s. */
  private minimumBps(index: number): number {
    const { sources, run } = this.options.scenario;
    const { segmentBytes, headerBytes } = sources[index].values as Readonly<Record<string, number>>;
    const bytesOfCell =
      run.accounting === 'wire' ? CELL_BYTES : segmentBytes / cellsOfPacket(segmentBytes + headerBytes);
    return (this.cells?.minimumCellRate[index] ?? Number.NaN) * 8 * bytesOfCell;
  }

  /**
   * The guaranteed rate of a VC as the papers state it, bit/s: 53 bytes for each cell if bytes on the wire count as
   * throughput, otherwise 48.
   */
  private guaranteedBps(index: number): number | undefined {
    if (this.cells === undefined) return undefined;
    const countsWire = this.options.scenario.run.accounting === 'wire';
    return this.cells.minimumCellRate[index] * 8 * (countsWire ? CELL_BYTES : CELL_PAYLOAD_BYTES);
  }

  /** A planned edit, or (with -1) the end of the warm-up. */
  onEvent(index: number): void {
    if (index >= 0) {
      this.apply(this.plannedEdits[index]);
      return;
    }
    this.baseline = takeBaseline(this.recorder, this.clock.nowNs);
    this.link.restart();
    this.recorder.endWarmup();
    this.up?.endWarmup();
  }

  stream(name: string): RandomStream {
    return new RandomStream(this.options.seed, name);
  }

  addFlow(classIndex: number, accessDelayMs: number, sendsUp: boolean): number {
    this.recorder.flows.add(classIndex);
    this.up?.recorder.flows.add(classIndex);
    return this.network.addFlow(accessDelayMs, sendsUp);
  }

  send(flow: number, packet: number): void {
    const { packets } = this;
    packets.flow[packet] = flow;
    if ((packets.flags[packet] & PacketFlag.retransmission) !== 0)
      this.recorder.retransmissions.onRetransmission(packets.classIndex[packet], packets.sendRule[packet]);
    this.probe?.onSent?.(packet);
    this.network.send(flow, packet);
  }

  reply(flow: number, packet: number): void {
    this.packets.flow[packet] = flow;
    if (this.twoWay !== undefined) {
      this.twoWay.sendReply(flow, packet);
      return;
    }
    const isLost = this.wire.losesReplies && this.wire.losesReply();
    this.network.reply(flow, packet, isLost);
    this.probe?.onReply?.(packet, isLost ? Number.NaN : this.network.replyPassesNs);
    if (!isLost) return;
    this.recorder.onWireEvent(packet, ClassColumn.lostAcks);
    this.packets.free(packet);
  }

  arrivalsOf(classIndex: number): ClassArrivals {
    return this.listedArrivals[classIndex] as ClassArrivals;
  }

  arrive(flow: number, packet: number): void {
    this.packets.flow[packet] = flow;
    this.probe?.onSent?.(packet);
    this.onPortArrival(packet);
  }

  countUseful(classIndex: number, flow: number, packets: number, bytes: number): void {
    this.recorderOf(flow).onUseful(classIndex, flow, packets, bytes);
  }

  /** Classes that count such packets send in one direction. */
  countUseless(classIndex: number, packets: number): void {
    const { recorder, up } = this;
    (up?.sends(classIndex, 'up') ? up.recorder : recorder).onUseless(classIndex, packets);
  }

  countCompleted(classIndex: number, startNs: number): void {
    this.recorder.onCompleted(classIndex, startNs);
  }

  onTransferDone(flow: number): void {
    this.trafficOf(flow).onTransferDone(flow);
  }

  onTimeout(flow: number): void {
    this.recorder.retransmissions.onTimeout(this.recorder.flows.classOf(flow));
  }

  onPortArrival(packet: number): void {
    if (this.lostArrivals.size > 0 && this.lostArrivals.has(this.arrivalCount++)) this.packets.free(packet);
    else this.port.arrive(packet);
  }

  onReceiverArrival(packet: number): void {
    if (this.packets.isBroken(packet)) {
      this.packets.free(packet);
      return;
    }
    const classIndex = this.packets.classIndex[packet];
    const traffic = this.traffic[classIndex];
    if (traffic.onReceived(packet)) this.recorder.onUsefulPacket(packet);
    else if (traffic.senderOf !== undefined) this.recorder.retransmissions.onNeedless(classIndex);
    this.packets.free(packet);
  }

  /** As `onReceiverArrival`, in a run with two queues. */
  private receive(packet: number): void {
    const { classIndex, flow } = this.packets;
    const traffic = this.traffic[classIndex[packet]];
    if (traffic.onReceived(packet)) this.recorderOf(flow[packet]).onUsefulPacket(packet);
    else if (traffic.senderOf !== undefined) this.recorder.retransmissions.onNeedless(classIndex[packet]);
    this.packets.free(packet);
  }

  onSenderArrival(packet: number): void {
    this.traffic[this.packets.classIndex[packet]].onAcknowledged(packet);
    this.probe?.onAcked?.(packet);
    this.packets.free(packet);
  }

  /** The port has sent a packet. */
  private forward(packet: number): void {
    if (this.wire.isPerfect) this.network.forward(this.packets.flow[packet], packet);
    else this.wire.carry(packet);
  }

  /** The port down of two has sent a packet. */
  private forwardDown(packet: number): void {
    if (this.wire.isPerfect) this.passOn(packet);
    else this.wire.carry(packet);
  }

  /** A packet has passed the link in the direction down. */
  private passOn(packet: number): void {
    const flow = this.packets.flow[packet];
    if (this.twoWay?.sendsUp(flow)) this.passReply(flow, packet, true);
    else this.network.forward(flow, packet);
  }

  /** The port up has sent a packet. */
  private passOnUp(packet: number): void {
    const flow = this.packets.flow[packet];
    if (this.twoWay?.sendsUp(flow)) this.twoWay.forward(flow, packet);
    else this.passReply(flow, packet, false);
  }

  /** A port of two has sent an answer. The link may lose it. */
  private passReply(flow: number, packet: number, goesDown: boolean): void {
    if (this.wire.losesReplies && this.wire.losesReply(goesDown)) {
      this.recorder.onWireEvent(packet, ClassColumn.lostAcks);
      this.probe?.onReply?.(packet, Number.NaN);
      this.packets.free(packet);
    } else this.twoWay?.forwardReply(flow, packet);
  }

  private loseOnWire(packet: number): void {
    this.reportWireEvent(packet, 'lost');
    this.reportLoss(packet);
    this.packets.free(packet);
  }

  private reportWireEvent(packet: number, event: WireEvent): void {
    this.recorder.onWireEvent(packet, event === 'lost' ? ClassColumn.lostPackets : ClassColumn.reorderedPackets);
    this.probe?.onWireEvent?.(packet, event);
  }

  /** A lost answer is no loss of its source. */
  reportLoss(packet: number): void {
    if (this.twoWay !== undefined && (this.packets.flags[packet] & PacketFlag.ack) !== 0) return;
    this.traffic[this.packets.classIndex[packet]]?.onLost?.(packet);
  }

  /** Propagation of the bottleneck link in a direction now, and the extra delay of its reordered packets, ns. */
  linkDelaysNs(direction: Direction): { readonly propagation: number; readonly reordering: number } {
    const propagation = direction === 'up' ? (this.twoWay?.upDelayNs ?? 0) : this.network.delayNs;
    return { propagation, reordering: this.wire.reorderDelayNs };
  }

  /** The sender of a TCP flow, as it is now; undefined for other flows. */
  senderOf(flow: number): TcpSender | undefined {
    return flow < this.recorder.flows.count ? this.trafficOf(flow).senderOf?.(flow) : undefined;
  }

  private trafficOf(flow: number): Traffic {
    return this.traffic[this.recorder.flows.classOf(flow)];
  }

  private apply(edit: Edit): void {
    const { path, value } = edit;
    this.edits.push(edit);
    const { group, owner, id } = required(parsePath(path));
    if (group === 'policy') {
      this.policyValues = { ...this.policyValues, [id]: value };
      this.port.attachedPolicy.configure(this.policyValues);
      this.up?.shareValue(id, value);
    } else if (group === 'up') this.up?.apply(owner, id, value);
    else if (group === 'sources') {
      const index = this.description.classes.findIndex((item) => item.id === owner);
      this.traffic[index]?.configure({ [id]: value });
      this.changeContract(index, id, value);
      this.onTrafficChange();
    } else if (path === 'link.rateBps') this.changeRate(value as number);
    else if (path === 'link.delayMs') this.network.delayNs = Math.round((value as number) * 1e6);
    else if (group === 'link') this.wire.configure({ [id]: value });
    else if (group === 'buffer') {
      this.buffer = value as number;
      this.limitBuffer();
    }
  }

  /**
   * A buffer that is counted by flows grows with the number of flows. A policy with a buffer for each flow gives every
   * flow its part.
   */
  private onTrafficChange(): void {
    this.limitBuffer();
    this.port.attachedPolicy.configure(this.policyValues);
    this.up?.configurePolicy();
  }

  /** The guaranteed rate of a VC has changed. */
  private changeContract(index: number, id: string, value: ParameterValue): void {
    if (this.cells === undefined) return;
    const source = this.options.scenario.sources[index];
    const changedValues = { ...source?.values, ...this.editedContractValues[index], [id]: value };
    this.editedContractValues[index] = changedValues;
    this.cells.setContract(index, trafficContract(changedValues));
  }

  private limitBuffer(): void {
    const { cells, port } = this;
    if (cells !== undefined) cells.limitCells = this.buffer;
    else if (port instanceof Port) {
      const { packets, bytes } = this.bufferLimits();
      port.limitPackets = packets;
      port.limitBytes = bytes;
    }
  }

  private bufferLimits(): { packets: number; bytes: number } {
    const { unit } = this.options.scenario.buffer;
    if (unit === 'packets') return { packets: this.buffer, bytes: Number.POSITIVE_INFINITY };
    const flowCount = this.traffic.reduce((sum, traffic) => sum + traffic.sendingFlowCount, 0);
    return { packets: Number.POSITIVE_INFINITY, bytes: unit === 'bytes' ? this.buffer : this.buffer * flowCount };
  }

  /** The flows of a direction are those whose data or answers cross its queue. */
  trafficView(direction: Direction): TrafficView {
    return {
      ...packetLabels(this.options.scenario.sources, this.listedArrivals, this.packets, direction),
      classes: this.options.scenario.sources.length,
      flowsOf: (classIndex) => {
        const isAbsent = this.up !== undefined && !this.up.crosses(classIndex, direction);
        return isAbsent ? 0 : (this.traffic[classIndex]?.sendingFlowCount ?? 0);
      },
      meanRateBpsOf: (classIndex) => this.traffic[classIndex]?.meanRateBps ?? Number.NaN,
    };
  }

  private changeRate(rateBps: number): void {
    this.link.onRateChange();
    this.port.rateBps = rateBps;
    this.network.rateBps = rateBps;
    this.port.attachedPolicy.configure(this.policyValues);
  }

  /** The recorder, and the probes of the run behind it. A run without probes calls the recorder directly. */
  private portObserver(): PortObserver {
    const { trace } = this.options;
    if (trace !== undefined) this.probe = traceProbe(this, trace);
    return this.observerOf(this.recorder, 'down');
  }

  private observerOf(recorder: Recorder, direction: Direction): PortObserver {
    const { trace, recordsPackets, allowsProbe } = this.options;
    const isProbed = trace !== undefined || recordsPackets === true || allowsProbe === true;
    return isProbed ? new ProbedRecorder(this, recorder, direction) : recorder;
  }

  /** The last verdict, in the form of a trace. */
  traceRecord(packet: number, reason: number, direction: Direction): TraceRecord {
    const { packets, up } = this;
    const { recorder, port } = (direction === 'up' && up) || this;
    return {
      timeNs: this.clock.nowNs,
      serial: packets.serial[packet],
      flow: packets.flow[packet],
      classIndex: packets.classIndex[packet],
      sequence: packets.sequence[packet],
      bytes: packets.bytes[packet],
      reason,
      waitingPackets: recorder.waitingPackets,
      ...port.explanation,
      ...(up === undefined ? {} : { direction }),
    };
  }
}

/** The recorder of a direction, and behind it the probe of a run. */
class ProbedRecorder implements PortObserver {
  private readonly run: Simulation;
  private readonly recorder: Recorder;
  private readonly isUp: boolean;

  constructor(run: Simulation, recorder: Recorder, direction: Direction) {
    this.run = run;
    this.recorder = recorder;
    this.isUp = direction === 'up';
  }

  private get probe(): Partial<PortObserver> | undefined {
    return this.isUp ? this.run.probe?.up : this.run.probe;
  }

  onArrival(packet: number): void {
    this.recorder.onArrival(packet);
    this.probe?.onArrival?.(packet);
  }

  onVerdict(packet: number, reason: number, kind: VerdictKind, heldCells?: number, heldOfVc?: number): void {
    this.recorder.onVerdict(packet, reason, kind, heldCells, heldOfVc);
    if (kind === 'drop') this.run.reportLoss(packet);
    this.probe?.onVerdict?.(packet, reason, kind);
  }

  onLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void {
    this.recorder.onLaterVerdict(packet, reason, kind);
    if (kind === 'drop') this.run.reportLoss(packet);
    this.probe?.onLaterVerdict?.(packet, reason, kind);
  }

  onServiceStart(packet: number): void {
    this.recorder.onServiceStart(packet);
    this.probe?.onServiceStart?.(packet);
  }

  onDeparture(packet: number): void {
    this.recorder.onDeparture(packet);
    this.probe?.onDeparture?.(packet);
  }
}

function trafficContract(values: Readonly<Record<string, ParameterValue>>): TrafficContract {
  return values as unknown as TrafficContract;
}

function traceProbe(simulation: Simulation, trace: (record: TraceRecord) => void): Probe {
  const tracerOf = (direction: Direction) => {
    const traceVerdict = (packet: number, reason: number) => trace(simulation.traceRecord(packet, reason, direction));
    return { onVerdict: traceVerdict, onLaterVerdict: traceVerdict };
  };
  return { ...tracerOf('down'), up: tracerOf('up') };
}

/**
 * The step of the queue in bytes for its histogram. A list of arrivals has packets of any size, and flows can begin
 * later.
 */
function byteStep(scenario: ResolvedScenario): number {
  const { bytes } = largestPacket(scenario);
  const isUnknown = bytes === 0 || scenario.sources.some(({ kind }) => kind === 'arrivals');
  return isUnknown ? Math.max(FULL_PACKET_BYTES, bytes) : bytes;
}
