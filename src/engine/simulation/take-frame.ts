/** Takes the frame of a run: copies the drawn data into tables that can be transferred. */

import type { ParameterValues } from '../../params/schema.ts';
import { NO_PACKET } from '../contract/policy.ts';
import {
  BUFFER_STRIDE,
  CHOICE_STRIDE,
  MAX_CHOICE_ROWS,
  VC_STRIDE,
  VcColumn,
  VIRTUAL_STRIDE,
} from '../contract/policy-tables.ts';
import {
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  IN_SERVICE_STRIDE,
  InServiceColumn,
  MAX_BUFFER_ROWS,
  MAX_FLOW_ROWS,
  MAX_LISTED_VIDEO_FRAMES,
  MAX_LISTED_VIDEOS,
  MAX_NEXT_CELLS,
  MAX_VC_ROWS,
  MAX_WAITING_ROWS,
  VIDEO_FRAME_STRIDE,
  WAITING_STRIDE,
  WaitingColumn,
} from '../frame/frame.ts';
import { writePacketRow } from '../frame/packet-row.ts';
import { FlowColumn } from '../metrics/flow-table.ts';
import type { LinkUse } from '../metrics/link-use.ts';
import type { Recorder } from '../metrics/recorder.ts';
import type { Sampler } from '../metrics/sampler.ts';
import { flowChange, flowFairness, measuredSpanSince, type SummaryBaseline } from '../metrics/summary.ts';
import type { OutputPort } from '../network/port.ts';
import type { Traffic } from '../sources/traffic.ts';
import type { VcGuarantees } from './vc-guarantees.ts';

export interface FrameInput {
  readonly nowNs: number;
  readonly hasEnded: boolean;
  readonly eventCount: number;
  /** Digest of the whole run. */
  readonly digest: string;
  readonly port: OutputPort;
  readonly traffic: readonly Traffic[];
  readonly recorder: Recorder;
  readonly sampler: Sampler;
  readonly baseline: SummaryBaseline;
  /** Of the VCs, if there are any. */
  readonly guarantees?: VcGuarantees | undefined;
  readonly link: LinkUse;
  readonly linkDelayNs: number;
  readonly signalCount: number;
  readonly policyValues: ParameterValues;
  readonly lastEditNs: Frame['lastEditNs'];
  /** The limits of the queue that bind. */
  readonly limits: { readonly packets: number; readonly bytes: number };
  /** First requested row of the series; without it, the rows since the last frame. */
  readonly fromRow: number | undefined;
}

/** Number of quantiles in a distribution of durations. */
const QUANTILE_COUNT = 100;

// Tables that are filled for each frame, and of which the frame gets a copy.
const waitingIds = new Int32Array(MAX_WAITING_ROWS);
const bufferRows = new Float64Array(MAX_BUFFER_ROWS * BUFFER_STRIDE);
const vcRows = new Float64Array(MAX_VC_ROWS * VC_STRIDE);
const nextCellRow = new Uint16Array(MAX_NEXT_CELLS);
const virtualRows = new Float64Array(MAX_WAITING_ROWS * VIRTUAL_STRIDE);
const choiceRows = new Float64Array(MAX_CHOICE_ROWS * CHOICE_STRIDE);
const videoFrameRows = new Float64Array(MAX_LISTED_VIDEOS * MAX_LISTED_VIDEO_FRAMES * VIDEO_FRAME_STRIDE);

function dropAndMarkEntries({ dropsAndMarks: { drop, mark } }: Recorder): Float64Array {
  const drops = drop.copyRows();
  const marks = mark.copyRows();
  const rows = new Float64Array(drops.length + marks.length);
  rows.set(drops);
  rows.set(marks, drops.length);
  return rows;
}

