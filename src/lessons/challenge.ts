/** What a student may change in a challenge: only what the step leaves. */
import type { RunState } from '../app/run-state.ts';
import { lanePath } from '../params/path.ts';
import type { ChallengeStep } from './lesson.ts';

/** Paths that differ from the lesson's run and may not; `preset`, `lanes` or `seed` where the run is another one. */
export function straying(base: RunState, own: RunState, { view }: ChallengeStep): readonly string[] {
  const found: string[] = [];
  if (own.preset !== base.preset || JSON.stringify(own.custom) !== JSON.stringify(base.custom)) found.push('preset');
  if (own.lanes.map((lane) => lane.policy).join() !== base.lanes.map((lane) => lane.policy).join()) found.push('lanes');
  if (own.seed !== base.seed) found.push('seed');
  const [before, after] = [settingsOf(base), settingsOf(own)];
  for (const path of new Set([...before.keys(), ...after.keys()]))
    if (before.get(path) !== after.get(path)) found.push(path);
  for (const edit of own.edits)
    if (!base.edits.some((one) => JSON.stringify(one) === JSON.stringify(edit))) found.push(edit.path);
  if (view.controls === 'all') return found;
  const free: readonly string[] = view.controls === 'none' ? [] : view.controls;
  return [...new Set(found)].filter((path) => !free.includes(path));
}

/** All settings of a run that differ from its preset's, by path. */
function settingsOf({ changes, lanes }: RunState): ReadonlyMap<string, string> {
  const settings = Object.entries(changes);
  for (const [index, { values }] of lanes.entries())
    for (const [id, value] of Object.entries(values)) settings.push([lanePath(index, id), value]);
  return new Map(settings.map(([path, value]) => [path, JSON.stringify(value)]));
}
