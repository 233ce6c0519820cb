/** Round trips of probes, with and without a load: the base delay, and the waits in a queue. */
import { required } from '../../shared/required.ts';
import type { MeasuredSeries, Measurement } from '../measurement.ts';
import { nearestRank, sampleStatistics } from '../samples.ts';
import { roundMeasured } from '../text-lines.ts';
import { FIT_LIMITS } from './fit-limits.ts';
import type { Estimate, GivenDirection, LinkDirection, NamedMeasurement } from './link-fit.ts';
import { isIdleAt, loadAt, type TimedLoad } from './timed-loads.ts';

/** Formats whose round trips are those of probes. */
const PROBE_FORMATS: readonly string[] = ['ping', 'fping', 'irtt', 'flent'];

/** Notes about a base delay that is unknown, and about one that is only a bound. */
export const BASE_DELAY_NOTES: readonly [unknown: string, bound: string] = [
  'No file has round trips of an idle link: the base delay is not known.',
  'No file is sure to show the idle link: the base delay is at most the least round trip. A ping without load tells it.',
];

export interface ProbeSeries {
  readonly name: string;
  readonly measurement: Measurement;
  readonly series: MeasuredSeries;
  readonly givenDirection: GivenDirection | undefined;
}

/** The series of probes; interpolated ones are left out. */
export function probeSeriesOf(files: readonly NamedMeasurement[]): ProbeSeries[] {
  return files.flatMap(({ name, measurement, givenDirection }) =>
    PROBE_FORMATS.includes(measurement.format)
      ? measurement.series
          .filter(
            ({ quantity, direction, isInterpolated, samples }) =>
              quantity === 'delay' && direction === 'round trip' && isInterpolated !== true && samples.length > 0,
          )
          .map((series) => ({ name, measurement, series, givenDirection }))
      : [],
  );
}

/** Whether a delay does not vary: then nothing waits, or all of it the same. */
export function isFlat(samples: Float64Array): boolean {
  const statistics = sampleStatistics(samples);
  return (
    statistics !== undefined &&
    statistics.p95 - statistics.min <= Math.max(FIT_LIMITS.flatSpreadMs, 0.02 * statistics.min)
  );
}

/** Whether UDP ran beside a series all the time, as far as the files tell: then a queue can stay at its limit. */
function isBesideUdp({ series, measurement, givenDirection }: ProbeSeries, timedLoads: readonly TimedLoad[]): boolean {
  const udp = timedLoads.filter(({ transfer }) => transfer.protocol === 'UDP');
  const start = measurement.startUnixSeconds;
  if (start === undefined) return udp.length > 0 && givenDirection !== undefined && givenDirection !== 'idle';
  const coveredTimes = series.timesSeconds.filter((time) =>
    udp.some(({ startSeconds, endSeconds }) => start + time >= startSeconds && start + time <= endSeconds),
  );
  return coveredTimes.length > 0.5 * series.timesSeconds.length;
}

/** Step of the printed round trips, ms. iputils and fping print no decimals from 100 ms on. */
function resolutionMsOf({ measurement }: ProbeSeries, leastMs: number): number {
  const { resolutionMs } = measurement.values;
  if (typeof resolutionMs === 'number') return resolutionMs;
  return Number.isInteger(leastMs) && leastMs >= 100 ? 1 : 0;
}

export interface BaseDelay {
  readonly estimate?: Estimate;
  /** Idle round trips that cannot be of one path. */
  readonly contradiction?: string;
}

/** A least round trip that can be the base delay. */
interface BaseCandidate {
  readonly ms: number;
  readonly isIdle: boolean;
  /** Step of its print, ms; nothing is finer than `pingErrorMs`. */
  readonly resolutionMs?: number;
  readonly evidence: string;
}

/**
 * The least round trip of probes, and whether they are sure to show an idle path: by their times or by the user's word.
 */
interface LeastRoundTrip {
  readonly name: string;
  readonly ms: number;
  readonly isIdle: boolean;
}

