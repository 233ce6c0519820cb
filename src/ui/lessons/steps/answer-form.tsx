/** A question that a form answers. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { waitsForProof } from '../../../app/lessons/open-lesson-state.ts';
import type { LessonAnswer } from '../../../lessons/answers/answers.ts';
import { shuffleItems } from '../../../lessons/answers/shuffle.ts';
import type { ChoiceOption } from '../../../lessons/format/lesson.ts';
import { required } from '../../../shared/required.ts';
import { typedNumber } from '../../../shared/typed-number.ts';
import { Button } from '../../parts/button.tsx';
import { TextInput, Tick } from '../../parts/fields.tsx';
import { Alert } from '../../parts/texts.tsx';
import { joinClassNames } from '../../shell/class-names.ts';
import { LessonLine } from '../panel/lesson-text.tsx';
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

interface NumberAnswerProps {
  /** Id of the element with the question. */
  readonly id: string;
  readonly unit: string;
  readonly isAgain?: boolean;
  /** The run of the figure has not been played. */
  readonly isBlocked?: boolean;
}

/** A typed number as an answer. */
export function NumberAnswer({ id, unit, isAgain, isBlocked = false }: NumberAnswerProps) {
  const { openLesson, stepIndex, answer, draft } = useLesson();
  const typedText = typeof draft === 'string' ? draft : answer?.kind === 'number' ? String(answer.value) : '';
  const value = typedNumber(typedText, unit);
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
      {isBad && (
        <Alert>
          “{typedText.trim()}” is not a number{unit !== '' && ` in ${unit}`}, or it can be read in two ways. Write it
          like 12.5 or 1500.
        </Alert>
      )}
    </AnswerForm>
  );
}

interface ChoiceAnswerProps {
  /** Id of the element with the question. */
  readonly id: string;
  readonly options: readonly ChoiceOption[];
  readonly isAgain?: boolean;
}

/** One of several options. An answer does not change, and a prediction is later compared. */
export function ChoiceAnswer({ id, options, isAgain = false }: ChoiceAnswerProps) {
  const { openLesson, state, stepIndex, answer, draft } = useLesson();
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
          <Tick
            key={option.text}
            className={joinClassNames('box row', showsRight && option.right && 'choice-right')}
            type="radio"
            name={id}
            checked={chosenIndex === index}
            onTick={() => openLesson.setDraft(stepIndex, index)}
          >
            <span>
              <LessonLine text={option.text} />
              {showsRight && (option.right || chosenIndex === index) && (
                <b className="choice-assessment"> {option.right ? '✓ right' : '✗ your answer'}</b>
              )}
            </span>
          </Tick>
        ))}
      </fieldset>
    </AnswerForm>
  );
}

interface OrderAnswerProps {
  /** Id of the element with the question. */
  readonly id: string;
  readonly items: readonly string[];
}

/** A list of items that the student orders with buttons or keys. */
export function OrderAnswer({ id, items }: OrderAnswerProps) {
  const { openLesson, stepIndex, answer, draft } = useLesson();
  const draftedOrder = Array.isArray(draft) && isOrder(draft, items.length) ? draft : undefined;
  const order = answer?.kind === 'order' ? answer.items : (draftedOrder ?? shuffleItems(items));
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const movedItem = useRef<{ readonly item: number; readonly shift: -1 | 1 }>(undefined);
  useEffect(() => {
    const { current } = movedItem;
    if (current === undefined) return;
    movedItem.current = undefined;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${current.item}"] button`);
    const [up, down] = [...(buttons ?? [])];
    const button = current.shift < 0 ? up : down;
    (button?.disabled ? (current.shift < 0 ? down : up) : button)?.focus();
  });
  const move = (index: number, shift: -1 | 1) => {
    const next = [...order];
    const other = index + shift;
    const item = next[index];
    if (item === undefined || next[other] === undefined) return;
    [next[index], next[other]] = [next[other], item];
    movedItem.current = { item, shift };
    setAnnouncement(`${items[item]}: now at place ${other + 1} of ${items.length}.`);
    openLesson.setDraft(stepIndex, next);
  };
  const key = (event: React.KeyboardEvent, index: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <AnswerForm answer={{ kind: 'order', items: order }}>
      <ol ref={list} className="order-answer bullets stack" aria-labelledby={id}>
        {order.map((item, index) => (
          // Its buttons have the focus; arrow keys move the item too.
          <li key={item} data-item={item} onKeyDown={(event) => answer === undefined && key(event, index)}>
            <span className="row">
              <span className="spacer">
                <LessonLine text={required(items[item])} />
              </span>
              {answer === undefined && (
                <>
                  <Button aria-label={`Move up: ${items[item]}`} disabled={index === 0} onClick={() => move(index, -1)}>
                    ↑
                  </Button>
                  <Button
                    aria-label={`Move down: ${items[item]}`}
                    disabled={index === order.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    ↓
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </AnswerForm>
  );
}

const isOrder = (draft: readonly (number | null)[], length: number): draft is readonly number[] =>
  draft.length === length &&
  new Set(draft).size === length &&
  draft.every((item) => item !== null && item >= 0 && item < length);
