/**
 * Several files of one link: read, answered for, and fitted. A worker keeps them, so that the page needs no samples.
 */
import type { BesideSeries } from './beside/beside-plots.ts';
import { besideSeriesOf } from './beside/beside-series.ts';
import { type DirectionQuestion, directionQuestionOf, type FittedFiles, fitFiles } from './fit/fit-files.ts';
import type { GivenDirection, LoadDirection, NamedMeasurement } from './fit/link-fit.ts';
import type { MeasuredSeries, Measurement } from './measurement.ts';
import { readMeasurements } from './read-measurements.ts';
import { LOST_PROBES_UNIT, type SampleStatistics, sampleStatistics } from './samples.ts';

/** A series without its samples. */
export interface SeriesSummary extends Omit<MeasuredSeries, 'timesSeconds' | 'samples'> {
  readonly count: number;
  readonly statistics: SampleStatistics | undefined;
}

/** A measurement without its samples. */
export interface MeasurementSummary extends Omit<Measurement, 'series'> {
  readonly series: readonly SeriesSummary[];
  readonly question: DirectionQuestion | undefined;
}

/** A file, as the evidence of a fit names it. */
interface KeptFile {
  readonly name: string;
  readonly measurements: readonly Measurement[];
}

/** The files of one link, by their ids. */
export class MeasuredFiles {
  private readonly files = new Map<number, KeptFile>();

  /**
   * Reads a file, in place of an earlier one with the same number.
   * @param unpackNotes what its unpacking left out
   * @throws MeasurementError that names the line or the field
   */
  add(
    id: number,
    name: string,
    bytes: Uint8Array,
    keepsAddresses: boolean,
    unpackNotes: readonly string[] = [],
  ): readonly MeasurementSummary[] {
    const measurements = readMeasurements(bytes, keepsAddresses).map((measurement) =>
      unpackNotes.length === 0 ? measurement : { ...measurement, notes: [...unpackNotes, ...measurement.notes] },
    );
    this.files.set(id, { name, measurements });
    return measurements.map((measurement) => summaryOf(name, measurement));
  }

  remove(id: number): void {
    this.files.delete(id);
  }

  /** @param givenDirections answers of the user, by file */
  fit(givenDirections: Readonly<Record<number, GivenDirection>>): FittedFiles {
    return fitFiles(this.named(givenDirections));
  }

  /**
   * @param direction of the load of the run beside which they are shown
   * @param givenDirections answers of the user, by file
   */
  besideSeries(
    direction: LoadDirection,
    givenDirections: Readonly<Record<number, GivenDirection>>,
  ): readonly BesideSeries[] {
    return besideSeriesOf(this.named(givenDirections), direction);
  }

  private named(givenDirections: Readonly<Record<number, GivenDirection>>): readonly NamedMeasurement[] {
    return [...this.files].flatMap(([id, { name, measurements }]) =>
      measurements.map((measurement) => ({ name, measurement, givenDirection: givenDirections[id] })),
    );
  }
}

function summaryOf(name: string, measurement: Measurement): MeasurementSummary {
  return {
    ...measurement,
    series: measurement.series.map(({ timesSeconds: _, samples, ...series }) => ({
      ...series,
      count: samples.length,
      // Each lost probe counts one: only their number says something.
      statistics: series.unit === LOST_PROBES_UNIT ? undefined : sampleStatistics(samples),
    })),
    question: directionQuestionOf({ name, measurement }),
  };
}
