/** The plots of a sender, in the order of the menu. */
import { senderPacingPlot } from './pacing.ts';
import type { SenderPlot } from './sender-plot.ts';
import { senderRoundTripPlot } from './sender-round-trip.ts';
import { senderSequencePlot } from './sequence.ts';
import { senderWindowPlot } from './window.ts';

export const senderPlots: readonly SenderPlot[] = [
  senderWindowPlot,
  senderRoundTripPlot,
  senderSequencePlot,
  senderPacingPlot,
];
