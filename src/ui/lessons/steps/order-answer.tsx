/** A list of items that the student orders with buttons or keys. */

import { useEffect, useRef, useState } from 'react';
import { shuffleItems } from '../../../lessons/answers/shuffle.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { LessonLine } from '../panel/lesson-text.tsx';
import { useLesson } from '../use-lesson.ts';
import { AnswerForm } from './answer-form.tsx';
import './order-answer.css';

interface OrderAnswerProps {
  /** Of the question. */
  readonly id: string;
  readonly items: readonly string[];
}

export function OrderAnswer({ id, items }: OrderAnswerProps) {
  const { openLesson, state, stepIndex } = useLesson();
  const answer = state.answers[stepIndex];
  const draft = state.drafts[stepIndex];
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
