import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import { EQUAL_SHARES_HELP, equalShareReferences } from '../../quantities/plots/equal-shares.ts';
import { RATE_SPAN_HELP, ratesOfSenders } from '../../quantities/plots/rate-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The throughput of each class. */
export const throughputPlot: PlotOverTime = {
  id: 'throughput',
  title: 'Throughput by class',
  unit: 'Mb/s',
  help: `Payload that the link sent, by class, with retransmissions. ${RATE_SPAN_HELP} ${EQUAL_SHARES_HELP}`,
  term: 'throughput',
  isOfOneQueue: true,
  lines: (lane) => ratesOfSenders(lane, SeriesClassColumn.throughputBps),
  references: equalShareReferences,
};
