/** The lines of a measurement in the plots over time: grey, below those of the lanes. */
import type { BesideState } from '../../app/line/beside.ts';
import type { BesideSeries } from '../../measurements/beside/beside-series.ts';
import type { PlotKind } from '../../quantities/plots/plot-kind.ts';
import type { DrawingTheme } from '../../view/draw/palette.ts';
import type { PlotLine, PlotRow } from '../../view/plots/plot-model.ts';
import type { MeanTime } from './plot-rows.ts';

const SYMBOL = 'measured';
const WIDTH_PX = 1.6;

/**
 * The rows of a plot with the measured lines of its quantity. Each lane's own row has them; of rows of classes, the first,
 * because it is that of the load or of the only ping.
 */
export function withBesideLines(
  kind: PlotKind,
  rows: readonly PlotRow[],
  { series, shiftSeconds }: Pick<BesideState, 'series' | 'shiftSeconds'>,
  time: MeanTime,
  theme: DrawingTheme,
): readonly PlotRow[] {
  const shown = series.filter((item) => item.plot === kind.id);
  if (shown.length === 0) return rows;
  const lines = shown.map((item) => besideLine(item, shiftSeconds, time, theme.muted));
  return rows.map((row, index) => {
    if (row.isStrip !== true && index > 0) return row;
    const { commonRow } = row;
    const measured = { ...row, lines: [...lines, ...row.lines] };
    if (commonRow === undefined) return measured;
    return { ...measured, commonRow: { ...commonRow, lines: [...lines, ...commonRow.lines] } };
  });
}

function besideLine(
  { name, timesSeconds, samples, upperSamples }: BesideSeries,
  shiftSeconds: number,
  { fromSeconds, untilSeconds }: MeanTime,
  colour: string,
): PlotLine {
  const timeSeconds = (row: number) => (timesSeconds[row] as number) - shiftSeconds;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < samples.length; row++) {
    if (timeSeconds(row) <= fromSeconds || timeSeconds(row) > untilSeconds) continue;
    sum += samples[row] as number;
    count++;
  }
  const line: PlotLine = {
    label: `${SYMBOL}, ${name}`,
    lane: undefined,
    symbol: SYMBOL,
    colour,
    dash: [],
    width: WIDTH_PX,
    rowCount: samples.length,
    mean: sum / count,
    timeSeconds,
    value: (row) => samples[row] as number,
    // A lost probe is told in words.
    joinsRows: () => true,
  };
  return upperSamples === undefined ? line : { ...line, upperValue: (row) => upperSamples[row] as number };
}
