/** A run with an inspector between the port and its policy. */

import { NO_PACKET, type PacketPolicyDefinition, type PolicyDefinition } from '../engine/contract/policy.ts';
import {
  CLASS_STRIDE,
  ClassColumn,
  type Frame,
  InServiceColumn,
  WAITING_STRIDE,
  WaitingColumn,
} from '../engine/frame/frame.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import type { SimulationOptions } from '../engine/simulation/run-description.ts';
import { Simulation } from '../engine/simulation/simulation.ts';
import type { Direction } from '../engine/simulation/up-direction.ts';
import type { ParameterValues } from '../params/schema.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';
import { resolvedUpPolicy } from '../policies/up-policy.ts';
import { ContractInspector } from './inspector.ts';

export type ObservedRunOptions = Partial<Omit<SimulationOptions, 'scenario' | 'policy'>>;

/** A run of one scenario under one policy, at its beginning. The seed is 1 unless the options have another one. */
export function openObservedRun(
  scenario: Scenario,
  policy: PolicyDefinition,
  values: ParameterValues = {},
  options: ObservedRunOptions = {},
): Simulation {
  return new Simulation({
    upPolicy: resolvedUpPolicy(scenario, policy, values),
    scenario: resolveScenario(scenario),
    policy,
    policyValues: resolvedPolicyValues(scenario, policy, values),
    seed: 1,
    ...options,
  });
}

/** A run with an inspector. `step` advances it, and checks the rules that hold at any time. */
export class ObservedRun {
  readonly simulation: Simulation;
  readonly inspector: ContractInspector;
  private readonly definition: PacketPolicyDefinition;
  private readonly direction: Direction;
  private wasIdle = false;

  /** @param direction the queue that is watched; the other one has the same policy */
  constructor(
    scenario: Scenario,
    definition: PacketPolicyDefinition,
    values: ParameterValues = {},
    options: ObservedRunOptions = {},
    direction: Direction = 'down',
  ) {
    this.definition = definition;
    this.direction = direction;
    this.inspector = new ContractInspector(definition);
    const { observedDefinition } = this.inspector;
    const upPolicy = resolvedUpPolicy(scenario, direction === 'up' ? observedDefinition : definition, values);
    this.simulation = openObservedRun(scenario, direction === 'up' ? definition : observedDefinition, values, {
      trace: () => {},
      recordsPackets: true,
      upPolicy,
      ...options,
    });
    this.inspector.clockNs = () => this.simulation.nowNs;
  }

  step(untilNs: number): this {
    this.simulation.advance(untilNs);
    this.check();
    return this;
  }

  /** Goes to the end of the run, in `steps` steps. */
  finish(steps = 40): this {
    const from = this.simulation.nowNs;
    for (let step = 1; step <= steps; step++)
      this.step(Math.round(from + ((this.simulation.endNs - from) * step) / steps));
    return this;
  }

  /** The port that is watched, with its counters. */
  private get side(): Pick<Simulation, 'port' | 'recorder'> {
    return (this.direction === 'up' && this.simulation.up) || this.simulation;
  }

  check(): void {
    const { inspector, simulation } = this;
    inspector.checkAtRest();
    const frame = simulation.frame();
    this.checkBalance((this.direction === 'up' && frame.up) || frame);
    const { port } = this.side;
    const isIdle = port.inService === NO_PACKET;
    if (isIdle && this.definition.workConserving && inspector.waitingPackets.length > 0)
      inspector.complain('busy', `the link is idle while ${inspector.waitingPackets.length} packets wait`);
    if (inspector.servedCount !== this.sum(ClassColumn.departedPackets) + (isIdle ? 0 : 1))
      inspector.complain('conserves', 'served and departed differ');
    if (inspector.markedPackets.size !== this.sum(ClassColumn.markedPackets))
      inspector.complain('verdict', 'marked and counted marks differ');
    this.wasIdle = isIdle;
  }

  /** Whether the link was idle at the last check. */
  get isIdle(): boolean {
    return this.wasIdle;
  }

  /** Checks arrived = departed + dropped + waiting + in transmission for each class, in packets and bytes. */
  private checkBalance(frame: Frame): void {
    const classCount = this.simulation.description.classes.length;
    const packets = new Float64Array(classCount);
    const bytes = new Float64Array(classCount);
    for (let offset = 0; offset < frame.waiting.length; offset += WAITING_STRIDE) {
      const index = frame.waiting[offset + WaitingColumn.classIndex];
      packets[index] = packets[index] + 1;
      bytes[index] = bytes[index] + frame.waiting[offset + WaitingColumn.bytes];
    }
    if (frame.inService.length > 0) {
      const index = frame.inService[InServiceColumn.classIndex];
      packets[index] = packets[index] + 1;
      bytes[index] = bytes[index] + frame.inService[InServiceColumn.bytes];
    }
    for (let index = 0; index < classCount; index++) {
      const cell = (column: number) => frame.classes[index * CLASS_STRIDE + column];
      const { arrivedPackets, departedPackets, droppedPackets, arrivedBytes, departedBytes, droppedBytes } =
        ClassColumn;
      if (cell(arrivedPackets) !== cell(departedPackets) + cell(droppedPackets) + packets[index])
        this.inspector.complain('conserves', `class ${index}: packets do not balance`);
      if (cell(arrivedBytes) !== cell(departedBytes) + cell(droppedBytes) + bytes[index])
        this.inspector.complain('conserves', `class ${index}: bytes do not balance`);
    }
  }

  private sum(column: number): number {
    const { classes } = this.side.recorder;
    let sum = 0;
    for (let row = 0; row < classes.length; row += CLASS_STRIDE) sum += classes[row + column];
    return sum;
  }
}
