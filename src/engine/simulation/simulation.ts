/**
 * A run: (scenario, policy, seed, live edits) -> verdicts, frames, figures. Nothing else has an influence. The run does
 * not depend on the number of frames, on the steps in which it advances, or on explanations.
 */
import type { ParameterValue } from '../../params/schema.ts';
import { type Clock, type EventHandler, EventPriority } from '../events/clock.ts';
import { type Frame, type RunDescription, seriesStride } from '../frame/frame.ts';
import type { Recorder } from '../metrics/recorder.ts';
import { Sampler } from '../metrics/sampler.ts';
import {
  type LaneSummary,
  type SummaryBaseline,
  type SummaryInput,
  summariseLane,
  takeBaseline,
} from '../metrics/summary.ts';
import type { OutputPort } from '../network/port.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { PacketPool } from '../packets/packet.ts';
import type { Edit } from '../scenario/edits.ts';
import type { Traffic } from '../sources/traffic.ts';
import { Checkpoint } from '../state/checkpoint.ts';
import { bindingLimits } from './binding-limits.ts';
import { createVcGuarantees } from './optional-parts.ts';
import type { Probe } from './probe.ts';
import type { SimulationOptions } from './run-description.ts';
import { RunEdits } from './run-edits.ts';
import { RunNetwork } from './run-network.ts';
import { takeFrame } from './take-frame.ts';
import type { UpDirection } from './up-direction.ts';
import type { VcGuarantees } from './vc-guarantees.ts';

/** One run of one policy. It changes only in `advance` and `edit`; frames and figures only read it. */
export class Simulation implements EventHandler {
  readonly description: RunDescription;
  readonly endNs: number;
  readonly network: RunNetwork;
  readonly clock: Clock;
  readonly packets: PacketPool;
  readonly port: OutputPort;
  readonly up: UpDirection | undefined;
  readonly recorder: Recorder;
  readonly traffic: readonly Traffic[];
  private readonly options: SimulationOptions;
  /** Undefined without VCs. */
  private readonly guarantees: VcGuarantees | undefined;
  private readonly sampler: Sampler;
  private readonly runEdits: RunEdits;
  private baseline: SummaryBaseline;

