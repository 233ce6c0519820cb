/** That which a question with options is about: the text of its step, and the runs that are compared. */
import type { ChoiceQuestion } from '../../lessons/format/choice-question.ts';
import { LessonText } from '../lessons/panel/lesson-text.tsx';

export function QuestionContext({
  choiceQuestion: { text, comparedTitles },
}: {
  readonly choiceQuestion: Pick<ChoiceQuestion, 'text' | 'comparedTitles'>;
}) {
  return (
    <>
      {text !== undefined && <LessonText text={text} />}
      {comparedTitles.length > 0 && <LessonText text={`The runs: ${comparedTitles.join('; ')}.`} />}
    </>
  );
}
