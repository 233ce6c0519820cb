/** The colour that each source chose over time, and the delays of the two colours. */

import {
  ClassColumn,
  COLOUR_STRIDE,
  ColourColumn,
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  type MeasuredSpan,
  SeriesClassColumn,
  SeriesColumn,
  SourceColour,
  seriesClassColumn,
} from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { type ColourCounts, colourDelayMs, counterTotal } from '../engine/metrics/run-figures.ts';
import { numberAt } from '../shared/tables.ts';

/** A line of a plot over time. */
interface ColourLine {
  readonly key: string;
  readonly label: string;
  readonly colour?: 'green' | 'blue';
  readonly value: (row: number) => number;
  readonly sampleValue?: (row: number) => number;
  readonly weight?: (row: number) => number;
  readonly mean?: () => number;
}

/** The choices of one source: their times, ns, and their colours. */
interface ColourHistory {
  readonly timesNs: number[];
  readonly colours: number[];
}

function colourHistoryByFlow({ colours }: Frame): ReadonlyMap<number, ColourHistory> {
  const sources = new Map<number, ColourHistory>();
  for (let offset = 0; offset < colours.length; offset += COLOUR_STRIDE) {
    const flow = numberAt(colours, offset + ColourColumn.flow);
    const source = sources.get(flow) ?? { timesNs: [], colours: [] };
    source.timesNs.push(numberAt(colours, offset + ColourColumn.sinceNs));
    source.colours.push(numberAt(colours, offset + ColourColumn.colour));
    sources.set(flow, source);
  }
  return sources;
}

/** The colour of a source just before a time; silent before its first choice. */
function colourAt({ timesNs, colours }: ColourHistory, timeNs: number): number {
  let index = timesNs.length - 1;
  while (index >= 0 && (timesNs[index] ?? 0) >= timeNs) index--;
  return colours[index] ?? SourceColour.silent;
}

/** A line for each source: 100 while it is green, 0 while it is blue. A silent source has no value, and counts as not green. */
export function sourceColourLines({ description, frame, series }: LaneData): ColourLine[] {
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

/** Share of the packets of a class that are green, of those that began transmission, 0 to 1. */
export function greenPacketShare(span: MeasuredSpan, index: number): number {
  return counterTotal(span, ClassColumn.greenPackets, index) / counterTotal(span, ClassColumn.startedPackets, index);
}

/** The same counts in a sample window. */
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

/** A line for each colour: the mean waiting time of its packets, all classes together, ms. */
export function colourDelayLines(lane: LaneData): ColourLine[] {
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
