/** Every plot that can be chosen: those over time, then those of one moment. */
import type { PlotKind } from '../quantities/plots/plot-kind.ts';
import { timePlotKinds } from '../quantities/plots/plot-kinds.ts';
import type { MomentPlot } from './moment-plot.ts';
import { momentPlots } from './moment-plots.ts';

export type AnyPlot = PlotKind | MomentPlot;

export const allPlots: readonly AnyPlot[] = [...timePlotKinds, ...momentPlots];

export const isMomentPlot = (plot: AnyPlot): plot is MomentPlot => 'marks' in plot;

/** Whether other programs can draw a plot, so that files contain it. */
export const isPlotInFiles = (plot: AnyPlot): boolean => !isMomentPlot(plot) || plot.form !== undefined;