/** The base delay: the least round trip, if some file shows the path without a queue. */
export function fitBaseDelay(
  files: readonly NamedMeasurement[],
  probes: readonly ProbeSeries[],
  timedLoads: readonly TimedLoad[],
): BaseDelay {
  const ofProbes = probes.map((probe) => leastOfProbe(probe, timedLoads));
  const candidates = [...ofProbes.map(({ candidate }) => candidate), ...files.flatMap(reportedCandidates)];
  if (candidates.length === 0) return {};
  const contradiction = contradictionOf(ofProbes.map(({ leastRoundTrip }) => leastRoundTrip));
  if (contradiction !== undefined) return { contradiction };
  const ms = Math.min(...candidates.map((candidate) => candidate.ms));
  const nearCandidates = candidates.filter((candidate) => candidate.ms <= ms + FIT_LIMITS.flatSpreadMs);
  const isIdle = nearCandidates.some((candidate) => candidate.isIdle);
  // The finest print of those near the least value tells it best.
  const resolutionMs = Math.min(...nearCandidates.map((candidate) => candidate.resolutionMs ?? 0));
  const estimate = {
    value: roundMeasured(ms),
    // Without an idle file the least value is only a bound.
    low: isIdle ? roundMeasured(Math.max(0, ms - Math.max(FIT_LIMITS.pingErrorMs, 0.01 * ms) - resolutionMs)) : null,
    high: roundMeasured(ms + FIT_LIMITS.pingErrorMs + resolutionMs),
    unit: 'ms',
    evidence: nearCandidates.map(({ evidence }) => evidence),
  };
  return { estimate };
}

function leastOfProbe(
  probe: ProbeSeries,
  timedLoads: readonly TimedLoad[],
): { readonly candidate: BaseCandidate; readonly leastRoundTrip: LeastRoundTrip } {
  const { name, measurement, series, givenDirection } = probe;
  const { samples, timesSeconds } = series;
  const start = measurement.startUnixSeconds;
  const ms = samples.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const hardlyVaries =
    isFlat(samples) && samples.length >= FIT_LIMITS.minIdleReplies && !isBesideUdp(probe, timedLoads);
  const idleCount =
    start === undefined || timedLoads.length === 0
      ? 0
      : timesSeconds.filter((time) => isIdleAt(timedLoads, start + time)).length;
  // Idle times count only beside a load of the same measurement: an unknown load may run at other times.
  const seesLoads = start !== undefined && timesSeconds.some((time) => loadAt(timedLoads, start + time) !== undefined);
  const isBesideLoad =
    seesLoads ||
    (givenDirection !== undefined && givenDirection !== 'idle') ||
    (start === undefined && timedLoads.length > 0);
  const reasons = [
    [hardlyVaries, 'its round trips hardly vary'],
    [givenDirection === 'idle', 'given: without a load'],
    [seesLoads && idleCount >= 2, 'it began before the load'],
  ] as const;
  const idleReason = reasons.find(([isTrue]) => isTrue)?.[1];
  const isIdle = idleReason !== undefined;
  return {
    candidate: {
      ms,
      isIdle,
      resolutionMs: resolutionMsOf(probe, ms),
      evidence: `${name}: least round trip ${roundMeasured(ms)} ms; ${idleReason ?? 'a load may have run all the time'}`,
    },
    leastRoundTrip: { name, ms, isIdle: givenDirection === 'idle' || (isIdle && (idleCount >= 2 || !isBesideLoad)) },
  };
}

/** The round trips of an idle path that a tool reports itself. */
function reportedCandidates({ name, measurement }: NamedMeasurement): BaseCandidate[] {
  const { connectRttMs, connections } = measurement.values;
  const reportedRoundTrips = [
    ['round trip of the handshake', connectRttMs],
    ...(Array.isArray(connections) ? connections : []).map(({ minRttMs }) => [
      "the kernel's least round trip",
      minRttMs,
    ]),
    ['idle latency', measurement.speedTest?.idleMs],
  ];
  return reportedRoundTrips.flatMap(([valueName, ms]) =>
    typeof ms === 'number' ? [{ ms, isIdle: true, evidence: `${name}: ${valueName} ${ms} ms` }] : [],
  );
}

/** A load makes round trips longer, never shorter: none is below those of the idle path. */
function contradictionOf(leastRoundTrips: readonly LeastRoundTrip[]): string | undefined {
  const noRoundTrip: LeastRoundTrip = { name: '', ms: Number.POSITIVE_INFINITY, isIdle: false };
  const leastRoundTrip = leastRoundTrips.reduce((a, b) => (b.ms < a.ms ? b : a), noRoundTrip);
  const tolerance = Math.max(FIT_LIMITS.sameBaseMs, FIT_LIMITS.sameBaseShare * leastRoundTrip.ms);
  const others = leastRoundTrips.filter(({ ms, isIdle }) => isIdle && ms > leastRoundTrip.ms + tolerance);
  if (others.length === 0) return undefined;
  const baseTexts = [leastRoundTrip, ...others].map(({ name, ms }) => `${roundMeasured(ms)} ms (${name})`).join(', ');
  return `The files contradict each other: their idle round trips are ${baseTexts}. Are they of one path?`;
}

