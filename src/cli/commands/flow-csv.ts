/**
 * `--flow CLASS.N --flow-csv FILE`: the sender of one TCP flow as a table, with a line for each instant at which the
 * sender acts.
 */

import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { senderPhaseId } from '../../engine/contract/sender-phases.ts';
import { SENDER_STRIDE, SenderColumn, type SenderEvent, senderEvents } from '../../engine/frame/sender-columns.ts';
import { resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import { formatCsv } from '../../export/csv.ts';
import { parseChosenFlow } from '../../export/flow-choice.ts';
import { type ChosenFlow, flowNumber, SENDER_COLUMNS } from '../../export/sender-table.ts';
import { type SenderObserver, SenderProbe } from '../../runs/sender-probe.ts';
import { required } from '../../shared/required.ts';
import { InputError } from '../io.ts';

const CSV_HEADER = ['seed', 'policy', 'time_s', ...SENDER_COLUMNS.map(([name]) => name), 'state', 'events'];

/** @param hasNames with the names of the lanes, in the last column */
export function formatFlowCsvHead(hasNames: boolean): string {
  return formatCsv([hasNames ? [...CSV_HEADER, 'name'] : CSV_HEADER]);
}

/**
 * @param text as `tcp.0`: the first flow of class `tcp`
 * @throws InputError
 */
export function chosenFlow(scenario: Scenario, text: string): ChosenFlow {
  const flow = parseChosenFlow(resolveScenario(scenario), text);
  if ('given' in flow) throw new InputError(`--flow: ${flow.given} is not allowed; allowed: ${flow.allowed}`);
  return flow;
}

/** Collects the events of one instant, and writes them as one line at the next instant. */
export class FlowCsv implements SenderObserver {
  readonly probe: SenderProbe;
  private readonly simulation: Simulation;
  private readonly write: (line: string) => void;
  private readonly laneCells: readonly [seed: number, policy: string];
  private readonly lastCells: readonly string[];
  private readonly lastState = new Float64Array(SENDER_STRIDE).fill(Number.NaN);
  private events: SenderEvent[] = [];
  private lineTimeNs = -1;

  constructor(
    simulation: Simulation,
    flow: ChosenFlow,
    { id }: PolicyDefinition,
    seed: number,
    laneName: string | undefined,
    write: (line: string) => void,
  ) {
    this.simulation = simulation;
    this.laneCells = [seed, id];
    this.lastCells = laneName === undefined ? [] : [laneName];
    this.write = write;
    this.probe = new SenderProbe(simulation, flowNumber(simulation, flow), this);
  }

  addState(row: Float64Array): void {
    this.advanceTo(required(row[SenderColumn.timeNs]));
    this.lastState.set(row);
  }

  addEvent(event: SenderEvent): void {
    this.advanceTo(this.simulation.nowNs);
    // A drop does not change the sender, so the next line names it.
    this.events.push(event);
  }

  /** Writes the last line. */
  end(): void {
    this.advanceTo(Number.POSITIVE_INFINITY);
  }

  private advanceTo(timeNs: number): void {
    const { lastState, events, lineTimeNs } = this;
    if (timeNs === lineTimeNs) return;
    this.lineTimeNs = timeNs;
    if (lastState[SenderColumn.timeNs] !== lineTimeNs) return;
    const cells = [
      ...this.laneCells,
      required(lastState[SenderColumn.timeNs]) / 1e9,
      ...SENDER_COLUMNS.map(([, column, unit]) => required(lastState[column]) / unit),
      senderPhaseId(required(lastState[SenderColumn.phase])),
      formatEvents(events),
      ...this.lastCells,
    ];
    this.events = [];
    this.write(formatCsv([cells]));
  }
}

/** "acked, sent 2" */
function formatEvents(events: readonly SenderEvent[]): string {
  return senderEvents
    .flatMap((event) => {
      const count = events.filter((candidate) => candidate === event).length;
      if (count === 0) return [];
      return count === 1 ? event : `${event} ${count}`;
    })
    .join(', ');
}
