/** The figures of runs as a table to read. */
import {
  ACK_FIGURES,
  CLASS_COLUMNS,
  DURATION_FIGURES,
  FAIRNESS_FIGURES,
  LANE_FIGURES,
  PLAYBACK_FIGURES,
  RATE_COLUMNS,
  WIRE_FIGURES,
} from '../../export/summary-csv.ts';
import type { ReportName, RunReport } from '../../runs/run-lanes.ts';
import { formatSpread } from '../../shared/format-spread.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';
import type { MeanOfReplications } from '../../studies/replicate.ts';

const CLASS_FIGURES = [...CLASS_COLUMNS, ...RATE_COLUMNS, 'meanDelayMs', 'p95DelayMs'] as const;

const CALL_FIGURES = ['rating', 'mouthToEarMs', 'g114MarginMs', 'lossShare', 'oneWayP95Ms', 'oneWayP99Ms'] as const;

/** A figure of one run, or the mean of several. */
type Figure = number | ReplicatedFigure;

/**
 * The mean of several runs is shown with the half-width of its 95 % confidence interval, unless all runs gave this
 * value, and no figure as a dash.
 */
function formatFigure(figure: Figure | undefined): string {
  if (figure === undefined) return '-';
  const formatDigits = (value: number) =>
    Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
  if (typeof figure === 'number') return formatDigits(figure);
  const { mean, ci95 } = figure;
  return `${formatDigits(mean)}${formatSpread(ci95, (half) => String(Number(half.toPrecision(2))))}`;
}

function formatRow<Name extends string>(
  title: string,
  values: Readonly<Partial<Record<Name, Figure>>>,
  figures: readonly Name[],
): string[] {
  return [title, ...figures.map((name) => formatFigure(values[name]))];
}

/**
 * The rows as lines, each column as wide as its longest cell: the first aligned to the left, the others to the right.
 */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(required(widths[column])) : text.padStart(required(widths[column]));
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}

/**
 * A report, or the mean of several, as tables: lanes, classes and, if there are any, short transfers, pings and videos.
 */
export function formatReportTable(
  report: RunReport | MeanOfReplications<RunReport, ReportName>,
  replications: number,
): string {
  const names = report.lanes.map(({ policy }) => policy);
  // Lanes of one policy have their letters in front, and names with the values that differ.
  const isNamedTwice = new Set(names).size < names.length;
  const laneNames = report.lanes.map(({ policy, name }, lane) =>
    isNamedTwice ? `${laneLetter(lane)} ${name}` : policy,
  );
  // A direction up stands below its lane.
  const directions = report.lanes.flatMap((lane, index) => [
    { ...lane, name: required(laneNames[index]) },
    ...(lane.up === undefined ? [] : [{ ...lane.up, name: `${lane.up.policy}, up` }]),
  ]);
  const lanes = directions.map((lane) => formatRow(lane.name, lane, [...LANE_FIGURES, ...RATE_COLUMNS]));
  const classes = directions.flatMap((lane) =>
    lane.classes.map((item) => ({ ...item, name: `${lane.name} ${item.class}` })),
  );
  /** The table of a quantity that only some classes have; nothing if none has it. */
  const formatPartialTable = <Name extends string>(
    title: string,
    quantity: (item: (typeof classes)[number]) => Readonly<Record<Name, Figure>> | undefined,
    figures: readonly Name[],
  ): string[] => {
    const rows = classes.flatMap((item) => {
      const values = quantity(item);
      return values === undefined ? [] : [formatRow(item.name, values, figures)];
    });
    return rows.length === 0 ? [] : [alignColumns([[title, ...figures], ...rows]), ''];
  };
  const wireRows = report.lanes.flatMap((lane, index) =>
    lane.lost === undefined ? [] : [formatRow(required(laneNames[index]), lane, WIRE_FIGURES)],
  );
  const { scenario, seed, simulatedSeconds, warmupSeconds, digest } = report;
  const runs =
    replications === 1 ? `seed ${seed}` : `${replications} runs, seeds ${seed} to ${seed + replications - 1}`;
  return [
    `${scenario}, ${simulatedSeconds} s, including ${formatFigure(warmupSeconds)} s of warm-up, ${runs}`,
    '',
    alignColumns([['policy', ...LANE_FIGURES, ...RATE_COLUMNS], ...lanes]),
    'The counts of packets (columns arrived to queued) begin with the run. All other figures begin after the warm-up.',
    ...(replications === 1 ? [] : ['A mean without ± is the same for every seed.']),
    '',
    alignColumns([['class', ...CLASS_FIGURES], ...classes.map((item) => formatRow(item.name, item, CLASS_FIGURES))]),
    '',
    ...(wireRows.length === 0 ? [] : [alignColumns([['on the wire, whole run', ...WIRE_FIGURES], ...wireRows]), '']),
    ...formatPartialTable('ACKs', ({ acks }) => acks, ACK_FIGURES),
    ...formatPartialTable('call', ({ call }) => call, CALL_FIGURES),
    ...formatPartialTable('completion of transfers', ({ completion }) => completion, DURATION_FIGURES),
    ...formatPartialTable('round trip of pings', ({ roundTrip }) => roundTrip, DURATION_FIGURES),
    ...formatPartialTable('video, whole run', ({ playback }) => playback, PLAYBACK_FIGURES),
    alignColumns([
      ["Jain's fairness index", 'over classes', 'over flows'],
      ...directions.map((lane) => formatRow(lane.name, lane, FAIRNESS_FIGURES)),
    ]),
    'Each index compares throughputs, those of VCs in proportion to their guarantees. Without two classes, or two flows, that send, it is a dash.',
    '',
    `digest ${digest}`,
  ].join('\n');
}
