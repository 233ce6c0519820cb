/**
 * The series of a run as a table and as JSON: the only definition of the names and units of their columns, for the page
 * and the command line. docs/TABLES.md describes them.
 */

import {
  type RunDescription,
  SERIES_CLASS_STRIDE,
  SERIES_FIXED_COLUMN_COUNT,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
} from '../engine/frame/frame.ts';
import type { LaneData, NamedLaneData, StartedLaneData } from '../engine/frame/lane-data.ts';
import type { ParameterValues } from '../params/schema.ts';
import { type CsvCell, formatCsv } from './csv.ts';
import { formatDigits, jsonNumber } from './file-numbers.ts';

/** The data of a lane for a table. */
export interface TabledLaneData extends NamedLaneData {
  /** Policy id. */
  readonly policy: string;
  /** Values of the policy at the start of the run. */
  readonly params: ParameterValues;
  readonly description: RunDescription;
  readonly up?: StartedLaneData | undefined;
}

/** One queue of a lane. */
type TabledQueue = Pick<TabledLaneData, 'series' | 'description'>;

/** The description of a run in a document. */
export interface AboutRun {
  readonly scenario: string;
  readonly title: string;
  readonly seed: number;
  /** Link that opens the run on the page: an address, or the text after one; left out if there is none. */
  readonly link?: string;
  readonly program: string;
}

interface Column {
  readonly name: string;
  readonly unit: string;
  /** Class id; left out for all classes together. */
  readonly class?: string;
  readonly value: (series: TabledQueue, row: number) => number;
}

interface LaneColumn extends Omit<Column, 'value'> {
  readonly value: (lane: TabledLaneData, row: number) => number;
}

/** Version of the JSON document. It grows when readers of the file must change. */
const DOCUMENT_VERSION = 1;
const DOCUMENT_FORMAT = 'bufferscope-series';
export const SCHEMA_REFERENCE = 'docs/TABLES.md of the program describes every field';

/** Columns that every run has: name, unit, column of a row, factor. */
const FIXED_COLUMNS = [
  ['queue_packets', 'packets at the end of the window', SeriesColumn.waitingPackets, 1],
  ['queue_mean_packets', 'packets', SeriesColumn.meanWaitingPackets, 1],
  ['queue_max_packets', 'packets', SeriesColumn.maxWaitingPackets, 1],
  ['delay_mean_ms', 'ms', SeriesColumn.meanDelayNs, 1e-6],
  ['delay_p95_ms', 'ms', SeriesColumn.p95DelayNs, 1e-6],
  ['link_busy', 'share of the window, 0 to 1', SeriesColumn.busy, 1],
  ['link_rate_bps', 'bit/s', SeriesColumn.rateBps, 1],
] as const;

/** Columns of each class. */
const SERIES_CLASS_COLUMNS = [
  ['throughput_bps', 'bit/s', SeriesClassColumn.throughputBps, 1],
  ['goodput_bps', 'bit/s', SeriesClassColumn.goodputBps, 1],
  ['drops', 'packets', SeriesClassColumn.drops, 1],
  ['marks', 'packets', SeriesClassColumn.marks, 1],
  ['delay_mean_ms', 'ms', SeriesClassColumn.meanDelayNs, 1e-6],
] as const;

/** The column of a run whose link has lost packets, in any lane. */
const LINK_LOSS_COLUMN = ['link_losses', 'packets', SeriesClassColumn.lostPackets, 1] as const;

/** For classes whose transfers or round trips are timed. */
const TIMED_COLUMNS = [
  ['mean_ms', SeriesClassColumn.durationMeanNs],
  ['p95_ms', SeriesClassColumn.durationP95Ns],
] as const;

/** The columns of video players. */
const PLAYER_COLUMNS = [
  ['buffer_s', 's of playing time, at the end of the window', SeriesClassColumn.bufferSeconds],
  ['bitrate_kbps', 'kbit/s that play at the end of the window; 0 while nothing plays', SeriesClassColumn.bitrateKbps],
] as const;

/** The columns of videos. */
const VIDEO_COLUMNS = [
  ['shown_packets', 'packets that reached the receiver, in frames that can be shown', SeriesClassColumn.usefulPackets],
  ['not_shown_packets', 'packets that reached the receiver, in other frames', SeriesClassColumn.uselessPackets],
] as const;

/** The columns of sources with two ABE colours. */
const COLOUR_COLUMNS = [
  ['green_packets', 'green packets that began transmission', SeriesClassColumn.greenPackets],
  ['green_delay_sum_ns', 'ns, sum over these packets', SeriesClassColumn.greenDelaySumNs],
] as const;

/** Columns of all lanes; a lane without a column leaves its cells empty. */
const seriesColumns = (lanes: readonly TabledLaneData[]): readonly LaneColumn[] => [
  ...queueColumns(lanes),
  ...upColumns(lanes),
];

/**
 * The columns of the direction up, in a run in which a lane has one. Durations and playback belong to a class, not to a
 * direction.
 */
function upColumns(lanes: readonly TabledLaneData[]): readonly LaneColumn[] {
  const upQueues = lanes.flatMap(({ up }) => up ?? []);
  const columns = [...fixedColumns(), ...commonClassColumns(upQueues), ...signalColumns(upQueues)];
  return (upQueues.length === 0 ? [] : columns).map(({ value, ...column }) => ({
    ...column,
    name: `up.${column.name}`,
    value: ({ up }, row) => (up === undefined ? Number.NaN : value(up, row)),
  }));
}

