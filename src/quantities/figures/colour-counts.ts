import { type ColourCounts, counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn, type MeasuredSpan, SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** Share of the packets of a class that are green, of those that began transmission, 0 to 1. */
export function greenPacketShare(span: MeasuredSpan, index: number): number {
  return counterTotal(span, ClassColumn.greenPackets, index) / counterTotal(span, ClassColumn.startedPackets, index);
}

/** Packets of a colour and their delays in a sample window. */
export function colourCountsInSample(
  { series }: Pick<LaneData, 'series'>,
  classCount: number,
  row: number,
  colour: 'green' | 'blue',
): ColourCounts {
  const { meanDelayNs, startedPackets, greenPackets, greenDelaySumNs } = SeriesClassColumn;
  let [packets, delaySumNs] = [0, 0];
  for (let index = 0; index < classCount; index++) {
    const count = (column: number) => series.at(row, seriesClassColumn(index, column));
    const green = { packets: count(greenPackets), delaySumNs: count(greenDelaySumNs) };
    const startedCount = count(startedPackets);
    packets += colour === 'green' ? green.packets : startedCount - green.packets;
    // A window without packets has no mean.
    const allNs = startedCount === 0 ? 0 : count(meanDelayNs) * startedCount;
    delaySumNs += colour === 'green' ? green.delaySumNs : allNs - green.delaySumNs;
  }
  return { packets, delaySumNs };
}
