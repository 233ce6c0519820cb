/**
 * Traffic without feedback, recorded once and played to any policy and buffer. The same packets reach the port in all
 * cases, so a search does not simulate the sources and the network again. The port, the policy and the decoders are
 * those of a run, and they give the same verdicts.
 */

import type { VerdictKind } from '../../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn } from '../../../engine/contract/policy-tables.ts';
import { Clock, type EventHandler, EventPriority } from '../../../engine/events/clock.ts';
import { Port, type PortObserver } from '../../../engine/network/port.ts';
import { copyIntoGrown } from '../../../engine/numbers/grown-array.ts';
import { RandomStream } from '../../../engine/numbers/random.ts';
import { PacketPool } from '../../../engine/packets/packet.ts';
import { type ResolvedScenario, resolveScenario, type Scenario } from '../../../engine/scenario/scenario.ts';
import { GroupOfPictures } from '../../../engine/sources/video/group-of-pictures.ts';
import { VideoDecoder } from '../../../engine/sources/video/video-decoder.ts';
import { resolvedPolicyValues } from '../../../policies/policy-values.ts';
import { findPolicy } from '../../../policies/registry.ts';
import { openRun } from '../../../runs/open-run.ts';

/** All packets that arrive at the port in a run, in their order. */
export interface RecordedArrivals {
  readonly seed: number;
  readonly count: number;
  readonly timeNs: Float64Array;
  readonly flow: Uint16Array;
  readonly bytes: Uint16Array;
  /** Kind of the frame in the lower two bits, its first and last packet in the next. */
  readonly videoFrameBits: Uint8Array;
  readonly classByFlow: Uint8Array;
  readonly flowCountByClass: readonly number[];
  readonly meanRateBpsByClass: readonly number[];
  /** Simulated seconds of the recording. */
  readonly seconds: number;
}

/** Events of a recording between two reports of progress. */
const EVENTS_PER_SLICE = 500_000;

/**
 * A buffer in which no packet has room. The link then sends nothing, and the same packets arrive with half of the
 * events.
 */
const NO_ROOM = { bytesPerFlow: 1 } as const;

/**
 * Records a run.
 * @param onProgress called at intervals with the finished part, 0 to 1
 * @throws Error if a source reacts to losses
 */
export function recordArrivals(
  scenario: Scenario,
  seed: number,
  onProgress: (progress: number) => void = () => {},
): RecordedArrivals {
  const simulation = openRun({ scenario: { ...scenario, buffer: NO_ROOM }, policy: 'shb', seed, allowsProbe: true });
  const classes = simulation.description.classes.map((_, index) => index);
  const traffic = simulation.network.trafficView('down');
  if (classes.some((index) => Number.isNaN(traffic.meanRateBpsOf(index))))
    throw new Error('only traffic that does not react to losses can be recorded');
  const { packets } = simulation;
  let size = 1 << 16;
  let [timeNs, flow] = [new Float64Array(size), new Uint16Array(size)];
  let [bytes, frameBits] = [new Uint16Array(size), new Uint8Array(size)];
  let count = 0;
  simulation.probe = {
    onArrival: (packet) => {
      if (count === size) {
        size *= 2;
        [timeNs, flow] = [copyIntoGrown(timeNs, new Float64Array(size)), copyIntoGrown(flow, new Uint16Array(size))];
        [bytes, frameBits] = [
          copyIntoGrown(bytes, new Uint16Array(size)),
          copyIntoGrown(frameBits, new Uint8Array(size)),
        ];
      }
      timeNs[count] = simulation.nowNs;
      flow[count] = packets.flow[packet];
      bytes[count] = packets.bytes[packet];
      frameBits[count] = packets.frameKind[packet] | (packets.framePart[packet] << 2);
      count++;
    },
  };
  while (!simulation.advance(simulation.endNs, EVENTS_PER_SLICE)) onProgress(simulation.nowNs / simulation.endNs);
  const { flows } = simulation.recorder;
  return {
    seed,
    count,
    timeNs: timeNs.slice(0, count),
    flow: flow.slice(0, count),
    bytes: bytes.slice(0, count),
    videoFrameBits: frameBits.slice(0, count),
    classByFlow: Uint8Array.from({ length: flows.count }, (_, index) => flows.classOf(index)),
    flowCountByClass: classes.map((index) => traffic.flowsOf(index)),
    meanRateBpsByClass: classes.map((index) => traffic.meanRateBpsOf(index)),
    seconds: simulation.endNs / 1e9,
  };
}

export interface RecordedReplay {
  /** By flow: bytes that arrived after the warm-up in whole frames (or packets), and the useful ones of them. */
  readonly sentBytes: Float64Array;
  readonly usefulBytes: Float64Array;
  /**
   * By class: delivered packets that arrived after the warm-up, and the sum of their waiting and transmission times,
   * ns.
   */
  readonly deliveredPackets: Float64Array;
  readonly delayNs: Float64Array;
  readonly digest: string;
}

