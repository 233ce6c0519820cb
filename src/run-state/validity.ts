/** A run for the validator: its base, and the values that were set in it. */
import { formatPath, lanePath, parsePath } from '../params/path.ts';
import type { ParameterProblem } from '../params/schema.ts';
import {
  type RejectedSetting,
  type RunDraft,
  type Setting,
  type ValidationResult,
  validateSettings,
} from '../scenarios/rules/validate.ts';
import type { RunEdit, RunState } from './run-state.ts';
import { baseScenario, policyOfLane } from './run-values.ts';

export interface RunSetting extends Setting {
  /** The edit that sets it, if there is one. */
  readonly edit?: RunEdit;
}

/** The valid part of a run. */
export function checkedRun(run: RunState): ValidationResult<RunSetting> {
  return validateSettings(runDraft(run), runSettings(run));
}

/** The run with its remaining settings. */
export function withSettings(run: RunState, keptSettings: readonly RunSetting[]): RunState {
  const names = new Set(keptSettings.map(({ name }) => name));
  const keptValues = <T>(values: Readonly<Record<string, T>>, nameOf: (id: string) => string): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => names.has(nameOf(id))));
  return {
    ...run,
    startValues: keptValues(run.startValues, (path) => path),
    lanes: run.lanes.map((lane, index) => ({ ...lane, values: keptValues(lane.values, (id) => lanePath(index, id)) })),
    edits: run.edits.filter((edit) => keptSettings.some((setting) => setting.edit === edit)),
  };
}

/**
 * The problem of a run after a value has been set; undefined if there is none.
 * @param path the value that was set: of conflicting values, it is the last
 * @param fromNs time from which it is valid; if this is above 0, the run before it is known to be valid
 */
export function problemWith(run: RunState, path?: string, fromNs?: number): ParameterProblem | undefined {
  const settings = runSettings(run);
  const isNew = ({ edit, name }: RunSetting) => (edit?.path ?? name) === path;
  const orderedSettings = [...settings.filter((setting) => !isNew(setting)), ...settings.filter(isNew)];
  const { rejectedSettings, problems } = validateSettings(runDraft(run), orderedSettings, fromNs);
  const problem = rejectedSettings.find(({ setting }) => isNew(setting)) ?? rejectedSettings[0];
  return problem === undefined ? problems[0] : problemOfSetting(problem);
}

/** By the path of the value, and the time from which it would have been valid. */
function problemOfSetting({ setting, problem }: RejectedSetting<RunSetting>): ParameterProblem {
  const { edit } = setting;
  return edit === undefined ? problem : { ...problem, path: `${edit.path} from ${edit.timeNs / 1e9} s on` };
}

function runDraft(run: RunState): RunDraft {
  return {
    scenario: baseScenario(run),
    lanes: run.lanes.map((lane) => ({ definition: policyOfLane(lane), values: {} })),
  };
}

function runSettings({ startValues, lanes, edits }: RunState): RunSetting[] {
  return [
    ...Object.entries(startValues).map(([path, value]) => ({ name: path, path, value })),
    ...lanes.flatMap(({ policy, values }, lane) =>
      Object.entries(values).map(([id, value]) => ({
        name: lanePath(lane, id),
        path: `${policy}.${id}`,
        lane,
        value,
      })),
    ),
    ...edits.map((edit): RunSetting => {
      const setting = { name: `edits ${edit.path}`, path: edit.path, value: edit.value, timeNs: edit.timeNs, edit };
      const parsedPath = parsePath(edit.path);
      if (parsedPath?.lane === undefined) return setting;
      const owner = parsedPath.group === 'policy' ? (lanes[parsedPath.lane]?.policy ?? '') : parsedPath.owner;
      return { ...setting, lane: parsedPath.lane, path: formatPath({ ...parsedPath, lane: undefined, owner }) };
    }),
  ];
}
