/** Lanes added, copied, moved and removed. The edits of a lane move with it. */

import { formatPath, parsePath } from '../params/path.ts';
import { required } from '../shared/required.ts';
import type { LaneState, RunEdit, RunState } from './run-state.ts';

/** An old lane by its number, or a new lane. */
export type LaneOrigin = number | LaneState;

/** The run with these lanes in this order. The edits of a lane that is left out are removed. */
export function withLanes(run: RunState, origins: readonly LaneOrigin[]): RunState {
  const lanes = origins.map((origin) => (typeof origin === 'number' ? required(run.lanes[origin]) : origin));
  const edits = run.edits.flatMap((edit) => {
    const parsedPath = parsePath(edit.path);
    if (parsedPath?.lane === undefined) return [edit];
    return origins.flatMap((origin, lane) =>
      origin === parsedPath.lane ? [{ ...edit, path: formatPath({ ...parsedPath, lane }) }] : [],
    );
  });
  return { ...run, lanes, edits };
}

/** The lane that an edit concerns; undefined when it concerns all. */
function concernedLane(edit: RunEdit): number | undefined {
  return parsePath(edit.path)?.lane;
}

/** The path of the same value in one lane. */
function inLane(path: string, lane: number): string {
  return formatPath({ ...required(parsePath(path)), lane });
}

/**
 * The run for a comparison with and without one edit. Each lane of the edit gets a copy without this edit, while there
 * is room. An edit of all lanes becomes one edit for each old lane.
 */
export function branchWithout(run: RunState, index: number, maxLanes: number): RunState {
  const edit = required(run.edits[index]);
  const editLane = concernedLane(edit);
  const concernedLanes = editLane === undefined ? run.lanes.map((_, lane) => lane) : [editLane];
  const copiedLanes = concernedLanes.slice(0, maxLanes - run.lanes.length);
  if (copiedLanes.length === 0) return run;
  const edits = run.edits.flatMap((other, editIndex) =>
    editIndex !== index || editLane !== undefined
      ? [other]
      : run.lanes.map((_, lane) => ({ ...edit, path: inLane(edit.path, lane) })),
  );
  const branchedRun = withLanes({ ...run, edits }, [...run.lanes.keys(), ...copiedLanes]);
  const isKept = (other: RunEdit) => {
    const lane = concernedLane(other);
    const isCopy = lane !== undefined && lane >= run.lanes.length;
    return !(isCopy && other.timeNs === edit.timeNs && other.path === inLane(edit.path, lane));
  };
  return { ...branchedRun, edits: branchedRun.edits.filter(isKept) };
}
