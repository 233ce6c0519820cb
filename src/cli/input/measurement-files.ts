/** Reads the files of measuring tools, maybe gzipped. */
import { isGzip } from '../../capture/file-kind.ts';
import { type Measurement, MeasurementError } from '../../measurements/measurement.ts';
import { readMeasurements } from '../../measurements/read-measurements.ts';
import { type CommandIo, InputError } from '../io.ts';
import { readBytes } from './read-arrivals.ts';
import { readInput } from './read-input.ts';

export interface MeasuredFile {
  readonly path: string;
  readonly measurements: readonly Measurement[];
}

/** @throws InputError that names the file, and the line or the field */
export function readMeasuredFile(io: CommandIo, path: string, keepsAddresses: boolean): MeasuredFile {
  const bytes = readInput('file', path, () => readBytes(io, path));
  if (isGzip(bytes)) throw new InputError(`${path}: the file was gzipped twice; unpack it once`);
  try {
    return { path, measurements: readMeasurements(bytes, keepsAddresses) };
  } catch (error) {
    if (error instanceof MeasurementError) throw new InputError(`${path}: ${error.message}`);
    throw error;
  }
}
