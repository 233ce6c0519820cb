/**
 * The key moments of a run: the first time of each kind of event. Every tape collects them while it explores the run. A
 * tape may reach a later time first. So a moment is valid only after the whole run before it was explored.
 */
import type { VerdictKind } from '../engine/contract/policy.ts';
import { VC_STRIDE, VcColumn } from '../engine/contract/policy-tables.ts';
import type { PortObserver } from '../engine/network/port.ts';
import { PacketFlag } from '../engine/packets/packet.ts';
import type { Probe, Simulation } from '../engine/simulation/simulation.ts';
import { ShortTcpTraffic, TcpTraffic } from '../engine/sources/tcp-traffic.ts';
import type { TcpSender } from '../engine/transport/tcp-sender.ts';
import type { KeyMoment, KeyMomentKind, KnownMoments } from './answers/moment-kinds.ts';
import { isThresholdReached, type ObservedQueue } from './packet-probes.ts';
import type { RunObserver } from './seekable-run.ts';
import type { TapeObserver } from './tape.ts';

/** Drop reasons that mean a full buffer. */
const FULL_BUFFER_REASONS: readonly string[] = ['full', 'overflow'];

export class KeyMoments implements RunObserver {
  /** The earliest moment of each kind and cause, in the explored part of the run. */
  private readonly firstMoments = new Map<string, KeyMoment>();
  /** When each long TCP flow first left slow start, ns, and the number of such flows that sent then. */
  private readonly slowStartExits = new Map<number, { readonly timeNs: number; readonly flowCount: number }>();
  private exploredNs = 0;
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
    for (const [key, moment] of this.firstMoments) if (moment.timeNs > timeNs) this.firstMoments.delete(key);
    for (const [flow, exit] of this.slowStartExits) if (exit.timeNs > timeNs) this.slowStartExits.delete(flow);
    this.exploredNs = Math.min(this.exploredNs, timeNs);
  }

  /** Records an event at the present time, unless there is an earlier one of this kind. */
  addMoment(moment: KeyMoment, key: string): void {
    const firstMoment = this.firstMoments.get(key);
    if (firstMoment === undefined || moment.timeNs < firstMoment.timeNs) this.firstMoments.set(key, moment);
  }

  /** Whether no event at `timeNs` or later could be new. */
  hasMomentBy(key: string, timeNs: number): boolean {
    const firstMoment = this.firstMoments.get(key);
    return firstMoment !== undefined && firstMoment.timeNs <= timeNs;
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
    const moments = [...this.firstMoments.values()];
    const exits = [...this.slowStartExits.values()];
    const maxFlowCount = Math.max(0, ...exits.map(({ flowCount }) => flowCount));
    if (maxFlowCount > 0 && exits.length >= maxFlowCount)
      moments.push({ kind: 'slowStart', timeNs: Math.max(...exits.map(({ timeNs }) => timeNs)), causeIndex: 0 });
    return moments.filter(({ timeNs }) => timeNs <= this.exploredNs).sort((a, b) => a.timeNs - b.timeNs);
  }

  /** All known moments if they have changed since the last call, or if no others can follow any more; otherwise undefined. */
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
    hint.parameter === 'buffer' ? [] : [{ hint, index, key: `${prefix}threshold/${index}` }],
  );
  const vcs = new Float64Array(classes.length * VC_STRIDE);
  let listsVcStates = queue.port.attachedPolicy.listVcs !== undefined;

  const add = (kind: KeyMomentKind, causeIndex: number, key = `${prefix}${kind}`) => {
    const moment = { kind, timeNs: simulation.nowNs, causeIndex };
    moments.addMoment(direction === undefined ? moment : { ...moment, direction }, key);
  };
  const addVerdict = (reason: number, kind: VerdictKind) => {
    if (kind === 'drop') {
      add('drop', reason);
      if (FULL_BUFFER_REASONS.includes(reasons[reason]?.id ?? '')) add('full', reason);
    } else if (kind === 'mark') add('mark', reason);
  };
  const checkThresholdsAndStates = () => {
    const { nowNs } = simulation;
    let hasSignals = false;
    for (const { hint, index, key } of thresholds) {
      if (moments.hasMomentBy(key, nowNs)) continue;
      if (!hasSignals) queue.port.attachedPolicy.signals(signals);
      hasSignals = true;
      if (isThresholdReached(queue, hint, signals)) add('threshold', index, key);
    }
    if (listsVcStates) checkVcStates(nowNs);
  };
  const checkVcStates = (nowNs: number) => {
    const rows = queue.port.attachedPolicy.listVcs?.(vcs) ?? 0;
    for (let row = 0; row < rows; row++) {
      const state = vcs[row * VC_STRIDE + VcColumn.state];
      if (Number.isNaN(state)) listsVcStates = false;
      // All flows begin in slow start.
      else if (state > 1 && !moments.hasMomentBy(`state/${state}`, nowNs)) add('state', state, `state/${state}`);
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

  constructor(simulation: Simulation, moments: KeyMoments) {
    this.simulation = simulation;
    this.moments = moments;
  }

  checkPhase(packet: number): void {
    const { packets, nowNs, traffic } = this.simulation;
    const flow = packets.flow[packet];
    if (this.moments.hasLeftSlowStart(flow, nowNs)) return;
    const source = traffic[packets.classIndex[packet]];
    // The connection begins with a window of one.
    if (!isLongLived(source) || (packets.flags[packet] & (PacketFlag.syn | PacketFlag.ack)) !== 0) return;
    const { congestionWindow, slowStartThreshold } = source.senderOf(flow) as TcpSender;
    if (congestionWindow < slowStartThreshold) return;
    const flowCount = traffic.reduce((sum, other) => sum + (isLongLived(other) ? other.sendingFlowCount : 0), 0);
    this.moments.recordSlowStartExit(flow, nowNs, flowCount);
  }
}

function isLongLived(traffic: unknown): traffic is TcpTraffic {
  return traffic instanceof TcpTraffic && !(traffic instanceof ShortTcpTraffic);
}
