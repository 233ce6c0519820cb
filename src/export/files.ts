/** Writes the files of a saved run. */
import { formatDurationsCsv } from './durations-csv.ts';
import { type ChosenFlow, type FlowChoice, formatFlowsCsv, type LaneFlows } from './flow-table.ts';
import { type FormId, WITH_SENDER } from './forms.ts';
import { formatNotebook } from './notebook.ts';
import type { ExtraRecordings } from './recorded-run.ts';
import { formatRunJson, namedLanes, type RecordedRun } from './run-json.ts';
import { formatSeriesCsv, formatSeriesJson } from './series-table.ts';
import { formatSummaryCsv, formatSummaryHeader } from './summary-csv.ts';
import { formatSvgPlots } from './svg-plots.ts';
import { formatVegaLite } from './vega-lite.ts';

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
export function recordingsFor(forms: readonly FormId[], { flows, sender }: FormChoice): ExtraRecordings {
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
  if (form === 'summary') yield formatSummary(run);
  else if (form === 'seriesCsv') yield formatSeriesCsv(lanes, about.seed);
  else if (form === 'seriesJson') yield formatSeriesJson(lanes, about);
  else if (form === 'flowsCsv') {
    const recorded = lanes.filter((lane): lane is typeof lane & LaneFlows => lane.flows !== undefined);
    yield* formatFlowsCsv(recorded, about.seed);
  } else if (form === 'durationsCsv') yield formatDurationsCsv(lanes, about.seed);
  else if (form === 'runJson') yield formatRunJson(run);
  else if (form === 'notebook') yield formatNotebook(run);
  else if (form === 'svg') yield formatSvgPlots(namedLanes(lanes), about, choice.plots);
  else yield formatVegaLite(namedLanes(lanes), about, choice.plots);
}

function formatSummary({ about: { scenario, seed }, lanes }: RecordedRun): string {
  const reports = lanes.map(({ policy, params, figures, digest }) => ({ policy, params, ...figures, digest }));
  return `${formatSummaryHeader()}\n${formatSummaryCsv({ scenario, seed, lanes: reports })}\n`;
}
