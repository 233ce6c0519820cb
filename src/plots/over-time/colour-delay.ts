import { colourDelayMs } from '../../engine/figures/run-figures.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { colourCountsInSample } from '../../quantities/figures/colour-counts.ts';
import { fullBufferReferences } from '../../quantities/plots/buffer-references.ts';
import type { LaneLine } from '../../quantities/plots/lane-lines.ts';
import { type PlotOverTime, RUG_HELP } from './plot-over-time.ts';

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

/** The delay of each colour. */
export const colourDelayPlot: PlotOverTime = {
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
};
