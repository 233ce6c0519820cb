/** The quantities that can be plotted over time, in the order of the list on the page. */
import { colourPlots } from './colour-plots.ts';
import { delayPlots } from './delay-plots.ts';
import { durationPlots } from './duration-plots.ts';
import type { PlotKind } from './plot-kind.ts';
import { queuePlots } from './queue-plots.ts';
import { ratePlots } from './rate-plots.ts';
import { signalPlots } from './signal-plots.ts';
import { upPlots } from './up-plots.ts';
import { vcPlots } from './vc-plots.ts';
import { verdictPlots } from './verdict-plots.ts';
import { videoPlots } from './video-plots.ts';

export const timePlotKinds: readonly PlotKind[] = [
  ...ratePlots,
  ...delayPlots,
  ...colourPlots,
  ...durationPlots,
  ...videoPlots,
  ...queuePlots,
  ...vcPlots,
  ...verdictPlots,
  ...signalPlots,
  ...upPlots,
];
