import { FLOW_RATE_STRIDE, FlowRateColumn, SeriesColumn, SourceColour } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { colourAt, colourHistoryByFlow } from '../../quantities/figures/colour-histories.ts';
import type { LaneLine } from '../../quantities/plots/lane-lines.ts';
import { numberAt } from '../../shared/tables.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/**
 * A line for each source: 100 while it is green, 0 while it is blue. A silent source has no value, and counts as not
 * green: the mean is the share of the time in green, %.
 */
function sourceColourLines({ description, frame, series }: LaneData): LaneLine[] {
  if (description === undefined || frame === undefined) return [];
  const numbers = new Map<string, number>();
  return [...colourHistoryByFlow(frame)]
    .sort(([a], [b]) => a - b)
    .map(([flow, choices]) => {
      const classIndex = numberAt(frame.flows, flow * FLOW_RATE_STRIDE + FlowRateColumn.classIndex);
      const label = description.classes[classIndex]?.label ?? '';
      const number = (numbers.get(label) ?? 0) + 1;
      numbers.set(label, number);
      const colour = (row: number) => {
        const timeNs = series.at(row, SeriesColumn.timeNs);
        return timeNs > frame.timeNs ? SourceColour.silent : colourAt(choices, timeNs);
      };
      const share = (row: number) => (colour(row) === SourceColour.green ? 100 : 0);
      const key = `${label} ${number}`;
      return {
        key,
        label: key,
        value: (row) => (colour(row) === SourceColour.silent ? Number.NaN : share(row)),
        sampleValue: share,
      };
    });
}

/** The colours that sources choose. */
export const coloursPlot: PlotOverTime = {
  id: 'colours',
  title: 'Colour of each source',
  unit: '',
  help: 'Sources that choose their colour: green, blue, or silent (a gap). A bar shows the chosen colour over time, tall for green and thin for blue, and the figure beside it is the share of the time in green. If neither colour gives its least rate, a source is silent for its minimum stay, and then tries green again. The headline has the mean of these shares. Some packets test the other colour, so the share of green packets is another number. Scenarios without such sources have no line.',
  term: 'abe',
  hasKeyedRows: true,
  bands: ['green', 'blue', 'silent'],
  gapMeaning: 'neither gives enough rate',
  maxValue: 100,
  lines: sourceColourLines,
};
