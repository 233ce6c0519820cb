/**
 * `fit`: measurements of a real link in; their values, a fitted link with intervals and evidence, and a scenario out.
 */
import { linkParameters } from '../../engine/scenario/scenario.ts';
import { fitFiles } from '../../measurements/fit/fit-files.ts';
import { fittedScenario } from '../../measurements/fit/fitted-scenario.ts';
import { type GivenNumbers, QUEUE_KINDS, withGivenNumbers } from '../../measurements/fit/four-numbers.ts';
import { GIVEN_DIRECTIONS, type GivenDirection, type NamedMeasurement } from '../../measurements/fit/link-fit.ts';
import { MEASUREMENT_FILES } from '../../measurements/read-measurements.ts';
import { scenarioToFile } from '../../scenarios/files/file.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { type ParsedArguments, parameterOption, parseArguments } from '../input/arguments.ts';
import { readMeasuredFile } from '../input/measurement-files.ts';
import { type CommandIo, InputError } from '../io.ts';
import { formatFit } from '../output/fit-report.ts';
import { formatMeasurements, measurementJson } from '../output/measurement-report.ts';

const MAX_FILES = 1_000;
const NUMBER_OPTIONS = ['--down', '--up', '--idle-ms', '--loaded-down-ms', '--loaded-up-ms', '--queue'];
const SCENARIO_OPTION = '--scenario';
const WAY_OPTION = '--way';

/**
 * Runs `fit`.
 * @throws InputError for arguments or files that are not allowed, or, with `--scenario`, if they give none
 */
export function fitCommand(argv: readonly string[], io: CommandIo): void {
  const parsedArguments = parseArguments(
    argv,
    [...NUMBER_OPTIONS, WAY_OPTION, SCENARIO_OPTION],
    ['--json', '--addresses'],
    MAX_FILES,
  );
  const { positionals, flags, values } = parsedArguments;
  const givenLine = givenNumbers(parsedArguments);
  if (positionals.length === 0 && Object.keys(givenLine).length === 0)
    throw new InputError(
      `fit: give files of ${MEASUREMENT_FILES}; also .gz. Or give numbers: ${NUMBER_OPTIONS.join(', ')}`,
    );
  const files = positionals.map((path) => readMeasuredFile(io, path, flags.has('--addresses')));
  const givenDirections = parseGivenDirections(values.get(WAY_OPTION) ?? [], positionals);
  const namedMeasurements = files.flatMap(({ path, measurements }): NamedMeasurement[] =>
    measurements.map((measurement) => {
      const givenDirection = givenDirections.get(path);
      return { name: path.replace(/^.*[\\/]/, ''), measurement, ...presentFields({ givenDirection }) };
    }),
  );
  const { fit: fitOfFiles, loadedRoundTrips, flows } = fitFiles(namedMeasurements);
  const fit = withGivenNumbers(fitOfFiles, givenLine, loadedRoundTrips);
  const isKnown = { down: fit.down.rateMbps !== undefined, up: fit.up.rateMbps !== undefined };
  const loadDirection = isKnown.down && isKnown.up ? 'both' : isKnown.up ? 'up' : 'down';
  const { scenario, notes } = fittedScenario(fit, flows, loadDirection);
  const scenarioPath = parsedArguments.last(SCENARIO_OPTION);
  if (scenarioPath !== undefined) {
    if (scenario === undefined) throw new InputError(`${SCENARIO_OPTION}: ${notes.join(' ')}`);
    const file = io.openLines(scenarioPath, SCENARIO_OPTION);
    file.write(JSON.stringify(scenarioToFile(scenario), null, 2));
    file.close();
  }
  if (flags.has('--json'))
    io.out(
      JSON.stringify(
        {
          measurements: measurementJson(files),
          fit,
          scenario: scenario === undefined ? null : scenarioToFile(scenario),
          scenarioNotes: notes,
        },
        null,
        1,
      ),
    );
  else io.out([...(files.length === 0 ? [] : [formatMeasurements(files), '']), formatFit(fit, notes)].join('\n'));
}

/** The answers of `--way FILE=WAY`, by file. */
function parseGivenDirections(
  options: readonly string[],
  paths: readonly string[],
): ReadonlyMap<string, GivenDirection> {
  return new Map(
    options.map((option) => {
      const [, path = '', text] = /^(.*)=([^=]*)$/.exec(option) ?? [];
      const direction = GIVEN_DIRECTIONS.find((allowed) => allowed === text);
      if (direction === undefined)
        throw new InputError(`${WAY_OPTION}: ${option} is not allowed; allowed: FILE=${GIVEN_DIRECTIONS.join('|')}`);
      if (!paths.includes(path))
        throw new InputError(`${WAY_OPTION}: ${path} is not one of the files; allowed: ${paths.join(', ') || 'none'}`);
      return [path, direction];
    }),
  );
}

/** The numbers of the options; rates in 10^6 bit/s. */
function givenNumbers(parsedArguments: ParsedArguments): GivenNumbers {
  const rate = (name: string) => parameterOption(parsedArguments, name, linkParameters.rateBps);
  const delay = (name: string) => parameterOption(parsedArguments, name, linkParameters.delayMs);
  const [down, up] = [rate('--down'), rate('--up')];
  const [idleMs, loadedDownMs, loadedUpMs] = [delay('--idle-ms'), delay('--loaded-down-ms'), delay('--loaded-up-ms')];
  const queueKind = parsedArguments.last('--queue');
  if (queueKind !== undefined && !QUEUE_KINDS.includes(queueKind.replaceAll('-', '_')))
    throw new InputError(`--queue: ${queueKind} is not allowed; allowed: ${QUEUE_KINDS.join(', ')}`);
  return {
    ...(down === undefined ? {} : { downMbps: down / 1e6 }),
    ...(up === undefined ? {} : { upMbps: up / 1e6 }),
    ...presentFields({ idleMs, loadedDownMs, loadedUpMs, queueKind }),
  };
}
