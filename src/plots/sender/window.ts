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
