/** The meanings of the symbols of lines: values of the policies, which the plot draws beside its own quantity. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';

/** "t: time waited", each symbol once; empty without one, and in rows that have the names. */
export function formatLineSymbols(
  { lines, hasKeyedRows }: Pick<PlotOverTime, 'lines' | 'hasKeyedRows'>,
  lanes: readonly LaneData[],
): string {
  if (hasKeyedRows === true) return '';
  const meanings = lanes.flatMap((lane) =>
    lines(lane).flatMap(({ symbol, label }) =>
      symbol === undefined || symbol === label ? [] : `${symbol.replace('_', '')}: ${label}`,
    ),
  );
  return [...new Set(meanings)].join(', ');
}
