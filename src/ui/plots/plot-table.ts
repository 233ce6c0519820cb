/** The numbers of one plot of the lanes, as a table. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Page } from '../../app/page/page.ts';
import { type SnapshotPlotRow, snapshotsOfLanes } from '../../export/snapshot-plots.ts';
import { propagationMs } from '../../quantities/figures/propagation.ts';
import type { PlotKind } from '../../quantities/plots/plot-kind.ts';
import {
  BUFFER_CURVE_KIND,
  CLASS_DELAYS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  DELAY_LOSS_KIND,
  DURATIONS_KIND,
  FLOWS_KIND,
  HOSTS_KIND,
  SHARES_KIND,
  VCS_KIND,
  VIDEO_PACKETS_KIND,
} from '../../quantities/plots/snapshot-kinds.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { drawingTheme } from '../../view/draw/palette.ts';
import { formatDotsAxis } from '../../view/plots/class-dots-view.ts';
import type { PlotLine } from '../../view/plots/plot-model.ts';
import type { SavedTable } from '../saving/saving.ts';
import { classGoodputLossPanels, classRoundTripPanels } from './class-figures.ts';
import { laneDots } from './lane-dots.ts';
import { type MeanTime, plotRows, plotRug } from './plot-rows.ts';
import { type PlotState, plotStore } from './plot-state.ts';
import { differsFromCurves, runBufferCurves } from './run-buffer-curves.ts';
import { plottedDifference } from './shown-plots.ts';
import { videoPacketShares } from './video-packets.ts';

/** A table of all values needs no means. */
const NO_MEAN: MeanTime = { fromSeconds: 0, untilSeconds: 0, basis: 'span' };

/** All lines of a plot, including the upper ends of their bands. */
export function allLines(
  kind: PlotKind,
  lanes: readonly LaneSnapshot[],
  difference: PlotState['difference'],
): Pick<PlotLine, 'label' | 'rowCount' | 'timeSeconds' | 'value'>[] {
  return plotRows(kind, lanes, difference, NO_MEAN, drawingTheme()).flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const { upperValue } = line;
      return upperValue === undefined ? [line] : [line, { ...line, label: upperLabel(line.label), value: upperValue }];
    }),
  );
}

/** The drops and marks of each lane in a sample window, for plots that show them. */
export function rugColumns(
  kind: PlotKind,
  lanes: readonly LaneSnapshot[],
  difference: PlotState['difference'],
): Pick<PlotLine, 'label' | 'rowCount' | 'timeSeconds' | 'value'>[] {
  const rug = difference === undefined ? plotRug(kind, lanes, NO_MEAN) : undefined;
  return (rug?.lanes ?? []).flatMap(({ lane, drops, marks, ...line }) => {
    const letter = laneLetter(lane);
    const dropLine = { ...line, label: `${letter} drops`, value: drops };
    return rug?.hasMarks === true ? [dropLine, { ...line, label: `${letter} marks`, value: marks }] : [dropLine];
  });
}

/** The name of a band's upper end: "A p95" for "A mean", "A short TCP p95" for "A short TCP". */
function upperLabel(label: string): string {
  return `${label.replace(/ mean$/, '')} p95`;
}

/** The numbers of a plot: over time, all known ones up to now; otherwise the present ones. */
export function plotTable(kind: PlotKind, { session, state }: Page): SavedTable {
  const { lanes, timeNs } = session;
  if (kind === FLOWS_KIND) return flowTable(lanes);
  if (kind === HOSTS_KIND) return hostTable(lanes);
  if (kind === VCS_KIND) return vcTable(lanes);
  if (kind === DURATIONS_KIND) return durationsTable(lanes);
  if (kind === SHARES_KIND) return shareTable(lanes);
  if (kind === VIDEO_PACKETS_KIND) return videoPacketTable(lanes);
  if (kind === CLASS_DELAYS_KIND) return classDelayTable(lanes);
  if (kind === CLASS_ROUND_TRIPS_KIND) return classRoundTripTable(lanes);
  if (kind === CLASS_GOODPUT_LOSS_KIND) return classGoodputLossTable(lanes, state.run);
  if (kind === DELAY_LOSS_KIND) return delayLossTable(lanes);
  if (kind === BUFFER_CURVE_KIND) return bufferCurveTable(lanes, state.run);
  const difference = plottedDifference(lanes.length, plotStore.getState());
  const linesInUnit = allLines(kind, lanes, difference);
  const counts = rugColumns(kind, lanes, difference);
  const lines = [...linesInUnit, ...counts];
  const rows = new Map<number, (number | undefined)[]>();
  for (const [index, line] of lines.entries())
    for (let row = 0; row < line.rowCount && line.timeSeconds(row) <= timeNs / 1e9 + 1e-9; row++) {
      const cells = rows.get(line.timeSeconds(row)) ?? lines.map(() => undefined);
      cells[index] = line.value(row);
      rows.set(line.timeSeconds(row), cells);
    }
  return {
    head: [
      'end of the sample window (s)',
      ...linesInUnit.map(({ label }) => `${label} (${kind.unit})`),
      ...counts.map(({ label }) => `${label} (packets)`),
    ],
    rows: [...rows].sort(([a], [b]) => a - b).map(([seconds, cells]) => [seconds, ...cells]),
  };
}

