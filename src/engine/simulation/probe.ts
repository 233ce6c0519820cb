/** What observes the single packets of a run: probes, and the trace of its verdicts. */
import type { Operands } from '../contract/explanation.ts';
import type { VerdictKind } from '../contract/policy.ts';
import type { Clock } from '../events/clock.ts';
import type { Recorder } from '../metrics/recorder.ts';
import type { LaterVerdict, OutputPort, PortObserver } from '../network/port.ts';
import type { PacketPool } from '../packets/packet.ts';
import type { Direction } from './up-direction.ts';

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

/** A run whose probe can be set while it runs. */
interface ProbedRun {
  readonly probe: Probe | undefined;
  /** Tells the source of a packet that it is lost. */
  reportLoss(packet: number): void;
}

/** The recorder of a direction, and behind it the probe of a run. */
export class ProbedRecorder implements PortObserver {
  private readonly run: ProbedRun;
  private readonly recorder: Recorder;
  private readonly isUp: boolean;

  constructor(run: ProbedRun, recorder: Recorder, direction: Direction) {
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

/** A direction of a run, with what observes its port. */
interface TracedDirection {
  readonly recorder: Recorder;
  readonly port: OutputPort;
}

interface TracedRun extends TracedDirection {
  readonly clock: Clock;
  readonly packets: PacketPool;
  readonly up: TracedDirection | undefined;
}

/** Tells a trace every verdict, in both directions. */
export function traceProbe(run: TracedRun, trace: (record: TraceRecord) => void): Probe {
  const tracerOf = (direction: Direction) => {
    const traceVerdict = (packet: number, reason: number) => trace(traceRecord(run, packet, reason, direction));
    return { onVerdict: traceVerdict, onLaterVerdict: traceVerdict };
  };
  return { ...tracerOf('down'), up: tracerOf('up') };
}

/** The last verdict, in the form of a trace. */
function traceRecord(run: TracedRun, packet: number, reason: number, direction: Direction): TraceRecord {
  const { packets, up } = run;
  const { recorder, port } = (direction === 'up' && up) || run;
  return {
    timeNs: run.clock.nowNs,
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
