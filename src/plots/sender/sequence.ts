import type { SenderPlot } from './sender-plot.ts';

/** The packets of a sender in time and sequence. */
export const senderSequencePlot: SenderPlot = {
  id: 'sender-sequence',
  title: 'Time sequence',
  unit: 'segment number',
  packetUnit: 'packet number',
  help: 'Packets of the chosen sender: each segment when it is sent, each acknowledgement when it comes, drops and marks at the bottleneck, and timeouts.',
  series: [],
};
