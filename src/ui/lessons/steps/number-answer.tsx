/** A typed number as an answer. */
import { typedNumber } from '../../../shared/typed-number.ts';
import { TextInput } from '../../parts/fields.tsx';
import { Alert } from '../../parts/texts.tsx';
import { useLesson } from '../use-lesson.ts';
import { AnswerForm } from './answer-form.tsx';

interface NumberAnswerProps {
  /** Of the question. */
  readonly id: string;
  readonly unit: string;
  readonly isAgain?: boolean;
  /** The run of the figure has not been played. */
  readonly isBlocked?: boolean;
}

export function NumberAnswer({ id, unit, isAgain, isBlocked = false }: NumberAnswerProps) {
  const { openLesson, state, stepIndex } = useLesson();
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
  const typedText = typeof draft === 'string' ? draft : answer?.kind === 'number' ? String(answer.value) : '';
  const value = typedNumber(typedText);
  const isBad = typedText.trim() !== '' && value === undefined;
  return (
    <AnswerForm answer={value === undefined || isBlocked ? undefined : { kind: 'number', value }} isAgain={isAgain}>
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
    </AnswerForm>
  );
}
