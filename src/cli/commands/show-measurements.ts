/** `show FILE --csv|--json`: the series of measurements as they are, without a fit. */
import { formatCsv } from '../../export/csv.ts';
import { roundMeasured } from '../../measurements/text-lines.ts';
import { required } from '../../shared/required.ts';
import { readMeasuredFile } from '../input/measurement-files.ts';
import { type CommandIo, InputError } from '../io.ts';
import { measurementJson } from '../output/measurement-report.ts';

const HEADER = ['file', 'measurement', 'series', 'quantity', 'unit', 'direction', 'counted_by', 'time_s', 'value'];

/**
 * Prints a row for each sample of each series, or all that the files have as JSON.
 * @throws InputError that names the file, and the line or the field
 */
export function showMeasurements(
  io: CommandIo,
  paths: readonly string[],
  format: 'csv' | 'json',
  keepsAddresses: boolean,
): void {
  if (paths.length === 0) throw new InputError(`show: give files of measurements with --${format}`);
  const files = paths.map((path) => readMeasuredFile(io, path, keepsAddresses));
  if (format === 'json') {
    io.out(JSON.stringify({ measurements: measurementJson(files) }, null, 1));
    return;
  }
  io.out(formatCsv([HEADER]));
  for (const { path, measurements } of files)
    for (const [index, { series }] of measurements.entries())
      for (const { name, quantity, unit, direction, countedBy, timesSeconds, samples } of series)
        if (samples.length > 0)
          io.out(
            formatCsv(
              Array.from(samples, (value, place) => [
                path,
                index + 1,
                name,
                quantity,
                unit,
                direction,
                countedBy,
                roundMeasured(required(timesSeconds[place])),
                roundMeasured(value),
              ]),
            ),
          );
}
