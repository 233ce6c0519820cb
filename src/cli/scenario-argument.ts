/** Turns PRESET, FILE.json or a file of arrivals, with its --set options, into a scenario. */
import type { Scenario } from '../engine/scenario.ts';
import { describeProblem } from '../params/schema.ts';
import { ARRIVALS_LIMITS, scenarioOfArrivals } from '../scenarios/arrivals.ts';
import { parseScenarioFile } from '../scenarios/file.ts';
import { findPreset, presetIds } from '../scenarios/index.ts';
import { nearest, setPath } from '../scenarios/paths.ts';
import type { Setting } from '../scenarios/validate.ts';
import { namesArrivals, readArrivals } from './arrivals-file.ts';
import { BadInput, type Io } from './io.ts';

export function loadScenario(io: Io, name: string | undefined): Scenario {
  if (name === undefined) throw new BadInput('give a preset or a file; `list` shows the presets');
  const preset = findPreset(name);
  if (preset !== undefined) return preset;
  if (namesArrivals(name)) return arrivalsScenario(io, name);
  if (!/\.json$/i.test(name) && !/[\\/]/.test(name))
    throw new BadInput(
      `preset: ${name} is unknown; allowed: a preset of \`list\` (nearest: ${nearest(name, presetIds).join(', ')}) or a file: .json, or arrivals as .csv, .pcap or .pcapng`,
    );
  let text: string;
  try {
    text = io.readFile(name);
  } catch (error) {
    throw new BadInput(`file: ${name} could not be read: ${(error as Error).message}`);
  }
  const { scenario, problems } = parseScenarioFile(text);
  if (scenario === undefined || problems.length > 0)
    throw new BadInput(problems.map((problem) => `${name}: ${describeProblem(problem)}`).join('\n'));
  return scenario;
}

function arrivalsScenario(io: Io, name: string): Scenario {
  const { arrivals, notes } = readArrivals(io, name, ARRIVALS_LIMITS);
  for (const note of notes) io.err(`${name}: ${note}`);
  if (arrivals.draws !== undefined) io.err(`${name}: column u has no effect on a run; replay takes it`);
  return scenarioOfArrivals(name, arrivals);
}

/** What `PATH=VALUE` options set, in order. */
export function settingsFrom(scenario: Scenario, options: readonly string[]): Setting[] {
  return options.flatMap((option) => {
    const at = option.indexOf('=');
    if (at <= 0) throw new BadInput(`--set: ${option} is not allowed; allowed: PATH=VALUE`);
    return settingsOf(scenario, option.slice(0, at), option.slice(at + 1), '--set');
  });
}

/** What `CLASS=ID` options of `--congestion` set, in order. */
export function congestionFrom(scenario: Scenario, options: readonly string[]): Setting[] {
  return options.flatMap((option) => {
    const at = option.indexOf('=');
    if (at <= 0) throw new BadInput(`--congestion: ${option} is not allowed; allowed: CLASS=ID`);
    return settingsOf(scenario, `sources.${option.slice(0, at)}.congestion`, option.slice(at + 1), '--congestion');
  });
}

function settingsOf(scenario: Scenario, path: string, value: string, option: string): Setting[] {
  const result = setPath(scenario, path, value);
  if ('problem' in result) throw new BadInput(`${option} ${describeProblem(result.problem)}`);
  return result.settings.map((setting) => ({ ...setting, name: `${option} ${setting.name}` }));
}
