/** The length of the queue. */
import { SeriesColumn } from '../../engine/frame/frame.ts';
import { unchangedSinceNs } from '../../engine/frame/unchanged-since.ts';
import { bufferReferences, thresholdReferences } from '../../quantities/plots/buffer-references.ts';
import { columnValue, lineOfKey, signalLines } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The waiting packets. */
export const queuePlot: PlotOverTime = {
  id: 'queue',
  title: 'Queue',
  unit: 'packets',
  help: 'Waiting packets, without the packet in transmission: mean over each sample window. The dotted line is the buffer. If the buffer is counted in bytes, the dotted line assumes packets of the mean size. A thin line is a value that the policy keeps (an average or a virtual queue), at the end of the window.',
  isOfOneQueue: true,
  lines: (lane) => [
    lineOfKey('queue', columnValue(lane, SeriesColumn.meanWaitingPackets, 1)),
    ...signalLines(lane, 'queue'),
  ],
  references: (lane) => [
    ...bufferReferences(lane),
    ...(lane.description?.bufferUnit === 'packets' ? thresholdReferences(lane, 'queue') : []),
  ],
};

/** The cells in the buffer. */
export const cellsPlot: PlotOverTime = {
  id: 'cells',
  title: 'Queue in cells',
  unit: 'cells',
  help: 'Cells in the buffer, with the cell in transmission, at the end of each sample window. A thin line is an average that the policy keeps.',
  // The first is the queue itself.
  lines: (lane) =>
    signalLines(lane, 'cells').map(({ symbol, ...line }, index) =>
      index === 0 || symbol === undefined ? line : { ...line, symbol },
    ),
  references: (lane) => [
    ...(lane.frame === undefined
      ? []
      : [{ symbol: 'buffer', value: lane.frame.limitCells, sinceNs: unchangedSinceNs(lane.frame, ['buffer']) }]),
    ...(lane.description?.bufferUnit === 'cells' ? thresholdReferences(lane, 'queue', lane.frame?.limitCells) : []),
  ],
  movingThresholds: ({ description }) =>
    (description?.hints.signals ?? []).flatMap(({ axis, isThreshold, label, symbol = label }) =>
      isThreshold === true && axis === 'cells' ? [symbol] : [],
    ),
};
