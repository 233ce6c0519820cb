/**
 * The plots of one sender in each lane, as numbers: window, round trip, pacing rate, and its packets in time and
 * sequence.
 */

import { senderPhaseId } from '../engine/contract/sender-phases.ts';
import {
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  senderEvents,
} from '../engine/frame/sender-columns.ts';
import { SendRule } from '../engine/packets/packet.ts';
import { combineProbes } from '../engine/simulation/combine-probes.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { senderPlots } from '../plots/sender/all-sender-plots.ts';
import { isSequence, type SenderPlot } from '../plots/sender/sender-plot.ts';
import { SenderProbe } from '../runs/sender-probe.ts';
import { SenderRecorder } from '../runs/sender-recorder.ts';
import { required } from '../shared/required.ts';
import { jsonNumber } from './file-numbers.ts';
import type { PlotData } from './plot-data.ts';
import { type ChosenFlow, flowNumber, SENDER_COLUMNS } from './sender-table.ts';

/** Number of states in a file: evenly spaced, plus one at each change of phase or threshold. */
const MAX_SPACED_STATES = 3_000;
/** The rules of loss recovery, in the order of their numbers. */
const SEND_RULES = Object.entries(SendRule)
  .sort(([, one], [, other]) => one - other)
  .map(([name]) => name);

/** Number of packets in a file, the newest ones. */
const MAX_PACKETS = 100_000;
/**
 * Number of marks of a time sequence in each lane of a picture, the newest ones. More marks could not be distinguished.
 */
const MAX_MARKS = 10_000;

/** The recorded sender of one flow in one lane, as files contain it. */
export interface ExportedSender {
  readonly class: string;
  /** Its number in its class. */
  readonly flow: number;
  /** Names of the columns of `states`; the units are in the names. */
  readonly columns: readonly string[];
  /** The time (s), a value for each of the other columns, the phase. */
  readonly states: readonly (readonly (number | string | null)[])[];
  /** Time (s), event, and a range of segments: from the first number to the second, without the second. */
  readonly packets: readonly (readonly [
    seconds: number,
    event: SenderEvent,
    low: number,
    high: number,
    /** Of `SendRule`, for a segment that was sent again. */
    rule: string | null,
  ])[];
}

/** Records the sender of one flow for a file. */
export class ExportedSenderRecorder {
  private readonly recorder: SenderRecorder;
  private readonly recordedFlow: { readonly class: string; readonly flow: number };

  /** @param simulation that may be probed, before its first event */
  constructor(simulation: Simulation, chosenFlow: ChosenFlow) {
    this.recordedFlow = {
      class: simulation.description.classes[chosenFlow.classIndex].id,
      flow: chosenFlow.indexInClass,
    };
    this.recorder = new SenderRecorder(simulation, simulation.endNs / MAX_SPACED_STATES, MAX_PACKETS);
    simulation.probe = combineProbes(
      simulation.probe,
      new SenderProbe(simulation, flowNumber(simulation, chosenFlow), this.recorder),
    );
  }

  record(): ExportedSender {
    const { states, events } = this.recorder;
    const stateRows = splitRows(states.takeUpdate().entries, SENDER_STRIDE);
    return {
      ...this.recordedFlow,
      columns: ['time_s', ...SENDER_COLUMNS.map(([name]) => name), 'state'],
      states: stateRows.map((row) => [
        row[SenderColumn.timeNs] / 1e9,
        ...SENDER_COLUMNS.map(([, column, unit]) => jsonNumber(row[column] / unit)),
        senderPhaseId(row[SenderColumn.phase]) ?? null,
      ]),
      packets: splitRows(events.takeUpdate().entries, SENDER_EVENT_STRIDE).map((row) => [
        row[SenderEventColumn.timeNs] / 1e9,
        senderEvents[row[SenderEventColumn.event]],
        row[SenderEventColumn.low],
        row[SenderEventColumn.high],
        senderEvents[row[SenderEventColumn.event]] === 'retransmitted'
          ? (SEND_RULES[row[SenderEventColumn.rule]] ?? null)
          : null,
      ]),
    };
  }
}

