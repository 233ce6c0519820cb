/** The names of the figures of durations, of a class of transfers or of pings. */
import type { DurationKind, Durations } from '../../engine/frame/frame.ts';

const KIND_NAMES: Readonly<Record<DurationKind, string>> = { completion: 'completion time', roundTrip: 'round trip' };

const STATISTIC_NAMES = {
  meanMs: 'Mean',
  sdMs: 'Standard deviation of the',
  p95Ms: '95th percentile of the',
  p99Ms: '99th percentile of the',
} as const satisfies Partial<Record<keyof Durations, string>>;
/** A figure of durations. */
export type DurationStatistic = keyof typeof STATISTIC_NAMES;

/** The name of a figure, such as a mean of the durations of transfers. */
export const durationLabel = (kind: DurationKind, statistic: DurationStatistic): string =>
  `${STATISTIC_NAMES[statistic]} ${KIND_NAMES[kind]}`;
