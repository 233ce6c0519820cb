/**
 * The direction up of a run: its port, its counters and its figures. Its fields are named as those of the run, which
 * has the direction down.
 */
import { UP_BUFFER } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { hashText } from '../../shared/text-hash.ts';
import type { PolicyDefinition } from '../contract/policy.ts';
import type { Clock } from '../events/clock.ts';
import type { CallPath } from '../figures/call-quality.ts';
import type { Frame, MeasuredSpan, RunDescription } from '../frame/frame.ts';
import { ackSummary, callSummary } from '../metrics/direction-figures.ts';
import { DirectionRecorder } from '../metrics/direction-recorder.ts';
import { LinkUse } from '../metrics/link-use.ts';
import type { Recorder, RecorderOptions } from '../metrics/recorder.ts';
import { Sampler } from '../metrics/sampler.ts';
import {
  type LaneSummary,
  type SummaryBaseline,
  type SummaryInput,
  summariseLane,
  takeBaseline,
} from '../metrics/summary.ts';
import { type OutputPort, Port, type PortObserver, type PortOptions } from '../network/port.ts';
import type { TwoWayDumbbell } from '../network/two-way-dumbbell.ts';
import type { ResolvedScenario, ResolvedSource } from '../scenario/scenario.ts';
import type { ResolvedUpLink, UpBufferUnit } from '../scenario/up-link.ts';
import { ANSWERED_SOURCES } from '../sources/source-schemas.ts';
import { bindingLimits } from './binding-limits.ts';
import { type FrameInput, takeFrame } from './take-frame.ts';

/** From the servers to the clients, or back. */
export type Direction = 'down' | 'up';

/** The policy of the direction up, with the values that it runs with. */
export interface UpPolicyOptions {
  readonly definition: PolicyDefinition;
  readonly values: Readonly<Record<string, ParameterValue>>;
  /** Ids of the values that change with those of the policy down. */
  readonly sharedIds: readonly string[];
}

export interface UpDirectionOptions extends Pick<PortOptions, 'clock' | 'packets' | 'random' | 'traffic' | 'deliver'> {
  readonly scenario: ResolvedScenario;
  readonly link: ResolvedUpLink;
  readonly network: TwoWayDumbbell;
  readonly portDown: OutputPort;
  readonly policy: UpPolicyOptions;
  readonly description: RunDescription;
  readonly recorder: RecorderOptions;
  /** The observer of its port, made from its recorder. */
  readonly observer: (recorder: DirectionRecorder) => PortObserver;
}

/** The queue up of one run, with its policy. */
export class UpDirection {
  readonly description: RunDescription;
  readonly definition: PolicyDefinition;
  readonly port: Port;
  readonly recorder: DirectionRecorder;
  readonly sampler: Sampler;
  readonly link: LinkUse;
  baseline: SummaryBaseline;
  /** Present values of its policy. */
  policyValues: Readonly<Record<string, ParameterValue>>;
  /** As in a frame. */
  private lastEditNs: Frame['lastEditNs'] = {};
  private readonly clock: Clock;
  private readonly scenario: ResolvedScenario;
  private readonly network: TwoWayDumbbell;
  private readonly portDown: OutputPort;
  private readonly sharedIds: Set<string>;
  private readonly bufferUnit: UpBufferUnit;

  /** @throws Error if its policy manages cells */
  constructor(options: UpDirectionOptions) {
    const { clock, packets, link, policy, description } = options;
    this.clock = clock;
    this.scenario = options.scenario;
    this.network = options.network;
    this.portDown = options.portDown;
    this.description = description;
    this.definition = policy.definition;
    this.policyValues = policy.values;
    this.sharedIds = new Set(policy.sharedIds);
    this.bufferUnit = link.buffer.unit;
    this.recorder = new DirectionRecorder(clock, packets, options.recorder);
    this.port = new Port({
      clock,
      packets,
      random: options.random,
      reasons: policy.definition.reasons,
      observer: options.observer(this.recorder),
      deliver: options.deliver,
      rateBps: link.link.rateBps,
      limit: this.limitOf(link.buffer.limit),
      traffic: options.traffic,
    });
    const { definition } = policy;
    if (definition.manages !== 'packets')
      throw new Error(`${definition.name} manages cells; the direction up has packets`);
    this.port.attach(definition.create(this.port, policy.values), definition.choosesAfterArrivals ?? false);
    this.sampler = new Sampler({
      clock,
      recorder: this.recorder,
      sampleNs: description.sampleNs,
      classCount: description.classes.length,
      signalCount: definition.hints.signals.length,
      port: this.port,
      samplePlayers: () => {},
    });
    this.baseline = takeBaseline(this.recorder, 0);
    this.link = new LinkUse(clock, this.port);
  }

  get bindingLimits(): { readonly packets: number; readonly bytes: number } {
    return bindingLimits(this.port, this.description, this.policyValues);
  }

  endWarmup(): void {
    this.baseline = takeBaseline(this.recorder, this.clock.nowNs);
    this.link.restart();
    this.recorder.endWarmup();
  }

  /** A value of this direction has changed. */
  apply(owner: string, id: string, value: ParameterValue): void {
    if (owner === UP_BUFFER) this.changeBuffer(value as number);
    else if (owner === this.definition.id) this.setValue(id, value);
    else if (owner === '' && id === 'rateBps') this.changeRate(value as number);
    else if (owner === '' && id === 'delayMs') this.network.upDelayNs = Math.round((value as number) * 1e6);
    if (owner === UP_BUFFER) this.noteEdit('buffer');
    else if (owner === '') this.noteEdit(`link.${id}`);
  }

