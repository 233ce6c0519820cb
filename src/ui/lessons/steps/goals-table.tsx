/** The goals of a challenge, and the figures of the student's run. */

import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import type { OpenLessonState } from '../../../app/lessons/open-lesson-state.ts';
import type { ComparedNumber } from '../../../lessons/answers/answers.ts';
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { formatShortSolution } from '../../../lessons/answers/solution.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import './lesson-table.css';

interface Props {
  readonly openLesson: OpenLesson;
  readonly state: OpenLessonState;
  readonly step: ChallengeStep;
  /** In the order of the goals; undefined before anything was measured. */
  readonly comparedNumbers: readonly ComparedNumber[] | undefined;
  /** Head of the student's column. */
  readonly ownColumnTitle: string;
}

export const GOAL_TEXTS = { right: 'All goals are met.', wrong: 'Not all goals are met yet.' };

export function GoalsTable({ openLesson, state, step, comparedNumbers, ownColumnTitle }: Props) {
  return (
    <table className="lesson-table ruled">
      <caption>Goals</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">Goal</th>
          <th scope="col">{ownColumnTitle}</th>
        </tr>
      </thead>
      <tbody>
        {step.goals.map((goal, index) => {
          const { label, unit } = lessonFigures[goal.figure];
          const now = comparedNumbers?.[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a goal is identified by its position
            <tr key={index}>
              <th scope="row">
                {label}
                {goal.class === undefined ? '' : `, ${openLesson.runsIn(state).classLabel(step.view.run, goal.class)}`}
              </th>
              <td>{`${formatBounds(goal)} ${unit}`}</td>
              <td>
                {now === undefined
                  ? '–'
                  : `${now.met ? '✓' : '✗'} ${formatShortSolution(now.answered ?? Number.NaN)} ${unit}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
