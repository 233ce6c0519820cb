/** The edits of a run, planned or live, and the values that they have changed. */
import { parsePath } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import { type EventHandler, EventPriority } from '../events/clock.ts';
import type { Frame } from '../frame/frame.ts';
import type { Edit } from '../scenario/edits.ts';
import type { SimulationOptions } from './run-description.ts';
import type { RunNetwork } from './run-network.ts';

/** Applies the edits of a run: a planned one at its time, a live one now. */
export class RunEdits implements EventHandler {
  /** All edits until now, in the order of their application. */
  readonly list: Edit[] = [];
  /** Present values of the policy. */
  policyValues: Readonly<Record<string, ParameterValue>>;
  /** Of the direction down, as in a frame. */
  lastEditNs: Frame['lastEditNs'] = {};
  private readonly network: RunNetwork;
  private readonly plannedEdits: readonly Edit[];
  /** The buffer as the scenario counts it. */
  private buffer: number;

  /** @param network with its sources at work */
  constructor({ scenario, policyValues, edits = [] }: SimulationOptions, network: RunNetwork) {
    this.network = network;
    this.policyValues = policyValues;
    this.buffer = scenario.buffer.limit;
    this.onTrafficChange();
    this.plannedEdits = [...edits].sort((a, b) => a.timeNs - b.timeNs);
    const handlerId = network.clock.register(this);
    for (const [index, edit] of this.plannedEdits.entries())
      network.clock.schedule(edit.timeNs, EventPriority.edit, handlerId, index);
  }

  /** A planned edit is due. */
  onEvent(index: number): void {
    this.apply(this.plannedEdits[index]);
  }

  /** Applies an edit now. */
  apply(edit: Edit): void {
    const { path, value } = edit;
    const { network } = this;
    const { cells, description, dumbbell, port, traffic, up, wire } = network;
    this.list.push(edit);
    const { group, owner, id } = required(parsePath(path));
    if (group !== 'up') this.noteEdit(group === 'buffer' ? group : path);
    if (group === 'policy') {
      this.policyValues = { ...this.policyValues, [id]: value };
      port.attachedPolicy.configure(this.policyValues);
      up?.shareValue(id, value);
    } else if (group === 'up') up?.apply(owner, id, value);
    else if (group === 'sources') {
      const index = description.classes.findIndex((item) => item.id === owner);
      traffic[index]?.configure({ [id]: value });
      cells?.changeContract(index, { [id]: value });
      const limitBytes = cells === undefined ? port.limitBytes : undefined;
      this.onTrafficChange();
      if (cells === undefined && port.limitBytes !== limitBytes) this.noteEdit('buffer');
      up?.noteEdit(path);
    } else if (path === 'link.rateBps') this.changeRate(value as number);
    else if (path === 'link.delayMs') dumbbell.delayNs = Math.round((value as number) * 1e6);
    else if (group === 'link') wire.configure({ [id]: value });
    else if (group === 'buffer') {
      this.buffer = value as number;
      this.network.limitBuffer(this.buffer);
    }
  }

  private noteEdit(key: string): void {
    this.lastEditNs = { ...this.lastEditNs, [key]: this.network.clock.nowNs };
  }

  /**
   * A buffer that is counted by flows grows with the number of flows. A policy with a buffer for each flow gives every
   * flow its part.
   */
  private onTrafficChange(): void {
    const { network } = this;
    network.limitBuffer(this.buffer);
    network.port.attachedPolicy.configure(this.policyValues);
    network.up?.configurePolicy();
  }

  private changeRate(rateBps: number): void {
    const { link, port, dumbbell } = this.network;
    link.onRateChange();
    port.rateBps = rateBps;
    dumbbell.rateBps = rateBps;
    port.attachedPolicy.configure(this.policyValues);
  }
}