/** Waits of probes beside a load in one direction only. */
export interface LoadedWaits {
  readonly direction: LinkDirection;
  readonly name: string;
  readonly loadName: string;
  /** Median of the waits after the first seconds of each load; the next two are of the same waits. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /**
   * Longest wait in the first seconds of a load, ms; 0 without a sample. Undefined if the start of the load is not
   * known.
   */
  readonly rampMaxMs: number | undefined;
  /** Length of the loads after their first seconds, s; 0 if the start is not known. */
  readonly seconds: number;
  readonly intervalSeconds: number;
  /** The direction was not known, but assumed or seen in one-way delays. */
  readonly assumption?: string;
}

/** The waits of one series, sorted by the load beside each probe. */
export function loadedWaitsOf(probe: ProbeSeries, timedLoads: readonly TimedLoad[], baseMs: number): LoadedWaits[] {
  const { measurement, series, name } = probe;
  const start = measurement.startUnixSeconds;
  if (start === undefined) return [];
  const { samples, timesSeconds } = series;
  return (['down', 'up'] as const).flatMap((direction) => {
    const waits: number[] = [];
    let rampMaxMs = 0;
    const usedLoads = new Set<TimedLoad>();
    for (let index = 0; index < samples.length; index++) {
      const time = start + required(timesSeconds[index]);
      const load = loadAt(timedLoads, time);
      if (load?.direction !== direction) continue;
      const wait = required(samples[index]) - baseMs;
      usedLoads.add(load);
      if (time < load.startSeconds + FIT_LIMITS.rampSeconds) rampMaxMs = Math.max(rampMaxMs, wait);
      else waits.push(wait);
    }
    const seconds = [...usedLoads].reduce(
      (sum, load) => sum + Math.max(0, load.endSeconds - load.startSeconds - FIT_LIMITS.rampSeconds),
      0,
    );
    const loadName = [...new Set([...usedLoads].map((load) => load.name))].join(', ');
    return summaryOfWaits(direction, name, loadName, waits, rampMaxMs, seconds, intervalOf(timesSeconds));
  });
}

/**
 * The waits of a series that ran beside a load without a time. If it begins without a wait, the first wait is the start
 * of the load. Its times can be assumed, so no length is told.
 */
export function wholeSeriesWaits(
  { series, name }: ProbeSeries,
  direction: LinkDirection,
  baseMs: number,
  assumption: string,
): LoadedWaits[] {
  const waits = Array.from(series.samples, (ms) => ms - baseMs);
  const { timesSeconds } = series;
  const first = waits.findIndex((wait) => wait > FIT_LIMITS.clearWaitMs);
  const rampEnd = (timesSeconds[first] ?? 0) + FIT_LIMITS.rampSeconds;
  const isAfterRamp = (_: number, index: number) => required(timesSeconds[index]) >= rampEnd;
  const seesStart = first > 0;
  const laterWaits = seesStart ? waits.filter(isAfterRamp) : waits;
  const rampMaxMs = seesStart
    ? Math.max(...waits.filter((_, index) => index >= first && !isAfterRamp(_, index)))
    : undefined;
  return summaryOfWaits(direction, name, 'a load', laterWaits, rampMaxMs, 0, intervalOf(timesSeconds)).map(
    (summary) => ({
      ...summary,
      assumption,
    }),
  );
}

/** The median step of times. */
function intervalOf(timesSeconds: Float64Array): number {
  if (timesSeconds.length < 2) return Number.POSITIVE_INFINITY;
  const steps = timesSeconds.slice(1).map((time, index) => time - required(timesSeconds[index]));
  return sampleStatistics(steps)?.median ?? Number.POSITIVE_INFINITY;
}

function summaryOfWaits(
  direction: LinkDirection,
  name: string,
  loadName: string,
  waits: readonly number[],
  rampMaxMs: number | undefined,
  seconds: number,
  intervalSeconds: number,
): LoadedWaits[] {
  if (waits.length < FIT_LIMITS.minLoadedPings) return [];
  const sortedWaits = Float64Array.from(waits).sort();
  const maxMs = required(sortedWaits.at(-1));
  return [
    {
      direction,
      name,
      loadName,
      medianMs: nearestRank(sortedWaits, 0.5),
      p95Ms: nearestRank(sortedWaits, 0.95),
      maxMs,
      rampMaxMs,
      seconds,
      intervalSeconds,
    },
  ];
}
