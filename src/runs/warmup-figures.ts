/**
 * The figures of the warm-up, which the page shows until there are figures since the warm-up. The simulation begins its
 * counters again when the warm-up ends, so they come from a frame of the last nanosecond before it.
 */
import {
  DEPARTURE_STRIDE,
  type Frame,
  MAX_DEPARTURE_ROWS,
  MAX_VERDICT_ROWS,
  VERDICT_STRIDE,
} from '../engine/frame/frame.ts';

/** The parts of a frame that count since the warm-up. They are copies, because a sent frame gives its tables away. */
function countedParts({
  measured,
  durations,
  durationQuantilesNs,
  occupancyNs,
  occupancyBinPackets,
  flows,
}: Frame): Pick<
  Frame,
  'measured' | 'durations' | 'durationQuantilesNs' | 'occupancyNs' | 'occupancyBinPackets' | 'flows'
> {
  return {
    measured: { ...measured, classes: measured.classes.slice() },
    durations,
    durationQuantilesNs: durationQuantilesNs.map((quantiles) => quantiles?.slice()),
    occupancyNs: occupancyNs.slice(),
    occupancyBinPackets,
    flows: flows.slice(),
  };
}

/** `frame` with the figures of the earlier frame `warmup`. */
export function withWarmupFigures(frame: Frame, warmup: Frame): Frame {
  return { ...frame, ...countedParts(warmup) };
}

/** `frame` with the verdicts and departures of a frame before it that was not sent. */
export function withUnsentRows(frame: Frame, unsent: Frame): Frame {
  return {
    ...frame,
    verdicts: joinNewest(unsent.verdicts, frame.verdicts, MAX_VERDICT_ROWS * VERDICT_STRIDE),
    verdictCount: unsent.verdictCount + frame.verdictCount,
    departures: joinNewest(unsent.departures, frame.departures, MAX_DEPARTURE_ROWS * DEPARTURE_STRIDE),
    departureCount: unsent.departureCount + frame.departureCount,
  };
}

/** Both tables, of which at most `maxLength` numbers at the end. */
function joinNewest(earlierRows: Float64Array, laterRows: Float64Array, maxLength: number): Float64Array {
  const earlierLength = Math.min(earlierRows.length, Math.max(0, maxLength - laterRows.length));
  const allRows = new Float64Array(earlierLength + laterRows.length);
  allRows.set(earlierRows.subarray(earlierRows.length - earlierLength));
  allRows.set(laterRows, earlierLength);
  return allRows;
}
