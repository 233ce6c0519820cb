/**
 * The plots beside a lesson: those of the step, those of the proof of its answer, or the usual ones. After the lesson,
 * the earlier plots are restored.
 */
import { useEffect, useRef } from 'react';
import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import type { OpenLessonState } from '../../../app/lessons/open-lesson-state.ts';
import type { LessonAnswer } from '../../../lessons/answers/answers.ts';
import { placeOfFigure, proofOfStep, type StepProof } from '../../../lessons/answers/step-proof.ts';
import type { LessonStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { MAX_LANES } from '../../../run-state/run-state.ts';
import type { GuessLine } from '../../plots/guess-lines.ts';
import { type PlotState, plotStore, showPlots } from '../../plots/plot-state.ts';
import { useOnChange } from '../../shell/effects.ts';

type ShownPlots = Pick<
  PlotState,
  'plotIds' | 'showsTable' | 'showsLenses' | 'sender' | 'span' | 'guesses' | 'drawings'
>;

const defaultPlots: ShownPlots = {
  plotIds: {},
  showsTable: false,
  showsLenses: false,
  sender: undefined,
  span: undefined,
  guesses: [],
  drawings: [],
};

export function usePlotsOfStep(openLesson: OpenLesson, state: OpenLessonState): void {
  const { step: index, proof, answers } = state;
  const earlierPlots = useRef<ShownPlots>(defaultPlots);
  // A lesson begins with the usual plots, not with the earlier ones.
  useOnChange(openLesson, () => {
    earlierPlots.current = shownPlots();
    showPlots(defaultPlots);
  });
  const step = openLesson.lesson.steps[index];
  useEffect(() => {
    const view = step === undefined || step.kind === 'broken' ? undefined : step.view;
    if (view === undefined || (view.plots === undefined && !view.table && !view.lenses)) return;
    const plotIds = view.plots === undefined ? {} : { packets: view.plots, cells: view.plots };
    const plotsOfLesson = shownPlots();
    const drawings = drawingsBeside(view.plots) ?? plotsOfLesson.drawings;
    showPlots({ plotIds, showsTable: view.table, showsLenses: view.lenses, sender: undefined, drawings });
    return () => showPlots(plotsOfLesson);
  }, [step]);
  const isProofShown = proof?.step === index;
  const answer = answers[index];
  const partEndSeconds = isProofShown ? endOfPart(openLesson, state) : undefined;
  useEffect(() => {
    const shownProof = step && isProofShown ? proofOfStep(step) : undefined;
    if (step === undefined || shownProof === undefined) return;
    const plotsOfStep = shownPlots();
    const { plots, fromSeconds, showsSender, showsLenses } = shownProof;
    showPlots({
      plotIds: plots === undefined ? plotsOfStep.plotIds : { packets: plots, cells: plots },
      showsTable: plots === undefined && plotsOfStep.showsTable,
      showsLenses,
      span: partEndSeconds === undefined ? 'whole' : { from: fromSeconds, to: partEndSeconds },
      sender: showsSender ? { lane: 0, flow: 0 } : undefined,
      guesses: guessLines(step, answer, shownProof),
      drawings: drawingsBeside(plots) ?? plotsOfStep.drawings,
    });
    return () => showPlots(plotsOfStep);
  }, [step, isProofShown, answer, partEndSeconds]);
  // Effects end in their order: the step must restore its plots before the lesson does.
  useOnChange(openLesson, () => () => showPlots(earlierPlots.current));
}

/** Beside a plot of the direction up, the lenses show the queue up; undefined beside others. */
export const drawingsBeside = (plots: readonly string[] = []): PlotState['drawings'] | undefined =>
  plots.some((id) => id.endsWith('-up')) ? Array.from({ length: MAX_LANES }, () => 'lensUp' as const) : undefined;

/** The end of the part of the run that the plots of a proof show, s; undefined if they show the run from its start. */
function endOfPart(openLesson: OpenLesson, state: OpenLessonState): number | undefined {
  const { step: index } = state;
  const step = openLesson.lesson.steps[index];
  if (step === undefined || (proofOfStep(step)?.fromSeconds ?? 0) === 0) return undefined;
  const runs = openLesson.runsIn(state);
  const run = runs.proofRun(index);
  return run && runs.proofUntilNs(index, run) / 1e9;
}

function shownPlots(): ShownPlots {
  const { plotIds, showsTable, showsLenses, sender, span, guesses, drawings } = plotStore.getState();
  return { plotIds, showsTable, showsLenses, sender, span, guesses, drawings };
}

/** A sketch is a curve, a number and the bounds of goals are lines. */
function guessLines(step: LessonStep, answer: LessonAnswer | undefined, { guess }: StepProof): readonly GuessLine[] {
  if (step.kind === 'challenge')
    return step.goals.flatMap((goal) => {
      const place = placeOfFigure(goal);
      const label = `the goal: ${lessonFigures[goal.figure].label}`;
      const bounds = [goal.below, goal.above].filter((bound) => bound !== undefined);
      return place === undefined
        ? []
        : bounds.map((bound) => ({ ...place, label, symbol: 'goal' as const, seconds: [0], values: [bound] }));
    });
  if (guess === undefined) return [];
  const line = { ...guess, label: 'your guess', symbol: 'you' as const };
  if (answer?.kind === 'number') return [{ ...line, seconds: [0], values: [answer.value] }];
  return answer?.kind === 'sketch' ? [{ ...line, ...answer.sketch }] : [];
}
