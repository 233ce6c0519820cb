/**
 * Traffic that does not listen, recorded once and played to any policy and buffer: what reaches the port is the same
 * whatever the port does with it, so a search need not simulate the sources and the network again. The port, the policy
 * and the decoders are those of a run, and give the same verdicts.
 */

import { Clock } from '../engine/clock.ts';
import { extended } from '../engine/extended.ts';
import { PacketPool } from '../engine/packet.ts';
import { Port, type PortObserver } from '../engine/port.ts';
import { RandomStream } from '../engine/random.ts';
import { resolveScenario, type Scenario } from '../engine/scenario.ts';
import { GroupOfPictures } from '../engine/sources/group-of-pictures.ts';
import { VideoDecoder } from '../engine/sources/video-decoder.ts';
import { findPolicy } from '../policies/registry.ts';
import { resolvedPolicyValues } from '../policies/values.ts';
import { openRun } from './simulate.ts';

/** All packets that come to the port in a run, in their order. */
export interface Arrivals {
  readonly seed: number;
  readonly count: number;
  readonly timeNs: Float64Array;
  readonly flow: Uint16Array;
  readonly bytes: Uint16Array;
  /** Kind of the frame in the lower two bits, its first and last packet in the next. */
  readonly tag: Uint8Array;
  readonly classOfFlow: Uint8Array;
  readonly flowsOf: readonly number[];
  readonly meanRateBpsOf: readonly number[];
  /** Simulated seconds that it took to record. */
  readonly seconds: number;
}

/** Records a run. @throws when a source of it listens to what becomes of its packets, or packets are too large */
export function recordArrivals(scenario: Scenario, seed: number): Arrivals {
  const run = openRun({ scenario, policy: 'shb', seed, watch: true });
  const classes = run.description.classes.map((_, index) => index);
  const traffic = run.trafficView();
  if (classes.some((index) => Number.isNaN(traffic.meanRateBpsOf(index))))
    throw new Error('only traffic that does not listen can be recorded');
  const { packets } = run;
  let size = 1 << 16;
  let [timeNs, flow] = [new Float64Array(size), new Uint16Array(size)];
  let [bytes, tag] = [new Uint16Array(size), new Uint8Array(size)];
  let count = 0;
  run.probe = {
    onArrival: (packet) => {
      if (count === size) {
        size *= 2;
        [timeNs, flow] = [extended(timeNs, new Float64Array(size)), extended(flow, new Uint16Array(size))];
        [bytes, tag] = [extended(bytes, new Uint16Array(size)), extended(tag, new Uint8Array(size))];
      }
      timeNs[count] = run.nowNs;
      flow[count] = packets.flow[packet] as number;
      bytes[count] = packets.bytes[packet] as number;
      tag[count] = (packets.frameKind[packet] as number) | ((packets.framePart[packet] as number) << 2);
      count++;
    },
  };
  run.advance(run.endNs);
  const { flows } = run.recorder;
  return {
    seed,
    count,
    timeNs: timeNs.slice(0, count),
    flow: flow.slice(0, count),
    bytes: bytes.slice(0, count),
    tag: tag.slice(0, count),
    classOfFlow: Uint8Array.from({ length: flows.count }, (_, index) => flows.classOf(index)),
    flowsOf: classes.map((index) => traffic.flowsOf(index)),
    meanRateBpsOf: classes.map((index) => traffic.meanRateBpsOf(index)),
    seconds: run.endNs / 1e9,
  };
}

export interface Replay {
  /** By flow: bytes that came after the warm-up in whole frames (or packets), and those of them that were of use. */
  readonly sentBytes: Float64Array;
  readonly usefulBytes: Float64Array;
  /** By class: delivered packets that came after the warm-up, and their waiting and transmission times together, ns. */
  readonly delivered: Float64Array;
  readonly delayNs: Float64Array;
  readonly digest: string;
}

const FIRST = 4;
const LAST = 8;
/** Later than anything that can still be on its way, ns. */
const ALL_GONE_NS = 1e16;

/**
 * Plays recorded arrivals to a policy.
 * @param limitBytes the whole buffer
 */
