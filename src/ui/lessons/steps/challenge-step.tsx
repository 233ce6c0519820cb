/** A challenge whose answer is the student's own settings. */

import { useState } from 'react';
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { formatReachedFigure } from '../../../lessons/answers/solution.ts';
import { forbiddenChangePaths } from '../../../lessons/challenges/challenge.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { goalLabel } from '../../../lessons/runs/lesson-runs.ts';
import { encodeRun } from '../../../run-state/run-url.ts';
import { Button } from '../../parts/button.tsx';
import { PlainTable } from '../../parts/table.tsx';
import { Alert } from '../../parts/texts.tsx';
import { usePage } from '../../shell/context.tsx';
import { formatEdit } from '../../shell/value-text.ts';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import { AnswerFeedback } from './feedback.tsx';
import './lesson-table.css';

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
    setStrayingSettings(strayingPaths.map((path) => formatEdit(run, path)));
    if (strayingPaths.length > 0) return;
    openLesson.answer(stepIndex, { kind: 'settings', link: url });
    openLesson.requestResult(stepIndex);
  };
  const isShown = useShownJudgement() !== undefined;
  return (
    <>
      <p className="muted lesson-below">Your settings are between the buttons and the picture.</p>
      <GoalsTable step={step} ownColumnTitle="Yours" />
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

interface GoalsTableProps {
  readonly step: ChallengeStep;
  /** Head of the student's column. */
  readonly ownColumnTitle: string;
}

/** The goals of a challenge, and the figures of the student's run. */
export function GoalsTable({ step, ownColumnTitle }: GoalsTableProps) {
  const { openLesson } = useLesson();
  const comparedNumbers = useShownJudgement()?.comparedNumbers;
  return (
    <PlainTable
      className="lesson-table ruled"
      caption="Goals"
      heads={['Figure', 'Goal', ownColumnTitle]}
      rows={step.goals.map((goal, index) => {
        const { unit } = lessonFigures[goal.figure];
        const comparedNumber = comparedNumbers?.[index];
        const ownText =
          comparedNumber &&
          `${comparedNumber.isMet ? '✓' : '✗'} ${formatReachedFigure(comparedNumber.answeredValue ?? Number.NaN, goal)} ${unit}`;
        return [goalLabel(openLesson.lesson, step, goal), `${formatBounds(goal)} ${unit}`, ownText ?? '–'];
      })}
    />
  );
}