/** The goal of a replay. A replay that can no longer reach it is stopped. */
export interface MinGoodput {
  /** Useful share of the bytes that each video sends, 0 to 1. */
  readonly share: number;
  /** Total bytes of each flow, from an earlier replay of the same arrivals. */
  readonly sentBytes: Float64Array;
}

/** A replay without a limit, and the smallest whole buffer, bytes, at which nothing is lost either. */
export interface LosslessReplay extends RecordedReplay {
  readonly neededBytes: number;
}

const FIRST_OF_VIDEO_FRAME = 4;
const LAST_OF_VIDEO_FRAME = 8;
/** Packets between two checks whether the replay can stop. */
const CHECK_PACKETS = 2_048;
/** A time after all packets in flight, ns. */
const AFTER_ALL_PACKETS_NS = 1e16;

/**
 * Plays recorded arrivals to a policy.
 * @param limitBytes the whole buffer
 */
export function replayRecorded(
  arrivals: RecordedArrivals,
  scenario: Scenario,
  policyId: string,
  limitBytes: number,
): RecordedReplay {
  return new OpenLoopReplay(arrivals, scenario, policyId, limitBytes).result();
}

/** As `replayRecorded`, but undefined as soon as one of the videos cannot reach the least share any more. */
export function replayAtLeast(
  arrivals: RecordedArrivals,
  scenario: Scenario,
  policyId: string,
  limitBytes: number,
  minGoodput: MinGoodput,
): RecordedReplay | undefined {
  const replay = new OpenLoopReplay(arrivals, scenario, policyId, limitBytes, minGoodput);
  return replay.hasGivenUp ? undefined : replay.result();
}

/**
 * Plays recorded arrivals without a limit. Only for policies that use the limit only to test whether a packet fits.
 * With the needed bytes, or more, such a policy gives the same verdicts.
 */
export function replayWithoutLoss(arrivals: RecordedArrivals, scenario: Scenario, policyId: string): LosslessReplay {
  const replay = new OpenLoopReplay(arrivals, scenario, policyId, Number.POSITIVE_INFINITY);
  return { ...replay.result(), neededBytes: replay.neededBytes() };
}

/** A policy with its port, to which recorded arrivals have been played. */
class OpenLoopReplay implements EventHandler {
  /** The replay has not reached the end: it was stopped. */
  hasGivenUp = false;
  private readonly arrivals: RecordedArrivals;
  private readonly clock = new Clock();
  private readonly packets = new PacketPool();
  private readonly recorder: ReplayRecorder;
  private readonly port: Port;
  private readonly minGoodput: MinGoodput | undefined;
  /** Id of the arrivals at the clock: they come as those of a path. */
  private readonly pathId: number;
  /** By flow: number of the next packet, and of the present frame. */
  private readonly sequence: Int32Array;
  private readonly frame: Int32Array;

  constructor(
    arrivals: RecordedArrivals,
    scenario: Scenario,
    policyId: string,
    limitBytes: number,
    minGoodput?: MinGoodput,
  ) {
    const definition = findPolicy(policyId);
    if (definition === undefined) throw new Error(`unknown policy: ${policyId}`);
    if (definition.manages !== 'packets')
      throw new Error(`${definition.name} manages cells; an experiment sends packets`);
    const { flowCountByClass, meanRateBpsByClass } = arrivals;
    this.arrivals = arrivals;
    this.minGoodput = minGoodput;
    const resolvedScenario = resolveScenario(scenario);
    this.sequence = new Int32Array(arrivals.classByFlow.length);
    this.frame = new Int32Array(arrivals.classByFlow.length).fill(-1);
    this.recorder = new ReplayRecorder(this.clock, this.packets, arrivals, {
      scenario: resolvedScenario,
      findsMaxima: limitBytes === Number.POSITIVE_INFINITY,
    });
    this.port = new Port({
      clock: this.clock,
      packets: this.packets,
      random: new RandomStream(arrivals.seed, 'policy'),
      reasons: definition.reasons,
      observer: this.recorder,
      deliver: (packet) => this.recorder.deliver(packet),
      rateBps: resolvedScenario.link.rateBps,
      limit: { packets: Number.POSITIVE_INFINITY, bytes: limitBytes },
      traffic: {
        classes: flowCountByClass.length,
        flowsOf: (index) => flowCountByClass[index],
        meanRateBpsOf: (index) => meanRateBpsByClass[index],
      },
    });
    this.port.attach(
      definition.create(this.port, resolvedPolicyValues(scenario, definition, {})),
      definition.choosesAfterArrivals ?? false,
    );
    this.pathId = this.clock.registerPath(this);
    if (arrivals.count > 0) this.postArrival(0);
    this.clock.runUntil(AFTER_ALL_PACKETS_NS);
  }

