/** The plots of a sender. */
import { SenderColumn } from '../../engine/frame/sender-columns.ts';
import { fullWindowSegments } from '../../quantities/figures/full-window.ts';
import type { SenderPlot } from './sender-plot.ts';

/** The windows of a sender. */
export const senderWindowPlot: SenderPlot = {
  id: 'sender-window',
  title: 'Window',
  unit: 'segments',
  packetUnit: 'packets',
  help: 'Congestion window, segments in flight and slow-start threshold of the chosen sender. Segments in flight were sent, and are neither acknowledged nor lost.',
  series: [
    { name: 'cwnd', column: SenderColumn.congestionWindow, unit: 1, stroke: 'main' },
    { name: 'in flight', column: SenderColumn.inFlight, unit: 1, stroke: 'second' },
    { name: 'ssthresh', column: SenderColumn.slowStartThreshold, unit: 1, stroke: 'thin' },
  ],
  reference: (description, frame) => {
    const value = fullWindowSegments(description, frame);
    return value === undefined ? undefined : { name: 'path + buffer', value };
  },
  namesReduction: true,
};

/** The round trips of a sender, and its timeout. */
export const senderRoundTripPlot: SenderPlot = {
  id: 'sender-round-trip',
  title: 'Round trip',
  unit: 'ms',
  help: 'Round trips of the chosen sender: the smoothed value, the last sample, the minimum, and the retransmission timeout.',
  series: [
    { name: 'SRTT', column: SenderColumn.smoothedRttNs, unit: 1e6, stroke: 'main' },
    { name: 'RTT', column: SenderColumn.rttNs, unit: 1e6, stroke: 'samples' },
    { name: 'min RTT', column: SenderColumn.minRttNs, unit: 1e6, stroke: 'dots' },
    { name: 'RTO', column: SenderColumn.timeoutNs, unit: 1e6, stroke: 'thin', onlyWith: 'timeout' },
  ],
};

/** The packets of a sender in time and sequence. */
export const senderSequencePlot: SenderPlot = {
  id: 'sender-sequence',
  title: 'Time sequence',
  unit: 'segment number',
  packetUnit: 'packet number',
  help: 'Packets of the chosen sender: each segment when it is sent, each acknowledgement when it comes, drops and marks at the bottleneck, and timeouts.',
  series: [],
};

/** The pacing rate of a sender. */
const senderPacingPlot: SenderPlot = {
  id: 'sender-pacing',
  title: 'Pacing rate',
  unit: 'Mb/s',
  help: 'Rate at which the chosen sender sends segments, with their headers. A sender without pacing has no line.',
  series: [{ name: 'pacing', column: SenderColumn.pacingBps, unit: 1e6, stroke: 'main' }],
  noValues: 'This sender is not paced.',
};

/** In the order of the menu. */
export const senderPlots: readonly SenderPlot[] = [
  senderWindowPlot,
  senderRoundTripPlot,
  senderSequencePlot,
  senderPacingPlot,
];
