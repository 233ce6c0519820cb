/** Reads texts and stored excerpts as measurements. The excerpts are cut from files that the tools wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { MeasuredSeries, Measurement } from '../../src/measurements/measurement.ts';
import { readMeasurements } from '../../src/measurements/read-measurements.ts';
import { sampleStatistics } from '../../src/measurements/samples.ts';

export const excerpt = (name: string): Uint8Array =>
  gunzipSync(readFileSync(join(import.meta.dirname, 'files', `${name}.gz`)));

export function measuredAll(content: string | Uint8Array, keepsAddresses = false): readonly Measurement[] {
  return readMeasurements(typeof content === 'string' ? new TextEncoder().encode(content) : content, keepsAddresses);
}

/** The only measurement of a file. */
export function measured(content: string | Uint8Array, keepsAddresses = false): Measurement {
  const all = measuredAll(content, keepsAddresses);
  expect(all).toHaveLength(1);
  return all[0] as Measurement;
}

export function seriesOf(measurement: Measurement, name: string): MeasuredSeries {
  const series = measurement.series.find((candidate) => candidate.name === name);
  if (series === undefined)
    throw new Error(`no series ${name}, but: ${measurement.series.map((candidate) => candidate.name).join('; ')}`);
  return series;
}

/** Statistics of a series, to four decimals as in the tables of the right values. */
export function statisticsOf(measurement: Measurement, name: string): Record<string, number> {
  const statistics = sampleStatistics(seriesOf(measurement, name).samples);
  return Object.fromEntries(
    Object.entries(statistics ?? {}).map(([key, value]) => [key, Math.round(value * 1e4) / 1e4]),
  );
}