function splitRows(entries: Float64Array, stride: number): Float64Array[] {
  return Array.from({ length: entries.length / stride }, (_, row) =>
    entries.subarray(row * stride, (row + 1) * stride),
  );
}

/** The plots in files, in their order: a line for each quantity first. Their titles name the sender. */
export const senderPlotsInFiles: readonly SenderPlot[] = [
  ...senderPlots.filter((plot) => !isSequence(plot)),
  ...senderPlots.filter(isSequence),
].map((plot) => ({ ...plot, title: `${plot.title} of the sender` }));

/** The lines of a plot in a table of states, each with the name of its column, and the divisor of all their values. */
export function tabledLines({ series }: SenderPlot) {
  const columns = series.map((line) => ({
    line,
    column: required(SENDER_COLUMNS.find(([, at]) => at === line.column)),
  }));
  const [scale = 1] = columns.map(({ line, column: [, , unit] }) => line.unit / unit);
  return { lines: columns.map(({ line, column: [cell] }) => [line.name, cell] as const), scale };
}

/** A lane whose sender may be recorded. */
export interface LaneWithSender {
  /** A, B, ... */
  readonly lane: string;
  readonly sender?: ExportedSender | undefined;
}

/** Plots of a sender over time. A row for each lane; the times are those of the lane's states. */
export interface TimedSenderPlot extends PlotData {
  /** By lane, s. */
  readonly times: Readonly<Record<string, readonly number[]>>;
}

/** @param ids the requested plots; default all */
const wantedPlots = (ids: readonly string[] | undefined) =>
  senderPlotsInFiles.filter(({ id }) => ids === undefined || ids.includes(id));

/** @param ids the requested plots; default all */
export function senderLines(lanes: readonly LaneWithSender[], ids?: readonly string[]): TimedSenderPlot[] {
  const recordedLanes = lanes.filter((lane): lane is Required<LaneWithSender> => lane.sender !== undefined);
  const times = Object.fromEntries(
    recordedLanes.map(({ lane, sender }) => [lane, sender.states.map(([seconds]) => Number(seconds))]),
  );
  return wantedPlots(ids).flatMap((plot) => {
    const { id, title, unit, help } = plot;
    const { lines: cells, scale } = tabledLines(plot);
    const lines = recordedLanes.flatMap(({ lane, sender }) =>
      cells.map(([name, cell]) => {
        const index = sender.columns.indexOf(cell);
        const values = sender.states.map((state) => (typeof state[index] === 'number' ? state[index] / scale : null));
        return { lane, row: lane, name, values };
      }),
    );
    if (!lines.some(({ values }) => values.some((value) => value !== null))) return [];
    return [{ id, title, unit, help, lines, references: [], times }];
  });
}

/** A mark in the diagram of time and sequence. */
export interface SequenceSign {
  readonly lane: string;
  readonly event: SenderEvent;
  readonly seconds: number;
  /** The segment; for an acknowledgement the next expected segment. */
  readonly segment: number;
}

export interface SequenceSigns {
  readonly plot: SenderPlot;
  readonly signs: readonly SequenceSign[];
}

/**
 * The diagrams of time and sequence with data.
 * @param ids the requested plots; default all
 */
export function senderSequences(lanes: readonly LaneWithSender[], ids?: readonly string[]): SequenceSigns[] {
  const signs = lanes.flatMap(({ lane, sender }) =>
    (sender?.packets ?? []).slice(-MAX_MARKS).map(([seconds, event, low, high]) => ({
      lane,
      event,
      seconds,
      segment: event === 'acked' || event === 'duplicate' ? high : low,
    })),
  );
  return signs.length === 0 ? [] : wantedPlots(ids).flatMap((plot) => (isSequence(plot) ? { plot, signs } : []));
}
