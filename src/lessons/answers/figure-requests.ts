/** The figures and curves of runs that a step needs for the assessment of its answer. */
import { goalFigures, type LessonStep } from '../format/lesson.ts';
import type { CurveRequest, FigureRequest } from '../measurement/measured-run.ts';

/** Parts into which the span of a sketch is cut. */
export const SKETCH_INTERVALS = 40;

/** The figures and curves that are needed from one run. */
export interface RunRequest {
  /** Id of a run of the lesson; undefined for the run that the student set up. */
  readonly run: string | undefined;
  readonly figures: readonly FigureRequest[];
  readonly curves: readonly CurveRequest[];
}

/** The runs that a step needs, with the figures and curves of each; none for a step without numbers of runs. */
export function figureRequestsOfStep(step: LessonStep): readonly RunRequest[] {
  if (step.kind === 'measure') return [figureRequest(step.reading.run, [step.reading])];
  if (step.kind === 'compare') return step.runs.map((run) => figureRequest(run, step.figures));
  if (step.kind === 'challenge') return [figureRequest(undefined, goalFigures(step))];
  if (step.kind !== 'predict') return [];
  const { ask } = step;
  if (ask.type === 'number' && typeof ask.answer === 'object') return [figureRequest(ask.answer.run, [ask.answer])];
  if (ask.type !== 'sketch') return [];
  const { run, lane, curve, fromSeconds, toSeconds } = ask;
  const points = SKETCH_INTERVALS;
  return [{ run, figures: [], curves: [{ lane, curve, class: ask.class, fromSeconds, toSeconds, points }] }];
}

const figureRequest = (run: string | undefined, requests: readonly FigureRequest[]): RunRequest => ({
  run,
  figures: requests.map(({ lane, figure, class: id, atSeconds }) => ({ lane, figure, class: id, atSeconds })),
  curves: [],
});
