import { thresholdReferences } from '../../quantities/plots/buffer-references.ts';
import { signalLines } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

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
    { symbol: 'buffer', value: lane.frame?.limitCells ?? Number.NaN },
    ...(lane.description?.bufferUnit === 'cells' ? thresholdReferences(lane, 'queue', lane.frame?.limitCells) : []),
  ],
  movingThresholds: ({ description }) =>
    (description?.hints.signals ?? []).flatMap(({ axis, isThreshold, label, symbol = label }) =>
      isThreshold === true && axis === 'cells' ? [symbol] : [],
    ),
};
