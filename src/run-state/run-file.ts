/** The start of a run as a scenario file. Loaded when a file is saved. */

import type { Scenario } from '../engine/scenario/scenario.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import type { ParameterSchema, ParameterValues } from '../params/schema.ts';
import { type FileProgram, MAX_TEXT_CHARACTERS, scenarioToFile } from '../scenarios/files/file.ts';
import type { RunState } from './run-state.ts';
import { policyOfLane, scenarioOfRun, scenarioTexts } from './run-values.ts';

/** The scenario of a run's start as the content of a file, with its program if a lane runs one. */
export function fileOfRun(run: RunState): Record<string, unknown> {
  return scenarioToFile(scenarioWithPolicies(run), programOfRun(run));
}

/**
 * The scenario of a run's start, with the policies and values of its lanes. If several lanes have one policy, their own
 * values are those of `lanes`.
 */
export function scenarioWithPolicies(run: RunState): Scenario {
  const { lanes: _, ...scenario } = scenarioOfRun(run);
  const registeredLanes = run.lanes.filter(({ policy }) => policy !== PROGRAM_POLICY);
  const hasPeers = new Set(registeredLanes.map(({ policy }) => policy)).size < registeredLanes.length;
  const policies: Record<string, ParameterValues> = {};
  for (const lane of registeredLanes) {
    const { id, parametersOf = id, parameters } = policyOfLane(lane);
    policies[id] ??= {
      ...valuesOf(parameters, scenario.policies[parametersOf]),
      ...scenario.policies[id],
      ...(hasPeers ? {} : lane.values),
    };
  }
  const { title, summary } = scenarioTexts({ ...run, edits: [] });
  return {
    ...scenario,
    title: title.slice(0, MAX_TEXT_CHARACTERS),
    summary: summary.slice(0, MAX_TEXT_CHARACTERS),
    policies,
    ...(hasPeers ? { lanes: registeredLanes } : {}),
  };
}

/**
 * The program of a run with the values of its first lane, in the form of a file; undefined if no lane runs one. They
 * include the values that it copies from another policy, so that the file does not need that policy.
 */
export function programOfRun(run: RunState): FileProgram | undefined {
  const lane = run.lanes.find(({ policy }) => policy === PROGRAM_POLICY);
  if (lane === undefined || run.program === undefined) return undefined;
  const { parameters, parametersOf = PROGRAM_POLICY } = run.program.definition;
  const sharedValues = valuesOf(parameters, scenarioOfRun(run).policies[parametersOf]);
  return { source: run.program.source, values: { ...sharedValues, ...lane.values } };
}

/** Of the values of another policy: those of parameters that this policy has, too. */
function valuesOf(parameters: ParameterSchema, values: ParameterValues = {}): ParameterValues {
  return Object.fromEntries(Object.entries(values).filter(([id]) => Object.hasOwn(parameters, id)));
}