  /** @throws Error if the policy does not fit the scenario's traffic, or a part that the run needs is not loaded */
  constructor(options: SimulationOptions) {
    const network = new RunNetwork(options);
    const { clock, description, recorder, port } = network;
    this.options = options;
    this.description = description;
    this.endNs = description.durationNs;
    this.network = network;
    this.clock = clock;
    this.packets = network.packets;
    this.port = port;
    this.up = network.up;
    this.recorder = recorder;
    this.guarantees = network.cells && createVcGuarantees(options.scenario, network.cells);
    this.sampler = new Sampler({
      clock,
      recorder,
      sampleNs: description.sampleNs,
      classCount: description.classes.length,
      signalCount: description.hints.signals.length,
      port,
      samplePlayers: (index, rows, rowStart) => network.traffic[index]?.writeSample?.(rows, rowStart),
    });
    network.start();
    this.traffic = network.traffic;
    this.runEdits = new RunEdits(options, network);
    this.baseline = takeBaseline(recorder, DOUBLE_ZERO);
    if (description.warmupNs > 0) clock.schedule(description.warmupNs, EventPriority.sample, clock.register(this), 0);
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  /** All edits until now. */
  get edits(): readonly Edit[] {
    return this.runEdits.list;
  }

  /** Present values of the policy. */
  get policyValues(): Readonly<Record<string, ParameterValue>> {
    return this.runEdits.policyValues;
  }

  get probe(): Probe | undefined {
    return this.network.probe;
  }

  /** For a run that is traced or watched; undefined while the run is not watched. */
  set probe(probe: Probe | undefined) {
    this.network.probe = probe;
  }

  /** The rule of the policy as a curve, with its present values; undefined if it has none. */
  get curve(): ((signal: number) => number) | undefined {
    const { policy } = this.options;
    const { curve } = policy;
    return curve === undefined ? undefined : (signal) => curve.call(policy, signal, this.policyValues);
  }

  /** Slots of a row of the series. */
  get seriesStride(): number {
    return seriesStride(this.description.classes.length, this.description.hints.signals.length);
  }

  get hasEnded(): boolean {
    return this.clock.nowNs >= this.endNs;
  }

  /**
   * Executes every event up to and including `untilNs`, but none after the end of the run and at most `events`; call it
   * again until it returns true. The number of steps does not change the run.
   * @returns whether the run has reached `untilNs`
   */
  advance(untilNs: number, events?: number): boolean {
    return this.clock.runUntil(Math.min(untilNs, this.endNs), events);
  }

  /** Changes a value now. It takes effect after every event of this instant, as a planned edit does. */
  edit(path: string, value: ParameterValue): Edit {
    this.advance(this.clock.nowNs);
    const edit = { timeNs: this.clock.nowNs, path, value };
    this.runEdits.apply(edit);
    return edit;
  }

  /** @param fromRow first requested row of the series; without it, the rows since the last frame */
  frame(fromRow?: number): Frame {
    const { up } = this;
    const sharedParts = {
      nowNs: this.clock.nowNs,
      hasEnded: this.hasEnded,
      eventCount: this.clock.executedEventCount,
      digest: this.digest(),
      fromRow,
    };
    const frame = takeFrame({
      ...sharedParts,
      port: this.port,
      traffic: this.traffic,
      recorder: this.recorder,
      sampler: this.sampler,
      baseline: this.baseline,
      guarantees: this.guarantees,
      link: this.network.link,
      linkDelayNs: this.network.dumbbell.delayNs,
      signalCount: this.options.policy.hints.signals.length,
      policyValues: this.policyValues,
      lastEditNs: this.runEdits.lastEditNs,
      limits: this.bindingLimits,
    });
    if (up === undefined) return frame;
    return { ...frame, calls: up.calls('down', this.recorder, frame.measured), up: up.frame(sharedParts) };
  }

  /** The limits that bind: those of the buffer, or that of the policy in its place. */
  get bindingLimits(): { readonly packets: number; readonly bytes: number } {
    return bindingLimits(this.port, this.description, this.policyValues);
  }

  /** Whether policies tell the operands of their verdicts, in all directions. */
  setExplaining(isExplaining: boolean): void {
    this.port.explaining = isExplaining;
    if (this.up !== undefined) this.up.port.explaining = isExplaining;
  }

  /** The whole state of the run at this moment, which can be restored later. */
  checkpoint(): Checkpoint {
    const { options, description, up } = this;
    const constants = [options, options.scenario, options.policy, description];
    return new Checkpoint(this, up === undefined ? constants : [...constants, up.definition, up.description]);
  }

  /** The digest of the run; with two queues, one for both. */
  digest(): string {
    const digest = this.port.digest.hex();
    return this.up?.digest(digest) ?? digest;
  }

  summary(): LaneSummary {
    const { up, recorder } = this;
    const input: SummaryInput = {
      recorder,
      baseline: this.baseline,
      nowNs: this.clock.nowNs,
      link: this.network.link,
      hasWireCounts: this.network.wire.wasImperfect,
      heldPackets: recorder.waitingPackets + this.port.inServicePackets,
      classes: this.description.classes.map((item, index) => ({
        id: item.id,
        flowCount: this.traffic[index].sendingFlowCount,
        guaranteedBps: this.guarantees?.guaranteedBps(index),
        durationKind: item.timed,
        playback: this.traffic[index]?.playback?.(),
        sendsTcp: this.traffic[index]?.senderOf !== undefined,
        sendsHere: true,
      })),
    };
    return up === undefined ? summariseLane(input) : up.summary(input);
  }

  /** The end of the warm-up. */
  onEvent(): void {
    this.baseline = takeBaseline(this.recorder, this.clock.nowNs);
    this.network.link.restart();
    this.recorder.endWarmup();
    this.up?.endWarmup();
  }
}
