/** A question that a form answers. */
import type { ReactNode } from 'react';
import type { LessonAnswer } from '../../../lessons/answers/answers.ts';
import { Button } from '../../parts/button.tsx';
import { useLesson } from '../use-lesson.ts';

interface AnswerFormProps {
  /** The content of the form as an answer; undefined while something is missing. */
  readonly answer: LessonAnswer | undefined;
  /** Whether another try is allowed. */
  readonly isAgain?: boolean;
  readonly children: ReactNode;
}

/**
 * The form, with a button that gives the answer, or removes it if another try is allowed. These are two buttons. One
 * button that changes its type during a click would submit the form.
 */
export function AnswerForm({ answer, isAgain = false, children }: AnswerFormProps) {
  const { openLesson, state, stepIndex } = useLesson();
  const isAnswered = state.answers[stepIndex] !== undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer !== undefined) openLesson.answer(stepIndex, answer);
      }}
    >
      {children}
      {(!isAnswered || isAgain) && (
        <p className="cluster">
          {isAnswered ? (
            <Button key="again" onClick={() => openLesson.removeAnswer(stepIndex)}>
              Try another answer
            </Button>
          ) : (
            <button key="answer" type="submit" className="primary" disabled={answer === undefined}>
              This is my answer
            </button>
          )}
        </p>
      )}
    </form>
  );
}
