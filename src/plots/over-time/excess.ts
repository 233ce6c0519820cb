import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneLine, RowValue } from '../../quantities/plots/lane-lines.ts';
import { RATE_SPAN_HELP, ratesByClass } from '../../quantities/plots/rate-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The rate of each VC over its guarantee. */
export const excessPlot: PlotOverTime = {
  id: 'excess',
  title: 'Excess over the minimum',
  unit: 'Mb/s',
  help: `Rate that the link sent for each VC, minus its present guarantee. Below zero, a VC does not get its minimum. ${RATE_SPAN_HELP}`,
  term: 'gfr',
  isSigned: true,
  lines: (lane) =>
    ratesByClass(lane, SeriesClassColumn.throughputBps).map((line, index): LaneLine => {
      const minimum = (lane.frame?.vcs[index * VC_STRIDE + VcColumn.minimumBps] ?? Number.NaN) / 1e6;
      const aboveMinimum =
        (value: RowValue | undefined): RowValue =>
        (row) =>
          (value?.(row) ?? Number.NaN) - minimum;
      const { mean } = line;
      return {
        ...line,
        value: aboveMinimum(line.value),
        sampleValue: aboveMinimum(line.sampleValue),
        ...(mean === undefined ? {} : { mean: () => mean() - minimum }),
      };
    }),
};
