/**
 * The senders of TCP flows over time: the only definition of the names and units of their columns. docs/TABLES.md
 * describes them. A row for each sample window, lane and flow, or for all flows of a class together.
 */

import { SENDER_STRIDE, SenderColumn } from '../engine/frame/sender-columns.ts';
import { PacketFlag } from '../engine/packets/packet.ts';
import { combineProbes } from '../engine/simulation/combine-probes.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { SOURCES_WITH_SENDERS } from '../engine/sources/source-schemas.ts';
import { describeSender } from '../runs/sender-probe.ts';
import { type CsvCell, formatCsv } from './csv.ts';
import { formatDigits } from './file-numbers.ts';
import type { TabledLaneData } from './series-table.ts';

/** A TCP flow of a scenario. */
export interface ChosenFlow {
  readonly classIndex: number;
  /** Its number among the flows of its class, from 0. */
  readonly indexInClass: number;
}

/**
 * Its number among all flows of a run.
 * @throws Error if the class has no such flow
 */
export function flowNumber({ recorder: { flows } }: Simulation, { classIndex, indexInClass }: ChosenFlow): number {
  let previousCount = 0;
  for (let flow = 0; flow < flows.count; flow++)
    if (flows.classOf(flow) === classIndex && previousCount++ === indexInClass) return flow;
  throw new Error(`class ${classIndex} has no flow ${indexInClass}`);
}

/** Every flow, the totals of each class, or chosen flows. */
export type FlowChoice = 'all' | 'totals' | readonly ChosenFlow[];

/** The values of a sender: name of the column, column of `SenderColumn`, its unit. */
export const SENDER_COLUMNS = [
  ['cwnd_segments', SenderColumn.congestionWindow, 1],
  ['ssthresh_segments', SenderColumn.slowStartThreshold, 1],
  ['in_flight_segments', SenderColumn.inFlight, 1],
  ['pacing_bps', SenderColumn.pacingBps, 1],
  ['rtt_ms', SenderColumn.rttNs, 1e6],
  ['srtt_ms', SenderColumn.smoothedRttNs, 1e6],
  ['min_rtt_ms', SenderColumn.minRttNs, 1e6],
  ['rto_ms', SenderColumn.timeoutNs, 1e6],
] as const;

/** Columns with the sum for a class. The other columns have the mean. */
const SUMMED_COLUMNS: ReadonlySet<number> = new Set([
  SenderColumn.congestionWindow,
  SenderColumn.inFlight,
  SenderColumn.pacingBps,
]);

const FLOWS_HEADER = [
  'time_s',
  'lane',
  'policy',
  'seed',
  'class',
  'flow',
  'flows',
  ...SENDER_COLUMNS.map(([name]) => name),
  'retransmissions',
  'timeouts',
];

/**
 * Columns of a row: time (s), class, number of the flow in it (-1: all flows), number of flows, the cells of a sender,
 * retransmissions and timeouts.
 */
const FIXED_COLUMNS = 4;
const FLOW_ROW_STRIDE = FIXED_COLUMNS + SENDER_COLUMNS.length + 2;

/** The rows of one lane. Each cell is a number, without objects. */
export class FlowRows {
  rowCount = 0;
  private entries = new Float64Array(FLOW_ROW_STRIDE * 1_024);

  /** @param column from 0 */
  at(row: number, column: number): number {
    return this.entries[row * FLOW_ROW_STRIDE + column];
  }

  push(row: Float64Array): void {
    const offset = this.rowCount++ * FLOW_ROW_STRIDE;
    if (offset + FLOW_ROW_STRIDE > this.entries.length) {
      const largerTable = new Float64Array(2 * this.entries.length);
      largerTable.set(this.entries);
      this.entries = largerTable;
    }
    this.entries.set(row, offset);
  }
}

/** Records the senders of a run at the end of each sample window. */
export class FlowRecorder {
  readonly rows = new FlowRows();
  private readonly simulation: Simulation;
  private readonly choice: FlowChoice;
  private readonly requestedFlows: ReadonlySet<string>;
  /** By flow: retransmissions of the present window, and reported timeouts of the present connection. */
  private readonly retransmissionsOfFlow: number[] = [];
  private readonly timeoutsOfFlow: number[] = [];
  private readonly senders: unknown[] = [];
  private readonly sender = new Float64Array(SENDER_STRIDE);
  private readonly row = new Float64Array(FLOW_ROW_STRIDE);

  /** @param simulation that may be probed, before its first event */
  constructor(simulation: Simulation, choice: FlowChoice) {
    this.simulation = simulation;
    this.choice = choice;
    this.requestedFlows = new Set(
      typeof choice === 'string' ? [] : choice.map(({ classIndex, indexInClass }) => `${classIndex}.${indexInClass}`),
    );
    const { packets } = simulation;
    simulation.probe = combineProbes(simulation.probe, {
      onSent: (packet: number) => {
        if ((packets.flags[packet] & PacketFlag.retransmission) === 0) return;
        const flow = packets.flow[packet];
        this.retransmissionsOfFlow[flow] = (this.retransmissionsOfFlow[flow] ?? 0) + 1;
      },
    });
  }

