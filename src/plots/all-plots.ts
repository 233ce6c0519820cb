/** Every plot that can be chosen, in the order of the menu. */
import { bufferCurvePlot } from './buffer-curve/buffer-curve.ts';
import { classDelaysPlot } from './class-delays.ts';
import { classGoodputLossPlot } from './class-goodput-loss.ts';
import { classRoundTripsPlot } from './class-round-trips.ts';
import { delayLossPlot } from './delay-loss.ts';
import { durationsPlot } from './durations.ts';
import { flowsPlot } from './flows.ts';
import { hostsPlot } from './hosts.ts';
import type { MomentPlot } from './moment-plot.ts';
import { colourDelayPlot } from './over-time/colour-delay.ts';
import { coloursPlot } from './over-time/colours.ts';
import { completionPlot } from './over-time/completion.ts';
import { classDelayPlot, delayPlot } from './over-time/delay.ts';
import { dropsPlot, marksPlot } from './over-time/drops-and-marks.ts';
import { excessPlot } from './over-time/excess.ts';
import { goodputPlot, throughputPlot, totalPlot } from './over-time/goodput.ts';
import { busyPlot, ratePlot } from './over-time/link.ts';
import type { PlotOverTime } from './over-time/plot-over-time.ts';
import { estimatesPlot, probabilityPlot } from './over-time/policy-signals.ts';
import { cellsPlot, queuePlot } from './over-time/queue.ts';
import { roundTripPlot } from './over-time/round-trip.ts';
import { shownPlot } from './over-time/shown.ts';
import { withUpPlots } from './over-time/up-plots.ts';
import { videoBitratePlot, videoBufferPlot } from './over-time/video-players.ts';
import { sharesPlot } from './shares.ts';
import { vcsPlot } from './vcs.ts';
import { videoPacketsPlot } from './video-packets.ts';

/** Any plot of a run. */
export type AnyPlot = PlotOverTime | MomentPlot;

/** The plots over time. In a run with two queues, those of one queue follow once more, for the queue up. */
export const plotsOverTime = withUpPlots([
  goodputPlot,
  totalPlot,
  throughputPlot,
  busyPlot,
  ratePlot,
  delayPlot,
  classDelayPlot,
  coloursPlot,
  colourDelayPlot,
  completionPlot,
  roundTripPlot,
  shownPlot,
  videoBufferPlot,
  videoBitratePlot,
  queuePlot,
  cellsPlot,
  excessPlot,
  dropsPlot,
  marksPlot,
  probabilityPlot,
  estimatesPlot,
]);

export const momentPlots: readonly MomentPlot[] = [
  durationsPlot,
  flowsPlot,
  hostsPlot,
  vcsPlot,
  sharesPlot,
  videoPacketsPlot,
  classDelaysPlot,
  classRoundTripsPlot,
  classGoodputLossPlot,
  delayLossPlot,
  bufferCurvePlot,
];

export const allPlots: readonly AnyPlot[] = [...plotsOverTime, ...momentPlots];

/** Whether a plot shows one moment, not the run over time. */
export const isMomentPlot = (plot: AnyPlot): plot is MomentPlot => 'marks' in plot;

/** Whether other programs can draw a plot, so that files contain it. */
export const isPlotInFiles = (plot: AnyPlot): boolean => !isMomentPlot(plot) || plot.form !== undefined;
