/**
 * The dumbbell with a port in each direction. The packets of a flow go through the port of its direction, and their
 * answers through the other port, as packets among packets.
 */
import { copyIntoGrown } from '../numbers/grown-array.ts';
import { GROWING_LISTS } from '../state/checkpoint.ts';
import {
  AccessColumn,
  type AccessPaths,
  Dumbbell,
  type DumbbellOptions,
  type NetworkEnds,
  Path,
  PathEnd,
} from './dumbbell.ts';

export interface TwoWayOptions extends DumbbellOptions {
  /** A packet reaches router 2's port to the bottleneck, in the direction up. */
  readonly onUpArrival: (packet: number) => void;
  /** A data packet of either direction reaches its receiver. */
  readonly onReceiverArrival: (packet: number) => void;
  /** One-way delay of the direction up, ms. */
  readonly upDelayMs: number;
}

/** The ends of the paths of one direction. */
class DirectionEnds implements NetworkEnds {
  readonly onPortArrival: (packet: number) => void;
  readonly onReceiverArrival: (packet: number) => void;
  readonly onSenderArrival: (packet: number) => void;

  constructor(onPortArrival: DirectionEnds['onPortArrival'], { ends, onReceiverArrival }: TwoWayOptions) {
    this.onPortArrival = onPortArrival;
    this.onReceiverArrival = onReceiverArrival;
    this.onSenderArrival = (packet) => ends.onSenderArrival(packet);
  }
}

/** The network of a run with a queue in each direction. */
export class TwoWayDumbbell extends Dumbbell {
  static override readonly [GROWING_LISTS] = [...Dumbbell[GROWING_LISTS], 'upAccessPaths'];
  /** One-way delay of the direction up, ns (live). */
  upDelayNs: number;
  private readonly upEnds: DirectionEnds;
  /** For flows that send up: one for each access delay. */
  private readonly upAccessPaths: AccessPaths[] = [];
  /** Answers on their way to the port that they go through: of flows that send down, and of those that send up. */
  private readonly repliesToUpPort: Path;
  private readonly repliesToDownPort: Path;
  /** 1 for a flow that sends up. */
  private upFlows = new Uint8Array(16);

  constructor(options: TwoWayOptions) {
    super({ ...options, ends: new DirectionEnds((packet) => options.ends.onPortArrival(packet), options) });
    const { clock, onUpArrival, upDelayMs } = options;
    this.upDelayNs = Math.round(upDelayMs * 1e6);
    this.upEnds = new DirectionEnds(onUpArrival, options);
    this.repliesToUpPort = new Path(clock, this.upEnds, PathEnd.port);
    this.repliesToDownPort = new Path(clock, this.ends, PathEnd.port);
  }

  sendsUp(flow: number): boolean {
    return this.upFlows[flow] === 1;
  }

  override addFlow(accessDelayMs: number, sendsUp = false): number {
    const flow = sendsUp
      ? this.addFlowTo(this.upAccessPaths, this.upEnds, accessDelayMs)
      : this.addFlowTo(this.accessPaths, this.ends, accessDelayMs);
    if (flow === this.upFlows.length) this.upFlows = copyIntoGrown(this.upFlows, new Uint8Array(2 * flow));
    this.upFlows[flow] = sendsUp ? 1 : 0;
    return flow;
  }

  /** The port of the flow's direction has sent one of its packets. */
  override forward(flow: number, packet: number): void {
    this.passTimeNs = this.clock.nowNs + (this.upFlows[flow] === 1 ? this.upDelayNs : this.delayNs);
    this.serialise(flow, AccessColumn.receiverIn, packet);
    this.forwardPath.push(this.passTimeNs + this.receiverDelayNs, packet);
  }

  /** A receiver sends an answer towards the other port. */
  sendReply(flow: number, packet: number): void {
    this.passTimeNs = this.clock.nowNs;
    this.serialise(flow, AccessColumn.receiverOut, packet);
    const path = this.upFlows[flow] === 1 ? this.repliesToDownPort : this.repliesToUpPort;
    path.push(this.passTimeNs + this.receiverDelayNs, packet);
  }

  /** The other port has sent an answer of the flow. */
  forwardReply(flow: number, packet: number): void {
    this.passTimeNs = this.clock.nowNs + (this.upFlows[flow] === 1 ? this.delayNs : this.upDelayNs);
    this.serialise(flow, AccessColumn.senderIn, packet);
    const { toSenders, delayNs } = this.pathsOfFlow[flow];
    toSenders.push(this.passTimeNs + delayNs, packet);
  }
}
