/** `fit`: measurements of a real link in, their values out. */
import { MEASUREMENT_FILES } from '../../measurements/read-measurements.ts';
import { parseArguments } from '../input/arguments.ts';
import { readMeasuredFile } from '../input/measurement-files.ts';
import { type CommandIo, InputError } from '../io.ts';
import { formatMeasurements, measurementJson } from '../output/measurement-report.ts';

const MAX_FILES = 1_000;

export function fitCommand(argv: readonly string[], io: CommandIo): void {
  const { positionals, flags } = parseArguments(argv, [], ['--json', '--addresses'], MAX_FILES);
  if (positionals.length === 0) throw new InputError(`fit: give files of ${MEASUREMENT_FILES}; also .gz`);
  const files = positionals.map((path) => readMeasuredFile(io, path, flags.has('--addresses')));
  if (flags.has('--json')) io.out(JSON.stringify({ measurements: measurementJson(files) }, null, 1));
  else io.out(formatMeasurements(files));
}
