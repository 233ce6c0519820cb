/** A step on the page: its run, its time, its speed, and the values that may be changed. */

import type { LessonStep } from '../../lessons/format/lesson.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import { SPEEDS } from '../lanes/speeds.ts';
import type { Page } from '../page/page.ts';

/**
 * Opens the run of a step, if another one is open, and goes to the step's time.
 * @param run undefined if the step has none
 */
export function showStep(page: Page, step: LessonStep, run: RunState | undefined): void {
  const view = step.kind === 'broken' ? undefined : step.view;
  page.session.pause();
  if (view?.speed !== undefined) page.session.setSpeed(nearestSpeed(view.speed));
  const timeNs = (view?.atSeconds ?? 0) * 1e9;
  if (run !== undefined && encodeRun(run) !== encodeRun(page.state.run)) {
    openPaused(page, run, timeNs, allowedControls(step));
    return;
  }
  page.lock.allowOnly(allowedControls(step));
  if (view?.atSeconds !== undefined) page.session.seek(timeNs);
}

/** Opens a run, paused at a time. Earlier changes cannot be undone in it. */
export function openPaused(
  page: Page,
  run: RunState,
  timeNs: number,
  allowedPaths: readonly string[] | undefined,
): void {
  page.runs.deleteHistory();
  page.runs.openUrl({ state: run, embedding: 'whole', problems: [] }, { timeNs, playing: false });
  page.lock.allowOnly(allowedPaths);
}

/** The shown time, or the time to which the run was sent back: the page shows it a moment later. */
export const reachedNs = ({ state, session }: Pick<Page, 'state' | 'session'>): number =>
  Math.min(state.timeNs, session.commandedNs);

/** The paths that may be changed in a step; undefined for all. */
export function allowedControls(step: LessonStep): readonly string[] | undefined {
  const controls = step.kind === 'broken' ? 'none' : (step.view?.controls ?? 'none');
  return controls === 'all' ? undefined : controls === 'none' ? [] : controls;
}

/** The speed of the page that is nearest to a wanted one, simulated seconds per second. */
export function nearestSpeed(wantedSpeed: number): number {
  const distance = (speed: number) => Math.abs(Math.log(speed / wantedSpeed));
  return SPEEDS.filter(Number.isFinite).reduce((closestSpeed, speed) =>
    distance(speed) < distance(closestSpeed) ? speed : closestSpeed,
  );
}
