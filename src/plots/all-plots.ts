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
import { busyPlot } from './over-time/busy.ts';
import { classDelayPlot } from './over-time/class-delay.ts';
import { colourDelayPlot } from './over-time/colour-delay.ts';
import { coloursPlot } from './over-time/colours.ts';
import { completionPlot } from './over-time/completion.ts';
import { delayPlot } from './over-time/delay.ts';
import { dropsPlot } from './over-time/drops.ts';
import { marksPlot } from './over-time/ecn-marks.ts';
import { estimatesPlot } from './over-time/estimates.ts';
import { excessPlot } from './over-time/excess.ts';
import { goodputPlot } from './over-time/goodput.ts';
import type { PlotOverTime } from './over-time/plot-over-time.ts';
import { probabilityPlot } from './over-time/probability.ts';
import { queuePlot } from './over-time/queue.ts';
import { ratePlot } from './over-time/rate.ts';
import { roundTripPlot } from './over-time/round-trip.ts';
import { shownPlot } from './over-time/shown.ts';
import { throughputPlot } from './over-time/throughput.ts';
import { totalPlot } from './over-time/total.ts';
import { withUpPlots } from './over-time/up-plots.ts';
import { videoBitratePlot } from './over-time/video-bitrate.ts';
import { videoBufferPlot } from './over-time/video-buffer.ts';
import { cellsPlot } from './over-time/waiting-cells.ts';
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
