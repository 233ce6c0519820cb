/**
 * The packets of a run on their way: from the sources over the network to the port, over the link to the receivers, and
 * back.
 */
import type { CellOutputPort } from '../atm/cell-port.ts';
import type { TrafficContract } from '../atm/edge-switch.ts';
import type { TrafficView } from '../contract/policy.ts';
import { Clock } from '../events/clock.ts';
import { ClassColumn, type RunDescription } from '../frame/frame.ts';
import { LinkUse } from '../metrics/link-use.ts';
import { Recorder, type RecorderOptions } from '../metrics/recorder.ts';
import { Dumbbell, type NetworkEnds } from '../network/dumbbell.ts';
import { type OutputPort, Port, type PortObserver, type PortOptions } from '../network/port.ts';
import type { TwoWayDumbbell } from '../network/two-way-dumbbell.ts';
import { Wire } from '../network/wire.ts';
import { RandomStream } from '../numbers/random.ts';
import { FULL_PACKET_BYTES, PacketFlag, PacketPool } from '../packets/packet.ts';
import { largestPacket } from '../scenario/largest-packet.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';
import { durationKindOfSource } from '../sources/source-schemas.ts';
import type { Traffic, TrafficHost } from '../sources/traffic.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import type { TcpSender } from '../transport/tcp-sender.ts';
import {
  cellPortFactory,
  listedArrivals,
  packetLabels,
  partsOfTwoWay,
  trafficModel,
  varyingPortFactory,
} from './optional-parts.ts';
import { type Probe, ProbedRecorder, traceProbe, type WireEvent } from './probe.ts';
import { describeRun, hasVaryingRate, type SimulationOptions } from './run-description.ts';
import type { Direction, UpDirection } from './up-direction.ts';

/** All that handles packets in one run. */
export class RunNetwork implements TrafficHost, NetworkEnds {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly description: RunDescription;
  readonly recorder: Recorder;
  readonly port: OutputPort;
  /** The direction up; undefined if it has no queue. All other fields concern the direction down, or both. */
  readonly up: UpDirection | undefined;
  /** The port, if it is one for cells. */
  readonly cells: CellOutputPort | undefined;
  readonly dumbbell: Dumbbell;
  readonly link: LinkUse;
  readonly wire: Wire;
  traffic: readonly Traffic[] = [];
  /** For a run that is traced or watched; undefined while the run is not watched. */
  probe: Probe | undefined = undefined;
  private readonly options: SimulationOptions;
  /** The listed packets of each class; undefined for other sources. */
  private readonly listedArrivals: readonly (ClassArrivals | undefined)[];
  /** The network, if it has two queues. */
  private readonly twoWay: TwoWayDumbbell | undefined;
  private readonly lostArrivals: ReadonlySet<number>;
  private arrivalCount = 0;

  /** @throws Error if the policy does not fit the scenario's traffic, or a part that the run needs is not loaded */
  constructor(options: SimulationOptions) {
    const { scenario } = options;
    this.options = options;
    this.listedArrivals = scenario.sources.map(({ id, kind }) =>
      kind === 'arrivals' ? listedArrivals(scenario.arrivals, id) : undefined,
    );
    this.description = describeRun(options, this.listedArrivals);
    this.lostArrivals = new Set(options.lostArrivals ?? []);
    const RecorderClass = scenario.up === undefined ? Recorder : partsOfTwoWay().DirectionRecorder;
    this.recorder = new RecorderClass(this.clock, this.packets, {
      ...this.recorderOptions(this.description),
      timedClasses: scenario.sources.flatMap(({ kind, values }, index) =>
        durationKindOfSource(kind, values) === undefined ? [] : index,
      ),
    });
    const isTwoWay = scenario.up !== undefined;
    const deliver = isTwoWay ? (packet: number) => this.forwardDown(packet) : (packet: number) => this.forward(packet);
    this.cells = scenario.buffer.unit === 'cells' ? this.cellPort(deliver) : undefined;
    this.port = this.cells ?? this.packetPort(deliver);
    this.port.explaining = options.trace !== undefined;
    this.link = new LinkUse(this.clock, this.port);
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
    this.dumbbell = this.twoWay ?? new Dumbbell(networkOptions);
    this.wire = new Wire({
      clock: this.clock,
      stream: (name) => this.stream(name),
      values: link,
      onPassed: isTwoWay
        ? (packet) => this.passOn(packet)
        : (packet) => this.dumbbell.forward(this.packets.flow[packet], packet),
      onLost: (packet) => this.loseOnWire(packet),
      onReordered: (packet) => this.reportWireEvent(packet, 'reordered'),
    });
    this.up = this.createUp();
  }

