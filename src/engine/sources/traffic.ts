/** The interface between the engine and a traffic model. */
import type { ParameterValue } from '../../params/schema.ts';
import type { EventHandler } from '../events/clock.ts';
import type { Playback } from '../frame/frame.ts';
import type { RandomStream } from '../numbers/random.ts';
import { GROWING_LISTS } from '../state/checkpoint.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import type { TcpSender, TransportHost } from '../transport/tcp-sender.ts';

/** The part of the run that a traffic model can use. */
export interface TrafficHost extends TransportHost {
  /** A random stream of this name; equal names give equal draws in every lane. */
  stream(name: string): RandomStream;
  /**
   * Adds a flow of this class, with its access delay; returns its number.
   * @param sendsUp its packets go through the queue up, and their answers through the queue down
   */
  addFlow(classIndex: number, accessDelayMs: number, sendsUp: boolean): number;
  /** The listed packets of a class of kind `arrivals`. */
  arrivalsOf(classIndex: number): ClassArrivals;
  /** Puts a packet of a flow before the queue now, without an access link. */
  arrive(flow: number, packet: number): void;
  /** Packets and bytes that arrived earlier have become useful to their receiver. */
  countUseful(classIndex: number, flow: number, packets: number, bytes: number): void;
  /** Packets that arrived earlier are useless, because their frame of video cannot be shown. */
  countUseless(classIndex: number, packets: number): void;
  /** A transfer, or a round trip, that began at `startNs` is complete. */
  countCompleted(classIndex: number, startNs: number): void;
}

/** The sources of one class at work. */
export interface Traffic {
  /** Flows that are sending now. */
  readonly sendingFlowCount: number;
  /** Mean rate that one flow offers on the wire, bit/s; NaN where it adapts. */
  readonly meanRateBps: number;
  /** Starts, at simulated time 0. */
  start(): void;
  /** Sets new values during the run. */
  configure(values: Readonly<Record<string, ParameterValue>>): void;
  /** A data packet has reached its receiver. Returns true if it is useful there. The caller frees the packet. */
  onReceived(packet: number): boolean;
  /** An acknowledgement has reached its sender. The caller frees the packet. */
  onAcknowledged(packet: number): void;
  /**
   * A packet was lost behind the port or, in runs that are watched, dropped at the port. Must not change anything.
   */
  onLost?(packet: number): void;
  /** For videos: writes rows of `VideoFrameColumn`, starting at row `row`; returns the row after the last. */
  listVideoFrames?(into: Float64Array, row: number): number;
  /** For sources that choose their colour: rows of `ColourColumn`. */
  readonly colours?: readonly number[];
  /** For video players: their playback so far. */
  playback?(): Playback;
  /**
   * For video players: writes their columns of a row of the series (`SeriesClassColumn`). The columns of the class
   * begin at cell `rowStart`.
   */
  writeSample?(rows: Float64Array, rowStart: number): void;
  /** All that was supplied to this flow has been acknowledged. */
  onTransferDone(flow: number): void;
  /** For TCP: the sender of the flow's present connection. */
  senderOf?(flow: number): TcpSender | undefined;
}

/** Values that every class of flows has. */
interface FlowValues {
  readonly flows: number;
  readonly accessDelayMs?: number | readonly number[];
  /** `down` if it is left out. */
  readonly direction?: string;
}

/**
 * A class as a list of members. The first ones send: one for each flow or, if the class sends both ways, two of which
 * the second sends up. A subclass defines a member, its start and its end.
 */
export abstract class FlowTraffic<V extends FlowValues, Member extends { readonly isRunning: boolean }>
  implements Traffic, EventHandler
{
  static readonly [GROWING_LISTS]: readonly string[] = ['members'];
  readonly members: Member[] = [];
  protected values: V;
  protected readonly host: TrafficHost;
  protected readonly classIndex: number;
  /** Name of its random streams. */
  protected readonly name: string;
  /** Its number at the clock. */
  protected readonly handlerId: number;
  private runningFlowCount = 0;

  constructor(host: TrafficHost, classIndex: number, name: string, values: V) {
    this.host = host;
    this.classIndex = classIndex;
    this.name = name;
    this.values = values;
    this.handlerId = host.clock.register(this);
  }

  get sendingFlowCount(): number {
    return this.runningFlowCount;
  }

  /** NaN, unless a subclass returns a rate: an adaptive source has no fixed rate. */
  get meanRateBps(): number {
    return Number.NaN;
  }

  start(): void {
    this.resize();
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.values = { ...this.values, ...values };
    this.onValuesChange();
    if (this.values.flows !== this.runningFlowCount) this.resize();
  }

  abstract onEvent(argument: number): void;
  abstract onReceived(packet: number): boolean;
  onAcknowledged(_packet: number): void {}
  onTransferDone(_flow: number): void {}

  protected abstract createFlow(index: number): Member;
  protected abstract beginFlow(member: Member): void;
  protected abstract endFlow(member: Member): void;

  /** Called before flows begin or end because of new values. */
  protected onValuesChange(): void {}

  /** Starts the first flows, creates missing ones, and ends the others. */
  private resize(): void {
    const { members } = this;
    const { flows } = this.values;
    const memberCount = this.sendsBothWays ? 2 * flows : flows;
    while (members.length < memberCount) members.push(this.createFlow(members.length));
    for (const [index, member] of members.entries()) {
      if (index < memberCount && !member.isRunning) this.beginFlow(member);
      else if (index >= memberCount && member.isRunning) this.endFlow(member);
    }
    this.runningFlowCount = flows;
  }

  private get sendsBothWays(): boolean {
    return this.values.direction === 'both';
  }

  /** The place of a member among the flows: both members of a flow have one place. */
  protected placeOf(index: number): number {
    return this.sendsBothWays ? index >> 1 : index;
  }

  /** The item for a member of a value: one number for all, or a list that the flows take in turn. */
  protected itemOf(value: number | readonly number[], index: number): number {
    return valueOfFlow(value, this.placeOf(index));
  }

  /** Adds a member's flow to the network; returns its number. */
  protected addFlow(index: number): number {
    const { direction, accessDelayMs = 0 } = this.values;
    const sendsUp = direction === 'up' || (this.sendsBothWays && index % 2 === 1);
    return this.host.addFlow(this.classIndex, this.itemOf(accessDelayMs, index), sendsUp);
  }
}

/** Item `index` of a value: one number for all, or a list that flows take in turn. */
function valueOfFlow(value: number | readonly number[], index: number): number {
  return typeof value === 'number' ? value : value[itemIndexOfFlow(value, index)];
}

/** Index of the item of such a value for flow `index`; 0 if there is one number for all. */
export function itemIndexOfFlow(value: number | readonly number[], index: number): number {
  return typeof value === 'number' ? 0 : index % value.length;
}