  result(): RecordedReplay {
    return { ...this.recorder.result(), digest: this.port.digest.hex() };
  }

  /** The smallest total buffer in which each buffer's share is at least its largest content, bytes. */
  neededBytes(): number {
    const rows = new Float64Array((this.arrivals.classByFlow.length + 1) * BUFFER_STRIDE);
    const count = this.port.attachedPolicy.listBuffers?.(rows) ?? 0;
    if (count === 0) throw new Error('the policy does not say which buffers it has');
    let maxBytes = 0;
    for (let row = 0; row < count; row++) {
      const entry = (column: number) => rows[row * BUFFER_STRIDE + column];
      const max = this.recorder.maxWaitingBytesOf(entry(BufferColumn.flow), entry(BufferColumn.classIndex));
      maxBytes = Math.max(maxBytes, max / entry(BufferColumn.share));
    }
    return maxBytes;
  }

  /** A packet arrives. */
  onEvent(index: number): void {
    const { arrivals, packets, recorder, port, minGoodput, sequence, frame } = this;
    const packet = packets.allocate();
    const flow = arrivals.flow[index];
    const bytes = arrivals.bytes[index];
    const frameBits = arrivals.videoFrameBits[index];
    if ((frameBits & FIRST_OF_VIDEO_FRAME) !== 0) frame[flow] = frame[flow] + 1;
    packets.flow[packet] = flow;
    packets.classIndex[packet] = arrivals.classByFlow[flow];
    packets.bytes[packet] = bytes;
    packets.frameKind[packet] = frameBits & 3;
    packets.framePart[packet] = frameBits >> 2;
    packets.frame[packet] = frame[flow];
    packets.sequence[packet] = sequence[flow];
    sequence[flow] = sequence[flow] + 1;
    recorder.countArrival(flow, frame[flow], frameBits, bytes);
    port.arrive(packet);
    const fallsShort =
      minGoodput !== undefined &&
      index % CHECK_PACKETS === 0 &&
      recorder.fallsShort(minGoodput, port.attachedPolicy.waitingBytes());
    if (fallsShort) this.hasGivenUp = true;
    else if (index + 1 < arrivals.count) this.postArrival(index + 1);
  }

  private postArrival(index: number): void {
    const { queue } = this.clock;
    queue.dueNs = this.arrivals.timeNs[index];
    queue.post(EventPriority.arrival, this.pathId, index);
  }
}

interface ReplayRecorderOptions {
  readonly scenario: ResolvedScenario;
  /** Whether the recorder also finds the maxima of the waiting bytes. */
  readonly findsMaxima: boolean;
}

/**
 * Counts the sent and the useful bytes. For videos it counts frames that began after the warm-up and ended before the
 * end.
 */
class ReplayRecorder implements PortObserver {
  private readonly clock: Clock;
  private readonly packets: PacketPool;
  private readonly warmupNs: number;
  private readonly decoders: readonly (VideoDecoder | undefined)[];
  /** By flow: number of the first frame that counts, and bytes of the present one. */
  private readonly firstVideoFrame: Int32Array;
  private readonly videoFrameBytes: Float64Array;
  private readonly sentBytes: Float64Array;
  private readonly usefulBytes: Float64Array;
  private readonly deliveredPackets: Float64Array;
  private readonly delayNs: Float64Array;
  private readonly findsMaxima: boolean;
  /** Waiting bytes and their maximum, by flow, then by class, then in total; only with `findsMaxima`. */
  private readonly waitingBytes: Float64Array;
  private readonly maxWaitingBytes: Float64Array;
  private readonly flowCount: number;
  private largestVideoFrameBytes = 0;

  constructor(
    clock: Clock,
    packets: PacketPool,
    arrivals: RecordedArrivals,
    { scenario, findsMaxima }: ReplayRecorderOptions,
  ) {
    this.clock = clock;
    this.packets = packets;
    const { run, sources } = scenario;
    this.findsMaxima = findsMaxima;
    this.warmupNs = run.warmupSeconds * 1e9;
    const patterns = sources.map(({ kind, values }) =>
      kind === 'video' ? new GroupOfPictures(values.pattern as string) : undefined,
    );
    this.decoders = Array.from(arrivals.classByFlow, (index) => {
      const pattern = patterns[index];
      return pattern === undefined ? undefined : new VideoDecoder(pattern);
    });
    const flowCount = arrivals.classByFlow.length;
    this.flowCount = flowCount;
    this.waitingBytes = new Float64Array(flowCount + sources.length + 1);
    this.maxWaitingBytes = new Float64Array(flowCount + sources.length + 1);
    this.firstVideoFrame = new Int32Array(flowCount).fill(0x7fffffff);
    this.videoFrameBytes = new Float64Array(flowCount);
    this.sentBytes = new Float64Array(flowCount);
    this.usefulBytes = new Float64Array(flowCount);
    this.deliveredPackets = new Float64Array(sources.length);
    this.delayNs = new Float64Array(sources.length);
  }

