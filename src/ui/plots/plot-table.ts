/** The numbers of one plot of the lanes, as a table. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Page } from '../../app/page/page.ts';
import { type AnyPlot, isMomentPlot } from '../../plots/all-plots.ts';
import type { MomentPlot } from '../../plots/moment-plot.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { drawingTheme } from '../../view/draw/drawing-theme.ts';
import type { PlotLine } from '../../view/plots/plot-model.ts';
import type { SavedTable } from '../saving/saving.ts';
import { momentRun } from './moment-run.ts';
import { type MeanTime, plotRows, plotRug } from './plot-rows.ts';
import { type PlotState, plotStore } from './plot-state.ts';
import { plottedDifference } from './shown-plots.ts';

/** A table of all values needs no means. */
const NO_MEAN: MeanTime = { fromSeconds: 0, untilSeconds: 0, basis: 'span' };

/** All lines of a plot, including the upper ends of their bands. */
export function allLines(
  kind: PlotOverTime,
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
  kind: PlotOverTime,
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
export function plotTable(kind: AnyPlot, page: Page): SavedTable {
  const { lanes, timeNs } = page.session;
  if (isMomentPlot(kind)) return momentTable(kind, page);
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

function momentTable(plot: MomentPlot, page: Page): SavedTable {
  const run = momentRun(page);
  const columns = plot.columns(run);
  return {
    head: Object.values(columns),
    rows: plot.rows(run).map((row) => Object.keys(columns).map((key) => row[key] ?? undefined)),
  };
}
