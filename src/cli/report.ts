/** The figures of runs as a table to read. */
import type { Durations, Timed } from '../engine/frame.ts';
import { DURATION_FIGURES, LANE_FIGURES, PLAYBACK_FIGURES, RATES, type Row } from '../export/summary-csv.ts';
import type { RunReport } from '../runs/run-lanes.ts';
import type { Replicated } from '../studies/statistics.ts';

const CLASS_FIGURES = [
  'flows',
  'throughputBps',
  'goodput',
  'dropRate',
  'markRate',
  'meanDelayMs',
  'p95DelayMs',
] as const;
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

/** A report, or the mean of several, as tables: lanes, classes and, if there are any, short transfers and pings. */
export function tableOf(report: RunReport, replications: number): string {
  const rowOf = (name: string, row: Row, figures: readonly string[]) => [
    name,
    ...figures.map((figure) => shown(row[figure])),
  ];
  const lanes = report.lanes.map((lane) => rowOf(lane.policy, lane as unknown as Row, [...LANE_FIGURES, ...RATES]));
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
  const playback = report.lanes.flatMap((lane) =>
    lane.classes.flatMap((item) =>
      item.playback === undefined
        ? []
        : [rowOf(`${lane.policy} ${item.class}`, item.playback as unknown as Row, PLAYBACK_FIGURES)],
    ),
  );
  const { scenario, seed, simulatedSeconds, warmupSeconds, digest } = report;
  const runs =
    replications === 1 ? `seed ${seed}` : `${replications} runs, seeds ${seed} to ${seed + replications - 1}`;
  return [
    `${scenario}, ${simulatedSeconds} s of which ${warmupSeconds} s warm-up, ${runs}`,
    '',
    aligned([['policy', ...LANE_FIGURES, ...RATES], ...lanes]),
    'The counts of packets (arrived to queued) are of the whole run. All other figures count since the warm-up.',
    '',
    aligned([['class', ...CLASS_FIGURES], ...classes]),
    '',
    ...durationTable('completion of transfers', durationsOf('completion')),
    ...durationTable('round trip of pings', durationsOf('roundTrip')),
    ...(playback.length === 0 ? [] : [aligned([['video, whole run', ...PLAYBACK_FIGURES], ...playback]), '']),
    `digest ${digest}`,
  ].join('\n');
}
