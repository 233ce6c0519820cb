/** The properties of the parts of a step. */

import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import type { OpenLessonState } from '../../../app/lessons/open-lesson-state.ts';
import type { ValidStep } from '../../../lessons/format/lesson.ts';
import { LessonLine } from '../panel/lesson-text.tsx';

export interface StepProps<S extends ValidStep> {
  readonly openLesson: OpenLesson;
  readonly state: OpenLessonState;
  /** Index of the step. */
  readonly stepIndex: number;
  readonly step: S;
}

/** A question that is answered by a form. */
export interface FormQuestion {
  readonly openLesson: OpenLesson;
  readonly state: OpenLessonState;
  readonly stepIndex: number;
  /** Of the question. */
  readonly id: string;
}

export const QuestionText = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="lesson-question">
    <LessonLine text={text} />
  </p>
);
