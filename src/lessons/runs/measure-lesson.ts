/** Measures the figures that a lesson's questions and facts need: each run once. */
import { figureRequestsOfStep, type RunRequest } from '../answers/figure-requests.ts';
import type { Lesson, LessonRun } from '../format/lesson.ts';
import { type MeasureTask, measureRuns } from '../measurement/measure-runs.ts';
import type { CurveRequest, FigureRequest, MeasuredRun } from '../measurement/measured-run.ts';
import { decodeLessonRun, measureTask } from './lesson-runs.ts';

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
  const requestsByRun = new Map<string, { figures: Map<string, FigureRequest>; curves: Map<string, CurveRequest> }>();
  const addRequests = (run: string, figures: readonly FigureRequest[], curves: readonly CurveRequest[]) => {
    const requests = requestsByRun.get(run) ?? { figures: new Map(), curves: new Map() };
    requestsByRun.set(run, requests);
    for (const figure of figures) requests.figures.set(figureKey(figure), figure);
    for (const curve of curves) requests.curves.set(JSON.stringify(curve), curve);
  };
  for (const step of lesson.steps) {
    for (const { run, figures, curves } of figureRequestsOfStep(step))
      addRequests(run ?? (step.kind === 'challenge' ? step.view.run : ''), figures, curves);
    if (step.kind !== 'broken')
      for (const fact of step.facts) if ('of' in fact) addRequests(fact.of.run, [fact.of], []);
  }
  const resultOfRun = new Map<string, MeasuredRun>();
  const measuredRun = (run: string): MeasuredRun => {
    const knownRun = resultOfRun.get(run);
    if (knownRun !== undefined) return knownRun;
    const requests = requestsByRun.get(run);
    const request = {
      figures: [...(requests?.figures.values() ?? [])],
      curves: [...(requests?.curves.values() ?? [])],
    };
    const measuredRun = measure(measureTask(decodeLessonRun(lesson.runs[run] as LessonRun, seed).run, request));
    resultOfRun.set(run, measuredRun);
    return measuredRun;
  };
  const figureOfRun = (run: string, request: FigureRequest): number => {
    const figureIndex = [...(requestsByRun.get(run)?.figures.keys() ?? [])].indexOf(figureKey(request));
    return measuredRun(run).figures[figureIndex] ?? Number.NaN;
  };
  return {
    figureOfRun,
    results: ({ run = '', figures, curves }) => {
      const keys = [...(requestsByRun.get(run)?.curves.keys() ?? [])];
      const result = measuredRun(run);
      return {
        figures: figures.map((request) => figureOfRun(run, request)),
        curves: curves.map(
          (request) => result.curves[keys.indexOf(JSON.stringify(request))] ?? { seconds: [], values: [] },
        ),
        digest: result.digest,
      };
    },
  };
}

const figureKey = ({ lane, figure, class: id, atSeconds }: FigureRequest) =>
  JSON.stringify([lane, figure, id, atSeconds]);
