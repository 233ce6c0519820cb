/** Probes for the questions about a run: the history of one packet, and the time of the next event of a kind. */
import type { ThresholdHint } from '../engine/contract/drawing.ts';
import { CHOICE_STRIDE, ChoiceColumn, choiceOperand, MAX_CHOICE_ROWS } from '../engine/contract/policy-tables.ts';
import type { PortObserver } from '../engine/network/port.ts';
import type { Probe } from '../engine/simulation/probe.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import type { Direction } from '../engine/simulation/up-direction.ts';
import type { Mutable } from '../shared/mutable.ts';
import type { EventSearchKind } from './answers/moment-kinds.ts';
import type { HistoryVerdict, PacketHistory } from './answers/packet-history.ts';

/** The queue of one direction of a run, with its policy. */
export type ObservedQueue = Pick<Simulation, 'port' | 'recorder' | 'description' | 'policyValues' | 'bindingLimits'>;

const choiceRows = new Float64Array(MAX_CHOICE_ROWS * CHOICE_STRIDE);

/** Records the history of packet `serial` while the run is played. */
export class HistoryRecorder {
  private recorded: (Mutable<PacketHistory> & { readonly verdicts: HistoryVerdict[] }) | undefined;
  /** The port will have no more events of it. */
  isOver = false;
  readonly probe: Probe = {
    ...this.observerOf('down'),
    up: this.observerOf('up'),
    onWireEvent: (packet, event) => {
      if (this.recorded === undefined || !this.isChosenPacket(packet)) return;
      this.recorded.wireEvent = event;
    },
  };
  private readonly simulation: Simulation;
  private readonly serial: number;
  /** The direction in which the packet crosses the link. */
  private direction: Direction = 'down';

  constructor(simulation: Simulation, serial: number) {
    this.simulation = simulation;
    this.serial = serial;
  }

  private observerOf(direction: Direction): PortObserver {
    return {
      onArrival: (packet) => this.begin(packet, direction),
      onVerdict: (packet, reason, kind) => this.addVerdict(packet, reason, kind === 'drop'),
      onLaterVerdict: (packet, reason, kind) => this.addVerdict(packet, reason, kind === 'drop'),
      onServiceStart: (packet) => {
        this.recordTime(packet, 'startedNs');
        if (this.isChosenPacket(packet)) this.recordChoice();
      },
      onDeparture: (packet) => {
        this.recordTime(packet, 'departedNs');
        this.isOver ||= this.isChosenPacket(packet);
      },
    };
  }

  /** What was recorded so far; undefined before the packet's arrival. */
  get history(): PacketHistory | undefined {
    return this.recorded;
  }

  /** The port that the packet crosses, with its policy. */
  private get side(): ObservedQueue {
    const { simulation } = this;
    return (this.direction === 'up' && simulation.up) || simulation;
  }

  private isChosenPacket(packet: number): boolean {
    return this.simulation.packets.serial[packet] === this.serial;
  }

  private begin(packet: number, direction: Direction): void {
    if (!this.isChosenPacket(packet)) return;
    this.direction = direction;
    const { packets, nowNs } = this.simulation;
    const { recorder } = this.side;
    this.recorded = {
      ...(direction === 'up' ? { direction } : {}),
      serial: this.serial,
      flow: packets.flow[packet],
      classIndex: packets.classIndex[packet],
      sequence: packets.sequence[packet],
      bytes: packets.bytes[packet],
      videoFrameKind: packets.frameKind[packet],
      videoFrame: packets.frame[packet],
      flags: packets.flags[packet],
      sendRule: packets.sendRule[packet],
      bornNs: packets.bornNs[packet],
      arrivedNs: nowNs,
      waitingAtArrival: recorder.waitingPackets,
      verdicts: [],
      choice: undefined,
      startedNs: undefined,
      departedNs: undefined,
      wireEvent: undefined,
    };
  }

  private addVerdict(packet: number, reason: number, isFinal: boolean): void {
    if (this.recorded === undefined || !this.isChosenPacket(packet)) return;
    const { nowNs } = this.simulation;
    const { port, policyValues } = this.side;
    this.recorded.verdicts.push({
      timeNs: nowNs,
      reason,
      ...port.explanation,
      values: policyValues,
    });
    this.refresh(packet);
    this.isOver ||= isFinal;
  }

  private recordTime(packet: number, field: 'startedNs' | 'departedNs'): void {
    if (this.recorded === undefined || !this.isChosenPacket(packet)) return;
    this.recorded[field] = this.simulation.nowNs;
    this.refresh(packet);
  }

