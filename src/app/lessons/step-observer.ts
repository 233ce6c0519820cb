/** Watches the page for a lesson: a run that reaches its time answers its step, and changed settings are stored. */

import type { LessonAnswer } from '../../lessons/answers/answers.ts';
import type { AnswerDraft } from '../../lessons/answers/stored-answers.ts';
import { asksForProgram, type LessonStep } from '../../lessons/format/lesson.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import type { Page } from '../page/page.ts';
import type { OpenLessonState } from './open-lesson-state.ts';
import type { ProofPlayer } from './proof-player.ts';
import { reachedNs } from './step-on-page.ts';
import type { StepRuns } from './step-runs.ts';

/** The part of an open lesson that reacts to the page. */
interface WatchingHost {
  readonly state: OpenLessonState;
  /** The shown step. */
  readonly step: LessonStep;
  runsIn(state: OpenLessonState): StepRuns;
  answer(step: number, answer: LessonAnswer): void;
  setDraft(step: number, draft: AnswerDraft): void;
  /** The run of a *measure* step was played to the time of its figure. */
  markPlayed(step: number): void;
  readonly proofs: Pick<ProofPlayer, 'onTime' | 'onRun'>;
}

/** @returns a function that ends it */
export function observePage(page: Page, host: WatchingHost): () => void {
  return page.store.subscribe((state, previousState) => {
    if (state.run !== previousState.run) {
      observeSettings(page, host);
      host.proofs.onRun();
    } else if (state.timeNs !== previousState.timeNs || state.hasEnded !== previousState.hasEnded) {
      observeRun(page, host);
      observeReading(page, host);
      host.proofs.onTime();
    }
  });
}

/** Time up to which the run of a step is played, ns. */
export function playedUntilNs(page: Page, step: LessonStep): number {
  const { endNs } = page.state;
  const untilSeconds =
    step.kind === 'run' ? step.untilSeconds : step.kind === 'measure' ? step.reading.atSeconds : undefined;
  return untilSeconds === undefined ? endNs : Math.min(endNs, Math.round(untilSeconds * 1e9));
}

/** Stops a run that plays, unless it is at its end. */
function stopAt({ state, session }: Page, untilNs: number): void {
  if (untilNs >= state.endNs || !session.isPlaying) return;
  session.pause();
  session.seek(untilNs);
}

/** A step with a run is done when the run has reached its time. The run stops there. */
function observeRun(page: Page, host: WatchingHost): void {
  const { step } = host;
  const { step: stepIndex, answers } = host.state;
  if (step.kind !== 'run' || answers[stepIndex] !== undefined || page.state.endNs === 0) return;
  const untilNs = playedUntilNs(page, step);
  if (page.state.timeNs < untilNs) return;
  const run = host.runsIn(host.state).withId(step.view.run);
  const hasControls = step.view.controls !== 'none';
  if (!hasControls && (run === undefined || encodeRun(run) !== encodeRun(page.state.run))) return;
  stopAt(page, untilNs);
  host.answer(stepIndex, { kind: 'seen' });
}

/** A figure can be read when its run has reached its time, also in an earlier step. The run stops there. */
export function observeReading(page: Page, host: WatchingHost): void {
  const { step } = host;
  const { step: stepIndex, playedSteps } = host.state;
  if (step.kind !== 'measure' || page.state.endNs === 0 || playedSteps.includes(stepIndex)) return;
  const untilNs = playedUntilNs(page, step);
  const run = host.runsIn(host.state).withId(step.reading.run);
  if (reachedNs(page) < untilNs || run === undefined || encodeRun(run) !== encodeRun(page.state.run)) return;
  stopAt(page, untilNs);
  host.markPlayed(stepIndex);
}

/** The student's settings of a challenge are stored beyond the life of the page. */
function observeSettings(page: Page, host: WatchingHost): void {
  const { step: asking } = host;
  if (asking.kind !== 'challenge' || asksForProgram(asking)) return;
  const startRun = host.runsIn(host.state).withId(asking.view.run);
  const url = encodeRun(page.state.run);
  const { step, drafts, answers } = host.state;
  // The given settings are not an answer, unless the answer before had other settings.
  const draft = startRun === undefined || (encodeRun(startRun) === url && answers[step] === undefined) ? '' : url;
  if (draft !== (drafts[step] ?? '')) host.setDraft(step, draft);
}
