/** The common part of the results of all speed tests: rates, round trips, and perhaps a time of day. */
import { type FoundValues, type Measurement, measurementOf, presentValues, type SpeedTest } from '../measurement.ts';
import { megabits } from '../text-lines.ts';

interface FoundSpeedTest extends Pick<Measurement, 'format' | 'tool' | 'notes'> {
  readonly speedTest: SpeedTest;
  /** Values beside those of the speed test. */
  readonly values?: FoundValues;
  /** Time of day of the test, ISO 8601. */
  readonly startText?: string;
  readonly addresses?: readonly (string | undefined)[];
}

/** The measurement of a speed test from what its result has. */
export function speedTestMeasurement({ startText, addresses = [], ...parts }: FoundSpeedTest): Measurement {
  const start = Date.parse(startText ?? '') / 1_000;
  return measurementOf({
    ...parts,
    ...(Number.isNaN(start) ? {} : { clock: 'time of day of the test, UTC', startUnixSeconds: start }),
    values: { ...parts.speedTest, ...parts.values },
    speedTest: presentValues({ ...parts.speedTest }),
    addresses: addresses.filter((name) => name !== undefined),
  });
}

/** Mb/s of a rate in bytes per second. */
export const megabitsOfBytes = (bytesPerSecond: number | undefined): number | undefined =>
  megabits(bytesPerSecond === undefined ? undefined : bytesPerSecond * 8);
