/** The settings of a challenge that a student may not change but has changed. */

import { lanePath } from '../../params/path.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { hasProgram } from '../../run-state/run-url.ts';
import type { ChallengeStep } from '../format/lesson.ts';

/**
 * Paths that differ from the lesson's run although this is not allowed; `preset`, `lanes` or `seed` if it is another
 * run. A program is never allowed, because an answer cannot contain it.
 */
export function forbiddenChangePaths(base: RunState, changedRun: RunState, { view }: ChallengeStep): readonly string[] {
  if (hasProgram(changedRun)) return ['own'];
  if (view.controls === 'all') return [];
  const paths: string[] = [];
  if (changedRun.preset !== base.preset || JSON.stringify(changedRun.custom) !== JSON.stringify(base.custom))
    paths.push('preset');
  if (changedRun.lanes.map((lane) => lane.policy).join() !== base.lanes.map((lane) => lane.policy).join())
    paths.push('lanes');
  if (changedRun.seed !== base.seed) paths.push('seed');
  const [before, after] = [settingTexts(base), settingTexts(changedRun)];
  for (const path of new Set([...before.keys(), ...after.keys()]))
    if (before.get(path) !== after.get(path)) paths.push(path);
  paths.push(...editsOnlyIn(changedRun, base), ...editsOnlyIn(base, changedRun));
  const allowedPaths: readonly string[] = view.controls === 'none' ? [] : view.controls;
  return [...new Set(paths)].filter((path) => !allowedPaths.includes(path));
}

/** Paths of the edits that only the first of two runs has. */
function editsOnlyIn({ edits }: RunState, other: RunState): readonly string[] {
  const others = new Set(other.edits.map((edit) => JSON.stringify(edit)));
  return edits.filter((edit) => !others.has(JSON.stringify(edit))).map(({ path }) => path);
}

/** All settings of a run that differ from its preset's, by path. */
function settingTexts({ startValues, lanes }: RunState): ReadonlyMap<string, string> {
  const settings = Object.entries(startValues);
  for (const [index, { values }] of lanes.entries())
    for (const [id, value] of Object.entries(values)) settings.push([lanePath(index, id), value]);
  return new Map(settings.map(([path, value]) => [path, JSON.stringify(value)]));
}
