import { SeriesColumn } from '../../engine/frame/frame.ts';
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
