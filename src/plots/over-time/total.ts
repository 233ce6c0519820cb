import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import { capacityReferences } from '../../quantities/plots/equal-shares.ts';
import { RATE_SPAN_HELP, totalRateLine, VIDEO_SPAN_HELP } from '../../quantities/plots/rate-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The goodput of all classes together. */
export const totalPlot: PlotOverTime = {
  id: 'total',
  title: 'Goodput, all classes',
  unit: 'Mb/s',
  help: `New payload that reached the receiver. ${RATE_SPAN_HELP} ${VIDEO_SPAN_HELP}`,
  term: 'goodput',
  lines: (lane) => [totalRateLine(lane, SeriesClassColumn.goodputBps)],
  references: capacityReferences,
};
