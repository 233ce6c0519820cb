/** The values that the controls show: of the scenario, and of each lane's policy. */
import { ownLimitOf } from '../../engine/contract/own-limit.ts';
import { linkParameters, resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { resolvedValue, scenarioPaths } from '../../engine/scenario/scenario-paths.ts';
import { lanePath, type ParsedPath, UP_BUFFER } from '../../params/path.ts';
import type { Parameter, ParameterValue } from '../../params/schema.ts';
import { usedValue } from '../../policies/used-values.ts';
import { laneNameOfRun } from '../../run-state/lane-names.ts';
import type { LaneState, RunState } from '../../run-state/run-state.ts';
import { parameterValueAt, policyOfLane, policyValuesAt, scenarioOfRun } from '../../run-state/run-values.ts';
import { upPoliciesAt } from '../../run-state/up-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';

export interface SidebarEntry {
  /** Path of the parameter in the run. */
  readonly path: string;
  /** Id of the class of sources, if it is a value of a class. */
  readonly source?: string | undefined;
  /** Whether it is a value of the direction up. */
  readonly isUp?: boolean;
  readonly parameter: Parameter;
  readonly value: ParameterValue;
  /** The value that is used, if it is another one than the asked one. */
  readonly usedValue?: number | undefined;
  /** Names of the policies that do not use it, because each has a limit of its own. */
  readonly unusedBy?: readonly string[];
}

export const RATE_PATH = 'link.rateBps';

/** If the rate of the link varies, C is only the rate in the other direction. */
const OTHER_DIRECTION_RATE: Parameter = {
  ...linkParameters.rateBps,
  label: 'Rate of the return path',
  help: 'Rate of the link in the other direction, which carries the ACKs. It does not vary.',
};

/** The parameters of a link whose rate varies: how it varies is among the first ones. */
function linkParameter(path: string, parameter: Parameter): Parameter {
  if (path === RATE_PATH) return OTHER_DIRECTION_RATE;
  return path === 'link.rates' ? { ...parameter, primary: true } : parameter;
}

/** Every path of the scenario with its present value. */
export function sidebarEntries(run: RunState, timeNs: number): SidebarEntry[] {
  const scenario = scenarioOfRun(run);
  const resolvedScenario = resolveScenario(scenario);
  return scenarioPaths(scenario).map(({ path, parsedPath, parameter }) => {
    const start = required(resolvedValue(resolvedScenario, parsedPath));
    const isVarying = resolvedScenario.link.rates !== 'constant';
    return {
      path,
      source: parsedPath.group === 'sources' ? parsedPath.owner : undefined,
      isUp: parsedPath.group === 'up',
      parameter: isVarying
        ? linkParameter(path, parameter)
        : // Listed only with a queue up, where it is among the first values.
          parsedPath.id === 'direction'
          ? { ...parameter, primary: true }
          : parameter,
      value: parameterValueAt(run, path, timeNs, start),
      unusedBy: policiesWithoutBuffer(run, parsedPath, timeNs),
    };
  });
}

/** Names of the policies in the direction of a buffer that keep a limit of their own. */
function policiesWithoutBuffer(run: RunState, { group, owner }: ParsedPath, timeNs: number): readonly string[] {
  const ofLane = (lane: LaneState, index: number) => ({
    definition: policyOfLane(lane),
    values: policyValuesAt(run, index, timeNs),
  });
  const policies =
    group === 'buffer' ? run.lanes.map(ofLane) : owner === UP_BUFFER && group === 'up' ? upPoliciesAt(run, timeNs) : [];
  const limitedPolicies = policies.filter(({ definition, values }) => ownLimitOf(definition, values) !== undefined);
  return [...new Set(limitedPolicies.map(({ definition }) => definition.name))];
}

/** Every parameter of a lane's policy with its present value. */
export function laneEntries(run: RunState, lane: number, nowNs: number): SidebarEntry[] {
  const values = policyValuesAt(run, lane, nowNs);
  const definition = policyOfLane(required(run.lanes[lane]));
  return Object.entries(definition.parameters).map(([id, parameter]) => ({
    path: lanePath(lane, id),
    parameter,
    value: required(values[id]),
    usedValue: usedValue(definition.id, values, id),
  }));
}

export const laneTitle = (run: RunState, lane: number) => `${laneLetter(lane)} · ${laneNameOfRun(run, lane)}`;

export interface EntryOwner {
  readonly id: string;
  readonly label: string;
}

/** The sources, with neighbouring sources of one kind in one group. */
export function sourcesByKind({ sources }: Scenario): EntryOwner[][] {
  const runs: (EntryOwner & { readonly kind: string })[][] = [];
  for (const [id, { kind, label }] of Object.entries(sources)) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === kind) last.push({ id, kind, label });
    else runs.push([{ id, kind, label }]);
  }
  return runs;
}

/** Whether a control can be used: with a single option there is nothing to choose. */
export const canChange = ({ parameter }: SidebarEntry) => parameter.kind !== 'choice' || parameter.options.length > 1;
export const isPrimaryEntry = ({ parameter }: SidebarEntry) => parameter.primary === true;
