/** A challenge whose answer is the student's own settings. */
import { useState } from 'react';
import { strayingPaths } from '../../../lessons/challenges/challenge.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { encodeRun } from '../../../run-state/link.ts';
import { usePage } from '../../shell/context.tsx';
import { Feedback } from './feedback.tsx';
import { GOAL_WORDS, GoalsTable } from './goals-table.tsx';
import type { StepProps } from './step-props.tsx';

export function Challenge({ openLesson, state, at, step }: StepProps<ChallengeStep>) {
  const run = usePage((page) => page.run);
  const [outside, setOutside] = useState<readonly string[]>([]);
  const verdict = openLesson.verdicts.ofStep(at);
  const link = encodeRun(run);
  const measuredRun = openLesson.runs.answeredRun(at);
  const same = measuredRun !== undefined && encodeRun(measuredRun) === link;
  const given = openLesson.runs.withId(step.view.run);
  const measure = () => {
    const found = given === undefined ? [] : strayingPaths(given, run, step);
    setOutside(found);
    if (found.length > 0) return;
    openLesson.answer(at, { kind: 'settings', link });
    openLesson.want(at);
  };
  const found = verdict.kind === 'judged' ? verdict.judged.compared : undefined;
  return (
    <>
      <p className="muted settings-below">Your settings are below the buttons, before the picture.</p>
      <GoalsTable openLesson={openLesson} step={step} found={found} yours="Your settings" />
      {found !== undefined && !same && (
        <p className="muted">These figures belong to your settings before the last change.</p>
      )}
      <p className="buttons">
        <button type="button" className="primary" disabled={verdict.kind === 'measuring'} onClick={measure}>
          Measure my settings
        </button>
        <button type="button" onClick={() => openLesson.reopenRun()}>
          Start again
        </button>
      </p>
      {outside.length > 0 && (
        <p className="notice" role="alert">
          You also changed settings that this step does not allow: {outside.join(', ')}. Press “Start again”.
        </p>
      )}
      <Feedback openLesson={openLesson} state={state} at={at} says="always" compared="never" words={GOAL_WORDS} />
    </>
  );
}
