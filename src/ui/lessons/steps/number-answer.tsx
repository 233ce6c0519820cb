/** A typed number as an answer. */
import { typedNumber } from '../../../lessons/answers/typed-number.ts';
import type { FormQuestion } from './step-props.tsx';
import { Submit } from './submit.tsx';

export function NumberAnswer({
  openLesson,
  state,
  stepIndex,
  unit,
  id,
  again = false,
}: FormQuestion & { readonly unit: string; readonly again?: boolean }) {
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
  const typed = typeof draft === 'string' ? draft : answer?.kind === 'number' ? String(answer.value) : '';
  const value = typedNumber(typed);
  const bad = typed.trim() !== '' && value === undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined) openLesson.answer(stepIndex, { kind: 'number', value });
      }}
    >
      <p className="number-answer">
        <input
          type="text"
          inputMode="decimal"
          aria-labelledby={id}
          aria-describedby={`${id}-unit`}
          aria-invalid={bad}
          disabled={answer !== undefined}
          maxLength={40}
          value={typed}
          onChange={({ target }) => openLesson.draft(stepIndex, target.value)}
        />{' '}
        <span id={`${id}-unit`}>{unit}</span>
      </p>
      {bad && (
        <p className="notice" role="alert">
          This is not a number, or it can be read in two ways. Write it like 12.5 or 1500.
        </p>
      )}
      <Submit
        answered={answer !== undefined}
        disabled={value === undefined}
        onAgain={again ? () => openLesson.answerAgain(stepIndex) : undefined}
      />
    </form>
  );
}
