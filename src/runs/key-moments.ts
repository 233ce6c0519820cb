/**
 * The key moments of a run: the first time of each kind of event. Every tape collects them while it explores the run. A
 * tape may reach a later time first. So a moment is valid only after the whole run before it was explored.
 */
import type { VerdictKind } from '../engine/contract/policy.ts';
import { VC_STRIDE, VcColumn } from '../engine/contract/policy-tables.ts';
import type { PortObserver } from '../engine/network/port.ts';
import { DOUBLE_ZERO } from '../engine/numbers/double-zero.ts';
import { PacketFlag } from '../engine/packets/packet.ts';
import type { Probe } from '../engine/simulation/probe.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { ShortTcpTraffic, TcpTraffic } from '../engine/sources/tcp-traffic.ts';
import type { TcpSender } from '../engine/transport/tcp-sender.ts';
import { required } from '../shared/required.ts';
import type { KeyMoment, KeyMomentKind, KnownMoments } from './answers/moment-kinds.ts';
import { isThresholdReached, type ObservedQueue } from './packet-probes.ts';
import type { RunObserver } from './seekable-run.ts';
import type { TapeObserver } from './tape.ts';

/** Drop reasons that mean a full buffer. */
const FULL_BUFFER_REASONS: readonly string[] = ['full', 'overflow'];

/** The key moments of one run, in its explored part. */
export class KeyMoments implements RunObserver {
  /**
   * The earliest moment of each kind and cause, in the explored part of the run, and its time, by the place of its key.
   */
  private readonly firstMoments: (KeyMoment | undefined)[] = [];
  private readonly firstNs: number[] = [];
  private readonly placeByKey = new Map<string, number>();
  /** When each long TCP flow first left slow start, ns, and the number of such flows that sent then. */
  private readonly slowStartExits = new Map<number, { readonly timeNs: number; readonly flowCount: number }>();
  private exploredNs = DOUBLE_ZERO;
  private endNs = Number.POSITIVE_INFINITY;
  private momentsText = '';

  get observedNs(): number {
    return this.exploredNs;
  }

  tapeObserverOf(simulation: Simulation): TapeObserver {
    this.endNs = simulation.endNs;
    return {
      probe: momentProbe(simulation, this),
      onPlayed: (fromNs, toNs) => {
        if (fromNs <= this.exploredNs) this.exploredNs = Math.max(this.exploredNs, toNs);
      },
    };
  }

  removeAfter(timeNs: number): void {
    for (let place = 0; place < this.firstNs.length; place++) {
      if (required(this.firstNs[place]) <= timeNs) continue;
      this.firstNs[place] = Number.POSITIVE_INFINITY;
      this.firstMoments[place] = undefined;
    }
    for (const [flow, exit] of this.slowStartExits) if (exit.timeNs > timeNs) this.slowStartExits.delete(flow);
    this.exploredNs = Math.min(this.exploredNs, timeNs);
  }

  /** The place of the moments of a kind and cause: each packet looks at some of them. */
  placeOf(key: string): number {
    const knownPlace = this.placeByKey.get(key);
    if (knownPlace !== undefined) return knownPlace;
    this.placeByKey.set(key, this.firstNs.length);
    return this.firstNs.push(Number.POSITIVE_INFINITY) - 1;
  }

  /** Records an event at the present time, unless there is an earlier one at this place. */
  addMoment(moment: KeyMoment, place: number): void {
    if (this.hasMomentBy(place, moment.timeNs)) return;
    this.firstMoments[place] = moment;
    this.firstNs[place] = moment.timeNs;
  }

  /** Whether no event at `timeNs` or later could be new. */
  hasMomentBy(place: number, timeNs: number): boolean {
    return required(this.firstNs[place]) <= timeNs;
  }

  /** Whether a flow had left slow start by `timeNs`, as far as is known. */
  hasLeftSlowStart(flow: number, timeNs: number): boolean {
    return (this.slowStartExits.get(flow)?.timeNs ?? Number.POSITIVE_INFINITY) <= timeNs;
  }

  /** @param flowCount number of long flows that send now */
  recordSlowStartExit(flow: number, timeNs: number, flowCount: number): void {
    this.slowStartExits.set(flow, { timeNs, flowCount });
  }

  /** All known moments, in order of time. */
  allMoments(): KeyMoment[] {
    const moments = this.firstMoments.filter((moment) => moment !== undefined);
    const exits = [...this.slowStartExits.values()];
    const maxFlowCount = Math.max(0, ...exits.map(({ flowCount }) => flowCount));
    if (maxFlowCount > 0 && exits.length >= maxFlowCount)
      moments.push({ kind: 'slowStart', timeNs: Math.max(...exits.map(({ timeNs }) => timeNs)), causeIndex: 0 });
    return moments.filter(({ timeNs }) => timeNs <= this.exploredNs).sort((a, b) => a.timeNs - b.timeNs);
  }

  /**
   * All known moments if they have changed since the last call, or if no others can follow any more; otherwise
   * undefined.
   */
  takeNewMoments(): KnownMoments | undefined {
    const moments = this.allMoments();
    const areAll = this.exploredNs >= this.endNs;
    const text = moments
      .map(({ kind, timeNs, causeIndex, direction }) => `${kind} ${timeNs} ${causeIndex} ${direction}`)
      .join();
    if (`${text} ${areAll}` === this.momentsText) return undefined;
    this.momentsText = `${text} ${areAll}`;
    return { moments, areAll };
  }
}

