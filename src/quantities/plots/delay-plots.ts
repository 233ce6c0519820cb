import { meanDelayMs } from '../../engine/figures/run-figures.ts';
import { SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import { fullBufferReferences, thresholdReferences } from './buffer-references.ts';
import { columnValue, lineOfKey, linesByClass, meanOfFrame, signalLines, sumOverClasses } from './lane-lines.ts';
import { type PlotKind, RUG_HELP } from './plot-kind.ts';

const FULL_HELP =
  'The dotted line is the time needed to send what waits in a full buffer. With ≈, it assumes packets of the mean size so far.';

/** The plots of the queueing delay. */
export const delayPlots: readonly PlotKind[] = [
  {
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
  },
  {
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
  },
];
