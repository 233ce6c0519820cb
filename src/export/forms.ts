/** The files that a run can be saved as: one list for the page and for the command line. docs/TABLES.md describes them. */
import { type FlowChoice, flowsCsv, type LaneFlows } from './flow-table.ts';
import { notebook } from './notebook.ts';
import { type NamedLane, plotData, windowEnds } from './plot-data.ts';
import { namedLanes, type RecordedRun, runJson } from './run-json.ts';
import { seriesCsv, seriesJson } from './series-table.ts';
import { csvHeader, csvOf } from './summary-csv.ts';
import { type TimedPlot, vegaLite } from './vega-lite.ts';

interface Form {
  readonly name: string;
  /** What is in it. */
  readonly what: string;
  /** Programs that open it. */
  readonly opens: string;
  /** End of the file's name. */
  readonly ending: string;
  /** Media type. */
  readonly type: string;
  /** Writes the same file by `sim -- run`. */
  readonly option: string;
}

const CSV = 'text/csv;charset=utf-8';
const JSON_TYPE = 'application/json';

export const FORMS = {
  summary: {
    name: 'Figures (CSV)',
    what: 'One row for each lane and class: throughput, delay, loss, marks.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'figures.csv',
    type: CSV,
    option: '--csv',
  },
  seriesCsv: {
    name: 'Series (CSV)',
    what: 'Every series on one time base: one row for each sample window and lane.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'series.csv',
    type: CSV,
    option: '--series-csv',
  },
  seriesJson: {
    name: 'Series (JSON)',
    what: 'The same series with the unit and the class of each column.',
    opens: 'Programs of your own',
    ending: 'series.json',
    type: JSON_TYPE,
    option: '--series-json',
  },
  flowsCsv: {
    name: 'Flows (CSV)',
    what: 'TCP senders over time: window, threshold, round trip, retransmissions.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'flows.csv',
    type: CSV,
    option: '--flows-csv',
  },
  runJson: {
    name: 'Whole run (JSON)',
    what: 'Scenario, lanes, figures, series, plots, digests and link in one file.',
    opens: 'Programs of your own',
    ending: 'run.json',
    type: JSON_TYPE,
    option: '--run-json',
  },
  notebook: {
    name: 'Notebook (ipynb)',
    what: 'A notebook that holds the whole run and draws its plots.',
    opens: 'Jupyter, VS Code, Colab',
    ending: 'run.ipynb',
    type: 'application/x-ipynb+json',
    option: '--notebook',
  },
  vegaLite: {
    name: 'Plots (Vega-Lite)',
    what: 'All plots over time as one specification with its data.',
    opens: 'Vega editor, Observable, Altair',
    ending: 'plots.vl.json',
    type: JSON_TYPE,
    option: '--vega-lite',
  },
} as const satisfies Readonly<Record<string, Form>>;

export type FormId = keyof typeof FORMS;

/** What can be chosen of a form. */
export interface FormChoice {
  /** Of the flows. */
  readonly flows: FlowChoice;
  /** Ids of the plots; all where it is left out. */
  readonly plots?: readonly string[] | undefined;
}

export const ALL_FLOWS: FormChoice = { flows: 'all' };

/** The text of a file, in pieces. @param run recorded with its flows, for the table of flows */
export function* textOf(form: FormId, run: RecordedRun, choice: FormChoice): Generator<string, void, undefined> {
  const { about, lanes } = run;
  if (form === 'summary') yield summaryCsv(run);
  else if (form === 'seriesCsv') yield seriesCsv(lanes, about.seed);
  else if (form === 'seriesJson') yield seriesJson(lanes, about);
  else if (form === 'flowsCsv') {
    const recorded = lanes.filter((lane): lane is typeof lane & LaneFlows => lane.flows !== undefined);
    yield* flowsCsv(recorded, about.seed);
  } else if (form === 'runJson') yield runJson(run);
  else if (form === 'notebook') yield notebook(run);
  else yield vegaLite(timedPlots(namedLanes(lanes), choice.plots), about);
}

function summaryCsv({ about: { scenario, seed }, lanes }: RecordedRun): string {
  const reports = lanes.map(({ policy, params, figures, digest }) => ({ policy, params, ...figures, digest }));
  return `${csvHeader()}\n${csvOf({ scenario, seed, lanes: reports })}\n`;
}

/** Plots with the ends of their windows. @param untilSeconds later windows are left out */
export function timedPlots(
  lanes: readonly NamedLane[],
  ids?: readonly string[],
  untilSeconds?: number,
): readonly TimedPlot[] {
  const times = Object.fromEntries(lanes.map((lane) => [lane.lane, windowEnds(lane, untilSeconds)]));
  const laneNames = Object.fromEntries(lanes.map(({ lane, policyName }) => [lane, `${lane} ${policyName}`]));
  return plotData(lanes, ids, untilSeconds).map((plot) => ({ ...plot, times, laneNames }));
}
