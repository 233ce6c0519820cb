/** How far a student is in a lesson, as the page tells the page around it (a course system's: public/scorm/launch.js). */

import { isJudged } from './judge.ts';
import type { Step } from './lesson.ts';

export interface LessonProgress {
  readonly type: 'bufferscope:lesson';
  /** Id of the lesson. */
  readonly lesson: string;
  /** Steps that can be done, and those that are. */
  readonly steps: number;
  readonly done: number;
  /** Steps whose answers are judged, and those that are answered rightly. */
  readonly judged: number;
  readonly right: number;
}

/**
 * @param done by index of the step
 * @param right by index of the step: its answer was judged right
 */
export function progressOf(
  id: string,
  steps: readonly Step[],
  done: ReadonlySet<number>,
  right: ReadonlySet<number>,
): LessonProgress {
  const good = [...steps.keys()].filter((at) => steps[at]?.kind !== 'broken');
  const judged = good.filter((at) => isJudged(steps[at] as Step));
  return {
    ...{ type: 'bufferscope:lesson', lesson: id },
    ...{ steps: good.length, done: good.filter((at) => done.has(at)).length },
    ...{ judged: judged.length, right: judged.filter((at) => right.has(at)).length },
  };
}
