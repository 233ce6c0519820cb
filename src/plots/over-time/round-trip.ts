import { SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { unchangedSinceNs } from '../../engine/frame/unchanged-since.ts';
import { FULL_SYMBOL, fullBufferReferences } from '../../quantities/plots/buffer-references.ts';
import { durationLines } from '../../quantities/plots/duration-lines.ts';
import { columnValue, type LaneLine, type LaneReference } from '../../quantities/plots/lane-lines.ts';
import { type PlotOverTime, RUG_HELP } from './plot-over-time.ts';

/** Pings of a class that were lost in a row: on the way there, or their replies in the queue of the other direction. */
function lostPings({ up, ...lane }: LaneData, classIndex: number): (row: number) => number {
  const { drops, lostPackets } = SeriesClassColumn;
  const counts = [lane, ...(up === undefined ? [] : [up])].flatMap((queue) =>
    [drops, lostPackets].map((column) => columnValue(queue, seriesClassColumn(classIndex, column), 1)),
  );
  return (row) => counts.reduce((sum, count) => sum + count(row), 0);
}

/**
 * Whether no ping was lost whose reply would have come between two rows. The reply to a ping comes one round trip
 * later.
 */
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

/** The part by which a mean round trip may exceed that with full buffers of packets of the mean size so far. */
const MAX_OVER_FULL = 0.1;

/** The highest mean of a sample window until the shown time, of all pings, ms. */
function highestRoundTripMs(lane: LaneData): number {
  const { frame, series } = lane;
  const isKnown = (row: number) => frame !== undefined && series.at(row, SeriesColumn.timeNs) <= frame.timeNs;
  let highestMs = 0;
  for (const { value } of durationLines(lane, 'roundTrip'))
    for (let row = 0; row < series.rowCount && isKnown(row); row++) highestMs = Math.max(highestMs, value(row) || 0);
  return highestMs;
}

/**
 * The round trip of pings with empty buffers and with full ones, ms, without the time to send the ping itself. In a run
 * with two queues, a ping waits in one and its reply in the other. Without the full buffers if the mean size of packets
 * does not tell how long they take: where traffic of other sizes came or went, pings took longer than that.
 */
function roundTripReferences(lane: LaneData): LaneReference[] {
  const { description, frame, up } = lane;
  const ping = description?.classes.find(({ timed }) => timed === 'roundTrip');
  if (ping?.accessDelayNs === undefined || frame === undefined) return [];
  // With one queue, the link has the same delay in both directions.
  const queues = [frame, up?.frame ?? frame];
  const linkDelaysNs = queues.reduce((sum, queue) => sum + queue.linkDelayNs, 0);
  const emptyMs = (2 * ping.accessDelayNs + linkDelaysNs) / 1e6;
  const sinceNs = Math.max(...queues.map((queue) => unchangedSinceNs(queue, ['link.delayMs'])));
  const emptyReference = { symbol: 'empty', value: emptyMs, sinceNs };
  const [full] = fullBufferReferences(lane);
  const [fullUp] = up === undefined ? [{ symbol: full?.symbol ?? '', value: 0, sinceNs: 0 }] : fullBufferReferences(up);
  if (full === undefined || fullUp === undefined) return [emptyReference];
  const symbol = [full, fullUp].find((reference) => reference.symbol !== FULL_SYMBOL)?.symbol ?? FULL_SYMBOL;
  const fullMs = emptyMs + full.value + fullUp.value;
  const isExceeded = symbol !== FULL_SYMBOL && highestRoundTripMs(lane) > (1 + MAX_OVER_FULL) * fullMs;
  const fullSinceNs = Math.max(sinceNs, full.sinceNs ?? 0, fullUp.sinceNs ?? 0);
  return isExceeded ? [emptyReference] : [emptyReference, { symbol, value: fullMs, sinceNs: fullSinceNs }];
}

/** The round trips of pings. */
export const roundTripPlot: PlotOverTime = {
  id: 'round-trip',
  title: 'Round trip of pings',
  unit: 'ms',
  help: `Time from a ping to its reply. Each sample window has the mean of the replies that came, with a band up to the 95th percentile. A lost ping has no round trip: a × marks the time at which it was lost, or its reply, and a thin line crosses the windows without a reply. If the rate of the link varies, grey steps show it, with their own scale. The dotted lines are the round trips with empty and with full buffers, without the time to send the ping; with ≈, of packets of the mean size so far. A scenario without pings has no line. ${RUG_HELP}`,
  term: 'roundTrip',
  hasRug: true,
  crossesBothQueues: true,
  hasLinkRate: true,
  annotates: 'highest',
  gapMeaning: 'a ping was lost',
  lines: (lane) =>
    durationLines(lane, 'roundTrip').map((line) => {
      const lostCount = lostPings(lane, line.classIndex);
      return { ...line, lostCount, joinsRows: hasNoLostPing(lane, line.classIndex, lostCount) };
    }),
  references: roundTripReferences,
};
