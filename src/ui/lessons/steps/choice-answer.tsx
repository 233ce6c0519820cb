/** One of several options. An answer does not change, and a prediction is later compared. */
import { waitsForProof } from '../../../app/lessons/open-lesson-state.ts';
import type { ChoiceOption } from '../../../lessons/format/lesson.ts';
import { joinClassNames } from '../../shell/class-names.ts';
import { LessonLine } from '../panel/lesson-text.tsx';
import { useLesson } from '../use-lesson.ts';
import { AnswerForm } from './answer-form.tsx';
import './choice-answer.css';

interface ChoiceAnswerProps {
  /** Of the question. */
  readonly id: string;
  readonly options: readonly ChoiceOption[];
  readonly isAgain?: boolean;
}

export function ChoiceAnswer({ id, options, isAgain = false }: ChoiceAnswerProps) {
  const { openLesson, state, stepIndex } = useLesson();
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
  const chosenIndex = answer?.kind === 'choice' ? answer.option : typeof draft === 'number' ? draft : undefined;
  const isRight = chosenIndex !== undefined && options[chosenIndex]?.right === true;
  // If another try is allowed, the message about a wrong answer does not contain the right one.
  const showsRight = answer !== undefined && !waitsForProof(state, stepIndex) && (isRight || !isAgain);
  return (
    <AnswerForm
      answer={chosenIndex === undefined ? undefined : { kind: 'choice', option: chosenIndex }}
      isAgain={isAgain}
    >
      <fieldset className="choice-answer stack" aria-labelledby={id} disabled={answer !== undefined}>
        {options.map((option, index) => (
          <label key={option.text} className={joinClassNames('box row', showsRight && option.right && 'choice-right')}>
            <input
              type="radio"
              name={id}
              checked={chosenIndex === index}
              onChange={() => openLesson.setDraft(stepIndex, index)}
            />
            <span>
              <LessonLine text={option.text} />
              {showsRight && (option.right || chosenIndex === index) && (
                <b className="choice-assessment"> {option.right ? '✓ right' : '✗ your answer'}</b>
              )}
            </span>
          </label>
        ))}
      </fieldset>
    </AnswerForm>
  );
}
