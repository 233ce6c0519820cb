/** The direction up of a run: its port, its counters and its figures. Its fields are named as those of the run, which has the direction down. */
import type { ParameterValue } from '../../params/schema.ts';
import type { PolicyDefinition, TrafficView } from '../contract/policy.ts';
import type { Clock } from '../events/clock.ts';
import type { RunDescription } from '../frame/frame.ts';
import { DirectionRecorder } from '../metrics/direction-recorder.ts';
import { LinkUse } from '../metrics/link-use.ts';
import type { RecorderOptions } from '../metrics/recorder.ts';
import { Sampler } from '../metrics/sampler.ts';
import { type SummaryBaseline, takeBaseline } from '../metrics/summary.ts';
import { Port, type PortObserver } from '../network/port.ts';
import type { RandomStream } from '../numbers/random.ts';
import type { PacketPool } from '../packets/packet.ts';
import type { ResolvedUpLink, UpBufferUnit } from '../scenario/up-link.ts';
import { bindingLimits } from './binding-limits.ts';

/** The policy of the direction up, with the values that it runs with. */
export interface UpPolicyOptions {
  readonly definition: PolicyDefinition;
  readonly values: Readonly<Record<string, ParameterValue>>;
  /** Ids of the values that change with those of the policy down. */
  readonly sharedIds: readonly string[];
}

export interface UpDirectionOptions {
  readonly clock: Clock;
  readonly packets: PacketPool;
  readonly random: RandomStream;
  readonly link: ResolvedUpLink;
  readonly policy: UpPolicyOptions;
  readonly description: RunDescription;
  readonly traffic: TrafficView;
  readonly recorder: RecorderOptions;
  /** The observer of its port, made from its recorder. */
  readonly observer: (recorder: DirectionRecorder) => PortObserver;
  readonly deliver: (packet: number) => void;
}

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
  private readonly clock: Clock;
  private readonly sharedIds: Set<string>;
  private readonly bufferUnit: UpBufferUnit;

  constructor(options: UpDirectionOptions) {
    const { clock, packets, link, policy, description } = options;
    this.clock = clock;
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

  /** A value of its own policy has changed; from now on this value is its own. */
  setValue(id: string, value: ParameterValue): void {
    this.sharedIds.delete(id);
    this.policyValues = { ...this.policyValues, [id]: value };
    this.configurePolicy();
  }

  /** A value of the policy down has changed. */
  shareValue(id: string, value: ParameterValue): void {
    if (!this.sharedIds.has(id)) return;
    this.policyValues = { ...this.policyValues, [id]: value };
    this.configurePolicy();
  }

  changeRate(rateBps: number): void {
    this.link.onRateChange();
    this.port.rateBps = rateBps;
    this.configurePolicy();
  }

  changeBuffer(limit: number): void {
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
