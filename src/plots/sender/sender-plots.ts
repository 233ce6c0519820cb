/** The plots of a sender, in the order of the menu. */
import { pacingPlot } from './pacing.ts';
import { roundTripPlot } from './round-trip.ts';
import type { SenderPlot } from './sender-plot.ts';
import { sequencePlot } from './sequence.ts';
import { windowPlot } from './window.ts';

export const senderPlots: readonly SenderPlot[] = [windowPlot, roundTripPlot, sequencePlot, pacingPlot];