  /** Whether a class sends its data in a direction. */
  sends(classIndex: number, direction: Direction): boolean {
    const ownDirection = this.scenario.sources[classIndex]?.values.direction ?? 'down';
    return ownDirection === direction || ownDirection === 'both';
  }

  /** Whether packets of a class cross the queue of a direction: its data, or its answers. */
  crosses(classIndex: number, direction: Direction): boolean {
    const isAnswered = ANSWERED_SOURCES.has(this.scenario.sources[classIndex]?.kind ?? '');
    return isAnswered || this.sends(classIndex, direction);
  }

  /** One digest for both directions. */
  digest(down: string): string {
    return hashText(`${down} ${this.port.digest.hex()}`);
  }

  /** Its frame. What belongs to a class is in the frame of the direction down. */
  frame(common: Pick<FrameInput, 'nowNs' | 'hasEnded' | 'eventCount' | 'digest' | 'fromRow'>): Frame {
    const frame = takeFrame({
      ...common,
      port: this.port,
      traffic: [],
      recorder: this.recorder,
      sampler: this.sampler,
      baseline: this.baseline,
      link: this.link,
      linkDelayNs: this.network.upDelayNs,
      signalCount: this.definition.hints.signals.length,
      policyValues: this.policyValues,
      lastEditNs: this.lastEditNs,
      limits: this.bindingLimits,
    });
    return { ...frame, calls: this.calls('up', this.recorder, frame.measured) };
  }

  /** By class, the quality of calls in a direction, with its recorder and its measured span. */
  calls(direction: Direction, recorder: Recorder, span: MeasuredSpan): Frame['calls'] {
    return this.scenario.sources.map(
      (_, index) => callSummary(recorder, span, this.callPath(index, direction), index).call,
    );
  }

  /** The figures of both directions. */
  summary(down: SummaryInput): LaneSummary {
    const { network } = this;
    const ofDirection =
      (direction: Direction, { recorder, baseline }: Pick<SummaryInput, 'recorder' | 'baseline'>) =>
      (index: number, span: MeasuredSpan) => ({
        ...callSummary(recorder, span, this.callPath(index, direction), index),
        acks: ackSummary(recorder, baseline, span, index),
      });
    const classesOf = (direction: Direction) =>
      down.classes.map((item, index) => ({ ...item, sendsHere: this.sends(index, direction) }));
    const upSummary = summariseLane({
      ...down,
      recorder: this.recorder,
      classRecorder: down.recorder,
      baseline: this.baseline,
      link: this.link,
      hasWireCounts: false,
      heldPackets: this.recorder.waitingPackets + this.port.inServicePackets,
      classes: classesOf('up'),
      sendsHere: (flow) => network.sendsUp(flow),
      ofDirection: ofDirection('up', this),
    });
    return {
      ...summariseLane({
        ...down,
        classes: classesOf('down'),
        sendsHere: (flow) => !network.sendsUp(flow),
        ofDirection: ofDirection('down', down),
      }),
      up: { policy: this.definition.id, params: this.policyValues, ...upSummary, digest: this.port.digest.hex() },
    };
  }

  /** The way of a call, without its queue: of a class of constant rate that sends both ways. */
  private callPath(classIndex: number, direction: Direction): CallPath | undefined {
    const { sources, access } = this.scenario;
    const { kind, values } = sources[classIndex] as ResolvedSource;
    if (kind !== 'cbr' || values.direction !== 'both') return undefined;
    const { packetBytes, headerBytes, rateBps } = values as Readonly<Record<string, number>>;
    const bits = 8 * (packetBytes + headerBytes);
    const linkBps = (direction === 'up' ? this.port : this.portDown).rateBps;
    const delayNs = direction === 'up' ? this.network.upDelayNs : this.network.delayNs;
    const accessMs = Math.max(...[values.accessDelayMs as number | number[]].flat()) + access.receiverDelayMs;
    return {
      packetisationMs: (8e3 * packetBytes) / rateBps,
      linksMs: accessMs + delayNs / 1e6 + 1e3 * bits * (1 / linkBps + 2 / access.rateBps),
    };
  }

  /** A value of its own policy has changed; from now on this value is its own. */
  private setValue(id: string, value: ParameterValue): void {
    this.sharedIds.delete(id);
    this.changeValue(id, value);
  }

  /** A value of the policy down has changed. */
  shareValue(id: string, value: ParameterValue): void {
    if (this.sharedIds.has(id)) this.changeValue(id, value);
  }

  private changeValue(id: string, value: ParameterValue): void {
    this.policyValues = { ...this.policyValues, [id]: value };
    this.noteEdit(`policy.${id}`);
    this.configurePolicy();
  }

  /** @param key of `Frame.lastEditNs` */
  noteEdit(key: string): void {
    this.lastEditNs = { ...this.lastEditNs, [key]: this.clock.nowNs };
  }

  private changeRate(rateBps: number): void {
    this.link.onRateChange();
    this.port.rateBps = rateBps;
    this.configurePolicy();
  }

  private changeBuffer(limit: number): void {
    const { packets, bytes } = this.limitOf(limit);
    this.port.limitPackets = packets;
    this.port.limitBytes = bytes;
  }

  /** Tells the policy that the rate, the traffic or a value has changed. */
  configurePolicy(): void {
    this.port.attachedPolicy.configure(this.policyValues);
  }

  private limitOf(limit: number): { readonly packets: number; readonly bytes: number } {
    return this.bufferUnit === 'packets'
      ? { packets: limit, bytes: Number.POSITIVE_INFINITY }
      : { packets: Number.POSITIVE_INFINITY, bytes: limit };
  }
}