/** A frame of the present state. Its tables are copies. */
export function takeFrame(input: FrameInput): Frame {
  const { port, recorder } = input;
  const { attachedPolicy } = port;
  // This comes first, because a port for cells must process its slots for it.
  const span = measuredSpanSince(recorder, input.baseline, input.link);
  const signals = new Float64Array(input.signalCount);
  attachedPolicy.signals(signals);
  const series = input.sampler.takeRows(input.fromRow);
  const verdictCount = recorder.verdicts.writtenRowCount;
  const departureCount = recorder.departures.writtenRowCount;
  return {
    timeNs: input.nowNs,
    ended: input.hasEnded,
    events: input.eventCount,
    digest: input.digest,
    waitingPackets: recorder.waitingPackets,
    waitingBytes: recorder.waitingBytes,
    limitPackets: input.limits.packets,
    limitBytes: input.limits.bytes,
    limitCells: port.limitCells,
    rateBps: port.varyingLink?.presentBps() ?? port.rateBps,
    pauses: port.varyingLink?.pauses(),
    linkDelayNs: input.linkDelayNs,
    inService: inServiceEntries(port),
    waiting: waitingEntries(port),
    verdicts: recorder.verdicts.drain(),
    verdictCount,
    refusals: dropAndMarkEntries(recorder),
    departures: recorder.departures.drain(),
    departureCount,
    occupancyNs: recorder.occupancy.drain(),
    occupancyBinPackets: recorder.occupancy.binSteps,
    byteOccupancyNs: recorder.byteOccupancy?.drain() ?? new Float64Array(0),
    byteOccupancyStepBytes: recorder.byteOccupancy?.step ?? Number.NaN,
    byteOccupancyBinSteps: recorder.byteOccupancy?.binSteps ?? 1,
    classes: recorder.classes.slice(),
    measured: span,
    durations: recorder.durations.map((log) => log?.summary()),
    durationQuantilesNs: recorder.durations.map((log) => log?.quantilesNs(QUANTILE_COUNT)),
    playback: input.traffic.map((model) => model.playback?.()),
    flows: flowRateEntries(input),
    flowFairness: flowFairness(recorder, input.baseline),
    buffers: copyFirstRows(bufferRows, attachedPolicy.listBuffers?.(bufferRows), BUFFER_STRIDE),
    vcs: vcEntries(input),
    nextCells: nextCellRow.slice(0, attachedPolicy.listCells?.(nextCellRow) ?? 0),
    virtual: copyFirstRows(virtualRows, attachedPolicy.listVirtual?.(virtualRows), VIRTUAL_STRIDE),
    choices: copyFirstRows(choiceRows, attachedPolicy.listChoices?.(choiceRows), CHOICE_STRIDE),
    videoFrames: videoFrameEntries(input.traffic),
    colours: Float64Array.from(input.traffic.flatMap((model) => model.colours ?? [])),
    signals,
    seriesFrom: series.from,
    series: series.rows,
    policyValues: input.policyValues,
    lastEditNs: input.lastEditNs,
  };
}

/** A copy of the rows at the beginning of a table. */
function copyFirstRows(table: Float64Array, rowCount: number | undefined, stride: number): Float64Array {
  return table.slice(0, (rowCount ?? 0) * stride);
}

function vcEntries({ port, guarantees }: FrameInput): Float64Array {
  if (guarantees === undefined) return new Float64Array();
  const rows = port.attachedPolicy.listVcs?.(vcRows) ?? 0;
  for (let row = 0; row < rows; row++) {
    vcRows[row * VC_STRIDE + VcColumn.minimumBps] = guarantees.minimumBps(row);
    vcRows[row * VC_STRIDE + VcColumn.guaranteedBps] = guarantees.guaranteedBps(row);
  }
  return copyFirstRows(vcRows, rows, VC_STRIDE);
}

function videoFrameEntries(traffic: readonly Traffic[]): Float64Array {
  const rows = traffic.reduce((row, model) => model.listVideoFrames?.(videoFrameRows, row) ?? row, 0);
  return copyFirstRows(videoFrameRows, rows, VIDEO_FRAME_STRIDE);
}

function flowRateEntries({ recorder, baseline, nowNs }: FrameInput): Float64Array {
  const count = Math.min(MAX_FLOW_ROWS, recorder.flows.count);
  const table = new Float64Array(count * FLOW_RATE_STRIDE);
  const seconds = (nowNs - baseline.timeNs) / 1e9;
  for (let flow = 0; flow < count; flow++) {
    const usefulBytes = flowChange(recorder, baseline, flow, FlowColumn.usefulBytes);
    const offset = flow * FLOW_RATE_STRIDE;
    table[offset + FlowRateColumn.classIndex] = recorder.flows.classOf(flow);
    table[offset + FlowRateColumn.goodputBps] = seconds > 0 ? (usefulBytes * 8) / seconds : 0;
  }
  return table;
}

function waitingEntries(port: OutputPort): Float64Array {
  const { packets, attachedPolicy: policy } = port;
  const rows = policy.listWaiting(waitingIds);
  const table = new Float64Array(rows * WAITING_STRIDE);
  for (let row = 0; row < rows; row++) {
    const packet = waitingIds[row];
    const offset = row * WAITING_STRIDE;
    writePacketRow(table, offset + WaitingColumn.serial, packets, packet);
    table[offset + WaitingColumn.deadlineNs] = policy.deadlineNsOf?.(packet) ?? Number.NaN;
  }
  return table;
}

function inServiceEntries(port: OutputPort): Float64Array {
  const { packets, inService: packet } = port;
  if (packet === NO_PACKET) return new Float64Array(0);
  const row = new Float64Array(IN_SERVICE_STRIDE);
  writePacketRow(row, InServiceColumn.serial, packets, packet);
  row[InServiceColumn.startNs] = port.serviceStartNs;
  row[InServiceColumn.endNs] = port.inServiceEndNs;
  return row;
}
