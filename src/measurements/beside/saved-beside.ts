/** Measured series beside a run as a part of its files, and back. */

import { isFields } from '../../shared/nesting.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';
import { required } from '../../shared/required.ts';
import { listAt, textAt } from '../json-text.ts';
import { MeasurementError } from '../measurement.ts';
import { roundMeasured } from '../text-lines.ts';
import { BESIDE_PLOTS, type BesideQuantity, type BesideSeries, MAX_BESIDE_SAMPLES } from './beside-plots.ts';

/** Series, and the measured time of the beginning of the run, s. */
export interface Beside {
  readonly series: readonly BesideSeries[];
  readonly shiftSeconds: number;
}

/** A series in a file: its times are those of the run. */
export interface SavedSeries {
  readonly name: string;
  readonly plot: BesideQuantity;
  readonly unit: string;
  readonly countedBy: string;
  readonly timesSeconds: readonly number[];
  readonly values: readonly number[];
  /** The 95th percentiles, if each value is the mean of several. */
  readonly p95?: readonly number[];
}

const MAX_SAVED_SERIES = 50;
const MAX_SAVED_TEXT_CHARACTERS = 300;

/** The series as data of JSON, with the shift in their times. */
export function savedSeriesOf({ series, shiftSeconds }: Beside): readonly SavedSeries[] {
  return series.map(({ name, plot, countedBy, timesSeconds, samples, upperSamples }) => ({
    name,
    plot,
    unit: BESIDE_PLOTS[plot].unit,
    countedBy,
    timesSeconds: Array.from(timesSeconds, (time) => roundMeasured(time - shiftSeconds)),
    values: Array.from(samples, roundMeasured),
    ...(upperSamples === undefined ? {} : { p95: Array.from(upperSamples, roundMeasured) }),
  }));
}

/**
 * Reads the series of a file. Their shift is 0, because their times are those of the run.
 * @throws MeasurementError that names the field
 */
export function parseSavedSeries(data: unknown): readonly BesideSeries[] {
  if (!Array.isArray(data)) throw new MeasurementError('measured is not a list');
  if (data.length > MAX_SAVED_SERIES)
    throw new MeasurementError(`measured has ${data.length} series; allowed: at most ${MAX_SAVED_SERIES}`);
  return data.map((item, index) => {
    const path = `measured[${index}]`;
    if (!isFields(item)) throw new MeasurementError(`${path} is not an object`);
    const plot = plotOf(item.plot, `${path}.plot`);
    const unit = BESIDE_PLOTS[plot].unit;
    if (item.unit !== unit)
      throw new MeasurementError(`${path}.unit: ${String(item.unit)} is not allowed; allowed: ${unit}`);
    const timesSeconds = numbersAt(item, 'timesSeconds', path);
    const samples = numbersAt(item, 'values', path);
    const upperSamples = item.p95 === undefined ? undefined : numbersAt(item, 'p95', path);
    for (const [key, list] of [
      ['values', samples],
      ['p95', upperSamples],
    ] as const)
      if (list !== undefined && list.length !== timesSeconds.length)
        throw new MeasurementError(`${path}.${key} has ${list.length} numbers; allowed: as many as timesSeconds`);
    const places = timesSeconds.findIndex((time, place) => place > 0 && time < required(timesSeconds[place - 1]));
    if (places > 0) throw new MeasurementError(`${path}.timesSeconds[${places}] is before the time before it`);
    return {
      name: (textAt(item, 'name') ?? '').slice(0, MAX_SAVED_TEXT_CHARACTERS),
      plot,
      countedBy: (textAt(item, 'countedBy') ?? '').slice(0, MAX_SAVED_TEXT_CHARACTERS),
      timesSeconds,
      samples,
      ...(upperSamples === undefined ? {} : { upperSamples }),
    };
  });
}

function plotOf(value: unknown, path: string): BesideQuantity {
  const allowed = keysOfRecord(BESIDE_PLOTS);
  const plot = allowed.find((candidate) => candidate === value);
  if (plot === undefined)
    throw new MeasurementError(`${path}: ${String(value)} is not allowed; allowed: ${allowed.join(', ')}`);
  return plot;
}

function numbersAt(item: Readonly<Record<string, unknown>>, key: string, path: string): Float64Array {
  const list = listAt(item, key);
  if (list.length === 0 || list.length > MAX_BESIDE_SAMPLES)
    throw new MeasurementError(`${path}.${key} has ${list.length} numbers; allowed: 1 to ${MAX_BESIDE_SAMPLES}`);
  return Float64Array.from(list, (_, index) => {
    const value = list[index];
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new MeasurementError(`${path}.${key}[${index}]: ${String(value)} is not a number`);
    return value;
  });
}
