/** A challenge whose answer is the student's own settings. */
import { useState } from 'react';
import { waitsForProof } from '../../../app/lessons/open-lesson-state.ts';
import { forbiddenChangePaths } from '../../../lessons/challenges/challenge.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { encodeRun } from '../../../run-state/run-url.ts';
import { Button } from '../../parts/button.tsx';
import { Alert } from '../../parts/texts.tsx';
import { usePage } from '../../shell/context.tsx';
import { AnswerFeedback } from './feedback.tsx';
import { GOAL_TEXTS, GoalsTable } from './goals-table.tsx';
import type { StepProps } from './step-props.tsx';

export function ChallengeStepBody({ openLesson, state, stepIndex, step }: StepProps<ChallengeStep>) {
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
  const isShown = assessment.kind === 'judged' && !waitsForProof(state, stepIndex);
  const comparedNumbers = isShown ? assessment.judgedAnswer.compared : undefined;
  return (
    <>
      <p className="muted lesson-below">Your settings are between the buttons and the picture.</p>
      <GoalsTable
        openLesson={openLesson}
        state={state}
        step={step}
        comparedNumbers={comparedNumbers}
        ownColumnTitle="Your settings"
      />
      {comparedNumbers !== undefined && !isSameRun && (
        <p className="muted">These figures belong to your settings before the last change.</p>
      )}
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
      <AnswerFeedback
        openLesson={openLesson}
        state={state}
        stepIndex={stepIndex}
        message="always"
        compared="never"
        texts={GOAL_TEXTS}
      />
    </>
  );
}
