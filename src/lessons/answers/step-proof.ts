/**
 * How the answer to a step is seen in a run: the runs that are played, the time at which they stop, the plots, and the
 * quantity that the question is about. A lesson file can give each of them; the rest comes from the step.
 */
import type { AnswerProof, ChallengeStep, CompareStep, LessonStep, PredictStep } from '../format/lesson.ts';
import { goalFigures, TABLE_DIGITS } from '../format/lesson.ts';
import { lessonCurves, lessonFigures } from '../measurement/lesson-figures.ts';
import type { FigureRequest } from '../measurement/measured-run.ts';

/** The plot and the row in which a line is drawn. */
export interface ProofLinePlace {
  readonly plot: string;
  /** Id of a class; undefined for all together. */
  readonly class: string | undefined;
}

/** The runs that show the answer to a step, and how they are shown. */
export interface StepProof {
  /** Runs of the lesson; undefined for the run of the student's answer. */
  readonly runs: readonly string[] | undefined;
  /** Lanes of each run that are shown if there are several runs, from 1. */
  readonly lanes: readonly number[];
  /** Undefined for the end of the run. */
  readonly atSeconds: number | undefined;
  readonly fromSeconds: number;
  /** Ids of plots; undefined for the usual ones. */
  readonly plots: readonly string[] | undefined;
  /** The window of the first sender is shown in place of the plots. */
  readonly showsSender: boolean;
  /** The lenses are shown in place of the plots, where there is no room for both. */
  readonly showsLenses: boolean;
  /** Those without a time of their own have that of the proof. */
  readonly figures: readonly FigureRequest[];
  /** Significant digits of the figures. */
  readonly digits: number;
  /** For a sketch or a predicted number. */
  readonly guess: ProofLinePlace | undefined;
  readonly look: string | undefined;
}

/** Most plots of a proof that the lesson does not choose: one figure each. */
const MAX_DERIVED_PLOTS = 2;

type ProvedStep = PredictStep | CompareStep | ChallengeStep;

/** Whether runs can show the answer to a step of this kind. */
export const isProvedStep = (step: LessonStep): step is ProvedStep =>
  step.kind === 'predict' || step.kind === 'compare' || step.kind === 'challenge';

/** Undefined if no run shows the answer. */
export function proofOfStep(step: LessonStep): StepProof | undefined {
  if (!isProvedStep(step)) return undefined;
  const derivedValue = derivedProof(step);
  const { proof } = step;
  const runs = proof?.runs ?? derivedValue.runs;
  if (runs === undefined && step.kind !== 'challenge') return undefined;
  const figures = proof?.figures ?? derivedValue.figures;
  const atSeconds = proof?.atSeconds ?? derivedValue.atSeconds;
  const lanes = [...new Set(figures.map(({ lane }) => lane))].sort((a, b) => a - b);
  return {
    runs,
    lanes: lanes.length === 0 ? [1] : lanes,
    atSeconds,
    fromSeconds: proof?.fromSeconds ?? 0,
    plots: proof?.plots ?? step.view?.plots ?? plotsOfFigures(figures, derivedValue.guess?.plot),
    showsSender: proof?.sender === true,
    showsLenses: proof?.lenses === true,
    figures: atSeconds === undefined ? figures : figures.map((figure) => ({ atSeconds, ...figure })),
    digits: proof?.digits ?? TABLE_DIGITS,
    guess: guessOfProof(proof, figures) ?? derivedValue.guess,
    look: proof?.look,
  };
}

type DerivedProof = Pick<StepProof, 'runs' | 'atSeconds' | 'figures' | 'guess'>;

function derivedProof(step: ProvedStep): DerivedProof {
  const { kind } = step;
  if (kind === 'challenge') return provedByFigures(undefined, goalFigures(step));
  if (kind === 'compare') return provedByFigures(step.runs, step.figures);
  const { ask } = step;
  if (ask.type === 'number' && typeof ask.answer === 'object') {
    const { run, ...figure } = ask.answer;
    return { ...provedByFigures([run], [figure]), guess: placeOfFigure(figure) };
  }
  if (ask.type === 'sketch') {
    const { plot } = lessonCurves[ask.curve];
    const guess = { plot: ask.class === undefined ? plot.lane : plot.class, class: ask.class };
    return { runs: [ask.run], atSeconds: ask.toSeconds, figures: [], guess };
  }
  return provedByFigures(step.view?.run === undefined ? undefined : [step.view.run], []);
}

function provedByFigures(runs: readonly string[] | undefined, figures: readonly FigureRequest[]): DerivedProof {
  const times = figures.map(({ atSeconds }) => atSeconds ?? Number.POSITIVE_INFINITY);
  const latestSeconds = Math.max(...times);
  return { runs, atSeconds: Number.isFinite(latestSeconds) ? latestSeconds : undefined, figures, guess: undefined };
}

function plotsOfFigures(figures: readonly FigureRequest[], guessPlot: string | undefined): string[] | undefined {
  const ids = [...(guessPlot === undefined ? [] : [guessPlot]), ...figures.map((figure) => plotOfFigure(figure))];
  return ids.length === 0 ? undefined : [...new Set(ids)].slice(0, MAX_DERIVED_PLOTS);
}

/** Id of the plot that shows a figure over time. */
export function plotOfFigure({ figure, class: source }: Pick<FigureRequest, 'figure' | 'class'>): string {
  const { plot } = lessonFigures[figure];
  return source === undefined ? plot.lane : plot.class;
}

/** The place of a value of a figure in its plot; undefined if the plot has another unit. */
export function placeOfFigure(figure: Pick<FigureRequest, 'figure' | 'class'>): ProofLinePlace | undefined {
  return lessonFigures[figure.figure].plot.hasSameUnit
    ? { plot: plotOfFigure(figure), class: figure.class }
    : undefined;
}

/** The place of the guess. Its class is that of the first figure of the proof that the plot shows. */
function guessOfProof(proof: AnswerProof | undefined, figures: readonly FigureRequest[]): ProofLinePlace | undefined {
  if (proof?.guessPlot === undefined) return undefined;
  const figure = figures.find((candidate) => plotOfFigure(candidate) === proof.guessPlot);
  return { plot: proof.guessPlot, class: figure?.class };
}