  /** A sample window has ended. */
  addSample(): void {
    const { simulation, choice } = this;
    const { recorder, description } = simulation;
    const nextIndices = description.classes.map(() => 0);
    const totals = description.classes.map(() => new ClassTotals());
    for (let flow = 0; flow < recorder.flows.count; flow++) {
      const classIndex = recorder.flows.classOf(flow);
      const indexInClass = nextIndices[classIndex]++;
      if (!SOURCES_WITH_SENDERS.has(description.classes[classIndex].kind)) continue;
      if (typeof choice !== 'string' && !this.requestedFlows.has(`${classIndex}.${indexInClass}`)) continue;
      if (!this.describe(flow, classIndex, indexInClass)) continue;
      if (choice === 'totals') totals[classIndex].add(this.row);
      else this.rows.push(this.row);
    }
    if (choice !== 'totals') return;
    for (const total of totals) if (total.flowCount > 0) this.rows.push(total.row());
  }

  /** Writes the row of a flow; false if it has no sender. */
  private describe(flow: number, classIndex: number, indexInClass: number): boolean {
    const { simulation, row, sender: cells } = this;
    const sender = simulation.network.senderOf(flow);
    if (sender === undefined) return false;
    describeSender(sender, simulation.nowNs, cells);
    row[0] = simulation.nowNs / 1e9;
    row[1] = classIndex;
    row[2] = indexInClass;
    row[3] = 1;
    for (const [index, [, column, unit]] of SENDER_COLUMNS.entries()) row[FIXED_COLUMNS + index] = cells[column] / unit;
    const previousTimeouts = this.senders[flow] === sender ? this.timeoutsOfFlow[flow] : 0;
    row[FLOW_ROW_STRIDE - 2] = this.retransmissionsOfFlow[flow] ?? 0;
    row[FLOW_ROW_STRIDE - 1] = sender.timeoutCount - previousTimeouts;
    this.retransmissionsOfFlow[flow] = 0;
    this.senders[flow] = sender;
    this.timeoutsOfFlow[flow] = sender.timeoutCount;
    return true;
  }
}

/** The totals of the flows of a class: sums, and means of the known thresholds and round trips. */
class ClassTotals {
  flowCount = 0;
  private readonly sums = new Float64Array(FLOW_ROW_STRIDE);
  private readonly knownCounts = new Float64Array(FLOW_ROW_STRIDE);

  add(row: Float64Array): void {
    this.flowCount++;
    for (let index = FIXED_COLUMNS; index < FLOW_ROW_STRIDE; index++) {
      if (!Number.isFinite(row[index])) continue;
      this.sums[index] += row[index];
      this.knownCounts[index]++;
    }
    this.sums[0] = row[0];
    this.sums[1] = row[1];
  }

  row(): Float64Array {
    const { sums, knownCounts, flowCount } = this;
    sums[2] = -1;
    sums[3] = flowCount;
    for (const [index, [, column]] of SENDER_COLUMNS.entries())
      if (!SUMMED_COLUMNS.has(column)) sums[FIXED_COLUMNS + index] /= knownCounts[FIXED_COLUMNS + index];
    return sums;
  }
}

/** A lane whose flows were recorded. */
export interface LaneWithFlows extends Pick<TabledLaneData, 'lane' | 'policy'> {
  readonly description: { readonly classes: readonly { readonly id: string }[] };
  readonly flows: FlowRows;
}

/** Number of rows per piece of text. */
const BLOCK_ROWS = 5_000;

/**
 * The CSV in pieces, so that a long one is never in memory twice. The order is lane by lane, and window by window
 * within a lane.
 */
export function* formatFlowsCsv(lanes: readonly LaneWithFlows[], seed: number): Generator<string, void, undefined> {
  yield `${formatCsv([FLOWS_HEADER])}\n`;
  for (const { lane, policy, description, flows } of lanes)
    for (let from = 0; from < flows.rowCount; from += BLOCK_ROWS) {
      const rows: CsvCell[][] = [];
      for (let row = from; row < Math.min(flows.rowCount, from + BLOCK_ROWS); row++) {
        const entry = (column: number) => flows.at(row, column);
        const indexInClass = entry(2);
        rows.push([
          entry(0),
          lane,
          policy,
          seed,
          description.classes[entry(1)].id,
          indexInClass < 0 ? undefined : indexInClass,
          entry(3),
          ...SENDER_COLUMNS.map((_, index) => entry(FIXED_COLUMNS + index)),
          entry(FLOW_ROW_STRIDE - 2),
          entry(FLOW_ROW_STRIDE - 1),
        ]);
      }
      yield `${formatCsv(rows, formatDigits)}\n`;
    }
}
