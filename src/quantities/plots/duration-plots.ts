/** The plots of the transfers and round trips that are timed. */
import { type DurationKind, type Durations, SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { FULL_SYMBOL, fullBufferReferences } from './buffer-references.ts';
import { columnValue, lineOfKey } from './lane-lines.ts';
import { type LaneLine, type LaneReference, type PlotKind, RUG_HELP } from './plot-kind.ts';

/** One line for each class that times its transfers, or its round trips. */
function durationLines(lane: LaneData, durationKind: DurationKind): LaneLine[] {
  return (lane.description?.classes ?? []).flatMap(({ timed, label }, index) => {
    if (timed !== durationKind) return [];
    const { durationMeanNs, durationP95Ns, durations: counted } = SeriesClassColumn;
    const knownMean = ({ meanMs, count }: Durations) => (count === 0 ? Number.NaN : meanMs);
    const wholeRun = lane.frame?.durations[index];
    const lostCount = lostPings(lane, index);
    return {
      ...lineOfKey(label, columnValue(lane, seriesClassColumn(index, durationMeanNs), 1e-6)),
      classIndex: index,
      upperValue: columnValue(lane, seriesClassColumn(index, durationP95Ns), 1e-6),
      weight: columnValue(lane, seriesClassColumn(index, counted), 1),
      ...(durationKind === 'roundTrip' ? { lostCount, joinsRows: hasNoLostPing(lane, index, lostCount) } : {}),
      ...(wholeRun === undefined ? {} : { mean: () => knownMean(wholeRun) }),
    };
  });
}

/** Pings of a class that were lost in a row: on the way there, or their replies in the queue of the other direction. */
function lostPings({ up, ...lane }: LaneData, classIndex: number): (row: number) => number {
  const { drops, lostPackets } = SeriesClassColumn;
  const counts = [lane, ...(up === undefined ? [] : [up])].flatMap((queue) =>
    [drops, lostPackets].map((column) => columnValue(queue, seriesClassColumn(classIndex, column), 1)),
  );
  return (row) => counts.reduce((sum, count) => sum + count(row), 0);
}

/** Whether no ping was lost whose reply would have come between two rows. The reply to a ping comes one round trip later. */
function hasNoLostPing(
  lane: LaneData,
  classIndex: number,
  lostCount: ReturnType<typeof lostPings>,
): LaneLine['joinsRows'] {
  const roundTripNs = columnValue(lane, seriesClassColumn(classIndex, SeriesClassColumn.durationMeanNs), 1);
  return (fromRow, toRow) => {
    const roundTripRows = Math.ceil(roundTripNs(fromRow) / (lane.description?.sampleNs ?? Number.NaN));
    for (let row = Math.max(0, fromRow - roundTripRows); row <= toRow; row++) if (lostCount(row) > 0) return false;
    return true;
  };
}

/** The 95th percentile of all transfers of the counted time, for each class. */
const completionReferences = ({ description, frame }: LaneData): LaneReference[] =>
  (description?.classes ?? []).flatMap(({ timed }, classIndex) => {
    const counted = timed === 'completion' ? frame?.durations[classIndex] : undefined;
    return counted === undefined || counted.count === 0 ? [] : { symbol: 'p95', value: counted.p95Ms, classIndex };
  });

/**
 * The round trip of pings with empty buffers and with full ones, ms, without the time to send the ping itself. In a run with
 * two queues, a ping waits in one and its reply in the other.
 */
function roundTripReferences(lane: LaneData): LaneReference[] {
  const { description, frame, up } = lane;
  const ping = description?.classes.find(({ timed }) => timed === 'roundTrip');
  if (ping?.accessDelayNs === undefined || frame === undefined) return [];
  const emptyMs = (2 * (ping.accessDelayNs + frame.linkDelayNs)) / 1e6;
  const empty = { symbol: 'empty', value: emptyMs };
  const [full] = fullBufferReferences(lane);
  const [fullUp] = up === undefined ? [{ symbol: full?.symbol ?? '', value: 0 }] : fullBufferReferences(up);
  if (full === undefined || fullUp === undefined) return [empty];
  const symbol = [full, fullUp].find((reference) => reference.symbol !== FULL_SYMBOL)?.symbol ?? FULL_SYMBOL;
  return [empty, { symbol, value: emptyMs + full.value + fullUp.value }];
}

export const durationPlots: readonly PlotKind[] = [
  {
    id: 'completion',
    title: 'Completion of transfers',
    unit: 'ms',
    help: 'Time from the start of a short transfer to the acknowledgement of its last segment. Each sample window has the mean of the transfers that ended, with a band up to the 95th percentile. On the page, the dotted line p95 is that of all since the warm-up. A scenario without short transfers has no line.',
    term: 'completion',
    gapMeaning: 'none completed',
    lines: (lane) => durationLines(lane, 'completion'),
    references: completionReferences,
  },
  {
    id: 'round-trip',
    title: 'Round trip of pings',
    unit: 'ms',
    help: `Time from a ping to its reply. Each sample window has the mean of the replies that came, with a band up to the 95th percentile. A lost ping has no round trip: a × marks the time at which it was lost, or its reply, and a thin line crosses the windows without a reply. If the rate of the link varies, grey steps show it, with their own scale. The dotted lines are the round trips with empty and with full buffers, without the time to send the ping. A scenario without pings has no line. ${RUG_HELP}`,
    term: 'roundTrip',
    hasRug: true,
    crossesBothQueues: true,
    hasLinkRate: true,
    annotates: 'highest',
    gapMeaning: 'a ping was lost',
    lines: (lane) => durationLines(lane, 'roundTrip'),
    references: roundTripReferences,
  },
];
