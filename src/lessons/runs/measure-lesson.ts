/** Measures the figures that a lesson's questions and facts need: each run once. */

import { required } from '../../shared/required.ts';
import { figureRequestsOfStep, type RunRequest } from '../answers/figure-requests.ts';
import type { Lesson } from '../format/lesson.ts';
import { type MeasureTask, measureRuns } from '../measurement/measure-runs.ts';
import type { FigureRequest, MeasuredRun } from '../measurement/measured-run.ts';
import { decodeLessonRun, measureTask } from './lesson-runs.ts';
import { RunRequests } from './run-requests.ts';

export interface MeasuredLesson {
  figureOfRun(run: string, request: FigureRequest): number;
  /** The figures of a step, in the form that `judgeAnswer` reads. */
  results(request: RunRequest): MeasuredRun;
}

/**
 * A run is measured when one of its figures is first read.
 * @param seed of the student; undefined without a name
 * @param measure measures one task
 */
export function measureLesson(
  lesson: Lesson,
  seed: number | undefined,
  measure: (task: MeasureTask) => MeasuredRun = measureRuns,
): MeasuredLesson {
  const requests = new RunRequests();
  for (const step of lesson.steps) {
    for (const request of figureRequestsOfStep(step))
      requests.add(request.run ?? (step.kind === 'challenge' ? step.view.run : ''), request);
    if (step.kind !== 'broken')
      for (const fact of step.facts) if ('of' in fact) requests.add(fact.of.run, { figures: [fact.of], curves: [] });
  }
  const resultOfRun = new Map<string, MeasuredRun>();
  const results = ({ run = '', ...request }: RunRequest): MeasuredRun => {
    const measuredRun =
      resultOfRun.get(run) ??
      measure(measureTask(decodeLessonRun(required(lesson.runs[run]), seed).run, requests.ofRun(run)));
    resultOfRun.set(run, measuredRun);
    return requests.part(run, request, measuredRun);
  };
  return {
    results,
    figureOfRun: (run, figure) => results({ run, figures: [figure], curves: [] }).figures[0] ?? Number.NaN,
  };
}