function queueColumns(lanes: readonly TabledLaneData[]): readonly Column[] {
  const { classes = [] } = lanes[0]?.description ?? {};
  const hasLosses = hasLinkLosses(lanes);
  const classColumns = classes.flatMap(({ id, timed, kind, colour }, index) => {
    const from = SERIES_FIXED_COLUMN_COUNT + index * SERIES_CLASS_STRIDE;
    const columns = commonColumnsOfClass(id, index, hasLosses);
    const word = timed === 'completion' ? 'completion' : 'round_trip';
    const durations = (timed === undefined ? [] : TIMED_COLUMNS).map(
      ([name, column]): Column => ({
        name: `${word}_${name}.${id}`,
        unit: 'ms',
        class: id,
        value: (series, row) => 1e-6 * series.series.at(row, from + column),
      }),
    );
    const videoColumns = kind === 'player' ? PLAYER_COLUMNS : kind === 'video' ? VIDEO_COLUMNS : [];
    const kindColumns = (colour === 'both' ? COLOUR_COLUMNS : videoColumns).map(
      ([name, unit, column]): Column => ({
        name: `${name}.${id}`,
        unit,
        class: id,
        value: (series, row) => series.series.at(row, from + column),
      }),
    );
    return [...columns, ...durations, ...kindColumns];
  });
  return [...fixedColumns(), ...classColumns, ...signalColumns(lanes)];
}

function fixedColumns(): readonly Column[] {
  return FIXED_COLUMNS.map(([name, unit, column, factor]) => ({
    name,
    unit,
    value: ({ series }, row) => factor * series.at(row, column),
  }));
}

function commonClassColumns(queues: readonly TabledQueue[]): readonly Column[] {
  const { classes = [] } = queues[0]?.description ?? {};
  const hasLosses = hasLinkLosses(queues);
  return classes.flatMap(({ id }, index) => commonColumnsOfClass(id, index, hasLosses));
}

/** The columns that every class has. */
function commonColumnsOfClass(id: string, index: number, hasLosses: boolean): readonly Column[] {
  const from = SERIES_FIXED_COLUMN_COUNT + index * SERIES_CLASS_STRIDE;
  return (hasLosses ? [...SERIES_CLASS_COLUMNS, LINK_LOSS_COLUMN] : SERIES_CLASS_COLUMNS).map(
    ([name, unit, column, factor]) => ({
      name: `${name}.${id}`,
      unit,
      class: id,
      value: ({ series }, row) => factor * series.at(row, from + column),
    }),
  );
}

function hasLinkLosses(lanes: readonly TabledQueue[]): boolean {
  return lanes.some(({ series, description: { classes } }) =>
    classes.some((_, index) => {
      const column = seriesClassColumn(index, SeriesClassColumn.lostPackets);
      for (let row = 0; row < series.rowCount; row++) if (series.at(row, column) > 0) return true;
      return false;
    }),
  );
}

/** The signals of all policies, each once. */
function signalColumns(lanes: readonly TabledQueue[]): readonly Column[] {
  const signals = lanes.flatMap(({ description }) => description.hints.signals);
  const distinctSignals = signals.filter(({ id }, index) => signals.findIndex((other) => other.id === id) === index);
  return distinctSignals.map(({ id, unit }) => ({
    name: `signal.${id}`,
    unit,
    value: (series, row) => {
      const { classes, hints } = series.description;
      const index = hints.signals.findIndex((signal) => signal.id === id);
      if (index < 0) return Number.NaN;
      return series.series.at(row, SERIES_FIXED_COLUMN_COUNT + classes.length * SERIES_CLASS_STRIDE + index);
    },
  }));
}

/** End of a sample window, s. */
export const secondsOfRow = ({ series }: LaneData, row: number) => series.at(row, SeriesColumn.timeNs) / 1e9;

/** One row for each sample window and lane: window by window, so that all lanes of one time are together. */
export function formatSeriesCsv(lanes: readonly TabledLaneData[], seed: number): string {
  const columns = seriesColumns(lanes);
  const rows: CsvCell[][] = [['time_s', 'lane', 'policy', 'seed', ...columns.map(({ name }) => name)]];
  const sampleCount = Math.max(0, ...lanes.map(({ series }) => series.rowCount));
  for (let row = 0; row < sampleCount; row++)
    for (const series of lanes)
      if (row < series.series.rowCount)
        rows.push([
          secondsOfRow(series, row),
          series.lane,
          series.policy,
          seed,
          ...columns.map(({ value }) => value(series, row)),
        ]);
  return `${formatCsv(rows, formatDigits)}\n`;
}

/** The columns with their units, and the rows of each lane: the part that all documents with series share. */
export function commonSeriesFields(lanes: readonly TabledLaneData[]) {
  const columns = seriesColumns(lanes);
  const [first] = lanes;
  return {
    windowSeconds: (first?.description.sampleNs ?? 0) / 1e9,
    warmupSeconds: (first?.description.warmupNs ?? 0) / 1e9,
    classes: (first?.description.classes ?? []).map(({ id, label, kind }) => ({ id, label, kind })),
    columns: [
      { name: 'time_s', unit: 's, end of the sample window' },
      ...columns.map(({ name, unit, class: className }) => ({ name, unit, class: className })),
    ],
    lanes: lanes.map((lane) => ({
      lane: lane.lane,
      policy: lane.policy,
      policyName: lane.description.policyName,
      name: lane.description.laneName,
      params: lane.params,
      rows: Array.from({ length: lane.series.rowCount }, (_, row) => [
        jsonNumber(secondsOfRow(lane, row)),
        ...columns.map(({ value }) => jsonNumber(value(lane, row))),
      ]),
    })),
  };
}

/** The series of all lanes with their meanings, as JSON. A missing value is null. */
export function formatSeriesJson(lanes: readonly TabledLaneData[], about: AboutRun): string {
  const document = {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    schema: SCHEMA_REFERENCE,
    ...about,
    ...commonSeriesFields(lanes),
  };
  return `${JSON.stringify(document)}\n`;
}
