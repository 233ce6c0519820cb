/** The figures of runs as a table to read, or as comma-separated values. */
import { replicated } from '../studies/replicate.ts';

export interface RunReport {
  readonly scenario: string;
  readonly seed: number;
  readonly simulatedSeconds: number;
  readonly warmupSeconds: number;
  readonly wallSeconds: number;
  readonly events: number;
  readonly lanes: readonly Record<string, unknown>[];
  readonly digest: string;
}

const LANE_FIGURES = [
  'utilisation',
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

type Row = Record<string, unknown>;

function classesOf(lane: Row): Row[] {
  return lane.classes as Row[];
}

/** One line a run, lane and class; `class` is empty in the line of the lane itself. */
export function csvOf(reports: readonly RunReport[]): string {
  const lines = [
    [
      'scenario',
      'seed',
      'policy',
      'class',
      ...LANE_FIGURES,
      'flows',
      'throughputBps',
      'goodput',
      'dropRate',
      'markRate',
    ].join(','),
  ];
  for (const report of reports) {
    for (const lane of report.lanes) {
      const start = [report.scenario, report.seed, lane.policy];
      lines.push([...start, '', ...LANE_FIGURES.map((figure) => lane[figure]), '', '', '', '', ''].join(','));
      for (const item of classesOf(lane)) {
        const shared = LANE_FIGURES.map((figure) => (figure in item ? item[figure] : ''));
        lines.push(
          [
            ...start,
            item.class,
            ...shared,
            item.flows,
            item.throughputBps,
            item.goodput,
            item.dropRate,
            item.markRate,
          ].join(','),
        );
      }
    }
  }
  return lines.join('\n');
}

function shown(values: readonly number[]): string {
  const { mean, ci95, n } = replicated(values);
  const digits = (value: number) => (Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4))));
  return n === 1 ? digits(mean) : `${digits(mean)} ±${Number(ci95.toPrecision(2))}`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number),
        )
        .join('  '),
    )
    .join('\n');
}

/** Means over the replications, with half-widths of their 95 % confidence intervals where there are several. */
export function tableOf(reports: readonly RunReport[]): string {
  const [first] = reports;
  if (first === undefined) return '';
  const over = (pick: (report: RunReport) => unknown) => shown(reports.map((report) => pick(report) as number));
  const lanes = first.lanes.map((lane, index) => [
    String(lane.policy),
    ...LANE_FIGURES.map((figure) => over((report) => report.lanes[index]?.[figure])),
  ]);
  const classes = first.lanes.flatMap((lane, index) =>
    classesOf(lane).map((item, at) => [
      `${lane.policy} ${item.class}`,
      ...CLASS_FIGURES.map((figure) => over((report) => classesOf(report.lanes[index] as Row)[at]?.[figure])),
    ]),
  );
  const runs =
    reports.length === 1
      ? `seed ${first.seed}`
      : `${reports.length} runs, seeds ${first.seed} to ${first.seed + reports.length - 1}`;
  return [
    `${first.scenario}, ${first.simulatedSeconds} s of which ${first.warmupSeconds} s warm-up, ${runs}`,
    '',
    aligned([['policy', ...LANE_FIGURES], ...lanes]),
    '',
    aligned([['class', ...CLASS_FIGURES], ...classes]),
    '',
    `digest ${first.digest}`,
  ].join('\n');
}
