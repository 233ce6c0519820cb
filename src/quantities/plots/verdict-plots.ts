/** The plots of dropped and marked packets. */
import { SeriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { linesByClass, type RowValue, samplesPerSecond, sumOverClasses } from './lane-lines.ts';
import type { PlotKind } from './plot-kind.ts';

const SAMPLE_HELP = 'counted in each sample window (usually 100 ms)';

/** Dropped and marked packets of a lane in a sample window, all classes together. */
export function verdictCounts(lane: LaneData): { readonly drops: RowValue; readonly marks: RowValue } {
  return {
    drops: sumOverClasses(lane, SeriesClassColumn.drops, 1),
    marks: sumOverClasses(lane, SeriesClassColumn.marks, 1),
  };
}

export const verdictPlots: readonly PlotKind[] = [
  {
    id: 'drops',
    title: 'Drops by class',
    unit: 'packets/s',
    help: `Packets that the policy dropped, by class, ${SAMPLE_HELP}.`,
    term: 'loss',
    isOfOneQueue: true,
    lines: (lane) => linesByClass(lane, SeriesClassColumn.drops, samplesPerSecond(lane)),
  },
  {
    id: 'marks',
    title: 'Marks by class',
    unit: 'packets/s',
    help: `Packets that were marked instead of dropped, by class, ${SAMPLE_HELP}.`,
    term: 'mark',
    isOfOneQueue: true,
    lines: (lane) => linesByClass(lane, SeriesClassColumn.marks, samplesPerSecond(lane)),
  },
];