  /** The policy's latest choice sent this packet. */
  private recordChoice(): void {
    const { port, description, policyValues } = this.side;
    const rows = port.attachedPolicy.listChoices?.(choiceRows) ?? 0;
    if (this.recorded === undefined || rows === 0) return;
    const offset = (rows - 1) * CHOICE_STRIDE;
    const choice = choiceRows[offset + ChoiceColumn.choice];
    const names = description.choiceOperands;
    const operands = Object.fromEntries(
      names.map((name) => [name, choiceOperand(choiceRows, offset, names, name)] as const),
    );
    this.recorded.choice = { choice, operands, values: policyValues };
  }

  private refresh(packet: number): void {
    if (this.recorded !== undefined) this.recorded.flags = this.simulation.packets.flags[packet];
  }
}

/** Records the first and the last time of an event of `kind`, from `sinceNs`. */
export class EventFinder {
  firstNs: number | undefined;
  lastNs: number | undefined;
  readonly probe: Probe;
  private readonly simulation: Simulation;
  private readonly sinceNs: number;
  private readonly queues: readonly ObservedQueue[];
  private sides: readonly boolean[] | undefined;

  /** In a run with two queues, it finds the events of both. */
  constructor(simulation: Simulation, kind: EventSearchKind, sinceNs: number) {
    const { up } = simulation;
    this.simulation = simulation;
    this.sinceNs = sinceNs;
    this.queues = up === undefined ? [simulation] : [simulation, up];
    const observer = this.observerOf(kind);
    this.probe = up === undefined ? observer : { ...observer, up: observer };
    if (kind === 'crossing') this.compare();
  }

  private observerOf(kind: EventSearchKind): Partial<PortObserver> {
    return kind === 'crossing'
      ? {
          onVerdict: () => this.compare(),
          onServiceStart: () => this.compare(),
          onLaterVerdict: () => this.compare(),
        }
      : kind === 'service'
        ? { onServiceStart: () => this.endSearch() }
        : {
            onVerdict: (_, __, verdict) => {
              if (kind === 'packet' || verdict === kind) this.endSearch();
            },
            onLaterVerdict: (_, __, verdict) => {
              if (verdict === kind) this.endSearch();
            },
          };
  }

  private endSearch(): void {
    const { nowNs } = this.simulation;
    if (nowNs < this.sinceNs) return;
    this.firstNs ??= nowNs;
    this.lastNs = nowNs;
  }

  private compare(): void {
    const sides = this.queues.flatMap((queue) => {
      const { hints } = queue.description;
      const signals = new Float64Array(hints.signals.length);
      queue.port.attachedPolicy.signals(signals);
      return hints.thresholds.map((hint) => isThresholdReached(queue, hint, signals));
    });
    if (this.sides?.some((side, index) => side !== sides[index])) this.endSearch();
    this.sides = sides;
  }
}

/**
 * Whether the quantity of a threshold has reached it. For the buffer this quantity is the queue. For other thresholds
 * it is the policy's first signal of the same axis, or the quantity of the axis itself.
 * @param signals the policy's present signals
 */
export function isThresholdReached(queue: ObservedQueue, hint: ThresholdHint, signals: Float64Array): boolean {
  const { port, recorder, description, policyValues } = queue;
  const { parameter, axis = 'queue' } = hint;
  const countsBytes = !Number.isFinite(port.limitPackets);
  const heldAmount = countsBytes
    ? recorder.waitingBytes + port.inServiceBytes
    : recorder.waitingPackets + port.inServicePackets;
  if (parameter === 'buffer') {
    if (description.ownLimit !== undefined) return isOwnLimitReached(queue);
    return heldAmount >= (countsBytes ? port.limitBytes : port.limitPackets);
  }
  const signalAxis = axis === 'queue' && description.bufferUnit === 'cells' ? 'cells' : axis;
  const index = description.hints.signals.findIndex((signal) => signal.axis === signalAxis);
  const measure =
    axis === 'delay' ? (8e3 * recorder.waitingBytes) / (port.varyingLink?.presentBps() ?? port.rateBps) : heldAmount;
  return (index < 0 ? measure : signals[index]) >= Number(policyValues[parameter]);
}

/** The packet in transmission does not count. The lengths of single queues are not known here. */
function isOwnLimitReached({ recorder, bindingLimits, description }: ObservedQueue): boolean {
  const { packets, bytes } = bindingLimits;
  return (
    description.ownLimit?.isPerQueue !== true && (recorder.waitingPackets >= packets || recorder.waitingBytes >= bytes)
  );
}
