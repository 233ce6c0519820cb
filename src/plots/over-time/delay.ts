/** The queueing delay. */
import { meanDelayMs } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import { FULL_HELP, fullBufferReferences, thresholdReferences } from '../../quantities/plots/buffer-references.ts';
import {
  columnValue,
  lineOfKey,
  linesByClass,
  meanOfFrame,
  signalLines,
  sumOverClasses,
} from '../../quantities/plots/lane-lines.ts';
import { type PlotOverTime, RUG_HELP } from './plot-over-time.ts';

/** The queueing delay of all packets. */
export const delayPlot: PlotOverTime = {
  id: 'delay',
  title: 'Queueing delay',
  unit: 'ms',
  help: `Time from a packet’s arrival at the queue to the start of its transmission. Each sample window has the mean delay of the packets that began transmission, with a band up to the 95th percentile. ${FULL_HELP} ${RUG_HELP}`,
  term: 'delay',
  hasRug: true,
  hasLinkRate: true,
  isOfOneQueue: true,
  lines: (lane) => [
    {
      ...lineOfKey('mean', columnValue(lane, SeriesColumn.meanDelayNs, 1e-6)),
      upperValue: columnValue(lane, SeriesColumn.p95DelayNs, 1e-6),
      weight: sumOverClasses(lane, SeriesClassColumn.startedPackets, 1),
      ...meanOfFrame(lane, (span) => meanDelayMs(span)),
    },
    ...signalLines(lane, 'delay'),
  ],
  references: (lane) => [...fullBufferReferences(lane), ...thresholdReferences(lane, 'delay')],
};

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