export function replay(arrivals: Arrivals, scenario: Scenario, policyId: string, limitBytes: number): Replay {
  const definition = findPolicy(policyId);
  if (definition === undefined) throw new Error(`no policy is called ${policyId}`);
  const resolved = resolveScenario(scenario);
  const { classOfFlow, flowsOf, meanRateBpsOf, count } = arrivals;
  const clock = new Clock();
  const packets = new PacketPool();
  const tally = new Tally(clock, packets, arrivals, scenario);
  const port = new Port(
    clock,
    packets,
    new RandomStream(arrivals.seed, 'policy'),
    definition.reasons,
    tally,
    (packet) => tally.deliver(packet),
    resolved.link.rateBps,
    { packets: Number.POSITIVE_INFINITY, bytes: limitBytes },
    {
      classes: flowsOf.length,
      flowsOf: (index) => flowsOf[index] as number,
      meanRateBpsOf: (index) => meanRateBpsOf[index] as number,
    },
  );
  port.attach(
    definition.create(port, resolvedPolicyValues(scenario, definition, {})),
    definition.choosesAfterArrivals ?? false,
  );
  const sequence = new Int32Array(classOfFlow.length);
  const frame = new Int32Array(classOfFlow.length).fill(-1);
  for (let at = 0; at < count; at++) {
    clock.runUntil(arrivals.timeNs[at] as number);
    const packet = packets.allocate();
    const flow = arrivals.flow[at] as number;
    const tag = arrivals.tag[at] as number;
    if ((tag & FIRST) !== 0) frame[flow] = (frame[flow] as number) + 1;
    packets.flow[packet] = flow;
    packets.classIndex[packet] = classOfFlow[flow] as number;
    packets.bytes[packet] = arrivals.bytes[at] as number;
    packets.frameKind[packet] = tag & 3;
    packets.framePart[packet] = tag >> 2;
    packets.frame[packet] = frame[flow] as number;
    packets.sequence[packet] = sequence[flow] as number;
    sequence[flow] = (sequence[flow] as number) + 1;
    tally.came(flow, frame[flow] as number, tag, arrivals.bytes[at] as number);
    port.arrive(packet);
  }
  clock.runUntil(ALL_GONE_NS);
  return { ...tally.result(), digest: port.digest.hex() };
}

/** Counts what is sent and what of it is of use: of videos frames that began after the warm-up and ended before the end. */
class Tally implements PortObserver {
  private readonly clock: Clock;
  private readonly packets: PacketPool;
  private readonly warmupNs: number;
  private readonly decoders: readonly (VideoDecoder | undefined)[];
  /** By flow: number of the first frame that counts, and bytes of the present one. */
  private readonly firstFrame: Int32Array;
  private readonly frameBytes: Float64Array;
  private readonly sentBytes: Float64Array;
  private readonly usefulBytes: Float64Array;
  private readonly delivered: Float64Array;
  private readonly delayNs: Float64Array;

  constructor(clock: Clock, packets: PacketPool, arrivals: Arrivals, scenario: Scenario) {
    this.clock = clock;
    this.packets = packets;
    const { run, sources } = resolveScenario(scenario);
    this.warmupNs = run.warmupSeconds * 1e9;
    const patterns = sources.map(({ kind, values }) =>
      kind === 'video' ? new GroupOfPictures(values.pattern as string) : undefined,
    );
    this.decoders = Array.from(arrivals.classOfFlow, (index) => {
      const pattern = patterns[index];
      return pattern === undefined ? undefined : new VideoDecoder(pattern);
    });
    const flows = arrivals.classOfFlow.length;
    this.firstFrame = new Int32Array(flows).fill(0x7fffffff);
    this.frameBytes = new Float64Array(flows);
    this.sentBytes = new Float64Array(flows);
    this.usefulBytes = new Float64Array(flows);
    this.delivered = new Float64Array(sources.length);
    this.delayNs = new Float64Array(sources.length);
  }

  onArrival(): void {}
  onVerdict(): void {}
  onDiscard(): void {}
  onServiceStart(): void {}

  onDeparture(packet: number): void {
    const arrivedNs = this.packets.arrivedNs[packet] as number;
    if (arrivedNs < this.warmupNs) return;
    const index = this.packets.classIndex[packet] as number;
    this.delivered[index] = (this.delivered[index] as number) + 1;
    this.delayNs[index] = (this.delayNs[index] as number) + this.clock.nowNs - arrivedNs;
  }

  came(flow: number, frame: number, tag: number, bytes: number): void {
    if (this.clock.nowNs < this.warmupNs) return;
    if (this.decoders[flow] === undefined) {
      this.sentBytes[flow] = (this.sentBytes[flow] as number) + bytes;
      return;
    }
    if ((tag & FIRST) !== 0) {
      this.frameBytes[flow] = 0;
      if (frame < (this.firstFrame[flow] as number)) this.firstFrame[flow] = frame;
    }
    if (frame < (this.firstFrame[flow] as number)) return;
    this.frameBytes[flow] = (this.frameBytes[flow] as number) + bytes;
    if ((tag & LAST) !== 0) this.sentBytes[flow] = (this.sentBytes[flow] as number) + (this.frameBytes[flow] as number);
  }

  deliver(packet: number): void {
    const { packets } = this;
    const flow = packets.flow[packet] as number;
    const decoder = this.decoders[flow];
    const bytes = packets.bytes[packet] as number;
    if (decoder === undefined) {
      if ((packets.arrivedNs[packet] as number) >= this.warmupNs) this.used(flow, bytes);
    } else {
      const frame = packets.frame[packet] as number;
      const whole = decoder.take(frame, packets.framePart[packet] as number, packets.sequence[packet] as number, bytes);
      if (whole && frame >= (this.firstFrame[flow] as number)) this.used(flow, decoder.bytes);
    }
    packets.free(packet);
  }

  result(): Omit<Replay, 'digest'> {
    const { sentBytes, usefulBytes, delivered, delayNs } = this;
    return { sentBytes, usefulBytes, delivered, delayNs };
  }

  private used(flow: number, bytes: number): void {
    this.usefulBytes[flow] = (this.usefulBytes[flow] as number) + bytes;
  }
}
