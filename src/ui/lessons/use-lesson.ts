/** The open lesson, for every component of its panel. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { OpenLesson } from '../../app/lessons/open-lesson.ts';
import { waitsForProof } from '../../app/lessons/open-lesson-state.ts';
import type { JudgedAnswer } from '../../lessons/answers/answers.ts';
import { required } from '../../shared/required.ts';

export const LessonContext = createContext<OpenLesson | undefined>(undefined);

/** The lesson, its state, and the index of the shown step with its answer and draft. */
export function useLesson() {
  const openLesson = required(useContext(LessonContext));
  const state = useStore(openLesson.store);
  const { step: stepIndex, answers, drafts } = state;
  return { openLesson, state, stepIndex, answer: answers[stepIndex], draft: drafts[stepIndex] };
}

/** The judgement of the answer to the shown step; undefined before it is shown. */
export function useShownJudgement(): JudgedAnswer | undefined {
  const { openLesson, state, stepIndex } = useLesson();
  const assessment = openLesson.assessmentsIn(state).assessmentOfStep(stepIndex);
  return assessment.kind === 'judged' && !waitsForProof(state, stepIndex) ? assessment.judgedAnswer : undefined;
}
