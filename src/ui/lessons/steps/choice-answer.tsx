/** One of several options. An answer does not change, and a prediction is later compared. */
import type { ChoiceOption } from '../../../lessons/format/lesson.ts';
import { joinClassNames } from '../../shell/class-names.ts';
import { LessonLine } from '../panel/lesson-text.tsx';
import type { FormQuestion } from './step-props.tsx';
import { SubmitAnswer } from './submit.tsx';
import './choice-answer.css';

export function ChoiceAnswer({
  openLesson,
  state,
  stepIndex,
  options,
  id,
  isAgain = false,
}: FormQuestion & { readonly options: readonly ChoiceOption[]; readonly isAgain?: boolean }) {
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
  const chosen = answer?.kind === 'choice' ? answer.option : typeof draft === 'number' ? draft : undefined;
  const isRight = chosen !== undefined && options[chosen]?.right === true;
  // If another try is allowed, the message about a wrong answer does not contain the right one.
  const showsRight = answer !== undefined && (isRight || !isAgain);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) openLesson.answer(stepIndex, { kind: 'choice', option: chosen });
      }}
    >
      <fieldset className="choice-answer stack" aria-labelledby={id} disabled={answer !== undefined}>
        {options.map((option, index) => (
          <label key={option.text} className={joinClassNames('box row', showsRight && option.right && 'choice-right')}>
            <input
              type="radio"
              name={id}
              checked={chosen === index}
              onChange={() => openLesson.draft(stepIndex, index)}
            />
            <span>
              <LessonLine text={option.text} />
              {showsRight && (option.right || chosen === index) && (
                <b className="choice-assessment"> {option.right ? '✓ right' : '✗ your answer'}</b>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <SubmitAnswer
        isAnswered={answer !== undefined}
        disabled={chosen === undefined}
        onAgain={isAgain ? () => openLesson.answerAgain(stepIndex) : undefined}
      />
    </form>
  );
}
