import { SenderColumn } from '../../engine/frame/sender-columns.ts';
import type { SenderPlot } from './sender-plot.ts';

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
