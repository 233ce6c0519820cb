/**
 * The progress of a student in a lesson. The page sends it to the page around it. In a course system this is
 * public/scorm/launch.js.
 */

import { required } from '../../shared/required.ts';
import { isJudged } from '../answers/judge-answer.ts';
import type { LessonStep } from '../format/lesson.ts';

/** The progress that a course system is told. */
export interface ReportedProgress {
  readonly type: 'bufferscope:lesson';
  /** Id of the lesson. */
  readonly lesson: string;
  /** Number of steps that can be done, and of finished steps. */
  readonly steps: number;
  readonly done: number;
  /** Number of steps with judged answers, and of right answers. */
  readonly judged: number;
  readonly right: number;
}

/**
 * @param finishedSteps by index of the step
 * @param rightSteps by index of the step: its answer was judged right
 */
export function courseProgress(
  id: string,
  steps: readonly LessonStep[],
  finishedSteps: ReadonlySet<number>,
  rightSteps: ReadonlySet<number>,
): ReportedProgress {
  const soundSteps = [...steps.keys()].filter((index) => steps[index]?.kind !== 'broken');
  const judgedSteps = soundSteps.filter((index) => isJudged(required(steps[index])));
  return {
    type: 'bufferscope:lesson',
    lesson: id,
    steps: soundSteps.length,
    done: soundSteps.filter((index) => finishedSteps.has(index)).length,
    judged: judgedSteps.length,
    right: judgedSteps.filter((index) => rightSteps.has(index)).length,
  };
}
