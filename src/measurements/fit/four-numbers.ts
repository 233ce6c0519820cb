/**
 * The arithmetic of four numbers: rates and round trips, idle and loaded, give the propagation and the buffers. The
 * numbers come from the user, or from a speed test.
 */
import type { SpeedTest } from '../measurement.ts';
import { roundMeasured } from '../text-lines.ts';
import { FULL_FRAME_BYTES } from './fit-limits.ts';
import {
  type DirectionFit,
  type Estimate,
  type LinkDirection,
  type LinkFit,
  NOTHING_KNOWN,
  type QueueEstimate,
} from './link-fit.ts';
import { BASE_DELAY_NOTES } from './probe-waits.ts';
import { classOfKind } from './router-queues.ts';

/** Round trips under load that files have beside the fit. */
export interface LoadedRoundTrips extends SpeedTest {
  /** The longest round trip of a probe beside a load of which no file has the rate, with the name of its file. */
  readonly longestByDirection?: Readonly<
    Record<LinkDirection, { readonly name: string; readonly ms: number } | undefined>
  >;
}

/** What a user knows of a line without files. */
export interface GivenNumbers extends SpeedTest {
  /** Discipline of Linux, such as pfifo or fq_codel. */
  readonly queueKind?: string;
}

/** Names of disciplines that `queueKind` can have. */
export const QUEUE_KINDS: readonly string[] = [
  'pfifo',
  'bfifo',
  'codel',
  'pie',
  'red',
  'fq_codel',
  'fq_pie',
  'cake',
  'sfq',
];

const exactEstimate = (value: number, unit: string, evidence: string): Estimate => ({
  value,
  low: value,
  high: value,
  unit,
  evidence: [evidence],
});

/**
 * A fit with numbers of the user in place of fitted ones, and with the loaded round trips of a probe or of a speed test
 * where nothing better is known.
 */
export function withGivenNumbers(
  fit: LinkFit,
  givenNumbers: GivenNumbers,
  loadedRoundTrips: LoadedRoundTrips = {},
): LinkFit {
  const baseRttMs =
    givenNumbers.idleMs === undefined
      ? fit.baseRttMs
      : exactEstimate(givenNumbers.idleMs, 'ms', 'given: idle round trip');
  const fitOfDirection = (direction: LinkDirection): DirectionFit => {
    const isDown = direction === 'down';
    const rate = isDown ? givenNumbers.downMbps : givenNumbers.upMbps;
    const givenLoadedMs = isDown ? givenNumbers.loadedDownMs : givenNumbers.loadedUpMs;
    const longestRoundTrip = loadedRoundTrips.longestByDirection?.[direction];
    const meanMs = isDown ? loadedRoundTrips.loadedDownMs : loadedRoundTrips.loadedUpMs;
    const loadedMs = givenLoadedMs ?? longestRoundTrip?.ms ?? meanMs;
    let result = fit[direction];
    if (rate !== undefined) result = withGivenRate(result, rate);
    if (givenNumbers.queueKind !== undefined && hasValues(result))
      result = { ...result, queue: givenQueue(givenNumbers.queueKind) };
    const needsBuffer = givenLoadedMs !== undefined || result.bufferMs === undefined;
    if (loadedMs === undefined || !needsBuffer) return result;
    if (givenLoadedMs !== undefined) return withLoadedRoundTrip(result, baseRttMs?.value, loadedMs);
    if (longestRoundTrip !== undefined)
      return withLoadedRoundTrip(result, baseRttMs?.value, loadedMs, {
        high: 'same',
        evidence: `${longestRoundTrip.name}: the longest round trip, beside a load ${direction} (given)`,
      });
    return withLoadedRoundTrip(result, baseRttMs?.value, loadedMs, {
      high: 'open',
      evidence: 'the round trip under load is a mean of a speed test, so the full buffer is at least this',
    });
  };
  return {
    ...fit,
    ...(baseRttMs === undefined ? {} : { baseRttMs }),
    down: fitOfDirection('down'),
    up: fitOfDirection('up'),
    notes: givenNumbers.idleMs === undefined ? fit.notes : fit.notes.filter((note) => !BASE_DELAY_NOTES.includes(note)),
  };
}

const hasValues = ({ rateMbps }: DirectionFit) => rateMbps !== undefined;

/** The note that nothing is known falls away. */
function withGivenRate(fit: DirectionFit, mbps: number): DirectionFit {
  const rateMbps = exactEstimate(mbps, 'Mb/s', 'given: rate');
  if (fit.rateMbps !== undefined) return { ...fit, rateMbps };
  return {
    rateMbps,
    queue: { class: 'the data do not tell', evidence: ['no kind of queue is given'] },
    notes: fit.notes.filter((note) => !note.startsWith(NOTHING_KNOWN)),
  };
}

const givenQueue = (kind: string): QueueEstimate => ({
  class: classOfKind(kind) ?? 'the data do not tell',
  kind: kind.replaceAll('-', '_'),
  evidence: [`given: ${kind}`],
});

/**
 * The buffer from one loaded round trip.
 * @param source its origin, if it was not given. A mean is shorter than a full buffer: the upper end is open
 */
function withLoadedRoundTrip(
  fit: DirectionFit,
  baseMs: number | undefined,
  loadedMs: number,
  source?: { readonly high: 'same' | 'open'; readonly evidence: string },
): DirectionFit {
  const { rateMbps, queue, notes } = fit;
  if (rateMbps === undefined || baseMs === undefined)
    return {
      ...fit,
      notes: [
        ...notes,
        `A round trip of ${loadedMs} ms under load gives a buffer only with the rate and the idle round trip.`,
      ],
    };
  if (queue.class === 'single-queue AQM' || queue.class === 'flow queues')
    return { ...fit, notes: [...notes, 'The loaded round trip is the work of an AQM: it does not show the buffer.'] };
  const waitMs = loadedMs - baseMs;
  if (waitMs <= 0)
    return {
      ...fit,
      notes: [
        ...notes,
        `The loaded round trip of ${loadedMs} ms is not longer than the idle one of ${baseMs} ms: no queue is seen.`,
      ],
    };
  const bytes = (waitMs * rateMbps.value * 1e3) / 8;
  const packets = bytes / FULL_FRAME_BYTES;
  const evidence = [
    `${loadedMs} ms under load − ${baseMs} ms idle = ${roundMeasured(waitMs)} ms in the queue`,
    `${roundMeasured(waitMs)} ms × ${rateMbps.value} Mb/s ÷ 8 = ${Math.round(bytes)} bytes = ${packets.toFixed(1)} packets of ${FULL_FRAME_BYTES} bytes`,
    ...(source === undefined ? [] : [source.evidence]),
  ];
  const estimate = (value: number, unit: string): Estimate => ({
    value: roundMeasured(value),
    low: roundMeasured(value),
    high: source?.high === 'open' ? null : roundMeasured(value),
    unit,
    evidence,
  });
  return {
    ...fit,
    bufferMs: estimate(waitMs, 'ms'),
    bufferBytes: estimate(Math.round(bytes), 'bytes'),
    bufferPackets: estimate(packets, 'packets'),
  };
}