  onArrival(): void {}
  onLaterVerdict(): void {}

  onVerdict(packet: number, _reason: number, kind: VerdictKind): void {
    if (this.findsMaxima && kind !== 'drop') this.changeWaiting(packet, this.packets.bytes[packet]);
  }

  onServiceStart(packet: number): void {
    if (this.findsMaxima) this.changeWaiting(packet, -this.packets.bytes[packet]);
  }

  onDeparture(packet: number): void {
    const arrivedNs = this.packets.arrivedNs[packet];
    if (arrivedNs < this.warmupNs) return;
    const index = this.packets.classIndex[packet];
    this.deliveredPackets[index] = this.deliveredPackets[index] + 1;
    this.delayNs[index] = this.delayNs[index] + this.clock.nowNs - arrivedNs;
  }

  countArrival(flow: number, frame: number, frameBits: number, bytes: number): void {
    if (this.clock.nowNs < this.warmupNs) return;
    if (this.decoders[flow] === undefined) {
      this.sentBytes[flow] = this.sentBytes[flow] + bytes;
      return;
    }
    if ((frameBits & FIRST_OF_VIDEO_FRAME) !== 0) {
      this.videoFrameBytes[flow] = 0;
      if (frame < this.firstVideoFrame[flow]) this.firstVideoFrame[flow] = frame;
    }
    if (frame < this.firstVideoFrame[flow]) return;
    this.videoFrameBytes[flow] = this.videoFrameBytes[flow] + bytes;
    if ((frameBits & LAST_OF_VIDEO_FRAME) === 0) return;
    const frameBytes = this.videoFrameBytes[flow];
    this.sentBytes[flow] = this.sentBytes[flow] + frameBytes;
    if (frameBytes > this.largestVideoFrameBytes) this.largestVideoFrameBytes = frameBytes;
  }

  deliver(packet: number): void {
    const { packets } = this;
    const flow = packets.flow[packet];
    const decoder = this.decoders[flow];
    const bytes = packets.bytes[packet];
    if (decoder === undefined) {
      if (packets.arrivedNs[packet] >= this.warmupNs) this.countUsed(flow, bytes);
    } else {
      const frame = packets.frame[packet];
      const frameBytes = decoder.receive(frame, packets.framePart[packet], packets.sequence[packet], bytes);
      if (frameBytes && frame >= this.firstVideoFrame[flow]) this.countUsed(flow, decoder.bytes);
    }
    packets.free(packet);
  }

  /** The maximum of waiting bytes of a flow, of a class (flow −1) or in total (both −1). */
  maxWaitingBytesOf(flow: number, classIndex: number): number {
    const { maxWaitingBytes, flowCount } = this;
    const cell = flow >= 0 ? flow : classIndex >= 0 ? flowCount + classIndex : maxWaitingBytes.length - 1;
    return maxWaitingBytes[cell];
  }

  /**
   * Whether a video can no longer reach the least share, even if all its waiting packets and its present frame are
   * delivered.
   */
  fallsShort({ share, sentBytes }: MinGoodput, waitingBytes: number): boolean {
    const underWay = waitingBytes + this.largestVideoFrameBytes;
    for (let flow = 0; flow < this.flowCount; flow++) {
      if (this.decoders[flow] === undefined) continue;
      const lostBytes = this.sentBytes[flow] - this.usefulBytes[flow] - underWay;
      if (lostBytes > (1 - share) * sentBytes[flow]) return true;
    }
    return false;
  }

  result(): Omit<RecordedReplay, 'digest'> {
    const { sentBytes, usefulBytes, deliveredPackets, delayNs } = this;
    return { sentBytes, usefulBytes, deliveredPackets, delayNs };
  }

  private countUsed(flow: number, bytes: number): void {
    this.usefulBytes[flow] = this.usefulBytes[flow] + bytes;
  }

  private changeWaiting(packet: number, bytes: number): void {
    const { packets, flowCount, waitingBytes } = this;
    this.addWaitingBytes(packets.flow[packet], bytes);
    this.addWaitingBytes(flowCount + packets.classIndex[packet], bytes);
    this.addWaitingBytes(waitingBytes.length - 1, bytes);
  }

  private addWaitingBytes(index: number, bytes: number): void {
    const waitingBytes = this.waitingBytes[index] + bytes;
    this.waitingBytes[index] = waitingBytes;
    if (waitingBytes > this.maxWaitingBytes[index]) this.maxWaitingBytes[index] = waitingBytes;
  }
}
