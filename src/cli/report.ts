/** The figures of runs as a table to read, or as comma-separated values. */

import { type Cell, csvOfRows } from '../app/csv.ts';
import type { Durations, Timed } from '../engine/frame.ts';
import type { RunReport } from '../runs/run-lanes.ts';
import type { Replicated } from '../studies/statistics.ts';

const LANE_FIGURES = [
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
const CLASS_FIGURES = [
  'flows',
  'throughputBps',
  'goodput',
  'dropRate',
  'markRate',
  'meanDelayMs',
  'p95DelayMs',
] as const;
/** What a class has and a lane has not. */
const CLASS_ONLY = ['flows', 'throughputBps', 'goodput', 'dropRate', 'markRate'] as const;

/** Of a class of short transfers, and of one of pings. */
const DURATION_FIGURES = ['meanMs', 'sdMs', 'p95Ms', 'count'] as const;
const COMPLETION_COLUMNS = ['completionMeanMs', 'completionSdMs', 'completionP95Ms', 'completionCount'] as const;
const ROUND_TRIP_COLUMNS = ['roundTripMeanMs', 'roundTripSdMs', 'roundTripP95Ms', 'roundTripCount'] as const;
const CLASS_COLUMNS = [...CLASS_ONLY, ...COMPLETION_COLUMNS, ...ROUND_TRIP_COLUMNS];

type Row = Readonly<Record<string, unknown>>;

export function csvHeader(): string {
  return csvOfRows([['scenario', 'seed', 'policy', 'class', ...LANE_FIGURES, ...CLASS_COLUMNS]]);
}

/** One line a lane, with an empty class, and one a class of it. Figures that a line has none of are left empty. */
export function csvOf(report: RunReport): string {
  const cells = (row: Row, figures: readonly string[]) => figures.map((figure) => row[figure] as Cell);
  const rows = report.lanes.flatMap((lane) => {
    const start = [report.scenario, report.seed, lane.policy];
    const none = CLASS_COLUMNS.map(() => undefined);
    const ofLane = [...start, '', ...cells(lane as unknown as Row, LANE_FIGURES), ...none];
    const ofClasses = (lane.classes as unknown as Row[]).map((row): Cell[] => {
      const durations = [row.completion, row.roundTrip].flatMap((each) => cells((each ?? {}) as Row, DURATION_FIGURES));
      return [...start, row.class as string, ...cells(row, LANE_FIGURES), ...cells(row, CLASS_ONLY), ...durations];
    });
    return [ofLane, ...ofClasses];
  });
  return csvOfRows(rows);
}

/** A figure of one run, or the mean of several with the half-width of its 95 % confidence interval. */
function shown(figure: unknown): string {
  const digits = (value: number) => (Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4))));
  if (typeof figure === 'number') return digits(figure);
  const { mean, ci95 } = figure as Replicated;
  return `${digits(mean)} ±${Number(ci95.toPrecision(2))}`;
}

export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number);
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}

/** A report, or the mean of several, as tables: lanes, classes and, where there are any, short transfers and pings. */
export function tableOf(report: RunReport, replications: number): string {
  const rowOf = (name: string, row: Row, figures: readonly string[]) => [
    name,
    ...figures.map((figure) => shown(row[figure])),
  ];
  const lanes = report.lanes.map((lane) => rowOf(lane.policy, lane as unknown as Row, LANE_FIGURES));
  const classes = report.lanes.flatMap((lane) =>
    lane.classes.map((item) => rowOf(`${lane.policy} ${item.class}`, item as unknown as Row, CLASS_FIGURES)),
  );
  const durationsOf = (timed: Timed) =>
    report.lanes.flatMap((lane) =>
      lane.classes.flatMap((item) => {
        const durations: Durations | undefined = item[timed];
        return durations === undefined
          ? []
          : [rowOf(`${lane.policy} ${item.class}`, durations as unknown as Row, DURATION_FIGURES)];
      }),
    );
  const durationTable = (name: string, rows: string[][]) =>
    rows.length === 0 ? [] : [aligned([[name, ...DURATION_FIGURES], ...rows]), ''];
  const { scenario, seed, simulatedSeconds, warmupSeconds, digest } = report;
  const runs =
    replications === 1 ? `seed ${seed}` : `${replications} runs, seeds ${seed} to ${seed + replications - 1}`;
  return [
    `${scenario}, ${simulatedSeconds} s of which ${warmupSeconds} s warm-up, ${runs}`,
    '',
    aligned([['policy', ...LANE_FIGURES], ...lanes]),
    '',
    aligned([['class', ...CLASS_FIGURES], ...classes]),
    '',
    ...durationTable('completion of transfers', durationsOf('completion')),
    ...durationTable('round trip of pings', durationsOf('roundTrip')),
    `digest ${digest}`,
  ].join('\n');
}
