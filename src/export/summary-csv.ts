/** The figures of runs as CSV: for the command line and for the page. */
import type { AckSummary } from '../engine/metrics/summary.ts';
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
export const CLASS_COLUMNS = ['flows', 'throughputBps', 'goodput'] as const;

/** For a class of short transfers, and for a class of pings. */
export const DURATION_FIGURES = ['meanMs', 'sdMs', 'p95Ms', 'p99Ms', 'count'] as const;
/** The figures of a class of video players, for the whole run. */
export const PLAYBACK_FIGURES = [
  'meanBitrateKbps',
  'playedSeconds',
  'stalls',
  'stallSeconds',
  'switches',
  'startupSeconds',
  'bufferSeconds',
] as const;
const DURATION_COLUMNS = ['completion', 'roundTrip'].flatMap((kind) =>
  DURATION_FIGURES.map((name) => `${kind}${name.charAt(0).toUpperCase()}${name.slice(1)}`),
);

/** ACKs of a class in one direction. */
export const ACK_FIGURES = ['arrived', 'dropped', 'dropRate', 'meanDelayMs', 'wireBps'] as const;
const ACK_COLUMNS = ['acksArrived', 'acksDropped', 'ackDropRate', 'ackMeanDelayMs', 'ackWireBps'] as const;

type Lanes = Pick<RunReport, 'lanes'>;

/** Whether the runs have a queue in each direction. Only then there are columns for the direction and for ACKs. */
const isTwoWay = ({ lanes }: Lanes): boolean => lanes.some(({ up }) => up !== undefined);

/** Whether a policy has several lanes. Then the last column has the names of the lanes. */
const hasNames = ({ lanes }: Lanes): boolean => new Set(lanes.map(({ policy }) => policy)).size < lanes.length;

/** The line with the names of the columns. */
export function formatSummaryHeader(report: Lanes): string {
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
      ...(isTwoWay(report) ? ['direction', ...ACK_COLUMNS] : []),
      ...(hasNames(report) ? ['name'] : []),
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

/**
 * One line for each lane, with an empty class, and one for each of its classes; then the same for its direction up.
 * Missing figures are empty.
 */
export function formatSummaryCsv(report: Pick<RunReport, 'scenario' | 'seed' | 'lanes'>): string {
  const { scenario, seed, lanes } = report;
  const hasDirections = isTwoWay(report);
  const directions = lanes.flatMap((lane) => [
    { lane, direction: 'down', name: lane.name },
    ...(lane.up === undefined ? [] : [{ lane: lane.up, direction: 'up', name: lane.name }]),
  ]);
  const rows = directions.flatMap(({ lane, direction, name }) => {
    const ackCells = (acks: AckSummary | undefined) => (hasDirections ? [direction, ...cells(acks, ACK_FIGURES)] : []);
    const start = [scenario, seed, lane.policy];
    const end = hasNames(report) ? [name] : [];
    const laneRow = [
      ...start,
      '',
      ...cells(lane, LANE_FIGURES),
      ...cells(undefined, CLASS_COLUMNS),
      ...cells(lane, RATE_COLUMNS),
      ...cells(undefined, [...DURATION_COLUMNS, ...PLAYBACK_FIGURES]),
      ...cells(lane, FAIRNESS_FIGURES),
      ...cells(lane, WIRE_FIGURES),
      ...ackCells(undefined),
      ...end,
    ];
    const classRows = lane.classes.map((item) => [
      ...start,
      item.class,
      ...cells(item, LANE_FIGURES),
      ...cells(item, CLASS_COLUMNS),
      ...cells(item, RATE_COLUMNS),
      ...cells(item.completion, DURATION_FIGURES),
      ...cells(item.roundTrip, DURATION_FIGURES),
      ...cells(item.playback, PLAYBACK_FIGURES),
      ...cells(undefined, [...FAIRNESS_FIGURES, ...WIRE_FIGURES]),
      ...ackCells(item.acks),
      ...end,
    ]);
    return [laneRow, ...classRows];
  });
  return formatCsv(rows);
}
