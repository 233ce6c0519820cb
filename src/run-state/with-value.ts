/** A run with one changed value: from the start, or from a later time. */
import { sortByTime } from '../engine/scenario/edits.ts';
import { parsePath } from '../params/path.ts';
import type { ParameterValue } from '../params/schema.ts';
import type { RunEdit, RunState } from './run-state.ts';

/** The edits of all other values. */
function editsOfOthers(run: RunState, path: string): readonly RunEdit[] {
  return run.edits.filter((edit) => edit.path !== path);
}

/**
 * The run with a value that is valid from start to end. Later changes of this value are removed, unless `edits` keeps
 * them.
 */
export function withStartValue(
  run: RunState,
  path: string,
  value: ParameterValue,
  edits: readonly RunEdit[] = editsOfOthers(run, path),
): RunState {
  const parsedPath = parsePath(path);
  if (parsedPath?.lane === undefined) return { ...run, edits, startValues: { ...run.startValues, [path]: value } };
  const lanes = run.lanes.map((lane, index) =>
    index === parsedPath.lane ? { ...lane, values: { ...lane.values, [parsedPath.id]: value } } : lane,
  );
  return { ...run, edits, lanes };
}

/** The run with one more edit, which replaces an edit of the same value at the same time. */
export function withEdit(run: RunState, edit: RunEdit): RunState {
  const others = run.edits.filter(({ path, timeNs }) => path !== edit.path || timeNs !== edit.timeNs);
  return { ...run, edits: sortByTime([...others, edit]) };
}
