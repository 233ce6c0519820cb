/** The properties of the parts of a step. */
import type { GoodStep } from '../../../lessons/lesson.ts';
import type { DeskState } from '../reading/desk-state.ts';
import type { LessonDesk } from '../reading/lesson-desk.ts';
import { LessonLine } from '../reading/lesson-text.tsx';

export interface StepProps<S extends GoodStep> {
  readonly desk: LessonDesk;
  readonly state: DeskState;
  /** Index of the step. */
  readonly at: number;
  readonly step: S;
}

/** A question that is answered by a form. */
export interface Asking {
  readonly desk: LessonDesk;
  readonly state: DeskState;
  readonly at: number;
  /** Of the question. */
  readonly id: string;
}

export const Question = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="question">
    <LessonLine text={text} />
  </p>
);
