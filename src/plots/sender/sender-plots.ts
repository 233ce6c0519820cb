/** The plots of a sender, in the order of the menu. */
import { senderPacingPlot } from './pacing.ts';
import { senderRoundTripPlot } from './round-trip.ts';
import type { SenderPlot } from './sender-plot.ts';
import { senderSequencePlot } from './sequence.ts';
import { senderWindowPlot } from './window.ts';

export const senderPlots: readonly SenderPlot[] = [
  senderWindowPlot,
  senderRoundTripPlot,
  senderSequencePlot,
  senderPacingPlot,
];
