/** Turns PRESET, a link, FILE.json or a file of arrivals, with its --set options, into a scenario. */
import { ALLOWED_FILES, isArrivals, isMeantAsJson } from '../../capture/file-kind.ts';
import type { ReadDirection } from '../../capture/options.ts';
import type { OpeningLane, Scenario } from '../../engine/scenario/scenario.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { describeProblem, type ParameterValues } from '../../params/schema.ts';
import { decodeRun } from '../../run-state/run-url.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { ARRIVALS_NAME } from '../../scenarios/files/arrivals-name.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../../scenarios/files/arrivals-scenario.ts';
import { type FileProgram, parseScenarioFile } from '../../scenarios/files/file.ts';
import { withRates } from '../../scenarios/files/rates.ts';
import { findPreset, presetIds } from '../../scenarios/index.ts';
import { nearestNames, settingsOfPath } from '../../scenarios/paths.ts';
import type { Setting } from '../../scenarios/rules/validate.ts';
import { errorMessage } from '../../shared/error-message.ts';
import { presentFields } from '../../shared/present-fields.ts';
import { type CommandIo, InputError } from '../io.ts';
import { systemErrorCode } from '../system-error.ts';
import { foreignFileMessage } from './foreign-file.ts';
import { DIRECTION_OPTION, readArrivals, readBytes, readTextFile } from './read-arrivals.ts';
import { readInput } from './read-input.ts';

/** A scenario, with the program that its file contains. */
export interface OpenedScenario {
  readonly scenario: Scenario;
  readonly program?: FileProgram;
  /** Of a link, or of a preset or a file whose lanes have values of their own. */
  readonly lanes?: readonly OpeningLane[] | undefined;
  /** Seed of a link of the page. */
  readonly seed?: number;
}

