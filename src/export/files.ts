/** Writes the files of a saved run. */
import { durationsCsv } from './durations-csv.ts';
import { type ChosenFlow, type FlowChoice, flowsCsv, type LaneFlows } from './flow-table.ts';
import { type FormId, WITH_SENDER } from './forms.ts';
import { notebook } from './notebook.ts';
import type { Recorded } from './recorded-run.ts';
import { namedLanes, type RecordedRun, runJson } from './run-json.ts';
import { seriesCsv, seriesJson } from './series-table.ts';
import { csvHeader, csvOf } from './summary-csv.ts';
import { svgOf } from './svg-plots.ts';
import { vegaLiteOf } from './vega-lite.ts';

/** The options of a format. */
export interface FormChoice {
  /** The flows in the table. */
  readonly flows: FlowChoice;
  /** The sender whose plots are in the file. */
  readonly sender?: ChosenFlow | undefined;
  /** Ids of the plots; default all. */
  readonly plots?: readonly string[] | undefined;
}

/** Data that files need besides the series. */
export function recordedFor(forms: readonly FormId[], { flows, sender }: FormChoice): Recorded {
  return {
    ...(forms.includes('flowsCsv') ? { flows } : {}),
    ...(forms.some((form) => WITH_SENDER.has(form)) ? { sender } : {}),
  };
}

/**
 * The text of a file, in pieces.
 * @param run recorded with its flows, for the table of flows
 */
export function* textOf(form: FormId, run: RecordedRun, choice: FormChoice): Generator<string, void, undefined> {
  const { about, lanes } = run;
  if (form === 'summary') yield summaryCsv(run);
  else if (form === 'seriesCsv') yield seriesCsv(lanes, about.seed);
  else if (form === 'seriesJson') yield seriesJson(lanes, about);
  else if (form === 'flowsCsv') {
    const recorded = lanes.filter((lane): lane is typeof lane & LaneFlows => lane.flows !== undefined);
    yield* flowsCsv(recorded, about.seed);
  } else if (form === 'durationsCsv') yield durationsCsv(lanes, about.seed);
  else if (form === 'runJson') yield runJson(run);
  else if (form === 'notebook') yield notebook(run);
  else if (form === 'svg') yield svgOf(namedLanes(lanes), about, choice.plots);
  else yield vegaLiteOf(namedLanes(lanes), about, choice.plots);
}

function summaryCsv({ about: { scenario, seed }, lanes }: RecordedRun): string {
  const reports = lanes.map(({ policy, params, figures, digest }) => ({ policy, params, ...figures, digest }));
  return `${csvHeader()}\n${csvOf({ scenario, seed, lanes: reports })}\n`;
}
