/**
 * The formats of a saved run: one list for the page and for the command line. docs/TABLES.md describes them.
 */

interface FileFormat {
  readonly name: string;
  /** Its content. */
  readonly content: string;
  /** Programs that open it. */
  readonly opens: string;
  /** End of the file's name. */
  readonly ending: string;
  /** Media type. */
  readonly type: string;
  /** Option of `sim -- run` for the same file. */
  readonly option: string;
}

const CSV_TYPE = 'text/csv;charset=utf-8';
const JSON_TYPE = 'application/json';

export const FILE_FORMATS = {
  summary: {
    name: 'Figures (CSV)',
    content: 'One row for each lane and class: throughput, delay, loss, marks.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'figures.csv',
    type: CSV_TYPE,
    option: '--csv',
  },
  seriesCsv: {
    name: 'Series (CSV)',
    content: 'Every series on one time base: one row for each sample window and lane.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'series.csv',
    type: CSV_TYPE,
    option: '--series-csv',
  },
  seriesJson: {
    name: 'Series (JSON)',
    content: 'The same series with the unit and the class of each column.',
    opens: 'Programs of your own',
    ending: 'series.json',
    type: JSON_TYPE,
    option: '--series-json',
  },
  flowsCsv: {
    name: 'Flows (CSV)',
    content: 'TCP senders over time: window, threshold, round trip, retransmissions.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'flows.csv',
    type: CSV_TYPE,
    option: '--flows-csv',
  },
  durationsCsv: {
    name: 'Durations (CSV)',
    content: 'Distribution of completion times and round trips: 100 quantiles for each lane and class.',
    opens: 'Spreadsheets, pandas, R',
    ending: 'durations.csv',
    type: CSV_TYPE,
    option: '--durations-csv',
  },
  runJson: {
    name: 'Whole run (JSON)',
    content: 'Scenario, lanes, figures, series, plots, digests and link in one file.',
    opens: 'Programs of your own',
    ending: 'run.json',
    type: JSON_TYPE,
    option: '--run-json',
  },
  notebook: {
    name: 'Notebook (ipynb)',
    content: 'A notebook that holds the whole run and draws its plots.',
    opens: 'Jupyter, VS Code, Colab',
    ending: 'run.ipynb',
    type: 'application/x-ipynb+json',
    option: '--notebook',
  },
  vegaLite: {
    name: 'Plots (Vega-Lite)',
    content: 'The plots of the lanes as one specification with its data.',
    opens: 'Vega editor, Observable, Altair',
    ending: 'plots.vl.json',
    type: JSON_TYPE,
    option: '--vega-lite',
  },
  svg: {
    name: 'Plots (SVG)',
    content: 'The plots of the lanes as one picture, with title, units, seed and link.',
    opens: 'Browsers, Inkscape, text programs',
    ending: 'plots.svg',
    type: 'image/svg+xml',
    option: '--svg',
  },
} as const satisfies Readonly<Record<string, FileFormat>>;

/** A format in which a run is written. */
export type FileFormatId = keyof typeof FILE_FORMATS;

/** Files that can have the plots of one sender. */
export const FORMATS_WITH_SENDER: ReadonlySet<FileFormatId> = new Set<FileFormatId>([
  'runJson',
  'notebook',
  'vegaLite',
  'svg',
]);
