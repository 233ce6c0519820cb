/** All plots of one moment, in the order of the menu. */
import { bufferCurvePlot } from './buffer-curve/buffer-curve.ts';
import { classDelaysPlot } from './class-delays.ts';
import { classGoodputLossPlot } from './class-goodput-loss.ts';
import { classRoundTripsPlot } from './class-round-trips.ts';
import { delayLossPlot } from './delay-loss.ts';
import { durationsPlot } from './durations.ts';
import { flowsPlot } from './flows.ts';
import { hostsPlot } from './hosts.ts';
import type { MomentPlot } from './moment-plot.ts';
import { sharesPlot } from './shares.ts';
import { vcsPlot } from './vcs.ts';
import { videoPacketsPlot } from './video-packets.ts';

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
