/** The goals of a challenge, and the figures of the student's run. */
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { formatShortSolution } from '../../../lessons/answers/solution.ts';
import type { ChallengeStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import './lesson-table.css';

interface GoalsTableProps {
  readonly step: ChallengeStep;
  /** Head of the student's column. */
  readonly ownColumnTitle: string;
}

export function GoalsTable({ step, ownColumnTitle }: GoalsTableProps) {
  const { openLesson, state } = useLesson();
  const comparedNumbers = useShownJudgement()?.compared;
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
