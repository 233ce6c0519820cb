/** The figures of runs as CSV: for the command line and for the page. */
import type { RunReport } from '../runs/run-lanes.ts';
import { type CsvCell, formatCsv } from './csv.ts';

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
export const RATE_COLUMNS = ['dropRate', 'markRate'] as const;
/** Jain's indexes, of at least two classes or flows. */
export const FAIRNESS_FIGURES = ['fairnessIndex', 'flowFairnessIndex'] as const;
/** Counts of a link that can lose or reorder, for the whole run. They are the last columns. */
export const WIRE_FIGURES = ['lost', 'reordered', 'lostAcks'] as const;
/** Columns that only classes have. */
const CLASS_COLUMNS = ['flows', 'throughputBps', 'goodput'] as const;

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

export function formatSummaryHeader(): string {
  return formatCsv([
    [
      'scenario',
      'seed',
      'policy',
      'class',
      ...LANE_FIGURES,
      ...CLASS_COLUMNS,
      ...RATE_COLUMNS,
      ...DURATION_COLUMNS,
      ...PLAYBACK_FIGURES,
      ...FAIRNESS_FIGURES,
      ...WIRE_FIGURES,
    ],
  ]);
}

/** The values under these names, in their order; undefined where there is none. */
function cells<Name extends string>(
  values: Partial<Record<Name, CsvCell>> | undefined,
  names: readonly Name[],
): CsvCell[] {
  return names.map((name) => values?.[name]);
}

/** One line for each lane, with an empty class, and one for each of its classes. Missing figures are empty. */
export function formatSummaryCsv({ scenario, seed, lanes }: Pick<RunReport, 'scenario' | 'seed' | 'lanes'>): string {
  const rows = lanes.flatMap((lane) => {
    const start = [scenario, seed, lane.policy];
    const laneRow = [
      ...[...start, ''],
      ...cells(lane, LANE_FIGURES),
      ...cells(undefined, CLASS_COLUMNS),
      ...cells(lane, RATE_COLUMNS),
      ...cells(undefined, [...DURATION_COLUMNS, ...PLAYBACK_FIGURES]),
      ...cells(lane, FAIRNESS_FIGURES),
      ...cells(lane, WIRE_FIGURES),
    ];
    const classRows = lane.classes.map((item) => [
      ...[...start, item.class],
      ...cells(item, LANE_FIGURES),
      ...cells(item, CLASS_COLUMNS),
      ...cells(item, RATE_COLUMNS),
      ...cells(item.completion, DURATION_FIGURES),
      ...cells(item.roundTrip, DURATION_FIGURES),
      ...cells(item.playback, PLAYBACK_FIGURES),
      ...cells(undefined, [...FAIRNESS_FIGURES, ...WIRE_FIGURES]),
    ]);
    return [laneRow, ...classRows];
  });
  return formatCsv(rows);
}
