/** Records a run for its files: series, figures, digest and, on request, the senders of its flows. */

import { type Frame, type RunDescription, seriesStride } from '../engine/frame/frame.ts';
import type { StartedLaneData } from '../engine/frame/lane-data.ts';
import type { LaneSummary } from '../engine/metrics/summary.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import type { ParameterValues } from '../params/schema.ts';
import { required } from '../shared/required.ts';
import { type DropCurve, laneDropCurve } from './drop-curve.ts';
import { type ExportedSender, ExportedSenderRecorder } from './sender-plot-panels.ts';
import { type ChosenFlow, type FlowChoice, FlowRecorder, type FlowRows } from './sender-table.ts';
import type { TabledLaneData } from './series-table.ts';

/** Letters of lanes, as on the page; further lanes have numbers. */
const LANE_NAMES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The data of a lane that has been recorded to the end. */
export interface RecordedLaneData extends TabledLaneData {
  readonly frame: Frame;
  readonly figures: LaneSummary;
  readonly digest: string;
  readonly events: number;
  readonly flows: FlowRows | undefined;
  readonly sender: ExportedSender | undefined;
  readonly dropCurve: DropCurve | undefined;
}

/** Additional recordings, which cost time and memory. */
export interface ExtraRecordings {
  /** For the table of flows. */
  readonly flows?: FlowChoice | undefined;
  /** For the plots of one sender. */
  readonly sender?: ChosenFlow | undefined;
}

/** One queue of a lane, with its series as a table. */
function recordedQueue(description: RunDescription, frame: Frame): StartedLaneData {
  const stride = seriesStride(description.classes.length, description.hints.signals.length);
  const { series } = frame;
  const at = (row: number, column: number) =>
    row * stride < series.length ? required(series[row * stride + column]) : Number.NaN;
  return { description, frame, series: { rowCount: series.length / stride, at } };
}

/** Observes one lane. `window` must be called at the end of each sample window, `record` at the end. */
export class LaneRecorder {
  private readonly simulation: Simulation;
  private readonly policy: string;
  private readonly index: number;
  private readonly params: ParameterValues;
  private readonly flows: FlowRecorder | undefined;
  private readonly sender: ExportedSenderRecorder | undefined;

  /**
   * @param simulation that may be probed, before its first event
   * @param index of the lane, from 0
   */
  constructor(simulation: Simulation, policy: string, index: number, { flows, sender }: ExtraRecordings) {
    this.simulation = simulation;
    this.policy = policy;
    this.index = index;
    this.params = simulation.policyValues;
    if (flows !== undefined) this.flows = new FlowRecorder(simulation, flows);
    if (sender !== undefined) this.sender = new ExportedSenderRecorder(simulation, sender);
  }

  readonly addSample = (): void => this.flows?.addSample();

  record(): RecordedLaneData {
    const { simulation, policy, index, params, flows, sender } = this;
    const frame = simulation.frame(0);
    const { description } = simulation;
    const { series } = recordedQueue(description, frame);
    return {
      lane: LANE_NAMES[index] ?? String(index + 1),
      policy,
      params,
      frame,
      description,
      series,
      ...(description.up !== undefined && frame.up !== undefined && { up: recordedQueue(description.up, frame.up) }),
      dropCurve: laneDropCurve(simulation, { description, frame, series }),
      figures: simulation.summary(),
      digest: simulation.digest(),
      events: simulation.clock.executedEventCount,
      flows: flows?.rows,
      sender: sender?.record(),
    };
  }
}