/** A plot of one moment, with the names of its columns. */
function snapshotTable(
  kind: PlotKind,
  lanes: readonly LaneSnapshot[],
  head: readonly string[],
  cells: (row: SnapshotPlotRow) => readonly (number | null | undefined)[],
): SavedTable {
  const namedLanes = lanes.map((lane, index) => ({ ...lane, lane: laneLetter(index) }));
  const [found] = snapshotsOfLanes(namedLanes, [kind.id]);
  const rows = (found?.rows ?? []).map((row) => [row.lane, row.class, ...cells(row).map((cell) => cell ?? undefined)]);
  return { head: ['lane', ...head], rows };
}

const flowTable = (lanes: readonly LaneSnapshot[]) =>
  snapshotTable(FLOWS_KIND, lanes, ['class', 'flow', `goodput (${FLOWS_KIND.unit})`], ({ at, value }) => [at, value]);

const hostTable = (lanes: readonly LaneSnapshot[]) =>
  snapshotTable(
    HOSTS_KIND,
    lanes,
    ['host', `goodput (${HOSTS_KIND.unit})`, `equal share (${HOSTS_KIND.unit})`],
    ({ value, fairShare }) => [value, fairShare],
  );

function vcTable(lanes: readonly LaneSnapshot[]): SavedTable {
  const { unit } = VCS_KIND;
  const head = ['VC', `throughput (${unit})`, `minimum (${unit})`, `fair share (${unit})`];
  return snapshotTable(VCS_KIND, lanes, head, ({ value, minimum, fairShare }) => [value, minimum, fairShare]);
}

const shareTable = (lanes: readonly LaneSnapshot[]) =>
  snapshotTable(SHARES_KIND, lanes, ['class', 'share (%)', 'equal share (%)'], ({ value, fairShare }) => [
    value,
    fairShare,
  ]);

function videoPacketTable(lanes: readonly LaneSnapshot[]): SavedTable {
  const rows = lanes.flatMap((lane, index) => {
    const shares = videoPacketShares(lane);
    if (shares === undefined) return [];
    const { shownPercent, uselessPercent, droppedPercent } = shares;
    return [[laneLetter(index), lane.description?.laneName ?? '', shownPercent, uselessPercent, droppedPercent]];
  });
  return { head: ['lane', 'policy', 'shown (%)', 'sent in vain (%)', 'dropped (%)'], rows };
}

const classDelayTable = (lanes: readonly LaneSnapshot[]) =>
  snapshotTable(CLASS_DELAYS_KIND, lanes, ['class', 'mean queueing delay (ms)'], ({ value }) => [value]);

function classRoundTripTable(lanes: readonly LaneSnapshot[]): SavedTable {
  const [panel] = classRoundTripPanels(lanes);
  const rows = lanes.flatMap((lane, index) =>
    (panel?.classes ?? []).map(({ label, values }, classIndex) => [
      laneLetter(index),
      label,
      propagationMs(lane, classIndex),
      values[index],
    ]),
  );
  return { head: ['lane', 'class', 'propagation (ms)', 'mean round trip (ms)'], rows };
}

function classGoodputLossTable(lanes: readonly LaneSnapshot[], run: RunState): SavedTable {
  const panels = classGoodputLossPanels(lanes, run);
  const rows = lanes.flatMap((_, lane) =>
    (lanes[0]?.description?.classes ?? []).map(({ label }, index) => [
      laneLetter(lane),
      label,
      ...panels.map(({ classes }) => classes[index]?.values[lane]),
    ]),
  );
  return { head: ['lane', 'class', ...panels.map(formatDotsAxis)], rows };
}

function delayLossTable(lanes: readonly LaneSnapshot[]): SavedTable {
  const rows = laneDots(lanes).map(({ lane, name, delayMs, lossPercent }) => [
    laneLetter(lane),
    name,
    delayMs,
    lossPercent,
  ]);
  return { head: ['lane', 'policy', 'mean queueing delay (ms)', 'loss (%)'], rows };
}

/** A row for each point of a curve, and one for the present run of each lane, which has no interval. */
function bufferCurveTable(lanes: readonly LaneSnapshot[], run: RunState): SavedTable {
  const curves = runBufferCurves(lanes, run);
  const curveText = differsFromCurves(run) ? ', without the changes' : '';
  const rows = (curves?.lanes ?? []).flatMap(({ lane, name, points, size, value }) => [
    ...points.map((point) => [laneLetter(lane), name + curveText, point.size, point.mean, point.ci95]),
    [laneLetter(lane), `${name}, this run`, size, value, undefined],
  ]);
  const sizeText = curves === undefined ? 'buffer' : `buffer (${curves.sizeUnit})`;
  return { head: ['lane', 'policy', sizeText, curves?.figureText ?? 'figure', '± (95 %)'], rows };
}

const durationsTable = (lanes: readonly LaneSnapshot[]) =>
  snapshotTable(DURATIONS_KIND, lanes, ['class', 'share (%)', 'duration (ms)'], ({ at, value }) => [at, value]);