/** The observers of both queues of a run, or of its only one. */
function momentProbe(simulation: Simulation, moments: KeyMoments): Probe {
  const { up } = simulation;
  const slowStart = new SlowStartObserver(simulation, moments);
  const onArrival = (packet: number) => slowStart.checkPhase(packet);
  const probe = { onArrival, ...queueObserver(simulation, simulation, moments, undefined) };
  return up === undefined ? probe : { ...probe, up: { onArrival, ...queueObserver(simulation, up, moments, 'up') } };
}

/** @param queue the direction down of the run, or its direction up */
function queueObserver(
  simulation: Pick<Simulation, 'nowNs'>,
  queue: ObservedQueue,
  moments: KeyMoments,
  direction: KeyMoment['direction'],
): Pick<PortObserver, 'onVerdict' | 'onLaterVerdict' | 'onServiceStart'> {
  const { reasons, hints, classes } = queue.description;
  const signals = new Float64Array(hints.signals.length);
  const prefix = direction === undefined ? '' : `${direction}/`;
  const thresholds = hints.thresholds.flatMap((hint, index) =>
    hint.parameter === 'buffer' ? [] : [{ hint, index, place: moments.placeOf(`${prefix}threshold/${index}`) }],
  );
  const vcs = new Float64Array(classes.length * VC_STRIDE);
  let listsVcStates = queue.port.attachedPolicy.listVcs !== undefined;

  const isFullBuffer = reasons.map(({ id }) => FULL_BUFFER_REASONS.includes(id));
  const places = {
    drop: moments.placeOf(`${prefix}drop`),
    full: moments.placeOf(`${prefix}full`),
    mark: moments.placeOf(`${prefix}mark`),
  };
  const add = (kind: KeyMomentKind, causeIndex: number, place: number) => {
    const { nowNs } = simulation;
    if (moments.hasMomentBy(place, nowNs)) return;
    const moment = { kind, timeNs: nowNs, causeIndex };
    moments.addMoment(direction === undefined ? moment : { ...moment, direction }, place);
  };
  const addVerdict = (reason: number, kind: VerdictKind) => {
    if (kind === 'accept') return;
    add(kind, reason, places[kind]);
    if (kind === 'drop' && isFullBuffer[reason]) add('full', reason, places.full);
  };
  const checkThresholdsAndStates = () => {
    const { nowNs } = simulation;
    let hasSignals = false;
    for (const { hint, index, place } of thresholds) {
      if (moments.hasMomentBy(place, nowNs)) continue;
      if (!hasSignals) queue.port.attachedPolicy.signals(signals);
      hasSignals = true;
      if (isThresholdReached(queue, hint, signals)) add('threshold', index, place);
    }
    if (listsVcStates) checkVcStates();
  };
  const checkVcStates = () => {
    const rows = queue.port.attachedPolicy.listVcs?.(vcs) ?? 0;
    for (let row = 0; row < rows; row++) {
      const state = vcs[row * VC_STRIDE + VcColumn.state];
      if (Number.isNaN(state)) listsVcStates = false;
      // All flows begin in slow start.
      else if (state > 1) add('state', state, moments.placeOf(`state/${state}`));
    }
  };
  return {
    onVerdict: (_, reason, kind) => {
      addVerdict(reason, kind);
      checkThresholdsAndStates();
    },
    onLaterVerdict: (_, reason, kind) => addVerdict(reason, kind),
    onServiceStart: checkThresholdsAndStates,
  };
}

/** Finds the times at which long-lived TCP flows leave slow start, from the packets that arrive at the port. */
class SlowStartObserver {
  private readonly simulation: Simulation;
  private readonly moments: KeyMoments;
  /** By class; undefined for others. */
  private readonly longLived: readonly (TcpTraffic | undefined)[];

  constructor(simulation: Simulation, moments: KeyMoments) {
    this.simulation = simulation;
    this.moments = moments;
    this.longLived = simulation.traffic.map((source) => (isLongLived(source) ? source : undefined));
  }

  checkPhase(packet: number): void {
    const { packets, nowNs } = this.simulation;
    const source = this.longLived[packets.classIndex[packet]];
    // The connection begins with a window of one.
    if (source === undefined || (packets.flags[packet] & (PacketFlag.syn | PacketFlag.ack)) !== 0) return;
    const flow = packets.flow[packet];
    if (this.moments.hasLeftSlowStart(flow, nowNs)) return;
    const { congestionWindow, slowStartThreshold } = source.senderOf(flow) as TcpSender;
    if (congestionWindow < slowStartThreshold) return;
    const flowCount = this.longLived.reduce((sum, other) => sum + (other?.sendingFlowCount ?? 0), 0);
    this.moments.recordSlowStartExit(flow, nowNs, flowCount);
  }
}

function isLongLived(traffic: unknown): traffic is TcpTraffic {
  return traffic instanceof TcpTraffic && !(traffic instanceof ShortTcpTraffic);
}
