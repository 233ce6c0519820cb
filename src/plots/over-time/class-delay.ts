import { meanDelayMs } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import { FULL_HELP, fullBufferReferences } from '../../quantities/plots/buffer-references.ts';
import { columnValue, linesByClass, meanOfFrame } from '../../quantities/plots/lane-lines.ts';
import { type PlotOverTime, RUG_HELP } from './plot-over-time.ts';

/** The queueing delay of each class. */
export const classDelayPlot: PlotOverTime = {
  id: 'class-delay',
  title: 'Mean delay by class',
  unit: 'ms',
  help: `Mean time from arrival at the queue to the start of transmission, by class. Each sample window counts the packets that began transmission. ${FULL_HELP} ${RUG_HELP}`,
  term: 'delay',
  hasRug: true,
  hasLinkRate: true,
  isOfOneQueue: true,
  lines: (lane) =>
    linesByClass(lane, SeriesClassColumn.meanDelayNs, 1e-6).map((line, index) => ({
      ...line,
      weight: columnValue(lane, seriesClassColumn(index, SeriesClassColumn.startedPackets), 1),
      ...meanOfFrame(lane, (span) => meanDelayMs(span, index)),
    })),
  references: fullBufferReferences,
};