  /** Starts all sources. */
  start(): void {
    this.traffic = this.options.scenario.sources.map((source, index) =>
      trafficModel(source.kind)(this, index, `sources/${source.id}`, source.values),
    );
    for (const traffic of this.traffic) traffic.start();
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
      limit: this.bufferLimits(scenario.buffer.limit),
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
      limitCells: scenario.buffer.limit,
      contracts: scenario.sources.map(({ values }) => values as unknown as TrafficContract),
      overflow: policy.overflow,
      overflowReason: policy.overflowReason,
    });
    port.attach(policy.create(port, policyValues));
    return port;
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

  /** Limits the buffer, as the scenario counts it. */
  limitBuffer(limit: number): void {
    const { cells, port } = this;
    if (cells !== undefined) cells.limitCells = limit;
    else if (port instanceof Port) {
      const { packets, bytes } = this.bufferLimits(limit);
      port.limitPackets = packets;
      port.limitBytes = bytes;
    }
  }

  private bufferLimits(limit: number): { packets: number; bytes: number } {
    const { unit } = this.options.scenario.buffer;
    if (unit === 'packets') return { packets: limit, bytes: Number.POSITIVE_INFINITY };
    const flowCount = this.traffic.reduce((sum, traffic) => sum + traffic.sendingFlowCount, 0);
    return { packets: Number.POSITIVE_INFINITY, bytes: unit === 'bytes' ? limit : limit * flowCount };
  }

  /** The recorder of the direction in which a flow sends its data. */
  private recorderOf(flow: number): Recorder {
    return this.up !== undefined && this.twoWay?.sendsUp(flow) ? this.up.recorder : this.recorder;
  }

  stream(name: string): RandomStream {
    return new RandomStream(this.options.seed, name);
  }

  addFlow(classIndex: number, accessDelayMs: number, sendsUp: boolean): number {
    this.recorder.flows.add(classIndex);
    this.up?.recorder.flows.add(classIndex);
    return this.dumbbell.addFlow(accessDelayMs, sendsUp);
  }

  send(flow: number, packet: number): void {
    const { packets } = this;
    packets.flow[packet] = flow;
    if ((packets.flags[packet] & PacketFlag.retransmission) !== 0)
      this.recorder.retransmissions.onRetransmission(packets.classIndex[packet], packets.sendRule[packet]);
    this.probe?.onSent?.(packet);
    this.dumbbell.send(flow, packet);
  }

  reply(flow: number, packet: number): void {
    this.packets.flow[packet] = flow;
    if (this.twoWay !== undefined) {
      this.twoWay.sendReply(flow, packet);
      return;
    }
    const isLost = this.wire.losesReplies && this.wire.losesReply();
    this.dumbbell.reply(flow, packet, isLost);
    this.probe?.onReply?.(packet, isLost ? Number.NaN : this.dumbbell.replyPassesNs);
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
    if (this.wire.isPerfect) this.dumbbell.forward(this.packets.flow[packet], packet);
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
    else this.dumbbell.forward(flow, packet);
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
    const propagation = direction === 'up' ? (this.twoWay?.upDelayNs ?? 0) : this.dumbbell.delayNs;
    return { propagation, reordering: this.wire.reorderDelayNs };
  }

  /** The sender of a TCP flow, as it is now; undefined for other flows. */
  senderOf(flow: number): TcpSender | undefined {
    return flow < this.recorder.flows.count ? this.trafficOf(flow).senderOf?.(flow) : undefined;
  }

  private trafficOf(flow: number): Traffic {
    return this.traffic[this.recorder.flows.classOf(flow)];
  }
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
