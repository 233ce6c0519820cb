/** The plots of the colours that sources choose, and of the delay of each colour. */

import { colourDelayMs } from '../../engine/figures/run-figures.ts';
import { FLOW_RATE_STRIDE, FlowRateColumn, SeriesColumn, SourceColour } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';
import { colourCountsInSample } from '../figures/colour-counts.ts';
import { colourAt, colourHistoryByFlow } from '../figures/colour-histories.ts';
import { fullBufferReferences } from './buffer-references.ts';
import { type LaneLine, type PlotKind, RUG_HELP } from './plot-kind.ts';

/** A line for each source: 100 while it is green, 0 while it is blue. A silent source has no value, and counts as not green: the mean is the share of the time in green, %. */
export function sourceColourLines({ description, frame, series }: LaneData): LaneLine[] {
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

/** A line for each colour: the mean waiting time of its packets, all classes together, ms. */
function colourDelayLines(lane: LaneData): LaneLine[] {
  const { description, frame } = lane;
  if (description?.classes.every(({ colour }) => colour === undefined) ?? true) return [];
  return (['green', 'blue'] as const).map((colour) => {
    const counts = (row: number) => colourCountsInSample(lane, description?.classes.length ?? 0, row, colour);
    return {
      key: colour,
      label: colour,
      colour,
      value: (row) => counts(row).delaySumNs / counts(row).packets / 1e6,
      weight: (row) => counts(row).packets,
      ...(frame === undefined ? {} : { mean: () => colourDelayMs(frame.measured, colour) }),
    };
  });
}

export const colourPlots: readonly PlotKind[] = [
  {
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
  },
  {
    id: 'colour-delay',
    title: 'Mean delay by colour',
    unit: 'ms',
    help: `Mean time from arrival at the queue to the start of transmission, of green packets and of all others. Each sample window counts the packets that began transmission. ${RUG_HELP}`,
    term: 'delay',
    hasKeyedRows: true,
    hasRug: true,
    hasPlainLines: true,
    gapMeaning: 'no packet',
    lines: colourDelayLines,
    references: fullBufferReferences,
  },
];
