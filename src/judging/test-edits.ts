/** Changes during a run that a policy must survive: changes of its parameters and of the scenario. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { bufferUnit, type Scenario } from '../engine/scenario/scenario.ts';
import { scenarioPaths } from '../engine/scenario/scenario-paths.ts';
import type { Parameter, ParameterValue } from '../params/schema.ts';
import { required } from '../shared/required.ts';
import { openObservedRun } from './observed-run.ts';

/** The smallest and the largest value of a parameter, or all its choices. */
export function extremeValues(parameter: Parameter): ParameterValue[] {
  if (parameter.kind === 'boolean') return [true, false];
  if (parameter.kind === 'choice') return parameter.options.map((option) => option.value);
  return parameter.kind === 'text' ? [parameter.default] : [parameter.min, parameter.max];
}

function liveParameters(policy: PolicyDefinition): [string, Parameter][] {
  return Object.entries(policy.parameters).filter(([, parameter]) => parameter.live !== false);
}

/**
 * Edits that set each live parameter of the policy to its ends, and then back.
 * @returns paths with values, in order
 */
export function policyEdits(policy: PolicyDefinition, scenario: Scenario): [string, ParameterValue][] {
  const values = openObservedRun(scenario, policy).frame().policyValues;
  return liveParameters(policy).flatMap(([id, parameter]) =>
    [...extremeValues(parameter), values[id]].map((value): [string, ParameterValue] => [`policy.${id}`, value]),
  );
}

/**
 * Edits that raise and lower rates, delays, buffer and flows.
 * @returns paths with values, in order
 */
export function scenarioEdits(scenario: Scenario): [string, ParameterValue][] {
  const unit = bufferUnit(scenario);
  const room = required(scenario.buffer[unit]);
  const min = unit === 'packets' ? 1 : 64;
  const edits: [string, ParameterValue][] = [
    [`buffer.${unit}`, min],
    [`buffer.${unit}`, 3 * room],
    [`buffer.${unit}`, room],
    ['link.rateBps', 0.2e6],
    ['link.rateBps', 20e6],
    ['link.rateBps', 2e6],
    ['link.delayMs', 0],
    ['link.delayMs', 40],
    ['link.delayMs', 10],
    ['link.lossRate', 0.05],
    ['link.lossRate', 0],
  ];
  for (const [id, source] of Object.entries(scenario.sources)) {
    const flows = source.flows as number;
    for (const value of [0, flows, 3 * flows, flows]) edits.push([`sources.${id}.flows`, value]);
    for (const { path, parameter } of scenarioPaths(scenario)) {
      if (!path.startsWith(`sources.${id}.`) || parameter.live === false || path.endsWith('.flows')) continue;
      if (parameter.kind === 'number' || parameter.kind === 'integer') {
        const givenValue = (source[path.split('.')[2]] as number | undefined) ?? (parameter.default as number);
        edits.push([path, Math.max(parameter.min, Math.ceil(givenValue / 4))], [path, givenValue]);
      }
    }
  }
  return edits;
}
