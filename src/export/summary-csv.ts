/** The figures of runs as CSV: for the command line and for the page. */
import type { RunReport } from '../runs/run-lanes.ts';
import { type Cell, csvOfRows } from './csv.ts';

export const LANE_FIGURES = [
  'utilisation',
  'busy',
  'meanDelayMs',
  'p95DelayMs',
  'p99DelayMs',
  'meanQueueBytes',
  'arrived',
  'departed',
  'dropped',
  'marked',
  'queued',
] as const;
/** Shares of the packets that arrived after the warm-up; the counts of packets above are for the whole run. */
export const RATES = ['dropRate', 'markRate'] as const;
/** Columns that only classes have. */
const CLASS_ONLY = ['flows', 'throughputBps', 'goodput'] as const;

/** For a class of short transfers, and for a class of pings. */
export const DURATION_FIGURES = ['meanMs', 'sdMs', 'p95Ms', 'count'] as const;
const COMPLETION_COLUMNS = ['completionMeanMs', 'completionSdMs', 'completionP95Ms', 'completionCount'] as const;
const ROUND_TRIP_COLUMNS = ['roundTripMeanMs', 'roundTripSdMs', 'roundTripP95Ms', 'roundTripCount'] as const;
/** For a class of video players, for the whole run. */
export const PLAYBACK_FIGURES = [
  'meanBitrateKbps',
  'playedSeconds',
  'stalls',
  'stallSeconds',
  'switches',
  'startupSeconds',
  'bufferSeconds',
] as const;
const DURATION_COLUMNS = [...COMPLETION_COLUMNS, ...ROUND_TRIP_COLUMNS];

export type Row = Readonly<Record<string, unknown>>;

export function csvHeader(): string {
  return csvOfRows([
    [
      'scenario',
      'seed',
      'policy',
      'class',
      ...LANE_FIGURES,
      ...CLASS_ONLY,
      ...RATES,
      ...DURATION_COLUMNS,
      ...PLAYBACK_FIGURES,
    ],
  ]);
}

/** One line for each lane, with an empty class, and one for each of its classes. Missing figures are empty. */
export function csvOf(report: Pick<RunReport, 'scenario' | 'seed' | 'lanes'>): string {
  const cells = (row: Row, figures: readonly string[]) => figures.map((figure) => row[figure] as Cell);
  const rows = report.lanes.flatMap((lane) => {
    const start = [report.scenario, report.seed, lane.policy];
    const none = (columns: readonly string[]) => columns.map(() => undefined);
    const row = lane as unknown as Row;
    const ofLane = [
      ...[...start, '', ...cells(row, LANE_FIGURES)],
      ...[...none(CLASS_ONLY), ...cells(row, RATES), ...none([...DURATION_COLUMNS, ...PLAYBACK_FIGURES])],
    ];
    const ofClasses = (lane.classes as unknown as Row[]).map((row): Cell[] => {
      const durations = [row.completion, row.roundTrip].flatMap((each) => cells((each ?? {}) as Row, DURATION_FIGURES));
      return [
        ...start,
        row.class as string,
        ...cells(row, LANE_FIGURES),
        ...cells(row, CLASS_ONLY),
        ...cells(row, RATES),
        ...durations,
        ...cells((row.playback ?? {}) as Row, PLAYBACK_FIGURES),
      ];
    });
    return [ofLane, ...ofClasses];
  });
  return csvOfRows(rows);
}
