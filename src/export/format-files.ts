/** Writes the files of a saved run. */
import { formatDurationsCsv } from './durations-csv.ts';
import { type FileFormatId, FORMATS_WITH_SENDER } from './file-formats.ts';
import { formatNotebook } from './notebook.ts';
import type { ExtraRecordings } from './recorded-run.ts';
import { formatRunJson, type RunExport } from './run-json.ts';
import { type ChosenFlow, type FlowChoice, formatFlowsCsv, type LaneWithFlows } from './sender-table.ts';
import { formatSeriesCsv, formatSeriesJson } from './series-table.ts';
import { formatSummaryCsv, formatSummaryHeader } from './summary-csv.ts';
import { formatSvgPlots } from './svg-plots.ts';
import { formatVegaLite } from './vega-lite.ts';

/** The options of a format. */
export interface FormatOptions {
  /** The flows in the table. */
  readonly flows: FlowChoice;
  /** The sender whose plots are in the file. */
  readonly sender?: ChosenFlow | undefined;
  /** Ids of the plots; default all. */
  readonly plots?: readonly string[] | undefined;
}

/** Data that files need besides the series. */
export function recordingsFor(formats: readonly FileFormatId[], { flows, sender }: FormatOptions): ExtraRecordings {
  return {
    ...(formats.includes('flowsCsv') ? { flows } : {}),
    ...(formats.some((format) => FORMATS_WITH_SENDER.has(format)) ? { sender } : {}),
  };
}

/**
 * The text of a file, in pieces.
 * @param run recorded with its flows, for the table of flows
 */
export function* formatRunFile(
  format: FileFormatId,
  run: RunExport,
  options: FormatOptions,
): Generator<string, void, undefined> {
  const { aboutRun, lanes } = run;
  if (format === 'summary') yield formatSummary(run);
  else if (format === 'seriesCsv') yield formatSeriesCsv(lanes, aboutRun.seed);
  else if (format === 'seriesJson') yield formatSeriesJson(lanes, aboutRun);
  else if (format === 'flowsCsv') {
    const recordedLanes = lanes.filter((lane): lane is typeof lane & LaneWithFlows => lane.flows !== undefined);
    yield* formatFlowsCsv(recordedLanes, aboutRun.seed);
  } else if (format === 'durationsCsv') yield formatDurationsCsv(lanes, aboutRun.seed);
  else if (format === 'runJson') yield formatRunJson(run);
  else if (format === 'notebook') yield formatNotebook(run);
  else if (format === 'svg')
    yield formatSvgPlots(lanes, aboutRun, options.plots, run.scenario.run.accounting === 'wire');
  else yield formatVegaLite(lanes, aboutRun, options.plots);
}

function formatSummary({ aboutRun: { scenario, seed }, lanes }: RunExport): string {
  const reports = lanes.map(({ policy, description, params, figures, digest }) => ({
    policy,
    name: description.laneName,
    params,
    ...figures,
    digest,
  }));
  return `${formatSummaryHeader({ lanes: reports })}\n${formatSummaryCsv({ scenario, seed, lanes: reports })}\n`;
}