/** The hash of a link, given as the whole link or without its `#`; undefined for a preset or a file. */
export function extractHash(givenUrl: string): string | undefined {
  const word = givenUrl.trim();
  if (/^(https?:|#)/i.test(word)) return word.includes('#') ? word.slice(word.indexOf('#')) : '';
  return /^(v|p|z|seed)=/.test(word) ? word : undefined;
}

/**
 * The run of a link of the page.
 * @throws InputError if a value of the link is refused, or if it has what `run` cannot do
 */
function openLink(hash: string): OpenedScenario {
  const { state, program, problems } = decodeRun(hash);
  if (hash === '' || problems.length > 0)
    throw new InputError(
      hash === ''
        ? 'link: it has no run behind #'
        : problems.map((problem) => `link: ${describeProblem(problem)}`).join('\n'),
    );
  const advice = 'open it on the page and save its scenario as a file';
  if (program !== undefined || state.program !== undefined)
    throw new InputError(`link: it contains a program, which is not run from a link; ${advice}`);
  const { length: count } = state.edits;
  if (count > 0) {
    const changes = count === 1 ? 'a change' : `${count} changes`;
    throw new InputError(`link: it has ${changes} during the run, and run makes none; ${advice}`);
  }
  return { scenario: scenarioOfRun(state), lanes: state.lanes, seed: state.seed };
}

/**
 * The scenario that a word of the command line names: a preset, a link or a file.
 * @param direction of the packets of a capture that are read
 * @throws InputError if it is none of them, or is not allowed
 */
export function openScenario(io: CommandIo, name: string | undefined, direction?: ReadDirection): OpenedScenario {
  if (name === undefined) throw new InputError('give a preset, a link or a file; `list` shows the presets');
  const hash = extractHash(name);
  if (hash !== undefined && direction === undefined) return openLink(hash);
  const preset = findPreset(name);
  const listsArrivals = preset === undefined && (ARRIVALS_NAME.test(name) || readFileKind(io, name) === 'arrivals');
  if (direction !== undefined && !listsArrivals)
    throw new InputError(`${DIRECTION_OPTION}: not allowed with ${name}; allowed: with a capture`);
  if (preset !== undefined) return { scenario: preset, lanes: preset.lanes };
  if (listsArrivals) return { scenario: readArrivalsScenario(io, name, direction) };
  return readScenarioFile(io, name);
}

/**
 * The kind of a file that is named like no file of arrivals. Its first bytes tell, because captures often have no
 * ending.
 * @throws InputError if there is no such file and the name could be that of a preset, or if its format is not read
 */
function readFileKind(io: CommandIo, name: string): 'arrivals' | 'scenario' {
  let bytes: Uint8Array;
  try {
    bytes = readBytes(io, name);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || /\.json$|[\\/]/i.test(name)) return 'scenario';
    throw new InputError(
      `preset: ${name} is unknown; allowed: a preset of \`list\` (nearest: ${nearestNames(name, presetIds).join(', ')}) or a file: .json, or arrivals as .csv, .pcap or .pcapng`,
    );
  }
  if (isArrivals(bytes)) return 'arrivals';
  const message = foreignFileMessage(bytes);
  if (message !== undefined) throw new InputError(`${name}: ${message}`);
  if (isMeantAsJson(name, bytes)) return 'scenario';
  throw new InputError(`${name}: the file exists, but it is none of these: ${ALLOWED_FILES}`);
}

/** @throws InputError with all refused values of the file */
export function readScenarioFile(io: CommandIo, name: string): OpenedScenario {
  const text = readInput('file', name, () => io.readFile(name));
  const { scenario, program, problems } = parseScenarioFile(text);
  if (scenario === undefined || problems.length > 0)
    throw new InputError(problems.map((problem) => `${name}: ${describeProblem(problem)}`).join('\n'));
  return { scenario, lanes: scenario.lanes, ...presentFields({ program }) };
}

function readArrivalsScenario(io: CommandIo, name: string, direction: ReadDirection | undefined): Scenario {
  const { arrivals, notes } = readArrivals(io, name, ARRIVALS_LIMITS, direction);
  for (const note of notes) io.err(`${name}: ${note}`);
  if (arrivals.draws !== undefined) io.err(`${name}: column u has no effect on a run; replay uses it`);
  return scenarioOfArrivals(name, arrivals);
}

/**
 * The scenario with the rates of a file (`--rates`) as its link; the file may be gzipped.
 * @throws InputError if the file cannot be read
 */
export function applyRatesFile(io: CommandIo, scenario: Scenario, path: string | undefined): Scenario {
  if (path === undefined) return scenario;
  try {
    const format = foreignFileMessage(readBytes(io, path));
    if (format !== undefined) throw new Error(format);
    const { scenario: rated, note } = withRates(scenario, path, readTextFile(io, path));
    io.err(`${path}: ${note}`);
    return rated;
  } catch (error) {
    throw new InputError(`--rates ${path}, ${errorMessage(error)}`);
  }
}

/** The values of `PATH=VALUE` options, in order. */
export function parseSettingOptions(scenario: Scenario, options: readonly string[]): Setting[] {
  return options.flatMap((option) => {
    const equalsIndex = option.indexOf('=');
    if (equalsIndex <= 0) throw new InputError(`--set: ${option} is not allowed; allowed: PATH=VALUE`);
    return parseSetting(scenario, option.slice(0, equalsIndex), option.slice(equalsIndex + 1), '--set');
  });
}

/**
 * The values of a program's parameters.
 * @param name of the program, for messages
 */
export function programSettings(scenario: Scenario, values: ParameterValues, name: string): Setting[] {
  return Object.entries(values).flatMap(([id, value]) =>
    parseSetting(scenario, `${PROGRAM_POLICY}.${id}`, String(value), name),
  );
}

/** The values of `CLASS=ID` options of `--congestion`, in order. */
export function parseCongestionOptions(scenario: Scenario, options: readonly string[]): Setting[] {
  return options.flatMap((option) => {
    const equalsIndex = option.indexOf('=');
    if (equalsIndex <= 0) throw new InputError(`--congestion: ${option} is not allowed; allowed: CLASS=ID`);
    return parseSetting(
      scenario,
      `sources.${option.slice(0, equalsIndex)}.congestion`,
      option.slice(equalsIndex + 1),
      '--congestion',
    );
  });
}

function parseSetting(scenario: Scenario, path: string, value: string, option: string): Setting[] {
  const result = settingsOfPath(scenario, path, value);
  if ('problem' in result) throw new InputError(`${option} ${describeProblem(result.problem)}`);
  return result.settings.map((setting) => ({ ...setting, name: `${option} ${setting.name}` }));
}
