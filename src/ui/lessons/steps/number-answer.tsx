/** A typed number as an answer. */
import { typedNumber } from '../../../shared/typed-number.ts';
import { TextInput } from '../../parts/fields.tsx';
import { Alert } from '../../parts/texts.tsx';
import type { FormQuestion } from './step-props.tsx';
import { SubmitAnswer } from './submit.tsx';

export function NumberAnswer({
  openLesson,
  state,
  stepIndex,
  unit,
  id,
  isAgain = false,
  isBlocked = false,
}: FormQuestion & {
  readonly unit: string;
  readonly isAgain?: boolean;
  /** The run of the figure has not been played. */
  readonly isBlocked?: boolean;
}) {
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
  const typedText = typeof draft === 'string' ? draft : answer?.kind === 'number' ? String(answer.value) : '';
  const value = typedNumber(typedText);
  const isBad = typedText.trim() !== '' && value === undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined && !isBlocked) openLesson.answer(stepIndex, { kind: 'number', value });
      }}
    >
      <p className="lesson-number-answer">
        <TextInput
          inputMode="decimal"
          aria-labelledby={id}
          aria-describedby={`${id}-unit`}
          aria-invalid={isBad}
          disabled={answer !== undefined}
          maxLength={40}
          value={typedText}
          onText={(text) => openLesson.setDraft(stepIndex, text)}
        />{' '}
        <span id={`${id}-unit`}>{unit}</span>
      </p>
      {isBad && <Alert>This is not a number, or it can be read in two ways. Write it like 12.5 or 1500.</Alert>}
      <SubmitAnswer
        isAnswered={answer !== undefined}
        disabled={value === undefined || isBlocked}
        onAgain={isAgain ? () => openLesson.removeAnswer(stepIndex) : undefined}
      />
    </form>
  );
}
