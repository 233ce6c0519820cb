/** A challenge whose answer is the student's own settings. */
import { useState } from 'react';
import { forbiddenChangePaths } from '../../../lessons/challenges/challenge.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { encodeRun } from '../../../run-state/run-url.ts';
import { Button } from '../../parts/button.tsx';
import { Alert } from '../../parts/texts.tsx';
import { usePage } from '../../shell/context.tsx';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import { AnswerFeedback } from './feedback.tsx';
import { GoalsTable } from './goals-table.tsx';

export function ChallengeStepBody({ step }: { readonly step: ChallengeStep }) {
  const { openLesson, state, stepIndex } = useLesson();
  const run = usePage((page) => page.run);
  const [strayingSettings, setStrayingSettings] = useState<readonly string[]>([]);
  const assessment = openLesson.assessmentsIn(state).assessmentOfStep(stepIndex);
  const url = encodeRun(run);
  const runs = openLesson.runsIn(state);
  const measuredRun = runs.answeredRun(stepIndex);
  const isSameRun = measuredRun !== undefined && encodeRun(measuredRun) === url;
  const lessonRun = runs.withId(step.view.run);
  const measure = () => {
    const strayingPaths = lessonRun === undefined ? [] : forbiddenChangePaths(lessonRun, run, step);
    setStrayingSettings(strayingPaths);
    if (strayingPaths.length > 0) return;
    openLesson.answer(stepIndex, { kind: 'settings', link: url });
    openLesson.requestResult(stepIndex);
  };
  const isShown = useShownJudgement() !== undefined;
  return (
    <>
      <p className="muted lesson-below">Your settings are between the buttons and the picture.</p>
      <GoalsTable step={step} ownColumnTitle="Your settings" />
      {isShown && !isSameRun && <p className="muted">These figures belong to your settings before the last change.</p>}
      <p className="cluster">
        <Button className="primary" disabled={assessment.kind === 'measuring'} onClick={measure}>
          Measure my settings
        </Button>
        <Button onClick={() => openLesson.reopenRun()}>Start again</Button>
      </p>
      {strayingSettings.length > 0 && (
        <Alert>
          You also changed settings that this step does not allow: {strayingSettings.join(', ')}. Press “Start again”.
        </Alert>
      )}
      <AnswerFeedback />
    </>
  );
}
