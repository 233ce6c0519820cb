/** A step on the page: its run, its time, its speed, and the values that may be changed. */
import type { Page } from '../../../app/page/page.ts';
import type { LessonStep } from '../../../lessons/format/lesson.ts';
import type { RunState } from '../../../run-state/run-state.ts';
import { encodeRun } from '../../../run-state/run-url.ts';
import { SPEEDS } from '../../playback/speeds.ts';

/**
 * Opens the run of a step, if another one is open, and goes to the step's time.
 * @param run undefined if the step has none
 */
export function showStep(page: Page, step: LessonStep, run: RunState | undefined): void {
  const view = step.kind === 'broken' ? undefined : step.view;
  const controls = view?.controls ?? 'none';
  const only = controls === 'all' ? undefined : controls === 'none' ? [] : controls;
  page.session.pause();
  if (view?.speed !== undefined) page.session.setSpeed(nearestSpeed(view.speed));
  const timeNs = (view?.atSeconds ?? 0) * 1e9;
  if (run !== undefined && encodeRun(run) !== encodeRun(page.state.run)) {
    openPaused(page, run, timeNs, only);
    return;
  }
  page.allowOnly(only);
  if (view?.atSeconds !== undefined) page.session.seek(timeNs);
}

/** Opens a run, paused at a time. Earlier changes cannot be undone in it. */
export function openPaused(page: Page, run: RunState, timeNs: number, only: readonly string[] | undefined): void {
  page.deleteHistory();
  page.openUrl({ state: run, embedding: 'whole', problems: [] }, { timeNs, playing: false });
  page.allowOnly(only);
}

function nearestSpeed(wanted: number): number {
  const distance = (speed: number) => Math.abs(Math.log(speed / wanted));
  return SPEEDS.filter(Number.isFinite).reduce((best, speed) => (distance(speed) < distance(best) ? speed : best));
}
